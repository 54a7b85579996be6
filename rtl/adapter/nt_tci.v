// SPDX-License-Identifier: Apache-2.0
// From the TraceCoreInterface of Rocket, and of cores that use its TraceCoreIngress, to the trace ingress
// port. docs/adapters.md.
`default_nettype none

module nt_tci #(
    // Width of addresses, 32 or 64: iaddrWidth and xlen of TraceCoreParams
    parameter integer XLEN = 64,
    // Groups, 1 to 4: nGroups, with iretireWidth 1
    parameter integer NGROUPS = 1,
    // Of the encoder: blocks in a cycle, 1 to 4; width of iretire, 2 to 8
    parameter integer NBLOCKS = 1,
    parameter integer IRETIRE_W = 6,
    // 1: traps have cause and tval; 0: both are always 0
    parameter integer CAUSES = 1,
    // Items of the queue, NGROUPS + 1 to 64
    parameter integer DEPTH = 4 * NGROUPS
) (
    input  wire                         clk,
    input  wire                         rst,

    // TraceCoreInterface; group 0 in the low bits
    input  wire [NGROUPS-1:0]           group_iretire,
    input  wire [NGROUPS*XLEN-1:0]      group_iaddr,
    input  wire [NGROUPS*4-1:0]         group_itype,
    input  wire [NGROUPS-1:0]           group_ilastsize,
    input  wire [3:0]                   group_priv,
    input  wire [XLEN-1:0]              group_tval,
    input  wire [XLEN-1:0]              group_cause,
    // Levels, ignored in a cycle with a group; else 0
    input  wire                         hart_reset,
    input  wire                         hart_lowpower,

    // Trace ingress port
    output wire [NBLOCKS*3-1:0]         itype,
    output wire [NBLOCKS*XLEN-1:0]      iaddr,
    output wire [NBLOCKS*IRETIRE_W-1:0] iretire,
    output wire [2*NBLOCKS-1:0]         ilastsize,
    output wire [5:0]                   cause,
    output wire [XLEN-1:0]              tval,
    output wire [2:0]                   priv,
    output wire                         halted,
    output wire                         reset,
    output wire                         lowpower,

    output wire                         overrun     // since the reset instructions were lost
);

    // Parameters out of range stop the elaboration: there is no module of that name.
    generate
        if ((XLEN != 32 && XLEN != 64) || NBLOCKS < 1 || NBLOCKS > 4 || IRETIRE_W < 2 || IRETIRE_W > 8 || CAUSES < 0 ||
            CAUSES > 1 || DEPTH > 64 || DEPTH < NGROUPS + 1 || NGROUPS < 1 || NGROUPS > 4) begin : out_of_range
            nt_tci_parameters_out_of_range stop_here ();
        end
    endgenerate

    `include "nt_codes.vh"

    localparam integer ITEMS  = NGROUPS + 1;
    localparam integer ITEM_W = (CAUSES == 0 ? 1 : 6 + XLEN) + XLEN + 12;

    wire [NGROUPS-1:0]   trap;
    wire [NGROUPS-1:0]   ends;
    wire [NGROUPS*4-1:0] code;
    genvar g;
    generate
    for (g = 0; g < NGROUPS; g = g + 1) begin : group
        wire [3:0] own = group_itype[4*g +: 4];
        // The code of returns is that of trap returns
        assign code[4*g +: 4] = own == ITYPE_RETURN ? ITYPE_TRAP_RETURN : own;
        assign trap[g] = own == ITYPE_EXCEPTION || own == ITYPE_INTERRUPT;
        assign ends[g] = own != ITYPE_NONE;
    end
    endgenerate
    wire [ITEMS-1:0]        item_valid;
    wire [ITEMS*ITEM_W-1:0] items;
    wire                    ready;
    nt_groups #(
        .XLEN(XLEN), .NRET(NGROUPS), .CAUSES(CAUSES)
    ) groups (
        .clk(clk), .rst(rst), .valid(group_iretire), .trap(trap), .code(code), .ends(ends), .size(group_ilastsize),
        .pc(group_iaddr), .from_priv({1'b0, group_priv[1:0]}), .debug(group_priv[2]), .trap_cause(group_cause[5:0]),
        .trap_tval(group_tval), .hart_reset(hart_reset), .hart_lowpower(hart_lowpower),
        .item_valid(item_valid), .items(items), .ready(ready), .overrun(overrun)
    );

    wire [NBLOCKS-1:0] sijump;  // none
    nt_block_queue #(
        .XLEN(XLEN), .ITEMS(ITEMS), .DEPTH(DEPTH), .TAKE(ITEMS), .NBLOCKS(NBLOCKS), .ITYPE_W(3),
        .IRETIRE_W(IRETIRE_W), .CAUSES(CAUSES)
    ) queue (
        .clk(clk), .rst(rst), .in_valid(item_valid), .in(items), .in_ready(ready), .itype(itype), .iaddr(iaddr),
        .iretire(iretire), .ilastsize(ilastsize), .sijump(sijump), .cause(cause), .tval(tval), .priv(priv),
        .halted(halted), .reset(reset), .lowpower(lowpower)
    );
    wire unused = &{1'b0, sijump, group_priv[3], group_cause[XLEN-1:6]};

endmodule

`default_nettype wire
