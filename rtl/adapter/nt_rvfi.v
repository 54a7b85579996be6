// SPDX-License-Identifier: Apache-2.0
// From the RISC-V Formal Interface (RVFI) of a core to the trace ingress port. docs/adapters.md.
//
// Each instruction that retires becomes a part of a block. What leaves the line by no instruction is a
// trap: of it the port hears when the next instruction comes, in a handler. Nothing else waits for it.
`default_nettype none

module nt_rvfi #(
    // Width of addresses, 32 or 64
    parameter integer XLEN = 64,
    // Channels of RVFI, 1 to 4, in program order
    parameter integer NRET = 1,
    // Of the encoder: blocks in a cycle, 1 to 4; width of itype, 3 or 4; width of iretire, 2 to 8
    parameter integer NBLOCKS = 1,
    parameter integer ITYPE_W = 4,
    parameter integer IRETIRE_W = 6,
    // 1: sijump is found; 0: it is always 0
    parameter integer SIJUMP = 1,
    // 1: traps have cause and tval; 0: both are always 0
    parameter integer CAUSES = 1,
    // Items of the queue: an instruction, trap or stop each; 2 * NRET to 64
    parameter integer DEPTH = 4 * NRET
) (
    input  wire                         clk,
    input  wire                         rst,

    // RVFI, channel 0 the oldest; of every core
    input  wire [NRET-1:0]              rvfi_valid,
    input  wire [NRET*32-1:0]           rvfi_insn,
    input  wire [NRET-1:0]              rvfi_trap,
    input  wire [NRET-1:0]              rvfi_halt,
    input  wire [NRET-1:0]              rvfi_intr,
    input  wire [NRET*2-1:0]            rvfi_mode,
    input  wire [NRET*XLEN-1:0]         rvfi_pc_rdata,
    input  wire [NRET*XLEN-1:0]         rvfi_pc_wdata,

    // Not in RVFI; of each channel, with rvfi_valid. What a core lacks is 0
    input  wire [NRET-1:0]              hart_virtual,  // V = 1
    input  wire [NRET-1:0]              hart_debug,    // an instruction of debug mode: not traced
    input  wire [NRET*6-1:0]            hart_cause,    // xcause and xtval of its mode, as it finds them:
    input  wire [NRET*XLEN-1:0]         hart_tval,     // needed of the first instruction of a handler
    // Levels, ignored in a cycle with a valid channel
    input  wire                         hart_reset,
    input  wire                         hart_lowpower,

    // Trace ingress port
    output wire [NBLOCKS*ITYPE_W-1:0]   itype,
    output wire [NBLOCKS*XLEN-1:0]      iaddr,
    output wire [NBLOCKS*IRETIRE_W-1:0] iretire,
    output wire [2*NBLOCKS-1:0]         ilastsize,
    output wire [NBLOCKS-1:0]           sijump,
    output wire [5:0]                   cause,
    output wire [XLEN-1:0]              tval,
    output wire [2:0]                   priv,
    output wire                         halted,
    output wire                         reset,
    output wire                         lowpower,

    output wire                         overrun        // since the reset instructions were lost
);

    // Parameters out of range stop the elaboration: there is no module of that name.
    generate
        if ((XLEN != 32 && XLEN != 64) || NBLOCKS < 1 || NBLOCKS > 4 || IRETIRE_W < 2 || IRETIRE_W > 8 || CAUSES < 0 ||
            CAUSES > 1 || DEPTH > 64 || DEPTH < 2*NRET || NRET < 1 || NRET > 4 || SIJUMP < 0 || SIJUMP > 1 ||
            (ITYPE_W != 3 && ITYPE_W != 4)) begin : out_of_range
            nt_rvfi_parameters_out_of_range stop_here ();
        end
    endgenerate

    `include "nt_codes.vh"
    `include "nt_item.vh"

    localparam integer ITEMS = 2 * NRET;
    localparam integer VALUE_W = CAUSES == 0 ? 1 : 6 + XLEN;
    localparam integer ITEM_W  = VALUE_W + XLEN + 12;
    localparam [2:0] HALTED = 3'b001;  // {lowpower, reset, halted}

    // What came before
    reg            known_reg;    // an instruction; what follows is known from it
    reg            trap_reg;     // it trapped, and did not retire
    reg            xret_reg;     // it returned from a trap
    reg            loads_reg;    // it loaded `rd` with what the code alone tells
    reg [4:0]      rd_reg;       // no resets from here on: used only when known
    reg [2:0]      priv_reg;     // its privilege
    reg [XLEN-1:0] pc_reg;       // where the hart goes on, or of an instruction that trapped its own
    // What stops
    reg            stop_reg;     // the port has to hear yet that the hart is halted
    reg [2:0]      status_reg;   // what it heard last, if no instruction came since
    reg            overrun_reg;

    // What each channel says
    wire [NRET-1:0]      own_size;
    wire [NRET-1:0]      own_trap;
    wire [NRET-1:0]      own_loads;
    wire [NRET*5-1:0]    own_rd;
    wire [NRET*5-1:0]    own_rs1;
    wire [NRET*4-1:0]    own_itype;
    wire [NRET*3-1:0]    own_priv;
    wire [NRET*XLEN-1:0] own_after;
    wire [NRET*VALUE_W-1:0] own_value;
    genvar g;
    generate
    for (g = 0; g < NRET; g = g + 1) begin : channel
        wire [3:0]      code;
        wire            trap_call;
        wire [XLEN-1:0] pc       = rvfi_pc_rdata[XLEN*g +: XLEN];
        wire [XLEN-1:0] target   = rvfi_pc_wdata[XLEN*g +: XLEN];
        wire [XLEN-1:0] in_line  = pc + {{XLEN-3{1'b0}}, own_size[g], !own_size[g], 1'b0};
        wire            leaves   = target != in_line;
        wire [1:0]      mode     = rvfi_mode[2*g +: 2];

        nt_instruction #(
            .XLEN(XLEN)
        ) instruction (
            .insn(rvfi_insn[32*g +: 32]), .size(own_size[g]), .itype(code), .trap_call(trap_call),
            .loads(own_loads[g]), .rd(own_rd[5*g +: 5]), .rs1(own_rs1[5*g +: 5])
        );

        assign own_trap[g] = rvfi_trap[g] || (trap_call && leaves);
        assign own_itype[4*g +: 4] = code == ITYPE_NOT_TAKEN && leaves ? ITYPE_TAKEN : code;
        assign own_after[XLEN*g +: XLEN] = own_trap[g] ? pc : code == ITYPE_NONE ? in_line : target;
        assign own_priv[3*g +: 3] = !hart_virtual[g] || mode[1] ? {1'b0, mode}
                                  : mode[0] ? PRIV_VS : PRIV_VU;
        if (CAUSES == 0) begin : no_value
            assign own_value[g] = 1'b0;
            wire unused = &{1'b0, hart_cause[6*g +: 6], hart_tval[XLEN*g +: XLEN]};
        end else begin : value
            assign own_value[VALUE_W*g +: VALUE_W] = {hart_cause[6*g +: 6], hart_tval[XLEN*g +: XLEN]};
        end
    end
    endgenerate

    // From what came before through the channels, oldest first: each is what comes before the next.
    // Of each channel come two items: what was before the instruction, and the instruction.
    reg                    known, trapped, xret, loads, stops, moves, entry, pairs;
    reg [4:0]              rd;
    reg [2:0]              at, status, own;
    reg [XLEN-1:0]         pc;
    reg [3:0]              code;
    reg [VALUE_W-1:0]      value;
    reg [ITEMS-1:0]        item_valid;
    reg [ITEMS*ITEM_W-1:0] items;
    integer i;
    always @* begin
        known   = known_reg;
        trapped = trap_reg;
        xret    = xret_reg;
        loads   = loads_reg;
        rd      = rd_reg;
        at      = priv_reg;
        pc      = pc_reg;
        stops   = stop_reg;
        status  = status_reg;
        moves   = 1'b0;
        entry  = 1'b0;
        pairs   = 1'b0;
        own     = 3'd0;
        code    = ITYPE_NONE;
        value   = {VALUE_W{1'b0}};
        item_valid = {ITEMS{1'b0}};
        for (i = 0; i < NRET; i = i + 1) begin
            own   = own_priv[3*i +: 3];
            code  = own_itype[4*i +: 4];
            value = own_value[VALUE_W*i +: VALUE_W];
            // No instruction led here
            moves  = trapped || rvfi_intr[i] || rvfi_pc_rdata[XLEN*i +: XLEN] != pc || (!xret && own != at);
            entry = stops || (known && moves);
            // The register that it jumps by was loaded right before
            pairs  = SIJUMP != 0 && known && !entry && loads && rd != 5'd0 && rd == own_rs1[5*i +: 5] &&
                     code[3] && !code[0];
            items[ITEM_W*2*i +: ITEM_W] =
                stops ? {{VALUE_W{1'b0}}, {XLEN{1'b0}}, HALTED, ITYPE_NONE, 3'b000, KIND_STOP}
                      : {value, pc, at, trapped ? ITYPE_EXCEPTION : ITYPE_INTERRUPT, 3'b001, KIND_TRAP};
            items[ITEM_W*(2*i+1) +: ITEM_W] = {{VALUE_W{1'b0}}, rvfi_pc_rdata[XLEN*i +: XLEN], own, code, pairs,
                                               own_size[i], code != ITYPE_NONE, KIND_INSN};
            if (rvfi_valid[i] && hart_debug[i]) begin
                known = 1'b0;
                stops = !status[0];
            end else if (rvfi_valid[i]) begin
                item_valid[2*i]   = entry;
                item_valid[2*i+1] = !own_trap[i];
                status  = !own_trap[i] ? 3'd0 : stops ? HALTED : entry ? 3'd0 : status;
                known   = 1'b1;
                trapped = own_trap[i];
                xret    = !own_trap[i] && code == ITYPE_TRAP_RETURN;
                loads   = !own_trap[i] && own_loads[i];
                rd      = own_rd[5*i +: 5];
                at      = own;
                pc      = own_after[XLEN*i +: XLEN];
                stops   = rvfi_halt[i];
            end
        end
        // Nothing comes: time to say why
        if (rvfi_valid == {NRET{1'b0}} &&
            (stops || ((hart_reset || hart_lowpower) && status[2:1] != {hart_lowpower, hart_reset}))) begin
            status = stops ? HALTED : {hart_lowpower, hart_reset, status[0] && !hart_reset};
            known  = 1'b0;
            stops  = 1'b0;
            item_valid[0] = 1'b1;
            items[0 +: ITEM_W] = {{VALUE_W{1'b0}}, {XLEN{1'b0}}, status, ITYPE_NONE, 3'b000, KIND_STOP};
        end
    end

    // No room: what came is lost, and the port hears of a halt
    wire ready;
    wire lost = !ready;

    always @(posedge clk) begin
        if (rst) begin
            known_reg   <= 1'b0;
            stop_reg    <= 1'b0;
            status_reg  <= 3'd0;
            overrun_reg <= 1'b0;
        end else begin
            known_reg   <= known;
            stop_reg    <= stops || lost;
            status_reg  <= lost ? status_reg : status;
            overrun_reg <= overrun_reg || lost;
        end
        trap_reg  <= trapped;
        xret_reg  <= xret;
        loads_reg <= loads;
        rd_reg    <= rd;
        priv_reg  <= at;
        pc_reg    <= pc;
    end
    assign overrun = overrun_reg;

    nt_block_queue #(
        .XLEN(XLEN), .ITEMS(ITEMS), .DEPTH(DEPTH), .TAKE(NRET + 1), .NBLOCKS(NBLOCKS), .ITYPE_W(ITYPE_W),
        .IRETIRE_W(IRETIRE_W), .CAUSES(CAUSES)
    ) queue (
        .clk(clk), .rst(rst), .in_valid(item_valid), .in(items), .in_ready(ready), .itype(itype), .iaddr(iaddr),
        .iretire(iretire), .ilastsize(ilastsize), .sijump(sijump), .cause(cause), .tval(tval), .priv(priv),
        .halted(halted), .reset(reset), .lowpower(lowpower)
    );

`ifdef FORMAL
    `include "nt_rvfi_contract.vh"
`endif

endmodule

`default_nettype wire
