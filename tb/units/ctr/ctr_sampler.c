/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/ctr/ctr_sampler.h"

#include "model/ctr/ctr_control.h"

enum {
    SIREG = 0x151,
    DRAFT_CONTROLH = 0x382,
    ENTRY_0 = 0x200,
    REGISTERS = 3, /* of an entry */
    DEPTH_64 = 2,
    DRAFT_DEPTH_64 = 3 << 16,
    MODES = 7,        /* M, S, U in either map */
    FREEZES = 0x1800, /* BPFRZ and LCOFIFRZ */
    BREAKPOINT = 3,
};

/* CSR numbers by map. */
static const uint16_t control[2] = {0x34e, 0x381};
static const uint16_t status[2] = {0x14f, 0x183};
static const uint16_t depth = 0x15f;
static const uint64_t frozen[2] = {UINT64_C(1) << 31, 1 << 15};
static const uint64_t ntbren = UINT64_C(1) << 36;

static void request(nt_ctr_inputs *in, uint16_t address, nt_csr_op op, uint64_t word) {
    in->csr_valid = true;
    in->csr_addr = address;
    in->csr_op = (uint8_t)op;
    in->csr_wdata = word;
    in->stateen = 0; /* a debugger may without */
}

/* A trap has frozen it, or it is time to. */
static void begin(ctr_sampler *s, nt_random *random, const nt_ctr *ctr, const nt_ctr_inputs *in) {
    if (ctr->frozen) {
        s->frozen[in->cause == BREAKPOINT ? 1 : 2]++;
        s->phase = CTR_READS;
    } else if (s->every != 0 && nt_random_below(random, s->every) == 0) {
        s->frozen[0]++;
        s->phase = CTR_FREEZES;
    }
    s->index = 0;
    s->any = false;
}

bool ctr_sampler_next(ctr_sampler *s, nt_random *random, const nt_ctr_config *config,
                      const nt_ctr *ctr, nt_ctr_inputs *in) {
    if (in->csr_valid) {
        return true;
    }
    if (s->phase == CTR_RUNS) {
        begin(s, random, ctr, in);
    }
    switch (s->phase) {
    case CTR_SETS_DEPTH:
        request(in, depth, NT_CSR_WRITE, DEPTH_64); /* the draft has it in its control register */
        break;
    case CTR_SETS_CONTROL:
        request(in, control[config->draft], NT_CSR_WRITE,
                MODES | FREEZES | ntbren | (config->draft ? DRAFT_DEPTH_64 : 0));
        break;
    case CTR_SETS_UPPER:
        request(in, DRAFT_CONTROLH, NT_CSR_WRITE, ntbren >> 32);
        break;
    case CTR_FREEZES:
        request(in, status[config->draft], NT_CSR_SET, frozen[config->draft]);
        break;
    case CTR_READS:
        request(in, (uint16_t)(SIREG + s->index % REGISTERS), NT_CSR_READ, 0);
        in->select = (uint16_t)(ENTRY_0 + s->index / REGISTERS);
        break;
    case CTR_THAWS:
        request(in, status[config->draft], NT_CSR_CLEAR, frozen[config->draft]);
        break;
    default:
        break;
    }
    return in->csr_valid;
}

void ctr_sampler_took(ctr_sampler *s, const nt_ctr_config *config, const nt_ctr *ctr,
                      const nt_ctr_inputs *in, const nt_ctr_outputs *out) {
    switch (s->phase) {
    case CTR_SETS_DEPTH:
        s->phase = CTR_SETS_CONTROL;
        break;
    case CTR_FREEZES:
        s->phase = CTR_READS;
        break;
    case CTR_SETS_CONTROL:
        s->phase = config->draft && config->xlen == 32 ? CTR_SETS_UPPER : CTR_RUNS;
        break;
    case CTR_SETS_UPPER:
    case CTR_THAWS:
        s->phase = CTR_RUNS;
        break;
    case CTR_READS:
        if (in->csr_addr == SIREG && (out->csr_rdata & 1) != 0) {
            s->entries++;
            s->any = true;
        }
        if (++s->index == REGISTERS * nt_ctr_depth(ctr)) {
            s->empty += !s->any;
            s->phase = CTR_THAWS;
        }
        break;
    default:
        break;
    }
}
