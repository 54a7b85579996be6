// SPDX-License-Identifier: Apache-2.0
// Contract of nt_block_queue: who reads the blocks learns the items, each once and in order, and the
// blocks obey the rules of the ingress port. Assumed: items follow each other as a hart's do.
    reg             f_started = 1'b0;

    `include "nt_item_contract.vh"

    // What is known after the blocks that the port has said
    reg             f_out_known, f_out_free;
    reg [XLEN-1:0]  f_out_pc;
    reg [2:0]       f_out_priv;

    // Items of the queue, read from what the port has said
    reg             f_chain, f_at_known, f_at_free;
    reg [XLEN-1:0]  f_at_pc;
    reg [2:0]       f_at_priv;
    reg             f_took_known, f_took_free;  // after those that are taken
    reg [XLEN-1:0]  f_took_pc;
    reg [2:0]       f_took_priv;

    reg [ITEM_W-1:0] f_one;
    integer          q, h;
    always @* begin
        f_one        = {ITEM_W{1'b0}};
        f_chain      = 1'b1;
        f_at_known   = f_out_known;
        f_at_free    = f_out_free;
        f_at_pc      = f_out_pc;
        f_at_priv    = f_out_priv;
        f_took_known = f_out_known;
        f_took_free  = f_out_free;
        f_took_pc    = f_out_pc;
        f_took_priv  = f_out_priv;
        for (q = 0; q < DEPTH; q = q + 1) begin
            f_one = items_reg[ITEM_W*q +: ITEM_W];
            if (q < level_reg) begin
                f_chain    = f_chain && f_fits(f_one, f_at_known, f_at_pc, f_at_free, f_at_priv);
                f_at_known = f_goes_on(f_one[1:0], f_one[8:5], f_one[2]);
                f_at_free  = f_frees(f_one[1:0], f_one[8:5]);
                f_at_pc    = f_one[12 +: XLEN] + (f_one[3] ? 4 : 2);
                f_at_priv  = f_one[11:9];
            end
            if (q < taken) begin
                f_took_known = f_at_known;
                f_took_free  = f_at_free;
                f_took_pc    = f_at_pc;
                f_took_priv  = f_at_priv;
            end
        end
    end

    // The blocks that the port says next, read as a decoder reads them
    reg             f_read_known, f_read_free, f_said;
    reg [XLEN-1:0]  f_read_pc;
    reg [2:0]       f_read_priv;
    reg             f_contiguous, f_lower, f_newest, f_whole, f_priv_good, f_codes, f_trapped, f_silent;
    reg [3:0]       f_code;
    reg [IRETIRE_W-1:0] f_length;
    always @* begin
        f_read_known = f_out_known;
        f_read_free  = f_out_free;
        f_read_pc    = f_out_pc;
        f_read_priv  = f_out_priv;
        f_contiguous = 1'b1;
        f_lower      = 1'b1;
        f_newest     = 1'b1;
        f_whole      = 1'b1;
        f_priv_good  = 1'b1;
        f_codes      = 1'b1;
        f_trapped    = 1'b0;
        f_silent     = 1'b0;
        f_said       = 1'b0;
        for (h = 0; h < NBLOCKS; h = h + 1) begin
            f_code   = next_itype[ITYPE_W*h +: ITYPE_W];
            f_length = next_iretire[IRETIRE_W*h +: IRETIRE_W];
            if (f_code != ITYPE_NONE || f_length != 0) begin
                f_said    = 1'b1;
                f_lower   = f_lower && !f_silent;
                f_newest  = f_newest && !f_trapped;
                f_trapped = f_code == ITYPE_EXCEPTION || f_code == ITYPE_INTERRUPT;
                f_whole   = f_whole && (f_trapped || f_length != 0) &&
                            (f_length == 0 || f_length >> next_ilastsize[2*h +: 2] != 0);
                f_codes   = f_codes && f_code != 4'd7 && (f_code == ITYPE_INDIRECT) <= (ITYPE_W == 3);
                if (f_length != 0 || f_code == ITYPE_EXCEPTION)
                    f_contiguous = f_contiguous && (!f_read_known || next_iaddr[XLEN*h +: XLEN] == f_read_pc);
                f_priv_good  = f_priv_good && (f_read_free || next_priv == f_read_priv);
                f_read_known = f_goes_on(f_trapped ? KIND_TRAP : KIND_INSN, f_code, f_code != ITYPE_NONE);
                f_read_free  = f_frees(f_trapped ? KIND_TRAP : KIND_INSN, f_code);
                f_read_pc    = next_iaddr[XLEN*h +: XLEN] + {f_length, 1'b0};
                f_read_priv  = next_priv;
            end else
                f_silent = 1'b1;
        end
        if (taken != 0 && !f_said) begin  // a stop
            f_read_known = 1'b0;
            f_read_free  = 1'b1;
        end
    end

    // Each item that is taken is in a block: half-words before it, and where blocks end
    reg [6:0] f_before, f_ends_at;
    reg       f_each, f_found, f_apart;
    integer   t, u;
    always @* begin
        f_each   = 1'b1;
        f_before = 7'd0;
        f_found  = 1'b0;
        f_apart  = 1'b0;
        f_ends_at = 7'd0;
        for (t = 0; t < TAKE; t = t + 1) begin
            f_apart = items_reg[ITEM_W*t+2];
            if (t < taken && items_reg[ITEM_W*t +: 2] == KIND_INSN) begin
                f_before  = f_before + (items_reg[ITEM_W*t+3] ? 7'd2 : 7'd1);
                f_found   = 1'b0;
                f_ends_at = 7'd0;
                for (u = 0; u < NBLOCKS; u = u + 1) begin
                    f_ends_at = f_ends_at + next_iretire[IRETIRE_W*u +: IRETIRE_W];
                    if (f_ends_at == f_before && next_iretire[IRETIRE_W*u +: IRETIRE_W] != 0) begin
                        f_found = next_itype[ITYPE_W*u +: ITYPE_W] == coded(items_reg[ITEM_W*t+5 +: 4]) &&
                                  next_sijump[u] == items_reg[ITEM_W*t+4];
                        f_each  = f_each && next_ilastsize[2*u +: 2] == {1'b0, items_reg[ITEM_W*t+3]};
                    end
                end
                // What ends a block is at the end of one
                f_each = f_each && (f_found || !f_apart);
            end
            if (t < taken && items_reg[ITEM_W*t +: 2] == KIND_TRAP)
                f_each = f_each && t + 1 == taken && f_trapped && next_value[VALUE_W-1:0] == items_reg[ITEM_W*t+12+XLEN +: VALUE_W];
        end
        // And nothing else is
        for (u = 0; u < NBLOCKS; u = u + 1) f_before = f_before - next_iretire[IRETIRE_W*u +: IRETIRE_W];
    end

    // One item, any, is watched from its coming to its leaving
    (* anyseq *) wire       f_pick;
    (* anyseq *) wire [2:0] f_slot;
    reg                f_watching;
    reg [ITEM_W-1:0]   f_watched;
    reg [LEVEL_W-1:0]  f_ahead;
    reg [LEVEL_W-1:0]  f_older;
    integer            w;
    always @* begin
        f_older = level_reg - taken;
        for (w = 0; w < ITEMS; w = w + 1) if (w < f_slot && in_valid[w]) f_older = f_older + 1;
    end
    wire f_begins = f_pick && !f_watching && f_slot < ITEMS && in_valid[f_slot] && in_ready;
    wire [ITEM_W-1:0] f_there = items_reg >> (f_ahead * ITEM_W);

    always @(posedge clk) begin
        f_started <= 1'b1;
        if (rst) begin
            f_watching  <= 1'b0;
            f_out_known <= 1'b0;
            f_out_free  <= 1'b1;
        end else begin
            if (f_begins) begin
                f_watching <= 1'b1;
                f_watched  <= in[ITEM_W*f_slot +: ITEM_W];
                f_ahead    <= f_older;
            end else if (f_watching) begin
                f_watching <= f_ahead >= taken;
                f_ahead    <= f_ahead - taken;
            end
            // With itype of 3 bits the blocks do not say where a direct jump ends one
            f_out_known <= ITYPE_W == 4 ? f_read_known : f_took_known;
            f_out_free  <= ITYPE_W == 4 ? f_read_free : f_took_free;
            f_out_pc    <= ITYPE_W == 4 ? f_read_pc : f_took_pc;
            f_out_priv  <= ITYPE_W == 4 ? f_read_priv : f_took_priv;
        end
    end

    always @* begin
        if (!f_started) a_reset: assume (rst);
        a_items: assume (!in_ready || f_well);
    end
    always @* if (f_started && !rst) begin
        // The queue
        p_level:  assert (level_reg <= DEPTH && taken <= level_reg);
        p_goes:   assert (level_reg == 0 || taken != 0);
        p_ready:  assert (in_ready == (coming <= DEPTH - level_reg + (level_reg != 0)));
        p_order:  assert (!f_watching || (f_ahead < level_reg && f_there == f_watched));
        // What the port says
        p_each:   assert (f_each);
        p_sum:    assert (f_before == 7'd0);
        p_stop:   assert ((taken != 0 && items_reg[1:0] == KIND_STOP)
                          ? !f_said && taken == 1 && next_status == items_reg[9 +: 3]
                          : next_status == (taken == 0 ? status_reg : 3'd0));
        // The port's rules
        p_lower:  assert (f_lower);
        p_newest: assert (f_newest);
        p_whole:  assert (f_whole);
        p_codes:  assert (f_codes);
        p_priv:   assert (f_priv_good);
        p_quiet:  assert (!f_said || next_status == 3'd0);
        if (ITYPE_W == 4) begin
            p_contiguous: assert (f_contiguous);
            // A reader knows as much as one of the items
            p_reads: assert (f_read_known == f_took_known && f_read_free == f_took_free &&
                             (!f_took_known || f_read_pc == f_took_pc) && (f_took_free || f_read_priv == f_took_priv));
        end
        i_chain:  assert (f_chain);
        i_end:    assert (f_at_known == f_in_known && f_at_free == f_in_free && (!f_in_known || f_at_pc == f_in_pc) &&
                          (f_in_free || f_at_priv == f_in_priv));
    end

    always @* if (f_started && !rst) begin
        c_full:  cover (level_reg == DEPTH);
        c_two:   cover (TAKE < 2 || (taken == 2 && f_trapped && next_iretire[IRETIRE_W-1:0] != 0));
        c_wait:  cover (taken != 0 && taken < level_reg && items_reg[1:0] == KIND_INSN);
        c_lost:  cover (!in_ready);
        c_stop:  cover (status_reg == 3'd1 && level_reg != 0);
        c_watch: cover (f_watching && f_ahead < taken);
    end
