// SPDX-License-Identifier: Apache-2.0
// From what a core says of each instruction that retired or trapped to the items of nt_block_queue: for cores
// whose trace port has the kind of each instruction. docs/adapters.md.
//
// Instructions of debug mode, and what the queue has no room for, become a stop. That privilege changes by
// traps and trap returns alone is the core's.
`default_nettype none

module nt_groups #(
    // Width of addresses, 32 or 64
    parameter integer XLEN = 64,
    // Groups of the core, 1 to 4
    parameter integer NRET = 1,
    // 1: traps have cause and tval; 0: both are always 0
    parameter integer CAUSES = 1,
    // Widths (derived; do not set)
    parameter integer ITEMS   = NRET + 1,
    parameter integer VALUE_W = CAUSES == 0 ? 1 : 6 + XLEN,
    parameter integer ITEM_W  = VALUE_W + XLEN + 12
) (
    input  wire                         clk,
    input  wire                         rst,

    // Groups, 0 the oldest
    input  wire [NRET-1:0]              valid,
    input  wire [NRET-1:0]              trap,       // the instruction trapped, and did not retire
    input  wire [NRET*4-1:0]            code,       // itype of 4 bits
    input  wire [NRET-1:0]              ends,       // the next instruction may be elsewhere
    input  wire [NRET-1:0]              size,       // 0: 16 bits; 1: 32 bits
    input  wire [NRET*XLEN-1:0]         pc,
    // Cycle
    input  wire [2:0]                   from_priv,  // as the port's priv
    input  wire                         debug,      // the groups are of debug mode: not traced
    input  wire [5:0]                   trap_cause,
    input  wire [XLEN-1:0]              trap_tval,
    // Levels, ignored in a cycle with a valid group
    input  wire                         hart_reset,
    input  wire                         hart_lowpower,

    // Queue
    output wire [ITEMS-1:0]             item_valid,
    output wire [ITEMS*ITEM_W-1:0]      items,
    input  wire                         ready,

    output wire                         overrun     // since the reset instructions were lost
);

    `include "nt_codes.vh"
    `include "nt_item.vh"

    localparam [2:0] HALTED = 3'b001;  // {lowpower, reset, halted}

    reg       stop_reg;     // the port has to hear yet that the hart is halted
    reg [2:0] status_reg;   // what it heard last, if nothing came since
    reg       overrun_reg;

    wire       comes = valid != {NRET{1'b0}};
    wire       live  = comes && !debug;
    wire [1:0] level = {hart_lowpower, hart_reset};
    wire       tells = live ? stop_reg : !comes && (stop_reg || (level != 2'd0 && status_reg[2:1] != level));
    wire [2:0] told  = stop_reg ? HALTED : {level, status_reg[0] && !hart_reset};

    // A stop, then the groups
    wire [VALUE_W-1:0] value;
    assign item_valid = {live ? valid : {NRET{1'b0}}, tells};
    assign items[0 +: ITEM_W] = {{VALUE_W{1'b0}}, {XLEN{1'b0}}, told, ITYPE_NONE, 3'b000, KIND_STOP};
    genvar g;
    generate
    if (CAUSES == 0) begin : no_value
        assign value = 1'b0;
        wire unused = &{1'b0, trap_cause, trap_tval};
    end else begin : with_value
        assign value = {trap_cause, trap_tval};
    end
    for (g = 0; g < NRET; g = g + 1) begin : group
        assign items[ITEM_W*(g+1) +: ITEM_W] = {trap[g] ? value : {VALUE_W{1'b0}}, pc[XLEN*g +: XLEN], from_priv,
                                                code[4*g +: 4], 1'b0, size[g] && !trap[g], ends[g],
                                                trap[g] ? KIND_TRAP : KIND_INSN};
    end
    endgenerate

    // No room: what came is lost, and the port hears of a halt
    always @(posedge clk) begin
        if (rst) begin
            stop_reg    <= 1'b0;
            status_reg  <= 3'd0;
            overrun_reg <= 1'b0;
        end else if (!ready) begin
            stop_reg    <= 1'b1;
            overrun_reg <= 1'b1;
        end else begin
            if (live || tells) stop_reg <= 1'b0;
            else if (comes) stop_reg <= !status_reg[0];
            if (live) status_reg <= 3'd0;
            else if (tells) status_reg <= told;
        end
    end
    assign overrun = overrun_reg;

`ifdef FORMAL
    // Contract: each group that is traced is an item, in order, as it came; a stop stands between what was
    // before a halt or a loss and what comes after it.
    reg f_started = 1'b0;
    reg f_gap, f_said, f_over;
    reg f_same;
    integer f;
    always @* begin
        f_same = 1'b1;
        for (f = 0; f < NRET; f = f + 1) begin
            f_same = f_same && item_valid[f+1] == (valid[f] && !debug);
            if (item_valid[f+1])
                f_same = f_same && items[ITEM_W*(f+1)+12 +: XLEN] == pc[XLEN*f +: XLEN] &&
                         items[ITEM_W*(f+1)+9 +: 3] == from_priv && items[ITEM_W*(f+1)+5 +: 4] == code[4*f +: 4] &&
                         items[ITEM_W*(f+1) +: 2] == (trap[f] ? KIND_TRAP : KIND_INSN) &&
                         items[ITEM_W*(f+1)+2] == ends[f] && (trap[f] || items[ITEM_W*(f+1)+3] == size[f]) &&
                         (!trap[f] || CAUSES == 0 || items[ITEM_W*(f+2)-1 -: 6+XLEN] == {trap_cause, trap_tval});
        end
    end
    always @(posedge clk) begin
        f_started <= 1'b1;
        if (rst) begin
            f_gap  <= 1'b0;
            f_said <= 1'b0;
            f_over <= 1'b0;
        end else begin
            f_over <= f_over || !ready;
            // Something was lost, or the hart is in debug mode, and the port has not said so
            f_gap  <= !ready || (f_gap ? !(item_valid[0] || item_valid >> 1 != 0) && !(comes && debug && f_said)
                                       : comes && debug && !f_said);
            if (ready && item_valid != 0)
                f_said <= item_valid[ITEMS-1:1] == 0 && items[1:0] == KIND_STOP && items[9];
        end
    end
    always @* if (!f_started) a_reset: assume (rst);
    always @* if (f_started && !rst) begin
        p_same:    assert (f_same);
        p_stop:    assert (!f_gap || comes && debug || (item_valid[0] && items[1:0] == KIND_STOP && items[9]));
        p_quiet:   assert (!item_valid[0] || (items[1:0] == KIND_STOP && (f_gap || (!comes && items[11:10] == {hart_lowpower, hart_reset}))));
        p_overrun: assert (overrun == f_over);
        i_gap:     assert (stop_reg == f_gap && status_reg[0] == f_said);
    end
    always @* if (f_started && !rst) begin
        c_debug: cover (status_reg == HALTED && live);
        c_trap:  cover (item_valid[1] && trap[0]);
        c_lost:  cover (!ready);
        c_both:  cover (item_valid[1:0] == 2'b11);
    end
`endif

endmodule

`default_nettype wire
