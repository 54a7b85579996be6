# SPDX-License-Identifier: Apache-2.0
"""What RTL and golden model of the tandem trace's encoder break alike is noticed: the comparison of both sees
nothing, libntrace in the bench does, and so does the witness in Python, from the log."""
import json
import unittest

from tests.lib import faults, tier, units
from tests.tandem.lanes import judge

NEEDS = ("build/host.a",)
GROUP, INTAKE, BUFFER, MERGE, COPY, DELTA = (f"rtl/tandem/nt_tv_{name}.v" for name in (
    "group", "intake", "buffer", "merge", "copy", "delta"))
M_GROUP, M_INTAKE, M_BUFFER, M_MERGE, M_COPY = (f"model/tandem/tv_{name}.c" for name in (
    "group", "intake", "buffer", "merge", "copy"))
CYCLES = 20000

# By what then is not so: the build, the changes of RTL and model. A change is file, text that is there once,
# text that is there then.
FAULTS = {
    "flags are set in fcsr": ("rv64", [
        (GROUP, "{3'd0, item_flags, FCSR, OP_OR}", "{3'd0, item_flags, 16'h0001, OP_OR}"),
        (M_GROUP, "REGISTER_OR, FCSR, lane->flags", "REGISTER_OR, 1, lane->flags")]),
    "the pc is identifier 10": ("rv64", [
        (GROUP, "{item_pc, ID_PC, OP_STATE, OP_BEGIN}", "{item_pc, 8'd7, OP_STATE, OP_BEGIN}"),
        (M_GROUP, "put_state(piece, ID_PC,", "put_state(piece, 7,")]),
    "a given pc is not incremented too": ("rv64", [
        (INTAKE, "own ? pc_given_reg[g] : init_pc", "own ? pc_given_reg[g] && !item_insn_valid : init_pc"),
        (INTAKE, "item_insn_valid && !pc_given_reg[g]", "item_insn_valid"),
        (M_GROUP, "    if (lane->pc_given) {\n        put_state", "    if (lane->pc_given && !lane->insn_valid) {\n        put_state")]),
    "the physical address comes before the effective one, each by its identifier": ("rv64", [
        (GROUP, "{paddr_bytes, ID_PADDR, OP_STATE}", "{paddr_bytes, ID_EADDR, OP_STATE}"),
        (M_GROUP, "put_state(piece, ID_PADDR,", "put_state(piece, ID_EADDR,")]),
    "the size of a store is that of its identifier": ("rv64", [
        (GROUP, "item_mem_time ? ID_MTIME : ID_STORE + {6'd0, item_mem_size}",
         "item_mem_time ? ID_MTIME : ID_STORE + {6'd0, item_mem_size ^ 2'd1}"),
        (M_GROUP, "item->mem_time ? ID_MTIME : ID_STORE8 + size", "item->mem_time ? ID_MTIME : ID_STORE8 + (size ^ 1)")]),
    "an instruction of 16 bits is the lower half": ("rv64", [
        (GROUP, "item_insn[15:0], OP_INSN16", "item_insn[31:16], OP_INSN16"),
        (M_GROUP, "nt_tv_put(piece, item->lane.insn, item", "nt_tv_put(piece, item->lane.insn >> (item->lane.insn_size ? 0 : 16), item")]),
    "FPRs follow the GPRs": ("rv64", [
        (GROUP, "{item_fpr_data, 11'h081, item_fpr_addr, OP_REGISTER}", "{item_fpr_data, 11'h080, item_fpr_addr, OP_REGISTER}"),
        (M_GROUP, "FPR_0 + (unsigned)lane->fpr_addr", "GPR_0 + (unsigned)lane->fpr_addr")]),
    "each of four CSRs is sent": ("rv64", [
        (INTAKE, "own ? csr_valid_reg[4*g +: 4]", "own ? csr_valid_reg[4*g +: 4] & ~{&csr_valid_reg[4*g +: 4], 3'd0}"),
        (M_INTAKE, "    item->gpr_form = nt_tv_delta",
         "    item->lane.csr[3].valid &= !(lane->csr[0].valid && lane->csr[1].valid && lane->csr[2].valid);\n"
         "    item->gpr_form = nt_tv_delta")]),
    "the privilege comes before the end": ("rv64", [
        (GROUP, "item_priv_valid ? {OP_END, priv}", "item_priv_valid ? {priv, OP_END}"),
        (M_GROUP, "    if (lane->priv_valid) {\n", "    if (lane->priv_valid && !p->implied_end) {\n"
         "        nt_tv_put(&pair[NT_TV_PRIV_END], END, 1);\n"
         "        put_state(&pair[NT_TV_PRIV_END], ID_PRIVILEGE, lane->priv, 1);\n        return;\n    }\n"
         "    if (lane->priv_valid) {\n")]),
    "what a debug module changes is initialization": ("rv64", [
        (GROUP, "item_init        ? {32'd0, OP_INIT}", "item_init        ? {32'd0, OP_RESET}"),
        (M_GROUP, "nt_tv_put(piece, INITIALIZATION, 1)", "nt_tv_put(piece, RESET, 1)")]),
    "the size of a request is in the upper half of its byte": ("rv64", [
        (GROUP, "{8'd0, mem_bytes, 2'd0, item_mem_size, STORE}", "{8'd0, mem_bytes, STORE, 2'd0, item_mem_size}"),
        (M_GROUP, "size << 4 | REQUEST_STORE", "REQUEST_STORE << 4 | size")]),
    "mtime has 64 bits": ("rv32", [
        (INTAKE, "counters ? mtime_reg : init_data_reg", "counters ? {32'd0, mtime_reg[31:0]} : init_data_reg"),
        (M_INTAKE, "lane->mem_data = in->mtime;", "lane->mem_data = (uint32_t)in->mtime;")]),
    "minstret has an upper half with XLEN 32": ("rv32", [
        (INTAKE, "{{2{minstret_valid_reg}}, {2{mcycle_valid_reg}}}", "{1'b0, minstret_valid_reg, {2{mcycle_valid_reg}}}"),
        (M_INTAKE, "    if (p->xlen == 32) {\n        low[1]", "    if (p->xlen == 32 && upper == MCYCLEH) {\n        low[1]")]),
    "addresses of 34 bits have 5 bytes": ("rv32", [
        (GROUP, "{{8*ADDR-16-MLEN{1'b0}}, item_paddr}", "{{8*ADDR-16-MLEN+2{1'b0}}, item_paddr[MLEN-3:0]}"),
        (M_GROUP, "put_state(piece, ID_PADDR, item->lane.paddr,", "put_state(piece, ID_PADDR, p->xlen == 32 ? (uint32_t)item->lane.paddr : item->lane.paddr,")]),
    "there is room for all that is taken": ("rv64", [
        (BUFFER, "assign in_ready = length <= room;",
         "assign in_ready = (length <= room || room == 1) && level_reg <= FULL_SIZE;"),
        (M_BUFFER, "return length <= nt_tv_buffer_size(p) - s->level;",
         "return (length <= nt_tv_buffer_size(p) - s->level || s->level + 1U == nt_tv_buffer_size(p)) &&\n"
         "           s->level <= nt_tv_buffer_size(p);")]),
    "a counter is not lost beside an initialization": ("rv64", [
        (INTAKE, "else if (go) pending_reg <= rest;", "else if (go) pending_reg <= first[1] ? rest & 4'b1011 : rest;"),
        (M_INTAKE, "s->pending &= (uint8_t)~first_of(s->pending);",
         "s->pending &= (uint8_t)(first_of(s->pending) == NT_TV_INIT ? ~6U : ~first_of(s->pending));")]),
    "an older lane comes first": ("rv64-small", [
        (MERGE, "groups[8*GROUP*l +: 8*GROUP] & {8*GROUP{valid[l]}}",
         "groups[8*GROUP*(NRET-1-l) +: 8*GROUP] & {8*GROUP{valid[NRET-1-l]}}"),
        (MERGE, "lengths[LENGTH_W*l +: LENGTH_W] & {LENGTH_W{valid[l]}}",
         "lengths[LENGTH_W*(NRET-1-l) +: LENGTH_W] & {LENGTH_W{valid[NRET-1-l]}}"),
        (M_MERGE, "    for (unsigned l = 0; l < p->nret; l++) {\n        if (lane[l].valid) {", "    for (unsigned l = p->nret; l-- > 0;) {\n        if (lane[l].valid) {")]),
    "a reset of the hart ends what is known of registers": ("rv64-small", [
        (COPY, "known_next = forget ? 32'd0 : known_reg;", "known_next = known_reg;"),
        (M_COPY, "        s->known = 0;\n", "")]),
    "an offset is of 8 bits, with its sign": ("rv64-small", [
        (DELTA, "offset[XLEN-1:7] == {(XLEN-7){1'b0}}", "offset[XLEN-1:8] == {(XLEN-8){1'b0}}"),
        (M_COPY, "moved <= INT8_MAX", "moved <= UINT8_MAX")]),
    "a mask sets bits and clears none": ("rv64-small", [
        (DELTA, " && (old[7:0] & ~now[7:0]) == 8'd0;", ";"),
        (M_COPY, "changed <= UINT8_MAX && (changed & old->value) == 0", "changed <= UINT8_MAX"),
        (M_COPY, "*amount = (uint8_t)changed;", "*amount = (uint8_t)(changed & now);")]),
    "a register that an older lane of the cycle changes has its new value": ("rv64-small", [
        (COPY, "if (write[older] && addr[5*older +: 5] == at)",
         "if (write[older] && addr[5*older +: 5] == at && (forget || !known_reg[at]) && !(init_valid && init_addr == at))"),
        (M_COPY, "    for (unsigned l = 0; l < p->nret; l++) {\n", "    const nt_tv_copy before = *s;\n    for (unsigned l = 0; l < p->nret; l++) {\n"),
        (M_COPY, "old[l].value = s->value[lane->gpr_addr];",
         "old[l].value = (before.known >> lane->gpr_addr & 1) != 0 ? before.value[lane->gpr_addr] : s->value[lane->gpr_addr];")]),
}
NAMES = [name for name in FAULTS if tier.WHOLE or FAULTS[name][0] == "rv64"]
SHARE = 1 if tier.WHOLE else 2


class FaultsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.names = NAMES[::SHARE]
        cls.copies = units.BothSides("tv", [FAULTS[name][1] for name in cls.names])
        cls.addClassCleanup(cls.copies.cleanup)
        cls.builds = sorted({FAULTS[name][0] for name in cls.names})

    def run_with(self, build, number):
        """The finished process, and its log."""
        log = self.copies.folder / "log"
        log.unlink(missing_ok=True)
        done = units.run(self.copies.bench(build), "--unit", "tv", "--random", "--cycles", CYCLES, "--seed", 3, "--json",
                         "-o", log, "--report", self.copies.folder / "report", env=faults.chosen(number))
        return done, log.read_text(encoding="utf-8").splitlines()

    def test_without_a_fault_nothing_is_noticed(self):
        for build in self.builds:
            done, log = self.run_with(build, 0)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            judge(log)

    def test_what_both_sides_break_alike_is_noticed(self):
        for number, name in enumerate(self.names, 1):
            with self.subTest(name):
                done, log = self.run_with(FAULTS[name][0], number)
                self.assertEqual(json.loads(done.stdout)["mismatches"], 0, done.stderr)
                self.assertEqual(done.returncode, 1, "libntrace notices nothing")
                self.assertNotIn("RTL and model differ", done.stderr)
                with self.assertRaises(AssertionError, msg="the witness notices nothing"):
                    judge(log, cut=True)


if __name__ == "__main__":
    unittest.main()
