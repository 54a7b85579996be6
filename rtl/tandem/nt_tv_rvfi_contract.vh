// SPDX-License-Identifier: Apache-2.0
// Contract of nt_tv_rvfi: a reader of the lanes knows before each instruction its pc and its mode, and
// sees each that was accepted once, in order. It holds as long as the core obeys rvfi_ready.
    localparam integer F_ROW_W = NRET*(1 + 64 + 32 + 1 + 1 + 2 + XLEN + 5 + XLEN);

    reg               f_started = 1'b0;
    reg               f_obeys;           // channels stayed whenever they had to
    reg               f_waits;           // they have to stay in this cycle
    reg [F_ROW_W-1:0] f_row;             // as they were
    reg               f_stuck;           // the encoder was ready, and the core had to wait
    reg               f_flushed;         // nothing may be held
    // What a reader knows of the lanes so far
    reg               f_known;
    reg [XLEN-1:0]    f_pc;
    reg [1:0]         f_mode;
    // The instruction that is held, as RVFI has it
    reg               f_due;
    reg [XLEN-1:0]    f_own_pc;
    reg [1:0]         f_own_mode;
    reg [31:0]        f_own_insn;
    reg [4:0]         f_own_rd;
    reg [XLEN-1:0]    f_own_data;
    reg               f_own_trap;

    wire [F_ROW_W-1:0] f_now = {rvfi_valid, rvfi_order, rvfi_insn, rvfi_trap, rvfi_intr, rvfi_mode,
                                rvfi_pc_rdata, rvfi_rd_addr, rvfi_rd_wdata};
    wire f_stays = !f_waits || f_now == f_row;
    wire f_item_entry = item_reg[ITEM_W-1];
    wire f_item_trap  = item_reg[ITEM_W-2];
    wire f_item_given = item_reg[BODY_W+XLEN];
    wire f_item_size  = item_reg[BODY_W-1];
    wire [1:0]      f_item_mode = item_reg[BODY_W+XLEN+2 +: 2];
    wire [XLEN-1:0] f_item_pc   = item_reg[BODY_W +: XLEN];
    wire            f_item_insn_valid = item_reg[BODY_W+XLEN+1];
    wire [31:0]     f_item_insn = item_reg[BODY_W-2 -: 32];
    wire            f_item_gpr  = item_reg[BODY_W-34];
    wire [4:0]      f_item_rd   = item_reg[BODY_W-35 -: 5];
    wire [XLEN-1:0] f_item_data = item_reg[BODY_W-40 -: XLEN];
    wire            f_item_mem  = item_reg[66];
    wire [NRET*64-1:0]   f_row_order = f_row[F_ROW_W-1-NRET -: NRET*64];
    wire [NRET*2-1:0]    f_row_mode  = f_row[NRET*(2*XLEN+5) +: NRET*2];
    wire [NRET*XLEN-1:0] f_row_pc    = f_row[NRET*(XLEN+5) +: NRET*XLEN];

    // For the induction: the channel that waits for an entry
    reg [NRET*8-1:0] f_row_low;
    reg              f_row_any;
    reg [XLEN-1:0]   f_wait_pc;
    reg [1:0]        f_wait_mode;
    integer w;
    always @* begin
        f_row_any   = 1'b0;
        f_wait_pc   = {XLEN{1'b0}};
        f_wait_mode = 2'd0;
        f_row_low   = {NRET*8{1'b0}};
        for (w = NRET - 1; w >= 0; w = w - 1) begin
            f_row_low[8*w +: 8] = f_row_order[64*w +: 8];
            if (wait_valid_reg[w] && !done_reg[w]) begin
                f_row_any   = 1'b1;
                f_wait_pc   = f_row_pc[XLEN*w +: XLEN];
                f_wait_mode = f_row_mode[2*w +: 2];
            end
        end
    end

    // From lane to lane
    reg            f_then_known;
    reg [XLEN-1:0] f_then_pc;
    reg [1:0]      f_then_mode;
    reg            f_then_due;
    reg [XLEN-1:0] f_then_own_pc;
    reg [1:0]      f_then_own_mode;
    reg [31:0]     f_then_own_insn;
    reg [4:0]      f_then_own_rd;
    reg [XLEN-1:0] f_then_own_data;
    reg            f_then_own_trap;
    reg            f_pc_good, f_mode_good, f_same, f_pairs, f_first, f_silent;
    reg [NRET-1:0] f_entries;
    integer f;
    always @* begin
        f_then_known    = f_known;
        f_then_pc       = f_pc;
        f_then_mode     = f_mode;
        f_then_due      = f_due;
        f_then_own_pc   = f_own_pc;
        f_then_own_mode = f_own_mode;
        f_then_own_insn = f_own_insn;
        f_then_own_rd   = f_own_rd;
        f_then_own_data = f_own_data;
        f_then_own_trap = f_own_trap;
        f_pc_good       = 1'b1;
        f_mode_good     = 1'b1;
        f_same          = 1'b1;
        f_pairs         = 1'b1;
        f_first         = 1'b1;
        f_silent        = 1'b1;
        f_entries       = {NRET{1'b0}};
        for (f = 0; f < NRET; f = f + 1) begin
            if (valid[f]) begin
                f_entries[f] = !f_then_due;
                if (f_then_due) begin
                    // The lane of an instruction
                    f_first     = f_first && f_then_known;
                    f_pc_good   = f_pc_good && f_then_own_pc == f_then_pc;
                    f_mode_good = f_mode_good && f_then_own_mode == f_then_mode;
                    f_same      = f_same && insn[32*f +: 32] == f_then_own_insn &&
                                  insn_size[f] == (f_then_own_insn[1:0] == 2'b11) &&
                                  insn_valid[f] == (f_then_own_insn[4:0] != 5'b11111) &&
                                  gpr_valid[f] == (f_then_own_rd != 5'd0 && !f_then_own_trap) &&
                                  (!gpr_valid[f] || (gpr_addr[5*f +: 5] == f_then_own_rd &&
                                                     gpr_data[XLEN*f +: XLEN] == f_then_own_data));
                end else begin
                    f_first  = f_first && pc_given[f] && priv_valid[f];
                    f_silent = f_silent && !insn_valid[f] && !gpr_valid[f] && !mem_valid[f];
                end
                f_then_known = 1'b1;
                f_then_pc    = pc_given[f] ? pc_next[XLEN*f +: XLEN]
                                           : f_then_pc + (insn_size[f] ? {{XLEN-3{1'b0}}, 3'd4} : {{XLEN-3{1'b0}}, 3'd2});
                if (priv_valid[f]) f_then_mode = priv[2*f +: 2];
                f_then_due   = 1'b0;
            end
            if (accepted[f]) begin
                f_pairs         = f_pairs && !f_then_due && rvfi_valid[f];
                f_then_due      = 1'b1;
                f_then_own_pc   = rvfi_pc_rdata[XLEN*f +: XLEN];
                f_then_own_mode = rvfi_mode[2*f +: 2];
                f_then_own_insn = rvfi_insn[32*f +: 32];
                f_then_own_rd   = rvfi_rd_addr[5*f +: 5];
                f_then_own_data = rvfi_rd_wdata[XLEN*f +: XLEN];
                f_then_own_trap = rvfi_trap[f];
            end
        end
    end

    always @(posedge clk) begin
        f_started <= 1'b1;
        f_row     <= f_now;
        f_waits   <= !rst && rvfi_valid != {NRET{1'b0}} && !rvfi_ready;
        f_obeys   <= rst || (f_obeys && f_stays);
        f_stuck   <= !rst && ready && rvfi_valid != {NRET{1'b0}} && !rvfi_ready;
        f_flushed <= rst || (ready && flush && rvfi_valid == {NRET{1'b0}});
        if (rst) begin
            f_known <= 1'b0;
            f_due   <= 1'b0;
        end else if (ready) begin
            f_known    <= f_then_known;
            f_pc       <= f_then_pc;
            f_mode     <= f_then_mode;
            f_due      <= f_then_due;
            f_own_pc   <= f_then_own_pc;
            f_own_mode <= f_then_own_mode;
            f_own_insn <= f_then_own_insn;
            f_own_rd   <= f_then_own_rd;
            f_own_data <= f_then_own_data;
            f_own_trap <= f_then_own_trap;
        end
    end

    // Mode 2 has no encoding
    reg f_modes;
    integer m;
    always @* begin
        f_modes = 1'b1;
        for (m = 0; m < NRET; m = m + 1)
            if (rvfi_valid[m] && rvfi_mode[2*m +: 2] == 2'd2) f_modes = 1'b0;
    end
    always @* begin
        if (!f_started) a_reset: assume (rst);
        a_mode: assume (f_modes);
    end
    always @* if (f_started && !rst && f_obeys && f_stays) begin
        p_first:  assert (f_first);
        p_pc:     assert (f_pc_good);
        p_mode:   assert (f_mode_good);
        p_same:   assert (f_same);
        p_silent: assert (f_silent);
        // None is accepted before the lane of the one before goes out, and none that is not there
        p_order:  assert (f_pairs);
        // What the core shows is accepted whole, at the latest after an entry for each channel
        p_whole:  assert (!rvfi_ready || (rvfi_valid & ~done_reg & ~accepted) == {NRET{1'b0}});
        p_goes:   assert (!f_stuck || !ready || accepted != {NRET{1'b0}});
        p_ready:  assert (!rvfi_ready || ready);
        p_obeys:  assert (!overrun);
        p_held:   assert (!f_due || held);
        p_flush:  assert (!f_flushed || !held);
    end
    always @* if (f_started) begin
        p_overrun: assert (!changed || (f_waits && !f_stays));
        i_wait:    assert (wait_reg == f_waits);
        i_row:     assert (!f_waits || (wait_valid_reg == f_row[F_ROW_W-1 -: NRET] && wait_order_reg == f_row_low));
        if (f_obeys) begin
            i_over:  assert (!overrun_reg);
            i_known: assert (f_known ? valid_reg : !valid_reg || (!sent_reg && f_item_entry));
            i_mode:  assert (!valid_reg || f_item_mode != 2'd2);
            i_flush: assert (!f_flushed || !valid_reg || sent_reg);
            i_any:   assert (!wait_reg || f_row_any);
            i_due:   assert (f_due == (valid_reg && !sent_reg && !f_item_entry));
            i_done:  assert (done_reg == {NRET{1'b0}} || (wait_reg && (done_reg & ~wait_valid_reg) == {NRET{1'b0}}));
            i_stuck: assert (!f_stuck || (f_waits && valid_reg && !sent_reg && f_item_entry));
            i_entry: assert (!(valid_reg && !sent_reg && f_item_entry) ||
                             (f_waits && f_item_given && !f_item_insn_valid && !f_item_gpr && !f_item_mem &&
                              !f_item_trap && f_item_pc == f_wait_pc && f_item_mode == f_wait_mode));
            if (f_due) begin
                i_pc:    assert (f_pc == f_own_pc && f_mode == f_own_mode && f_item_mode == f_own_mode);
                i_next:  assert (f_item_given || f_item_pc == f_own_pc + (f_item_size ? {{XLEN-3{1'b0}}, 3'd4} : {{XLEN-3{1'b0}}, 3'd2}));
                i_body:  assert (f_item_insn == f_own_insn && f_item_insn_valid == (f_own_insn[4:0] != 5'b11111) &&
                                 f_item_gpr == (f_own_rd != 5'd0 && !f_own_trap) &&
                                 (!f_item_gpr || (f_item_rd == f_own_rd && f_item_data == f_own_data)));
                i_trap:  assert (f_item_trap == f_own_trap && f_item_size == (f_own_insn[1:0] == 2'b11));
            end
            if (valid_reg && sent_reg) i_sent: assert (f_pc == f_item_pc && f_mode == f_item_mode);
        end
    end

    always @* if (f_started && !rst && f_obeys && f_stays && ready) begin
        c_interrupt: cover (valid[0] && !f_entries[0] && stopped && rvfi_intr[0] && f_known);
        c_trap:      cover (valid[0] && f_own_trap && f_due && f_then_due && pc_given[0]);
        c_return:    cover (valid[0] && f_due && !f_own_trap && priv_valid[0]);
        c_rest:      cover (valid[0] && f_due && rvfi_valid == {NRET{1'b0}});
        c_all:       cover (accepted == {NRET{1'b1}} && valid == {NRET{1'b1}} && f_entries == {NRET{1'b0}});
        c_after:     cover (stopped && valid_reg && sent_reg);
        c_late:      cover (NRET == 1 || (stopped && accepted[0]));
    end
    always @* if (f_started) c_overrun: cover (overrun);
