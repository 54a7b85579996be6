/* SPDX-License-Identifier: Apache-2.0 */
/* The CSRs: which bits they have, and which are the same. */
#include "ctr.h"

#define WRITABLE(name, tag, bits, sentence)                                                        \
    TEST(name, tag, sentence) {                                                                    \
        csr_write(MCTRCTL, bits);                                                                  \
        CHECK((csr_read(MCTRCTL) & (word)(bits)) == (word)(bits));                                 \
        csr_write(MCTRCTL, 0);                                                                     \
        CHECK(csr_read(MCTRCTL) == 0);                                                             \
        return 0;                                                                                  \
    }

WRITABLE(mctrctl_m, "mctrctl_impl mctrctl_mode_op", ON_M, "mctrctl.M is writable")
WRITABLE(mctrctl_s, "mctrctl_impl mctrctl_mode_op", ON_S, "mctrctl.S is writable")
WRITABLE(mctrctl_u, "mctrctl_impl mctrctl_mode_op", ON_U, "mctrctl.U is writable")
WRITABLE(mctrctl_bpfrz, "mctrctl_impl mctrctl_bpfrz_op", BPFRZ, "mctrctl.BPFRZ is writable")

TEST(mctrctl_lcofifrz, "mctrctl_impl mctrctl_lcofifrz_op",
     "with Sscofpmf mctrctl.LCOFIFRZ is writable") {
    if (!csr_there(0xda0)) {
        return SKIP;
    }
    CHECK(has(LCOFIFRZ));
    return 0;
}

TEST(mctrctl_reserved, "mctrctl_impl", "bits 6 to 3, 10 and 31 to 13 of mctrctl are read-only 0") {
    csr_write(MCTRCTL, -1);
    CHECK((csr_read(MCTRCTL) & 0xffffe478) == 0);
    return 0;
}

TEST(mctrctl_external, "exttrap_implreq", "MTE and STE are there both or not at all") {
    CHECK(has(MTE) == has(STE));
    return 0;
}

TEST(mctrctl_set, "Ssctr_mctrctl_sz_acc_op",
     "csrrs and csrrc set and clear the bits named, and read the value before") {
    word before;
    csr_write(MCTRCTL, ON_M | ON_U);
    __asm__ volatile("csrrs %0, 0x34e, %1" : "=r"(before) : "r"((word)(ON_S | ON_U)));
    CHECK(before == (ON_M | ON_U) && csr_read(MCTRCTL) == (ON_M | ON_S | ON_U));
    __asm__ volatile("csrrc %0, 0x34e, %1" : "=r"(before) : "r"((word)(ON_M | BPFRZ)));
    CHECK(before == (ON_M | ON_S | ON_U) && csr_read(MCTRCTL) == (ON_S | ON_U));
    __asm__ volatile("csrrw %0, 0x34e, %1" : "=r"(before) : "r"((word)0));
    CHECK(before == (ON_S | ON_U) && csr_read(MCTRCTL) == 0);
    return 0;
}

TEST(sctrctl_reads, "Ssctr_sctrctl_op Ssctr_sctrctl_acc",
     "sctrctl shows S, U and BPFRZ of mctrctl, but neither M nor MTE") {
    csr_write(MCTRCTL, -1);
    word all = csr_read(MCTRCTL);
    CHECK(csr_read(SCTRCTL) == (all & ~(word)(ON_M | MTE)));
    csr_write(MCTRCTL, ON_S | BPFRZ);
    CHECK(csr_read(SCTRCTL) == (ON_S | BPFRZ));
    return 0;
}

TEST(sctrctl_writes, "Ssctr_sctrctl_op Ssctr_sctrctl_acc",
     "a write to sctrctl is one of mctrctl's fields") {
    csr_write(SCTRCTL, ON_U | BPFRZ);
    CHECK(csr_read(MCTRCTL) == (ON_U | BPFRZ));
    csr_write(SCTRCTL, ON_S);
    CHECK(csr_read(MCTRCTL) == ON_S);
    return 0;
}

TEST(sctrctl_keeps, "Ssctr_sctrctl_acc", "a write to sctrctl keeps M and MTE, 0 or 1") {
    word machine = has(MTE) ? (word)(ON_M | MTE) : (word)ON_M;
    csr_write(MCTRCTL, machine);
    csr_write(SCTRCTL, 0);
    CHECK(csr_read(MCTRCTL) == machine);
    csr_write(MCTRCTL, 0);
    csr_write(SCTRCTL, ON_M | MTE);
    CHECK(csr_read(MCTRCTL) == 0);
    return 0;
}

TEST(sctrctl_bits, "Ssctr_sctrctl_acc", "csrrs and csrrc of sctrctl leave M as it is") {
    csr_write(MCTRCTL, ON_M);
    csr_set(SCTRCTL, ON_S | ON_U);
    CHECK(csr_read(MCTRCTL) == (ON_M | ON_S | ON_U));
    csr_clear(SCTRCTL, ON_M | ON_S);
    CHECK(csr_read(MCTRCTL) == (ON_M | ON_U));
    return 0;
}

TEST(sctrstatus_frozen, "sctrstatus_frozen_op", "sctrstatus.FROZEN is bit 31, written and read") {
    csr_write(SCTRSTATUS, FROZEN);
    CHECK(csr_read(SCTRSTATUS) == FROZEN);
    csr_write(SCTRSTATUS, 0);
    CHECK(csr_read(SCTRSTATUS) == 0);
    return 0;
}

TEST(sctrstatus_reserved, "Ssctr_sctrstatus_acc",
     "bits 30 to 8 of sctrstatus are read-only 0, and all above 31") {
    csr_write(SCTRSTATUS, -1);
    CHECK((csr_read(SCTRSTATUS) & 0x7fffff00) == 0);
    CHECK((uint64_t)csr_read(SCTRSTATUS) >> 32 == 0);
    return 0;
}

TEST(wrptr_bits, "sctrstatus_wrptr",
     "WRPTR has the bits of depth - 1, those above are read-only 0") {
    csr_write(SCTRSTATUS, 0xff);
    CHECK(csr_read(SCTRSTATUS) == depth - 1);
    for (word i = 0; i < depth; i += 3) {
        csr_write(SCTRSTATUS, i);
        CHECK(csr_read(SCTRSTATUS) == i);
    }
    return 0;
}

TEST(wrptr_bits_each_depth, "sctrstatus_wrptr", "so it is for each depth") {
    for (word code = 0; code < 5; code++) {
        if (set_depth(code)) {
            csr_write(SCTRSTATUS, 0xff);
            CHECK(csr_read(SCTRSTATUS) == depth - 1);
        }
    }
    return 0;
}

TEST(sctrdepth_legal, "sctrdepth_depth_op0 sctrdepth_depth",
     "sctrdepth reads a depth that there is, whatever was written: never 5 to 7") {
    word some = 0;
    for (word code = 0; code < 8; code++) {
        csr_write(SCTRDEPTH, code);
        word got = csr_read(SCTRDEPTH);
        CHECK(got < 5);
        some |= (word)1 << got;
        csr_write(SCTRDEPTH, got);
        CHECK(csr_read(SCTRDEPTH) == got);
    }
    CHECK(some != 0);
    return 0;
}

TEST(sctrdepth_supported, "sctrdepth_depth_op0",
     "a depth that was read is supported: written, it is read again after others") {
    for (word code = 0; code < 5; code++) {
        csr_write(SCTRDEPTH, code);
        word got = csr_read(SCTRDEPTH);
        for (word other = 0; other < 5; other++) {
            csr_write(SCTRDEPTH, other);
            csr_write(SCTRDEPTH, got);
            CHECK(csr_read(SCTRDEPTH) == got);
        }
    }
    return 0;
}

TEST(sctrdepth_reserved, "sctrdepth", "bits 31 to 3 of sctrdepth hold nothing") {
    csr_write(SCTRDEPTH, (word)-1 & ~(word)7);
    CHECK(csr_read(SCTRDEPTH) < 5);
    return 0;
}

TEST(source_holds, "Ssctr_ctrsource_sz_acc_op ctrsource_ctrtarget_ctrdata_Vbit",
     "ctrsource holds the address of code, and V in bit 0") {
    word pc = ADDR(test_source_holds);
    put_entry(0, pc | 1, 0, 0);
    CHECK(source_of(0) == (pc | 1) && target_of(0) == 0 && data_of(0) == 0);
    put_entry(0, pc, 0, 0);
    CHECK(source_of(0) == pc);
    put_entry(0, 0, 0, 0);
    CHECK(source_of(0) == 0);
    return 0;
}

TEST(target_holds, "ctrtarget_sz_acc", "ctrtarget holds the address of code") {
    word pc = ADDR(test_target_holds);
    put_entry(0, 0, pc, 0);
    CHECK(target_of(0) == pc && source_of(0) == 0 && data_of(0) == 0);
    return 0;
}

TEST(data_reserved, "ctrdata_undef ctrdata_sz_acc",
     "bits 14 to 4 of ctrdata are read-only 0, and all above 31") {
    put_entry(0, 0, 0, (word)-1);
    CHECK((data_of(0) & 0x7ff0) == 0 && (uint64_t)data_of(0) >> 32 == 0);
    CHECK(source_of(0) == 0 && target_of(0) == 0);
    put_entry(0, 0, 0, 0);
    CHECK(data_of(0) == 0);
    return 0;
}

TEST(data_type_holds, "ctrdata_type", "ctrdata.TYPE, if it is there, holds each type") {
    if (!has_types) {
        return SKIP;
    }
    for (word type = 1; type < 16; type++) {
        if (type != 6 && type != 7) {
            put_entry(0, 0, 0, type);
            CHECK((data_of(0) & 15) == type);
        }
    }
    return 0;
}

TEST(sireg4_to_6, "siselect_acc_op", "sireg4, sireg5 and sireg6 of an entry are read-only 0") {
    put_entry(0, -1, -1, -1);
    word source = source_of(0), target = target_of(0), data = data_of(0);
    csr_write(SIREG4, -1);
    csr_write(SIREG5, -1);
    csr_write(SIREG6, -1);
    CHECK(csr_read(SIREG4) == 0 && csr_read(SIREG5) == 0 && csr_read(SIREG6) == 0);
    CHECK(source_of(0) == source && target_of(0) == target && data_of(0) == data);
    return 0;
}

TEST(siselect_range, "siselect_acc_op siselect_min_range",
     "siselect holds 0x200 to 0x2ff, and any value up to 0xfff") {
    for (word i = 0; i < 0x1000; i += 0x111) {
        csr_write(SISELECT, i);
        CHECK(csr_read(SISELECT) == i);
    }
    for (word i = 0x200; i < 0x300; i++) {
        csr_write(SISELECT, i);
        CHECK(csr_read(SISELECT) == i);
        (void)csr_read(SIREG);
    }
    return 0;
}

TEST(entries_apart, "siselect_acc_op", "each entry has its own three registers") {
    for (word i = 0; i < depth; i++) {
        put_entry(i, 0x80000001 + 16 * i, 0x80000008 + 16 * i, has_types ? 1 + (i & 3) : 0);
    }
    for (word i = 0; i < depth; i++) {
        CHECK(source_of(i) == 0x80000001 + 16 * i);
        CHECK(target_of(i) == 0x80000008 + 16 * i);
        CHECK((data_of(i) & 15) == (has_types ? 1 + (i & 3) : 0));
    }
    return 0;
}

TEST(entries_beyond, "sctrdepth_depth_op1", "entries from the depth on read 0 and are read-only") {
    if (depth == 256) {
        for (word code = 4; code-- > 0 && !set_depth(code);) {
        }
    }
    if (depth == 256) {
        return SKIP;
    }
    for (word i = depth; i < 256; i += 5) {
        put_entry(i, -1, -1, -1);
        CHECK(source_of(i) == 0 && target_of(i) == 0 && data_of(i) == 0);
    }
    for (word i = 0; i < depth; i++) {
        CHECK(is_empty(i));
    }
    return 0;
}

TEST(logical_by_wrptr, "sctrstatus_wrptr ctr_stack",
     "logical entry X is the physical one at (WRPTR - X - 1) modulo the depth") {
    csr_write(SCTRSTATUS, 0);
    for (word i = 0; i < depth; i++) {
        put_entry(i, 0x80000001 + 16 * i, 0, 0); /* physical depth - 1 - i */
    }
    for (word wrptr = 0; wrptr < depth; wrptr += 5) {
        csr_write(SCTRSTATUS, wrptr);
        for (word x = 0; x < depth; x += 3) {
            word physical = (wrptr - x - 1) & (depth - 1);
            CHECK(source_of(x) == 0x80000001 + 16 * (depth - 1 - physical));
        }
    }
    return 0;
}

TEST(status_alone, "sctrstatus_wrptr",
     "a write to sctrstatus changes no entry's registers and no control") {
    put_entry(0, 0x80000011, 0x80000020, 0);
    csr_write(SCTRSTATUS, 3);
    csr_write(SCTRSTATUS, 0);
    CHECK(source_of(0) == 0x80000011 && target_of(0) == 0x80000020 && csr_read(MCTRCTL) == 0);
    return 0;
}
