# SPDX-License-Identifier: Apache-2.0
"""A verifier that accuses a right hart, or excuses a wrong one, shows: faults in copies of its rules, chosen at
run time, change the verdict of a row of freedoms.py, or that of a core of cores/."""
import os
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib import c_faults, tier
from tests.lib.catalogue import ROOT
from tests.tandem import (freedoms, freedoms_cores, freedoms_counters, freedoms_effects, freedoms_extensions, freedoms_fences, freedoms_modes, freedoms_narrow,
                          freedoms_off, freedoms_pages, freedoms_reads, freedoms_vectors, guest_pages, pages)
from tests.tandem.cores.choices import SETTINGS, Choices
from tests.tandem.cores.core import Core

NEEDS = ("build/host.a", "build/tests/tandem/plant")
SHARE = 1 if tier.WHOLE else 40  # of the faults one is tried

RULES, REGISTERS, CSR, TRAP, INTERRUPT, ACCESS, FAULT, SHELL, USER, MISSING, WALK, BITS, COMPARE, DATA, FOREIGN, GUEST, LEGAL, PROTECTION, CHOICES, DEBUG, FETCH, VECTOR, READ, PARTS, VIRTUAL = (f"sim/tandem/{name}.c" for name in (
    "csr_rules", "csr_registers", "shell_csr", "shell_trap", "shell_interrupt", "shell_access", "shell_fault", "shell", "shell_user",
    "shell_missing", "shell_walk", "shell_bits", "verify_compare", "verify_data", "shell_foreign", "shell_guest", "shell_csr_legal",
    "csr_protection", "choices", "shell_debug", "shell_fetch", "shell_vector", "shell_csr_read", "shell_parts", "shell_virtual"))
LESSONS, CONTROL, MEMORY, STRETCH, TOUCH, FENCE, NARROW, RETIRED = (
    f"sim/tandem/{name}.c" for name in (
        "csr_lessons", "csr_control", "verify_memory", "verify_stretch", "shell_touch", "shell_fence", "shell_narrow", "shell_retired"))
OUTSIDE, STATE, DIRTY, HOME, TARGET, MODE_XLEN, SFENCE, SETTLE, STORES = (
    f"sim/tandem/{name}.c" for name in (
        "shell_outside", "shell_state", "shell_dirty", "csr_home", "trap_csrs", "shell_xlen", "shell_sfence", "shell_settle", "stores"))
SHOW = {CONTROL: "effect", MEMORY: "patched", STRETCH: "patched", WALK: "page", PARTS: "page", DEBUG: "mode", FETCH: "page", VECTOR: "vector", FENCE: "fence", NARROW: "narrow", MODE_XLEN: "narrow", SFENCE: "fence", RETIRED: "counter", SETTLE: "row-of-core", STORES: "row-of-core"}  # the traces in which faults of a file show

# What is wrong; file, text that is there once, text then
FAULTS = [
    ("read-only bits are no choice", LESSONS, "uint64_t refused = other & (fixable ? kept : zero);", "uint64_t refused = 0;"),
    ("bits may be read-only 1", LESSONS, "uint64_t refused = other & (fixable ? kept : zero);", "uint64_t refused = other & kept;"),
    ("a hart need not hold to its choice", LESSONS, "uint64_t fixed_before = taken & fixed;", "uint64_t fixed_before = 0;"),
    ("misa does not matter", LESSONS, "return (misa & bit) != 0 ? NT_TV_YES : NT_TV_NO;", "return NT_TV_MAYBE;"),
    ("FS is precise", RULES, "if (simple && said == DIRTY && (has", "if (simple && said == 9 && (has"),
    ("FS may be anything", RULES, "return (uint64_t)expected << field->low;", "return (uint64_t)said << field->low;"),
    ("MPP may be anything", RULES, "return (uint64_t)legal << field->low;", "return (uint64_t)said << field->low;"),
    ("reserved bits may be 1", RULES, "write->old_known ? write->said & write->old & bits : write->said & 0", "write->said & bits"),
    ("epc keeps bit 1", REGISTERS, "if (cleared && four != NT_TV_NO) {", "if (cleared && four == 9) {"),
    ("epc may lose bit 1", REGISTERS, "if (cleared && four != NT_TV_NO) {", "if (cleared) {"),
    ("addresses are not converted", REGISTERS, "    if (widths == 0) {\n        return value;", "    if (widths != 1) {\n        return value;"),
    ("addresses are converted to anything", REGISTERS, "    if (widths == 0) {\n        return value;", "    if (widths == 1) {\n        return value;"),
    ("tval is no read-only 0", REGISTERS, "write->written != 0 && shell->choices->holds[csr] == 0) {", "write->written == 9) {"),
    ("vectors hold what is written", REGISTERS, "uint64_t low = zone & ~write->said & write->written;", "uint64_t low = 0;"),
    ("MODE 2 is held", REGISTERS, "if (said > 1 || (written", "if (said > 9 || (written"),
    ("causes are exact", REGISTERS, "            !(low || is_reserved(cause, interrupt))) {", "            low) {"),
    ("causes are anything", REGISTERS, "if (surely_raises(shell, field, cause, interrupt) ||", "if ("),
    ("satp takes part of what is written", REGISTERS, "return write->old_known ? write->old : legal || !taken ? write->said : 0;", "return write->said;"),
    ("misa takes any bit", REGISTERS, "uint64_t value = (said & may & letters) | (write->old & ~(may & letters));", "uint64_t value = said;"),
    ("locked entries are written", PROTECTION, "locked == NT_TV_YES ? locked : is_locked_by_next(shell, entry)", "NT_TV_NO"),
    ("bits 5 and 6 of pmpcfg are there", PROTECTION, "(~free & ~(unsigned)RESERVED & 0xff)", "(~free & 0xff)"),
    ("the first read is an update", TOUCH, "touched(shell, csr)->read = true;", "touched(shell, csr)->read = false;"),
    ("every CSR may be missing", LEGAL, "if (machine[i] == csr) {\n            return NT_TV_YES;", "if (machine[i] == csr) {\n            return NT_TV_MAYBE;"),
    ("every CSR is there", LEGAL, "illegal == NT_TV_MAYBE && shell->hint->trap", "illegal == 9 && shell->hint->trap"),
    ("SD is as told", CONTROL, "return dirty ? status | sd : status & ~sd;", "return dirty ? status : status;"),
    ("tval is the value", TRAP, "if (said == 0 && has != NT_TV_YES) {", "if (said == 0 && has == 9) {"),
    ("tval is anything", TRAP, "return fits ? said : value;", "return said;"),
    ("MPP stays", TRAP, "return has == NT_TV_NO ? NT_TV_MPP : 0;", "return shell->hint->after->csr[NT_TV_MSTATUS] & NT_TV_MPP;"),
    ("interrupts are always enabled in M", INTERRUPT, "state->privilege == NT_TV_M && status_known && (status & MIE) == 0", "state->privilege == 9 && status_known"),
    ("mie does not matter", INTERRUPT, "(state->csr[NT_TV_MIE] & bit) == 0) {", "(state->csr[NT_TV_MIE] & bit) == 9) {"),
    ("delegated ones are taken in M", INTERRUPT, "if (state->privilege == NT_TV_M && to_s) {", "if (state->privilege == 9 && to_s) {"),
    ("page faults need no pages", OUTSIDE, "(said == PAGE && nt_tv_shell_may_translate(shell, false)) ||", "said == PAGE ||"),
    ("fetches fault where they may", OUTSIDE, "bool impossible = page && may_not_fault(shell);", "bool impossible = page && 0 && may_not_fault(shell);"),
    ("reserved bits of entries are no matter", WALK, "if ((entry >> RESERVED & BITS) != 0 || pbmt == 3 ||", "if (pbmt == 3 ||"),
    ("PBMT 3 is one", WALK, "pbmt == 3 ||", "pbmt == 9 ||"),
    ("pointers have N and PBMT", WALK, "(!leaf && (napot || pbmt != 0)) ||", ""),
    ("N of any size", WALK, "(ppn_of(shell, entry, true) & 15) != NAPOT_64K", "level == 9"),
    ("pages of 64 KiB are small", WALK, "shell->xlen == 64 ? NAPOT_INSIDE : inside;", "shell->xlen == 32 ? NAPOT_INSIDE : inside;"),
    ("PBMTE does not matter", WALK, "(shell->state.csr[csr] >> PBMTE & 1) != 0 ? NT_TV_YES : NT_TV_NO;", "NT_TV_MAYBE;"),
    ("Svnapot is no choice", WALK, "nt_tv_teach_answer(shell, NT_TV_SVNAPOT + at, !faulted);", "(void)at;"),
    ("entries with extensions fault", WALK, "walk->needs |= has == NT_TV_MAYBE ? 1U << (choice - NT_TV_SVNAPOT) : 0;\n    return has != NT_TV_NO;",
     "walk->needs |= 0 * (unsigned)choice;\n    return has == NT_TV_YES;"),
    ("dpc is behind", DEBUG, "nt_tv_shell_touch(shell, DPC, state->user.pc, true, 0);", "nt_tv_shell_touch(shell, DPC, state->user.pc + 4, true, 0);"),
    ("prv is the mode after", DEBUG, "uint64_t from = state->privilege |", "uint64_t from = 3 |"),
    ("causes of debug mode are no matter", DEBUG, "(ebreak ? 0U : (uint64_t)DCSR_CAUSE)", "(uint64_t)DCSR_CAUSE"),
    ("debug mode has the mode before", DEBUG, "    shell->state.privilege = NT_TV_M;\n", ""),
    ("ebreak traps in debug mode", DEBUG, "if (shell->debug != NT_TV_YES ||", "if (shell->debug != 9 ||"),
    ("debug mode jumps anywhere", DEBUG, "(!leaves || jumps)) {", "!leaves) {"),
    ("dret is anywhere", DEBUG, "(code == DRET && shell->debug == NT_TV_NO)", "code == 0"),
    ("dret goes on", DEBUG, "state->user.pc = state->csr[pc] & ~UINT64_C(1);", "state->user.pc += 4;"),
    ("dret stays in M", DEBUG, "state->privilege = (uint8_t)(state->csr[mode] >> at & 3);", "state->privilege = (uint8_t)((state->csr[mode] >> at & 3) | 3);"),
    ("mnepc is behind", DEBUG, "nt_tv_shell_touch(shell, MNEPC, state->user.pc, true, 0);", "nt_tv_shell_touch(shell, MNEPC, state->user.pc + 4, true, 0);"),
    ("MNPP is M", DEBUG, "(uint64_t)state->privilege << 11 |", "(uint64_t)3 << 11 |"),
    ("NMIE does not matter", DEBUG, 'shell->outcome->forbids = "mnstatus.NMIE is 0";', "shell->outcome->forbids = (const char *)0;"),
    ("mnret does not set NMIE", DEBUG, "state->csr[NT_TV_MNSTATUS] | NT_TV_NMIE, MNPELP);", "state->csr[NT_TV_MNSTATUS], MNPELP);"),
    ("NMIE holds exceptions", TRAP, "shell->outcome->pc_free |= !interrupt && nt_tv_shell_is_in_nmi(shell);", ""),
    ("NMIE holds no interrupts", INTERRUPT, "if (nt_tv_shell_is_in_nmi(shell)) {", "if (nt_tv_shell_is_in_nmi(shell) && cause == 99) {"),
    ("debug mode has interrupts", INTERRUPT, "if (shell->debug == NT_TV_YES) {", "if (shell->debug == 9) {"),
    ("halves of RV32 are there", LEGAL, "(shell->xlen == 64 && is_upper_half(access->csr))", "access->csr == 0"),
    ("alignment is not of misa", LESSONS, "if ((misa & floats) == 0) { /* Zca alone would be C */", "if ((misa & floats) == 1) {"),
    ("Zca is C", LESSONS, "if ((misa & floats) == 0) { /* Zca alone would be C */", "if (c != 99) {"),
    ("hgatp has any MODE", REGISTERS, "if ((modes >> said & 1) == 0 || (lacks", "if ((lacks"),
    ("the guest's tables begin anywhere", REGISTERS, "(expected != 0 ? (uint64_t)ROOT_LOW : 0)", "(expected == 99 ? (uint64_t)ROOT_LOW : 0)"),
    ("sret is there without S", TRAP, "    return has == NT_TV_NO;", "    return has == 9;"),
    ("aligned accesses are misaligned", FAULT, "(said == 4 || said == 6) && misaligned", "said == 4 || said == 6"),
    ("page faults of data need no pages", FAULT, "(said == 13 || said == 15) && nt_tv_shell_may_translate(shell, true)", "said == 13 || said == 15"),
    ("sc needs no lr", ACCESS, "success = success && shell->reservation != NT_TV_NO;", "success = success;"),
    ("A and D do not matter", WALK, "walk.missing = needed & ~entry;", "walk.missing = needed & 0;"),
    ("SUM does not matter", WALK, "user && (!t->sum ||", "user && (t->sum ||"),
    ("MXR does not matter", WALK, "(t->mxr && (entry & X) != 0)", "(!t->mxr && (entry & X) != 0)"),
    ("every page is a user's", WALK, "if (t->mode == NT_TV_U ? !user", "if (t->mode == NT_TV_U ? 0"),
    ("large pages are small", WALK, "(PAGE_BITS + low)) - 1;", "(PAGE_BITS + low * 0)) - 1;"),
    ("instructions of extensions are never missing", MISSING, "nt_tv_has(shell, extension) != NT_TV_YES && (trap || !shell->hint->trap)", "extension == 99"),
    ("jumps are not aligned", MISSING, "(target & 2) == 0 || !is_taken(shell)) {", "target != 0) {"),
    ("every branch is taken", MISSING, "return (insn->code & 0x7f) != BRANCH || results", "return insn->code != 0 || results"),
    ("unknown instructions change the mode", FOREIGN, "    outcome->privilege_free = false;\n", ""),
    ("wfi is there in U", SHELL, "state->privilege == NT_TV_U ||", "state->privilege == 9 ||"),
    ("an invalid pc becomes a valid one", SHELL, "(nt_csr_conversions(shell, pc, said) & nt_csr_conversions(shell, said, said)) != 0", "nt_csr_conversions(shell, pc, said) != 0"),
    ("an invalid pc stays", SHELL, "if (after->pc_known && said != pc &&", "if (after->pc_known && said == 9 &&"),
    ("sip has SEIP", RULES, "bool by_view = write->mask != UINT64_MAX;", "bool by_view = write->mask == 9;"),
    ("MML and MMWP are cleared", PROTECTION, "known ? write->old & (MML | MMWP) : 0", "known ? write->old & 0 : 0"),
    ("RLB is set beside locked entries", PROTECTION, "(state->csr[csr] & locked) != 0", "(state->csr[csr] & locked) == 9"),
    ("each entry locks RLB", PROTECTION, "(state->csr[csr] & locked) != 0", "locked != 0"),
    ("stores that fault leave nothing", SETTLE, "nt_tv_shell_poke(shell, at, byte, 1, true) != 0", "byte != at - place + byte + width && at == 9"),
    ("stores that fault leave all", SETTLE, "(uint8_t)(said >> 8 * (at - place)) == byte &&", "width != 0 &&"),
    ("parts come later too", SETTLE, "part->bytes &= (uint8_t) ~(1U << i);", ""),
    ("stores that are misaligned leave parts", SETTLE, "cause == STORE_MISALIGNED ||", ""),
    ("parts stay behind stores", STORES, "(stored ? 1U << byte : 0)", "(stored ? 0U : 0)"),
    ("the other page of a store has no part", PARTS, "nt_tv_shell_leave_part(shell, walks[i].place, i * split, sizes[i]);", "(void)sizes;"),
    ("A is set by accesses alone", SETTLE, "if (!leaf || nt_tv", "if (leaf || nt_tv"),
    ("A is set anywhere", SETTLE, " || !nt_tv_shell_is_entry(shell, place)", ""),
    ("A is set of what is no leaf", SETTLE, "(entry & (V | A)) == V && (entry & (R | X)) != 0;", "(entry & A) == 0;"),
    ("A is set though accesses fault", SETTLE, "nt_tv_shell_updates_ad(shell) == NT_TV_NO", "nt_tv_shell_updates_ad(shell) == 9"),
    ("mret gives nothing back", TRAP, "bool gives = kept->is_kept &&", "bool gives = kept->status == 9 &&"),
    ("mret gives back twice", TRAP, "    shell->unmaskable_after.is_kept = false;\n", ""),
    ("wfi traps in M", SHELL, "shell->hint->trap && state->privilege != NT_TV_M && waits", "shell->hint->trap"),
    ("FS is dirty by force alone", DIRTY, "(must || (said & field) == field)", "must"),
    ("sh1add does not shift", BITS, "((op <= SH3ADD ? a : (uint32_t)a) << by) + b;", "((op <= SH3ADD ? a : (uint32_t)a)) + b + 0 * by;"),
    ("czero is exchanged", BITS, "return b == 0 ? 0 : a;", "return b != 0 ? 0 : a;"),
    ("rev8 does nothing", BITS, "byte << (xlen - 8 - at);", "byte << at;"),
    ("updates of what nobody told are learned", COMPARE, "if (!free && executed && !known && !csr_is_absent(v, csr)) {", "if (!free && executed && !known && csr == 0) {"),
    ("bits that a CSR lacks are dropped", COMPARE, "if (v->outside != 0 &&", "if (v->outside == 9 &&"),
    ("data under translation are free", DATA, "bool free = outcome->data_free &&", "bool free = outcome->virtual_data &&"),
    ("vectors are there with VS off", VECTOR, "return nt_tv_shell_is_off(shell, NT_TV_VS) ||", "return shell == NULL ||"),
    ("vill is no matter", VECTOR, "(shell->state.csr[VTYPE] & vill(shell)) != 0);", "0);"),
    ("vl is AVL", VECTOR, "return vl <= most && (vl == most ||", "return vl <= avl && (vl == most ||"),
    ("vl may be less at any AVL", VECTOR, "(avl < 2 * most && vl >= (avl + 1) / 2)", "(vl >= (avl + 1) / 4)"),
    ("vl is VLMAX beyond it", VECTOR, "(avl < 2 * most && vl >= (avl + 1) / 2)", "(avl == 0)"),
    ("vl may change for the same AVL", VECTOR, "most != 0 && set->avl > most ? nt_csr_same_again(shell, VL, &write, said) : said;", "write.first ? 0 : said;"),
    ("VLEN is not learned", VECTOR, "nt_tv_shell_learn_csr(shell, VLENB, bits / 8);", "(void)bits;"),
    ("LMUL does not matter", VECTOR, "bits >> -lmul >> sew : bits << lmul >> sew", "bits >> sew : bits >> sew"),
    ("reserved vtypes are held", VECTOR, "(vtype & ~(uint64_t)VTYPE_BITS) != 0 ||", ""),
    ("every vtype is there", VECTOR, "(is_told(shell, VTYPE) && after->csr[VTYPE] == vill(shell) && !set.keeps)", "false"),
    ("vsetvli keeps no vl", VECTOR, ".keeps = rs1 == 0 && rd == 0};\n    default:", ".keeps = false};\n    default:"),
    ("vsetivli has AVL in a register", VECTOR, "(setting){.avl = rs1, .vtype", "(setting){.avl = x[rs1], .vtype"),
    ("vectors write every register", VECTOR, "if (is_access(code) || code >> 26 != TO_SCALAR) {\n        return 0;", "if (is_access(code) || code >> 26 != TO_SCALAR) {\n        return UINT64_MAX - 1;"),
    ("vstart stays", VECTOR, "    set_csr(shell, VSTART, 0, 0);\n    if (may_saturate", "    if (may_saturate"),
    ("nothing saturates", VECTOR, "    if (may_saturate(code)) {", "    if (may_saturate(code) && code == 0) {"),
    ("everything saturates", VECTOR, "    if (may_saturate(code)) {", "    if (code != 0) {"),
    ("flags may be cleared", VECTOR, "known ? bits & ~old : UINT64_MAX);", "known ? bits : UINT64_MAX);"),
    ("results have any width", VECTOR, "nt_tv_cut(shell, low) == value;", "low != 99;"),
    ("counts are beyond vl", VECTOR, "source == CPOP ? value <= csr[VL]", "source == CPOP ? value <= 99"),
    ("vl does not become less", VECTOR, "(now <= old && (now != 0 || old == 0))", "(now == old)"),
    ("vl becomes anything", VECTOR, "(now <= old && (now != 0 || old == 0))", "(now <= 99)"),
    ("accesses are anywhere", VECTOR, "return from < size;", "return from <= UINT64_MAX;"),
    ("strides are none", VECTOR, "from - i * state->user.x[rs2]) < fields * bytes", "from - i * bytes) < fields * bytes"),
    ("segments have one field", VECTOR, "uint64_t fields = (code >> 29) + 1;", "uint64_t fields = 1;"),
    ("computation stores", VECTOR, "outcome->all_free = (code & 0x7f) == STORE_FP;", "outcome->all_free = true;"),
    ("vstart is 0 after a fault", VECTOR, "shell->hint->after->csr[VSTART] & INDEX, true, 0);", "0, true, 0);"),
    ("unknown instructions write any CSR", FOREIGN, "outcome->no_csrs = true;", "outcome->no_csrs = false;"),
    ("... those of floating point", FOREIGN, "outcome->float_csrs = floats ||", "outcome->float_csrs = true ||"),
    ("vector stores are not seen", FOREIGN, "    note_stores(shell);\n", ""),
    ("strided ones are not strided", FOREIGN, "(code >> 26 & 3) == 0 ? MOST_VECTOR : 0", "MOST_PUSHED"),
    ("unknown instructions have no page faults", FOREIGN, "return (kind == ACCESSES || kind == CUSTOM) && is_of_access(cause);", "return false;"),
    ("all unknown instructions have", FOREIGN, "return (kind == ACCESSES || kind == CUSTOM) && is_of_access(cause);", "return is_of_access(cause);"),
    ("triggers are no matter", FOREIGN, "shell->state.csr[NT_TV_TDATA1] != 0", "shell->state.csr[NT_TV_TDATA1] == 9"),
    ("breakpoints are anywhere", FOREIGN, "shell->state.csr[NT_TV_TDATA1] != 0", "shell->state.csr[NT_TV_TDATA1] != 9"),
    ("landing pads are anywhere", STATE, "(csr[MSECCFG] & MLPE) != 0;", "(csr[MSECCFG] & MLPE) == 0;"),
    ("vcsr is precise", HOME, "case VXRM:\n        *mask = 6;", "case VXRM:\n        *mask = 2;"),
    ("VS is dirty by instructions of vectors alone", COMPARE, "return status && dirty ?", "return status && !dirty ?"),
    ("guests have the CSRs of the host", GUEST, "if (replaced[i] == csr) {", "if (replaced[i] == csr + 1) {"),
    ("MPV is not set", GUEST, "(guest ? SPV : 0) |", "(guest ? 0 : 0) |"),
    ("GVA is not set", GUEST, "(guest && address ? GVA : 0)", "0"),
    ("SPVP is not set", GUEST, "state->privilege == NT_TV_S ? SPVP : 0", "state->privilege == NT_TV_M ? SPVP : 0"),
    ("mret does not clear MPV", GUEST, "return status & ~bit;", "return status;"),
    ("sret does not clear SPV", GUEST, "state->csr[csr] & ~bit, true, 0);", "state->csr[csr], true, 0);"),
    ("nothing is delegated to guests", TARGET, "return state->guest && guest ? NT_TV_TO_GUEST", "return state->guest && !guest ? NT_TV_TO_GUEST"),
    ("ecall of a guest is the host's", SHELL, "(uint64_t)state->privilege + in_guest", "(uint64_t)state->privilege + 0 * in_guest"),
    ("guests have no virtual instructions", TRAP, "bool guest = is_virtual == NT_TV_YES ||", "bool guest = is_virtual == 99 ||"),
    ("guests read the host's CSRs", LEGAL, "return state->privilege < NT_TV_S || state->guest;", "return state->privilege < NT_TV_S;"),
    ("interrupts of guests have the host's number", TRAP, "return moved ? cause - 1 : cause;", "return cause;"),
    ("vsstatus.SIE does not matter", INTERRUPT, "if (to_guest && state->privilege == NT_TV_S &&", "if (to_guest && state->privilege == 9 &&"),
    ("the second stage does not fault", WALK, "walk.guest = t->which == NT_TV_OF_SECOND;", "walk.guest = false;"),
    ("the second stage is not walked", WALK, "walk.missing == 0 && second.on) {", "walk.missing == 9 && second.on) {"),
    ("entries of guests are physical", WALK, "if (second == NULL || !second->on) {", "if (second == NULL || second->on) {"),
    ("the second stage has no wider index", WALK, "first && t->which == NT_TV_OF_SECOND ? 2 : 0", "first && t->which == NT_TV_OF_SECOND ? 0 : 0"),
    ("first reads are not judged", READ, "first_read(shell, access, said));", "said);"),
    ("reserved bits are 0 at first", RULES, "(write->first ? write->said : judge_zero(write, left))", "judge_zero(write, left)"),
    ("views that are read again are not judged", READ, "*old = (*old & ~(bits >> access->shift)) | (part & bits) >> access->shift;", ""),
    ("views that are known are not judged", READ, "if (bits != 0 && bits == access->mask) {", "if (bits == 9) {"),
    ("views of what nobody knows are not judged", COMPARE, "if (((v->told ^ part->value) & mask) != 0) {", "if (mask == 9) {"),
    ("a view that is written is not known", CSR, "shell->outcome->part = (nt_tv_csr_part){.csr = csr,", "(void)(nt_tv_csr_part){.csr = csr,"),
    ("a CSR that is written otherwise is known by its views", TOUCH, "    nt_tv_csr_part_drop(&shell->parts, csr);\n", ""),
    ("bits of what nobody knows are not judged", CSR, "if (shell->hint->no_csr || (!known && !access->sure && !tells_bits(shell, access))) {", "if (csr != 0) {"),
    ("misa switches nothing off", CHOICES, "choices->missing = (choices->missing | gone) & ~there;", "choices->missing &= ~there;"),
    ("C is what it was", CHOICES, "if ((gone & C) != 0) {", "if ((gone & C) == 9) {"),
    ("C may always go", REGISTERS, "return state->pc_known && (next & 2) != 0 &&", "return state->pc_known && (next & 2) == 9 &&"),
    ("letters of misa are no choice", REGISTERS, "return value ^ other_letters(shell, write);", "return value;"),
    ("bit 1 of epc shows nothing", REGISTERS, "} else if ((value & write->said & 2) != 0 && four == NT_TV_MAYBE) {", "} else if (four == 99) {"),
    ("D needs no F", REGISTERS, "(misa & F) == 0 ? D | Q | V : 0", "(misa & F) == 0 ? Q | V : 0"),
    ("letters that are not there are no matter", MISSING, "shell->state.csr[NT_TV_MISA] == 0 ||", "extension != 0 ||"),
    ("Zmmul is not there", MISSING, "return (insn->code >> 14 & 1) != 0; /* division; Zmmul */", "return true;"),
    ("CBIE may be 2", RULES, "field->low, 1U << 0 | 1U << 1 | 1U << 3)", "field->low, 15)"),
    ("PMM may be 1", RULES, "field->low, 1U << 0 | 1U << 2 | 1U << 3)", "field->low, 15)"),
    ("W is held without R", PROTECTION, "(said & 3) == W_ALONE &&", "(said & 3) == 9 &&"),
    ("W is never held without R", PROTECTION, "!is_set(shell, MML);", "!is_set(shell, 1 << 9);"),
    ("locks cannot be bypassed", PROTECTION, "(old & LOCKED) != 0 && !is_set(shell, RLB)) {", "(old & LOCKED) != 0) {"),
    ("the grain may change", PROTECTION, "return nt_csr_same_again(shell, write->csr, &same, write->said);", "return write->said;"),
    ("bit 1 of mepc is always read", READ, "is_epc(access->home) && nt_tv_aligns_to_4(shell) == NT_TV_YES", "is_epc(access->home) && access->csr == 9"),
    ("parts of 8 bytes are not known", TRAP, "unsigned width = fetch ? 4 : shell->outcome->width;", "unsigned width = 4;"),
    ("the second page is beside the first", PARTS, "outcome->second = walks[1].place;", "outcome->second = walks[0].place + split;"),
    ("the second page does not fault", PARTS, "unsigned part = faulting_part(shell, walks);", "unsigned part = 0;"),
    ("a fault there has the address of the first in tval", PARTS, "outcome->address = part == 0 ? address : border;", "outcome->address = address;"),
    ("nobody stores there", PARTS, "outcome->data >> 8 * split,", "0x77,"),
    ("stimecmp is never off", LEGAL, "return off || (state->guest && off_for_guest);", "return false;"),
    ("mstateen0 does not matter", LEGAL, "if (csr >= rows[i].first && csr <= rows[i].last) {", "if (csr == 0 && csr >= rows[i].first && csr <= rows[i].last) {"),
    ("CSRs of debug mode are for all", LEGAL, "return csr >= 0x7b0 && csr < 0x7c0;", "return csr == 0xfff;"),
    ("blocks are never off", FOREIGN, "(state->csr[csrs[i]] & field) == 0", "(state->csr[csrs[i]] & field) == 99"),
    ("16 bits of 0 execute", FOREIGN, "return code == 0;", "return code == 1;"),
    ("without F there is no Zfinx", MISSING, "(arithmetic || insn->size == 2)", "insn->size == 9"),
    ("MPRV always holds below M", WALK, "return below == NT_TV_NO ? as_it_is : as_mpp;", "return as_mpp;"),
    ("MPRV below M is learned where A may be what faults", WALK, "nt_tv_tri here = outcome_of(shell, &as_it_is);", "nt_tv_tri here = as_it_is.faults ? NT_TV_YES : NT_TV_NO;"),
    ("MPRV holds in debug mode", STATE, "bool on = shell->debug != NT_TV_YES ||", "bool on = shell->debug != 99 ||"),
    ("sc that fails looks for the page", FAULT, "nt_tv_shell_has_to_fault(shell, walk) && !fails(shell)", "nt_tv_shell_has_to_fault(shell, walk)"),
    ("henvcfg has what menvcfg has not", CONTROL, "zeros |= row->bits & ~state->csr[control];", "zeros |= row->bits & 0;"),
    ("henvcfg shows what menvcfg has not", READ, "~nt_csr_zeros(shell, access->home)", "UINT64_MAX"),
    ("a write of misa changes nothing else", CONTROL, "settle_letters(shell, old & ~now);", "settle_letters(shell, 0);"),
    ("fields become anything with misa", CONTROL, "value = whole_fields(value, old);", "value = old == 0 ? whole_fields(value, old) : value;"),
    ("every bit of a CSR goes with misa", CONTROL, "settle(shell, csr, row->bits);", "settle(shell, csr, ALL);"),
    ("MPP becomes a mode that there is not", CONTROL, "return mode == NT_TV_M || user ?", "return mode != 9 ?"),
    ("the grain has any bits", CONTROL, "bool all = (low & (low + 1)) == 0 &&", "bool all = low != 0 || "),
    ("custom CSRs change by writes alone", HOME, "|| is_custom(csr);", ";"),
    ("quarters of CSRs are all custom", HOME, "((csr >> 6 & 3) == LAST_QUARTER &&", "("),
    ("mtopei changes by writes alone", HOME, "if (top[i] == csr) {", "if (top[i] == 0) {"),
    ("a trigger is the one before", COMPARE, "csr <= LAST && is_touched(&v->outcome, TSELECT)", "csr <= LAST && is_touched(&v->outcome, 0)"),
    ("triggers do not change", COMPARE, "return bits_of_trigger(v);", "return 0;"),
    ("triggers change in all bits", COMPARE, "return bits_of_trigger(v);", "return UINT64_MAX >> 1;"),
    ("counters do not overflow", COMPARE, "return event || upper ?", "return event && upper ?"),
    ("there are no exceptions for custom use", OUTSIDE, "if (said == HARDWARE || is_custom(said)) {", "if (said == HARDWARE) {"),
    ("every interrupt has the bit of interrupts", OUTSIDE, "return said == 0 && shell->hint->trap_to == NT_TV_TO_M &&", "return said == 99 &&"),
    ("cause 0 is that of an interrupt", OUTSIDE, "after->user.pc != handler;", "handler != 9;"),
    ("fence.i is always there", MISSING, "return NT_TV_EXT_ZIFENCEI;", "return NT_TV_EXTS;"),
    ("what should not be there is not", LEGAL, "return has == NT_TV_NO && is_only_advised(csr) ? NT_TV_MAYBE : has;", "return has;"),
    ("rounding modes that are reserved are illegal", SHELL, "return mode == DYNAMIC ? known && frm >= RESERVED : mode >= RESERVED;", "return mode == 99 && frm != 0 && known;"),
    ("rounding modes are no matter", SHELL, "return mode == DYNAMIC ? known && frm >= RESERVED : mode >= RESERVED;", "return mode <= DYNAMIC || frm != 0 || known;"),
    ("pointers are not masked", MISSING, "(shell->state.csr[csr] >> PMM & 3) != 0;", "(shell->state.csr[csr] >> PMM & 3) == 9;"),
    ("data is little-endian", MISSING, "return (status >> (mode == NT_TV_M ? MBE : SBE) & 1) != 0;", "return status == 0 && mode == 9;"),
    ("there are no shadow stacks", MISSING, "on && (pushes || one);", "on && pushes && one;"),
    ("shadow stacks are always on", MISSING, "on && (pushes || one);", "(pushes || one);"),
    ("debug modules are RAM", DEBUG, "    if (shell->debug == NT_TV_YES) {\n        nt_tv_memory_mark(", "    if (shell->debug == 99) {\n        nt_tv_memory_mark("),
    ("all is a debug module", DEBUG, "shell->debug_module, MODULE, false", "(uint64_t)0x80000000, MODULE, false"),
    ("code is as it is now", FETCH, "nt_tv_memory_may_fetch(shell->memory, place, said)", "said == half"),
    ("code is as it ever was", MEMORY, "    memory->fences++;", "    memory->fences += 0;"),
    ("code is anything", MEMORY, "(uint16_t)(old->bytes >> 16 * half) == value;", "value == value;"),
    ("code that was there before is executed as it is now", USER, "outcome->virtual_code || outcome->old_code ||", "outcome->virtual_code ||"),
    ("code ahead is not stored to", STRETCH, "!is_stored(&v->stretch, pc, v->queue[v->stretch.at].insn_size) &&", ""),
    ("counters off in mcounteren are virtual instructions", VIRTUAL, "return off ? NT_TV_NO : on ? NT_TV_YES : NT_TV_MAYBE;", "return NT_TV_YES;"),
    ("CSRs of the hypervisor are no virtual instructions", VIRTUAL, "== NT_TV_YES ? NT_TV_YES : NT_TV_MAYBE;\n    }\n    return csr", "== 99 ? NT_TV_YES : NT_TV_NO;\n    }\n    return csr"),
    ("a fence of another ASID is one of all", FENCE, "if (tagged && (!ours || shell->fences.globals[tables])) {", "if (tagged && shell->fences.globals[tables]) {"),
    ("a fence of an ASID orders what is global", FENCE, "if (tagged && (!ours || shell->fences.globals[tables])) {", "if (tagged && !ours) {"),
    ("a fence of an ASID orders nothing", FENCE, "        fence_tagged(shell, tables);", "        (void)fence_tagged;"),
    ("a fence of an ASID orders what others use", FENCE, "fences->partial[tables] = true;", "fences->partial[tables] = false;"),
    ("a fence of an address orders nothing", FENCE, "fence_page(shell, state->user.x[insn->rs1]);", "(void)fence_page;"),
    ("... orders each page", FENCE, "if (fences->page[i] == address >> PAGE_BITS) {", "if (address >> PAGE_BITS != 0) {"),
    ("... orders pointers too", WALK, "level == 0 ? &address : NULL", "&address"),
    ("... what is stored later too", FENCE, "!wrote(stores, OF_PAGES, entry);", "true;"),
    ("an ASID has any root", FENCE, "if (root != now && tag_of(shell, root) == tag_of(shell, now)) {", "if (root == 1) {"),
    ("all roots are of one ASID", FENCE, "if (root != now && tag_of(shell, root) == tag_of(shell, now)) {", "if (root != now) {"),
    ("what is global is of its ASID", WALK, "if (before.known && before.global && !same) {", "if (before.global && same) {"),
    ("all is global", WALK, "(entry & (G | V)) == (G | V);", "true;"),
    ("no code is narrow", MODE_XLEN, "(state->csr[csr] >> at & 3) == XL_32;", "(state->csr[csr] >> at & 3) == 0;"),
    ("S is narrow where U is", MODE_XLEN, "unsigned at = user ? UXL : guest ? VSXL : SXL;", "unsigned at = UXL;"),
    ("narrow results have any sign", NARROW, "stays ? said : sign_extended(said), true", "said, true"),
    ("hints change upper bits", NARROW, "said == shell->state.user.x[insn->rd] && insn->rd == insn->rs1;", "said == 1;"),
    ("narrow code writes any register", NARROW, "        outcome->free = 0;", "        (void)0;"),
    ("... any CSR", NARROW, "outcome->no_csrs = shell->state.privilege == NT_TV_U || insn->class_ != NT_TV_CSR;", "outcome->no_csrs = false;"),
    ("... no CSR in S", NARROW, "outcome->no_csrs = shell->state.privilege == NT_TV_U || insn->class_ != NT_TV_CSR;", "outcome->no_csrs = true;"),
    ("... goes anywhere", NARROW, "outcome->pc_free = unknown || jumps(insn);", "outcome->pc_free = true;"),
    ("... does not jump", NARROW, "outcome->pc_free = unknown || jumps(insn);", "outcome->pc_free = unknown;"),
    ("... leaves the mode", NARROW, "outcome->privilege_free = false;", "outcome->privilege_free = true;"),
    ("... reads CSRs of M", NARROW, "(outcome->insn.code >> 28 & 3) > shell->state.privilege", "outcome->insn.code == 0"),
    ("... is decoded as RV64", NARROW, "outcome->insn.size, NARROW, shell->flen", "outcome->insn.size, 64, shell->flen"),
    ("the pc of narrow code is exact", MODE_XLEN, "return (uint32_t)said == (uint32_t)pc && (said", "return said == pc && (said"),
    ("minstret is anything", RETIRED, "return fits ? said : nt_tv_cut", "return said != 0 ? said : nt_tv_cut"),
    ("minstret counts all", RETIRED, "<= since;", "== since;"),
    ("minstret falls", RETIRED, "said < before->value) {", "said < 1) {"),
    ("no CSR is an alias of minstret", RETIRED, "} else if (!nt_tv_csr_is_counter(access->home)) {", "} else if (access->home == 0) {"),
    ("sie is as the group has mie", CSR, "if (unclear && nt_tv_csr_is_known", "if (!unclear && nt_tv_csr_is_known"),
    ("sie shows what mie has not", READ, "return known && !shell->hint->no_csr ? said & state", "return !known ? said & state"),
    ("effective addresses are not missed", DATA, "(v->outcome.virtual_data && !v->outcome.perhaps) ||", "false ||"),
]


def seeds():
    """Cores whose runs need most rules."""
    for number, name in enumerate(("Rocket", "QEMU", "CVA6", "Rocket, no C", "Spike")):
        yield 40 + number, SETTINGS[name]


class FreedomsFaultsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = Path(cls.folder.name)
        c_faults.make_ntrace(cls.path, [[fault[1:]] for fault in FAULTS])
        cls.traces = []
        rows = freedoms.ROWS + freedoms_reads.ROWS + freedoms_extensions.ROWS + freedoms_extensions.GUESTS + freedoms_off.ROWS
        texts = [freedoms.text(state, steps, xlen) for xlen, of_xlen in ((64, freedoms_cores.ROWS), (32, freedoms_cores.ROWS32))
                 for _, _, state, steps in of_xlen] + [text for _, _, text in freedoms_cores.PAGED]
        for number, text in enumerate(texts):
            cls.add(f"row-of-core{number}", text, "0")
        for number, (_, right, state, steps) in enumerate(freedoms_modes.ROWS):
            cls.add(f"mode{number}", freedoms.text(state, steps), "0")
        for number, (_, right, state, steps) in enumerate(rows):
            cls.add(f"row{number}", freedoms.text(state, steps), "0")
        for number, (status, mie, mideleg, mode, cause, right) in enumerate(freedoms.INTERRUPTS):
            cls.add(f"interrupt{number}", freedoms.interrupt(status, mie, mideleg, mode, cause), "0")
        for number, (_, _, state, steps) in enumerate(freedoms_effects.ROWS):
            cls.add(f"effect{number}", freedoms.text(state, steps), "0")
        for number, (_, _, state, steps) in enumerate(freedoms_effects.PATCHED):
            cls.add(f"patched{number}", freedoms_effects.with_old(freedoms.text(state, steps)), "0")
        for name, number, writes in freedoms.CHANGES:
            cls.add(f"change-{name}", freedoms.changes(name, number, writes), "0")
        for number, (_, _, code, lines, given) in enumerate(guest_pages.ROWS):
            cls.add(f"guest{number}", guest_pages.text(code, lines, **given), "0")
        for number, (_, right, state, steps) in enumerate(freedoms_vectors.ROWS):
            cls.add(f"vector{number}", freedoms.text(state, steps), "0")
        for name, traces in (("page", freedoms_pages.ROWS), ("fence", freedoms_fences.ROWS)):
            for number, (_, _, text) in enumerate(traces):
                cls.add(f"{name}{number}", text, "0")
        for name, traces in (("narrow", freedoms_narrow.ROWS), ("counter", freedoms_counters.ROWS)):
            for number, (_, _, state, steps) in enumerate(traces):
                cls.add(f"{name}{number}", freedoms.text(state, steps), "0")
        for updates in (False, True):
            cls.add(f"pages{updates}", pages.text(updates), "0")
        for number, (seed, given) in enumerate(seeds()):
            drawn = random.Random(seed)
            core = Core(drawn, Choices(drawn, **{**given, "no_paddr": number % 3 == 2})).run(1000)
            core.code_known()
            cls.add(f"core{number}", core.text(), "0")
        cls.right = [cls.verdict(0, *trace) for trace in cls.traces]

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def add(cls, name, text, least):
        source, path = cls.path / "t.s", cls.path / f"{name}.ntv"
        source.write_text(text, encoding="ascii")
        subprocess.run([ROOT / "build/ntrace", "tv", "assemble", source, "-o", path], check=True)
        cls.traces.append((path, least))

    @classmethod
    def verdict(cls, number, path, least):
        done = subprocess.run([cls.path / "ntrace", "tv", "verify", "--json", "--least", least, path], check=False,
                              cwd=ROOT, capture_output=True, text=True, env={**os.environ, "NT_MUTANT": str(number)})
        return done.returncode, done.stdout

    def test_every_fault_is_noticed(self):
        for number, (what, *_) in list(enumerate(FAULTS, 1))[::SHARE]:
            with self.subTest(what):
                first = SHOW.get(FAULTS[number - 1][1], "row")
                pairs = sorted(zip(self.traces, self.right), key=lambda pair: not pair[0][0].name.startswith(first))
                self.assertTrue(any(self.verdict(number, *trace) != right for trace, right in pairs))


if __name__ == "__main__":
    unittest.main()
