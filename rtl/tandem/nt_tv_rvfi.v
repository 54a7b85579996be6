// SPDX-License-Identifier: Apache-2.0
// From the RISC-V Formal Interface (RVFI) of a core to the lanes of nt_tv_encoder. docs/tandem-rvfi.md.
//
// An instruction is held until the next one comes: that one tells in which mode execution went on,
// where a trap went, and whether something came between the two (an interrupt), which becomes a
// lane of its own. With DEPTH a queue is before that; what it has no room for is lost, and the
// lane of a group with nothing in it says so.
`default_nettype none

module nt_tv_rvfi #(
    parameter integer XLEN = 64,
    // Width of floating-point registers: 0 (none), 32 or 64
    parameter integer FLEN = 64,
    // Width of addresses: 64 with XLEN 64, 32 or 34 with XLEN 32
    parameter integer MLEN = 64,
    // Channels, 1 to 4, in program order
    parameter integer NRET = 1,
    // CSRs that the core has in RVFI, 0 to 16
    parameter integer CSRS = 4,
    // Addresses of memory: 0 mem_addr is physical; 1 it is effective, and physical ones are
    // unknown; 2 it is effective, and mem_paddr is physical
    parameter integer ADDRESSES = 0,
    // 0: mem_rmask may have more bytes than are loaded, and addresses of loads are left out
    parameter integer LOADS = 1,
    // Rows of channels that it holds while the lanes wait, so that a core need not stop: 0 (none),
    // 2 to 64
    parameter integer DEPTH = 0,
    // Derived; do not set
    parameter integer FPR_W = FLEN == 0 ? 1 : FLEN,
    parameter integer CSR_N = CSRS == 0 ? 1 : CSRS
) (
    input  wire                         clk,
    input  wire                         rst,

    // RVFI, channel 0 the oldest
    input  wire [NRET-1:0]              rvfi_valid,
    input  wire [NRET*64-1:0]           rvfi_order,
    input  wire [NRET*32-1:0]           rvfi_insn,
    input  wire [NRET-1:0]              rvfi_trap,
    input  wire [NRET-1:0]              rvfi_halt,
    input  wire [NRET-1:0]              rvfi_intr,
    input  wire [NRET*2-1:0]            rvfi_mode,
    input  wire [NRET*5-1:0]            rvfi_rd_addr,
    input  wire [NRET*XLEN-1:0]         rvfi_rd_wdata,
    input  wire [NRET*XLEN-1:0]         rvfi_pc_rdata,
    input  wire [NRET*XLEN-1:0]         rvfi_pc_wdata,
    input  wire [NRET*XLEN-1:0]         rvfi_mem_addr,
    input  wire [NRET*XLEN/8-1:0]       rvfi_mem_rmask,
    input  wire [NRET*XLEN/8-1:0]       rvfi_mem_wmask,
    input  wire [NRET*XLEN-1:0]         rvfi_mem_wdata,
    // Not of every core; else 0
    input  wire [NRET-1:0]              rvfi_mem_extamo,
    input  wire [NRET*64-1:0]           rvfi_mem_paddr,
    input  wire [NRET-1:0]              rvfi_frd_wvalid,
    input  wire [NRET*5-1:0]            rvfi_frd_addr,
    input  wire [NRET*FPR_W-1:0]        rvfi_frd_wdata,
    // CSRs of each channel, with their numbers
    input  wire [NRET*CSR_N*12-1:0]     rvfi_csr_addr,
    input  wire [NRET*CSR_N*XLEN-1:0]   rvfi_csr_rmask,
    input  wire [NRET*CSR_N*XLEN-1:0]   rvfi_csr_wmask,
    input  wire [NRET*CSR_N*XLEN-1:0]   rvfi_csr_rdata,
    input  wire [NRET*CSR_N*XLEN-1:0]   rvfi_csr_wdata,

    // Core
    output wire                         rvfi_ready,   // low: the channels have to stay, or are lost
    input  wire                         flush,        // the core rests: what is held goes out

    // Lanes
    output reg  [NRET-1:0]              valid,
    output reg  [NRET-1:0]              insn_valid,
    output wire [NRET-1:0]              insn_size,
    output wire [NRET*32-1:0]           insn,
    output reg  [NRET-1:0]              pc_given,
    output reg  [NRET*XLEN-1:0]         pc_next,
    output wire [NRET-1:0]              gpr_valid,
    output wire [NRET*5-1:0]            gpr_addr,
    output wire [NRET*XLEN-1:0]         gpr_data,
    output wire [NRET-1:0]              fpr_valid,
    output wire [NRET*5-1:0]            fpr_addr,
    output wire [NRET*FPR_W-1:0]        fpr_data,
    output wire [NRET*4-1:0]            csr_valid,
    output wire [NRET*4*12-1:0]         csr_addr,
    output wire [NRET*4*XLEN-1:0]       csr_data,
    output wire [NRET-1:0]              paddr_valid,
    output wire [NRET*MLEN-1:0]         paddr,
    output wire [NRET-1:0]              eaddr_valid,
    output wire [NRET*MLEN-1:0]         eaddr,
    output wire [NRET-1:0]              mem_valid,
    output wire [NRET*2-1:0]            mem_size,
    output wire [NRET*64-1:0]           mem_data,
    output reg  [NRET-1:0]              priv_valid,
    output reg  [NRET*2-1:0]            priv,
    input  wire                         ready,        // of the encoder: the lanes are taken

    // What the trace lacks, since the reset
    output wire                         held,         // an instruction waits for the next
    output wire                         overrun,      // the channels did not stay: some are lost
    output wire                         gap,          // of `order`
    output wire [5:0]                   refused       // from bit 0: an instruction of over 32 bits;
                                                      // a mask that is no access; a CSR that is known
                                                      // in part; over four CSRs; mem_extamo; mode 2
);

    // Parameters out of range stop the elaboration: there is no module of that name.
    generate
        if ((XLEN != 32 && XLEN != 64) || (FLEN != 0 && FLEN != 32 && FLEN != 64) ||
            (XLEN == 64 && MLEN != 64) || (XLEN == 32 && MLEN != 32 && MLEN != 34) || NRET < 1 || NRET > 4 ||
            CSRS < 0 || CSRS > 16 || ADDRESSES < 0 || ADDRESSES > 2 || LOADS < 0 || LOADS > 1 ||
            DEPTH < 0 || DEPTH == 1 || DEPTH > 64) begin : out_of_range
            nt_tv_rvfi_parameters_out_of_range stop_here ();
        end
    endgenerate

    localparam integer BODY_W = 1 + 32 + 1 + 5 + XLEN + 1 + 5 + FPR_W + 4*(1 + 12 + XLEN) + 2*(1 + MLEN) + 1 + 2 + 64;
    // {entry, trap, xret, mode, insn_valid, pc_given, pc_next, body}
    localparam integer ITEM_W = 1 + 1 + 1 + 2 + 1 + 1 + XLEN + BODY_W;

    // The channels, or what the queue has of them
    localparam integer ROW_W = NRET*(1 + 64 + 32 + 1 + 1 + 1 + 2 + 5 + 5*XLEN + 2*XLEN/8 + 1 + 64 + 1 + 5 + FPR_W +
                             CSR_N*(12 + 4*XLEN));
    wire [NRET-1:0]               row_valid;
    wire [NRET*64-1:0]            row_order;
    wire [NRET*32-1:0]            row_insn;
    wire [NRET-1:0]               row_trap;
    wire [NRET-1:0]               row_halt;
    wire [NRET-1:0]               row_intr;
    wire [NRET*2-1:0]             row_mode;
    wire [NRET*5-1:0]             row_rd_addr;
    wire [NRET*XLEN-1:0]          row_rd_wdata;
    wire [NRET*XLEN-1:0]          row_pc_rdata;
    wire [NRET*XLEN-1:0]          row_pc_wdata;
    wire [NRET*XLEN-1:0]          row_mem_addr;
    wire [NRET*XLEN/8-1:0]        row_mem_rmask;
    wire [NRET*XLEN/8-1:0]        row_mem_wmask;
    wire [NRET*XLEN-1:0]          row_mem_wdata;
    wire [NRET-1:0]               row_mem_extamo;
    wire [NRET*64-1:0]            row_mem_paddr;
    wire [NRET-1:0]               row_frd_wvalid;
    wire [NRET*5-1:0]             row_frd_addr;
    wire [NRET*FPR_W-1:0]         row_frd_wdata;
    wire [NRET*CSR_N*12-1:0]      row_csr_addr;
    wire [NRET*CSR_N*XLEN-1:0]    row_csr_rmask;
    wire [NRET*CSR_N*XLEN-1:0]    row_csr_wmask;
    wire [NRET*CSR_N*XLEN-1:0]    row_csr_rdata;
    wire [NRET*CSR_N*XLEN-1:0]    row_csr_wdata;
    wire                         row_lost;    // before this row, others were lost
    wire                         row_ready;   // it is done with
    wire                         waiting;     // there are rows in the queue
    wire                         changed;     // channels that had to stay have not
    wire [ROW_W-1:0]             now = {
        rvfi_valid, rvfi_order, rvfi_insn, rvfi_trap, rvfi_halt, rvfi_intr, rvfi_mode,
        rvfi_rd_addr, rvfi_rd_wdata, rvfi_pc_rdata, rvfi_pc_wdata, rvfi_mem_addr,
        rvfi_mem_rmask, rvfi_mem_wmask, rvfi_mem_wdata, rvfi_mem_extamo, rvfi_mem_paddr,
        rvfi_frd_wvalid, rvfi_frd_addr, rvfi_frd_wdata, rvfi_csr_addr, rvfi_csr_rmask,
        rvfi_csr_wmask, rvfi_csr_rdata, rvfi_csr_wdata
    };
    wire [ROW_W-1:0]             row;
    assign {
        row_valid, row_order, row_insn, row_trap, row_halt, row_intr, row_mode, row_rd_addr,
        row_rd_wdata, row_pc_rdata, row_pc_wdata, row_mem_addr, row_mem_rmask, row_mem_wmask,
        row_mem_wdata, row_mem_extamo, row_mem_paddr, row_frd_wvalid, row_frd_addr,
        row_frd_wdata, row_csr_addr, row_csr_rmask, row_csr_wmask, row_csr_rdata, row_csr_wdata
    } = row;
    generate
    if (DEPTH == 0) begin : direct
        assign row        = now;
        assign row_lost   = 1'b0;
        assign waiting    = 1'b0;
        assign rvfi_ready = row_ready;
    end else begin : queued
        nt_tv_rvfi_queue #(.WIDTH(ROW_W), .VALID_W(NRET), .DEPTH(DEPTH)) rows (
            .clk(clk), .rst(rst), .in(now), .in_changed(changed), .in_ready(rvfi_ready),
            .out(row), .out_lost(row_lost), .out_valid(waiting), .out_ready(row_ready)
        );
    end
    endgenerate

    // What is held: an instruction, or the entry before one
    reg              valid_reg;
    reg              sent_reg;        // its lane went out already
    reg              halt_reg;        // no instruction follows for now
    reg [ITEM_W-1:0] item_reg;        // no reset: used only while valid
    // Channels of this cycle that are done with, while others wait
    reg [NRET-1:0]   done_reg;
    reg              noted_reg;       // ... and the loss before them
    // Channels of the cycle before, if they have to stay
    reg              wait_reg;
    reg [NRET-1:0]   wait_valid_reg;  // no resets: used only with wait_reg
    reg [NRET*8-1:0] wait_order_reg;
    // The next `order`
    reg              order_known_reg;
    reg [63:0]       order_reg;       // no reset: used only when known
    reg              overrun_reg;
    reg              gap_reg;
    reg [5:0]        refused_reg;

    // What the channels say
    wire [NRET-1:0]        own_insn_valid;
    wire [NRET-1:0]        own_pc_given;
    wire [NRET-1:0]        own_xret;
    wire [NRET*BODY_W-1:0] own_body;
    wire [NRET*BODY_W-1:0] own_entry;
    wire [NRET*6-1:0]      own_refused;
    wire [NRET*8-1:0]      low_order;
    reg [NRET*BODY_W-1:0] lane_body;
    genvar g;
    generate
    for (g = 0; g < NRET; g = g + 1) begin : channel
        nt_tv_rvfi_channel #(
            .XLEN(XLEN), .FLEN(FLEN), .MLEN(MLEN), .CSRS(CSRS), .ADDRESSES(ADDRESSES), .LOADS(LOADS)
        ) told (
            .insn(row_insn[32*g +: 32]), .trap(row_trap[g]), .mode(row_mode[2*g +: 2]),
            .rd_addr(row_rd_addr[5*g +: 5]), .rd_wdata(row_rd_wdata[XLEN*g +: XLEN]),
            .pc_rdata(row_pc_rdata[XLEN*g +: XLEN]), .pc_wdata(row_pc_wdata[XLEN*g +: XLEN]),
            .mem_addr(row_mem_addr[XLEN*g +: XLEN]), .mem_paddr(row_mem_paddr[64*g +: 64]),
            .mem_rmask(row_mem_rmask[XLEN/8*g +: XLEN/8]),
            .mem_wmask(row_mem_wmask[XLEN/8*g +: XLEN/8]),
            .mem_wdata(row_mem_wdata[XLEN*g +: XLEN]), .mem_extamo(row_mem_extamo[g]),
            .frd_wvalid(row_frd_wvalid[g]), .frd_addr(row_frd_addr[5*g +: 5]),
            .frd_wdata(row_frd_wdata[FPR_W*g +: FPR_W]),
            .csr_addr(row_csr_addr[CSR_N*12*g +: CSR_N*12]),
            .csr_rmask(row_csr_rmask[CSR_N*XLEN*g +: CSR_N*XLEN]),
            .csr_wmask(row_csr_wmask[CSR_N*XLEN*g +: CSR_N*XLEN]),
            .csr_rdata(row_csr_rdata[CSR_N*XLEN*g +: CSR_N*XLEN]),
            .csr_wdata(row_csr_wdata[CSR_N*XLEN*g +: CSR_N*XLEN]),
            .insn_valid(own_insn_valid[g]), .pc_given(own_pc_given[g]),
            .body(own_body[BODY_W*g +: BODY_W]), .xret(own_xret[g]),
            .refused(own_refused[6*g +: 6]), .entry_body(own_entry[BODY_W*g +: BODY_W])
        );
        assign low_order[8*g +: 8] = rvfi_order[64*g +: 8];
        assign {insn_size[g], insn[32*g +: 32],
                gpr_valid[g], gpr_addr[5*g +: 5], gpr_data[XLEN*g +: XLEN],
                fpr_valid[g], fpr_addr[5*g +: 5], fpr_data[FPR_W*g +: FPR_W],
                csr_valid[4*g +: 4], csr_addr[48*g +: 48], csr_data[4*XLEN*g +: 4*XLEN],
                paddr_valid[g], paddr[MLEN*g +: MLEN], eaddr_valid[g], eaddr[MLEN*g +: MLEN],
                mem_valid[g], mem_size[2*g +: 2], mem_data[64*g +: 64]} = lane_body[BODY_W*g +: BODY_W];
    end
    endgenerate

    assign changed = wait_reg && (rvfi_valid != wait_valid_reg ||
                                  (low_order ^ wait_order_reg) != {NRET*8{1'b0}});
    wire [NRET-1:0] pending = row_valid & ~done_reg;
    wire            losing  = row_lost && !noted_reg;
    wire            resting = pending == {NRET{1'b0}} && !losing && (flush || halt_reg);

    // From the item that is held through the channels, oldest first: each sends the lane of what came
    // before it, and is what comes before the next
    reg                   there, gone, halts, stopped, known;
    reg                   entry, other;
    reg [NRET-1:0]        accepted;
    reg                   gaps;
    reg [63:0]            order;
    reg [5:0]             reasons;
    reg                   is_entry, is_trap, is_xret, is_insn, is_given;
    reg [1:0]             mode;
    reg [XLEN-1:0]        pc;
    reg [BODY_W-1:0]      body;
    integer i;
    always @* begin
        there   = valid_reg;
        gone    = sent_reg;
        halts   = halt_reg;
        stopped = 1'b0;
        known   = order_known_reg;
        order   = order_reg;
        gaps    = 1'b0;
        reasons = 6'd0;
        entry   = 1'b0;
        other   = 1'b0;
        accepted = {NRET{1'b0}};
        {is_entry, is_trap, is_xret, mode, is_insn, is_given, pc, body} = item_reg;
        for (i = 0; i < NRET; i = i + 1) begin
            // The lane, if nothing follows in this channel
            valid[i]                     = i == 0 && resting && there && !gone;
            insn_valid[i]                = is_insn;
            pc_given[i]                  = is_given || is_trap;
            pc_next[XLEN*i +: XLEN]      = pc;
            priv_valid[i]                = is_entry && mode != 2'd2;
            priv[2*i +: 2]               = mode;
            lane_body[BODY_W*i +: BODY_W] = body;
            if (i == 0 && losing) begin
                // A group with nothing in it stands for what is lost
                valid[0] = there && !gone;
                there    = 1'b1;
                gone     = 1'b0;
                is_entry = 1'b1;
                is_trap  = 1'b0;
                is_xret  = 1'b0;
                is_insn  = 1'b0;
                is_given = 1'b0;
                halts    = 1'b0;
                mode     = 2'd2;
                body     = {BODY_W{1'b0}};
                stopped  = pending != {NRET{1'b0}};
            end else if (pending[i] && !stopped) begin
                other = row_pc_rdata[XLEN*i +: XLEN] != pc;
                // Whether something came between that no instruction made
                entry = !there ? 1'b1
                      : gone   ? row_intr[i] || other || is_trap || row_mode[2*i +: 2] != mode ||
                                (is_entry && !is_given)
                      : is_entry ? other || !is_given
                      : !is_trap && (row_intr[i] || other);
                valid[i] = there && !gone;
                if (is_trap) pc_next[XLEN*i +: XLEN] = row_pc_rdata[XLEN*i +: XLEN];
                if (!entry && (is_trap || is_xret || row_mode[2*i +: 2] != mode)) begin
                    priv_valid[i]  = row_mode[2*i +: 2] != 2'd2;
                    priv[2*i +: 2] = row_mode[2*i +: 2];
                end

                there    = 1'b1;
                gone     = 1'b0;
                is_entry = entry;
                is_trap  = !entry && row_trap[i];
                is_xret  = !entry && own_xret[i];
                is_insn  = !entry && own_insn_valid[i];
                is_given = entry || own_pc_given[i];
                halts    = row_halt[i];
                mode     = row_mode[2*i +: 2];
                pc       = entry ? row_pc_rdata[XLEN*i +: XLEN] : row_pc_wdata[XLEN*i +: XLEN];
                body     = entry ? own_entry[BODY_W*i +: BODY_W] : own_body[BODY_W*i +: BODY_W];
                stopped  = entry;
                if (!entry) begin
                    accepted[i] = 1'b1;
                    gaps    = gaps || (known && row_order[64*i +: 64] != order);
                    order   = row_order[64*i +: 64] + 64'd1;
                    known   = 1'b1;
                    reasons = reasons | own_refused[6*i +: 6];
                end
            end
        end
        if (rst) valid = {NRET{1'b0}};
    end

    assign row_ready  = ready && !stopped;
    assign held       = (valid_reg && !sent_reg) || waiting;
    assign overrun    = overrun_reg;
    assign gap        = gap_reg;
    assign refused    = refused_reg;

    always @(posedge clk) begin
        if (rst) begin
            valid_reg       <= 1'b0;
            sent_reg        <= 1'b0;
            halt_reg        <= 1'b0;
            done_reg        <= {NRET{1'b0}};
            noted_reg       <= 1'b0;
            wait_reg        <= 1'b0;
            order_known_reg <= 1'b0;
            overrun_reg     <= 1'b0;
            gap_reg         <= 1'b0;
            refused_reg     <= 6'd0;
        end else begin
            wait_reg    <= rvfi_valid != {NRET{1'b0}} && !rvfi_ready;
            overrun_reg <= overrun_reg || changed;
            if (ready) begin
                valid_reg       <= there;
                sent_reg        <= gone || (resting && valid_reg);
                halt_reg        <= halts;
                done_reg        <= stopped ? done_reg | accepted : {NRET{1'b0}};
                noted_reg       <= stopped && (noted_reg || losing);
                order_known_reg <= known;
                gap_reg         <= gap_reg || gaps;
                refused_reg     <= refused_reg | reasons;
            end
        end
        wait_valid_reg <= rvfi_valid;
        wait_order_reg <= low_order;
        if (ready) begin
            item_reg  <= {is_entry, is_trap, is_xret, mode, is_insn, is_given, pc, body};
            order_reg <= order;
        end
    end

`ifdef FORMAL
    `include "nt_tv_rvfi_contract.vh"
`endif

endmodule

`default_nettype wire
