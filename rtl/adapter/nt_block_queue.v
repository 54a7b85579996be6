// SPDX-License-Identifier: Apache-2.0
// Items of a hart, in order, become blocks of the trace ingress port: a queue, and from its oldest items
// in each cycle what the port can say at once. docs/adapters.md.
//
// An item is an instruction, a trap, or a stop: the hart is halted, in reset or in low power until the
// next item. Instructions that follow each other in memory become one block, and a trap ends the one
// before it; a cycle has one privilege, and ends with a trap.
`default_nettype none

module nt_block_queue #(
    parameter integer XLEN = 64,
    // Items that come in a cycle at most, 1 to 8
    parameter integer ITEMS = 2,
    // Items that it holds, ITEMS to 64
    parameter integer DEPTH = 4,
    // Items that leave in a cycle at most, 1 to DEPTH
    parameter integer TAKE = 2,
    // As in nt_encoder
    parameter integer NBLOCKS = 1,
    parameter integer ITYPE_W = 4,
    parameter integer IRETIRE_W = 6,
    // 1: traps have cause and tval; 0: both are 0
    parameter integer CAUSES = 1,
    // Widths (derived; do not set)
    parameter integer VALUE_W = CAUSES == 0 ? 1 : 6 + XLEN,
    parameter integer BASE_W  = XLEN + 12,
    parameter integer ITEM_W  = BASE_W + VALUE_W
) (
    input  wire                         clk,
    input  wire                         rst,

    // Items of this cycle, the oldest in the low bits; those that are not valid are skipped.
    // {cause, tval; iaddr; priv, or of a stop {lowpower, reset, halted}; itype of 4 bits, with `ends` also
    // where it is ITYPE_NONE; sijump; size: 1 for 32 bits; ends; kind}
    input  wire [ITEMS-1:0]             in_valid,
    input  wire [ITEMS*ITEM_W-1:0]      in,
    output wire                         in_ready,   // 0: there is no room for them, and none is taken

    // Trace ingress port
    output reg  [NBLOCKS*ITYPE_W-1:0]   itype,
    output reg  [NBLOCKS*XLEN-1:0]      iaddr,
    output reg  [NBLOCKS*IRETIRE_W-1:0] iretire,
    output reg  [2*NBLOCKS-1:0]         ilastsize,
    output reg  [NBLOCKS-1:0]           sijump,
    output reg  [5:0]                   cause,
    output reg  [XLEN-1:0]              tval,
    output reg  [2:0]                   priv,
    output wire                         halted,
    output wire                         reset,
    output wire                         lowpower
);

    `include "nt_codes.vh"
    `include "nt_item.vh"

    localparam integer LEVEL_W = $clog2(DEPTH + 1);
    localparam integer USED_W  = $clog2(NBLOCKS + 1);

    reg [LEVEL_W-1:0]      level_reg;   // items that are held
    reg [DEPTH*ITEM_W-1:0] items_reg;   // no reset: the oldest in the low bits, used only below the level
    reg [2:0]              status_reg;  // {lowpower, reset, halted}

    reg [3:0] coming;
    integer   c;
    always @* begin
        coming = 4'd0;
        for (c = 0; c < ITEMS; c = c + 1) coming = coming + {3'd0, in_valid[c]};
    end
    // If there are any, one leaves at least
    assign in_ready = {{32-LEVEL_W{1'b0}}, level_reg} + {28'd0, coming} <= DEPTH + {31'd0, level_reg != {LEVEL_W{1'b0}}};
    assign {lowpower, reset, halted} = status_reg;

    // With itype of 3 bits there is one code for what cannot be inferred, and none for direct jumps.
    function [ITYPE_W-1:0] coded(input [3:0] t);
        if (ITYPE_W == 4 || !t[3])
            coded = t[ITYPE_W-1:0];
        else
            coded = t == ITYPE_DIRECT_CALL || t == ITYPE_DIRECT_JUMP || t == ITYPE_OTHER_DIRECT
                        ? ITYPE_NONE[ITYPE_W-1:0] : ITYPE_INDIRECT[ITYPE_W-1:0];
    endfunction

    // The oldest items, into blocks until something has to wait
    reg [LEVEL_W-1:0]           taken;
    reg [USED_W-1:0]            used;
    reg                         waits, open, joins, is_trap;
    reg [IRETIRE_W:0]           length, halves;
    reg [VALUE_W-1:0]           item_value;
    reg [XLEN-1:0]              item_iaddr;
    reg [2:0]                   item_priv;
    reg [3:0]                   item_itype;
    reg [ITYPE_W-1:0]           code;
    reg                         item_sijump, item_size, item_ends;
    reg [1:0]                   item_kind;
    reg [NBLOCKS*ITYPE_W-1:0]   next_itype;
    reg [NBLOCKS*XLEN-1:0]      next_iaddr;
    reg [NBLOCKS*IRETIRE_W-1:0] next_iretire;
    reg [2*NBLOCKS-1:0]         next_ilastsize;
    reg [NBLOCKS-1:0]           next_sijump;
    reg [6+XLEN-1:0]            next_value;
    reg [2:0]                   next_priv, next_status;
    integer i, b;
    always @* begin
        taken          = {LEVEL_W{1'b0}};
        used           = {USED_W{1'b0}};
        waits          = 1'b0;
        open           = 1'b0;
        length         = {IRETIRE_W+1{1'b0}};
        next_itype     = {NBLOCKS*ITYPE_W{1'b0}};
        next_iaddr     = {NBLOCKS*XLEN{1'b0}};
        next_iretire   = {NBLOCKS*IRETIRE_W{1'b0}};
        next_ilastsize = {2*NBLOCKS{1'b0}};
        next_sijump    = {NBLOCKS{1'b0}};
        next_value     = {6+XLEN{1'b0}};
        next_priv      = items_reg[9 +: 3];
        next_status    = status_reg;
        b              = 0;  // so that it is no latch
        for (i = 0; i < TAKE; i = i + 1) begin
            {item_value, item_iaddr, item_priv, item_itype, item_sijump, item_size, item_ends, item_kind} =
                items_reg[ITEM_W*i +: ITEM_W];
            is_trap = item_kind == KIND_TRAP;
            halves  = {{IRETIRE_W-1{1'b0}}, !is_trap && item_size, !is_trap && !item_size};
            joins   = open && length + halves < {1'b1, {IRETIRE_W{1'b0}}};
            length  = joins ? length + halves : halves;
            code    = coded(item_itype);
            waits   = waits || i[LEVEL_W-1:0] >= level_reg || (item_kind == KIND_STOP && i != 0) ||
                      item_priv != next_priv || (!joins && used == NBLOCKS[USED_W-1:0]);
            if (!waits) begin
                taken = taken + {{LEVEL_W-1{1'b0}}, 1'b1};
                if (item_kind == KIND_STOP) begin
                    next_status = item_priv;
                    waits       = 1'b1;
                end else begin
                    next_status = 3'd0;
                    open        = !item_ends;
                    if (!joins) used = used + {{USED_W-1{1'b0}}, 1'b1};
                    for (b = 0; b < NBLOCKS; b = b + 1)
                        if (b + 1 == {{32-USED_W{1'b0}}, used}) begin
                            next_itype[ITYPE_W*b +: ITYPE_W] = code;
                            if (!joins) next_iaddr[XLEN*b +: XLEN] = item_iaddr;
                            next_iretire[IRETIRE_W*b +: IRETIRE_W] = length[IRETIRE_W-1:0];
                            if (!is_trap) next_ilastsize[2*b +: 2] = {1'b0, item_size};
                            next_sijump[b] = item_sijump;
                        end
                    if (is_trap) begin
                        next_value[VALUE_W-1:0] = item_value;
                        waits      = 1'b1;
                    end
                end
            end
        end
    end

    // What stays moves down, and what comes is put above it
    reg [DEPTH*ITEM_W-1:0] next_items;
    reg [LEVEL_W-1:0]      next_level;
    integer k, j;
    always @* begin
        next_items = items_reg >> (taken * ITEM_W);
        next_level = level_reg - taken;
        k          = 0;  // so that it is no latch
        for (j = 0; j < ITEMS; j = j + 1)
            if (in_valid[j] && in_ready) begin
                for (k = 0; k < DEPTH; k = k + 1)
                    if (k[LEVEL_W-1:0] == next_level) next_items[ITEM_W*k +: ITEM_W] = in[ITEM_W*j +: ITEM_W];
                next_level = next_level + {{LEVEL_W-1{1'b0}}, 1'b1};
            end
    end

    always @(posedge clk) begin
        if (rst) begin
            level_reg  <= {LEVEL_W{1'b0}};
            status_reg <= 3'd0;
            itype      <= {NBLOCKS*ITYPE_W{1'b0}};
            iretire    <= {NBLOCKS*IRETIRE_W{1'b0}};
        end else begin
            level_reg  <= next_level;
            status_reg <= next_status;
            itype      <= next_itype;
            iretire    <= next_iretire;
        end
        items_reg <= next_items;
        iaddr     <= next_iaddr;
        ilastsize <= next_ilastsize;
        sijump    <= next_sijump;
        priv      <= next_priv;
        {cause, tval} <= next_value;
    end

`ifdef FORMAL
    `include "nt_block_queue_contract.vh"
`endif

endmodule

`default_nettype wire
