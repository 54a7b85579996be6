// SPDX-License-Identifier: Apache-2.0
// The registers of one trace filter.
//
// Trace Control Interface 1.0, "Trace Encoder Filter Registers". Data trace is not in N-Trace: what
// it would match reads 0.
`default_nettype none

module nt_filter_registers #(
    // Comparators of the build, 0 to 8
    parameter integer NCOMPARATORS = 8
) (
    input  wire         clk,
    input  wire         clear,       // all fields become 0

    input  wire         select,      // an address of this filter ...
    input  wire [2:0]   word,        // ... and which of its registers
    input  wire         write,       // write_data goes there
    input  wire [31:0]  write_data,
    output wire [31:0]  read_data,   // 0 if not selected

    output wire [191:0] filter       // packed as in nt_control.vh
);

    // How many, rather than which: a number that is too great becomes the greatest.
    localparam [2:0] LAST = NCOMPARATORS > 0 ? NCOMPARATORS[2:0] - 3'd1 : 3'd0;

    // trTeFilterMatchComp1 to 3 only with comparators
    localparam [31:0] CONTROL_BITS = NCOMPARATORS > 0 ? 32'h0001_111f : 32'h0001_000f;

    function [2:0] at_most_last(input [2:0] number);
        at_most_last = {1'b0, number} > {1'b0, LAST} ? LAST : number;
    endfunction

    function [31:0] legal_control(input [31:0] data);
        begin
            legal_control        = data & CONTROL_BITS;
            legal_control[7:5]   = at_most_last(data[7:5]);
            legal_control[11:9]  = at_most_last(data[11:9]);
            legal_control[15:13] = at_most_last(data[15:13]);
        end
    endfunction

    reg [191:0] filter_reg;

    assign filter = filter_reg;

    wire [31:0] read_low  = word[1] ? (word[0] ? filter_reg[96 +: 32] : filter_reg[64 +: 32])
                                    : (word[0] ? filter_reg[32 +: 32] : filter_reg[0 +: 32]);
    wire [31:0] read_high = word[1] ? 32'd0
                                    : (word[0] ? filter_reg[160 +: 32] : filter_reg[128 +: 32]);

    assign read_data = !select ? 32'd0 : word[2] ? read_high : read_low;

    always @(posedge clk) begin
        if (clear) filter_reg <= 192'd0;
        else if (select && write) begin
            if (word == 3'd0) filter_reg[0 +: 32]   <= legal_control(write_data);
            if (word == 3'd1) filter_reg[32 +: 32]  <= {23'd0, write_data[8:0]};
            if (word == 3'd2) filter_reg[64 +: 32]  <= write_data;
            if (word == 3'd3) filter_reg[96 +: 32]  <= write_data;
            if (word == 3'd4) filter_reg[128 +: 32] <= write_data;
            if (word == 3'd5) filter_reg[160 +: 32] <= write_data;
        end
    end

endmodule

`default_nettype wire
