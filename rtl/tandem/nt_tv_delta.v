// SPDX-License-Identifier: Apache-2.0
// How a GPR is told: as an offset of 8 bits or as bits to set (opcodes 5 and 6), if its old value is
// known and one of these is enough; the offset is preferred.
`default_nettype none

module nt_tv_delta #(
    // Width of a register, 32 or 64
    parameter integer XLEN = 64
) (
    input  wire            known,
    input  wire [XLEN-1:0] old,
    input  wire [XLEN-1:0] now,
    output wire            add,
    output wire            set,
    output wire [7:0]      amount
);

    wire [XLEN-1:0] offset = now - old;

    assign add    = known && (offset[XLEN-1:7] == {(XLEN-7){1'b0}} || &offset[XLEN-1:7]);
    assign set    = known && !add && now[XLEN-1:8] == old[XLEN-1:8] && (old[7:0] & ~now[7:0]) == 8'd0;
    assign amount = add ? offset[7:0] : now[7:0] & ~old[7:0];

`ifdef FORMAL
    // Contract: a reader that has the old value finds the new one, and a full value is told only where
    // neither opcode can
    wire [XLEN-1:0] f_bits  = {{XLEN-8{1'b0}}, amount};
    wire [XLEN-1:0] f_added = old + {{XLEN-8{amount[7]}}, amount};
    wire [XLEN-1:0] f_up    = now - old;
    wire [XLEN-1:0] f_down  = old - now;

    always @* begin
        p_known: assert (known || !(add || set));
        p_add:   assert (!add || f_added == now);
        p_set:   assert (!set || (old | f_bits) == now);
        p_one:   assert (!(add && set));
        p_near:  assert (!known || add || (f_up > 127 && f_down > 128));
        p_mask:  assert (!known || add || set || (old & ~now) != {XLEN{1'b0}} || (now ^ old) > 255);
        c_least: cover (add && f_down == 128);
        c_set:   cover (set && amount == 8'hff);
    end
`endif

endmodule

`default_nettype wire
