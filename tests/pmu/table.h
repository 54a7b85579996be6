/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of cases of the SBI PMU calls, and what runs it in a place: an implementation of the
 * calls with a hart. Freestanding. The rows are made of tests/pmu/cases by table_source.py.
 */
#ifndef NT_TESTS_PMU_TABLE_H
#define NT_TESTS_PMU_TABLE_H

#include "pmu/nt_pmu.h"

#include <stddef.h>

enum { NT_TABLE_PAGE = 4096, NT_TABLE_PAGES = 4, NT_TABLE_READ_ONLY = 3 };

/* In the order of vocabulary.py */
enum nt_step_kind {
    NT_STEP_CALL,      /* arg: a0 to a5 */
    NT_STEP_CSR_IS,    /* value under mask */
    NT_STEP_CSR_WRITE, /* arg[0]: value */
    NT_STEP_POKE,      /* arg: word, how many, bytes from one to the next */
    NT_STEP_WILL,      /* likewise */
    NT_STEP_HAPPEN,    /* arg: how often, mode */
    NT_STEP_FW_EVENT,  /* arg: how often, event_data */
    NT_STEP_POWER,     /* number: enum nt_power */
    NT_STEP_LOST,      /* number: what mcountinhibit is then */
};

struct nt_step {
    uint8_t kind;
    uint8_t pages; /* bit N: arg[N] is an offset into the pages, and the call gets an address */
    bool any;      /* the value of the answer does not matter */
    nt_pmu_word number;
    nt_pmu_word arg[6];
    nt_pmu_word error;
    nt_pmu_word value;
    nt_pmu_word mask;
};

struct nt_case {
    const char *name;
    const struct nt_step *steps;
    uint16_t count;
    uint16_t needs;   /* bits of enum nt_need */
    uint8_t platform; /* enum nt_table_platform */
};

extern const struct nt_case nt_cases[];
extern const unsigned nt_case_count;

/* What a place can do beyond calls, in the order of vocabulary.py */
enum nt_need {
    NT_NEED_RV64 = 1 << 0,
    NT_NEED_RV32 = 1 << 1,
    NT_NEED_CSR = 1 << 2,    /* reads and writes M-mode CSRs */
    NT_NEED_COUNT = 1 << 3,  /* lets events happen */
    NT_NEED_HOLDS = 1 << 4,  /* mcycle and minstret stand while they are inhibited */
    NT_NEED_EVENTS = 1 << 5, /* lets any firmware event happen */
    NT_NEED_RAW = 1 << 6,    /* has raw events */
    NT_NEED_VENDOR = 1 << 7, /* has firmware events of its own */
    NT_NEED_FID6 = 1 << 8,
    NT_NEED_FID7 = 1 << 9,
    NT_NEED_FID8 = 1 << 10,
    NT_NEED_POWER = 1 << 11, /* initializes, saves and restores the library's state */
};

#define NT_NEED_XLEN (NT_PMU_XLEN == 64 ? NT_NEED_RV64 : NT_NEED_RV32)
/* All that does not depend on XLEN */
#define NT_NEED_ALL 0xffcu

/* What the rows are for */
enum nt_table_platform {
    NT_TABLE_SSCOFPMF,
    NT_TABLE_PLAIN,   /* a hart without Sscofpmf */
    NT_TABLE_SBI_2_0, /* an SBI of that version */
    NT_TABLE_SBI_0_3,
    NT_TABLE_NO_MEMORY, /* a firmware that shares no memory */
    NT_TABLE_WIDE,      /* all counters that there can be, those of the hardware of 48 bits */
    NT_TABLE_BARE,      /* firmware counters alone */
    NT_TABLE_PLATFORMS,
};
extern const char *const nt_platform_names[];

enum nt_power { NT_POWER_INIT, NT_POWER_SAVE, NT_POWER_RESTORE, NT_POWER_GARBAGE };

/* A place. Functions that it does not have are null; `can` says so. */
struct nt_place {
    unsigned can; /* enum nt_need */
    enum nt_table_platform platform;
    unsigned counters;        /* indices to stop before each row */
    uint64_t address;         /* physical, of the pages */
    volatile uint32_t *pages; /* the supervisor's, the last one read-only */
    uint32_t *shadow;         /* as large: what the pages should hold */
    void *context;
    struct nt_pmu_ret (*call)(void *context, nt_pmu_word fid, const nt_pmu_word args[6]);
    nt_pmu_word (*csr_read)(void *context, unsigned csr);
    void (*csr_write)(void *context, unsigned csr, nt_pmu_word value);
    void (*happen)(void *context, uint32_t event, unsigned number, unsigned mode);
    void (*fw_event)(void *context, uint32_t code, uint64_t event_data, unsigned number);
    void (*power)(void *context, enum nt_power what);
    void (*clear_pending)(void *context);        /* LCOFIP */
    bool (*begins)(void *context, unsigned row); /* false: it is left out. May be null */
};

enum nt_outcome {
    NT_PASSED,
    NT_SKIPPED,      /* seen[0]: the needs that it lacks */
    NT_WRONG_ANSWER, /* seen: error, value */
    NT_WRONG_CSR,    /* seen[0]: what it holds */
    NT_WRONG_MEMORY, /* seen: offset in the pages, the word there */
    NT_OTHER,        /* for another platform, or left out */
};

struct nt_table_result {
    nt_pmu_word seen[2];
    uint16_t step; /* of the row, from 0 on */
    uint8_t outcome;
};

/* Runs a row, from any state. */
struct nt_table_result nt_table_row(struct nt_place *place, const struct nt_case *row);

/* Runs all of them, result[I] that of row I; `backward` from the last one on. */
void nt_table_run(struct nt_place *place, struct nt_table_result *result, bool backward);

/* Prints a line for each row of the platform, and one more where the order has changed its result.
   False if there is such a row, or one that failed. */
bool nt_table_print(const struct nt_place *place, const struct nt_table_result *forward,
                    const struct nt_table_result *backward, void (*put)(char));

void nt_table_text(const char *text, void (*put)(char));
void nt_table_number(nt_pmu_word number, unsigned base, void (*put)(char));

#endif
