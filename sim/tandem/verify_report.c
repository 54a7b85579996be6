/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/verify_report.h"

#include "libntrace/program/insn_text.h"
#include "sim/tandem/text.h"

#include <inttypes.h>
#include <stdio.h>

enum { VALUE = 24, ELEMENT = 48 };

static void element_name(const nt_tv_difference *difference, char name[ELEMENT]) {
    static const char *const names[] = {
        [NT_TV_PC] = "pc",
        [NT_TV_PRIVILEGE] = "privilege",
        [NT_TV_INSN] = "insn",
        [NT_TV_PADDR] = "paddr",
        [NT_TV_EADDR] = "eaddr",
        [NT_TV_STORE_DATA] = "store",
        [NT_TV_STORE_SIZE] = "store-size",
        [NT_TV_INTERRUPT] = "interrupt",
    };
    uint16_t reg = difference->reg;
    switch (difference->kind) {
    case NT_TV_REGISTER:
    case NT_TV_OUTSIDE:
        if (reg < NT_TANDEM_GPR) {
            char csr[NT_CSR_NAME];
            nt_tandem_register_name(reg, csr);
            (void)snprintf(name, ELEMENT, "%s", csr);
        } else {
            (void)snprintf(name, ELEMENT, "%c%u", reg < NT_TANDEM_FPR ? 'x' : 'f', reg & 31U);
        }
        break;
    case NT_TV_MEMORY:
        (void)snprintf(name, ELEMENT, "memory 0x%" PRIx64, difference->address);
        break;
    default:
        (void)snprintf(name, ELEMENT, "%s", names[difference->kind]);
        break;
    }
}

static void value_text(const nt_tv_difference *difference, uint64_t value, char text[VALUE]) {
    if (difference->kind == NT_TV_PRIVILEGE) {
        (void)snprintf(text, VALUE, "%c", "US?M"[value & 3]);
    } else {
        (void)snprintf(text, VALUE, "0x%" PRIx64, value);
    }
}

static void disassemble(const nt_tv_report *report, unsigned xlen, char text[NT_INSN_TEXT]) {
    nt_isa isa = {.xlen = (uint8_t)xlen};
    text[0] = '\0';
    if (report->code_size != 0) {
        nt_insn_text(report->code, report->code_size, report->pc, &isa, text);
    }
}

static void print_why(const nt_tv_difference *difference) {
    if (difference->why != NULL) {
        printf(": %s", difference->why);
    }
    if (difference->chosen_at != 0) {
        printf(": instruction %" PRIu64 " showed the other choice, one of the two is wrong",
               difference->chosen_at - 1);
    }
    printf("\n");
}

void nt_tv_report_print(const nt_tv_report *report, unsigned xlen) {
    char text[NT_INSN_TEXT];
    disassemble(report, xlen, text);
    printf("instruction %" PRIu64 ", offset %" PRIu64 ", pc ", report->insn, report->offset);
    if (report->pc_known) {
        printf("0x%" PRIx64, report->pc);
    } else {
        printf("not known");
    }
    printf(": %s\n", text[0] == '\0' ? "no instruction" : text);
    for (size_t i = 0; i < report->count; i++) {
        const nt_tv_difference *difference = &report->differences[i];
        char name[ELEMENT];
        char expected[VALUE];
        char got[VALUE];
        element_name(difference, name);
        value_text(difference, difference->expected, expected);
        value_text(difference, difference->got, got);
        printf("  %-10s expected %s, got %s", name,
               difference->nothing_expected ? "nothing" : expected,
               difference->nothing_got ? "nothing" : got);
        print_why(difference);
    }
}

static json_t *value_json(const nt_tv_difference *difference, uint64_t value, bool nothing) {
    char text[VALUE];
    value_text(difference, value, text);
    return nothing ? json_null() : json_string(text);
}

int nt_tv_report_json(json_t *array, const nt_tv_report *report, unsigned xlen) {
    char text[NT_INSN_TEXT];
    char pc[VALUE];
    disassemble(report, xlen, text);
    (void)snprintf(pc, sizeof pc, "0x%" PRIx64, report->pc);
    for (size_t i = 0; i < report->count; i++) {
        const nt_tv_difference *difference = &report->differences[i];
        char name[ELEMENT];
        element_name(difference, name);
        json_t *object = json_pack(
            "{s:I,s:I,s:o,s:s,s:s,s:o,s:o}", "insn", (json_int_t)report->insn, "offset",
            (json_int_t)report->offset, "pc", report->pc_known ? json_string(pc) : json_null(),
            "disassembly", text, "element", name, "expected",
            value_json(difference, difference->expected, difference->nothing_expected), "got",
            value_json(difference, difference->got, difference->nothing_got));
        if (object == NULL || json_array_append_new(array, object) != 0) {
            return -1;
        }
    }
    return 0;
}

/* ---- counts ---- */

typedef struct count_row {
    const char *key;
    const char *text;
    size_t offset;
} count_row;

#define ROW(key, text, member)                                                                     \
    { key, text, offsetof(nt_tv_counts, member) }
static const count_row compared[] = {
    ROW("registers", "updates of registers", registers),
    ROW("csrs", "updates of CSRs", csrs),
    ROW("pc", "new pcs", pcs),
    ROW("privilege", "privilege modes", privileges),
    ROW("insns", "instructions with the code in memory", insns),
    ROW("addresses", "addresses of memory", addresses),
    ROW("stored_bytes", "stored bytes", stored_bytes),
    ROW("translations", "translations by page tables", walks),
    ROW("whole", "steps of the reference's whole hart", wholes),
};
static const count_row unjudged[] = {
    ROW("translations", "translations without their page tables", unwalked),
    ROW("vector_stores", "data of vector stores", unstored),
};
enum {
    COMPARED = sizeof compared / sizeof compared[0],
    UNJUDGED = sizeof unjudged / sizeof unjudged[0],
};

static uint64_t count_of(const nt_tv_counts *counts, const count_row *row) {
    return *(const uint64_t *)(const void *)((const char *)counts + row->offset);
}

void nt_tv_counts_print(const nt_tv_counts *counts) {
    printf("%" PRIu64 " instructions, %" PRIu64 " traps, %" PRIu64 " verified\n",
           counts->instructions, counts->traps, counts->verified);
    for (unsigned reason = 1; reason < NT_TV_REASONS; reason++) {
        if (counts->unverified[reason] != 0) {
            printf("  not verified, %-20s %12" PRIu64 "\n", nt_tv_reason_name((nt_tv_reason)reason),
                   counts->unverified[reason]);
        }
    }
    for (unsigned i = 0; i < COMPARED; i++) {
        printf("  compared, %-36s %12" PRIu64 "\n", compared[i].text,
               count_of(counts, &compared[i]));
    }
    for (unsigned i = 0; i < UNJUDGED; i++) {
        if (count_of(counts, &unjudged[i]) != 0) {
            printf("  not judged, %-38s %8" PRIu64 "\n", unjudged[i].text,
                   count_of(counts, &unjudged[i]));
        }
    }
    printf("  taken over: %" PRIu64 " groups of initialization, %" PRIu64
           " changes of counters and mip, %" PRIu64 " learned\n",
           counts->initialized, counts->inputs, counts->learned);
}

static int set_rows(json_t *object, const char *key, const count_row *rows, unsigned count,
                    const nt_tv_counts *counts) {
    json_t *table = json_object();
    int failed = 0;
    for (unsigned i = 0; i < count; i++) {
        failed |= json_object_set_new(table, rows[i].key,
                                      json_integer((json_int_t)count_of(counts, &rows[i])));
    }
    return failed | json_object_set_new(object, key, table);
}

int nt_tv_counts_json(json_t *object, const nt_tv_counts *counts) {
    json_t *unverified = json_object();
    int failed =
        json_object_set_new(object, "instructions", json_integer((json_int_t)counts->instructions));
    failed |= json_object_set_new(object, "traps", json_integer((json_int_t)counts->traps));
    failed |= json_object_set_new(object, "verified", json_integer((json_int_t)counts->verified));
    failed |=
        json_object_set_new(object, "initialized", json_integer((json_int_t)counts->initialized));
    failed |= json_object_set_new(object, "inputs", json_integer((json_int_t)counts->inputs));
    failed |= json_object_set_new(object, "learned", json_integer((json_int_t)counts->learned));
    failed |= json_object_set_new(object, "losses", json_integer((json_int_t)counts->losses));
    failed |= json_object_set_new(object, "reports", json_integer((json_int_t)counts->reports));
    for (unsigned reason = 1; reason < NT_TV_REASONS; reason++) {
        if (counts->unverified[reason] != 0) {
            failed |= json_object_set_new(unverified, nt_tv_reason_name((nt_tv_reason)reason),
                                          json_integer((json_int_t)counts->unverified[reason]));
        }
    }
    failed |= json_object_set_new(object, "unverified", unverified);
    failed |= set_rows(object, "compared", compared, COMPARED, counts);
    failed |= set_rows(object, "unjudged", unjudged, UNJUDGED, counts);
    return failed != 0 ? -1 : 0;
}
