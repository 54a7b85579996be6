/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/witness/registers.h"

#include <stddef.h>
#include <string.h>

enum {
    TE_CONTROL = 0x000,
    TE_IMPL = 0x004,
    INST_FEATURES = 0x008,
    INST_FILTERS = 0x00c,
    TS_CONTROL = 0x040,
    TS_COUNTER_LOW = 0x048,
    TS_COUNTER_HIGH = 0x04c,
    TRIG_EXT_IN = 0x054,
    TRIG_EXT_OUT = 0x058,
    FILTERS = 0x400,
    COMPARATORS = 0x600,
    UNIT = 0x20, /* bytes of a filter, and of a comparator */
    RESUME_LEVEL = 0xe00,
    EN_REPEAT_BRANCH = 0xe04,
    EN_SYNC_ICNT = 0xe08,
    RC7 = 0xe0c,
    TRIM_OWNERSHIP = 0xe10,
};

/* Bits of trTeControl and trTsControl that are no fields of nt_control. */
enum { EMPTY = 3, STALL_OR_OVERFLOW = 12, FORMAT = 24, TS_RESET = 2, TS_WIDTH = 24 };

/* trTeVerMajor, trTeCompType and trTeProtocolMajor are 1. */
enum { IMPL = 1 | 1 << 8 | 1 << 16 };

/* Which values of a field are legal, and what the others become. */
typedef enum legal {
    ANY,
    WITH_CONTEXT, /* 0 without ... */
    WITH_OPTIONS,
    WITH_SIJUMP,
    WITH_RETURNS,
    WITH_PERIODS,
    WITH_REPEATS,
    WITH_SRC,
    WITH_TIME,
    WITH_COMPARATORS,
    MODE,       /* 0, BTM or HTM */
    SRC_ID,     /* SRC_W bits */
    SRC_BITS,   /* at most SRC_W */
    SELECTION,  /* a bit each filter */
    TIME_MODE,  /* 0 to 4 */
    LEVEL,      /* less than FIFO_DEPTH */
    COMPARATOR, /* a comparator's number */
    INPUT,      /* iaddr, context, tval */
    UPPER,      /* bits from 32 on of an address or context */
    ACTIONS,    /* nothing, trace-on, trace-off, notify; of each trigger */
    EVENTS,     /* two bits each trigger */
} legal;

typedef struct field {
    uint16_t offset;
    uint8_t high, low;
    uint8_t legal;
    uint16_t member;
    uint8_t shift; /* of the field in it */
} field;

#define ROW(offset, high, low, legal, name)                                                        \
    { offset, high, low, legal, offsetof(nt_control, name), 0 }

static const field plain[] = {
    ROW(TE_CONTROL, 0, 0, ANY, trTeActive),
    ROW(TE_CONTROL, 1, 1, ANY, trTeEnable),
    ROW(TE_CONTROL, 2, 2, ANY, trTeInstTracing),
    ROW(TE_CONTROL, 6, 4, MODE, trTeInstMode),
    ROW(TE_CONTROL, 9, 9, WITH_CONTEXT, trTeContext),
    ROW(TE_CONTROL, 11, 11, ANY, trTeInstTrigEnable),
    ROW(TE_CONTROL, 13, 13, ANY, trTeInstStallEna),
    ROW(TE_CONTROL, 15, 15, WITH_SRC, trTeInhibitSrc),
    ROW(TE_CONTROL, 17, 16, ANY, trTeInstSyncMode),
    ROW(TE_CONTROL, 23, 20, ANY, trTeInstSyncMax),
    ROW(INST_FEATURES, 2, 2, WITH_SIJUMP, trTeInstEnSequentialJump),
    ROW(INST_FEATURES, 3, 3, WITH_RETURNS, trTeInstEnImplicitReturn),
    ROW(INST_FEATURES, 7, 6, WITH_RETURNS, trTeInstImplicitReturnMode),
    ROW(INST_FEATURES, 8, 8, WITH_PERIODS, trTeInstEnRepeatedHistory),
    ROW(INST_FEATURES, 9, 9, WITH_OPTIONS, trTeInstEnAllJumps),
    ROW(INST_FEATURES, 10, 10, WITH_OPTIONS, trTeInstExtendAddrMSB),
    ROW(INST_FEATURES, 27, 16, SRC_ID, trTeSrcID),
    ROW(INST_FEATURES, 31, 28, SRC_BITS, trTeSrcBits),
    ROW(INST_FILTERS, 15, 0, SELECTION, trTeInstFilters),
    ROW(TS_CONTROL, 0, 0, WITH_TIME, trTsActive),
    ROW(TS_CONTROL, 1, 1, WITH_TIME, trTsCount),
    ROW(TS_CONTROL, 3, 3, WITH_TIME, trTsRunInDebug),
    ROW(TS_CONTROL, 6, 4, TIME_MODE, trTsMode),
    ROW(TS_CONTROL, 9, 8, WITH_TIME, trTsPrescale),
    ROW(TS_CONTROL, 15, 15, WITH_TIME, trTsEnable),
    ROW(TRIG_EXT_IN, 31, 0, ACTIONS, trTeTrigExtInControl),
    ROW(TRIG_EXT_OUT, 31, 0, EVENTS, trTeTrigExtOutControl),
    ROW(RESUME_LEVEL, 7, 0, LEVEL, ntResumeLevel),
    ROW(EN_REPEAT_BRANCH, 0, 0, WITH_REPEATS, ntEnRepeatBranch),
    ROW(EN_SYNC_ICNT, 0, 0, ANY, ntEnSyncICNT),
    ROW(RC7, 0, 0, ANY, ntRc7),
    ROW(TRIM_OWNERSHIP, 0, 0, WITH_CONTEXT, ntTrimOwnership),
};

/* A part of a word that nt_control keeps as the register has it. */
#define PART(offset, high, low, legal, member)                                                     \
    { offset, high, low, legal, member, low }
#define IN_FILTER(name)     offsetof(nt_filter_control, name)
#define IN_COMPARATOR(name) offsetof(nt_comparator_control, name)

/* Of filter 0; members within nt_filter_control. */
static const field in_filter[] = {
    PART(0x00, 3, 0, ANY, IN_FILTER(control)),
    PART(0x00, 4, 4, WITH_COMPARATORS, IN_FILTER(control)),
    PART(0x00, 7, 5, COMPARATOR, IN_FILTER(control)),
    PART(0x00, 8, 8, WITH_COMPARATORS, IN_FILTER(control)),
    PART(0x00, 11, 9, COMPARATOR, IN_FILTER(control)),
    PART(0x00, 12, 12, WITH_COMPARATORS, IN_FILTER(control)),
    PART(0x00, 15, 13, COMPARATOR, IN_FILTER(control)),
    PART(0x00, 16, 16, ANY, IN_FILTER(control)),
    PART(0x04, 8, 0, ANY, IN_FILTER(inst)),
    PART(0x08, 31, 0, ANY, IN_FILTER(ecause[0])),
    PART(0x0c, 31, 0, ANY, IN_FILTER(ecause[1])),
    PART(0x10, 31, 0, ANY, IN_FILTER(impdef)),
    PART(0x14, 31, 0, ANY, IN_FILTER(impdef_mask)),
};

/* Of comparator 0; members within nt_comparator_control. */
static const field in_comparator[] = {
    PART(0x00, 1, 0, INPUT, IN_COMPARATOR(control)),
    PART(0x00, 3, 2, INPUT, IN_COMPARATOR(control)),
    PART(0x00, 6, 4, ANY, IN_COMPARATOR(control)),
    PART(0x00, 10, 8, ANY, IN_COMPARATOR(control)),
    PART(0x00, 15, 12, ANY, IN_COMPARATOR(control)),
    PART(0x10, 31, 0, ANY, IN_COMPARATOR(pmatch[0])),
    PART(0x14, 31, 0, UPPER, IN_COMPARATOR(pmatch[1])),
    PART(0x18, 31, 0, ANY, IN_COMPARATOR(smatch[0])),
    PART(0x1c, 31, 0, UPPER, IN_COMPARATOR(smatch[1])),
};

/* The rows of the table that an offset is in, and where the unit's members begin. */
typedef struct place {
    const field *row;
    size_t rows;
    size_t base;
    uint16_t offset; /* as the rows have it */
} place;

#define ROWS(table) (sizeof(table) / sizeof(table)[0])

static place place_of(const nt_config *config, uint16_t offset) {
    unsigned filter = (unsigned)(offset - FILTERS) / UNIT;
    unsigned comparator = (unsigned)(offset - COMPARATORS) / UNIT;
    if (offset >= FILTERS && filter < config->nfilters) {
        return (place){in_filter, ROWS(in_filter),
                       offsetof(nt_control, filter) + filter * sizeof(nt_filter_control),
                       (uint16_t)(offset % UNIT)};
    }
    if (offset >= COMPARATORS && comparator < config->ncomparators) {
        return (place){in_comparator, ROWS(in_comparator),
                       offsetof(nt_control, comparator) +
                           comparator * sizeof(nt_comparator_control),
                       (uint16_t)(offset % UNIT)};
    }
    return (place){plain, ROWS(plain), 0, offset};
}

static uint32_t low_bits(unsigned count) {
    return count < 32 ? (UINT32_C(1) << count) - 1 : UINT32_MAX;
}

static uint32_t least(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static uint32_t actions(const nt_config *config, uint32_t word) {
    uint32_t result = 0;
    for (unsigned i = 0; i < config->ntriggers; i++) {
        uint32_t action = word >> 4 * i & 15;
        result |= action >= 2 && action <= 4 ? action << 4 * i : 0;
    }
    return result;
}

static uint32_t legal_value(const nt_config *config, uint8_t rule, uint32_t value) {
    unsigned context = (unsigned)config->scontext_w + config->hcontext_w;
    unsigned widest = context > config->xlen ? context : config->xlen;
    bool returns = config->stack_depth != 0 && config->itype_w == 4 && !config->draft;
    switch ((legal)rule) {
    case WITH_CONTEXT:
        return config->scontext_w != 0 ? value : 0;
    case WITH_OPTIONS:
        return config->options ? value : 0;
    case WITH_SIJUMP:
        return config->options && config->sijump ? value : 0;
    case WITH_RETURNS:
        return returns ? value : 0;
    case WITH_PERIODS:
        return config->repeat_w != 0 && config->period_w != 0 ? value : 0;
    case WITH_REPEATS:
        return config->repeat_w != 0 ? value : 0;
    case WITH_SRC:
        return config->src_w != 0 ? value : 0;
    case WITH_TIME:
        return config->tstamp_w != 0 ? value : 0;
    case WITH_COMPARATORS:
        return config->ncomparators != 0 ? value : 0;
    case MODE:
        return value == 0 ? 0 : value <= 3 ? 3 : 6;
    case SRC_ID:
        return value & low_bits(config->src_w);
    case SRC_BITS:
        return least(value, config->src_w);
    case SELECTION:
        return value & low_bits(config->nfilters);
    case TIME_MODE:
        return config->tstamp_w != 0 && value <= 4 ? value : 0;
    case LEVEL:
        return least(value, config->fifo_depth - 1u);
    case COMPARATOR:
        return config->ncomparators != 0 ? least(value, config->ncomparators - 1u) : 0;
    case INPUT:
        return value == 2 || (value == 1 && context != 0) ? value : 0;
    case UPPER:
        return value & low_bits(widest - 32);
    case ACTIONS:
        return actions(config, value);
    case EVENTS:
        return value & 0x33333333 & low_bits(4u * config->ntriggers);
    case ANY:
    default:
        return value;
    }
}

static uint32_t bits(uint32_t word, const field *row) {
    return word >> row->low & low_bits(row->high - row->low + 1u);
}

static uint32_t get(const nt_control *fields, const place *at, const field *row) {
    uint32_t word;
    memcpy(&word, (const char *)fields + at->base + row->member, sizeof word);
    return word >> row->shift & low_bits(row->high - row->low + 1u);
}

static void set(nt_control *fields, const place *at, const field *row, uint32_t value) {
    char *member = (char *)fields + at->base + row->member;
    uint32_t word;
    memcpy(&word, member, sizeof word);
    word &= ~(low_bits(row->high - row->low + 1u) << row->shift);
    word |= value << row->shift;
    memcpy(member, &word, sizeof word);
}

void nt_witness_registers_init(nt_witness_registers *registers, const nt_config *config) {
    memset(registers, 0, sizeof *registers);
    registers->config = config;
}

/* The fields that are written, as they stand. */
static uint32_t stored(const nt_witness_registers *registers, uint16_t offset) {
    const place at = place_of(registers->config, offset);
    uint32_t word = 0;
    for (size_t i = 0; i < at.rows; i++) {
        const field *row = &at.row[i];
        word |= row->offset == at.offset ? get(&registers->fields, &at, row) << row->low : 0;
    }
    return word;
}

static bool is_access(const nt_apb *apb) {
    return apb->PSEL && apb->PENABLE && apb->PADDR % 4 == 0;
}

uint32_t nt_witness_registers_answer(const nt_witness_registers *registers,
                                     const nt_witness_registers_inputs *in) {
    const nt_apb *apb = in->apb;
    uint16_t offset = apb->PADDR;
    bool active = registers->fields.trTeActive;
    bool time = registers->config->tstamp_w != 0;
    if (!is_access(apb) || apb->PWRITE || (!active && offset != TE_CONTROL)) {
        return 0;
    }
    switch (offset) {
    case TE_CONTROL:
        return stored(registers, offset) | (uint32_t)in->trTeEmpty << EMPTY |
               (uint32_t)registers->stall_or_overflow << STALL_OR_OVERFLOW | 1u << FORMAT;
    case TE_IMPL:
        return IMPL;
    case TS_CONTROL:
        return stored(registers, offset) | (uint32_t)registers->config->tstamp_w << TS_WIDTH;
    case TS_COUNTER_LOW:
        return time ? (uint32_t)in->time_before : 0;
    case TS_COUNTER_HIGH:
        return time ? (uint32_t)(in->time_before >> 32) : 0;
    default:
        return stored(registers, offset);
    }
}

static uint32_t strobes(const nt_apb *apb) {
    uint32_t mask = 0;
    for (unsigned byte = 0; byte < 4; byte++) {
        mask += (apb->PSTRB >> byte & 1) * (UINT32_C(0xff) << 8 * byte);
    }
    return mask;
}

/* The bits that are written as 1 to a register. */
static uint32_t ones(const nt_apb *apb, uint16_t offset) {
    bool writes = is_access(apb) && apb->PWRITE && apb->PADDR == offset;
    return writes ? apb->PWDATA & strobes(apb) : 0;
}

bool nt_witness_registers_reset_time(const nt_witness_registers *registers, const nt_apb *apb) {
    bool there = registers->config->tstamp_w != 0 && registers->fields.trTeActive;
    return there && (ones(apb, TS_CONTROL) >> TS_RESET & 1);
}

/* Both fields of implicit returns are one: a mode turns them on, and to turn them on without one
   gives the full address. */
static void couple_returns(nt_control *fields) {
    if (fields->trTeInstImplicitReturnMode == 0 && fields->trTeInstEnImplicitReturn) {
        fields->trTeInstImplicitReturnMode = 3;
    }
    fields->trTeInstEnImplicitReturn = fields->trTeInstImplicitReturnMode != 0;
}

/* A timestamp unit that is not active is held in reset. */
static void hold_time(nt_control *fields) {
    if (!fields->trTsActive) {
        fields->trTsCount = fields->trTsRunInDebug = fields->trTsMode = 0;
        fields->trTsPrescale = fields->trTsEnable = 0;
    }
}

static void write(nt_witness_registers *registers, const nt_apb *apb) {
    const place at = place_of(registers->config, apb->PADDR);
    uint32_t word = (stored(registers, apb->PADDR) & ~strobes(apb)) | (apb->PWDATA & strobes(apb));
    for (size_t i = 0; i < at.rows; i++) {
        const field *row = &at.row[i];
        if (row->offset == at.offset) {
            set(&registers->fields, &at, row,
                legal_value(registers->config, row->legal, bits(word, row)));
        }
    }
    couple_returns(&registers->fields);
    hold_time(&registers->fields);
}

void nt_witness_registers_step(nt_witness_registers *registers,
                               const nt_witness_registers_inputs *in) {
    nt_control *fields = &registers->fields;
    bool was_active = fields->trTeActive;
    bool was_enabled = fields->trTeEnable;
    if (is_access(in->apb) && in->apb->PWRITE) {
        write(registers, in->apb);
    }
    if (in->trace_on || in->trace_off) {
        fields->trTeInstTracing = in->trace_off ? 0 : 1;
    }
    if (ones(in->apb, TE_CONTROL) >> STALL_OR_OVERFLOW & 1) {
        registers->stall_or_overflow = false;
    }
    registers->stall_or_overflow |= in->stall_or_overflow;
    registers->stall_or_overflow &= was_enabled || !fields->trTeEnable;
    if (in->rst || !was_active || !fields->trTeActive) {
        bool active = fields->trTeActive && !in->rst;
        nt_witness_registers_init(registers, registers->config);
        fields->trTeActive = active;
    }
}
