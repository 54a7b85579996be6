// SPDX-License-Identifier: Apache-2.0
// The rules of the trace ingress port, chapter "Hart to encoder interface" of Efficient Trace for RISC-V 2.0, beside a hart's
// port or an encoder's: in any simulator a line for each cycle that breaks one, in a formal run (FORMAL) assertions about a
// hart, or with ASSUME assumptions about what an encoder is given. The rules and their names are those of `ntrace shape
// --check` (sim/ingress/monitor.c), but for widths, which a port has by itself. docs/ingress.md.
//
// It drives nothing but `broken`, and is of no use in a chip; it is synthesizable, for emulation.
`default_nettype none

module nt_ingress_rules #(
    parameter integer XLEN = 64,
    parameter integer NBLOCKS = 1,
    parameter integer ITYPE_W = 4,
    parameter integer IRETIRE_W = 6,
    parameter integer DRAFT = 0,     // the port of the early draft of the chapter
    parameter integer ASSUME = 0,    // FORMAL: assumptions, not assertions
    parameter integer REPORT = 1000  // cycles that are reported in a simulation
) (
    input  wire                         clk,
    input  wire                         rst,

    // Trace ingress port; block 0 in the low bits is the oldest
    input  wire [NBLOCKS*ITYPE_W-1:0]   itype,
    input  wire [NBLOCKS*XLEN-1:0]      iaddr,
    input  wire [NBLOCKS*IRETIRE_W-1:0] iretire,
    input  wire [2*NBLOCKS-1:0]         ilastsize,
    input  wire [NBLOCKS-1:0]           sijump,
    input  wire [2:0]                   priv,
    input  wire [1:0]                   ctype,
    input  wire [NBLOCKS+1:0]           trigger,
    input  wire                         halted,
    input  wire                         reset,
    input  wire                         lowpower,

    // Rules that this cycle breaks, a bit each, in the order below
    output wire [12:0]                  broken
);

    localparam integer ITYPE_RESERVED  = 0;
    localparam integer PRIV_RESERVED   = 1;
    localparam integer STOPPED         = 2;
    localparam integer GROUP_ORDER     = 3;
    localparam integer TRAP_NEWEST     = 4;
    localparam integer RETIRES_NOTHING = 5;
    localparam integer ILASTSIZE       = 6;
    localparam integer IADDR_ODD       = 7;
    localparam integer CONTIGUOUS      = 8;
    localparam integer PRIV_CHANGE     = 9;
    localparam integer TRIGGER_RETIRED = 10;
    localparam integer NOTIFY_RETIRED  = 11;
    localparam integer SIJUMP_PAIR     = 12;

    localparam [2:0] PRIV_DEBUG = 3'd4;

    generate
        if (!(XLEN == 32 || XLEN == 64) || NBLOCKS < 1 || NBLOCKS > 4 || !(ITYPE_W == 3 || ITYPE_W == 4) ||
            IRETIRE_W < 2 || IRETIRE_W > 8 || DRAFT < 0 || DRAFT > 1 || ASSUME < 0 || ASSUME > 1 ||
            REPORT < 0 || REPORT > 1000000000)
        begin : out_of_range
            nt_ingress_rules_parameters_out_of_range stop();
        end
    endgenerate

    // What the blocks before leave: where the next one begins, in which privilege
    reg            known_reg;      // the next block's address is known
    reg [XLEN-1:0] next_reg;       // this address
    reg            may_load_reg;   // the last instruction was none that itype names
    reg [2:0]      priv_reg;       // of the last block
    reg            may_move_reg;   // privilege may be another by now

    reg            known, may_load, may_move;
    reg [XLEN-1:0] next;
    reg [2:0]      last_priv;

    // Of a block
    reg [3:0]           t;
    reg [XLEN-1:0]      addr;
    reg [IRETIRE_W-1:0] size;
    reg [IRETIRE_W-1:0] last_size;    // of its last instruction, 0 where that is wider than iretire
    reg                 retires, used, trap, has_addr, indirect;

    reg        ended, trapped, any_retires;
    reg [12:0] found;
    integer    b;

    wire stopped = halted || reset || lowpower;

    // Block after block, each with what those before it leave
    always @* begin
        found       = 13'd0;
        known       = known_reg;
        next        = next_reg;
        may_load    = may_load_reg;
        last_priv   = priv_reg;
        may_move    = may_move_reg;
        ended       = 1'b0;
        trapped     = 1'b0;
        any_retires = 1'b0;

        for (b = 0; b < NBLOCKS; b = b + 1) begin
            t         = 4'd0;
            t[ITYPE_W-1:0] = itype[b*ITYPE_W +: ITYPE_W];
            addr      = iaddr[b*XLEN +: XLEN];
            size      = iretire[b*IRETIRE_W +: IRETIRE_W];
            last_size = {{IRETIRE_W-1{1'b0}}, 1'b1} << ilastsize[2*b +: 2];
            retires   = size != {IRETIRE_W{1'b0}};
            used      = retires || t != 4'd0;
            trap      = t == 4'd1 || t == 4'd2;
            has_addr  = retires || (DRAFT == 0 && t == 4'd1);
            indirect  = t == 4'd6 || t == 4'd8 || t == 4'd10 || t == 4'd12 || t == 4'd14;

            if (used) begin
                // Another hart, or the hart in another task
                if (b == 0 && ctype == 2'd3) begin
                    known    = 1'b0;
                    may_load = 1'b0;
                    may_move = 1'b1;
                end

                if ((t == 4'd7 && DRAFT == 0) || (t == 4'd6 && ITYPE_W == 4)) found[ITYPE_RESERVED] = 1'b1;
                if (priv == 3'd2 || priv == 3'd7)                            found[PRIV_RESERVED]   = 1'b1;
                if (stopped)                                                 found[STOPPED]         = 1'b1;
                if (ended)                                                   found[GROUP_ORDER]     = 1'b1;
                if (trapped)                                                 found[TRAP_NEWEST]     = 1'b1;
                if (!retires && !trap)                                       found[RETIRES_NOTHING] = 1'b1;
                if (retires && (size >> ilastsize[2*b +: 2]) == {IRETIRE_W{1'b0}}) found[ILASTSIZE] = 1'b1;
                if (has_addr && addr[0])                                     found[IADDR_ODD]       = 1'b1;

                // A jump that is a block of its own has its pair right before it
                if (indirect && sijump[b] && retires && size == last_size && !(may_load && addr == next))
                    found[SIJUMP_PAIR] = 1'b1;

                // Debug mode is entered and left by no trap
                if ((priv == PRIV_DEBUG) != (last_priv == PRIV_DEBUG)) begin
                    known    = 1'b0;
                    may_move = 1'b1;
                end
                if (has_addr && known && addr != next) found[CONTIGUOUS]  = 1'b1;
                if (!may_move && priv != last_priv)    found[PRIV_CHANGE] = 1'b1;

                // Behind a direct jump, which a narrow itype has no code for, anything may follow
                next      = addr + {{XLEN-IRETIRE_W-1{1'b0}}, size, 1'b0};
                known     = t == 4'd4 || (t == 4'd0 && ITYPE_W == 4);
                may_load  = t == 4'd0;
                last_priv = priv;
                may_move  = trap || t == 4'd3;
            end

            if (trigger[2+b] && !retires) found[NOTIFY_RETIRED] = 1'b1;
            any_retires = any_retires || retires;
            ended       = ended || !used;
            if (used) trapped = trap;
        end

        if (trigger[1:0] != 2'd0 && !any_retires) found[TRIGGER_RETIRED] = 1'b1;
    end

    assign broken = found;

    always @(posedge clk) begin
        known_reg    <= known && !stopped && !rst;
        may_load_reg <= may_load && !stopped && !rst;
        may_move_reg <= may_move || stopped || rst;
        next_reg     <= next;
        priv_reg     <= last_priv;
    end

`ifdef FORMAL
    reg f_started = 1'b0;
    always @(posedge clk) f_started <= 1'b1;

    generate
        if (ASSUME != 0) begin : g_assume
            always @* if (f_started) begin
                r_itype_reserved: assume (!broken[ITYPE_RESERVED]);
                r_priv_reserved: assume (!broken[PRIV_RESERVED]);
                r_stopped: assume (!broken[STOPPED]);
                r_group_order: assume (!broken[GROUP_ORDER]);
                r_trap_newest: assume (!broken[TRAP_NEWEST]);
                r_retires_nothing: assume (!broken[RETIRES_NOTHING]);
                r_ilastsize: assume (!broken[ILASTSIZE]);
                r_iaddr_odd: assume (!broken[IADDR_ODD]);
                r_contiguous: assume (!broken[CONTIGUOUS]);
                r_priv_change: assume (!broken[PRIV_CHANGE]);
                r_trigger_retired: assume (!broken[TRIGGER_RETIRED]);
                r_notify_retired: assume (!broken[NOTIFY_RETIRED]);
                r_sijump_pair: assume (!broken[SIJUMP_PAIR]);
            end
        end else begin : g_assert
            always @* if (f_started) begin
                r_itype_reserved: assert (!broken[ITYPE_RESERVED]);
                r_priv_reserved: assert (!broken[PRIV_RESERVED]);
                r_stopped: assert (!broken[STOPPED]);
                r_group_order: assert (!broken[GROUP_ORDER]);
                r_trap_newest: assert (!broken[TRAP_NEWEST]);
                r_retires_nothing: assert (!broken[RETIRES_NOTHING]);
                r_ilastsize: assert (!broken[ILASTSIZE]);
                r_iaddr_odd: assert (!broken[IADDR_ODD]);
                r_contiguous: assert (!broken[CONTIGUOUS]);
                r_priv_change: assert (!broken[PRIV_CHANGE]);
                r_trigger_retired: assert (!broken[TRIGGER_RETIRED]);
                r_notify_retired: assert (!broken[NOTIFY_RETIRED]);
                r_sijump_pair: assert (!broken[SIJUMP_PAIR]);
            end
        end
    endgenerate
`else
`ifndef SYNTHESIS
    // A line for a cycle: the first of its rules
    reg [32*8-1:0] name;
    integer        cycle, reported;

    always @* begin
        name = "sijump-pair";
        if (broken[NOTIFY_RETIRED])  name = "notify-retired";
        if (broken[TRIGGER_RETIRED]) name = "trigger-retired";
        if (broken[PRIV_CHANGE])     name = "priv-change";
        if (broken[CONTIGUOUS])      name = "contiguous";
        if (broken[IADDR_ODD])       name = "iaddr-odd";
        if (broken[ILASTSIZE])       name = "ilastsize";
        if (broken[RETIRES_NOTHING]) name = "retires-nothing";
        if (broken[TRAP_NEWEST])     name = "trap-newest";
        if (broken[GROUP_ORDER])     name = "group-order";
        if (broken[STOPPED])         name = "stopped";
        if (broken[PRIV_RESERVED])   name = "priv-reserved";
        if (broken[ITYPE_RESERVED])  name = "itype-reserved";
    end

    initial begin
        cycle    = 0;
        reported = 0;
    end

    always @(posedge clk) begin
        if (broken != 13'd0 && reported < REPORT) begin
            $display("%m: cycle %0d: %0s: breaks a rule of the trace ingress port", cycle, name);
            reported <= reported + 1;
        end
        cycle <= cycle + 1;
    end
`endif
`endif

endmodule

`default_nettype wire
