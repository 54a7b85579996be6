# SPDX-License-Identifier: Apache-2.0
"""Proofs of the adapters from a core's trace port."""
from tests.formal.proofs.proof import Fault, Proof

RVFI = "rtl/adapter/nt_rvfi.v"
BLOCK_QUEUE = "rtl/adapter/nt_block_queue.v"
INSTRUCTION = "rtl/adapter/nt_instruction.v"
GROUPS = "rtl/adapter/nt_groups.v"

RVFI_FILES = [RVFI, BLOCK_QUEUE, INSTRUCTION]
TINY_QUEUE = {"XLEN": 32, "ITEMS": 2, "DEPTH": 3, "TAKE": 2, "NBLOCKS": 1, "IRETIRE_W": 2, "CAUSES": 0}

PROOFS = [
    Proof("block-queue", "nt_block_queue", [BLOCK_QUEUE], TINY_QUEUE, short=True),
    Proof("block-queue-2", "nt_block_queue", [BLOCK_QUEUE],
          {**TINY_QUEUE, "ITEMS": 4, "DEPTH": 4, "TAKE": 3, "NBLOCKS": 2}),
    Proof("block-queue-itype-3", "nt_block_queue", [BLOCK_QUEUE], {**TINY_QUEUE, "ITYPE_W": 3, "CAUSES": 1}),
    Proof("rvfi", "nt_rvfi", RVFI_FILES, {"XLEN": 32, "NRET": 1, "IRETIRE_W": 2, "CAUSES": 0, "DEPTH": 2}, alone=True, short=True),
    Proof("rvfi-2", "nt_rvfi", RVFI_FILES, {"XLEN": 32, "NRET": 2, "CAUSES": 1, "DEPTH": 4}, alone=True),
    Proof("groups", "nt_groups", [GROUPS], {"XLEN": 32, "NRET": 2}, short=True),
]

FAULTS = [
    Fault("block-queue", "p_level", BLOCK_QUEUE, "i[LEVEL_W-1:0] >= level_reg", "i[LEVEL_W-1:0] > level_reg"),
    Fault("block-queue", "p_goes", BLOCK_QUEUE, "(!joins && used == NBLOCKS[USED_W-1:0])", "(!joins && used + 1 == NBLOCKS[USED_W-1:0])"),
    Fault("block-queue", "p_ready", BLOCK_QUEUE, "+ {28'd0, coming} <= DEPTH +", "+ {28'd0, coming} < DEPTH +"),
    Fault("block-queue", "p_order", BLOCK_QUEUE, "k[LEVEL_W-1:0] == next_level", "k == j"),
    Fault("block-queue", "p_order", BLOCK_QUEUE, "items_reg >> (taken * ITEM_W)", "items_reg >> ITEM_W"),
    Fault("block-queue", "p_each", BLOCK_QUEUE, "open        = !item_ends;", "open        = 1'b1;"),
    Fault("block-queue", "p_each", BLOCK_QUEUE, "next_sijump[b] = item_sijump;", "next_sijump[b] = item_sijump || joins;"),
    Fault("block-queue", "p_each", BLOCK_QUEUE, "if (!is_trap) next_ilastsize", "next_ilastsize"),
    Fault("block-queue-itype-3", "p_each", BLOCK_QUEUE, "next_value[VALUE_W-1:0] = item_value;",
          "next_value[VALUE_W-2:0] = item_value[VALUE_W-2:0];"),
    Fault("block-queue", "p_sum", BLOCK_QUEUE, "length  = joins ? length + halves : halves;",
          "length  = joins && !is_trap ? length + halves : halves;"),
    Fault("block-queue", "p_stop", BLOCK_QUEUE, "next_status = item_priv;", "next_status = 3'd1;"),
    Fault("block-queue", "p_stop", BLOCK_QUEUE, "next_status = 3'd0;", "next_status = next_status;"),
    Fault("block-queue-2", "p_lower", BLOCK_QUEUE, "if (!joins) used = used + {{USED_W-1{1'b0}}, 1'b1};",
          "if (!joins) used = used + 1 + item_sijump;", 12),
    Fault("block-queue-2", "p_newest", BLOCK_QUEUE, "                        waits      = 1'b1;\n                    end\n                end\n            end\n        end\n    end",
          "                    end\n                end\n            end\n        end\n    end"),
    Fault("block-queue", "p_whole", BLOCK_QUEUE, "{{IRETIRE_W-1{1'b0}}, !is_trap && item_size, !is_trap && !item_size}",
          "{{IRETIRE_W-1{1'b0}}, 1'b0, !is_trap && !item_size}"),
    Fault("block-queue", "p_codes", BLOCK_QUEUE, "coded = t[ITYPE_W-1:0];", "coded = t[3:2] == 2'b10 ? t >> 1 | 3'd6 : t;"),
    Fault("block-queue", "p_priv", BLOCK_QUEUE, "next_priv      = items_reg[9 +: 3];", "next_priv      = items_reg[8 +: 3];"),
    Fault("block-queue-2", "p_priv", BLOCK_QUEUE, "item_priv != next_priv ||", ""),
    Fault("block-queue", "p_quiet", BLOCK_QUEUE, "(item_kind == KIND_STOP && i != 0) ||", ""),
    Fault("block-queue", "p_contiguous", BLOCK_QUEUE, "if (!joins) next_iaddr", "next_iaddr"),
    Fault("block-queue", "p_reads", BLOCK_QUEUE, "if (!joins) next_iaddr", "next_iaddr"),
    Fault("rvfi", "p_count", RVFI, "!own_trap[i];\n                status", "1'b1;\n                status"),
    Fault("rvfi-2", "p_count", RVFI, "rvfi_valid == {NRET{1'b0}} &&", "!rvfi_valid[0] &&"),
    Fault("rvfi", "p_same", RVFI, "{{VALUE_W{1'b0}}, rvfi_pc_rdata[XLEN*i +: XLEN], own,", "{{VALUE_W{1'b0}}, rvfi_pc_rdata[XLEN*i +: XLEN], at,"),
    Fault("rvfi", "p_same", INSTRUCTION, "insn[1:0] == 2'b11", "insn[0]"),
    Fault("rvfi", "p_taken", RVFI, "code == ITYPE_NOT_TAKEN && leaves", "code == ITYPE_NOT_TAKEN && target[1]"),
    Fault("rvfi", "p_led", RVFI, "|| rvfi_intr[i] ||", "||"),
    Fault("rvfi", "p_led", RVFI, "(!xret && own != at)", "own != at"),
    Fault("rvfi", "p_led", RVFI, "                known = 1'b0;\n                stops = !status[0];", "                stops = !status[0];"),
    Fault("rvfi", "p_items", RVFI, "|| rvfi_pc_rdata[XLEN*i +: XLEN] != pc ||", "||"),
    Fault("rvfi-2", "p_items", RVFI, "at      = own;", "at      = own_priv[2:0];"),
    Fault("rvfi", "p_trap", RVFI, "trapped ? ITYPE_EXCEPTION : ITYPE_INTERRUPT", "ITYPE_EXCEPTION"),
    Fault("rvfi-2", "p_trap", RVFI, "value = own_value[VALUE_W*i +: VALUE_W];", "value = own_value[VALUE_W-1:0];"),
    Fault("rvfi", "p_stop", RVFI, "stops   = rvfi_halt[i];", "stops   = 1'b0;"),
    Fault("rvfi", "p_stop", RVFI, "stop_reg    <= stops || lost;", "stop_reg    <= stops;"),
    Fault("rvfi", "p_pair", RVFI, "known && !entry && loads", "known && loads"),
    Fault("rvfi", "p_overrun", RVFI, "overrun_reg || lost", "overrun_reg || stops"),
    Fault("groups", "p_same", GROUPS, "size[g] && !trap[g]", "size[0] && !trap[g]"),
    Fault("groups", "p_same", GROUPS, "trap[g] ? value : {VALUE_W{1'b0}}", "{VALUE_W{1'b0}}"),
    Fault("groups", "p_same", GROUPS, "live  = comes && !debug;", "live  = comes;"),
    Fault("groups", "p_stop", GROUPS, "live ? stop_reg :", "live ? status_reg[1] :"),
    Fault("groups", "p_stop", GROUPS, "told  = stop_reg ? HALTED :", "told  ="),
    Fault("groups", "p_quiet", GROUPS, "HALTED : {level, status_reg[0]", "HALTED : {level[0], level[1], status_reg[0]"),
    Fault("groups", "p_quiet", GROUPS, "!comes && (stop_reg ||", "(stop_reg ||"),
    Fault("groups", "p_overrun", GROUPS, "else if (!ready) begin", "else if (!ready && debug) begin"),
]
