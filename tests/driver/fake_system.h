/* SPDX-License-Identifier: Apache-2.0 */
/* The models' register files behind a bus, with components that fill, flush and store as real ones
   do, and that a test can make go wrong. */
#ifndef NT_TESTS_FAKE_SYSTEM_H
#define NT_TESTS_FAKE_SYSTEM_H

#include "driver/driver.h"
#include "model/control/atb_registers.h"
#include "model/control/encoder_registers.h"
#include "model/control/funnel_registers.h"
#include "model/control/pib_registers.h"
#include "model/control/ram_registers.h"

#include <string.h>

enum {
    FAKE_ENCODER = 0x00000,
    FAKE_FUNNEL = 0x10000,
    FAKE_PIB = 0x18000,
    FAKE_RAM = 0x19000,
    FAKE_ATB = 0x1a000,
    FAKE_BASE_PAGE = 4096, /* the system's registers begin at that page: addresses above 16 MiB */
    FAKE_SRAM_WORDS = 64,
    FAKE_MEMORY_WORDS = 64,
    FAKE_EVENTS = 64,
    FAKE_WRITES = 256,
};

#define FAKE_BASE   ((uint64_t)FAKE_BASE_PAGE << 12)
#define FAKE_MEMORY UINT64_C(0x180000000)

/* What a read answers instead: bits cleared, then set. */
typedef struct fake_fault {
    uint64_t address; /* without FAKE_BASE; a register that is not there: no fault */
    uint32_t clear, set;
    bool fails; /* the access itself */
} fake_fault;

typedef struct fake_event {
    uint64_t base;
    bool enable; /* tr??Enable became that */
} fake_event;

typedef struct fake_system {
    nt_config config;
    nt_encoder_registers encoder;
    nt_funnel_registers funnel;
    nt_pib_registers pib;
    nt_ram_registers ram;
    nt_atb_registers atb;
    unsigned flush;   /* reads of tr??Control until what is queued has left */
    unsigned left[5]; /* of that, by component */
    unsigned waits;   /* cycles until trRamData has the word */
    uint64_t wp, rp;  /* of the RAM sink, WP with trRamWrap */
    uint32_t sram[FAKE_SRAM_WORDS];
    uint32_t memory[FAKE_MEMORY_WORDS];
    uint64_t write[FAKE_WRITES]; /* addresses, the latest FAKE_WRITES */
    uint32_t written[FAKE_WRITES];
    unsigned writes;
    fake_event event[FAKE_EVENTS];
    unsigned events;
    unsigned accesses;
    fake_fault fault;
} fake_system;

static inline void fake_init(fake_system *s, const nt_ram_registers_params *ram) {
    *s = (fake_system){.config = {.name = "test",
                                  .xlen = 64,
                                  .itype_w = 4,
                                  .fifo_depth = 32,
                                  .scontext_w = 8,
                                  .src_w = 6,
                                  .tstamp_w = 40,
                                  .stack_depth = 8,
                                  .repeat_w = 8,
                                  .period_w = 2,
                                  .options = 1,
                                  .sijump = 1,
                                  .nfilters = 3,
                                  .ntriggers = 2},
                       .flush = 3};
    const nt_funnel_registers_params funnel = {.inputs = 4, .tstamp_w = 40};
    const nt_pib_registers_params pib = {.modes = 1u << 8 | 1u << 10 | 1u << 5,
                                         .clk_center = true,
                                         .divider_w = 8,
                                         .divider_reset = 7};
    nt_encoder_registers_init(&s->encoder, &s->config);
    nt_funnel_registers_init(&s->funnel, &funnel);
    nt_pib_registers_init(&s->pib, &pib);
    nt_ram_registers_init(&s->ram, ram);
    nt_atb_registers_init(&s->atb);
    s->fault.address = UINT64_MAX;
}

static inline unsigned fake_index(uint64_t page) {
    switch (page << 12) {
    case FAKE_ENCODER:
        return 0;
    case FAKE_FUNNEL:
        return 1;
    case FAKE_PIB:
        return 2;
    case FAKE_RAM:
        return 3;
    case FAKE_ATB:
        return 4;
    default:
        return 5;
    }
}

static inline bool fake_enabled(const fake_system *s, unsigned index) {
    const uint32_t enabled[] = {s->encoder.control.trTeEnable,
                                s->funnel.fields.control.trFunnelEnable, s->pib.control.trPibEnable,
                                s->ram.control.trRamEnable, s->atb.control.trAtbBridgeEnable};
    return enabled[index] != 0;
}

/* Enabled components hold something; it leaves a while after they were disabled. */
static inline bool fake_empty(const fake_system *s, unsigned index) {
    return !fake_enabled(s, index) && s->left[index] == 0;
}

static inline void fake_step_pointers(fake_system *s, const nt_ram_registers_outputs *out) {
    uint64_t value = out->pointer_value;
    switch (out->pointer_write) {
    case NT_RAM_WP_LOW:
        s->wp = (s->wp >> 32 << 32) | (value & ~UINT64_C(2));
        break;
    case NT_RAM_WP_HIGH:
        s->wp = (s->wp & UINT32_MAX) | value << 32;
        break;
    case NT_RAM_RP_LOW:
        s->rp = value & (FAKE_SRAM_WORDS * 4 - 4);
        break;
    default:
        if (out->data_read) {
            s->rp =
                s->rp == s->ram.control.trRamLimitLow ? s->ram.control.trRamStartLow : s->rp + 4;
        }
    }
}

static inline nt_apb_answer fake_ram_cycle(fake_system *s, const nt_apb *apb, bool valid) {
    const nt_ram_registers_inputs in = {.apb = *apb,
                                        .trRamEmpty = fake_empty(s, 3),
                                        .trRamWP = s->wp,
                                        .trRamRP = s->rp,
                                        .data = s->sram[s->rp / 4 % FAKE_SRAM_WORDS],
                                        .data_valid = valid};
    nt_ram_registers_outputs out;
    nt_ram_registers_out(&s->ram, &in, &out);
    nt_ram_registers_step(&s->ram, &in);
    fake_step_pointers(s, &out);
    return out.bus;
}

/* A cycle of the bus at a component. */
static inline nt_apb_answer fake_cycle(fake_system *s, unsigned index, const nt_apb *apb,
                                       bool valid) {
    switch (index) {
    case 0: {
        const nt_encoder_registers_inputs in = {.apb = *apb, .trTeEmpty = fake_empty(s, 0)};
        nt_encoder_registers_outputs out;
        nt_encoder_registers_out(&s->encoder, &in, &out);
        nt_encoder_registers_step(&s->encoder, &in);
        return (nt_apb_answer){out.PREADY, out.PSLVERR, out.PRDATA};
    }
    case 1: {
        const nt_funnel_registers_inputs in = {.apb = *apb, .trFunnelEmpty = fake_empty(s, 1)};
        nt_funnel_registers_outputs out;
        nt_funnel_registers_out(&s->funnel, &in, &out);
        nt_funnel_registers_step(&s->funnel, &in);
        return out.bus;
    }
    case 2: {
        const nt_pib_registers_inputs in = {.apb = *apb, .trPibEmpty = fake_empty(s, 2)};
        nt_apb_answer answer = nt_pib_registers_out(&s->pib, &in);
        nt_pib_registers_step(&s->pib, &in);
        return answer;
    }
    case 3:
        return fake_ram_cycle(s, apb, valid);
    case 4: {
        const nt_atb_registers_inputs in = {.apb = *apb, .trAtbBridgeEmpty = fake_empty(s, 4)};
        nt_apb_answer answer = nt_atb_registers_out(&s->atb, &in);
        nt_atb_registers_step(&s->atb, &in);
        return answer;
    }
    default:
        return (nt_apb_answer){.PREADY = true};
    }
}

static inline uint32_t fake_transfer(fake_system *s, uint64_t address, bool write, uint32_t data) {
    unsigned index = fake_index(address >> 12);
    nt_apb apb = {.PSEL = true,
                  .PWRITE = write,
                  .PADDR = (uint16_t)(address & 0xfff),
                  .PSTRB = write ? 15 : 0,
                  .PWDATA = data};
    bool was_enabled = index < 5 && fake_enabled(s, index);
    if (!write && (address & 0xfff) == 0 && index < 5 && s->left[index] > 0) {
        s->left[index]--;
    }
    fake_cycle(s, index, &apb, false);
    apb.PENABLE = true;
    nt_apb_answer answer = {0};
    for (unsigned cycle = 0; !answer.PREADY && cycle < 100; cycle++) {
        answer = fake_cycle(s, index, &apb, cycle >= s->waits);
    }
    if (index < 5 && fake_enabled(s, index) != was_enabled) {
        s->left[index] = was_enabled ? s->flush : 0;
        if (s->events < FAKE_EVENTS) {
            s->event[s->events++] = (fake_event){address >> 12 << 12, !was_enabled};
        }
    }
    s->accesses++;
    return answer.PRDATA;
}

static inline bool fake_read(void *context, uint64_t address, uint32_t *value) {
    fake_system *s = context;
    if (address < FAKE_BASE) {
        *value = UINT32_MAX; /* nothing is there */
        return true;
    }
    *value = fake_transfer(s, address - FAKE_BASE, false, 0);
    if (address - FAKE_BASE == s->fault.address) {
        *value = (*value & ~s->fault.clear) | s->fault.set;
        return !s->fault.fails;
    }
    return true;
}

static inline bool fake_write(void *context, uint64_t address, uint32_t value) {
    fake_system *s = context;
    if (address >= FAKE_BASE) {
        s->write[s->writes % FAKE_WRITES] = address - FAKE_BASE;
        s->written[s->writes++ % FAKE_WRITES] = value;
        fake_transfer(s, address - FAKE_BASE, true, value);
    }
    return true;
}

static inline bool fake_read_memory(void *context, uint64_t address, uint32_t *value) {
    const fake_system *s = context;
    uint64_t word = (address - FAKE_MEMORY) / 4;
    *value = word < FAKE_MEMORY_WORDS ? s->memory[word] : 0;
    return word < FAKE_MEMORY_WORDS;
}

static inline nt_driver fake_driver(fake_system *s) {
    return (nt_driver){.registers = {s, fake_read, fake_write},
                       .memory = {s, fake_read_memory, NULL},
                       .polls = 20};
}

#endif
