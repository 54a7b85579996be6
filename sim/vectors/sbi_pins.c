/* SPDX-License-Identifier: Apache-2.0 */
/* The SBI's PMU calls as pins: a cycle is a call, a look at what the supervisor sees, or what
   happens to the hart. The golden model is the library of pmu/ on a hart that is an array. */
#include "sim/pmu/csr_array.h"
#include "sim/vectors/pin_rows.h"
#include "sim/vectors/units.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct sbi_params {
    uint32_t counters; /* bit 0: mcycle, bit 2: minstret, bit N: mhpmcounterN */
    uint8_t xlen;      /* 64: that of the host's library */
    uint8_t width;     /* bits of mhpmcounterN */
    uint8_t fw_counters;
    bool sscofpmf;
    bool memory; /* the firmware shares memory with the supervisor */
} sbi_params;

typedef struct sbi_inputs {
    bool rst;
    bool call;
    uint64_t fid;
    uint64_t arg[6];
    bool csr; /* the supervisor reads one */
    uint16_t csr_addr;
    bool store; /* the supervisor writes a word of its memory */
    uint64_t store_addr;
    uint32_t store_data;
    bool load; /* ... reads one */
    uint64_t load_addr;
    bool lcofip_clear; /* ... clears bit 13 of sip */
    bool event;        /* the hart meets it in a mode */
    uint32_t event_idx;
    uint8_t priv;
    bool fw; /* the firmware meets one */
    uint16_t fw_code;
    uint64_t fw_data;
    uint16_t times; /* both */
} sbi_inputs;

typedef struct sbi_outputs {
    struct nt_pmu_ret ret;
    const char *refused; /* a look that fails */
    uint64_t value;
} sbi_outputs;

typedef struct sbi_state {
    struct nt_array array;
    struct nt_pmu_hart hart;
    struct nt_pmu_platform platform;
    struct nt_pmu_ops ops;
    bool begun;
} sbi_state;

_Static_assert(sizeof(sbi_params) <= NT_PIN_PARAMS, "parameters");
_Static_assert(sizeof(sbi_inputs) <= NT_PIN_INPUTS, "inputs");
_Static_assert(NT_PMU_XLEN == 64, "the library of RV64");

#define PARAMETER(name, member) NT_PIN_PARAMETER(sbi_params, name, member)

static const nt_pin_parameter parameters[] = {PARAMETER("XLEN", xlen),
                                              PARAMETER("COUNTERS", counters),
                                              PARAMETER("WIDTH", width),
                                              PARAMETER("FW_COUNTERS", fw_counters),
                                              PARAMETER("SSCOFPMF", sscofpmf),
                                              PARAMETER("MEMORY", memory),
                                              {.name = NULL}};

static const nt_pin_part parts[] = {{.most = 1}, {.word = NULL}};

enum { MODE_S = 1, FIRST_PROGRAMMABLE = 3 };
enum { CSR_CYCLE = 0xC00, CSR_SCOUNTOVF = 0xDA0, CSR_SIP = 0x144 };

#define ROW(name, member, width, valid, rest)                                                      \
    NT_PIN_ROW(0, sbi_inputs, name, member, width, NULL, valid, rest)

static const nt_pin_row rows[] = {ROW("rst", rst, 1, NULL, 0),
                                  ROW("call", call, 1, NULL, 0),
                                  ROW("fid", fid, 64, "call", 0),
                                  ROW("a0", arg[0], 64, NULL, 0),
                                  ROW("a1", arg[1], 64, NULL, 0),
                                  ROW("a2", arg[2], 64, NULL, 0),
                                  ROW("a3", arg[3], 64, NULL, 0),
                                  ROW("a4", arg[4], 64, NULL, 0),
                                  ROW("a5", arg[5], 64, NULL, 0),
                                  ROW("csr", csr, 1, NULL, 0),
                                  ROW("csr_addr", csr_addr, 12, "csr", 0),
                                  ROW("store", store, 1, NULL, 0),
                                  ROW("store_addr", store_addr, 64, "store", 0),
                                  ROW("store_data", store_data, 32, NULL, 0),
                                  ROW("load", load, 1, NULL, 0),
                                  ROW("load_addr", load_addr, 64, "load", 0),
                                  ROW("lcofip_clear", lcofip_clear, 1, NULL, 0),
                                  ROW("event", event, 1, NULL, 0),
                                  ROW("event_idx", event_idx, 32, "event", 0),
                                  ROW("priv", priv, 3, NULL, MODE_S),
                                  ROW("fw", fw, 1, NULL, 0),
                                  ROW("fw_code", fw_code, 16, "fw", 0),
                                  ROW("fw_data", fw_data, 64, NULL, 0),
                                  ROW("times", times, 16, NULL, 1),
                                  {.name = NULL}};

static const char *wrong(const void *params) {
    const sbi_params *p = params;
    return p->xlen != NT_PMU_XLEN           ? "XLEN"
           : (p->counters & 2) != 0         ? "COUNTERS"
           : p->width < 1 || p->width > 64  ? "WIDTH"
           : p->fw_counters > NT_PMU_FW_MAX ? "FW_COUNTERS"
                                            : NULL;
}

/* The hart. */

/* Word I of the memory that the supervisor may use, before anything writes it: no two are equal. */
static uint32_t first_word(unsigned i) {
    return 0xa5000000u | i << 8 | 0x5au;
}

/* Sets the pointers within a state: it may be a copy. */
static void bind(sbi_state *s) {
    s->platform.ops = &s->ops;
    s->array.platform = &s->platform;
    s->hart.platform = &s->platform;
    s->hart.context = &s->array;
}

/* What counters hold after a reset, is not 0. */
static void begin(sbi_state *s, const sbi_params *p) {
    const uint64_t garbage = UINT64_C(0x8877665544332211);
    memset(s, 0, sizeof *s);
    s->begun = true;
    s->ops = nt_array_ops;
    if (!p->memory) {
        s->ops.memory = NULL;
    }
    s->platform = (struct nt_pmu_platform){.ops = &s->ops,
                                           .counters = p->counters,
                                           .width = p->width,
                                           .fw_counters = p->fw_counters,
                                           .sscofpmf = p->sscofpmf};
    nt_array_init(&s->array, &s->platform, garbage);
    for (unsigned i = 0; i < sizeof s->array.page / 4; i++) {
        const uint32_t word = first_word(i);
        memcpy((unsigned char *)s->array.page + (size_t)4 * i, &word, 4);
    }
    nt_pmu_init(&s->hart, &s->platform, &s->array);
}

/* A word of the memory; NULL: there is none. */
static unsigned char *word_at(sbi_state *s, uint64_t address) {
    uint64_t offset = address - NT_ARRAY_BASE;
    return offset < sizeof s->array.page && offset % 4 == 0
               ? (unsigned char *)s->array.page + offset
               : NULL;
}

static uint64_t overflown(const sbi_state *s) {
    uint64_t bits = 0;
    for (unsigned i = FIRST_PROGRAMMABLE; i < 32; i++) {
        bits |= (s->array.event[i] >> 63) << i;
    }
    return bits;
}

static void read_csr(const sbi_state *s, unsigned csr, sbi_outputs *o) {
    unsigned counter = csr - CSR_CYCLE;
    if (csr == CSR_SIP) {
        o->value = s->array.mip;
    } else if (csr == CSR_SCOUNTOVF && s->platform.sscofpmf) {
        o->value = overflown(s) & s->array.mcounteren;
    } else if (counter < 32 && (s->platform.counters >> counter & 1) != 0) {
        o->value = s->array.counter[counter];
        o->refused = (s->array.mcounteren >> counter & 1) != 0 ? NULL : "illegal";
    } else {
        o->refused = "none";
    }
}

static void meet(sbi_state *s, const sbi_inputs *in) {
    if (in->event) {
        nt_array_happen(&s->array, in->event_idx, in->times, in->priv);
    }
    for (unsigned i = 0; in->fw && i < in->times; i++) {
        if (in->fw_code == SBI_PMU_FW_PLATFORM) {
            nt_pmu_fw_platform_event(&s->hart, in->fw_data);
        } else {
            nt_pmu_fw_event(&s->hart, in->fw_code);
        }
    }
}

/* A cycle: what happens, the call, then what is looked at. */
static void act(sbi_state *s, const sbi_params *p, const sbi_inputs *in, sbi_outputs *o) {
    unsigned char *stored = in->store && s->begun ? word_at(s, in->store_addr) : NULL;
    if (in->rst || !s->begun) {
        begin(s, p);
    }
    bind(s);
    meet(s, in);
    if (in->lcofip_clear) {
        s->array.mip = 0;
    }
    if (stored != NULL) {
        memcpy(stored, &in->store_data, 4);
    }
    if (in->call) {
        o->ret = nt_pmu_call(&s->hart, in->fid, in->arg);
    }
    if (in->csr) {
        read_csr(s, in->csr_addr, o);
    } else if (in->load) {
        const unsigned char *word = word_at(s, in->load_addr);
        uint32_t value = 0;
        memcpy(&value, word == NULL ? (const void *)&value : word, 4);
        o->value = value;
        o->refused = word == NULL ? "none" : NULL;
    }
}

static void out(const void *state, const void *params, const void *in, void *outputs) {
    sbi_state copy = *(const sbi_state *)state;
    *(sbi_outputs *)outputs = (sbi_outputs){.refused = NULL};
    act(&copy, params, in, outputs);
}

static void step(void *state, const void *params, const void *in) {
    sbi_outputs ignored = {.refused = NULL};
    act(state, params, in, &ignored);
}

static bool taken(const void *in, const void *outputs) {
    (void)in;
    (void)outputs;
    return true;
}

/* The answer. */

static const char *error_name(nt_pmu_word error) {
    static const char *const names[] = {"SUCCESS",           "FAILED",          "NOT_SUPPORTED",
                                        "INVALID_PARAM",     "DENIED",          "INVALID_ADDRESS",
                                        "ALREADY_AVAILABLE", "ALREADY_STARTED", "ALREADY_STOPPED",
                                        "NO_SHMEM"};
    uint64_t number = -error;
    return number < sizeof names / sizeof names[0] ? names[number] : "?";
}

/* Whether a function gives a value: those that start, stop and share give none. */
static bool gives(uint64_t fid) {
    return fid <= SBI_EXT_PMU_COUNTER_CFG_MATCH || fid == SBI_EXT_PMU_COUNTER_FW_READ ||
           fid == SBI_EXT_PMU_COUNTER_FW_READ_HI;
}

static size_t show(const void *params, const void *in, const void *outputs,
                   uint8_t bytes[NT_PIN_SHOWN]) {
    const sbi_inputs *i = in;
    const sbi_outputs *o = outputs;
    char *text = (char *)bytes;
    int size = 0;
    (void)params;
    if (i->call && o->ret.error == SBI_SUCCESS && gives(i->fid)) {
        size = snprintf(text, NT_PIN_SHOWN, "SUCCESS 0x%" PRIx64 "\n", o->ret.value);
    } else if (i->call) {
        size = snprintf(text, NT_PIN_SHOWN, "%s\n", error_name(o->ret.error));
    } else if (i->csr || i->load) {
        size = o->refused == NULL ? snprintf(text, NT_PIN_SHOWN, "0x%" PRIx64 "\n", o->value)
                                  : snprintf(text, NT_PIN_SHOWN, "%s\n", o->refused);
    }
    return (size_t)size;
}

const nt_pin_unit nt_pins_sbi = {.name = "sbi",
                                 .parameters = parameters,
                                 .parts = parts,
                                 .rows = rows,
                                 .state_size = sizeof(sbi_state),
                                 .params_size = sizeof(sbi_params),
                                 .inputs_size = sizeof(sbi_inputs),
                                 .outputs_size = sizeof(sbi_outputs),
                                 .wrong = wrong,
                                 .out = out,
                                 .step = step,
                                 .taken = taken,
                                 .hold = NULL,
                                 .show = show};
