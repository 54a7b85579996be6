/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/recording/memory_use.h"

#include "sim/isa/insn_access.h"

static const nt_memory_use anything = {.kind = NT_MEMORY_UNSURE, .loads = true, .stores = true};

/* Zcmp: cm.push, cm.pop, cm.popretz, cm.popret; what is left moves registers or jumps. */
static nt_memory_use of_cm(uint32_t bits) {
    const bool pushes = (bits & 0xff00) == 0xb800;
    const bool pops = !pushes && (bits & 0xf900) == 0xb800;
    return (nt_memory_use){.kind = pushes || pops ? NT_MEMORY_UNSURE : NT_MEMORY_NONE,
                           .loads = pops,
                           .stores = pushes};
}

/* Instructions that the table of IMAFDC does not have: by their major opcode (Unprivileged
   Architecture, "RV32/64G Instruction Set Listings"). */
static nt_memory_use of_word(uint32_t bits) {
    const unsigned width = bits >> 12 & 7;
    nt_memory_use use = {.kind = NT_MEMORY_NONE};
    switch (bits & 0x7f) {
    case 0x07: /* LOAD-FP of Zfh and Q; the other widths are vectors' */
    case 0x27:
        use.kind = (bits & 0x20) == 0 ? NT_MEMORY_LOAD : NT_MEMORY_STORE;
        if (width < 1 || width > 4) {
            use = (nt_memory_use){.kind = NT_MEMORY_UNSURE,
                                  .loads = use.kind == NT_MEMORY_LOAD,
                                  .stores = use.kind == NT_MEMORY_STORE};
            break;
        }
        use.size = (uint8_t)(1U << width);
        use.has_base = true;
        use.base = bits >> 15 & 31;
        use.offset = (int16_t)((int32_t)bits >> 20);
        if (use.kind == NT_MEMORY_STORE) {
            use.offset = (int16_t)((use.offset & ~31) | (int16_t)(bits >> 7 & 31));
        }
        break;
    case 0x2f: /* AMO of Zabha and Zacas */
        use = (nt_memory_use){.kind = NT_MEMORY_BOTH,
                              .size = (uint8_t)(width <= 4 ? 1U << width : 0),
                              .has_base = true,
                              .base = bits >> 15 & 31};
        break;
    case 0x0f: /* fences; cbo.zero and the like */
        use.kind = width <= 1 ? NT_MEMORY_NONE : NT_MEMORY_UNSURE;
        use.stores = true;
        break;
    case 0x73: /* SYSTEM: hlv and the like */
        use.kind = width == 4 ? NT_MEMORY_UNSURE : NT_MEMORY_NONE;
        use.stores = (bits >> 25 & 1) != 0;
        use.loads = !use.stores;
        break;
    case 0x13: /* OP-IMM, AUIPC, OP-IMM-32, OP, LUI, OP-32 */
    case 0x17:
    case 0x1b:
    case 0x33:
    case 0x37:
    case 0x3b:
    case 0x43: /* MADD and its like, OP-FP, OP-V */
    case 0x47:
    case 0x4b:
    case 0x4f:
    case 0x53:
    case 0x57:
    case 0x63: /* BRANCH, JALR, JAL */
    case 0x67:
    case 0x6f:
        break;
    default: /* custom */
        use = anything;
        break;
    }
    return use;
}

/* Zcb: c.lbu, c.lhu, c.lh, c.sb, c.sh */
static nt_memory_use of_half(uint32_t bits) {
    nt_memory_use use = {.kind = NT_MEMORY_NONE};
    const unsigned kind = bits >> 10 & 7;
    if ((bits & 0xe003) != 0x8000 || kind > 3) {
        return use;
    }
    const bool half = (kind & 1) != 0;
    use.kind = kind < 2 ? NT_MEMORY_LOAD : NT_MEMORY_STORE;
    use.size = half ? 2 : 1;
    use.has_base = true;
    use.base = (uint8_t)(8 + (bits >> 7 & 7));
    use.offset = (int16_t)(half ? (bits >> 4 & 2) : ((bits >> 4 & 2) | (bits >> 6 & 1)));
    return use;
}

bool nt_is_cm(uint64_t bits) {
    return (bits & 0xe003) == 0xa002;
}

nt_memory_use nt_memory_use_of(uint64_t bits, uint8_t size, unsigned xlen, bool cm) {
    static const nt_memory_kind kinds[] = {
        [NT_TANDEM_ACCESS_NONE] = NT_MEMORY_NONE,   [NT_TANDEM_ACCESS_LOAD] = NT_MEMORY_LOAD,
        [NT_TANDEM_ACCESS_STORE] = NT_MEMORY_STORE, [NT_TANDEM_ACCESS_LR] = NT_MEMORY_LOAD,
        [NT_TANDEM_ACCESS_SC] = NT_MEMORY_STORE,    [NT_TANDEM_ACCESS_AMO] = NT_MEMORY_BOTH,
    };
    if (size > 4) {
        return anything;
    }
    if (size == 2 && cm && nt_is_cm(bits)) {
        return of_cm((uint32_t)bits);
    }
    const nt_tandem_insn insn = nt_tandem_insn_of((uint32_t)bits, size, xlen);
    const bool wide = size == 4 && (bits & 0x5f) == 0x07; /* LOAD-FP, STORE-FP: also of vectors */
    const bool amo = size == 4 && (bits & 0x7f) == 0x2f && (bits >> 12 & 7) > 3;
    if (insn.access == NT_TANDEM_ACCESS_NONE || wide || amo) {
        return size == 2 ? of_half((uint32_t)bits) : of_word((uint32_t)bits);
    }
    return (nt_memory_use){.kind = kinds[insn.access],
                           .size = (uint8_t)(1U << insn.size),
                           .has_base = true,
                           .base = insn.base,
                           .offset = insn.offset};
}
