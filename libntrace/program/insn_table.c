/* SPDX-License-Identifier: Apache-2.0 */
/* RISC-V instructions as the assembler writes them, by major opcode: RV32 and RV64 IMAFDQC with
   Zicsr, Zifencei, Zfh, Zba, Zbb, Zbc, Zbs, Zbkb, Zbkx, Zcb, Zcmp, Zcmt, Zicond, Zacas, Zicbom,
   Zicboz, Zawrs, parts of scalar cryptography, and the privileged architecture with hypervisor and
   Svinval. */
#include "libntrace/program/insn_table.h"

#include <stdbool.h>
#include <string.h>

static const nt_insn_row load_rows[] = {
    {"lb", 0x707f, 0x3, "d, i(s)", 0, 0},      {"lh", 0x707f, 0x1003, "d, i(s)", 0, 0},
    {"lw", 0x707f, 0x2003, "d, i(s)", 0, 0},   {"ld", 0x707f, 0x3003, "d, i(s)", 64, 0},
    {"lbu", 0x707f, 0x4003, "d, i(s)", 0, 0},  {"lhu", 0x707f, 0x5003, "d, i(s)", 0, 0},
    {"lwu", 0x707f, 0x6003, "d, i(s)", 64, 0},
};

static const nt_insn_row load_fp_rows[] = {
    {"flh", 0x707f, 0x1007, "D, i(s)", 0, 0},
    {"flw", 0x707f, 0x2007, "D, i(s)", 0, 0},
    {"fld", 0x707f, 0x3007, "D, i(s)", 0, 0},
    {"flq", 0x707f, 0x4007, "D, i(s)", 0, 0},
};

static const nt_insn_row misc_mem_rows[] = {
    {"fence.tso", 0xffffffff, 0x8330000f, "", 0, 0},
    {"pause", 0xffffffff, 0x100000f, "", 0, 0},
    {"fence", 0xf00fffff, 0xf, "f, g", 0, 0},
    {"fence.i", 0xffffffff, 0x100f, "", 0, 0},
    {"cbo.inval", 0xfff07fff, 0x200f, "(s)", 0, 0},
    {"cbo.clean", 0xfff07fff, 0x10200f, "(s)", 0, 0},
    {"cbo.flush", 0xfff07fff, 0x20200f, "(s)", 0, 0},
    {"cbo.zero", 0xfff07fff, 0x40200f, "(s)", 0, 0},
};

static const nt_insn_row op_imm_rows[] = {
    {"addi", 0x707f, 0x13, "d, s, i", 0, 0},
    {"slti", 0x707f, 0x2013, "d, s, i", 0, 0},
    {"sltiu", 0x707f, 0x3013, "d, s, i", 0, 0},
    {"xori", 0x707f, 0x4013, "d, s, i", 0, 0},
    {"ori", 0x707f, 0x6013, "d, s, i", 0, 0},
    {"andi", 0x707f, 0x7013, "d, s, i", 0, 0},
    {"slli", 0xfc00707f, 0x1013, "d, s, x", 64, 0},
    {"slli", 0xfe00707f, 0x1013, "d, s, x", 32, 0},
    {"srli", 0xfc00707f, 0x5013, "d, s, x", 64, 0},
    {"srli", 0xfe00707f, 0x5013, "d, s, x", 32, 0},
    {"srai", 0xfc00707f, 0x40005013, "d, s, x", 64, 0},
    {"srai", 0xfe00707f, 0x40005013, "d, s, x", 32, 0},
    {"bseti", 0xfc00707f, 0x28001013, "d, s, x", 64, 0},
    {"bseti", 0xfe00707f, 0x28001013, "d, s, x", 32, 0},
    {"bclri", 0xfc00707f, 0x48001013, "d, s, x", 64, 0},
    {"bclri", 0xfe00707f, 0x48001013, "d, s, x", 32, 0},
    {"bexti", 0xfc00707f, 0x48005013, "d, s, x", 64, 0},
    {"bexti", 0xfe00707f, 0x48005013, "d, s, x", 32, 0},
    {"binvi", 0xfc00707f, 0x68001013, "d, s, x", 64, 0},
    {"binvi", 0xfe00707f, 0x68001013, "d, s, x", 32, 0},
    {"rori", 0xfc00707f, 0x60005013, "d, s, x", 64, 0},
    {"rori", 0xfe00707f, 0x60005013, "d, s, x", 32, 0},
    {"clz", 0xfff0707f, 0x60001013, "d, s", 0, 0},
    {"ctz", 0xfff0707f, 0x60101013, "d, s", 0, 0},
    {"cpop", 0xfff0707f, 0x60201013, "d, s", 0, 0},
    {"sext.b", 0xfff0707f, 0x60401013, "d, s", 0, 0},
    {"sext.h", 0xfff0707f, 0x60501013, "d, s", 0, 0},
    {"orc.b", 0xfff0707f, 0x28705013, "d, s", 0, 0},
    {"rev8", 0xfff0707f, 0x6b805013, "d, s", 64, 0},
    {"rev8", 0xfff0707f, 0x69805013, "d, s", 32, 0},
    {"brev8", 0xfff0707f, 0x68705013, "d, s", 0, 0},
    {"zip", 0xfff0707f, 0x8f01013, "d, s", 32, 0},
    {"unzip", 0xfff0707f, 0x8f05013, "d, s", 32, 0},
    {"sha256sum0", 0xfff0707f, 0x10001013, "d, s", 0, 0},
    {"sha256sum1", 0xfff0707f, 0x10101013, "d, s", 0, 0},
    {"sha256sig0", 0xfff0707f, 0x10201013, "d, s", 0, 0},
    {"sha256sig1", 0xfff0707f, 0x10301013, "d, s", 0, 0},
    {"sha512sum0", 0xfff0707f, 0x10401013, "d, s", 64, 0},
    {"sha512sum1", 0xfff0707f, 0x10501013, "d, s", 64, 0},
    {"sha512sig0", 0xfff0707f, 0x10601013, "d, s", 64, 0},
    {"sha512sig1", 0xfff0707f, 0x10701013, "d, s", 64, 0},
    {"sm3p0", 0xfff0707f, 0x10801013, "d, s", 0, 0},
    {"sm3p1", 0xfff0707f, 0x10901013, "d, s", 0, 0},
    {"aes64im", 0xfff0707f, 0x30001013, "d, s", 64, 0},
};

static const nt_insn_row auipc_rows[] = {
    {"auipc", 0x7f, 0x17, "d, u", 0, 0},
};

static const nt_insn_row op_imm_32_rows[] = {
    {"addiw", 0x707f, 0x1b, "d, s, i", 64, 0},
    {"slliw", 0xfe00707f, 0x101b, "d, s, x", 64, 0},
    {"srliw", 0xfe00707f, 0x501b, "d, s, x", 64, 0},
    {"sraiw", 0xfe00707f, 0x4000501b, "d, s, x", 64, 0},
    {"roriw", 0xfe00707f, 0x6000501b, "d, s, x", 64, 0},
    {"clzw", 0xfff0707f, 0x6000101b, "d, s", 64, 0},
    {"ctzw", 0xfff0707f, 0x6010101b, "d, s", 64, 0},
    {"cpopw", 0xfff0707f, 0x6020101b, "d, s", 64, 0},
    {"slli.uw", 0xfc00707f, 0x800101b, "d, s, x", 64, 0},
};

static const nt_insn_row store_rows[] = {
    {"sb", 0x707f, 0x23, "t, k(s)", 0, 0},
    {"sh", 0x707f, 0x1023, "t, k(s)", 0, 0},
    {"sw", 0x707f, 0x2023, "t, k(s)", 0, 0},
    {"sd", 0x707f, 0x3023, "t, k(s)", 64, 0},
};

static const nt_insn_row store_fp_rows[] = {
    {"fsh", 0x707f, 0x1027, "T, k(s)", 0, 0},
    {"fsw", 0x707f, 0x2027, "T, k(s)", 0, 0},
    {"fsd", 0x707f, 0x3027, "T, k(s)", 0, 0},
    {"fsq", 0x707f, 0x4027, "T, k(s)", 0, 0},
};

static const nt_insn_row amo_rows[] = {
    {"lr.w", 0xf9f0707f, 0x1000202f, "Ad, (s)", 0, 0},
    {"sc.w", 0xf800707f, 0x1800202f, "Ad, t, (s)", 0, 0},
    {"amoswap.w", 0xf800707f, 0x800202f, "Ad, t, (s)", 0, 0},
    {"amoadd.w", 0xf800707f, 0x202f, "Ad, t, (s)", 0, 0},
    {"amoxor.w", 0xf800707f, 0x2000202f, "Ad, t, (s)", 0, 0},
    {"amoand.w", 0xf800707f, 0x6000202f, "Ad, t, (s)", 0, 0},
    {"amoor.w", 0xf800707f, 0x4000202f, "Ad, t, (s)", 0, 0},
    {"amomin.w", 0xf800707f, 0x8000202f, "Ad, t, (s)", 0, 0},
    {"amomax.w", 0xf800707f, 0xa000202f, "Ad, t, (s)", 0, 0},
    {"amominu.w", 0xf800707f, 0xc000202f, "Ad, t, (s)", 0, 0},
    {"amomaxu.w", 0xf800707f, 0xe000202f, "Ad, t, (s)", 0, 0},
    {"amocas.w", 0xf800707f, 0x2800202f, "Ad, t, (s)", 0, 0},
    {"lr.d", 0xf9f0707f, 0x1000302f, "Ad, (s)", 64, 0},
    {"sc.d", 0xf800707f, 0x1800302f, "Ad, t, (s)", 64, 0},
    {"amoswap.d", 0xf800707f, 0x800302f, "Ad, t, (s)", 64, 0},
    {"amoadd.d", 0xf800707f, 0x302f, "Ad, t, (s)", 64, 0},
    {"amoxor.d", 0xf800707f, 0x2000302f, "Ad, t, (s)", 64, 0},
    {"amoand.d", 0xf800707f, 0x6000302f, "Ad, t, (s)", 64, 0},
    {"amoor.d", 0xf800707f, 0x4000302f, "Ad, t, (s)", 64, 0},
    {"amomin.d", 0xf800707f, 0x8000302f, "Ad, t, (s)", 64, 0},
    {"amomax.d", 0xf800707f, 0xa000302f, "Ad, t, (s)", 64, 0},
    {"amominu.d", 0xf800707f, 0xc000302f, "Ad, t, (s)", 64, 0},
    {"amomaxu.d", 0xf800707f, 0xe000302f, "Ad, t, (s)", 64, 0},
    {"amocas.d", 0xf800707f, 0x2800302f, "Ad, t, (s)", 64, 0},
};

static const nt_insn_row op_rows[] = {
    {"add", 0xfe00707f, 0x33, "d, s, t", 0, 0},
    {"sub", 0xfe00707f, 0x40000033, "d, s, t", 0, 0},
    {"sll", 0xfe00707f, 0x1033, "d, s, t", 0, 0},
    {"slt", 0xfe00707f, 0x2033, "d, s, t", 0, 0},
    {"sltu", 0xfe00707f, 0x3033, "d, s, t", 0, 0},
    {"xor", 0xfe00707f, 0x4033, "d, s, t", 0, 0},
    {"srl", 0xfe00707f, 0x5033, "d, s, t", 0, 0},
    {"sra", 0xfe00707f, 0x40005033, "d, s, t", 0, 0},
    {"or", 0xfe00707f, 0x6033, "d, s, t", 0, 0},
    {"and", 0xfe00707f, 0x7033, "d, s, t", 0, 0},
    {"mul", 0xfe00707f, 0x2000033, "d, s, t", 0, 0},
    {"mulh", 0xfe00707f, 0x2001033, "d, s, t", 0, 0},
    {"mulhsu", 0xfe00707f, 0x2002033, "d, s, t", 0, 0},
    {"mulhu", 0xfe00707f, 0x2003033, "d, s, t", 0, 0},
    {"div", 0xfe00707f, 0x2004033, "d, s, t", 0, 0},
    {"divu", 0xfe00707f, 0x2005033, "d, s, t", 0, 0},
    {"rem", 0xfe00707f, 0x2006033, "d, s, t", 0, 0},
    {"remu", 0xfe00707f, 0x2007033, "d, s, t", 0, 0},
    {"sh1add", 0xfe00707f, 0x20002033, "d, s, t", 0, 0},
    {"sh2add", 0xfe00707f, 0x20004033, "d, s, t", 0, 0},
    {"sh3add", 0xfe00707f, 0x20006033, "d, s, t", 0, 0},
    {"andn", 0xfe00707f, 0x40007033, "d, s, t", 0, 0},
    {"orn", 0xfe00707f, 0x40006033, "d, s, t", 0, 0},
    {"xnor", 0xfe00707f, 0x40004033, "d, s, t", 0, 0},
    {"min", 0xfe00707f, 0xa004033, "d, s, t", 0, 0},
    {"minu", 0xfe00707f, 0xa005033, "d, s, t", 0, 0},
    {"max", 0xfe00707f, 0xa006033, "d, s, t", 0, 0},
    {"maxu", 0xfe00707f, 0xa007033, "d, s, t", 0, 0},
    {"rol", 0xfe00707f, 0x60001033, "d, s, t", 0, 0},
    {"ror", 0xfe00707f, 0x60005033, "d, s, t", 0, 0},
    {"clmul", 0xfe00707f, 0xa001033, "d, s, t", 0, 0},
    {"clmulr", 0xfe00707f, 0xa002033, "d, s, t", 0, 0},
    {"clmulh", 0xfe00707f, 0xa003033, "d, s, t", 0, 0},
    {"bclr", 0xfe00707f, 0x48001033, "d, s, t", 0, 0},
    {"bext", 0xfe00707f, 0x48005033, "d, s, t", 0, 0},
    {"binv", 0xfe00707f, 0x68001033, "d, s, t", 0, 0},
    {"bset", 0xfe00707f, 0x28001033, "d, s, t", 0, 0},
    {"xperm4", 0xfe00707f, 0x28002033, "d, s, t", 0, 0},
    {"xperm8", 0xfe00707f, 0x28004033, "d, s, t", 0, 0},
    {"czero.eqz", 0xfe00707f, 0xe005033, "d, s, t", 0, 0},
    {"czero.nez", 0xfe00707f, 0xe007033, "d, s, t", 0, 0},
    {"packh", 0xfe00707f, 0x8007033, "d, s, t", 0, 0},
    {"aes64ds", 0xfe00707f, 0x3a000033, "d, s, t", 64, 0},
    {"aes64dsm", 0xfe00707f, 0x3e000033, "d, s, t", 64, 0},
    {"aes64es", 0xfe00707f, 0x32000033, "d, s, t", 64, 0},
    {"aes64esm", 0xfe00707f, 0x36000033, "d, s, t", 64, 0},
    {"aes64ks2", 0xfe00707f, 0x7e000033, "d, s, t", 64, 0},
    {"zext.h", 0xfff0707f, 0x8004033, "d, s", 32, 0},
    {"pack", 0xfe00707f, 0x8004033, "d, s, t", 0, 0},
};

static const nt_insn_row lui_rows[] = {
    {"lui", 0x7f, 0x37, "d, u", 0, 0},
};

static const nt_insn_row op_32_rows[] = {
    {"addw", 0xfe00707f, 0x3b, "d, s, t", 64, 0},
    {"subw", 0xfe00707f, 0x4000003b, "d, s, t", 64, 0},
    {"sllw", 0xfe00707f, 0x103b, "d, s, t", 64, 0},
    {"srlw", 0xfe00707f, 0x503b, "d, s, t", 64, 0},
    {"sraw", 0xfe00707f, 0x4000503b, "d, s, t", 64, 0},
    {"mulw", 0xfe00707f, 0x200003b, "d, s, t", 64, 0},
    {"divw", 0xfe00707f, 0x200403b, "d, s, t", 64, 0},
    {"divuw", 0xfe00707f, 0x200503b, "d, s, t", 64, 0},
    {"remw", 0xfe00707f, 0x200603b, "d, s, t", 64, 0},
    {"remuw", 0xfe00707f, 0x200703b, "d, s, t", 64, 0},
    {"add.uw", 0xfe00707f, 0x800003b, "d, s, t", 64, 0},
    {"sh1add.uw", 0xfe00707f, 0x2000203b, "d, s, t", 64, 0},
    {"sh2add.uw", 0xfe00707f, 0x2000403b, "d, s, t", 64, 0},
    {"sh3add.uw", 0xfe00707f, 0x2000603b, "d, s, t", 64, 0},
    {"rolw", 0xfe00707f, 0x6000103b, "d, s, t", 64, 0},
    {"rorw", 0xfe00707f, 0x6000503b, "d, s, t", 64, 0},
    {"zext.h", 0xfff0707f, 0x800403b, "d, s", 64, 0},
    {"packw", 0xfe00707f, 0x800403b, "d, s, t", 64, 0},
};

static const nt_insn_row fmadd_rows[] = {
    {"fmadd.s", 0x600007f, 0x43, "D, S, T, Rm", 0, 0},
    {"fmadd.d", 0x600007f, 0x2000043, "D, S, T, Rm", 0, 0},
    {"fmadd.h", 0x600007f, 0x4000043, "D, S, T, Rm", 0, 0},
    {"fmadd.q", 0x600007f, 0x6000043, "D, S, T, Rm", 0, 0},
};

static const nt_insn_row fmsub_rows[] = {
    {"fmsub.s", 0x600007f, 0x47, "D, S, T, Rm", 0, 0},
    {"fmsub.d", 0x600007f, 0x2000047, "D, S, T, Rm", 0, 0},
    {"fmsub.h", 0x600007f, 0x4000047, "D, S, T, Rm", 0, 0},
    {"fmsub.q", 0x600007f, 0x6000047, "D, S, T, Rm", 0, 0},
};

static const nt_insn_row fnmsub_rows[] = {
    {"fnmsub.s", 0x600007f, 0x4b, "D, S, T, Rm", 0, 0},
    {"fnmsub.d", 0x600007f, 0x200004b, "D, S, T, Rm", 0, 0},
    {"fnmsub.h", 0x600007f, 0x400004b, "D, S, T, Rm", 0, 0},
    {"fnmsub.q", 0x600007f, 0x600004b, "D, S, T, Rm", 0, 0},
};

static const nt_insn_row fnmadd_rows[] = {
    {"fnmadd.s", 0x600007f, 0x4f, "D, S, T, Rm", 0, 0},
    {"fnmadd.d", 0x600007f, 0x200004f, "D, S, T, Rm", 0, 0},
    {"fnmadd.h", 0x600007f, 0x400004f, "D, S, T, Rm", 0, 0},
    {"fnmadd.q", 0x600007f, 0x600004f, "D, S, T, Rm", 0, 0},
};

static const nt_insn_row op_fp_rows[] = {
    {"fadd.s", 0xfe00007f, 0x53, "D, S, Tm", 0, 0},
    {"fsub.s", 0xfe00007f, 0x8000053, "D, S, Tm", 0, 0},
    {"fmul.s", 0xfe00007f, 0x10000053, "D, S, Tm", 0, 0},
    {"fdiv.s", 0xfe00007f, 0x18000053, "D, S, Tm", 0, 0},
    {"fsqrt.s", 0xfff0007f, 0x58000053, "D, Sm", 0, 0},
    {"fsgnj.s", 0xfe00707f, 0x20000053, "D, S, T", 0, 0},
    {"fsgnjn.s", 0xfe00707f, 0x20001053, "D, S, T", 0, 0},
    {"fsgnjx.s", 0xfe00707f, 0x20002053, "D, S, T", 0, 0},
    {"fmin.s", 0xfe00707f, 0x28000053, "D, S, T", 0, 0},
    {"fmax.s", 0xfe00707f, 0x28001053, "D, S, T", 0, 0},
    {"feq.s", 0xfe00707f, 0xa0002053, "d, S, T", 0, 0},
    {"flt.s", 0xfe00707f, 0xa0001053, "d, S, T", 0, 0},
    {"fle.s", 0xfe00707f, 0xa0000053, "d, S, T", 0, 0},
    {"fclass.s", 0xfff0707f, 0xe0001053, "d, S", 0, 0},
    {"fcvt.w.s", 0xfff0007f, 0xc0000053, "d, Sm", 0, 0},
    {"fcvt.s.w", 0xfff0007f, 0xd0000053, "D, sm", 0, 0},
    {"fcvt.wu.s", 0xfff0007f, 0xc0100053, "d, Sm", 0, 0},
    {"fcvt.s.wu", 0xfff0007f, 0xd0100053, "D, sm", 0, 0},
    {"fcvt.l.s", 0xfff0007f, 0xc0200053, "d, Sm", 64, 0},
    {"fcvt.s.l", 0xfff0007f, 0xd0200053, "D, sm", 64, 0},
    {"fcvt.lu.s", 0xfff0007f, 0xc0300053, "d, Sm", 64, 0},
    {"fcvt.s.lu", 0xfff0007f, 0xd0300053, "D, sm", 64, 0},
    {"fcvt.s.d", 0xfff0007f, 0x40100053, "D, Sm", 0, 0},
    {"fcvt.s.h", 0xfff0707f, 0x40200053, "D, S", 0, 0},
    {"fcvt.s.h", 0xfff0007f, 0x40200053, "D, Sm", 0, 0},
    {"fcvt.s.q", 0xfff0007f, 0x40300053, "D, Sm", 0, 0},
    {"fadd.d", 0xfe00007f, 0x2000053, "D, S, Tm", 0, 0},
    {"fsub.d", 0xfe00007f, 0xa000053, "D, S, Tm", 0, 0},
    {"fmul.d", 0xfe00007f, 0x12000053, "D, S, Tm", 0, 0},
    {"fdiv.d", 0xfe00007f, 0x1a000053, "D, S, Tm", 0, 0},
    {"fsqrt.d", 0xfff0007f, 0x5a000053, "D, Sm", 0, 0},
    {"fsgnj.d", 0xfe00707f, 0x22000053, "D, S, T", 0, 0},
    {"fsgnjn.d", 0xfe00707f, 0x22001053, "D, S, T", 0, 0},
    {"fsgnjx.d", 0xfe00707f, 0x22002053, "D, S, T", 0, 0},
    {"fmin.d", 0xfe00707f, 0x2a000053, "D, S, T", 0, 0},
    {"fmax.d", 0xfe00707f, 0x2a001053, "D, S, T", 0, 0},
    {"feq.d", 0xfe00707f, 0xa2002053, "d, S, T", 0, 0},
    {"flt.d", 0xfe00707f, 0xa2001053, "d, S, T", 0, 0},
    {"fle.d", 0xfe00707f, 0xa2000053, "d, S, T", 0, 0},
    {"fclass.d", 0xfff0707f, 0xe2001053, "d, S", 0, 0},
    {"fcvt.w.d", 0xfff0007f, 0xc2000053, "d, Sm", 0, 0},
    {"fcvt.d.w", 0xfff0707f, 0xd2000053, "D, s", 0, 0},
    {"fcvt.d.w", 0xfff0007f, 0xd2000053, "D, sm", 0, 0},
    {"fcvt.wu.d", 0xfff0007f, 0xc2100053, "d, Sm", 0, 0},
    {"fcvt.d.wu", 0xfff0707f, 0xd2100053, "D, s", 0, 0},
    {"fcvt.d.wu", 0xfff0007f, 0xd2100053, "D, sm", 0, 0},
    {"fcvt.l.d", 0xfff0007f, 0xc2200053, "d, Sm", 64, 0},
    {"fcvt.d.l", 0xfff0007f, 0xd2200053, "D, sm", 64, 0},
    {"fcvt.lu.d", 0xfff0007f, 0xc2300053, "d, Sm", 64, 0},
    {"fcvt.d.lu", 0xfff0007f, 0xd2300053, "D, sm", 64, 0},
    {"fcvt.d.s", 0xfff0707f, 0x42000053, "D, S", 0, 0},
    {"fcvt.d.s", 0xfff0007f, 0x42000053, "D, Sm", 0, 0},
    {"fcvt.d.h", 0xfff0707f, 0x42200053, "D, S", 0, 0},
    {"fcvt.d.h", 0xfff0007f, 0x42200053, "D, Sm", 0, 0},
    {"fcvt.d.q", 0xfff0007f, 0x42300053, "D, Sm", 0, 0},
    {"fadd.h", 0xfe00007f, 0x4000053, "D, S, Tm", 0, 0},
    {"fsub.h", 0xfe00007f, 0xc000053, "D, S, Tm", 0, 0},
    {"fmul.h", 0xfe00007f, 0x14000053, "D, S, Tm", 0, 0},
    {"fdiv.h", 0xfe00007f, 0x1c000053, "D, S, Tm", 0, 0},
    {"fsqrt.h", 0xfff0007f, 0x5c000053, "D, Sm", 0, 0},
    {"fsgnj.h", 0xfe00707f, 0x24000053, "D, S, T", 0, 0},
    {"fsgnjn.h", 0xfe00707f, 0x24001053, "D, S, T", 0, 0},
    {"fsgnjx.h", 0xfe00707f, 0x24002053, "D, S, T", 0, 0},
    {"fmin.h", 0xfe00707f, 0x2c000053, "D, S, T", 0, 0},
    {"fmax.h", 0xfe00707f, 0x2c001053, "D, S, T", 0, 0},
    {"feq.h", 0xfe00707f, 0xa4002053, "d, S, T", 0, 0},
    {"flt.h", 0xfe00707f, 0xa4001053, "d, S, T", 0, 0},
    {"fle.h", 0xfe00707f, 0xa4000053, "d, S, T", 0, 0},
    {"fclass.h", 0xfff0707f, 0xe4001053, "d, S", 0, 0},
    {"fcvt.w.h", 0xfff0007f, 0xc4000053, "d, Sm", 0, 0},
    {"fcvt.h.w", 0xfff0007f, 0xd4000053, "D, sm", 0, 0},
    {"fcvt.wu.h", 0xfff0007f, 0xc4100053, "d, Sm", 0, 0},
    {"fcvt.h.wu", 0xfff0007f, 0xd4100053, "D, sm", 0, 0},
    {"fcvt.l.h", 0xfff0007f, 0xc4200053, "d, Sm", 64, 0},
    {"fcvt.h.l", 0xfff0007f, 0xd4200053, "D, sm", 64, 0},
    {"fcvt.lu.h", 0xfff0007f, 0xc4300053, "d, Sm", 64, 0},
    {"fcvt.h.lu", 0xfff0007f, 0xd4300053, "D, sm", 64, 0},
    {"fcvt.h.s", 0xfff0007f, 0x44000053, "D, Sm", 0, 0},
    {"fcvt.h.d", 0xfff0007f, 0x44100053, "D, Sm", 0, 0},
    {"fcvt.h.q", 0xfff0007f, 0x44300053, "D, Sm", 0, 0},
    {"fadd.q", 0xfe00007f, 0x6000053, "D, S, Tm", 0, 0},
    {"fsub.q", 0xfe00007f, 0xe000053, "D, S, Tm", 0, 0},
    {"fmul.q", 0xfe00007f, 0x16000053, "D, S, Tm", 0, 0},
    {"fdiv.q", 0xfe00007f, 0x1e000053, "D, S, Tm", 0, 0},
    {"fsqrt.q", 0xfff0007f, 0x5e000053, "D, Sm", 0, 0},
    {"fsgnj.q", 0xfe00707f, 0x26000053, "D, S, T", 0, 0},
    {"fsgnjn.q", 0xfe00707f, 0x26001053, "D, S, T", 0, 0},
    {"fsgnjx.q", 0xfe00707f, 0x26002053, "D, S, T", 0, 0},
    {"fmin.q", 0xfe00707f, 0x2e000053, "D, S, T", 0, 0},
    {"fmax.q", 0xfe00707f, 0x2e001053, "D, S, T", 0, 0},
    {"feq.q", 0xfe00707f, 0xa6002053, "d, S, T", 0, 0},
    {"flt.q", 0xfe00707f, 0xa6001053, "d, S, T", 0, 0},
    {"fle.q", 0xfe00707f, 0xa6000053, "d, S, T", 0, 0},
    {"fclass.q", 0xfff0707f, 0xe6001053, "d, S", 0, 0},
    {"fcvt.w.q", 0xfff0007f, 0xc6000053, "d, Sm", 0, 0},
    {"fcvt.q.w", 0xfff0707f, 0xd6000053, "D, s", 0, 0},
    {"fcvt.q.w", 0xfff0007f, 0xd6000053, "D, sm", 0, 0},
    {"fcvt.wu.q", 0xfff0007f, 0xc6100053, "d, Sm", 0, 0},
    {"fcvt.q.wu", 0xfff0707f, 0xd6100053, "D, s", 0, 0},
    {"fcvt.q.wu", 0xfff0007f, 0xd6100053, "D, sm", 0, 0},
    {"fcvt.l.q", 0xfff0007f, 0xc6200053, "d, Sm", 64, 0},
    {"fcvt.q.l", 0xfff0707f, 0xd6200053, "D, s", 64, 0},
    {"fcvt.q.l", 0xfff0007f, 0xd6200053, "D, sm", 64, 0},
    {"fcvt.lu.q", 0xfff0007f, 0xc6300053, "d, Sm", 64, 0},
    {"fcvt.q.lu", 0xfff0707f, 0xd6300053, "D, s", 64, 0},
    {"fcvt.q.lu", 0xfff0007f, 0xd6300053, "D, sm", 64, 0},
    {"fcvt.q.s", 0xfff0707f, 0x46000053, "D, S", 0, 0},
    {"fcvt.q.s", 0xfff0007f, 0x46000053, "D, Sm", 0, 0},
    {"fcvt.q.d", 0xfff0707f, 0x46100053, "D, S", 0, 0},
    {"fcvt.q.d", 0xfff0007f, 0x46100053, "D, Sm", 0, 0},
    {"fcvt.q.h", 0xfff0707f, 0x46200053, "D, S", 0, 0},
    {"fcvt.q.h", 0xfff0007f, 0x46200053, "D, Sm", 0, 0},
    {"fmv.x.w", 0xfff0707f, 0xe0000053, "d, S", 0, 0},
    {"fmv.w.x", 0xfff0707f, 0xf0000053, "D, s", 0, 0},
    {"fmv.x.d", 0xfff0707f, 0xe2000053, "d, S", 64, 0},
    {"fmv.d.x", 0xfff0707f, 0xf2000053, "D, s", 64, 0},
    {"fmv.x.h", 0xfff0707f, 0xe4000053, "d, S", 0, 0},
    {"fmv.h.x", 0xfff0707f, 0xf4000053, "D, s", 0, 0},
};

static const nt_insn_row branch_rows[] = {
    {"beq", 0x707f, 0x63, "s, t, b", 0, 0},    {"bne", 0x707f, 0x1063, "s, t, b", 0, 0},
    {"blt", 0x707f, 0x4063, "s, t, b", 0, 0},  {"bge", 0x707f, 0x5063, "s, t, b", 0, 0},
    {"bltu", 0x707f, 0x6063, "s, t, b", 0, 0}, {"bgeu", 0x707f, 0x7063, "s, t, b", 0, 0},
};

static const nt_insn_row jalr_rows[] = {
    {"jalr", 0x707f, 0x67, "d, i(s)", 0, 0},
};

static const nt_insn_row jal_rows[] = {
    {"jal", 0x7f, 0x6f, "d, b", 0, 0},
};

static const nt_insn_row system_rows[] = {
    {"ecall", 0xffffffff, 0x73, "", 0, 0},
    {"ebreak", 0xffffffff, 0x100073, "", 0, 0},
    {"uret", 0xffffffff, 0x200073, "", 0, 0},
    {"sret", 0xffffffff, 0x10200073, "", 0, 0},
    {"mret", 0xffffffff, 0x30200073, "", 0, 0},
    {"mnret", 0xffffffff, 0x70200073, "", 0, 0},
    {"dret", 0xffffffff, 0x7b200073, "", 0, 0},
    {"wfi", 0xffffffff, 0x10500073, "", 0, 0},
    {"wrs.nto", 0xffffffff, 0xd00073, "", 0, 0},
    {"wrs.sto", 0xffffffff, 0x1d00073, "", 0, 0},
    {"sfence.w.inval", 0xffffffff, 0x18000073, "", 0, 0},
    {"sfence.inval.ir", 0xffffffff, 0x18100073, "", 0, 0},
    {"sfence.vma", 0xfe007fff, 0x12000073, "s, t", 0, 0},
    {"sinval.vma", 0xfe007fff, 0x16000073, "s, t", 0, 0},
    {"hfence.vvma", 0xfe007fff, 0x22000073, "s, t", 0, 0},
    {"hfence.gvma", 0xfe007fff, 0x62000073, "s, t", 0, 0},
    {"hinval.vvma", 0xfe007fff, 0x26000073, "s, t", 0, 0},
    {"hinval.gvma", 0xfe007fff, 0x66000073, "s, t", 0, 0},
    {"hlv.b", 0xfff0707f, 0x60004073, "d, (s)", 0, 0},
    {"hlv.bu", 0xfff0707f, 0x60104073, "d, (s)", 0, 0},
    {"hlv.h", 0xfff0707f, 0x64004073, "d, (s)", 0, 0},
    {"hlv.hu", 0xfff0707f, 0x64104073, "d, (s)", 0, 0},
    {"hlvx.hu", 0xfff0707f, 0x64304073, "d, (s)", 0, 0},
    {"hlv.w", 0xfff0707f, 0x68004073, "d, (s)", 0, 0},
    {"hlvx.wu", 0xfff0707f, 0x68304073, "d, (s)", 0, 0},
    {"hlv.wu", 0xfff0707f, 0x68104073, "d, (s)", 64, 0},
    {"hlv.d", 0xfff0707f, 0x6c004073, "d, (s)", 64, 0},
    {"hsv.b", 0xfe007fff, 0x62004073, "t, (s)", 0, 0},
    {"hsv.h", 0xfe007fff, 0x66004073, "t, (s)", 0, 0},
    {"hsv.w", 0xfe007fff, 0x6a004073, "t, (s)", 0, 0},
    {"hsv.d", 0xfe007fff, 0x6e004073, "t, (s)", 64, 0},
    {"csrrw", 0x707f, 0x1073, "d, c, s", 0, 0},
    {"csrrs", 0x707f, 0x2073, "d, c, s", 0, 0},
    {"csrrc", 0x707f, 0x3073, "d, c, s", 0, 0},
    {"csrrwi", 0x707f, 0x5073, "d, c, z", 0, 0},
    {"csrrsi", 0x707f, 0x6073, "d, c, z", 0, 0},
    {"csrrci", 0x707f, 0x7073, "d, c, z", 0, 0},
};

static const nt_insn_row quadrant0_rows[] = {
    {"c.unimp", 0xffff, 0x0, "", 0, 0},          {"c.addi4spn", 0xe003, 0x0, "1, Y, a", 0, 0x1fe0},
    {"c.fld", 0xe003, 0x2000, "3, L(2)", 0, 0},  {"c.lw", 0xe003, 0x4000, "1, l(2)", 0, 0},
    {"c.ld", 0xe003, 0x6000, "1, L(2)", 64, 0},  {"c.flw", 0xe003, 0x6000, "3, l(2)", 32, 0},
    {"c.lbu", 0xfc03, 0x8000, "1, h(2)", 0, 0},  {"c.lhu", 0xfc43, 0x8400, "1, H(2)", 0, 0},
    {"c.lh", 0xfc43, 0x8440, "1, H(2)", 0, 0},   {"c.sb", 0xfc03, 0x8800, "1, h(2)", 0, 0},
    {"c.sh", 0xfc43, 0x8c00, "1, H(2)", 0, 0},   {"c.fsd", 0xe003, 0xa000, "3, L(2)", 0, 0},
    {"c.sw", 0xe003, 0xc000, "1, l(2)", 0, 0},   {"c.sd", 0xe003, 0xe000, "1, L(2)", 64, 0},
    {"c.fsw", 0xe003, 0xe000, "3, l(2)", 32, 0},
};

static const nt_insn_row quadrant1_rows[] = {
    {"c.nop", 0xffff, 0x1, "", 0, 0},
    {"c.addi", 0xe003, 0x1, "d, I", 0, 0},
    {"c.jal", 0xe003, 0x2001, "b", 32, 0},
    {"c.addiw", 0xe003, 0x2001, "d, I", 64, 0xf80},
    {"c.li", 0xe003, 0x4001, "d, I", 0, 0},
    {"c.addi16sp", 0xef83, 0x6101, "Y, e", 0, 0x107c},
    {"c.lui", 0xe003, 0x6001, "d, U", 0, 0x107c},
    {"c.srli", 0xec03, 0x8001, "2, X", 64, 0},
    {"c.srli", 0xfc03, 0x8001, "2, X", 32, 0},
    {"c.srai", 0xec03, 0x8401, "2, X", 64, 0},
    {"c.srai", 0xfc03, 0x8401, "2, X", 32, 0},
    {"c.andi", 0xec03, 0x8801, "2, I", 0, 0},
    {"c.sub", 0xfc63, 0x8c01, "2, 1", 0, 0},
    {"c.xor", 0xfc63, 0x8c21, "2, 1", 0, 0},
    {"c.or", 0xfc63, 0x8c41, "2, 1", 0, 0},
    {"c.and", 0xfc63, 0x8c61, "2, 1", 0, 0},
    {"c.subw", 0xfc63, 0x9c01, "2, 1", 64, 0},
    {"c.addw", 0xfc63, 0x9c21, "2, 1", 64, 0},
    {"c.mul", 0xfc63, 0x9c41, "2, 1", 0, 0},
    {"c.zext.b", 0xfc7f, 0x9c61, "2", 0, 0},
    {"c.sext.b", 0xfc7f, 0x9c65, "2", 0, 0},
    {"c.zext.h", 0xfc7f, 0x9c69, "2", 0, 0},
    {"c.sext.h", 0xfc7f, 0x9c6d, "2", 0, 0},
    {"c.zext.w", 0xfc7f, 0x9c71, "2", 64, 0},
    {"c.not", 0xfc7f, 0x9c75, "2", 0, 0},
    {"c.j", 0xe003, 0xa001, "b", 0, 0},
    {"c.beqz", 0xe003, 0xc001, "2, b", 0, 0},
    {"c.bnez", 0xe003, 0xe001, "2, b", 0, 0},
};

static const nt_insn_row quadrant2_rows[] = {
    {"c.slli", 0xe003, 0x2, "d, X", 64, 0},
    {"c.slli", 0xf003, 0x2, "d, X", 32, 0},
    {"c.fldsp", 0xe003, 0x2002, "D, P(Y)", 0, 0},
    {"c.lwsp", 0xe003, 0x4002, "d, p(Y)", 0, 0xf80},
    {"c.ldsp", 0xe003, 0x6002, "d, P(Y)", 64, 0xf80},
    {"c.flwsp", 0xe003, 0x6002, "D, p(Y)", 32, 0},
    {"c.jr", 0xf07f, 0x8002, "d", 0, 0xf80},
    {"c.mv", 0xf003, 0x8002, "d, V", 0, 0x7c},
    {"c.ebreak", 0xffff, 0x9002, "", 0, 0},
    {"c.jalr", 0xf07f, 0x9002, "d", 0, 0xf80},
    {"c.add", 0xf003, 0x9002, "d, V", 0, 0x7c},
    {"c.fsdsp", 0xe003, 0xa002, "W, Q(Y)", 0, 0},
    {"c.swsp", 0xe003, 0xc002, "V, q(Y)", 0, 0},
    {"c.sdsp", 0xe003, 0xe002, "V, Q(Y)", 64, 0},
    {"c.fswsp", 0xe003, 0xe002, "W, q(Y)", 32, 0},
};

/* In place of c.fsdsp: Zcmp, Zcmt. */
static const nt_insn_row zcmp_rows[] = {
    {"cm.push", 0xff03, 0xb802, "r, N", 0, 0xc0},    {"cm.pop", 0xff03, 0xba02, "r, n", 0, 0xc0},
    {"cm.popretz", 0xff03, 0xbc02, "r, n", 0, 0xc0}, {"cm.popret", 0xff03, 0xbe02, "r, n", 0, 0xc0},
    {"cm.mvsa01", 0xfc63, 0xac22, "v, y", 0, 0},     {"cm.mva01s", 0xfc63, 0xac62, "v, y", 0, 0},
};
static const nt_insn_row zcmt_rows[] = {
    {"cm.jalt", 0xfc03, 0xa002, "o", 0, 0x380},
    {"cm.jt", 0xfc03, 0xa002, "o", 0, 0},
};

typedef struct rows {
    const nt_insn_row *row;
    size_t count;
} rows;

#define ROWS(name)                                                                                 \
    { name##_rows, sizeof name##_rows / sizeof name##_rows[0] }

/* By bits 6 to 2 of the instruction, the lowest two being 11. */
static const rows by_opcode[32] = {
    [0x00] = ROWS(load),   [0x01] = ROWS(load_fp),  [0x03] = ROWS(misc_mem),
    [0x04] = ROWS(op_imm), [0x05] = ROWS(auipc),    [0x06] = ROWS(op_imm_32),
    [0x08] = ROWS(store),  [0x09] = ROWS(store_fp), [0x0b] = ROWS(amo),
    [0x0c] = ROWS(op),     [0x0d] = ROWS(lui),      [0x0e] = ROWS(op_32),
    [0x10] = ROWS(fmadd),  [0x11] = ROWS(fmsub),    [0x12] = ROWS(fnmsub),
    [0x13] = ROWS(fnmadd), [0x14] = ROWS(op_fp),    [0x18] = ROWS(branch),
    [0x19] = ROWS(jalr),   [0x1b] = ROWS(jal),      [0x1c] = ROWS(system),
};

/* By the lowest two bits. */
static const rows by_quadrant[3] = {ROWS(quadrant0), ROWS(quadrant1), ROWS(quadrant2)};

static bool has_reserved_rounding(const nt_insn_row *row, uint32_t code) {
    unsigned mode = code >> 12 & 7;
    return (mode == 5 || mode == 6) && strchr(row->operands, 'm') != NULL;
}

static const nt_insn_row *find(const rows *rows, uint32_t code, unsigned xlen) {
    for (size_t i = 0; i < rows->count; i++) {
        const nt_insn_row *row = &rows->row[i];
        if ((code & row->mask) == row->match && (row->xlen == 0 || row->xlen == xlen) &&
            (row->nonzero == 0 || (code & row->nonzero) != 0)) {
            return has_reserved_rounding(row, code) ? NULL : row;
        }
    }
    return NULL;
}

const nt_insn_row *nt_insn_row_of(uint32_t code, const nt_isa *isa) {
    static const rows zcmp = ROWS(zcmp);
    static const rows zcmt = ROWS(zcmt);
    const nt_insn_row *row = NULL;
    if ((code & 3) == 3) {
        return find(&by_opcode[code >> 2 & 31], code, isa->xlen);
    }
    if (isa->zcmp) {
        row = find(&zcmp, code, isa->xlen);
    }
    if (row == NULL && isa->zcmt) {
        row = find(&zcmt, code, isa->xlen);
    }
    return row != NULL ? row : find(&by_quadrant[code & 3], code, isa->xlen);
}
