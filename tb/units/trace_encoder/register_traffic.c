/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/trace_encoder/register_traffic.h"

#include "model/control/encoder_map.h"
#include "model/control/encoder_registers.h"
#include "sim/util/random.h"

#include <stddef.h>
#include <stdlib.h>

enum {
    TE_CONTROL = 0x000,
    TS_CONTROL = 0x040,
    INST_FILTERS = 0x00c,
    WORDS = 0x1000 / 4,
    ACTIVE = 1 << 0,
    ENABLE = 1 << 1,
    TRACING = 1 << 2,
    TRIG_ENABLE = 1 << 11,
    MODE = 7 << 4,
};

typedef struct traffic {
    nt_source inner;
    nt_random random;
    nt_encoder_registers registers; /* as the encoder's, but for what hardware does to them */
    nt_control wanted;              /* the fields as `inner` wrote them */
    bool dirty[WORDS];              /* registers that are to be written with what is wanted */
    nt_apb apb;                     /* the transfer under way */
    unsigned ended;                 /* cycles since `inner` ended */
    bool stopped;                   /* then tracing was turned off */
} traffic;

static uint32_t below(traffic *t, uint32_t bound) {
    return nt_random_below(&t->random, bound);
}

static uint32_t word_of(const nt_control *control, const nt_register *where, unsigned unit) {
    return (uint32_t)nt_register_word(&nt_encoder_map, control, where, unit);
}

static uint32_t wanted_word(const traffic *t, uint16_t address) {
    unsigned unit;
    const nt_register *where = nt_register_at(&nt_encoder_map, address, &unit);
    return where == NULL ? 0 : word_of(&t->wanted, where, unit);
}

/* Every register that does not hold what is wanted is to be written. */
static void compare_registers(traffic *t) {
    for (unsigned i = 0; i < WORDS; i++) {
        uint16_t address = (uint16_t)(4 * i);
        unsigned unit;
        const nt_register *where = nt_register_at(&nt_encoder_map, address, &unit);
        t->dirty[i] =
            where != NULL && wanted_word(t, address) != word_of(&t->registers.control, where, unit);
    }
}

/* What `inner` writes goes into `wanted`; the PIB's fields stay in the cycle. */
static void take_writes(traffic *t, nt_cycle *cycle) {
    uint8_t kept = 0;
    for (unsigned i = 0; i < cycle->writes; i++) {
        const nt_control_write write = cycle->write[i];
        uint16_t offset = nt_control_fields[write.field].offset;
        bool of_pib = offset >= offsetof(nt_control, trPibActive) &&
                      offset <= offsetof(nt_control, trPibDivider);
        if (of_pib) {
            cycle->write[kept++] = write;
        } else {
            nt_control_set(&t->wanted, write.field, write.value);
        }
    }
    if (kept == cycle->writes) {
        return;
    }
    cycle->writes = kept;
    compare_registers(t);
}

static nt_apb transfer(uint16_t address, bool write, uint32_t data, uint8_t strobes) {
    return (nt_apb){.PSEL = true,
                    .PWRITE = write,
                    .PADDR = address,
                    .PSTRB = write ? strobes : 0,
                    .PWDATA = write ? data : 0};
}

/* The next write of what is wanted: trTeActive first, the rest of trTeControl last. */
static bool write_wanted(traffic *t) {
    if (t->dirty[TE_CONTROL] && t->wanted.trTeActive && !t->registers.control.trTeActive) {
        t->apb = transfer(TE_CONTROL, true, ACTIVE, 15);
        return true;
    }
    for (unsigned i = WORDS; i-- > 0;) {
        if (t->dirty[i]) {
            uint16_t address = (uint16_t)(4 * i);
            t->dirty[i] = false;
            t->apb = transfer(address, true, wanted_word(t, address), 15);
            return true;
        }
    }
    return false;
}

static uint16_t random_address(traffic *t) {
    if (below(t, 16) == 0) {
        return (uint16_t)below(t, 0x1000);
    }
    const nt_register *one = &nt_encoder_map.registers[below(t, nt_encoder_map.count)];
    uint32_t unit = below(t, nt_register_units(&nt_encoder_map, one)->count);
    return (uint16_t)nt_register_address(&nt_encoder_map, one, unit);
}

/* Mostly on, so that there is something to trace. */
static uint32_t random_control(traffic *t) {
    uint32_t data = (uint32_t)nt_random_next(&t->random) & ~(uint32_t)MODE;
    data |= below(t, 64) == 0 ? 0 : ACTIVE;
    data |= below(t, 16) == 0 ? 0 : ENABLE;
    data |= below(t, 4) == 0 ? 0 : TRACING;
    return data | (below(t, 2) == 0 ? 3u : 6u) << 4;
}

static uint32_t random_data(traffic *t, uint16_t address) {
    uint32_t data = (uint32_t)nt_random_next(&t->random);
    switch (address) {
    case TE_CONTROL:
        return random_control(t);
    case TS_CONTROL:
        return data | 1;
    case INST_FILTERS:
        return below(t, 4) == 0 ? data : 0;
    default:
        return below(t, 4) == 0 ? data & (uint32_t)nt_random_next(&t->random) : data;
    }
}

static void start_random(traffic *t) {
    uint16_t address = random_address(t);
    bool write = below(t, 3) == 0;
    uint8_t strobes = below(t, 8) == 0 ? (uint8_t)below(t, 16) : 15;
    t->apb = transfer(address, write, random_data(t, address), strobes);
    /* And back to what was wanted, some time */
    t->dirty[below(t, 4) == 0 ? TE_CONTROL : random_address(t) / 4] = true;
}

/* The last transfer: tracing off, and no trigger that turns it on. */
static void start_stop(traffic *t) {
    uint32_t word = word_of(&t->registers.control, &nt_encoder_map.registers[0], 0);
    t->apb = transfer(TE_CONTROL, true, word & ~(uint32_t)(TRACING | TRIG_ENABLE), 15);
    t->stopped = true;
}

static void start_transfer(traffic *t) {
    if (t->ended > 0) {
        start_stop(t);
    } else if (write_wanted(t)) {
        return;
    } else if (below(t, 16) == 0) {
        start_random(t);
    }
}

/* The bus of this cycle, and the registers behind it. */
static void drive(traffic *t, nt_cycle *cycle) {
    if (t->apb.PSEL) {
        t->apb.PENABLE = true;
    } else if (!cycle->rst) {
        start_transfer(t);
    }
    cycle->apb = t->apb;
    const nt_encoder_registers_inputs in = {.rst = cycle->rst, .apb = t->apb};
    nt_encoder_registers_outputs out;
    nt_encoder_registers_out(&t->registers, &in, &out);
    bool was_active = t->registers.control.trTeActive;
    nt_encoder_registers_step(&t->registers, &in);
    if (was_active && !t->registers.control.trTeActive) {
        compare_registers(t);
    }
    if (cycle->rst || (t->apb.PENABLE && out.PREADY)) {
        t->apb = (nt_apb){0};
    }
}

static int next(void *self, bool stall, nt_cycle *cycle, nt_error *error) {
    traffic *t = self;
    int result = t->ended > 0 ? 0 : t->inner.next(t->inner.self, stall, cycle, error);
    if (result < 0) {
        return -1;
    }
    if (result == 0) {
        if (t->stopped && !t->apb.PSEL) {
            return 0;
        }
        t->ended++;
        *cycle = (nt_cycle){.sink_ready = true};
    }
    take_writes(t, cycle);
    drive(t, cycle);
    return 1;
}

static void close_source(void *self) {
    traffic *t = self;
    t->inner.close(t->inner.self);
    free(t);
}

int nt_register_traffic_open(nt_source *source, nt_source inner, const nt_config *config,
                             uint64_t seed, nt_error *error) {
    traffic *t = calloc(1, sizeof *t);
    if (t == NULL) {
        inner.close(inner.self);
        return nt_fail(error, "out of memory");
    }
    t->inner = inner;
    nt_random_seed(&t->random, seed);
    nt_encoder_registers_init(&t->registers, config);
    *source = (nt_source){next, close_source, t};
    return 0;
}
