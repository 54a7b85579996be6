/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/csr_fields.h"

#include "sim/tandem/choices.h"

#include <string.h>

const nt_csr_field nt_csr_field_table[] = {
#define CSR_FIELD(first, last, csr, high, low, name, rule, needs, note)                            \
    {first, last, csr, high, low, name, NT_CSR_##rule, NT_CSR_NEEDS_##needs, note},
#include "sim/tandem/csr_fields.def"
#undef CSR_FIELD
};

_Static_assert(sizeof nt_csr_field_table / sizeof nt_csr_field_table[0] <= NT_TV_CHOICE_ROWS,
               "choices are kept by row");

const size_t nt_csr_field_count = sizeof nt_csr_field_table / sizeof nt_csr_field_table[0];

const nt_csr_field *nt_csr_fields_of(uint16_t csr, size_t *count) {
    const nt_csr_field *found = NULL;
    *count = 0;
    for (size_t i = 0; i < nt_csr_field_count; i++) {
        const nt_csr_field *field = &nt_csr_field_table[i];
        if (csr >= field->first && csr <= field->last) {
            found = found == NULL ? field : found;
            ++*count;
        }
    }
    return found;
}

typedef struct rule_text {
    const char *name;
    const char *text;
} rule_text;

static const rule_text rules[NT_CSR_RULES] = {
    [NT_CSR_ZERO] = {"zero", "0, in every hart. Reserved bits, which have no row: 0, or what "
                             "they were at first"},
    [NT_CSR_HELD] = {"held", "what is written. Where it is not known whether the hart has what the "
                             "field needs, it may be read-only 0 instead"},
    [NT_CSR_SUBSET] = {"subset", "each bit what is written, or read-only 0"},
    [NT_CSR_FIXABLE] = {"fixable", "each bit what is written, or read-only 0 or 1"},
    [NT_CSR_ANY] = {"any", "each bit as written, as before or 0; the same for the same write"},
    [NT_CSR_CBIE] = {"cbie", "0, 1 and 3 as written, as before or 0; 2 becomes one of these"},
    [NT_CSR_PMM] = {"pmm", "0, 2 and 3 as written, as before or 0; 1 becomes one of these"},
    [NT_CSR_CONSTANT] = {"constant", "read-only: the first read tells it"},
    [NT_CSR_SD] = {"dirty", "whether FS, VS or XS is 3; nothing else"},
    [NT_CSR_XS] = {"xs", "as before; instructions of custom extensions change it"},
    [NT_CSR_STATUS] = {"status", "0 and 3 as written; 1 and 2 as written or 3 (imprecise). "
                                 "Read-only 0 only without the extension"},
    [NT_CSR_MODE] = {"mode", "3, 1 with S, 0 with U as written; any other becomes one of these; "
                             "read-only 3 without U"},
    [NT_CSR_WIDTH] = {"width", "1 or 2 as written, or read-only"},
    [NT_CSR_MISA] = {"misa", "each bit as written or as before; what depends on a cleared one is "
                             "cleared, E is not I; read-only as a whole, 0 too; a letter that took "
                             "what was written takes it again, one that did not does not"},
    [NT_CSR_TVEC] = {"tvec",
                     "read-only, or MODE 0 and 1 as written or one of them alone, another MODE "
                     "becomes one of them; low bits of BASE may be cleared in either MODE (an "
                     "alignment), others be read-only; an address that is not valid is converted"},
    [NT_CSR_EPC] = {"epc", "bit 0 is 0, bit 1 too where IALIGN is 32 alone; a valid address as "
                           "written, one that is not may be converted to another such one, or to "
                           "the extension of its sign"},
    [NT_CSR_TVAL] = {"tval", "as written, or read-only 0 as a whole; conversions as of epc"},
    [NT_CSR_CAUSE] = {"cause", "WLRL: what every hart with the modes raises as written; of other "
                               "causes the low bits, the value before or 0; of reserved ones "
                               "anything, but the same for the same write"},
    [NT_CSR_SATP] = {"satp",
                     "a MODE that the hart has: MODE as written, ASID and PPN without upper "
                     "bits that it lacks; one that it lacks: nothing changes at all. MODE "
                     "0 with other bits set: these are unspecified"},
    [NT_CSR_HGATP] = {"hgatp",
                      "a MODE that the hart has: as written; another MODE becomes 0 or what "
                      "it was; bits between MODE and VMID are 0, bits 1:0 too where MODE "
                      "is not; VMID and PPN as of satp; MODE 0 with other bits set: as satp"},
    [NT_CSR_PENDING] = {"pending", "SSIP as written in S, all else is a device's; SEIP and STIP "
                                   "written as 1 are 1, by sip not"},
    [NT_CSR_SMEPMP] = {"smepmp",
                       "as any, but MML and MMWP that are 1 stay, and so does RLB that is "
                       "0 while an entry is locked"},
    [NT_CSR_PMPCFG] = {"pmpcfg", "each byte on its own: locked ones stay, bits 5 and 6 are 0, W "
                                 "without R (unless mseccfg.MML is set) and NA4 become something "
                                 "legal; other bits are a subset; an entry may refuse the write"},
    [NT_CSR_PMPADDR] = {"pmpaddr", "as written without upper bits that the hart lacks; bits below "
                                   "the grain are 0 or 1; locked ones stay; may be read-only 0"},
};

static void print_bits(FILE *out, const nt_csr_field *field) {
    if (field->high == 63 && field->low == 0) {
        fprintf(out, "all");
    } else if (field->high == field->low) {
        fprintf(out, "%u", field->low);
    } else {
        fprintf(out, "%u:%u", field->high, field->low);
    }
}

void nt_csr_fields_print(FILE *out) {
    static const char *const needs[] = {"", "U", "S", "F or S", "V or S", "H"};
    fprintf(out, "| rule | what a core holds after a write |\n| --- | --- |\n");
    for (size_t i = 0; i < NT_CSR_RULES; i++) {
        fprintf(out, "| %s | %s |\n", rules[i].name, rules[i].text);
    }
    fprintf(out,
            "\n| CSR | bits | field | rule | needs | |\n| --- | --- | --- | --- | --- | --- |\n");
    for (size_t i = 0; i < nt_csr_field_count; i++) {
        const nt_csr_field *field = &nt_csr_field_table[i];
        fprintf(out, "| %s | ", field->csr);
        print_bits(out, field);
        fprintf(out, " | %s | %s | %s | %s |\n", field->name, rules[field->rule].name,
                needs[field->needs], field->note);
    }
}
