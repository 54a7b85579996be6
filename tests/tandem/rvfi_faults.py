# SPDX-License-Identifier: Apache-2.0
"""Rules of nt_tv_rvfi that RTL and golden model break alike: by a sentence about the rule the build, whether
the core has to be rude, what the witness says, and changes of text on both sides.

A change is file, text that is there once, text that is there then.
"""
TOP, CHANNEL, QUEUE = (f"rtl/tandem/nt_tv_rvfi{name}.v" for name in ("", "_channel", "_queue"))
MODEL, MODEL_CHANNEL = (f"model/tandem/tv_rvfi{name}.c" for name in ("", "_channel"))

LANES, WAITING = "lanes", "cycles of waiting"


def channel(old, new, model_old, model_new):
    return [(CHANNEL, old, new), (MODEL_CHANNEL, model_old, model_new)]


def both(old, new, model_old, model_new):
    return [(TOP, old, new), (MODEL, model_old, model_new)]


def queue(old, new, model_old, model_new):
    return [(QUEUE, old, new), (MODEL, model_old, model_new)]


FAULTS = {
    # An instruction
    "a trapped instruction writes no register": ("rv64", LANES, channel(
        "gpr_valid = retired && rd_addr", "gpr_valid = rd_addr", "!c->trap && c->rd_addr != 0", "c->rd_addr != 0")),
    "x0 is never told": ("rv64", LANES, channel(
        "gpr_valid = retired && rd_addr != 5'd0", "gpr_valid = retired", "!c->trap && c->rd_addr != 0", "!c->trap")),
    "a floating-point register is told where it is written": ("rv64", LANES, channel(
        "retired && frd_wvalid", "retired && frd_addr != 5'd0", "!c->trap && c->frd_wvalid",
        "!c->trap && c->frd_addr != 0")),
    "the size is that of the low bits": ("rv64", LANES, channel(
        "insn_size = insn[1:0] == 2'b11", "insn_size = insn[0]", "(c->insn & 3) == 3", "(c->insn & 1) == 1")),
    "the pc is told if it is not the next one": ("rv64", LANES, channel(
        "{{XLEN-3{1'b0}}, bytes}", "{{XLEN-3{1'b0}}, 3'd4}", "(lane->insn_size ? 4 : 2)", "4")),
    "an instruction of more than 32 bits is not told": ("rv64", LANES, channel(
        "insn_valid = !long_insn", "insn_valid = 1'b1", "insn_valid = !is_long(c->insn)", "insn_valid = true")),

    # Memory
    "an address is that of the lowest byte": ("rv64", LANES, channel(
        "mem_addr + {{XLEN-3{1'b0}}, first}", "mem_addr",
        "lane->eaddr = (c->mem_addr + first)", "lane->eaddr = c->mem_addr")),
    "a physical address is that of mem_paddr": ("rv64", LANES, channel(
        "ADDRESSES == 2 ? real_addr : wide_addr", "wide_addr",
        "p->addresses == NT_TV_RVFI_BOTH ? c->mem_paddr + first",
        "p->addresses == NT_TV_RVFI_BOTH ? c->mem_addr + first")),
    "what is stored begins at the lowest byte": ("rv64", LANES, channel(
        "mem_wdata >> {first, 3'd0}", "mem_wdata >> {first, 2'd0}", ">> 8 * first", ">> 4 * first")),
    "a load has an address": ("rv64", LANES, channel(
        "(stores || (loads && LOADS != 0))", "stores", "lane->paddr_valid = ", "lane->paddr_valid = stores && ") + [
            (MODEL_CHANNEL, "lane->eaddr_valid = ", "lane->eaddr_valid = stores && ")]),
    "a mask is 1, 2, 4 or 8 bytes": ("rv64", "refused|lanes", channel(
        "mask == 8'h03 ||", "mask == 8'h03 || mask == 8'h07 ||", "mask == 3 ||", "mask == 3 || mask == 7 ||")),
    "a store has to be an access too": ("rv64", "refused|lanes", channel(
        "!read_good || !write_good", "!read_good", "!is_access(stored) || ", "")),
    "an AMO that tells what it adds is refused": ("rv64", "refused|lanes", channel(
        "retired && stores && mem_extamo,", "1'b0,", "stores && c->mem_extamo ? NT_TV_RVFI_EXTAMO : 0",
        "stores && c->mem_extamo ? 0 : 0")),
    "an AMO that tells what it adds has no data": ("rv64", LANES, channel(
        "stores && !mem_extamo", "stores", "stores && !c->mem_extamo", "stores")),

    # CSRs
    "a CSR is told whole": ("rv64", LANES, channel(
        "(csr_rdata[XLEN*c +: XLEN] & ~write);", "{XLEN{1'b0}};", "(csr->rdata & ~csr->wmask);", "0;")),
    "a CSR that is what it was is not told": ("rv64", "refused|lanes", channel(
        "changes = (write & ~same) != {XLEN{1'b0}}", "changes = write != {XLEN{1'b0}}", "(csr->wmask & ~same) == 0", "csr->wmask == 0")),
    "a CSR that may be what it was is told": ("rv64", LANES, channel(
        "csr_rmask[XLEN*c +: XLEN] & ~(csr_rdata", "~(csr_rdata", "csr->rmask & ~(csr->rdata", "~(csr->rdata")),
    "a CSR that is known in part is refused": ("rv64", "refused|lanes", channel(
        "if (changes && !whole) part = 1'b1;", "if (changes && !whole) part = 1'b0;", "part = true", "part = false")),
    "a fifth CSR is refused": ("rv64", "refused|lanes", channel(
        "count > 5'd4", "1'b0", "many = true", "many = false")),
    "the entry has CSRs of its mode": ("rv64", LANES, channel(
        "entry_number[12*t +: 12] = {2'b00, mode", "entry_number[12*t +: 12] = {4'd3",
        "(uint16_t)(c->mode << 8 |", "(uint16_t)(3 << 8 |")),
    "the entry has CSRs that are known whole": ("rv64", LANES, channel(
        "csr_rmask[XLEN*e +: XLEN] == {XLEN{1'b1}}", "csr_rmask[XLEN*e +: XLEN] != {XLEN{1'b1}}",
        "csr->rmask == ones(p->xlen)", "csr->rmask != ones(p->xlen)")),
    "epc comes first": ("rv64", LANES, channel(
        "mode, TRAP[8*t +: 8]", "mode, TRAP[8*(t ^ 1) +: 8]", "<< 8 | trap[t]", "<< 8 | trap[t ^ 1]")),

    # From one to the next
    "a trap leads to the next instruction": ("rv64", LANES, both(
        "if (is_trap) pc_next", "if (is_trap && row_intr[i]) pc_next", "    if (item->trap) {\n        lane.pc_next",
        "    if (item->trap && next->intr) {\n        lane.pc_next")),
    "a trap tells its pc": ("rv64", LANES, both(
        "is_given || is_trap", "is_given", "lane.pc_given || item->trap", "lane.pc_given")),
    "an interrupt is an entry": ("rv64", LANES, both(
        "!is_trap && (row_intr[i] || other)", "!is_trap && other", "!item->trap && (c->intr || other)",
        "!item->trap && other")),
    "another pc is an entry": ("rv64", LANES, both(
        "!is_trap && (row_intr[i] || other)", "!is_trap && row_intr[i]", "!item->trap && (c->intr || other)",
        "!item->trap && c->intr")),
    "the handler of a trap has no entry": ("rv64", LANES, both(
        "!is_trap && (row_intr[i] || other)", "row_intr[i] || other", "!item->trap && (c->intr || other)",
        "c->intr || other")),
    "a trap tells its mode though it stays": ("rv64", LANES, both(
        "(is_trap || is_xret || row_mode", "(is_xret || row_mode", "(item->trap || item->xret || next",
        "(item->xret || next")),
    "a return tells its mode though it stays": ("rv64", LANES, both(
        "(is_trap || is_xret || row_mode", "(is_trap || row_mode", "(item->trap || item->xret || next",
        "(item->trap || next")),
    "another mode is told": ("rv64", LANES, both(
        "(is_trap || is_xret || row_mode[2*i +: 2] != mode)", "(is_trap || is_xret)",
        "(item->trap || item->xret || next->mode != item->mode)", "(item->trap || item->xret)")),
    "before an entry nobody knows the mode": ("rv64", LANES, both(
        "(!entry && (is_trap", "((is_trap", "if (!entry && (item->trap", "if ((item->trap")),
    "dret is a return": ("rv64", LANES, channel(
        "insn == 32'h7b200073", "insn == 32'h7b300073", "insn == 0x7b200073", "insn == 0x7b300073")),
    "mode 2 is not told": ("rv64", LANES, both(
        "priv_valid[i]  = row_mode[2*i +: 2] != 2'd2", "priv_valid[i]  = 1'b1",
        "lane.priv_valid = next->mode != 2;", "lane.priv_valid = true;")),
    "the entry tells its mode": ("rv64", LANES, both(
        "is_entry && mode != 2'd2", "is_entry && mode == 2'd1", "item->entry && item->mode != 2",
        "item->entry && item->mode == 1")),
    "the first instruction has an entry": ("rv64", LANES, both(
        "!there ? 1'b1", "!there ? row_intr[i]", "if (!s->valid) {\n        return true;",
        "if (!s->valid) {\n        return c->intr;")),

    # A core that rests
    "at rest the lane goes out once": ("rv64", "held|lanes", both(
        "gone || (resting && valid_reg)", "gone", "y.next.sent = state->valid;", "y.next.sent = state->sent;")),
    "a halt lets the lane go": ("rv64", "held|lanes", both(
        "(flush || halt_reg)", "flush", "(in->flush || state->halt)", "in->flush")),
    "after a rest a trap has an entry": ("rv64", LANES, both(
        "row_intr[i] || other || is_trap || row", "row_intr[i] || other || row",
        "c->intr || other || item->trap ||", "c->intr || other ||")),
    "after a rest another mode is an entry": ("rv64", LANES, both(
        "is_trap || row_mode[2*i +: 2] != mode ||\n", "is_trap ||\n", "item->trap || c->mode != item->mode ||", "item->trap ||")),

    # The port
    "an entry lets the core wait": ("rv64", "cycles of waiting|lanes|held|gap|refused", both(
        "row_ready  = ready && !stopped;", "row_ready  = ready;", "params->depth == 0 ? in->ready && !y->stopped",
        "params->depth == 0 ? in->ready")),
    "no two channels are taken twice": ("rv64-2", WAITING, both(
        "done_reg | accepted", "done_reg", "s->done |= (uint8_t)(1 << i);", "s->done |= 0;")),
    "a gap of order is told": ("rv64", "gap", both(
        "known && row_order[64*i +: 64] != order", "1'b0", "s->order_known && c->order != s->order", "false")),
    "a core that goes on is told": ("rv64 rude", "overrun", both(
        "overrun_reg || changed", "overrun_reg", "state->overrun || changed", "state->overrun")),
    # The queue
    "what is lost has a group of its own": ("rv64-deep rude", LANES, queue(
        "<= {lost, in};", "<= {1'b0, in};", "row->lost = lost;", "row->lost = false;")),
    "behind a loss is an entry": ("rv64-deep rude", LANES, both(
        ": is_entry ? other || !is_given\n", ": is_entry ? other\n", "return other || is_loss(item);", "return other;")),
    "a row that waits is held": ("rv64-deep", "held", both(
        "|| waiting;", "|| 1'b0;", "|| waiting,", "|| false,")),
    "mode 2 is refused": ("rv64", "refused", channel(
        "refused = {mode == 2'd2,", "refused = {1'b0,", "(c->mode == 2 ? NT_TV_RVFI_MODE : 0)", "0")),
}
