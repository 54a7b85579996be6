/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/hpm/hpm_counting.h"

/* Numbers of CSRs; those of upper halves are further by HIGH */
enum {
    MCYCLE = 0xb00,
    MINSTRET = 0xb02,
    MHPMCOUNTER = 0xb00,
    MHPMCOUNTER_HIGH = 0x80,
    MHPMEVENT = 0x320,
    MHPMEVENT_HIGH = 0x400,
    MCOUNTINHIBIT = 0x320,
    SCOUNTOVF = 0xda0,
};

enum { WORD = 32, SETTLE = 3 /* cycles from an overflow to LCOFIP, and one more */ };

/* Accesses */

static void halt(nt_hpm_inputs *in) {
    *in = (nt_hpm_inputs){.priv = NT_HPM_DEBUG, .stop = true};
}

static bool access(hpm_both *both, unsigned addr, nt_hpm_op op, uint64_t word) {
    nt_hpm_inputs *in = &both->view.in;
    halt(in);
    in->csr =
        (nt_hpm_request){.valid = true, .addr = (uint16_t)addr, .op = (uint8_t)op, .wdata = word};
    return hpm_both_cycle(both);
}

static bool is_rv32(const hpm_both *both) {
    return both->view.params->xlen == WORD;
}

/* All 64 bits; on RV32 by two accesses. */
static bool write(hpm_both *both, unsigned addr, unsigned high, uint64_t word) {
    return is_rv32(both) ? access(both, addr, NT_HPM_WRITE, (uint32_t)word) &&
                               access(both, addr + high, NT_HPM_WRITE, word >> WORD)
                         : access(both, addr, NT_HPM_WRITE, word);
}

static bool read(hpm_both *both, unsigned addr, uint64_t *word) {
    if (!access(both, addr, NT_HPM_READ, 0)) {
        return false;
    }
    *word = both->view.out.csr.rdata;
    if (is_rv32(both)) {
        if (!access(both, addr + MHPMCOUNTER_HIGH, NT_HPM_READ, 0)) {
            return false;
        }
        *word |= both->view.out.csr.rdata << WORD;
    }
    return true;
}

/* The run */

static uint64_t most(const hpm_both *both) {
    return UINT64_MAX >> (64 - both->view.params->width);
}

bool hpm_counting_begin(hpm_counting *c, hpm_both *both) {
    const uint64_t first = (0 - (uint64_t)c->period) & most(both);
    bool good = access(both, MCOUNTINHIBIT, NT_HPM_WRITE, UINT32_MAX);
    for (unsigned i = 0; good && i < c->counters; i++) {
        const unsigned n = NT_HPM_FIRST + i;
        good = write(both, MHPMCOUNTER + n, MHPMCOUNTER_HIGH, first) &&
               write(both, MHPMEVENT + n, MHPMEVENT_HIGH, c->mhpmevent[i]);
    }
    return good && access(both, MCOUNTINHIBIT, NT_HPM_WRITE, 0);
}

/* Presets a counter again, from what it has: an LCOFI comes after its overflow, and what was
   counted meanwhile is of the next period. */
static bool serve_counter(hpm_counting *c, hpm_both *both, unsigned i) {
    const unsigned n = NT_HPM_FIRST + i;
    uint64_t value;
    if (!read(both, MHPMCOUNTER + n, &value)) {
        return false;
    }
    c->lcofis[i]++;
    for (value -= c->period; value <= most(both) / 2; value -= c->period) {
        c->late[i]++;
    }
    return write(both, MHPMCOUNTER + n, MHPMCOUNTER_HIGH, value & most(both)) &&
           access(both, MHPMEVENT + n + (is_rv32(both) ? MHPMEVENT_HIGH : 0), NT_HPM_CLEAR,
                  UINT64_C(1) << (both->view.params->xlen - 1));
}

/* LCOFIP first: an overflow after it asks again. */
static bool serve(hpm_counting *c, hpm_both *both) {
    nt_hpm_inputs *in = &both->view.in;
    halt(in);
    in->lcofip_write = true;
    if (!hpm_both_cycle(both) || !access(both, SCOUNTOVF, NT_HPM_READ, 0)) {
        return false;
    }
    const uint64_t of = both->view.out.csr.rdata;
    bool good = true;
    for (unsigned i = 0; good && i < c->counters; i++) {
        if ((of >> (NT_HPM_FIRST + i) & 1) != 0) {
            good = serve_counter(c, both, i);
        }
    }
    return good;
}

bool hpm_counting_serve(hpm_counting *c, hpm_both *both) {
    bool good = true;
    while (good && c->period != 0 && both->view.out.lcofip) {
        good = serve(c, both);
    }
    return good;
}

bool hpm_counting_end(hpm_counting *c, hpm_both *both) {
    bool good = true;
    for (unsigned i = 0; good && i < SETTLE; i++) {
        halt(&both->view.in);
        good = hpm_both_cycle(both);
    }
    good = good && hpm_counting_serve(c, both) && read(both, MCYCLE, &c->mcycle) &&
           read(both, MINSTRET, &c->minstret);
    for (unsigned i = 0; good && i < c->counters; i++) {
        good = read(both, MHPMCOUNTER + NT_HPM_FIRST + i, &c->value[i]);
        c->value[i] = (c->value[i] + c->period) & most(both);
    }
    return good;
}
