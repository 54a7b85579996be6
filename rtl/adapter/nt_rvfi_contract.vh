// SPDX-License-Identifier: Apache-2.0
// Contract of nt_rvfi: the items are what RVFI shows, in order. Each instruction that retired is one; a
// trap stands exactly where no instruction led to the next, with what it is about; a stop stands between
// what came before a halt, or a loss, and what comes after it. What the port makes of the items is the
// contract of nt_block_queue, whose assumption on them is proven here.
    reg             f_started = 1'b0;

    wire [ITEMS-1:0]        in_valid = item_valid;
    wire [ITEMS*ITEM_W-1:0] in       = items;
    wire                    in_ready = ready;
    `include "nt_item_contract.vh"

    // What a reader of RVFI knows: the last instruction ...
    reg             f_open;      // ... there is one, and the hart went on from it ...
    reg             f_trapped;   // ... or from its trap
    reg             f_xret;
    reg             f_loads;
    reg [4:0]       f_rd;
    reg [2:0]       f_from_priv;
    reg [XLEN-1:0]  f_from;        // where to; with a trap its own address
    reg             f_said;      // the port has heard of a halt, and of nothing since
    reg             f_over;      // something was lost since the reset
    reg             f_gap;       // the hart stopped, or something was lost, and no stop has said so

    // Channel by channel
    reg             f_n_open, f_n_trapped, f_n_xret, f_n_loads, f_n_said, f_n_gap;
    reg [4:0]       f_n_rd;
    reg [2:0]       f_n_priv;
    reg [XLEN-1:0]  f_n_pc;
    reg             f_live, f_size, f_retires, f_call, f_moved, f_leaves;
    reg [31:0]      f_insn;
    reg [XLEN-1:0]  f_at, f_line;
    reg [2:0]       f_own;
    reg [ITEM_W-1:0] f_entry, f_item;
    reg [VALUE_W-1:0] f_value;
    reg             f_count, f_same, f_taken, f_led, f_trap_good, f_stop_good, f_pair;
    integer         n;
    always @* begin
        f_n_open    = f_open;
        f_n_trapped = f_trapped;
        f_n_xret    = f_xret;
        f_n_loads   = f_loads;
        f_n_rd      = f_rd;
        f_n_priv    = f_from_priv;
        f_n_pc      = f_from;
        f_n_said    = f_said;
        f_n_gap     = f_gap;
        f_count     = 1'b1;
        f_same      = 1'b1;
        f_taken     = 1'b1;
        f_led       = 1'b1;
        f_trap_good = 1'b1;
        f_stop_good = 1'b1;
        f_pair      = 1'b1;
        for (n = 0; n < NRET; n = n + 1) begin
            f_live    = rvfi_valid[n] && !hart_debug[n];
            f_insn    = rvfi_insn[32*n +: 32];
            f_at      = rvfi_pc_rdata[XLEN*n +: XLEN];
            f_size    = f_insn[1:0] == 2'b11;
            f_line    = f_at + (f_size ? 4 : 2);
            f_leaves  = rvfi_pc_wdata[XLEN*n +: XLEN] != f_line;
            f_call    = f_insn == 32'h73 || f_insn == 32'h100073 || f_insn[15:0] == 16'h9002;
            f_retires = !rvfi_trap[n] && !(f_call && f_leaves);
            f_own     = hart_virtual[n] && !rvfi_mode[2*n+1] ? (rvfi_mode[2*n] ? 3'd6 : 3'd5) : {1'b0, rvfi_mode[2*n +: 2]};
            f_value   = CAUSES == 0 ? {VALUE_W{1'b0}} : {hart_cause[6*n +: 6], hart_tval[XLEN*n +: XLEN]};
            f_entry   = items[ITEM_W*2*n +: ITEM_W];
            f_item    = items[ITEM_W*(2*n+1) +: ITEM_W];
            if (n != 0 || rvfi_valid != 0) begin
                f_count = f_count && item_valid[2*n+1] == (f_live && f_retires) && (!item_valid[2*n] || f_live);
                if (f_live) begin
                    f_moved = f_n_trapped || rvfi_intr[n] || f_at != f_n_pc || (f_own != f_n_priv && !f_n_xret);
                    f_led   = f_led && (item_valid[2*n] == (f_n_gap || (f_n_open && f_moved)));
                    f_stop_good = f_stop_good && (!f_n_gap || (item_valid[2*n] && f_entry[1:0] == KIND_STOP &&
                                                               f_entry[11:9] == HALTED));
                    if (item_valid[2*n] && !f_n_gap)
                        f_trap_good = f_trap_good && f_entry == {f_value, f_n_pc, f_n_priv,
                                      f_n_trapped ? ITYPE_EXCEPTION : ITYPE_INTERRUPT, 3'b001, KIND_TRAP};
                    if (f_retires) begin
                        f_same  = f_same && f_item[12 +: XLEN] == f_at && f_item[11:9] == f_own &&
                                  f_item[3] == f_size && f_item[1:0] == KIND_INSN &&
                                  f_item[2] == (f_item[8:5] != ITYPE_NONE);
                        f_taken = f_taken && (f_item[8:5] != ITYPE_NOT_TAKEN || !f_leaves) &&
                                  (f_item[8:5] != ITYPE_TAKEN || f_leaves);
                        f_pair  = f_pair && (!f_item[4] || (SIJUMP != 0 && !item_valid[2*n] && f_n_open && f_n_loads &&
                                            f_n_rd != 0 && f_n_rd == (f_size ? f_insn[19:15] : f_insn[11:7])));
                    end
                    f_n_said    = item_valid[2*n+1] ? 1'b0 : item_valid[2*n] ? f_entry[1:0] == KIND_STOP : f_n_said;
                    f_n_open    = 1'b1;
                    f_n_gap     = rvfi_halt[n];
                    f_n_trapped = !f_retires;
                    f_n_xret    = f_retires && f_item[8:5] == ITYPE_TRAP_RETURN;
                    f_n_loads   = f_retires && (f_size ? f_insn[6:0] == 7'h17 || f_insn[6:0] == 7'h37
                                                       : f_insn[15:13] == 3'd3 && f_insn[1:0] == 2'd1 && f_insn[11:7] != 2);
                    f_n_rd      = f_insn[11:7];
                    f_n_priv    = f_own;
                    f_n_pc      = !f_retires ? f_at : f_item[8:5] == ITYPE_NONE ? f_line
                                                                                : rvfi_pc_wdata[XLEN*n +: XLEN];
                end else if (rvfi_valid[n]) begin
                    f_n_open = 1'b0;
                    f_n_gap  = !f_n_said;
                end
            end
        end
        // A rest
        if (rvfi_valid == 0) begin
            f_entry = items[0 +: ITEM_W];
            f_count = (item_valid >> 1) == 0;
            f_stop_good = (!f_gap || item_valid[0]) &&
                          (!item_valid[0] || (f_entry[1:0] == KIND_STOP && f_entry[11:9] != 0 &&
                                              (f_gap ? f_entry[11:9] == HALTED : f_entry[11:10] == {hart_lowpower, hart_reset})));
            if (item_valid[0]) begin
                f_n_open = 1'b0;
                f_n_gap  = 1'b0;
                f_n_said = f_entry[9];
            end
        end
    end

    always @(posedge clk) begin
        f_started <= 1'b1;
        if (rst) begin
            f_open <= 1'b0;
            f_said <= 1'b0;
            f_over <= 1'b0;
            f_gap  <= 1'b0;
        end else begin
            f_open <= f_n_open;
            f_over <= f_over || !ready;
            f_said <= ready ? f_n_said : f_said;
            f_gap  <= f_n_gap || !ready;
        end
        f_trapped <= f_n_trapped;
        f_xret    <= f_n_xret;
        f_loads   <= f_n_loads;
        f_rd      <= f_n_rd;
        f_from_priv    <= f_n_priv;
        f_from      <= f_n_pc;
    end

    always @* if (!f_started) a_reset: assume (rst);
    always @* if (f_started && !rst) begin
        p_count:   assert (f_count);
        p_same:    assert (f_same);
        p_taken:   assert (f_taken);
        p_led:     assert (f_led);
        p_trap:    assert (f_trap_good);
        p_stop:    assert (f_stop_good);
        p_pair:    assert (f_pair);
        p_items:   assert (!ready || f_well);
        p_overrun: assert (overrun == f_over);
        i_open:    assert (known_reg == f_open && stop_reg == f_gap && status_reg[0] == f_said);
        i_status:  assert (status_reg == 3'd0 || (!f_in_known && f_in_free));
        i_next:    assert (!f_in_known || stop_reg || (known_reg && pc_reg == f_in_pc));
        i_priv:    assert (f_in_free || stop_reg || (known_reg && priv_reg == f_in_priv && !xret_reg));
        i_before:  assert (!f_open || (trap_reg == f_trapped && xret_reg == f_xret && loads_reg == f_loads &&
                                       rd_reg == f_rd && priv_reg == f_from_priv && pc_reg == f_from));
    end
    always @* if (f_started && !rst) begin
        c_interrupt: cover (item_valid[1:0] == 2'b11 && items[1:0] == KIND_TRAP && !trap_reg && ready);
        c_exception: cover (item_valid[0] && trap_reg && known_reg && rvfi_valid[0] && !stop_reg);
        c_trapped:   cover (item_valid[1:0] == 2'b01 && rvfi_valid[0] && known_reg);
        c_halt:      cover (stop_reg && rvfi_valid[0] && !hart_debug[0]);
        c_pair:      cover (SIJUMP == 0 || (item_valid[1] && items[ITEM_W+4]));
        c_lost:      cover (lost);
        c_lowpower:  cover (lowpower && halted);
    end
