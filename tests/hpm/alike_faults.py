# SPDX-License-Identifier: Apache-2.0
"""Rules of the counters that RTL and golden model break alike: by a sentence about the rule the case of clauses_test.py
or delegation_test.py that sees it, and changes of text on both sides.

A change is file, text that is there once, text that is there then.
"""
TOP, COUNTER, INGRESS, ACCESS = (f"rtl/hpm/nt_{name}.v" for name in ("hpm", "hpm_counter", "hpm_ingress", "hpm_access"))
MODEL, MODEL_ACCESS = "model/hpm/hpm.c", "model/hpm/hpm_access.c"

OWN, SSCOFPMF, COUNTERS = "OwnCountTest", "SscofpmfTest", "CountersTest"
CARRIES = (COUNTERS, "test_a_carry_passes_every_bit_of_mhpmcounter_and_sets_no_of")

# The model's increments, with what they were before
STEP = """    if (!counts(s, in, n) || !add(&s->count[n], p->width, amount)) {
        return false;
    }
"""
STEP_WITH = """    const uint64_t before = s->count[n];
    bool wraps = counts(s, in, n) && add(&s->count[n], p->width, amount);
    {}
    if (!wraps) {{
        return false;
    }}
"""
FIXED = "        (void)add(&s->count[n], NT_HPM_FIXED_W, amount_of(p, in, place, inhibit, is_own(s, n)));\n"
KEPT = "s->count[n] = (s->count[n] & {low}) < (before & {low}) ? (before & ~{low}) | (s->count[n] & {low}) : s->count[n];"


def kept(bits):
    """The model's upper bits as they were where the lower ones wrap."""
    return KEPT.format(low=f"{hex(2 ** bits - 1)}ULL")


def carry_of_a_counter(bits):
    return CARRIES, [
        (COUNTER, "write_count == 2'b00 ? sum[WIDTH-1:0] : count_reg",
         f"write_count == 2'b00 ? (sum[{bits - 1}:0] < count_reg[{bits - 1}:0] ? {{count_reg[WIDTH-1:{bits}], sum[{bits - 1}:0]}} : "
         "sum[WIDTH-1:0]) : count_reg"),
        (MODEL, STEP, STEP_WITH.format(kept(bits)))]


def carry_of_a_fixed_one(name, number, bits, old, new):
    model = f"        const uint64_t before = s->count[n];\n{FIXED}        if (n == {number}) {{\n            {kept(bits)}\n        }}\n"
    return (COUNTERS, f"test_a_carry_passes_every_bit_of_{name}"), [(TOP, old, new), (MODEL, FIXED, model)]


def carry_of_mcycle(bits):
    return carry_of_a_fixed_one("mcycle", 0, bits, "mcycle_reg + {63'd0, may_count[0] && (cycle_mode & cycle_inhibit) == 5'd0};",
                                f"{{mcycle_reg[63:{bits}], mcycle_reg[{bits - 1}:0] + "
                                f"{{{bits - 1}'d0, may_count[0] && (cycle_mode & cycle_inhibit) == 5'd0}}}};")


def carry_of_minstret(bits):
    return carry_of_a_fixed_one("minstret", 2, bits, "{low_sum[LOW] ? high_sum : minstret_reg[63:LOW], low_sum[LOW-1:0]};",
                                f"{{minstret_reg[63:{bits}], low_sum[LOW] ? high_sum[{bits - 1}-LOW:0] : "
                                f"minstret_reg[{bits - 1}:LOW], low_sum[LOW-1:0]}};")


CNTRPMF = "SmcntrpmfTest"
CFG = "s->flags[n == MCYCLE ? MCYCLECFG : MINSTRETCFG]"

DELEGATION = "DelegationTest"
WHO = (DELEGATION, "test_who_may_by_mode_state_enables_and_cde")
MINH = (DELEGATION, "test_minh_is_read_only_0_by_sireg2_and_stays")
SCOUNTINHIBIT = (DELEGATION, "test_scountinhibit_is_mcountinhibit_of_the_delegated_counters")
RULES_OF_DELEGATION = {
    "CDE delegates": (WHO, [
        (ACCESS, "unimplemented = !cde ||", "unimplemented ="),
        (MODEL_ACCESS, "delegated = request->cde && (s->mcounteren", "delegated = (s->mcounteren")]),
    "mcounteren delegates": ((DELEGATION, "test_a_counter_that_is_not_delegated_is_illegal_and_time_always"), [
        (ACCESS, "by_vs || !mcounteren[chosen] ||", "by_vs ||"),
        (MODEL_ACCESS, "delegated = request->cde && (s->mcounteren >> which.bit & 1) != 0", "delegated = request->cde")]),
    "M mode needs CDE as well": (WHO, [
        (ACCESS, "unimplemented = !cde ||", "unimplemented = (!cde && !machine) ||"),
        (MODEL_ACCESS, "delegated = request->cde && (s", "delegated = (request->cde || is_machine(priv)) && (s")]),
    "`time` is not delegated": ((DELEGATION, "test_a_counter_that_is_not_delegated_is_illegal_and_time_always"), [
        (ACCESS, "addr[1:0] == 2'd1 && has_half && chosen != 5'd1", "addr[1:0] == 2'd1 && has_half"),
        (MODEL_ACCESS, "n == TIME || (found.high", "(n == TIME && found.kind != COUNT) || (found.high")]),
    "sireg3 has nothing": ((DELEGATION, "test_sireg3_and_sireg6_are_illegal"), [
        (ACCESS, "any_index && addr[1:0] == 2'd2 && has_half", "any_index && addr[1] && has_half"),
        (MODEL_ACCESS, "{NONE, COUNT, EVENT, NO_STATE, NONE, COUNT, EVENT, NO_STATE}", "{NONE, COUNT, EVENT, EVENT, NONE, COUNT, EVENT, EVENT}")]),
    "sireg4 is of RV32": ((DELEGATION, "test_sireg4_and_sireg5_are_illegal_on_rv64"), [
        (ACCESS, "has_half     = !addr[2] || RV32", "has_half     = 1'b1"),
        (MODEL_ACCESS, "(found.high && p->xlen != 32) ||\n", "(found.high && p->xlen == 0) ||\n")]),
    "cyclecfg needs Smcntrpmf": ((DELEGATION, "test_what_an_absent_extension_has_is_illegal"), [
        (ACCESS, "(chosen >= 5'd3 || HAS_CNTRPMF != 0)", "1'b1"),
        (MODEL_ACCESS, "(found.kind == EVENT && is_fixed && !p->has_cntrpmf)", "false")]),
    "each cfg by its own select": ((DELEGATION, "test_sireg_has_the_counter_and_sireg2_its_event"), [
        (ACCESS, "index_event && chosen == 5'd0 ? 5'd1 : chosen", "index_event && chosen < 5'd3 ? 5'd1 : chosen"),
        (MODEL_ACCESS, "n == 0 ? 1 : 2; /*", "1; /*")]),
    "selects have 12 bits": ((DELEGATION, "test_other_selects_are_none_of_ours"), [
        (ACCESS, "select[11:5] == 7'h02", "select[6:5] == 2'h2"),
        (MODEL_ACCESS, "(request->select & ~(unsigned)NUMBER) == INDEX", "(request->select & 0x60) == INDEX")]),
    "vsireg has nothing in HS and M": (WHO, [
        (ACCESS, "unimplemented = !cde || by_vs ||", "unimplemented = !cde ||"),
        (MODEL_ACCESS, "priv == NT_HPM_U || which.vs || !delegated", "priv == NT_HPM_U || !delegated")]),
    "mstateen0 shuts it": (WHO, [
        (ACCESS, "(!machine && !stateen[0]) || priv == PRIV_U ||", "priv == PRIV_U ||"),
        (MODEL_ACCESS, "!is_machine(priv) && (request->stateen & NT_HPM_MSTATEEN0) == 0", "!is_machine(priv) && request->stateen > 3")]),
    "mstateen0 does not bind M": (WHO, [
        (ACCESS, "(!machine && !stateen[0]) || priv", "!stateen[0] || priv"),
        (MODEL_ACCESS, "!is_machine(priv) && (request->stateen & NT_HPM_MSTATEEN0) == 0", "(request->stateen & NT_HPM_MSTATEEN0) == 0")]),
    "hstateen0 makes it virtual": (WHO, [
        (ACCESS, "!never && stateen[1] && !cde", "!never && !cde"),
        (MODEL_ACCESS, "through && (request->stateen & NT_HPM_HSTATEEN0) != 0 && !request->cde", "through && !request->cde")]),
    "CDE 0 is illegal in VS": (WHO, [
        (ACCESS, "!never && stateen[1] && !cde", "1'b0"),
        (MODEL_ACCESS, "through && (request->stateen & NT_HPM_HSTATEEN0) != 0 && !request->cde", "false && through")]),
    "it is virtual in VU whatever CDE is": (WHO, [
        (ACCESS, "by_vs || priv == PRIV_VU;", "by_vs;"),
        (MODEL_ACCESS, "through = priv == NT_HPM_VS && !which.vs", "through = !which.vs")]),
    "MINH reads 0": (MINH, [
        (TOP, "minh && !is_delegated", "minh"),
        (MODEL_ACCESS, "~(which.delegated ? NT_HPM_INH_M : 0U)", "~(which.delegated ? 0U : 0U)")]),
    "MINH stays": (MINH, [
        (TOP, "is_delegated && is_event ? minh : words[62]", "is_delegated && is_event ? 1'b0 : words[62]"),
        (MODEL_ACCESS, "| (old & stay)", "| (old & stay & (uint64_t)NT_HPM_OF << NT_HPM_FLAGS)")]),
    "scountinhibit shows delegated counters": (SCOUNTINHIBIT, [
        (TOP, "is_scountinhibit ? mcountinhibit_reg & mcounteren_reg", "is_scountinhibit ? mcountinhibit_reg"),
        (MODEL_ACCESS, "return s->mcountinhibit & s->mcounteren;", "return s->mcountinhibit | (s->mcounteren & 0);")]),
    "scountinhibit writes delegated counters alone": (SCOUNTINHIBIT, [
        (TOP, "is_mcountinhibit ? INHIBITS : INHIBITS & mcounteren_reg", "INHIBITS"),
        (MODEL_ACCESS, "(s->mcountinhibit & ~s->mcounteren) |", "(s->mcountinhibit & 0) |"),
        (MODEL_ACCESS, "~(1U << TIME) & s->mcounteren)", "~(1U << TIME))")]),
    "a write of scountinhibit keeps foreign bits": (SCOUNTINHIBIT, [
        (TOP, "(mcountinhibit_reg & INHIBITS & ~inhibits) | (wdata[31:0] & inhibits)", "wdata[31:0] & inhibits"),
        (MODEL_ACCESS, "(s->mcountinhibit & ~s->mcounteren) |", "(s->mcountinhibit & 0) |")]),
    "scountinhibit needs CDE": ((DELEGATION, "test_who_may_access_scountinhibit"), [
        (ACCESS, "inhibit_illegal = !cde ||", "inhibit_illegal ="),
        (MODEL_ACCESS, "!request->cde || priv == NT_HPM_U ? ILLEGAL", "priv == NT_HPM_U ? ILLEGAL")]),
    "scountinhibit is virtual in a guest": ((DELEGATION, "test_who_may_access_scountinhibit"), [
        (ACCESS, "(any_index || is_scountinhibit) && guest", "any_index && guest"),
        (MODEL_ACCESS, "is_guest(priv) ? VIRTUAL : ALLOWED", "ALLOWED")]),
    "scountovf is virtual in a guest": ((DELEGATION, "test_with_cde_scountovf_is_virtual_in_a_guest"), [
        (ACCESS, "cde && is_scountovf && guest", "1'b0 && is_scountovf && guest"),
        (MODEL_ACCESS, "(p->has_cdeleg && request->cde && is_guest(priv))", "false")]),
    "a write by sireg is instead of the increment": ((DELEGATION, "test_a_counter_written_by_sireg_reads_back_by_the_next_instruction_as_written"), [
        (TOP, "own_reg <= csr_retires && priv != PRIV_DEBUG;", "own_reg <= csr_retires && priv != PRIV_DEBUG && !is_delegated;"),
        (MODEL, "s->own = in->csr.retires && in->priv != NT_HPM_DEBUG;",
         "s->own = in->csr.retires && in->priv != NT_HPM_DEBUG && in->csr.addr != 0x120 && "  # scountinhibit, (v)sireg*
         "!((in->csr.addr & ~0x307U) == 0x050 && (in->csr.addr & 7) != 0);")]),
}

FAULTS = {
    **RULES_OF_DELEGATION,
    "mcyclecfg inhibits": ((CNTRPMF, "test_each_inhibit_bit_of_mcyclecfg_inhibits_its_mode_alone"), [
        (TOP, "may_count[0] && (cycle_mode & cycle_inhibit) == 5'd0", "may_count[0]"),
        (MODEL, CFG, "n == MCYCLE ? 0 : s->flags[MINSTRETCFG]")]),
    "minstretcfg inhibits": ((CNTRPMF, "test_each_inhibit_bit_of_minstretcfg_inhibits_its_mode_alone"), [
        (INGRESS, "(block_mode[5*m +: 5] & inhibit_minstret) != 5'd0", "1'b0"),
        (MODEL, CFG, "n == MCYCLE ? s->flags[MCYCLECFG] : 0")]),
    "each cfg is of its own counter": ((CNTRPMF, "test_each_inhibit_bit_of_mcyclecfg_inhibits_its_mode_alone"), [
        (TOP, ".inhibit_minstret(instret_inhibit)", ".inhibit_minstret(cycle_inhibit)"),
        (TOP, "(cycle_mode & cycle_inhibit)", "(cycle_mode & instret_inhibit)"),
        (MODEL, CFG, "s->flags[n == MCYCLE ? MINSTRETCFG : MCYCLECFG]")]),
    "a cfg has no bits of absent modes": ((CNTRPMF, "test_all_other_bits_read_0_and_those_of_absent_modes"), [
        (TOP, "cycle_reg   <= wdata[VUINH +: 5] & MODES;", "cycle_reg   <= wdata[VUINH +: 5];"),
        (TOP, "instret_reg <= wdata[VUINH +: 5] & MODES;", "instret_reg <= wdata[VUINH +: 5];"),
        (MODEL_ACCESS, "whole >> NT_HPM_FLAGS & modes & ~(unsigned)NT_HPM_OF", "whole >> NT_HPM_FLAGS & ~(unsigned)NT_HPM_OF")]),
    "machine mode alone has them": ((CNTRPMF, "test_they_are_of_machine_mode_alone_and_absent_without_the_extension"), [
        (ACCESS, "machine_level = is_m_count || is_m_event ||", "machine_level = is_m_count || (is_m_event && number > 5'd2) ||"),
        (MODEL_ACCESS, "        return is_machine(priv) ? ALLOWED : ILLEGAL;\n    }",
         "        return is_machine(priv) || (which.kind == EVENT && which.n < 3) ? ALLOWED : ILLEGAL;\n    }")]),
    "they are absent without the extension": ((CNTRPMF, "test_they_are_of_machine_mode_alone_and_absent_without_the_extension"), [
        (ACCESS, "(number >= 5'd3 || (HAS_CNTRPMF != 0 && number != 5'd0))", "number != 5'd0"),
        (MODEL_ACCESS, "n >= NT_HPM_FIRST || (p->has_cntrpmf && n > 0) ? EVENT", "n > 0 ? EVENT")]),
    **{f"a carry passes bit {bits} of mhpmcounter": carry_of_a_counter(bits) for bits in (10, 16, 32, 48, 63)},
    **{f"a carry passes bit {bits} of mcycle": carry_of_mcycle(bits) for bits in (8, 32, 63)},
    **{f"a carry passes bit {bits} of minstret": carry_of_minstret(bits) for bits in (16, 32, 63)},
    "OF is of the highest bit, not of bit 31": (CARRIES, [
        (COUNTER, "wire overflows = sum[WIDTH] &&",
         "wire overflows = (sum[WIDTH] || (sum[WIDTH-1:32] == 1 && count_reg[WIDTH-1:32] == 0)) &&"),
        (MODEL, STEP, STEP_WITH.format("wraps = wraps || (s->count[n] >> 32 == 1 && before >> 32 == 0);"))]),
    "a bit that csrrs or csrrc has not in its operand is not written": (
        (SSCOFPMF, "test_set_and_clear_of_other_bits_lose_no_overflow"), [
            (TOP, "half[1] && (csr_op == OP_WRITE || csr_wdata[XLEN-1])", "half[1]"),
            (MODEL_ACCESS, "return request->op == NT_HPM_WRITE ||", "return request->op != NT_HPM_READ ||")]),
    "two overflows in one cycle ask": ((SSCOFPMF, "test_counters_that_overflow_in_one_cycle_all_have_of_and_ask"), [
        (TOP, "request_reg <= |requests;", "request_reg <= ^requests;"),
        (MODEL, "request |= step_counter(s, p, in, n) && n != of_written;",
         "request = request != (step_counter(s, p, in, n) && n != of_written);")]),
    "the instruction that wrote minstret is left out": ((OWN, "test_a_written_counter_reads_back_by_the_next_instruction_as_written"), [
        (INGRESS, "counted[ICOUNT_W-1:0] = rest_icount;", "counted[ICOUNT_W-1:0] = oldest;"),
        (MODEL, "return s->own && s->own_number == n;", "return s->own && s->own_number == n && n != 2;")]),
    "the instruction that wrote mhpmcounter is left out": (
        (OWN, "test_a_written_counter_reads_back_by_the_next_instruction_as_written"), [
            (COUNTER, "                        b == 0 && own ? rest_icount", "                        b > NBLOCKS && own ? rest_icount"),
            (MODEL, "return s->own && s->own_number == n;", "return s->own && s->own_number == n && n == 2;")]),
    "no other counter leaves it out": ((OWN, "test_it_counts_in_all_other_counters"), [
        (TOP, ".own(own[NUMBER]),", ".own(own_reg),"),
        (MODEL, "return s->own && s->own_number == n;", "return s->own && (s->own_number == n || n > 2);")]),
    "it alone is left out of its block": ((OWN, "test_those_after_it_in_its_block_and_cycle_count"), [
        (INGRESS, "oldest == {ICOUNT_W{1'b0}} ? oldest : oldest - 1'b1;", "{ICOUNT_W{1'b0}};"),
        (MODEL, "amount -= own && b == 0 && place == EVENT_INSTRUCTIONS && in->block[0].icount > 0;",
         "amount -= own && b == 0 && place == EVENT_INSTRUCTIONS ? in->block[0].icount : 0;")]),
    "it is left out once": ((OWN, "test_those_after_it_in_its_block_and_cycle_count"), [
        (TOP, "else if (block_valid != {NBLOCKS{1'b0}}) own_reg <= 1'b0;", "else if (rst) own_reg <= 1'b0;"),
        (MODEL, "        s->own = false;\n", "        s->own = s->own;\n")]),
    "a debugger's write leaves nothing out": ((OWN, "test_what_writes_nothing_or_is_of_no_instruction_leaves_nothing_out"), [
        (TOP, "own_reg <= csr_retires && priv != PRIV_DEBUG;", "own_reg <= 1'b1;"),
        (MODEL, "s->own = in->csr.retires && in->priv != NT_HPM_DEBUG;", "s->own = true;")]),
    "a half that is written is a write": ((OWN, "test_each_half_is_a_write_of_the_whole_counter"), [
        (TOP, "own_reg <= csr_retires && priv != PRIV_DEBUG;", "own_reg <= csr_retires && priv != PRIV_DEBUG && !high;"),
        (MODEL, "s->own = in->csr.retires && in->priv != NT_HPM_DEBUG;",
         "s->own = in->csr.retires && in->priv != NT_HPM_DEBUG && (in->csr.addr & 0x80) == 0;")]),
}
