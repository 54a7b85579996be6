# SPDX-License-Identifier: Apache-2.0
"""Rules of Control Transfer Records that RTL and golden model break alike: by a sentence about the rule
the build that has it, the directed test that notices, and changes of text on both sides.

A change is file, text that is there once, text that is there then.
"""
LANE, TOP, ACCESS, CYCLES = (f"rtl/ctr/nt_ctr{name}.v" for name in ("_lane", "", "_access", "_cycles"))
RECORD, MODEL, MODEL_ACCESS = (f"model/ctr/ctr{name}.c" for name in ("_record", "", "_access"))

NUMBERS = "test_each_register_has_its_number_and_no_other_number_is_one"
TABLE = "test_each_csr_and_sctrclr_from_all_modes_with_all_state_enables"
TYPES = "test_each_type_is_recorded_with_its_code_unless_its_filter_inhibits_it"
CHANGES = "test_traps_and_returns_between_enabled_and_disabled_modes"
EXTERNAL = "test_external_traps_need_the_enables_of_target_and_intervening_modes"
ETEN = "test_eten_of_the_draft_is_of_the_register_that_the_source_is_under"
FREEZE = "test_freeze_is_by_the_control_register_of_the_target_mode"
OTHER_FREEZE = "test_other_causes_and_kinds_of_traps_do_not_freeze"
FREEZING = "test_the_trap_that_freezes_is_not_recorded_and_older_transfers_of_the_cycle_are"
FIELDS = "test_each_view_shows_the_fields_that_it_lists_and_others_read_0"
CLR = "test_clr_zeroes_entries_and_status_reads_0_and_recording_goes_on"
SCTRCLR = "test_sctrclr_zeroes_entries_and_keeps_status_and_control"
CODES = "test_every_code_gives_a_supported_depth"
BEYOND = "test_entries_from_the_depth_on_read_0_and_cannot_be_written"
FOUR_RAS = "test_four_of_them_in_one_cycle_in_every_order"
OTHER_RAS = "test_other_types_are_inhibited_and_filters_and_trap_enables_ignored"
COUNTING = "test_cycles_count_in_enabled_modes_unless_frozen_or_halted"
FIRST = "test_the_first_record_after_reset_or_a_write_to_a_control_register_has_no_count"
ENCODED = "test_every_row_of_the_table"
SATURATES = "test_each_width_of_cce_saturates_at_all_ones"
MODES = "test_jumps_are_recorded_in_enabled_modes_alone"
WRAPS = "test_wrap_of_the_draft_is_cleared_by_a_return_at_0_and_by_clr"
WRPTR = "test_wrptr_counts_records_and_wraps_at_the_depth"


def number(key, old, new, draft=False):
    """A register is at another number."""
    chosen = "config->draft" if draft else "!config->draft"
    rest = key.strip("MSVCTRLUHDEPA")  # what follows the name
    return [(ACCESS, f"addr == {key}", f"addr == 12'h{new:03x}{rest}"),
            (MODEL_ACCESS, "uint16_t number = config->draft ? c->draft : c->ratified;",
             "uint16_t number = config->draft ? c->draft : c->ratified;\n"
             f"    number = {chosen} && number == {old:#x} ? {new:#x} : number;")]


FAULTS = {
    # Numbers
    "mctrctl is at 0x34e": ("rv64", NUMBERS, number("MCTRCTL ||", 0x34e, 0x34d)),
    "sctrctl is at 0x14e": ("rv64", NUMBERS, number("SCTRCTL ||", 0x14e, 0x14d)),
    "vsctrctl is at 0x24e": ("rv64", NUMBERS, number("VSCTRCTL)", 0x24e, 0x24d)),
    "sctrstatus is at 0x14f": ("rv64", NUMBERS, number("SCTRSTATUS)", 0x14f, 0x14d)),
    "sctrdepth is at 0x15f": ("rv64", NUMBERS, number("SCTRDEPTH", 0x15f, 0x15e)),
    "sctrcontrol of the draft is at 0x181": ("rv64-draft", NUMBERS, number("SCTRCTL ||", 0x181, 0x180, True)),
    "its upper half is at 0x182": ("rv32-draft", NUMBERS, number("SCTRCTLH", 0x182, 0x184, True)),
    "sctrstatus of the draft is at 0x183": ("rv64-draft", NUMBERS, number("SCTRSTATUS)", 0x183, 0x185, True)),
    "the draft has the status for M mode too": ("rv64-draft", NUMBERS, [
        (ACCESS, "(addr == MCTRSTATUS || addr == SCTRSTATUS)", "addr == SCTRSTATUS"),
        (MODEL_ACCESS, "number != 0 &&", "number != 0 && number != 0x383 &&")]),
    "1.0 has no entries at mireg": ("rv64", NUMBERS, [
        (ACCESS, "level && (DRAFT != 0 || !by_m) && select[11:8]", "level && select[11:8]"),
        (MODEL_ACCESS, "config->draft ? c->draft : c->ratified;",
         "config->draft || c->draft >> 4 == 0x35 ? c->draft : c->ratified;")]),
    "entries are at the selects from 0x200 to 0x2ff": (
        "rv64", "test_entries_are_at_selects_200_to_2ff_alone", [
            (ACCESS, "select[11:8] == 4'h2", "select[11:9] == 3'h1"),
            (MODEL_ACCESS, "(in->select & ~0xffU) == ENTRIES", "(in->select & ~0x1ffU) == ENTRIES")]),
    "the fourth to sixth register of an entry are there": ("rv64", NUMBERS, [
        (ACCESS, "addr[2:0] != 3'd4", "addr[2:0] < 3'd4"),
        (MODEL_ACCESS, "number != 0 &&", "number != 0 && c->what != NT_CTR_ZERO &&")]),

    # Who may
    "a guest reaches vsctrctl by the number of sctrctl": (
        "rv64", "test_vs_mode_reaches_vsctrctl_by_the_number_of_sctrctl", [
            (ACCESS, "by_s && priv == VS", "1'b0"),
            (MODEL_ACCESS, "access.what == NT_CTR_SCTRCTL && in->priv == NT_CTR_VS",
             "access.what == NT_CTR_SCTRCTL && in->priv > 7")]),
    "mctrctl is illegal below M mode": ("rv64", TABLE, [
        (ACCESS, "(for_m || priv == U", "(priv == U"),
        (MODEL_ACCESS, "c->level == BY_M || in->priv == NT_CTR_U", "in->priv == NT_CTR_U")]),
    "all is illegal in U mode": ("rv64", TABLE, [
        (ACCESS, "for_m || priv == U ||", "for_m ||"),
        (MODEL_ACCESS, "c->level == BY_M || in->priv == NT_CTR_U ||", "c->level == BY_M ||")]),
    "without mstateen0.CTR all is illegal below M mode": ("rv64", TABLE, [
        (ACCESS, "index ? neither : !stateen[0]", "index ? neither : 1'b0"),
        (MODEL_ACCESS, "} else if (!machine) {", "} else if (!machine && in->priv > 7) {")]),
    "without hstateen0.CTR it is a virtual instruction in a guest": ("rv64", TABLE, [
        (ACCESS, "(index || never || (priv == VS && !stateen[1]))", "(index || never)"),
        (MODEL_ACCESS, "never || (in->priv == NT_CTR_VS && !guest)",
         "never || (in->priv > 7 && !guest)")]),
    "without mstateen0.CSRIND entries are illegal below M mode": ("rv64", TABLE, [
        (ACCESS, "(for_m || priv == U || (entry && !stateen[2]) ||", "(for_m || priv == U ||"),
        (MODEL_ACCESS, "c->indirect && (in->stateen & NT_STATEEN_M_CSRIND) == 0",
         "c->indirect && in->stateen > 15")]),
    "without hstateen0.CSRIND they are virtual in a guest": ("rv64", TABLE, [
        (ACCESS, "(never || (priv == VS && !stateen[3]))", "never"),
        (MODEL_ACCESS, "in->priv == NT_CTR_VS && (in->stateen & NT_STATEEN_H_CSRIND) == 0",
         "in->priv == NT_CTR_VS && in->stateen > 15")]),
    "sctrdepth is a virtual instruction in VS mode": ("rv64", TABLE, [
        (ACCESS, "(!for_s || depth_here)", "!for_s"),
        (MODEL_ACCESS, "c->level != BY_S);", "c->level == BY_HS);")]),
    "the draft has illegal entries where neither enable of hstateen0 is set": ("rv64-draft", TABLE, [
        (ACCESS, "DRAFT != 0 && !never && stateen[0] && !stateen[1]", "1'b0"),
        (MODEL_ACCESS, "config->draft && !never && machine && !guest;",
         "config->draft && !never && machine && !guest && in->priv > 7;")]),
    "the draft has no SCTRCLR": ("rv64-draft", TABLE, [
        (ACCESS, "wire any_clear = DRAFT == 0;", "wire any_clear = 1'b1;"),
        (MODEL_ACCESS, "config->draft ? NULL : &sctrclr", "&sctrclr")]),
    "debug mode accesses as M mode does": ("rv64", "test_debug_mode_accesses_as_machine_mode", [
        (ACCESS, "priv == M || priv == DEBUG", "priv == M"),
        (MODEL_ACCESS, "in->priv == NT_CTR_M || in->priv == NT_CTR_DEBUG", "in->priv == NT_CTR_M")]),
    "what is a virtual instruction writes nothing": (
        "rv64", "test_what_is_not_allowed_changes_nothing_and_reads_0", [
            (TOP, "wire write = done &&", "wire write = csr_hit && !raises_illegal &&"),
            (MODEL, "out.csr_illegal || out.csr_virtual) {",
             "out.csr_illegal || (out.csr_virtual && in->csr_clear)) {"),
            (MODEL, "nt_ctr_access access = nt_ctr_access_of(config, in);\n    if (access.what == NT_CTR_SCTRCLR)",
             "nt_ctr_access access = nt_ctr_access_of(config, in);\n"
             "    out.csr_rdata = read_register(s, config, in, &access);\n"
             "    if (access.what == NT_CTR_SCTRCLR)")]),

    # Registers
    "a set leaves bits that are 1, a clear those that are 0": (
        "rv64", "test_set_and_clear_change_the_bits_named_and_read_the_value_before", [
            (TOP, "old & ~csr_wdata", "old ^ csr_wdata"),
            (MODEL, "old & ~in->csr_wdata", "(old ^ in->csr_wdata) & xlen_mask(config)")]),
    "sctrctl does not show M and MTE": ("rv64", "test_sctrctl_keeps_m_and_mte_of_the_machine_register", [
        (TOP, "control_reg & (to_mctrctl ? BUILT : BUILT_S)", "control_reg & BUILT"),
        (MODEL, ": what == NT_CTR_SCTRCTL ? NT_CTR_VIEW_S", ": what == NT_CTR_SCTRCTL ? NT_CTR_VIEW_M")]),
    "a write to sctrctl keeps M and MTE": ("rv64", "test_sctrctl_keeps_m_and_mte_of_the_machine_register", [
        (TOP, "half & (to_mctrctl ? BUILT : BUILT_S)", "half & BUILT"),
        (MODEL, ": access->what == NT_CTR_SCTRCTL ? NT_CTR_VIEW_S",
         ": access->what == NT_CTR_SCTRCTL ? NT_CTR_VIEW_M")]),
    "the draft's upper half is written alone": (
        "rv32-draft", "test_the_high_halves_of_the_draft_are_bits_63_to_32", [
            (TOP, "to_upper ? 48'hffff00000000 : 48'h0000ffffffff", "48'hffffffffffff"),
            (MODEL, ": access->upper    ? ~(uint64_t)UINT32_MAX\n                                       : UINT32_MAX;",
             ": UINT64_MAX;")]),
    "WRPTR has all bits of the depth": ("rv64", "test_wrptr_has_the_bits_that_the_depth_needs", [
        (TOP, "word[7:0] & last", "word[7:0] & last & 8'h7f"),
        (MODEL, "(word & (nt_ctr_depth(s) - 1))", "(word & 0x7f & (nt_ctr_depth(s) - 1))")]),
    "WRPTR has no bits beyond the depth": ("rv64", "test_wrptr_has_the_bits_that_the_depth_needs", [
        (TOP, "word[7:0] & last", "word[7:0]"),
        (TOP, "push ? at : below", "push ? at & last : below"),
        (MODEL, "(word & (nt_ctr_depth(s) - 1))", "word")]),
    "FROZEN of 1.0 is bit 31": ("rv64", "test_software_may_write_and_clear_frozen_and_wrap", [
        (TOP, "word[15] : word[31]", "word[15] : word[30]"),
        (MODEL, "(word >> (config->draft ? STATUS_FROZEN_DRAFT : STATUS_FROZEN) & 1)",
         "(word >> (config->draft ? STATUS_FROZEN_DRAFT : STATUS_FROZEN - 1) & 1)")]),
    "CCV is bit 15 of ctrdata, and bits 14 to 4 are 0": ("rv64", FIELDS, [
        (TOP, "{32'd0, read_all[20:4], 11'd0, read_all[3:0]}",
         "{32'd0, read_all[20:5], 1'b0, read_all[4], 10'd0, read_all[3:0]}"),
        (MODEL, ": entry->data;", ": (entry->data & ~UINT32_C(0x8000)) | (entry->data >> 1 & 0x4000);")]),
    "entry X is the one at WRPTR - X - 1": ("rv64", "test_logical_entries_follow_wrptr", [
        (TOP, "(wrptr_reg - select[7:0] - 8'd1) & last", "(wrptr_reg - select[7:0]) & last"),
        (MODEL, "unsigned place = nt_ctr_place(s, logical);\n    const nt_ctr_entry",
         "unsigned place = nt_ctr_place(s, logical - 1);\n    const nt_ctr_entry"),
        (MODEL, "unsigned place = nt_ctr_place(s, logical);\n    nt_ctr_entry",
         "unsigned place = nt_ctr_place(s, logical - 1);\n    nt_ctr_entry")]),
    "entries from the depth on read 0": ("rv64", BEYOND, [
        (TOP, "!in_depth   ? {XLEN{1'b0}}", "!in_depth && to_clear ? {XLEN{1'b0}}"),
        (MODEL, "if (logical >= nt_ctr_depth(s)) {\n        return 0;",
         "if (logical >= NT_CTR_ENTRIES) {\n        return 0;")]),
    "entries from the depth on cannot be written": ("rv64", BEYOND, [
        (TOP, "write && in_depth ?", "write ?"),
        (MODEL, "if (logical >= nt_ctr_depth(s)) {\n        return;",
         "if (logical >= NT_CTR_ENTRIES) {\n        return;")]),
    "a reserved code of sctrdepth is the largest depth": ("rv64", CODES, [
        (TOP, "code > CODE_MAX ? CODE_MAX : code", "code > CODE_MAX ? CODE_MIN : code"),
        (MODEL, "nt_ctr_depth_taken(config, written)",
         "nt_ctr_depth_taken(config, !config->draft && written > 4 ? 0 : written)")]),
    "code 2 of the draft is 32 entries": ("rv64-draft", CODES, [
        (TOP, "field >= 4'd3 ? 3'd2", "field >= 4'd2 ? 3'd2"),
        (MODEL, "nt_ctr_depth_taken(config, written)",
         "nt_ctr_depth_taken(config, config->draft && written == 2 ? 3 : written)")]),
    "a guest cannot change the depth": ("rv64-draft", "test_a_guest_cannot_change_the_depth", [
        (TOP, "write_control && draft_lower", "(write_control || write_vscontrol) && draft_lower"),
        (MODEL, "if (!is_vs) {", "if (!is_vs || in->priv < 8) {")]),

    # Clearing
    "SCTRCLR zeroes the entries": ("rv64", SCTRCLR, [
        (TOP, "rst || sctrclr || clr", "rst || clr"),
        (MODEL, "clear_entries(s);\n        restart_count(s);", "restart_count(s);")]),
    "SCTRCLR ends the count of cycles": ("rv64", "test_a_clear_ends_the_count", [
        (TOP, "write_control || write_vscontrol || sctrclr)", "write_control || write_vscontrol)"),
        (MODEL, "clear_entries(s);\n        restart_count(s);", "clear_entries(s);")]),
    "SCTRCLR keeps the status": ("rv64", SCTRCLR, [
        (TOP, "if (clr) begin", "if (clr || sctrclr) begin"),
        (MODEL, "clear_entries(s);\n        restart_count(s);", "clear_draft(s);\n        restart_count(s);")]),
    "CLR zeroes the entries": ("rv64-draft", CLR, [
        (TOP, "rst || sctrclr || clr", "rst || sctrclr"),
        (MODEL, "    clear_entries(s);\n    s->wrptr = 0;", "    s->wrptr = 0;")]),
    "CLR zeroes WRPTR": ("rv64-draft", CLR, [
        (TOP, "                wrptr_reg  <= 8'd0;",
         "                wrptr_reg  <= wrptr_reg & (write_depth ? last_next : last);"),
        (MODEL, "    clear_entries(s);\n    s->wrptr = 0;", "    clear_entries(s);")]),
    "CLR zeroes FROZEN": ("rv64-draft", CLR, [
        (TOP, "                frozen_reg <= 1'b0;", "                frozen_reg <= frozen_reg;"),
        (MODEL, "s->wrap = s->frozen = false;", "s->wrap = false;")]),
    "CLR of vsctrcontrol acts in the guest alone": (
        "rv64-draft", "test_clr_of_vsctrcontrol_does_nothing_from_outside_the_guest", [
            (TOP, "(write_vscontrol && priv == 3'd6)", "write_vscontrol"),
            (MODEL, "(!is_vs || in->priv == NT_CTR_VS)", "(!is_vs || in->priv < 8)")]),

    # Modes
    "M enables recording in M mode": ("rv64", MODES, [
        (LANE, "M: enabled = by_control[`NT_CTR_M];", "M: enabled = by_control[`NT_CTR_S];"),
        (TOP, "priv == 3'd3 ? control_reg[`NT_CTR_M]", "priv == 3'd3 ? control_reg[`NT_CTR_S]"),
        (RECORD, "return bit(s->control, 2);", "return bit(s->control, 1);")]),
    "U of vsctrctl enables recording in VU mode": ("rv64", MODES, [
        (LANE, "VU: enabled = by_vscontrol[`NT_CTR_U];", "VU: enabled = by_control[`NT_CTR_U];"),
        (TOP, "priv == 3'd5 ? vscontrol_reg[`NT_CTR_U]", "priv == 3'd5 ? control_reg[`NT_CTR_U]"),
        (RECORD, "return bit(s->vscontrol, 0);", "return bit(s->control, 0);")]),
    "where V changes vsctrctl has the filters and RASEMU": (
        "rv64", "test_where_v_changes_filters_and_ras_emulation_are_of_vsctrctl", [
            (LANE, "from == VU || from == VS || to == VU || to == VS", "from == VU || from == VS"),
            (RECORD, "is_virtual(from) || is_virtual(block->tpriv) ?", "is_virtual(from) ?")]),
    "a trap from a disabled to an enabled mode is recorded": ("rv64", CHANGES, [
        (LANE, "to_on ? !inhibited", "to_on && from_on ? !inhibited"),
        (RECORD, "(t->is_trap ? t->to_enabled :", "(t->is_trap ? t->to_enabled && t->from_enabled :")]),
    "a trap return is recorded if its source is enabled": ("rv64", CHANGES, [
        (LANE, "!trap ? from_on", "!trap ? to_on"),
        (RECORD, ": t->from_enabled) && !is_inhibited(t)", ": t->to_enabled) && !is_inhibited(t)")]),
    "the source PC of a disabled mode is 0": ("rv64", CHANGES, [
        (TOP, "from_on ? isrc[l*XLEN+1 +: PC_W] : {PC_W{1'b0}}", "isrc[l*XLEN+1 +: PC_W]"),
        (RECORD, "t->from_enabled ? block->isrc & mask : 0", "block->isrc & mask")]),
    "the target PC of a disabled mode is 0": ("rv64", CHANGES, [
        (TOP, "to_on ? itgt[l*XLEN+1 +: PC_W] : {PC_W{1'b0}}", "itgt[l*XLEN+1 +: PC_W]"),
        (RECORD, "(t->to_enabled ? block->itgt & mask : 0)", "(block->itgt & mask)")]),

    # External traps
    "an external trap to M mode needs MTE": ("rv64", EXTERNAL, [
        (LANE, "to == M ? mte", "to == M ? 1'b1"),
        (RECORD, "(t->to != NT_CTR_M || mte)", "(t->to < 8 || mte)")]),
    "one to S mode needs STE": ("rv64", EXTERNAL, [
        (LANE, "to == VS ? vste : ste", "to == VS ? vste : ste || to == S"),
        (RECORD, "t->to == NT_CTR_S || t->from != NT_CTR_S", "t->to != NT_CTR_S && t->from != NT_CTR_S")]),
    "one to VS mode needs STE of vsctrctl": ("rv64", EXTERNAL, [
        (LANE, "to == VS ? vste", "to == VS ? 1'b1"),
        (RECORD, "return vste;", "return vste || t->to < 8;")]),
    "one from below S mode to M mode needs STE too": ("rv64", EXTERNAL, [
        (LANE, "(to != M || from == S || ste) && (from", "(from"),
        (RECORD, "t->to == NT_CTR_S || t->from != NT_CTR_S", "t->to == NT_CTR_S")]),
    "one from VU mode past VS mode needs STE of vsctrctl too": ("rv64", EXTERNAL, [
        (LANE, "(to != M || from == S || ste) && (from != VU || to == VS || vste)", "(to != M || from == S || ste)"),
        (RECORD, "(t->from != NT_CTR_VU || vste)", "(t->from < 8 || vste)")]),
    "MTE is bit 9 and STE bit 8": ("rv64", EXTERNAL, [
        (LANE, "to == M ? mte : to == VS ? vste : ste;", "to == M ? ste : to == VS ? vste : mte;"),
        (LANE, "from == S || ste)", "from == S || mte)"),
        (RECORD, "bool mte = bit(s->control, NT_CTRCTL_MTE)", "bool mte = bit(s->control, NT_CTRCTL_STE)"),
        (RECORD, "bool ste = bit(s->control, NT_CTRCTL_STE)", "bool ste = bit(s->control, NT_CTRCTL_MTE)")]),
    "filters do not concern external traps": ("rv64", EXTERNAL, [
        (LANE, "from_on && external", "from_on && external && !inhibited"),
        (RECORD, "wanted = config->draft ? external_allowed_draft(s, t) : external_allowed(s, t);",
         "wanted = !is_inhibited(t) && (config->draft ? external_allowed_draft(s, t) : external_allowed(s, t));")]),
    "an external trap of the draft needs ETEN": ("rv64-draft", ETEN, [
        (LANE, "DRAFT != 0 ? eten : between", "DRAFT != 0 ? 1'b1 : between"),
        (RECORD, "bit(source, NT_CTRCTL_ETEN) &&", "(bit(source, NT_CTRCTL_ETEN) || t->to < 8) &&")]),
    "ETEN is of the source's register": ("rv64-draft", ETEN, [
            (LANE, "from == VU || from == VS ? vscontrol[`NT_CTR_ETEN] : control[`NT_CTR_ETEN]",
             "control[`NT_CTR_ETEN]"),
            (RECORD, "uint64_t source = is_virtual(t->from) ? s->vscontrol : s->control;",
             "uint64_t source = s->control;")]),

    # Filters
    "not-taken branches are recorded if NTBREN is 1": ("rv64", TYPES, [
        (LANE, "? !filter[itype]", "? filter[itype]"),
        (RECORD, "t->type == NOT_TAKEN ? !filter : filter", "filter")]),
    "another indirect jump has type 14": ("rv64", TYPES, [
        (TOP, "{count, count_valid, itype[l*4 +: 4]}",
         "{count, count_valid, itype[l*4 +: 4] == 4'd14 ? 4'd10 : itype[l*4 +: 4]}"),
        (RECORD, "uint32_t data = t->type;", "uint32_t data = t->type == 14 ? 10 : t->type;")]),
    "MISP is of instructions, not of traps": ("rv64", "test_misp_is_of_instructions_and_not_of_traps", [
        (TOP, "misp[l] && !trap", "misp[l]"),
        (RECORD, "block->misp && !t->is_trap", "block->misp")]),
    "MISP is set where a branch was mispredicted": ("rv64", "test_misp_is_of_instructions_and_not_of_traps", [
        (TOP, "misp[l] && !trap", "1'b0"),
        (RECORD, "config->has_misp && block->misp && !t->is_trap", "0")]),

    # Freeze
    "BPFRZ is bit 11 and LCOFIFRZ bit 12": ("rv64", FREEZE, [
        (LANE, "by[`NT_CTR_BPFRZ]", "by[`NT_CTR_LCOFIFRZ ]"),
        (LANE, "by[`NT_CTR_LCOFIFRZ]", "by[`NT_CTR_BPFRZ]"),
        (RECORD, "cause == BREAKPOINT && bit(control, NT_CTRCTL_BPFRZ)",
         "cause == BREAKPOINT && bit(control, 12)"),
        (RECORD, "bit(control, NT_CTRCTL_LCOFIFRZ)", "bit(control, 11)")]),
    "a breakpoint is the exception with cause 3": ("rv64", OTHER_FREEZE, [
        (LANE, "cause == BREAKPOINT && by", "cause == 16'd2 && by"),
        (RECORD, "cause == BREAKPOINT", "cause == 2")]),
    "LCOFI is the interrupt with cause 13": ("rv64", OTHER_FREEZE, [
        (LANE, "itype == INTERRUPT && cause == LOCAL_OVERFLOW && by", "itype == INTERRUPT && by"),
        (RECORD, "t->type == INTERRUPT && cause == LOCAL_OVERFLOW", "t->type == INTERRUPT")]),
    "an exception with cause 13 is no LCOFI": ("rv64", OTHER_FREEZE, [
        (LANE, "itype == INTERRUPT && cause == LOCAL_OVERFLOW && by", "trap && cause == LOCAL_OVERFLOW && by"),
        (RECORD, "t->type == INTERRUPT && cause == LOCAL_OVERFLOW", "t->is_trap && cause == LOCAL_OVERFLOW")]),
    "a trap to VS mode freezes by vsctrctl": ("rv64", FREEZE, [
        (LANE, "to == VS ? vscontrol : control", "control"),
        (RECORD, "uint64_t control = t->to == NT_CTR_VS ? s->vscontrol : s->control;",
         "uint64_t control = s->control;")]),
    "a trap from a guest to S or M mode freezes by sctrctl": ("rv64", FREEZE, [
        (LANE, "to == VS ? vscontrol : control", "guest ? vscontrol : control"),
        (RECORD, "t->to == NT_CTR_VS ? s->vscontrol : s->control;\n    return (t->type",
         "t->active;\n    return (t->type")]),
    "the trap that freezes is not recorded": ("rv64", FREEZING, [
        (LANE, "valid && !frozen && !freeze", "valid && !frozen"),
        (RECORD, "if (freezes(s, &t, in->cause)) {\n            s->frozen = true;\n        } else if (!s->frozen) {",
         "bool before = s->frozen;\n        s->frozen |= freezes(s, &t, in->cause);\n        if (!before) {")]),
    "nothing is recorded while FROZEN is 1": ("rv64", "test_nothing_is_recorded_while_frozen", [
        (LANE, "valid && !frozen && !freeze", "valid && !freeze"),
        (RECORD, "} else if (!s->frozen) {", "} else {")]),

    "entry to debug mode does not freeze": ("rv64", "test_entry_to_debug_mode_does_not_freeze", [
        (TOP, "frozen_next = lane[NBLOCKS-1].frozen_next;",
         "frozen_next = lane[NBLOCKS-1].frozen_next || (priv == 3'd4 && control_reg[`NT_CTR_BPFRZ]);"),
        (RECORD, "    for (unsigned i = 0; i < config->nblocks",
         "    s->frozen |= in->priv == NT_CTR_DEBUG && bit(s->control, NT_CTRCTL_BPFRZ);\n"
         "    for (unsigned i = 0; i < config->nblocks")]),

    # WRPTR, WRAP and RAS emulation
    "after the last entry WRPTR begins again at 0": ("rv64", WRPTR, [
        (TOP, "push ? (at + 8'd1) & last", "push ? at + 8'd1"),
        (TOP, "push ? at : below", "push ? at & last : below"),
        (RECORD, "(uint8_t)((s->wrptr + 1U) & (nt_ctr_depth(s) - 1))", "(uint8_t)(s->wrptr + 1U)")]),
    "WRAP is set where WRPTR begins again": ("rv64-draft", WRPTR, [
        (TOP, "push && at == last ? 1'b1", "push && at == last ? wrapped"),
        (RECORD, "config->draft && s->wrptr == nt_ctr_depth(s) - 1", "config->draft && s->wrptr >= nt_ctr_depth(s)")]),
    "a return at WRPTR 0 clears WRAP": ("rv64-draft", WRAPS, [
        (TOP, "pop && at == 8'd0 ? 1'b0", "pop && at == 8'd0 ? wrapped"),
        (RECORD, "s->wrap &= s->wrptr != 0;", "s->wrap &= s->wrptr < NT_CTR_ENTRIES;")]),
    "a call is pushed in RAS emulation": ("rv64", FOUR_RAS, [
        (LANE, "(itype == INDIRECT_CALL || itype == DIRECT_CALL)", "itype == DIRECT_CALL"),
        (RECORD, "    case INDIRECT_CALL:\n", "")]),
    "a return takes WRPTR down": ("rv64", FOUR_RAS, [
        (TOP, "pop ? below : at", "at"),
        (RECORD, "s->wrptr = (uint8_t)((s->wrptr - 1U) & (nt_ctr_depth(s) - 1));", "")]),
    "a return on an empty buffer takes WRPTR from 0 to the last": (
        "rv64", "test_a_return_on_an_empty_buffer_moves_wrptr", [
            (TOP, "pop ? below", "pop && at != 8'd0 ? below"),
            (RECORD, "s->wrptr = (uint8_t)((s->wrptr - 1U) & (nt_ctr_depth(s) - 1));",
             "s->wrptr = (uint8_t)(s->wrptr == 0 ? 0 : s->wrptr - 1);")]),
    "a return clears V": ("rv64", FOUR_RAS, [
        (TOP, "assign invalidate[l] = pop;", "assign invalidate[l] = 1'b0;"),
        (RECORD, "nt_ctr_put_bit(&s->valid, nt_ctr_place(s, 0), false);", "")]),
    "a swap leaves WRPTR": ("rv64", FOUR_RAS, [
        (LANE, "(itype == INDIRECT_CALL || itype == DIRECT_CALL)",
         "(itype == INDIRECT_CALL || itype == DIRECT_CALL || itype == COROUTINE_SWAP)"),
        (RECORD, "return NT_CTR_SWAP;", "return NT_CTR_PUSH;")]),
    "branches are not recorded in RAS emulation": ("rv64", OTHER_RAS, [
        (LANE, "(itype == INDIRECT_CALL || itype == DIRECT_CALL)",
         "(itype == INDIRECT_CALL || itype == DIRECT_CALL || itype == 4'd5)"),
        (RECORD, "    case INDIRECT_CALL:\n", "    case INDIRECT_CALL:\n    case 5:\n")]),
    "calls of disabled modes are not on the stack": (
        "rv64", "test_calls_and_returns_of_disabled_modes_are_ignored", [
            (LANE, "active && ras && from_on", "active && ras"),
            (RECORD, "if (!t->from_enabled) {", "if (!t->from_enabled && t->from > 7) {")]),
    "a guest has a RASEMU of its own": ("rv64", "test_each_side_of_v_has_its_own_rasemu", [
        (LANE, "guest ? vscontrol[`NT_CTR_RASEMU] : control[`NT_CTR_RASEMU]", "control[`NT_CTR_RASEMU]"),
        (RECORD, "if (bit(t->active, NT_CTRCTL_RASEMU)) {", "if (bit(s->control, NT_CTRCTL_RASEMU)) {"),
        (RECORD, "!bit(t->active, NT_CTRCTL_RASEMU);", "!bit(s->control, NT_CTRCTL_RASEMU);")]),
    "records of RAS emulation have no count": ("rv64", "test_ras_emulation_gives_no_counts", [
        (TOP, "(ccv || recorded) && !ras", "ccv || recorded"),
        (RECORD, "s->counted && !bit(t->active, NT_CTRCTL_RASEMU)", "s->counted")]),

    # Cycles
    "the count stays at its most": ("rv32-draft", SATURATES, [
        (CYCLES, "active && count_reg != {WIDTH{1'b1}} ? count_reg + 1'b1", "active ? count_reg + 1'b1"),
        (RECORD, "nt_ctr_mode_enabled(s, mode) &&\n        s->cycles != nt_ctr_cycles_most(config->cce_w)) {\n"
         "        s->cycles++;",
         "nt_ctr_mode_enabled(s, mode)) {\n        s->cycles++;\n"
         "        s->cycles &= nt_ctr_cycles_most(config->cce_w);")]),
    "the count goes up to all ones": ("rv32-draft", SATURATES, [
        (CYCLES, "count_reg != {WIDTH{1'b1}}", "count_reg != {{WIDTH-1{1'b1}}, 1'b0}"),
        (RECORD, "s->cycles != nt_ctr_cycles_most(config->cce_w)", "s->cycles != nt_ctr_cycles_most(config->cce_w) - 1")]),
    "CCE is the place of the highest 1 less 11": ("rv64", ENCODED, [
        (CYCLES, "{e[3:0], count[e - 1 +: 12]}", "{e[3:0] - 4'd1, count[e - 1 +: 12]}"),
        (RECORD, "exponent << CCM_W |", "(exponent == 0 ? 0 : exponent - 1) << CCM_W |")]),
    "CCM is the 12 bits below the highest 1": ("rv64", ENCODED, [
        (CYCLES, "count[e - 1 +: 12]", "count[e +: 12]"),
        (RECORD, "cycles >> (exponent - 1)", "cycles >> exponent")]),
    "a record begins the count again": ("rv64", ENCODED, [
        (CYCLES, "count_reg   <= {WIDTH{1'b0}};\n            counted_reg <= 1'b1;",
         "count_reg   <= count;\n            counted_reg <= 1'b1;"),
        (TOP, "recorded ? 16'd0 : cc", "cc"),
        (RECORD, "s->cycles = 0;\n    s->counted", "s->counted")]),
    "of the records of a cycle the oldest has the count": (
        "rv64", "test_records_of_neighbouring_cycles_count_1_and_of_the_same_cycle_0", [
            (TOP, "recorded ? 16'd0 : cc", "cc"),
            (RECORD, "    for (unsigned i = 0; i < config->nblocks",
             "    uint32_t first = s->cycles;\n    for (unsigned i = 0; i < config->nblocks"),
            (RECORD, "s->did[i] = (uint8_t)apply(s, config, &t, &in->block[i]);",
             "uint32_t now = s->cycles;\n            s->cycles = first;\n"
             "            s->did[i] = (uint8_t)apply(s, config, &t, &in->block[i]);\n"
             "            s->cycles = s->did[i] == NT_CTR_PUSH || s->did[i] == NT_CTR_SWAP ? 0 : now;")]),
    "the first record has no count": ("rv64", FIRST, [
        (CYCLES, "assign ccv = counted_reg;", "assign ccv = 1'b1;"),
        (RECORD, "s->counted && !bit(t->active, NT_CTRCTL_RASEMU)", "!bit(t->active, NT_CTRCTL_RASEMU)")]),
    "a write to mctrctl or sctrctl begins the count again": ("rv64", FIRST, [
        (TOP, "write_control || write_vscontrol || sctrclr)", "write_vscontrol || sctrclr)"),
        (MODEL, "restart_count(s);\n    if (config->draft", "if (is_vs) {\n        restart_count(s);\n    }\n"
         "    if (config->draft")]),
    "a write to vsctrctl begins the count again": ("rv64", FIRST, [
        (TOP, "write_control || write_vscontrol || sctrclr)", "write_control || sctrclr)"),
        (MODEL, "restart_count(s);\n    if (config->draft", "if (!is_vs) {\n        restart_count(s);\n    }\n"
         "    if (config->draft")]),
    "a write to the status leaves the count": (
        "rv64", "test_a_write_to_status_depth_or_an_entry_leaves_the_count", [
            (TOP, "write_control || write_vscontrol || sctrclr)",
             "write_control || write_vscontrol || sctrclr || (write && to_status))"),
            (MODEL, "    s->frozen = (word >>", "    restart_count(s);\n    s->frozen = (word >>")]),
    "cycles of disabled modes do not count": ("rv64", COUNTING, [
        (TOP, "on && !frozen_reg && !halted", "!frozen_reg && !halted"),
        (RECORD, "!in->halted && nt_ctr_mode_enabled(s, mode) &&", "!in->halted &&")]),
    "frozen cycles do not count": ("rv64", "test_frozen_cycles_do_not_count_and_those_before_are_kept", [
        (TOP, "on && !frozen_reg && !halted", "on && !halted"),
        (RECORD, "config->has_cycles && !s->frozen &&", "config->has_cycles &&")]),
    "the mode at the beginning of a cycle decides whether it counts": (
        "rv64", "test_the_mode_at_the_beginning_of_a_cycle_decides", [
            (TOP, "on && !frozen_reg && !halted", "(on || lane[0].to_on) && !frozen_reg && !halted"),
            (RECORD, "!in->halted && nt_ctr_mode_enabled(s, mode) &&",
             "!in->halted && (nt_ctr_mode_enabled(s, mode) || nt_ctr_mode_enabled(s, in->block[0].tpriv)) &&")]),
}

FILTERED = {1: "exceptions", 2: "interrupts", 3: "trap returns", 5: "taken branches", 8: "indirect calls",
            9: "direct calls", 10: "indirect jumps", 11: "direct jumps", 12: "swaps", 13: "returns",
            14: "other indirect jumps", 15: "other direct jumps"}
FAULTS |= {f"bit {32 + itype} inhibits {name}": ("rv64", TYPES, [
    (LANE, ": filter[itype];", f": filter[itype] && itype != 4'd{itype};"),
    (RECORD, "NT_CTRCTL_FILTERS + t->type);", f"NT_CTRCTL_FILTERS + t->type) && t->type != {itype};")])
    for itype, name in FILTERED.items()}
