// SPDX-License-Identifier: Apache-2.0
// Copy of the integer registers as the trace has told them: what a GPR was before an instruction.
// A register is known from its first update after a reset on; x0 has no copy.
`default_nettype none

module nt_tv_copy #(
    // Width of a register, 32 or 64
    parameter integer XLEN = 64,
    // Instructions in a cycle, 1 to 4
    parameter integer NRET = 1
) (
    input  wire                 clk,
    input  wire                 rst,

    // What is taken in this cycle, in this order: nothing is known any more; one register from outside;
    // those of the lanes
    input  wire                 forget,
    input  wire                 init_valid,
    input  wire [4:0]           init_addr,
    input  wire [XLEN-1:0]      init_data,
    input  wire [NRET-1:0]      write,
    input  wire [NRET*5-1:0]    addr,
    input  wire [NRET*XLEN-1:0] data,

    // The register that each lane writes, before that
    output reg  [NRET-1:0]      known,
    output reg  [NRET*XLEN-1:0] value
);

    reg [31:0]     known_reg;
    reg [XLEN-1:0] value_reg [0:31];  // no reset: known_reg tells which have a value
    reg [31:0]     known_next;
    reg [4:0]      at;

    integer l;
    integer older;

    always @* begin
        known_next = forget ? 32'd0 : known_reg;
        if (init_valid) known_next[init_addr] = 1'b1;
        for (l = 0; l < NRET; l = l + 1) begin
            at = addr[5*l +: 5];
            known[l] = known_next[at];
            value[XLEN*l +: XLEN] = init_valid && init_addr == at ? init_data : value_reg[at];
            for (older = 0; older < l; older = older + 1)
                if (write[older] && addr[5*older +: 5] == at)
                    value[XLEN*l +: XLEN] = data[XLEN*older +: XLEN];
            if (write[l]) known_next[at] = 1'b1;
        end
    end

    integer w;
    always @(posedge clk) begin
        known_reg <= rst ? 32'd0 : known_next;
        if (init_valid) value_reg[init_addr] <= init_data;
        for (w = 0; w < NRET; w = w + 1)
            if (write[w]) value_reg[addr[5*w +: 5]] <= data[XLEN*w +: XLEN];
    end

`ifdef FORMAL
    // Contract: one register, any, is followed through what comes in a cycle, in its order
    (* anyconst *) reg [4:0] f_at;
    reg            f_started = 1'b0;
    reg            f_known;
    reg [XLEN-1:0] f_value;
    reg            f_then_known;
    reg [XLEN-1:0] f_then_value;
    reg            f_known_good, f_value_good, f_named;
    integer f;
    always @* begin
        f_then_known = f_known && !forget;
        f_then_value = f_value;
        f_known_good = 1'b1;
        f_value_good = 1'b1;
        f_named      = !(init_valid && init_addr == 5'd0);
        if (init_valid && init_addr == f_at) begin
            f_then_known = 1'b1;
            f_then_value = init_data;
        end
        for (f = 0; f < NRET; f = f + 1) begin
            f_named = f_named && !(write[f] && addr[5*f +: 5] == 5'd0);
            if (addr[5*f +: 5] == f_at) begin
                f_known_good = f_known_good && known[f] == f_then_known;
                f_value_good = f_value_good && (!f_then_known || value[XLEN*f +: XLEN] == f_then_value);
                if (write[f]) begin
                    f_then_known = 1'b1;
                    f_then_value = data[XLEN*f +: XLEN];
                end
            end
        end
    end

    always @(posedge clk) begin
        f_started <= 1'b1;
        f_known   <= !rst && f_then_known;
        f_value   <= f_then_value;
    end

    always @* begin
        if (!f_started) a_reset: assume (rst);
        a_named: assume (f_named);
    end
    always @* if (f_started) begin
        p_known: assert (f_known_good);
        p_value: assert (f_value_good);
        p_zero:  assert (!known_reg[0]);
        i_known: assert (known_reg[f_at] == f_known);
        i_value: assert (!f_known || value_reg[f_at] == f_value);
        c_told:   cover (f_known && known[0] && addr[4:0] == f_at && !init_valid && !forget);
        c_forgot: cover (f_known && forget && !init_valid && !known[0] && addr[4:0] == f_at);
        c_older:  cover (NRET == 1 || (!f_known && write[0] && addr[4:0] == f_at && known[NRET-1] && addr[5*NRET-1 -: 5] == f_at));
    end
`endif

endmodule

`default_nettype wire
