// SPDX-License-Identifier: Apache-2.0
// CtrCycleCounter, and a count as ctrdata has it: 12 bits of mantissa and up to 4 of exponent (1.0
// "Cycle Counting"). It is as wide as its exponent can tell, and stops at all ones, which are the
// largest CC.
`default_nettype none

module nt_ctr_cycles #(
    // Bits of CCE, 0 to 4
    parameter integer CCE_W = 4,
    // Bits of the counter (derived; do not set)
    parameter integer WIDTH = CCE_W == 0 ? 12 : 11 + (1 << CCE_W)
) (
    input  wire        clk,
    input  wire        rst,

    input  wire        active,   // this cycle counts
    input  wire        record,   // a transfer is recorded in it: the count begins again
    input  wire        restart,  // so it does, and CCV of the next record is 0
    output wire [15:0] cc,       // with this cycle
    output wire        ccv
);

    reg [WIDTH-1:0] count_reg;
    reg             counted_reg; // from a record on

    wire [WIDTH-1:0] count = active && count_reg != {WIDTH{1'b1}} ? count_reg + 1'b1 : count_reg;

    reg [15:0] encoded;
    generate
        if (CCE_W == 0) begin : plain
            always @* encoded = {4'd0, count[11:0]};
        end else begin : compressed
            integer e;
            always @* begin
                encoded = {4'd0, count[11:0]};
                for (e = 1; e <= WIDTH - 12; e = e + 1)
                    if (count[11 + e]) encoded = {e[3:0], count[e - 1 +: 12]};
            end
        end
    endgenerate
    assign cc  = encoded;
    assign ccv = counted_reg;

    always @(posedge clk)
        if (rst || restart) begin
            count_reg   <= {WIDTH{1'b0}};
            counted_reg <= 1'b0;
        end else if (record) begin
            count_reg   <= {WIDTH{1'b0}};
            counted_reg <= 1'b1;
        end else begin
            count_reg <= count;
        end

`ifdef FORMAL
    // Contract: the formula of both texts gives the count back, less than one step too low
    reg f_past = 1'b0;
    reg f_begun; // by a record in the cycle before
    reg f_again; // by anything
    always @(posedge clk) begin
        f_past  <= 1'b1;
        f_begun <= record && !rst && !restart;
        f_again <= record || rst || restart;
    end

    wire [3:0]  f_cce  = cc[15:12];
    wire [27:0] f_step = f_cce == 4'd0 ? 28'd1 : 28'd1 << (f_cce - 4'd1);
    wire [27:0] f_told = f_cce == 4'd0 ? {16'd0, cc[11:0]} : {16'd1, cc[11:0]} << (f_cce - 4'd1);

    always @* begin
        p_value: assert (f_told <= count && count < f_told + f_step);
        p_exponent: assert (f_cce < (1 << CCE_W));
        p_most: assert (count != {WIDTH{1'b1}} || cc == {{4-CCE_W{1'b0}}, {CCE_W+12{1'b1}}});
        if (f_past && f_again) p_again: assert (count_reg == {WIDTH{1'b0}} && ccv == f_begun);
        c_most: cover (count == {WIDTH{1'b1}} && active && ccv);
    end
`endif

endmodule

`default_nettype wire
