// SPDX-License-Identifier: Apache-2.0
// From what CVA6 gives its Instruction Trace Interface (ITI), rvfi_to_iti, to the trace ingress port.
// docs/adapters.md.
`default_nettype none

module nt_iti #(
    // Width of addresses, 32 or 64
    parameter integer XLEN = 64,
    // Commit ports, 1 or 2: NrCommitPorts
    parameter integer NRET = 2,
    // Of the encoder: blocks in a cycle, NRET to 4; width of iretire, 2 to 8
    parameter integer NBLOCKS = 2,
    parameter integer IRETIRE_W = 6,
    // 1: traps have cause and tval; 0: both are always 0
    parameter integer CAUSES = 1,
    // Items of the queue, NRET + 1 to 64
    parameter integer DEPTH = 4 * NRET
) (
    input  wire                         clk,
    input  wire                         rst,

    // rvfi_to_iti; commit port 0 in the low bits
    input  wire [NRET-1:0]              valid,
    input  wire [NRET*XLEN-1:0]         pc,
    input  wire [NRET-1:0]              op_return,      // op is MRET, SRET or DRET
    input  wire [NRET-1:0]              op_branch,      // op is EQ, NE, LTS, GES, LTU or GEU
    input  wire [NRET-1:0]              op_jalr,        // op is JALR
    input  wire [NRET-1:0]              is_compressed,
    input  wire [NRET-1:0]              is_taken,
    input  wire                         ex_valid,
    input  wire [XLEN-1:0]              ex_tval,        // tval
    input  wire [XLEN-1:0]              ex_cause,       // cause
    input  wire [1:0]                   priv_lvl,
    // Not in it; what a core lacks is 0
    input  wire                         hart_debug,     // the instructions of this cycle are of debug mode
    input  wire                         hart_reset,     // levels, ignored in a cycle with an instruction
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

    output wire                         overrun         // since the reset instructions were lost
);

    // Parameters out of range stop the elaboration: there is no module of that name.
    generate
        if ((XLEN != 32 && XLEN != 64) || NBLOCKS < 1 || NBLOCKS > 4 || IRETIRE_W < 2 || IRETIRE_W > 8 || CAUSES < 0 ||
            CAUSES > 1 || DEPTH > 64 || DEPTH < NRET + 1 || NRET < 1 || NRET > 2 || NBLOCKS < NRET) begin : out_of_range
            nt_iti_parameters_out_of_range stop_here ();
        end
    endgenerate

    `include "nt_codes.vh"

    localparam integer ITEMS  = NRET + 1;
    localparam integer ITEM_W = (CAUSES == 0 ? 1 : 6 + XLEN) + XLEN + 12;

    wire [NRET-1:0]   comes;
    wire [NRET-1:0]   trap;
    wire [NRET*4-1:0] code;
    genvar g;
    generate
    for (g = 0; g < NRET; g = g + 1) begin : port
        // An exception or interrupt is of port 0, and then nothing retires
        assign trap[g]  = g == 0 && ex_valid;
        assign comes[g] = ex_valid ? g == 0 : valid[g];
        assign code[4*g +: 4] = ex_valid ? (ex_cause[XLEN-1] ? ITYPE_INTERRUPT : ITYPE_EXCEPTION)
                              : op_return[g] ? ITYPE_TRAP_RETURN
                              : op_branch[g] ? (is_taken[g] ? ITYPE_TAKEN : ITYPE_NOT_TAKEN)
                              : op_jalr[g] ? ITYPE_OTHER_INDIRECT : ITYPE_NONE;
    end
    endgenerate

    // A direct jump looks like any other instruction, so each ends its block
    wire [ITEMS-1:0]        item_valid;
    wire [ITEMS*ITEM_W-1:0] items;
    wire                    ready;
    nt_groups #(
        .XLEN(XLEN), .NRET(NRET), .CAUSES(CAUSES)
    ) groups (
        .clk(clk), .rst(rst), .valid(comes), .trap(trap), .code(code), .ends({NRET{1'b1}}), .size(~is_compressed),
        .pc(pc), .from_priv({1'b0, priv_lvl}), .debug(hart_debug), .trap_cause(ex_cause[5:0]), .trap_tval(ex_tval),
        .hart_reset(hart_reset), .hart_lowpower(hart_lowpower),
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
    wire unused = &{1'b0, sijump, ex_cause[XLEN-2:6]};

endmodule

`default_nettype wire
