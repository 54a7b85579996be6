# SPDX-License-Identifier: Apache-2.0
"""Clauses that core and hart break alike, for the suites' programs: by a sentence, changes of text in the RTL (rtl/,
examples/core) and in C (model/, examples/suites/hart). With those of tests/ctr/fault_list.py and
tests/hpm/alike_faults.py, and of the example's core alone, each program has one that it fails with.

A change is file, text that is there once, text that is there then."""
from tests.ctr.fault_list import FAULTS as CTR
from tests.hpm.alike_faults import FAULTS as HPM

LANE, TOP, ACCESS, CYCLES = (f"rtl/ctr/nt_ctr{name}.v" for name in ("_lane", "", "_access", "_cycles"))
RECORD, MODEL, MODEL_ACCESS = (f"model/ctr/ctr{name}.c" for name in ("_record", "", "_access"))
HPM_TOP, COUNTER, INGRESS, HPM_ACCESS = (f"rtl/hpm/nt_hpm{name}.v" for name in ("", "_counter", "_ingress", "_access"))
HPM_MODEL, HPM_MODEL_ACCESS = "model/hpm/hpm.c", "model/hpm/hpm_access.c"
CORE, CSRS, UNITS = "examples/core/nt_core.v", "examples/core/nt_core_csr.v", "examples/core/nt_core_units.v"
HART, HART_CSRS, HART_UNITS = (f"examples/suites/hart/{name}.c" for name in ("hart", "csrs", "units_model"))

MODES = {"U": ("U", "NT_CTR_U", 0), "S": ("S", "NT_CTR_S", 1), "M": ("M", "NT_CTR_M", 3)}

FAULTS = {}


def fault(sentence, *changes):
    assert sentence not in FAULTS, sentence
    FAULTS[sentence] = changes


# ---- Types: of the core and the hart

fault("x5 is a link register", (CORE, "register == 5'd1 || register == 5'd5", "register == 5'd1"),
      (HART, "return reg == 1 || reg == 5;", "return reg == 1;"))
fault("x1 is a link register", (CORE, "register == 5'd1 || register == 5'd5", "register == 5'd5"),
      (HART, "return reg == 1 || reg == 5;", "return reg == 5;"))
fault("a swap has two link registers", (CORE, "is_link(rs1) && rs1 != rd ? 4'd12", "is_link(rs1) ? 4'd12"),
      (HART, "is_link(rs1) && rs1 != rd ? 12", "is_link(rs1) ? 12"))
fault("a swap is no call", (CORE, "is_link(rs1) && rs1 != rd ? 4'd12", "1'b0 ? 4'd12"),
      (HART, "is_link(rs1) && rs1 != rd ? 12", "rs1 > 32 ? 12"))
fault("JALR x0 has type 10", (CORE, "rd == 5'd0 ? 4'd10", "rd == 5'd31 ? 4'd10"), (HART, "rd == 0 ? 10 : 14", "rd == 32 ? 10 : 14"))
fault("JAL x0 has type 11", (CORE, "rd == 5'd0 ? 4'd11", "rd == 5'd31 ? 4'd11"), (HART, "rd == 0 ? 11 : 15", "rd == 31 ? 11 : 15"))
fault("JAL a0 has type 15", (CORE, "4'd11 : 4'd15", "4'd11 : 4'd11"), (HART, "rd == 0 ? 11 : 15", "11"))
fault("a return may have a link", (CORE, ": is_link(rs1) ? 4'd13", ": is_link(rs1) && rd == 5'd0 ? 4'd13"),
      (HART, "    if (is_link(rs1)) {", "    if (is_link(rs1) && rd == 0) {"))
fault("a branch that is taken has type 5", (CORE, "taken ? 4'd5 : 4'd4", "4'd4"), (HART, "taken(funct3, ea, eb) ? 5 : 4;", "4;"))
fault("a branch that is not taken has type 4", (CORE, "taken ? 4'd5 : 4'd4", "4'd5"),
      (HART, "i->itype = taken(funct3, ea, eb) ? 5 : 4;\n        i->next = i->itype == 5 ?",
       "i->itype = 5;\n        i->next = taken(funct3, ea, eb) ?"))
fault("what is no transfer is no record", (LANE, "itype != 4'd0 && listed", "listed"),
      (RECORD, "if (t->type == 0) {\n        return NT_CTR_NOTHING;", "if (t->type == 6) {\n        return NT_CTR_NOTHING;"))
fault("a branch backward is a transfer as all others", (LANE, "assign ras = guest", "assign ras = valid && guest"),
      (TOP, "to_on ? itgt[l*XLEN+1 +: PC_W] :", "to_on && itgt[l*XLEN+1 +: PC_W] > isrc[l*XLEN+1 +: PC_W] ? itgt[l*XLEN+1 +: PC_W] :"),
      (RECORD, "(t->to_enabled ? block->itgt & mask : 0)", "(t->to_enabled && block->itgt > block->isrc ? block->itgt & mask : 0)"))

# ---- Modes

for name, (rtl, model, number) in MODES.items():
    bit = {"U": 0, "S": 1, "M": 2}[name]
    fault(f"a jump in {name} mode is not recorded because other modes are enabled",
          (LANE, "!trap ? from_on &&", f"!trap ? (from_on || (from == {rtl} && control[2:0] != 3'd0)) &&"),
          (RECORD, ": t->from_enabled) &&", f": t->from_enabled || (t->from == {model} && (s->control & 7) != 0)) &&"))
    if name != "M":
        fault(f"a jump in {name} mode is not recorded if none is enabled",
              (LANE, "!trap ? from_on &&", f"!trap ? (from_on || (from == {rtl} && control[2:0] == 3'd0)) &&"),
              (RECORD, ": t->from_enabled) &&", f": t->from_enabled || (t->from == {model} && (s->control & 7) == 0)) &&"))
        fault(f"{name} enables recording in {name} mode",
              (LANE, f"{name}: enabled = by_control[`NT_CTR_{name}];", f"{name}: enabled = by_control[`NT_CTR_M];"),
              (RECORD, f"return bit(s->control, {bit});", "return bit(s->control, 2);"))

for begin, end in ("US", "UM", "SM", "SS", "MM"):
    rtl = f"from == {begin} && to == {end}"
    model = f"t->from == {MODES[begin][1]} && t->to == {MODES[end][1]}"
    for kind, code in (("exception", 1), ("interrupt", 2)):
        of = f"itype == 4'd{code} && {rtl}", f"t->type == {code} && {model}"
        fault(f"an {kind} from {begin} to {end} is recorded where it should be",
              (LANE, ": to_on ? !inhibited :", f": to_on ? !inhibited && !({of[0]}) :"),
              (RECORD, "(t->is_trap ? t->to_enabled :", f"(t->is_trap ? t->to_enabled && !({of[1]}) :"))
        fault(f"an {kind} from {begin} to {end}, both not enabled, is not recorded",
              (LANE, ": to_on ? !inhibited :", f": to_on || (!from_on && {of[0]}) ? !inhibited :"),
              (RECORD, "(t->is_trap ? t->to_enabled :", f"(t->is_trap ? t->to_enabled || (!t->from_enabled && {of[1]}) :"))
        if begin != end:
            fault(f"an {kind} from {begin} to {end} is not recorded by default",
                  (LANE, "from_on && external", f"from_on && (external || ({of[0]}))"),
                  (RECORD, "external_allowed_draft(s, t) : external_allowed(s, t);",
                   f"external_allowed_draft(s, t) : external_allowed(s, t) || ({of[1]});"))
for begin, end in ("MU", "MS", "MM", "SU", "SS"):
    rtl = f"itype == 4'd3 && from == {begin} && to == {end}"
    model = f"t->type == 3 && t->from == {MODES[begin][1]} && t->to == {MODES[end][1]}"
    fault(f"a trap return from {begin} to {end} is recorded where it should be", (LANE, "!trap ? from_on &&", f"!trap ? from_on && !({rtl}) &&"),
          (RECORD, ": t->from_enabled) &&", f": t->from_enabled && !({model})) &&"))
    fault(f"a trap return from {begin} to {end}, both not enabled, is not recorded", (LANE, "!trap ? from_on &&", f"!trap ? (from_on || (!to_on && {rtl})) &&"),
          (RECORD, ": t->from_enabled) &&", f": t->from_enabled || (!t->to_enabled && {model})) &&"))
    if begin != end:
        fault(f"a trap return from {begin}, not enabled, to {end}, enabled, is not recorded",
              (LANE, "!trap ? from_on &&", f"!trap ? (from_on || (to_on && {rtl})) &&"),
              (RECORD, ": t->from_enabled) &&", f": t->from_enabled || (t->to_enabled && {model})) &&"))
fault("external traps are recorded with their enables", (LANE, "from_on && external", "1'b0"),
      (RECORD, "external_allowed_draft(s, t) : external_allowed(s, t);", "external_allowed_draft(s, t) : 0;"))

# ---- Filters, registers

fault("a filter is of its own type", (LANE, ": filter[itype];", ": filter != 16'd0;"),
      (RECORD, "bool filter = bit(t->active, NT_CTRCTL_FILTERS + t->type);", "bool filter = t->active >> 32 != 0;"))


def shown(sentence, rtl, model, what="to_control"):
    fault(sentence, (TOP, "wire [XLEN-1:0] old = to_control || to_vscontrol ? control_word",
                     f"wire [XLEN-1:0] old = {what} ? {rtl} : to_control || to_vscontrol ? control_word"),
          (MODEL, "return (access->upper ? value >> 32 : value) & xlen_mask(config);",
           f"value = {model};\n    return (access->upper ? value >> 32 : value) & xlen_mask(config);"))


C_CONTROL = "access->what == NT_CTR_MCTRCTL || access->what == NT_CTR_SCTRCTL"
shown("bit 38 of mctrctl reads 0", "control_word | ((control_word >> 37 & 1) << 38)",
      f"{C_CONTROL} ? value | (value >> 37 & 1) << 38 : value", "to_control && XLEN == 64")
shown("bits 59 to 48 of mctrctl read 0", "control_word | (64'h1 << 50)", f"{C_CONTROL} ? value | UINT64_C(1) << 50 : value")
shown("bits 6 to 3 of mctrctl read 0", "control_word | 8", f"{C_CONTROL} ? value | 8 : value")
shown("sctrctl shows the filters", "control_word & 32'hffffffff",
      "access->what == NT_CTR_SCTRCTL ? value & UINT32_MAX : value", "to_control && !to_mctrctl && XLEN == 64")
shown("sctrctl shows S, U and BPFRZ", "{XLEN{1'b0}}", "access->what == NT_CTR_SCTRCTL ? 0 : value", "to_control && !to_mctrctl")
shown("bits 30 to 8 of sctrstatus read 0", "status_word[XLEN-1:0] | 256", "access->what == NT_CTR_STATUS ? value | 256 : value", "to_status")
shown("sctrdepth reads no reserved code", "depth_reg == CODE_MAX ? 5 : depth_word[XLEN-1:0]",
      "access->what == NT_CTR_DEPTH && nt_ctr_depth(s) == config->depth_max ? 5 : value", "to_depth")
shown("sctrdepth has bits 2 to 0 alone", "depth_word[XLEN-1:0] | 8", "access->what == NT_CTR_DEPTH ? value | 8 : value", "to_depth")
shown("ctrsource holds addresses", "entry_word & ~16", "access->what == NT_CTR_SOURCE ? value & ~UINT64_C(16) : value", "to_source")
shown("ctrtarget holds addresses", "entry_word & ~4", "access->what == NT_CTR_TARGET ? value & ~UINT64_C(4) : value", "to_target")
shown("ctrdata holds each type", "entry_word[3:0] == 4'd9 ? entry_word & ~1 : entry_word",
      "access->what == NT_CTR_DATA && (value & 15) == 9 ? value - 1 : value", "to_data")
shown("CCM has all its bits", "entry_word & ~(1 << 19)", "access->what == NT_CTR_DATA ? value & ~(UINT64_C(1) << 19) : value", "to_data")
for field, at in (("U", 0), ("S", 1), ("M", 2), ("MTE", 9), ("BPFRZ", 11), ("LCOFIFRZ", 12)):
    fault(f"{field} is writable",
          (TOP, "(control_reg & ~control_mask) | (taken & control_mask)", f"(control_reg & ~control_mask) | (taken & control_mask & ~(48'd1 << {at}))"),
          (MODEL, "(nt_ctr_control_taken(config, word) & mask)", f"(nt_ctr_control_taken(config, word) & mask & ~(UINT64_C(1) << {at}))"))
fault("a depth that was read is supported", (TOP, "if (write_depth) begin", "if (write_depth && depth_next < depth_reg) begin"),
      (MODEL, "s->depth = nt_ctr_depth_taken(config, written);",
       "uint8_t taken = nt_ctr_depth_taken(config, written);\n    s->depth = taken < s->depth ? taken : s->depth;"))
fault("entries are apart", (TOP, "(wrptr_reg - select[7:0] - 8'd1) & last", "(wrptr_reg - {select[7:1], 1'b0} - 8'd1) & last"),
      (MODEL, "return in->select & LOGICAL_MASK;", "return in->select & LOGICAL_MASK & ~1U;"))
fault("a write to sctrstatus changes no entry", (TOP, "rst || sctrclr || clr", "rst || sctrclr || clr || (write && to_status)"),
      (MODEL, "static void write_status(nt_ctr *s, const nt_ctr_config *config, uint64_t word) {\n",
       "static void write_status(nt_ctr *s, const nt_ctr_config *config, uint64_t word) {\n    clear_entries(s);\n"))
fault("siselect holds all values to 0xfff", (UNITS, "siselect_reg <= wdata[11:0];", "siselect_reg <= wdata[11:0] & 12'h3ff;"),
      (HART_UNITS, "u->siselect = in->wdata & 0xfff;", "u->siselect = in->wdata & 0x3ff;"))

# ---- Who may

fault("S mode has CTR", (ACCESS, "(for_m || priv == U ||", "(for_m || priv == U || priv == 3'd1 ||"),
      (MODEL_ACCESS, "c->level == BY_M || in->priv == NT_CTR_U ||", "c->level == BY_M || in->priv <= NT_CTR_S ||"))
fault("U mode has no machine registers", (ACCESS, "(for_m || priv == U || (entry", "((entry"),
      (MODEL_ACCESS, "c->level == BY_M || in->priv == NT_CTR_U || no_index", "no_index"))
fault("U mode without mstateen0.CTR has none of it", (ACCESS, "(for_m || priv == U || (entry && !stateen[2]) ||\n                             (index ? neither : !stateen[0]))",
                                                      "(for_m || (entry && !stateen[2]))"),
      (MODEL_ACCESS, "c->level == BY_M || in->priv == NT_CTR_U ||", "c->level == BY_M ||"), (MODEL_ACCESS, "} else if (!machine) {", "} else if (!machine && in->priv > 7) {"))
fault("U mode has no siselect", (UNITS, "known = from == 2'd3 || (from == 2'd1 && csrind);", "known = from == 2'd3 || csrind;"),
      (HART_UNITS, "return machine || (supervisor && bit(u->mstateen0, CSRIND));", "return machine || bit(u->mstateen0, CSRIND);"))
fault("S mode has siselect with bit 60 alone", (UNITS, "known = from == 2'd3 || (from == 2'd1 && csrind);", "known = from != 2'd0;"),
      (HART_UNITS, "return machine || (supervisor && bit(u->mstateen0, CSRIND));", "return supervisor;"))
fault("recording goes on without mstateen0.CTR", (TOP, ".valid(block_valid[l])", ".valid(block_valid[l] && stateen[0])"),
      (RECORD, "in->block[i].valid; i++", "in->block[i].valid && (in->stateen & 1) != 0; i++"))
fault("M mode has all without mstateen0.CTR", (ACCESS, "priv == M || priv == DEBUG", "(priv == M && stateen[0]) || priv == DEBUG"),
      (MODEL_ACCESS, "in->priv == NT_CTR_M || in->priv == NT_CTR_DEBUG", "(in->priv == NT_CTR_M && machine) || in->priv == NT_CTR_DEBUG"))
fault("bit 60 is about entries alone", (ACCESS, "(entry && !stateen[2])", "!stateen[2]"),
      (MODEL_ACCESS, "c->indirect && (in->stateen & NT_STATEEN_M_CSRIND) == 0", "(in->stateen & NT_STATEEN_M_CSRIND) == 0"))
fault("what is refused changes nothing", (TOP, "wire done  = csr_hit && !raises_illegal && !raises_virtual;", "wire done  = csr_hit && !raises_virtual;"),
      (MODEL, "if (!out.csr_hit || out.csr_illegal || out.csr_virtual) {", "if (!out.csr_hit || out.csr_virtual) {"))

# ---- Buffer, freeze

fault("a record sets V", ("rtl/ctr/nt_ctr_buffer.v", "valid_next[place[l*8 +: PLACE_W]]      = 1'b1;", "valid_next[place[l*8 +: PLACE_W]]      = 1'b0;"),
      (RECORD, "    nt_ctr_put_bit(&s->valid, place, true);\n", "    nt_ctr_put_bit(&s->valid, place, false);\n"))
fault("WRPTR goes up by one", (TOP, "push ? (at + 8'd1) & last", "push ? (at + 8'd2) & last"), (RECORD, "(s->wrptr + 1U)", "(s->wrptr + 2U)"))
fault("a breakpoint freezes with BPFRZ alone", (LANE, "cause == BREAKPOINT && by[`NT_CTR_BPFRZ]", "cause == BREAKPOINT"),
      (RECORD, "cause == BREAKPOINT && bit(control, NT_CTRCTL_BPFRZ)", "cause == BREAKPOINT"))
fault("LCOFI freezes with LCOFIFRZ alone", (LANE, "cause == LOCAL_OVERFLOW && by[`NT_CTR_LCOFIFRZ]", "cause == LOCAL_OVERFLOW"),
      (RECORD, "cause == LOCAL_OVERFLOW && bit(control, NT_CTRCTL_LCOFIFRZ)", "cause == LOCAL_OVERFLOW"))
fault("no other exception freezes", (LANE, "itype == EXCEPTION && cause == BREAKPOINT &&", "itype == EXCEPTION &&"),
      (RECORD, "t->type == EXCEPTION && cause == BREAKPOINT &&", "t->type == EXCEPTION &&"))
fault("only an interrupt freezes with LCOFIFRZ", (LANE, "itype == INTERRUPT && cause == LOCAL_OVERFLOW && by", "trap && by"),
      (RECORD, "t->type == INTERRUPT && cause == LOCAL_OVERFLOW &&", "t->is_trap &&"))
fault("LCOFIFRZ freezes", (LANE, "itype == INTERRUPT && cause == LOCAL_OVERFLOW && by", "1'b0 && by"),
      (RECORD, "t->type == INTERRUPT && cause == LOCAL_OVERFLOW &&", "t->type == 16 &&"))
fault("a freeze stays", (TOP, "wire frozen_next   = frozen || freeze;", "wire frozen_next   = (frozen && !block_valid[l]) || freeze;"),
      (RECORD, "} else if (!s->frozen) {", "} else if ((s->frozen = false, true)) {"))
fault("a freeze to S mode is as one to M mode", (LANE, "assign freeze = valid &&", "assign freeze = valid && to != S &&"),
      (RECORD, "static bool freezes(const nt_ctr *s, const transfer *t, uint16_t cause) {\n",
       "static bool freezes(const nt_ctr *s, const transfer *t, uint16_t cause) {\n    if (t->to == NT_CTR_S) {\n        return false;\n    }\n"))

# ---- RAS emulation, cycles

fault("traps and returns from them are inhibited in RAS emulation", (LANE, "(active && !ras && record)", "(active && (!ras || trap || itype == 4'd3) && record)"),
      (RECORD, "if (bit(t->active, NT_CTRCTL_RASEMU)) {", "if (bit(t->active, NT_CTRCTL_RASEMU) && !t->is_trap && t->type != 3) {"))
fault("without RASEMU a return is a record", (LANE, "control[`NT_CTR_RASEMU];", "control[`NT_CTR_RASEMU] || itype == FUNCTION_RETURN;"),
      (RECORD, "if (bit(t->active, NT_CTRCTL_RASEMU)) {", "if (bit(t->active, NT_CTRCTL_RASEMU) || t->type == FUNCTION_RETURN) {"))
fault("filters are ignored in RAS emulation", (LANE, "active && ras && from_on", "active && ras && from_on && !inhibited"),
      (RECORD, "if (!t->from_enabled) {", "if (!t->from_enabled || is_inhibited(t)) {"))
fault("NTBREN is ignored in RAS emulation", (LANE, "(active && !ras && record)", "(active && (!ras || itype == NOT_TAKEN) && record)"),
      (RECORD, "if (bit(t->active, NT_CTRCTL_RASEMU)) {", "if (bit(t->active, NT_CTRCTL_RASEMU) && t->type != NOT_TAKEN) {"))
fault("freezes are as ever in RAS emulation", (LANE, "assign freeze = valid &&", "assign freeze = valid && !ras &&"),
      (RECORD, "    return (t->type == EXCEPTION && cause", "    return !bit(control, NT_CTRCTL_RASEMU) && ((t->type == EXCEPTION && cause"),
      (RECORD, "bit(control, NT_CTRCTL_LCOFIFRZ));", "bit(control, NT_CTRCTL_LCOFIFRZ)));"))
fault("a return pops while nothing is frozen", (LANE, "assign pop  = stack &&", "assign pop  = valid && ras && from_on &&"),
      (RECORD, "} else if (!s->frozen) {", "} else if (!s->frozen || (bit(t.active, NT_CTRCTL_RASEMU) && t.type == FUNCTION_RETURN)) {"))
fault("a read leaves the count", (TOP, ".restart(write_control || write_vscontrol || sctrclr)", ".restart((done && to_control) || write_control || write_vscontrol || sctrclr)"),
      (MODEL, "} else if (in->csr_op != NT_CSR_READ) {", "} else if (in->csr_op == NT_CSR_READ && access.what == NT_CTR_SCTRCTL) {\n        restart_count(s);\n    } else if (in->csr_op != NT_CSR_READ) {"))

# ---- Counters

INH = {"M": "inhibit_reg[4]", "S": "inhibit_reg[3]", "U": "inhibit_reg[2]"}
BLOCK_INHIBIT = "if (enable && (block_mode[5*b +: 5] & inhibit_reg) == 5'd0) begin"
C_INHIBIT = "if ((inhibit & inhibit_of(priv)) == 0) {"
for name, at in (("M", 4), ("S", 3), ("U", 2)):
    one = f"5'd{1 << at}"
    fault(f"{name}INH inhibits {name} mode", (COUNTER, BLOCK_INHIBIT, BLOCK_INHIBIT.replace("& inhibit_reg", f"& inhibit_reg & ~{one}")),
          (HPM_MODEL, C_INHIBIT, f"if ((inhibit & inhibit_of(priv) & ~{1 << at}U) == 0) {{"))
    fault(f"without {name}INH {name} mode counts", (COUNTER, BLOCK_INHIBIT, BLOCK_INHIBIT.replace("& inhibit_reg)", f"& (inhibit_reg | {one}))")),
          (HPM_MODEL, C_INHIBIT, f"if (((inhibit | {1 << at}U) & inhibit_of(priv)) == 0) {{"))
    fault(f"{name}INH is about {name} mode alone", (COUNTER, BLOCK_INHIBIT, f"if (enable && (block_mode[5*b +: 5] & inhibit_reg) == 5'd0 && !{INH[name]}) begin"),
          (HPM_MODEL, C_INHIBIT, f"if ((inhibit & inhibit_of(priv)) == 0 && (n_inhibit(inhibit) & {1 << at}U) == 0) {{".replace("n_inhibit(inhibit)", "inhibit")))
    fault(f"{name}INH can be written", (COUNTER, "inhibit_reg <= wdata[VUINH +: 5] & MODES;", f"inhibit_reg <= wdata[VUINH +: 5] & MODES & ~{one};"),
          (HPM_MODEL_ACCESS, "    s->flags[which.n] = (uint8_t)(whole >> NT_HPM_FLAGS & modes);",
           f"    s->flags[which.n] = (uint8_t)(whole >> NT_HPM_FLAGS & modes & ~{1 << at}U);"))
    fault(f"{name}INH of mcyclecfg can be written", (HPM_TOP, "cycle_reg   <= wdata[VUINH +: 5] & MODES;", f"cycle_reg   <= wdata[VUINH +: 5] & MODES & ~{one};"),
          (HPM_MODEL_ACCESS, "modes & ~(unsigned)NT_HPM_OF);", f"modes & ~(unsigned)NT_HPM_OF & (which.n == 1 ? ~{1 << at}U : ~0U));"))
    fault(f"{name}INH of minstretcfg can be written", (HPM_TOP, "instret_reg <= wdata[VUINH +: 5] & MODES;", f"instret_reg <= wdata[VUINH +: 5] & MODES & ~{one};"),
          (HPM_MODEL_ACCESS, "modes & ~(unsigned)NT_HPM_OF);", f"modes & ~(unsigned)NT_HPM_OF & (which.n == 2 ? ~{1 << at}U : ~0U));"))
fault("bits 57 and 56 of mhpmevent read 0", (HPM_TOP, "selection[8:5], 26'd0, event_number", "selection[8:5], 2'd1, 24'd0, event_number"),
      (HPM_MODEL_ACCESS, "                        s->event[which.n]);",
       "                        s->event[which.n] | UINT64_C(1) << 56);"))
fault("VSINH and VUINH are absent", (COUNTER, "inhibit_reg <= wdata[VUINH +: 5] & MODES;", "inhibit_reg <= wdata[VUINH +: 5];"),
      (HPM_MODEL_ACCESS, "    s->flags[which.n] = (uint8_t)(whole >> NT_HPM_FLAGS & modes);", "    s->flags[which.n] = (uint8_t)(whole >> NT_HPM_FLAGS);"))
fault("a write of mhpmevent keeps the event that it names", (COUNTER, "if (write_event[0]) place_reg <= wdata_place;", "if (write_event[0]) place_reg <= inhibit_reg[3] ? EVENT_NONE : wdata_place;"),
      (HPM_MODEL_ACCESS, "    s->event[which.n] = nt_hpm_event_place(p, (uint32_t)whole) != 0 ?", "    s->event[which.n] = (old >> 61 & 1) == 0 && nt_hpm_event_place(p, (uint32_t)whole) != 0 ?"))
fault("counters are of machine mode", (HPM_ACCESS, "is_m_count || is_m_event || is_mcountinhibit", "is_m_count || is_mcountinhibit"),
      (HPM_MODEL_ACCESS, "        return is_machine(priv) ? ALLOWED : ILLEGAL;\n    }", "        return is_machine(priv) || which.kind == EVENT ? ALLOWED : ILLEGAL;\n    }"))
fault("OF can be written", (COUNTER, "of_reg <= wdata[OF];", "of_reg <= of_reg && wdata[OF];"),
      (HPM_MODEL_ACCESS, "    s->flags[which.n] = (uint8_t)(whole >> NT_HPM_FLAGS & modes);", "    s->flags[which.n] = (uint8_t)(whole >> NT_HPM_FLAGS & modes & (s->flags[which.n] | ~(unsigned)NT_HPM_OF));"))
fault("OF 1 disables the request", (COUNTER, "overflows && !of_reg && !write_of", "overflows && !write_of"),
      (HPM_MODEL, "const bool asks = (s->flags[n] & NT_HPM_OF) == 0;", "const bool asks = true;"))
fault("OF that is written asks for nothing", (COUNTER, "assign request = overflows && !of_reg && !write_of;", "assign request = (overflows && !of_reg && !write_of) || (write_of && wdata[OF]);"),
      (HPM_MODEL, "    if (writes) {\n        nt_hpm_write(s, p, &in->csr, answer);\n    }\n",
       "    if (writes) {\n        nt_hpm_write(s, p, &in->csr, answer);\n        request |= of_written > 2 && of_written < 32 && (s->flags[of_written % 32] & NT_HPM_OF) != 0;\n    }\n"))
fault("a write of a counter is no overflow", (COUNTER, "else if (overflows) of_reg <= 1'b1;", "else if (overflows || (write_count != 2'b00 && count_reg[WIDTH-1] && !wdata[WIDTH-1])) of_reg <= 1'b1;"),
      (HPM_MODEL_ACCESS, "s->count[which.n] = merge(p, which, s->count[which.n], word)", "s->flags[which.n] |= which.n > 2 && s->count[which.n] >> 63 != 0 && merge(p, which, s->count[which.n], word) >> 63 == 0 ? NT_HPM_OF : 0;\n            s->count[which.n] = merge(p, which, s->count[which.n], word)"))
fault("a write of mhpmevent is no overflow", (COUNTER, "of_reg <= wdata[OF];", "of_reg <= wdata[OF] || count_reg == {WIDTH{1'b1}};"),
      (HPM_MODEL_ACCESS, "    s->event[which.n] = nt_hpm_event_place(p,", "    s->flags[which.n] |= s->count[which.n] == UINT64_MAX ? NT_HPM_OF : 0;\n    s->event[which.n] = nt_hpm_event_place(p,"))
fault("mcountinhibit stops a counter", (HPM_TOP, "wire [31:0] may_count = stop ? 32'd0 : ~mcountinhibit_reg;", "wire [31:0] may_count = stop ? 32'd0 : ~0;"),
      (HPM_MODEL, "return !in->stop && (s->mcountinhibit >> n & 1) == 0;", "return !in->stop && n < 64;"))
fault("nothing but an overflow asks", (HPM_TOP, "request_reg <= |requests;", "request_reg <= |requests || (counts[64*FIRST +: 11] == 11'd1000);"),
      (HPM_MODEL, "    s->request = step_counters(s, p, in, &out.csr);", "    s->request = step_counters(s, p, in, &out.csr) || (in->block[0].valid && (s->count[3] & 2047) == 1000);"))
fault("LCOFIP stays until software clears it", (HPM_TOP, "lcofip_reg  <= request_reg ||", "lcofip_reg  <= request_reg || of != 32'd0 &&"),
      (HPM_MODEL, "    s->request = step_counters(s, p, in, &out.csr);", "    s->request = step_counters(s, p, in, &out.csr);\n    s->lcofip = s->lcofip && ((s->flags[3] | s->flags[4]) & NT_HPM_OF) != 0;"))
fault("LCOFIP asks for an interrupt that mie enables", (CSRS, "wire [6:0] chosen  = pending & enable_reg;", "wire [6:0] chosen  = pending & (enable_reg | 7'd64);"),
      (HART_CSRS, "const uint64_t chosen = pending(h) & h->csrs.mie;", "const uint64_t chosen = pending(h) & (h->csrs.mie | LCOFI);"))
fault("mie has bit 13", (CSRS, "12'h304: enable_next = written;", "12'h304: enable_next = written & 7'd63;"), (HART_CSRS, "c->mie = value & INTERRUPTS;", "c->mie = value & INTERRUPTS & ~LCOFI;"))
fault("mideleg has bit 13", (CSRS, "mideleg_next = written & DELEGABLE;", "mideleg_next = written & DELEGABLE & 7'd63;"), (HART_CSRS, "c->mideleg = value & DELEGABLE;", "c->mideleg = value & DELEGABLE & ~LCOFI;"))
fault("sie has what is delegated", (CSRS, "interrupts_of(enable_reg & mideleg_reg);", "interrupts_of(enable_reg);"), (HART_CSRS, "*value = c.mie & c.mideleg;", "*value = c.mie;"))
fault("sip has what is delegated", (CSRS, "interrupts_of(pending & mideleg_reg);", "interrupts_of(pending);"), (HART_CSRS, "*value = pending(h) & c.mideleg;", "*value = pending(h);"))
fault("sip writes LCOFIP", (CSRS, "to_mip || (to_sip && mideleg_reg[LCOFI])", "to_mip"), (HART, "in->address == 0x344 || (in->address == 0x144 && (h->csrs.mideleg >> 13 & 1) != 0)", "in->address == 0x344"))
fault("a delegated interrupt goes to S mode", (CSRS, "(cause[31] ? !takes_m : medeleg_reg[cause[4:0]])", "(!cause[31] && medeleg_reg[cause[4:0]])"),
      (HART_CSRS, "const uint8_t to = h->mode != M && (deleg", "const uint8_t to = h->mode != M && !is_interrupt && (deleg"))
fault("an interrupt that is not delegated goes to M mode", (CSRS, "wire       takes_m = to_m != 7'd0 && (mode != 2'd3 || status_reg[MIE]);", "wire       takes_m = to_m != 7'd0 && (mode == 2'd0 || status_reg[MIE]);"),
      (HART_CSRS, "h->mode < M || (h->csrs.mstatus & BIT(MIE_BIT)) != 0", "h->mode < S || (h->csrs.mstatus & BIT(MIE_BIT)) != 0"))
fault("SIE lets an interrupt into S mode", (CSRS, "(mode == 2'd1 && status_reg[SIE])", "mode == 2'd1"), (HART_CSRS, "(h->mode == S && (h->csrs.mstatus & BIT(SIE_BIT)) != 0)", "h->mode == S"))
fault("without SIE none comes into S mode, with it one does", (CSRS, "(mode == 2'd1 && status_reg[SIE])", "(mode == 2'd1 && !status_reg[SIE])"), (HART_CSRS, "(h->mode == S && (h->csrs.mstatus & BIT(SIE_BIT)) != 0)", "(h->mode == S && (h->csrs.mstatus & BIT(SIE_BIT)) == 0)"))
fault("LCOFI has cause 13", (CSRS, "irq_cause = {1'b1, 31'd13};", "irq_cause = {1'b1, 31'd12};"), (HART_CSRS, "*cause = top(h) | order[i];", "*cause = top(h) | (order[i] == 13 ? 12U : order[i]);"))
fault("scountovf has all OF", (HPM_TOP, "(is_scountovf ? of & of_seen : 32'd0)", "(is_scountovf ? (of & of_seen) << 1 : 32'd0)"), (HPM_MODEL_ACCESS, "    return of & seen &", "    of <<= 1;\n    return of & seen &"))
fault("scountovf has no other bits", (HPM_TOP, "(is_scountovf ? of & of_seen : 32'd0)", "(is_scountovf ? (of & of_seen) | 4 : 32'd0)"), (HPM_MODEL_ACCESS, "    return of & seen &", "    return 4 | (of & seen &"), (HPM_MODEL_ACCESS, "s->hcounteren : UINT32_MAX);", "s->hcounteren : UINT32_MAX));"))
fault("scountovf is read-only", (HPM_ACCESS, "wire read_only     = is_user_count || is_scountovf;", "wire read_only     = is_user_count;"), (CORE, "!(csr_writes && insn[31:30] == 2'd3)", "!(csr_writes && insn[31:30] == 2'd3 && insn[31:20] != 12'hda0)"),
      (HPM_MODEL_ACCESS, "return writes                                                               ? ILLEGAL", "return writes && !is_machine(priv) && priv != NT_HPM_S ? ILLEGAL"), (HART, "(writes && in->address >> 10 == 3)", "(writes && in->address >> 10 == 3 && in->address != 0xda0)"))
fault("scountovf is not of U mode", (HPM_ACCESS, "is_scounteren || is_scountovf) && user", "is_scounteren) && user"), (HPM_MODEL_ACCESS, ": is_user(priv) || (p->has_cdeleg && request->cde && is_guest(priv)) ? refused(priv)", ": priv > 7 ? refused(priv)"))
fault("mcounteren is about scountovf in S mode", (HPM_ACCESS, "machine ? ~32'd0 : mcounteren &", "machine ? ~32'd0 : ~32'd0 &"), (HPM_MODEL_ACCESS, "is_machine(priv) ? UINT32_MAX : s->mcounteren;", "UINT32_MAX;"))
fault("mcounteren shows scountovf to S mode", (HPM_ACCESS, "machine ? ~32'd0 : mcounteren &", "machine ? ~32'd0 : 32'd0 &"), (HPM_MODEL_ACCESS, "is_machine(priv) ? UINT32_MAX : s->mcounteren;", "is_machine(priv) ? UINT32_MAX : 0;"))
fault("mcounteren is not about scountovf in M mode", (HPM_ACCESS, "machine ? ~32'd0 : mcounteren &", "mcounteren &"), (HPM_MODEL_ACCESS, "is_machine(priv) ? UINT32_MAX : s->mcounteren;", "s->mcounteren;"))
fault("scounteren is not about scountovf", (HPM_TOP, "(is_scountovf ? of & of_seen : 32'd0)", "(is_scountovf ? of & of_seen & (priv == 3'd1 ? scounteren_reg : ~32'd0) : 32'd0)"),
      (HPM_MODEL_ACCESS, "    return of & seen &", "    of &= priv == NT_HPM_S ? s->scounteren : UINT32_MAX;\n    return of & seen &"))
fault("bit 63 of a cfg is no OF", (HPM_TOP, "{1'b0, instret_inhibit, EVENT_NONE, 1'b0, cycle_inhibit, EVENT_NONE, 11'd0}", "{instret_inhibit == 5'd0, instret_inhibit, EVENT_NONE, cycle_inhibit == 5'd0, cycle_inhibit, EVENT_NONE, 11'd0}"),
      (HPM_MODEL_ACCESS, "                        s->event[which.n]);",
       "                        s->event[which.n] | (uint64_t)(which.n < 3 && s->flags[which.n] == 0) << 63);"))
fault("bits 57 to 0 of a cfg read 0", (HPM_TOP, "{1'b0, instret_inhibit, EVENT_NONE, 1'b0, cycle_inhibit, EVENT_NONE, 11'd0}", "{1'b0, instret_inhibit, 5'd1, 1'b0, cycle_inhibit, 5'd1, 11'd0}"),
      (HPM_MODEL_ACCESS, "                        s->event[which.n]);",
       "                        (which.n < 3 ? 1 : s->event[which.n]));"))
fault("each cfg is a register of its own", (HPM_TOP, "if (write && is_event && number == 5'd2 && half[1])", "if (write && is_event && number <= 5'd2 && half[1])"), (HPM_TOP, "if (write && is_event && number == 5'd1 && half[1])", "if (write && is_event && number <= 5'd2 && half[1])"),
      (HPM_MODEL_ACCESS, "        s->flags[which.n] = (uint8_t)(whole >> NT_HPM_FLAGS & modes & ~(unsigned)NT_HPM_OF);",
       "        s->flags[which.n] = s->flags[3 - which.n] = (uint8_t)(whole >> NT_HPM_FLAGS & modes & ~(unsigned)NT_HPM_OF);"))
fault("the low half of a cfg holds nothing", (HPM_TOP, "if (write && is_event && number == 5'd1 && half[1])", "if (write && is_event && number == 5'd1)"), (HPM_TOP, "if (write && is_event && number == 5'd2 && half[1])", "if (write && is_event && number == 5'd2)"),
      (HPM_MODEL_ACCESS, "merge(p, which, old, word) & ~stay", "(which.n < 3 && p->xlen == 32 ? word << 32 : merge(p, which, old, word)) & ~stay"))
fault("mcycle and minstret ask for no LCOFI", (HPM_TOP, "request_reg <= |requests;", "request_reg <= |requests || (minstret_reg[63] && !minstret_next[63]);"),
      (HPM_MODEL, "    s->request = step_counters(s, p, in, &out.csr);", "    const uint64_t before = s->count[2];\n    s->request = step_counters(s, p, in, &out.csr) || (before >> 63 != 0 && s->count[2] >> 63 == 0);"))
fault("what traps does not retire", (CORE, ".retire(retires && !trap)", ".retire(retires)"), (HART, "enter(h, &in, i.cause, i.tval, 1);", "enter(h, &in, i.cause, i.tval, 1);\n            in.retire = true;"))
fault("all modes count with all bits 0", (INGRESS, "(block_mode[5*m +: 5] & inhibit_minstret) != 5'd0", "(block_mode[5*m +: 5] & (inhibit_minstret == 5'd0 ? ~5'd0 : inhibit_minstret)) != 5'd0"),
      (HPM_MODEL, "const unsigned inhibit = s->flags[n == MCYCLE ? MCYCLECFG : MINSTRETCFG];", "unsigned inhibit = s->flags[n == MCYCLE ? MCYCLECFG : MINSTRETCFG];\n    inhibit = n == MINSTRET && inhibit == 0 ? 31 : inhibit;"))
fault("all modes count cycles with all bits 0", (HPM_TOP, "may_count[0] && (cycle_mode & cycle_inhibit) == 5'd0", "may_count[0] && (cycle_mode & cycle_inhibit) == 5'd0 && cycle_inhibit != 5'd0"),
      (HPM_MODEL, "const unsigned inhibit = s->flags[n == MCYCLE ? MCYCLECFG : MINSTRETCFG];", "unsigned inhibit = s->flags[n == MCYCLE ? MCYCLECFG : MINSTRETCFG];\n    inhibit = n == MCYCLE && inhibit == 0 ? 31 : inhibit;"))
fault("a trap return counts in the mode that it leaves", (INGRESS, "block_mode[5*b +: 5] = b == 0 ? cycle_mode", "block_mode[5*b +: 5] = b == 0 ? mode_of(itype[3:0] == ITYPE_TRAP_RETURN ? tpriv[2:0] : priv)"),
      (HPM_MODEL, "        /* What ends a block belongs to the mode that it leaves. */", "        priv = in->block[b].itype == 3 ? in->block[b].tpriv : priv;"))

fault("a counter counts in all modes with all inhibit bits 0", (COUNTER, BLOCK_INHIBIT, BLOCK_INHIBIT.replace("& inhibit_reg)", "& (inhibit_reg == 5'd0 ? ~5'd0 : inhibit_reg))")),
      (HPM_MODEL, C_INHIBIT, "if ((((inhibit & 31) == 0 ? ~0U : inhibit) & inhibit_of(priv)) == 0) {"))

# Those of the units that this core and hart have: no draft, no H extension, no debug mode, one block per cycle
OTHERS = {name: changes for name, (build, _, changes) in CTR.items() if "draft" not in build}
OTHERS |= {name: changes for name, (_, changes) in HPM.items()}
# With these nothing works at all, so they show nothing of a program
GENERAL = {"mctrctl is at 0x34e", "sctrstatus is at 0x14f", "sctrdepth is at 0x15f", "entry X is the one at WRPTR - X - 1"}
ALL = {name: tuple(changes) for name, changes in (FAULTS | OTHERS).items() if name not in GENERAL}
