// SPDX-License-Identifier: Apache-2.0
// Takes what happened in a cycle, and hands it on as items, each of which becomes a group: a reset, an
// initialization and the counters one by one, each in a cycle of its own, then all lanes side by side.
`include "nt_tv_item.vh"
`default_nettype none

module nt_tv_intake #(
    // As in nt_tv_encoder
    parameter integer XLEN = 64,
    parameter integer FLEN = 64,
    parameter integer MLEN = 64,
    parameter integer NRET = 1,
    parameter integer INCREMENT = 0,
    // Derived; do not set
    parameter integer FPR_W  = `NT_TV_FPR_W(FLEN),
    parameter integer ITEM_W = `NT_TV_ITEM_W(XLEN, FLEN, MLEN)
) (
    input  wire                   clk,
    input  wire                   rst,

    // As in nt_tv_encoder
    output wire                   ready,
    input  wire                   reset,
    input  wire                   init_valid,
    input  wire [1:0]             init_kind,
    input  wire [MLEN-1:0]        init_addr,
    input  wire [1:0]             init_size,
    input  wire [63:0]            init_data,
    input  wire                   mtime_valid,
    input  wire [63:0]            mtime,
    input  wire                   mcycle_valid,
    input  wire [63:0]            mcycle,
    input  wire                   minstret_valid,
    input  wire [63:0]            minstret,
    input  wire [NRET-1:0]        valid,
    input  wire [NRET-1:0]        insn_valid,
    input  wire [NRET-1:0]        insn_size,
    input  wire [NRET*32-1:0]     insn,
    input  wire [NRET-1:0]        pc_given,
    input  wire [NRET*XLEN-1:0]   pc_next,
    input  wire [NRET-1:0]        gpr_valid,
    input  wire [NRET*5-1:0]      gpr_addr,
    input  wire [NRET*XLEN-1:0]   gpr_data,
    input  wire [NRET-1:0]        fpr_valid,
    input  wire [NRET*5-1:0]      fpr_addr,
    input  wire [NRET*FPR_W-1:0]  fpr_data,
    input  wire [NRET*4-1:0]      csr_valid,
    input  wire [NRET*48-1:0]     csr_addr,
    input  wire [NRET*4*XLEN-1:0] csr_data,
    input  wire [NRET-1:0]        flags_valid,
    input  wire [NRET*5-1:0]      flags,
    input  wire [NRET-1:0]        paddr_valid,
    input  wire [NRET*MLEN-1:0]   paddr,
    input  wire [NRET-1:0]        eaddr_valid,
    input  wire [NRET*MLEN-1:0]   eaddr,
    input  wire [NRET-1:0]        mem_valid,
    input  wire [NRET*2-1:0]      mem_size,
    input  wire [NRET*64-1:0]     mem_data,
    input  wire [NRET-1:0]        priv_valid,
    input  wire [NRET*2-1:0]      priv,

    // Items
    input  wire                   go,          // what is offered is taken
    output wire                   busy,        // something is here
    output wire [NRET-1:0]        item_valid,
    output wire [NRET*ITEM_W-1:0] items
);

    localparam integer RESET    = 0;
    localparam integer INIT     = 1;
    localparam integer COUNTERS = 2;
    localparam integer LANES    = 3;

    localparam [1:0] INIT_REGISTER = 2'd0;
    localparam [1:0] INIT_MEMORY   = 2'd1;
    localparam [1:0] INIT_PC       = 2'd2;

    localparam [11:0] MCYCLE    = 12'hb00;
    localparam [11:0] MINSTRET  = 12'hb02;
    localparam [11:0] MCYCLEH   = 12'hb80;
    localparam [11:0] MINSTRETH = 12'hb82;

    // What is still to be handed on, in the order of the trace
    reg [3:0] pending_reg;

    // No reset: pending_reg and the valid bits tell what means something
    reg [1:0]             init_kind_reg;
    reg [MLEN-1:0]        init_addr_reg;
    reg [1:0]             init_size_reg;
    reg [63:0]            init_data_reg;
    reg                   mtime_valid_reg;
    reg [63:0]            mtime_reg;
    reg                   mcycle_valid_reg;
    reg [63:0]            mcycle_reg;
    reg                   minstret_valid_reg;
    reg [63:0]            minstret_reg;
    reg [NRET-1:0]        valid_reg;
    reg [NRET-1:0]        insn_valid_reg;
    reg [NRET-1:0]        insn_size_reg;
    reg [NRET*32-1:0]     insn_reg;
    reg [NRET-1:0]        pc_given_reg;
    reg [NRET*XLEN-1:0]   pc_next_reg;
    reg [NRET-1:0]        gpr_valid_reg;  // of x0: no
    reg [NRET*5-1:0]      gpr_addr_reg;
    reg [NRET*XLEN-1:0]   gpr_data_reg;
    reg [NRET-1:0]        fpr_valid_reg;
    reg [NRET*5-1:0]      fpr_addr_reg;
    reg [NRET*FPR_W-1:0]  fpr_data_reg;
    reg [NRET*4-1:0]      csr_valid_reg;
    reg [NRET*48-1:0]     csr_addr_reg;
    reg [NRET*4*XLEN-1:0] csr_data_reg;
    reg [NRET-1:0]        flags_valid_reg;
    reg [NRET*5-1:0]      flags_reg;
    reg [NRET-1:0]        paddr_valid_reg;
    reg [NRET*MLEN-1:0]   paddr_reg;
    reg [NRET-1:0]        eaddr_valid_reg;
    reg [NRET*MLEN-1:0]   eaddr_reg;
    reg [NRET-1:0]        mem_valid_reg;
    reg [NRET*2-1:0]      mem_size_reg;
    reg [NRET*64-1:0]     mem_data_reg;
    reg [NRET-1:0]        priv_valid_reg;
    reg [NRET*2-1:0]      priv_reg;

    // The first of what is pending goes; the rest stays
    wire [3:0] first = pending_reg & (~pending_reg + 4'd1);
    wire [3:0] rest  = pending_reg & ~first;

    assign ready = go && rest == 4'd0;
    assign busy  = pending_reg != 4'd0;

    wire take_lanes    = ready && |valid;
    wire take_init     = ready && init_valid;
    wire take_counters = ready && (mtime_valid || mcycle_valid || minstret_valid);

    wire [NRET-1:0] writes_gpr;

    genvar g;
    generate
        for (g = 0; g < NRET; g = g + 1) begin : x0
            assign writes_gpr[g] = gpr_valid[g] && gpr_addr[5*g +: 5] != 5'd0;
        end
    endgenerate

    always @(posedge clk) begin
        if (rst) pending_reg <= 4'd0;
        else if (ready) pending_reg <= {|valid, mtime_valid || mcycle_valid || minstret_valid, init_valid, reset};
        else if (go) pending_reg <= rest;
        if (take_init) begin
            init_kind_reg <= init_kind;
            init_addr_reg <= init_addr;
            init_size_reg <= init_size;
            init_data_reg <= init_data;
        end
        if (take_counters) begin
            mtime_valid_reg    <= mtime_valid;
            mtime_reg          <= mtime;
            mcycle_valid_reg   <= mcycle_valid;
            mcycle_reg         <= mcycle;
            minstret_valid_reg <= minstret_valid;
            minstret_reg       <= minstret;
        end
        if (take_lanes) begin
            valid_reg       <= valid;
            insn_valid_reg  <= insn_valid;
            insn_size_reg   <= insn_size;
            insn_reg        <= insn;
            pc_given_reg    <= pc_given;
            pc_next_reg     <= pc_next;
            gpr_valid_reg   <= writes_gpr;
            gpr_addr_reg    <= gpr_addr;
            gpr_data_reg    <= gpr_data;
            fpr_valid_reg   <= fpr_valid;
            fpr_addr_reg    <= fpr_addr;
            fpr_data_reg    <= fpr_data;
            csr_valid_reg   <= csr_valid;
            csr_addr_reg    <= csr_addr;
            csr_data_reg    <= csr_data;
            flags_valid_reg <= flags_valid;
            flags_reg       <= flags;
            paddr_valid_reg <= paddr_valid;
            paddr_reg       <= paddr;
            eaddr_valid_reg <= eaddr_valid;
            eaddr_reg       <= eaddr;
            mem_valid_reg   <= mem_valid;
            mem_size_reg    <= mem_size;
            mem_data_reg    <= mem_data;
            priv_valid_reg  <= priv_valid;
            priv_reg        <= priv;
        end
    end

    // What each lane's GPR was
    wire [NRET-1:0]   delta_add;
    wire [NRET-1:0]   delta_set;
    wire [NRET*8-1:0] delta_amount;

    generate
        if (INCREMENT != 0) begin : copied
            reg [NRET-1:0]       known_reg;
            reg [NRET*XLEN-1:0]  old_reg;
            wire [NRET-1:0]      known;
            wire [NRET*XLEN-1:0] old;

            nt_tv_copy #(
                .XLEN(XLEN),
                .NRET(NRET)
            ) copy (
                .clk(clk),
                .rst(rst),
                .forget(ready && reset),
                .init_valid(take_init && init_kind == INIT_REGISTER && init_addr[12:5] == 8'h80 &&
                            init_addr[4:0] != 5'd0),
                .init_addr(init_addr[4:0]),
                .init_data(init_data[XLEN-1:0]),
                .write(valid & writes_gpr & {NRET{ready}}),
                .addr(gpr_addr),
                .data(gpr_data),
                .known(known),
                .value(old)
            );

            always @(posedge clk) if (take_lanes) begin
                known_reg <= known;
                old_reg   <= old;
            end

            for (g = 0; g < NRET; g = g + 1) begin : lane
                nt_tv_delta #(
                    .XLEN(XLEN)
                ) delta (
                    .known(known_reg[g]),
                    .old(old_reg[XLEN*g +: XLEN]),
                    .now(gpr_data_reg[XLEN*g +: XLEN]),
                    .add(delta_add[g]),
                    .set(delta_set[g]),
                    .amount(delta_amount[8*g +: 8])
                );
            end
        end else begin : not_copied
            assign delta_add    = {NRET{1'b0}};
            assign delta_set    = {NRET{1'b0}};
            assign delta_amount = {NRET*8{1'b0}};
        end
    endgenerate

    // What initializes: registers go where a lane has them
    wire init_register = first[INIT] && init_kind_reg == INIT_REGISTER;
    wire init_memory   = first[INIT] && init_kind_reg == INIT_MEMORY;
    wire init_pc       = first[INIT] && init_kind_reg == INIT_PC;
    wire init_gpr      = init_register && init_addr_reg[12:5] == 8'h80;
    wire init_fpr      = init_register && init_addr_reg[12:5] == 8'h81;
    wire init_csr      = init_register && !init_addr_reg[12];
    wire counters      = first[COUNTERS];

    // Counters: the lower and upper half of mcycle and minstret, of 32 bits; else one CSR each
    wire [3:0]        counter_valid;
    wire [4*XLEN-1:0] counter_data;

    generate
        if (XLEN == 32) begin : halves
            assign counter_valid = {{2{minstret_valid_reg}}, {2{mcycle_valid_reg}}};
            assign counter_data  = {minstret_reg, mcycle_reg};
        end else begin : whole
            assign counter_valid = {1'b0, minstret_valid_reg, 1'b0, mcycle_valid_reg};
            assign counter_data  = {{XLEN{1'b0}}, minstret_reg, {XLEN{1'b0}}, mcycle_reg};
        end
        for (g = 0; g < NRET; g = g + 1) begin : lane
            wire              item_reset       = g == 0 && first[RESET];
            wire              item_init        = g == 0 && (first[INIT] || first[COUNTERS]);
            wire              own              = g != 0 || first[LANES];
            wire              item_pc_given    = own ? pc_given_reg[g] : init_pc;
            wire              item_insn_valid  = own && insn_valid_reg[g];
            wire              item_pc_step     = item_insn_valid && !pc_given_reg[g];
            wire [XLEN-1:0]   item_pc          = own ? pc_next_reg[XLEN*g +: XLEN] : init_data_reg[XLEN-1:0];
            wire              item_insn_size   = insn_size_reg[g];
            wire [31:0]       item_insn        = insn_reg[32*g +: 32];
            wire              item_gpr_valid   = own ? gpr_valid_reg[g] : init_gpr;
            wire              item_gpr_add     = own && delta_add[g];
            wire              item_gpr_set     = own && delta_set[g];
            wire [7:0]        item_gpr_amount  = delta_amount[8*g +: 8];
            wire [4:0]        item_gpr_addr    = own ? gpr_addr_reg[5*g +: 5] : init_addr_reg[4:0];
            wire [XLEN-1:0]   item_gpr_data    = own ? gpr_data_reg[XLEN*g +: XLEN] : init_data_reg[XLEN-1:0];
            wire              item_fpr_valid   = own ? fpr_valid_reg[g] : init_fpr;
            wire [4:0]        item_fpr_addr    = own ? fpr_addr_reg[5*g +: 5] : init_addr_reg[4:0];
            wire [FPR_W-1:0]  item_fpr_data    = own ? fpr_data_reg[FPR_W*g +: FPR_W] : init_data_reg[FPR_W-1:0];
            wire [3:0]        item_csr_valid   = own ? csr_valid_reg[4*g +: 4]
                                                     : {3'd0, init_csr} | (counter_valid & {4{counters}});
            wire [47:0]       item_csr_addr    = own ? csr_addr_reg[48*g +: 48]
                                               : {MINSTRETH, MINSTRET, MCYCLEH,
                                                  counters ? MCYCLE : init_addr_reg[11:0]};
            wire [4*XLEN-1:0] item_csr_data    = own ? csr_data_reg[4*XLEN*g +: 4*XLEN]
                                               : {counter_data[4*XLEN-1:XLEN],
                                                  counters ? counter_data[XLEN-1:0] : init_data_reg[XLEN-1:0]};
            wire              item_flags_valid = own && flags_valid_reg[g];
            wire [4:0]        item_flags       = flags_reg[5*g +: 5];
            wire              item_request     = !own && init_memory;
            wire              item_paddr_valid = own ? paddr_valid_reg[g] : init_memory;
            wire [MLEN-1:0]   item_paddr       = own ? paddr_reg[MLEN*g +: MLEN] : init_addr_reg;
            wire              item_eaddr_valid = own && eaddr_valid_reg[g];
            wire [MLEN-1:0]   item_eaddr       = eaddr_reg[MLEN*g +: MLEN];
            wire              item_mem_time    = !own && counters;
            wire              item_mem_valid   = own ? mem_valid_reg[g] : init_memory || (counters && mtime_valid_reg);
            wire [1:0]        item_mem_size    = own ? mem_size_reg[2*g +: 2] : counters ? 2'd3 : init_size_reg;
            wire [63:0]       item_mem_data    = own ? mem_data_reg[64*g +: 64] : counters ? mtime_reg : init_data_reg;
            wire              item_priv_valid  = own && priv_valid_reg[g];
            wire [1:0]        item_priv        = priv_reg[2*g +: 2];

            assign items[ITEM_W*g +: ITEM_W] = `NT_TV_ITEM;
            assign item_valid[g] = first[LANES] ? valid_reg[g] : g == 0 && busy;
        end
    endgenerate

    wire unused = &{1'b0, init_addr_reg};

`ifdef FORMAL
    // Contract. The item of one lane, any, is compared with what was taken; one register, any, is followed
    (* anyconst *) reg [1:0] f_lane;
    (* anyconst *) reg [4:0] f_register;
    localparam integer F_LANE_W = 1 + 1 + 1 + 32 + 1 + XLEN + 1 + 5 + XLEN + 1 + 5 + FPR_W + 4 + 48 + 4*XLEN + 1 + 5 + 1 + MLEN +
                          1 + MLEN + 1 + 2 + 64 + 1 + 2;
    reg                     f_started = 1'b0;
    reg                     f_rst, f_go;
    reg [NRET-1:0]          f_was_valid;
    reg [NRET*ITEM_W-1:0]   f_was;
    reg [3:0]               f_left;      // what is still due: reset, initialization, counters, lanes
    // What was taken
    reg [1:0]               f_kind;
    reg [MLEN-1:0]          f_addr;
    reg [1:0]               f_size;
    reg [63:0]              f_data;
    reg [2:0]               f_counted;   // minstret, mcycle, mtime
    reg [63:0]              f_minstret, f_mcycle, f_mtime;
    reg [F_LANE_W-1:0]      f_taken;
    reg [NRET-1:0]          f_writes;
    reg [NRET*5-1:0]        f_addrs;
    reg [NRET*XLEN-1:0]     f_values;
    // What a reader of the trace knows of the register, and knows after the lanes before this one
    reg                     f_known, f_then_known, f_own_known;
    reg [XLEN-1:0]          f_value, f_then_value, f_own_value;

    // The item
    `NT_TV_ITEM_WIRES
    wire [ITEM_W-1:0] f_item = items >> (ITEM_W*f_lane);
    assign `NT_TV_ITEM = f_item;

    wire f_item_valid = item_valid[f_lane];
    wire f_own_valid, f_insn_valid, f_insn_size, f_pc_given, f_gpr_valid, f_fpr_valid, f_flags_valid, f_paddr_valid,
         f_eaddr_valid, f_mem_valid, f_priv_valid;
    wire [31:0] f_insn;
    wire [XLEN-1:0] f_pc, f_gpr_data;
    wire [4:0] f_gpr_addr, f_fpr_addr, f_flags;
    wire [FPR_W-1:0] f_fpr_data;
    wire [3:0] f_csr_valid;
    wire [47:0] f_csr_addr;
    wire [4*XLEN-1:0] f_csr_data;
    wire [MLEN-1:0] f_paddr, f_eaddr;
    wire [1:0] f_mem_size, f_priv;
    wire [63:0] f_mem_data;
    assign {f_own_valid, f_insn_valid, f_insn_size, f_insn, f_pc_given, f_pc, f_gpr_valid, f_gpr_addr, f_gpr_data,
            f_fpr_valid, f_fpr_addr, f_fpr_data, f_csr_valid, f_csr_addr, f_csr_data, f_flags_valid, f_flags,
            f_paddr_valid, f_paddr, f_eaddr_valid, f_eaddr, f_mem_valid, f_mem_size, f_mem_data, f_priv_valid, f_priv} = f_taken;

    // First in the order of the trace
    wire f_resets = f_left[0];
    wire f_inits  = f_left[1:0] == 2'b10;
    wire f_counts = f_left[2:0] == 3'b100;
    wire f_lanes  = f_left == 4'b1000;
    wire f_last   = (f_left & (f_left - 4'd1)) == 4'd0;
    wire f_is_register = f_kind == INIT_REGISTER;
    wire f_is_gpr = f_is_register && f_addr[12:5] == 8'h80;
    wire f_is_fpr = f_is_register && f_addr[12:5] == 8'h81;
    wire f_is_csr = f_is_register && !f_addr[12];
    // Elements that the item has: pc, step, instruction, GPR, FPR, CSRs, fcsr, addresses, data, privilege
    wire [13:0] f_has = {item_pc_given, item_pc_step, item_insn_valid, item_gpr_valid, item_fpr_valid, item_csr_valid,
                         item_flags_valid, item_paddr_valid, item_eaddr_valid, item_mem_valid, item_priv_valid};
    wire [13:0] f_of_init = {f_kind == INIT_PC, 2'b00, f_is_gpr, f_is_fpr, 3'b000, f_is_csr, 1'b0, f_kind == INIT_MEMORY,
                             1'b0, f_kind == INIT_MEMORY, 1'b0};
    wire [3:0]  f_of_counters = XLEN == 32 ? {{2{f_counted[2]}}, {2{f_counted[1]}}}
                                           : {1'b0, f_counted[2], 1'b0, f_counted[1]};
    wire [XLEN-1:0] f_told = item_gpr_add ? f_own_value + {{XLEN-8{item_gpr_amount[7]}}, item_gpr_amount}
                                          : f_own_value | {{XLEN-8{1'b0}}, item_gpr_amount};

    integer f;
    always @* begin
        f_then_known = f_known && !f_resets;
        f_then_value = f_value;
        f_own_known  = f_known;
        f_own_value  = f_value;
        if (f_inits && f_is_gpr && f_addr[4:0] == f_register) begin
            f_then_known = 1'b1;
            f_then_value = f_data[XLEN-1:0];
        end
        if (f_lanes)
            for (f = 0; f < NRET; f = f + 1) begin
                if (f == {30'd0, f_lane}) begin
                    f_own_known = f_then_known;
                    f_own_value = f_then_value;
                end
                if (f_writes[f] && f_addrs[5*f +: 5] == f_register) begin
                    f_then_known = 1'b1;
                    f_then_value = f_values[XLEN*f +: XLEN];
                end
            end
    end

    always @(posedge clk) begin
        f_started   <= 1'b1;
        f_rst       <= rst;
        f_go        <= go;
        f_was_valid <= item_valid;
        f_was       <= items;
        if (rst) begin
            f_left  <= 4'd0;
            f_known <= 1'b0;
        end else if (go) begin
            f_known <= f_then_known;
            f_value <= f_then_value;
            f_left  <= !f_last ? f_left & (f_left - 4'd1) :
                       {valid != {NRET{1'b0}}, mtime_valid || mcycle_valid || minstret_valid, init_valid, reset};
            if (f_last) begin
                f_kind     <= init_kind;
                f_addr     <= init_addr;
                f_size     <= init_size;
                f_data     <= init_data;
                f_counted  <= {minstret_valid, mcycle_valid, mtime_valid};
                f_minstret <= minstret;
                f_mcycle   <= mcycle;
                f_mtime    <= mtime;
                f_writes   <= valid & gpr_valid;
                f_addrs    <= gpr_addr;
                f_values   <= gpr_data;
                f_taken    <= {valid[f_lane], insn_valid[f_lane], insn_size[f_lane], insn[32*f_lane +: 32], pc_given[f_lane],
                               pc_next[XLEN*f_lane +: XLEN], gpr_valid[f_lane], gpr_addr[5*f_lane +: 5],
                               gpr_data[XLEN*f_lane +: XLEN], fpr_valid[f_lane], fpr_addr[5*f_lane +: 5],
                               fpr_data[FPR_W*f_lane +: FPR_W], csr_valid[4*f_lane +: 4], csr_addr[48*f_lane +: 48],
                               csr_data[4*XLEN*f_lane +: 4*XLEN], flags_valid[f_lane], flags[5*f_lane +: 5],
                               paddr_valid[f_lane], paddr[MLEN*f_lane +: MLEN], eaddr_valid[f_lane],
                               eaddr[MLEN*f_lane +: MLEN], mem_valid[f_lane], mem_size[2*f_lane +: 2],
                               mem_data[64*f_lane +: 64], priv_valid[f_lane], priv[2*f_lane +: 2]};
            end
        end
    end

    always @* begin
        if (!f_started) a_reset: assume (rst);
        a_lane: assume (f_lane < NRET && f_register != 5'd0);
        a_kind: assume (!init_valid || init_kind != 2'd3);
    end

    always @* if (f_started && !f_rst) begin
        // All of a cycle is taken, or nothing; each comes once, in the order of the trace
        p_ready: assert (ready == (go && f_last));
        p_busy:  assert (busy == (f_left != 4'd0));
        p_valid: assert (f_item_valid == (f_lanes ? f_own_valid : f_left != 4'd0 && f_lane == 2'd0));
        if (!f_go) p_stable: assert (item_valid == f_was_valid && items == f_was);
        if (f_item_valid) begin
            p_kind: assert (item_reset == f_resets && item_init == (f_inits || f_counts));
            if (f_resets) p_none: assert (f_has == 14'd0);
            if (f_inits) begin
                p_init: assert (f_has == f_of_init && item_request == (f_kind == INIT_MEMORY) && !item_mem_time);
                p_memory: assert (f_kind != INIT_MEMORY ||
                                  (item_paddr == f_addr && item_mem_size == f_size && item_mem_data == f_data));
                p_pc: assert (f_kind != INIT_PC || item_pc == f_data[XLEN-1:0]);
                p_register: assert ((!f_is_gpr || (item_gpr_addr == f_addr[4:0] && item_gpr_data == f_data[XLEN-1:0] &&
                                                   !item_gpr_add && !item_gpr_set)) &&
                                    (!f_is_fpr || (item_fpr_addr == f_addr[4:0] && item_fpr_data == f_data[FPR_W-1:0])) &&
                                    (!f_is_csr || (item_csr_addr[11:0] == f_addr[11:0] && item_csr_data[XLEN-1:0] == f_data[XLEN-1:0])));
            end
            if (f_counts) begin
                p_counters: assert (f_has == {5'd0, f_of_counters, 3'd0, f_counted[0], 1'b0} && item_mem_time && !item_request &&
                                    item_csr_addr == {MINSTRETH, MINSTRET, MCYCLEH, MCYCLE});
                p_counts: assert ((!f_counted[0] || (item_mem_size == 2'd3 && item_mem_data == f_mtime)) &&
                                  (!f_counted[1] || item_csr_data[0 +: 64] == f_mcycle) &&
                                  (!f_counted[2] || item_csr_data[2*XLEN +: 64] == f_minstret));
            end
            if (f_lanes) begin
                p_has: assert (f_has == {f_pc_given, f_insn_valid && !f_pc_given, f_insn_valid, f_gpr_valid && f_gpr_addr != 5'd0,
                                         f_fpr_valid, f_csr_valid, f_flags_valid, f_paddr_valid, f_eaddr_valid, f_mem_valid,
                                         f_priv_valid} && !item_request && !item_mem_time);
                p_lane: assert (item_pc == f_pc && item_insn_size == f_insn_size && item_insn == f_insn &&
                                item_gpr_addr == f_gpr_addr && item_gpr_data == f_gpr_data && item_fpr_addr == f_fpr_addr &&
                                item_fpr_data == f_fpr_data && item_csr_addr == f_csr_addr && item_csr_data == f_csr_data &&
                                item_flags == f_flags && item_paddr == f_paddr && item_eaddr == f_eaddr &&
                                item_mem_size == f_mem_size && item_mem_data == f_mem_data && item_priv == f_priv);
                if (item_gpr_valid && item_gpr_addr == f_register && (item_gpr_add || item_gpr_set))
                    p_told: assert (INCREMENT != 0 && f_own_known && f_told == f_gpr_data);
            end
        end
        i_left: assert (pending_reg == f_left);
        if (f_left[1]) i_init: assert (init_kind_reg == f_kind && init_addr_reg == f_addr && init_size_reg == f_size && init_data_reg == f_data);
        if (f_left[2]) i_counters: assert ({minstret_valid_reg, mcycle_valid_reg, mtime_valid_reg} == f_counted &&
                                           mtime_reg == f_mtime && mcycle_reg == f_mcycle && minstret_reg == f_minstret);
        i_kind: assert (!f_left[1] || f_kind != 2'd3);
        if (f_left[3]) i_lane: assert ({valid_reg[f_lane], insn_valid_reg[f_lane], insn_size_reg[f_lane], insn_reg[32*f_lane +: 32],
                pc_given_reg[f_lane], pc_next_reg[XLEN*f_lane +: XLEN], gpr_valid_reg[f_lane], gpr_addr_reg[5*f_lane +: 5],
                gpr_data_reg[XLEN*f_lane +: XLEN], fpr_valid_reg[f_lane], fpr_addr_reg[5*f_lane +: 5],
                fpr_data_reg[FPR_W*f_lane +: FPR_W], csr_valid_reg[4*f_lane +: 4], csr_addr_reg[48*f_lane +: 48],
                csr_data_reg[4*XLEN*f_lane +: 4*XLEN], flags_valid_reg[f_lane], flags_reg[5*f_lane +: 5],
                paddr_valid_reg[f_lane], paddr_reg[MLEN*f_lane +: MLEN], eaddr_valid_reg[f_lane],
                eaddr_reg[MLEN*f_lane +: MLEN], mem_valid_reg[f_lane], mem_size_reg[2*f_lane +: 2],
                mem_data_reg[64*f_lane +: 64], priv_valid_reg[f_lane], priv_reg[2*f_lane +: 2]} ==
               {f_own_valid, f_insn_valid, f_insn_size, f_insn, f_pc_given, f_pc, f_gpr_valid && f_gpr_addr != 5'd0, f_gpr_addr,
                f_gpr_data, f_fpr_valid, f_fpr_addr, f_fpr_data, f_csr_valid, f_csr_addr, f_csr_data, f_flags_valid, f_flags,
                f_paddr_valid, f_paddr, f_eaddr_valid, f_eaddr, f_mem_valid, f_mem_size, f_mem_data, f_priv_valid, f_priv});
        c_all:   cover (f_left == 4'hf && go);
        c_lane:  cover (f_lanes && f_item_valid && f_lane == NRET-1 && !f_go);
        c_small: cover (INCREMENT == 0 || (f_lanes && f_item_valid && item_gpr_valid && item_gpr_set && item_gpr_addr == f_register));
        c_next:  cover (f_lanes && ready && valid != {NRET{1'b0}} && reset);
    end
    always @* if (f_started) p_reset: assert (!f_rst || (!busy && item_valid == {NRET{1'b0}}));
`endif

endmodule

`default_nettype wire
