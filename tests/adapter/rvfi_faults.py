# SPDX-License-Identifier: Apache-2.0
"""Rules of nt_rvfi that RTL and golden model break alike: by a sentence about the rule what the bench says, and
changes of text on both sides.

A change is file, text that is there once, text that is there then.
"""
TOP, QUEUE, INSTRUCTION = (f"rtl/adapter/nt_{name}.v" for name in ("rvfi", "block_queue", "instruction"))
MODEL, MODEL_QUEUE, MODEL_INSTRUCTION = (f"model/adapter/{name}.c" for name in ("rvfi", "block_queue", "instruction"))


def top(old, new, model_old, model_new):
    return [(TOP, old, new), (MODEL, model_old, model_new)]


def queue(old, new, model_old, model_new):
    return [(QUEUE, old, new), (MODEL_QUEUE, model_old, model_new)]


def instruction(old, new, model_old, model_new):
    return [(INSTRUCTION, old, new), (MODEL_INSTRUCTION, model_old, model_new)]


FAULTS = {
    # An instruction
    "a jalr by x5 that links to x1 is a swap": ("itype", instruction(
        "is_link(by) && by != link", "1'b0", "is_link(rs1) && rs1 != rd", "false")),
    "x5 is a link register": ("itype", instruction(
        "register == 5'd1 || register == 5'd5", "register == 5'd1", "reg == RA || reg == T0", "reg == RA")),
    "c.jal is of RV32 alone": ("itype|contiguous|iaddr|itype-reserved", instruction(
        "(half == C_JAL && XLEN == 32)", "half == C_JAL", "xlen == 32 ? direct(RA) : NT_ITYPE_NONE", "direct(RA)")),
    "c.addi16sp loads no constant": ("sijump", instruction(
        "half == C_LUI && insn[11:7] != 5'd2", "half == C_LUI", "is.loads = is.rd != SP", "is.loads = true")),
    "c.bnez is a branch": ("itype|contiguous", instruction(
        "half == C_BEQZ || half == C_BNEZ", "half == C_BEQZ",
        "        case 6: /* c.beqz, c.bnez */\n        case 7:\n", "        case 6:\n")),
    "sret returns from a trap": ("itype|iaddr|contiguous|priv", instruction(
        "insn == 32'h10200073 || ", "", "    case 0x102: /*", "    /*")),

    # Traps
    "an exception's handler is not an interrupt": ("itype of a trap", top(
        "trapped ? ITYPE_EXCEPTION : ITYPE_INTERRUPT", "ITYPE_INTERRUPT",
        "s->trapped ? NT_ITYPE_EXCEPTION : NT_ITYPE_INTERRUPT", "NT_ITYPE_INTERRUPT")),
    "an interrupt without intr is seen by its pc": ("contiguous|iaddr|an instruction", top(
        "|| rvfi_pc_rdata[XLEN*i +: XLEN] != pc ||", "||", " || c->pc_rdata != s->pc", "")),
    "an interrupt to the next pc is seen by intr": ("an instruction|priv-change", top(
        "|| rvfi_intr[i] ||", "||", " || c->intr", "")),
    "an exception's iaddr is that of the instruction": ("epc|iaddr|contiguous", top(
        "own_trap[g] ? pc : code", "code", "        s->pc = c->pc_rdata;\n        return;",
        "        s->pc = is.itype == NT_ITYPE_NONE ? next : c->pc_wdata;\n        return;")),
    "an ecall that leaves the line is a trap": ("an instruction|iaddr|contiguous|epc", top(
        "rvfi_trap[g] || (trap_call && leaves)", "rvfi_trap[g]", "c->trap || (is.trap_call && leaves)", "c->trap")),
    "a trap has the privilege before it": ("priv", top(
        "{value, pc, at,", "{value, pc, own,", ".priv = s->priv,\n                        .itype = s->trapped",
        ".priv = priv_of(c),\n                        .itype = s->trapped")),

    # What comes between
    "a pair is no pair with a trap between": ("sijump", top(
        "known && !entry && loads", "known && loads", "!put_entry(s, p, c, list) && s->known",
        "(put_entry(s, p, c, list), s->known)")),
    "a return is no pair": ("sijump", top(
        "code[3] && !code[0]", "code[3]", "is->itype == NT_ITYPE_COROUTINE_SWAP ||",
        "is->itype == NT_ITYPE_COROUTINE_SWAP || is->itype == NT_ITYPE_RETURN ||")),
    "after a halt the port says halted": ("halted, reset, lowpower|a stop|iaddr|contiguous|a trap|an instruction", top(
        "stops   = rvfi_halt[i];", "stops   = 1'b0;", "s->stops = c->halt;", "s->stops = false;")),
    "a halt is told though a younger channel of the cycle is valid": ("halted, reset, lowpower|iaddr|contiguous|an instruction", top(
        "stops   = rvfi_halt[i];", "stops   = rvfi_halt[i] && (rvfi_valid >> i) == 1;",
        "            put_channel(state, params, &in->channel[i], &list);\n",
        "            put_channel(state, params, &in->channel[i], &list);\n"
        "            for (unsigned j = i + 1; j < params->nret; j++) {\n"
        "                state->stops = state->stops && (in->channel[i].hart_debug || !in->channel[j].valid);\n"
        "            }\n")),
    "debug mode is told though an older channel of the cycle is valid": ("halted, reset, lowpower|iaddr|contiguous|an instruction", top(
        "stops = !status[0];", "stops = !status[0] && (rvfi_valid & ~({NRET{1'b1}} << i)) == {NRET{1'b0}};",
        "            put_channel(state, params, &in->channel[i], &list);\n",
        "            put_channel(state, params, &in->channel[i], &list);\n"
        "            for (unsigned j = 0; j < i; j++) {\n"
        "                state->stops = state->stops && !(in->channel[i].hart_debug && in->channel[j].valid);\n"
        "            }\n")),
    "debug mode is not traced": ("halted|an instruction|iaddr|priv|contiguous|a trap", top(
        "rvfi_valid[i] && hart_debug[i]", "1'b0", "if (c->hart_debug) {", "if (false) {")),

    # Blocks
    "a trap ends its cycle": ("trap-newest|priv|an instruction", queue(
        "                        waits      = 1'b1;\n                    end\n                end",
        "                    end\n                end",
        "            out->tval = item->tval;\n            break;", "            out->tval = item->tval;")),
    "a cycle has one privilege": ("priv", queue(
        "item_priv != next_priv ||", "", " || item->priv != out->priv", "")),
    "a jump ends its block": ("itype|iaddr|a block|sijump", queue(
        "open        = !item_ends;", "open        = 1'b1;", "g->open = !item->ends;", "g->open = true;")),
    "ilastsize is of the last instruction": ("ilastsize", queue(
        "if (!is_trap) next_ilastsize", "if (!is_trap && !joins) next_ilastsize",
        "if (item->kind == NT_ITEM_INSN) {", "if (item->kind == NT_ITEM_INSN && block->iretire == halves) {")),
    "a stop lasts until something retires": ("stopped", queue(
        "next_status = 3'd0;", "next_status = status_reg;", "        put_status(out, 0);\n", "")),
}
