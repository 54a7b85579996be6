/* SPDX-License-Identifier: Apache-2.0 */
/* Random descriptors: any that the encoder of a build may send, every width of every field. */
#ifndef NT_TB_DESCRIPTORS_H
#define NT_TB_DESCRIPTORS_H

#include "model/codes.h"
#include "model/config.h"
#include "model/encoder/descriptor.h"
#include "model/transport/parts.h"
#include "sim/util/random.h"

#include <string.h>

/* A value of up to `bits` bits; all widths are alike common, and runs of ones too. */
static inline uint64_t random_value(nt_random *random, unsigned bits) {
    if (bits == 0) {
        return 0;
    }
    uint64_t all = UINT64_MAX >> (64 - bits);
    unsigned width = nt_random_between(random, 0, bits);
    uint64_t low = width == 0 ? 0 : nt_random_next(random) >> (64 - width);
    switch (nt_random_below(random, 4)) {
    case 0:
        return all & ~low;
    case 1:
        return width == 0 ? 0 : UINT64_MAX >> (64 - width);
    default:
        return low;
    }
}

static const uint8_t address_tcodes[] = {
    NT_TCODE_INDIRECT_BRANCH,    NT_TCODE_INDIRECT_BRANCH_HIST, NT_TCODE_PROG_TRACE_SYNC,
    NT_TCODE_DIRECT_BRANCH_SYNC, NT_TCODE_INDIRECT_BRANCH_SYNC, NT_TCODE_INDIRECT_BRANCH_HIST_SYNC,
};

static const uint8_t other_tcodes[] = {
    NT_TCODE_DIRECT_BRANCH, NT_TCODE_ERROR,         NT_TCODE_RESOURCE_FULL,
    NT_TCODE_RESOURCE_FULL, NT_TCODE_REPEAT_BRANCH, NT_TCODE_PROG_TRACE_CORRELATION,
    NT_TCODE_OWNERSHIP,
};

static inline uint8_t random_tcode(nt_random *random, const nt_config *config, bool may_have_addr) {
    if (may_have_addr && nt_random_chance(random, 192)) {
        return address_tcodes[nt_random_below(random, sizeof address_tcodes)];
    }
    uint8_t tcode = other_tcodes[nt_random_below(random, sizeof other_tcodes)];
    bool absent = (tcode == NT_TCODE_REPEAT_BRANCH && config->repeat_w == 0) ||
                  (tcode == NT_TCODE_OWNERSHIP && config->scontext_w == 0);
    return absent ? NT_TCODE_DIRECT_BRANCH : tcode;
}

/* As the flow stage hands it on; `may_have_addr`: a slot in which a message with one may stand. */
static inline nt_descriptor random_descriptor(nt_random *random, const nt_config *config,
                                              bool may_have_addr) {
    nt_descriptor d = {
        .tcode = random_tcode(random, config, may_have_addr),
        .code = (uint8_t)nt_random_below(random, 16),
        .btype = (uint8_t)nt_random_below(random, 4),
        .icnt = (uint32_t)random_value(random, config->icnt_w),
        .hist = (uint32_t)random_value(random, config->hist_w),
        .addr = random_value(random, config->xlen - 1u),
    };
    switch (d.tcode) {
    case NT_TCODE_RESOURCE_FULL:
        d.code = (uint8_t)nt_random_below(random, config->repeat_w ? 3 : 2);
        d.code |= nt_random_chance(random, 128) ? NT_ICNT_FIRST : 0;
        if (d.code == NT_ICNT_FIRST) { /* two I-CNTs in one block there are not */
            d.code = NT_RCODE_ICNT;
        }
        if (config->repeat_w != 0) {
            d.addr = random_value(random, config->repeat_w);
        }
        break;
    case NT_TCODE_REPEAT_BRANCH:
        d.addr = random_value(random, config->repeat_w);
        break;
    case NT_TCODE_OWNERSHIP:
        d.code &= 7;
        d.btype = nt_random_chance(random, 64) ? NT_FORMAT_PRIVILEGE
                  : config->hcontext_w != 0    ? NT_FORMAT_HCONTEXT
                                               : NT_FORMAT_SCONTEXT;
        if (nt_random_chance(random, 64)) {
            d.btype = NT_FORMAT_SCONTEXT;
        }
        d.addr = random_value(random, (unsigned)config->scontext_w + config->hcontext_w);
        break;
    case NT_TCODE_PROG_TRACE_CORRELATION:
        d.btype &= 1;
        break;
    default:
        break;
    }
    return d;
}

static inline nt_format_settings random_settings(nt_random *random, const nt_config *config) {
    return (nt_format_settings){
        .src_bits = (uint8_t)nt_random_below(random, config->src_w + 1u),
        .src_id = (uint16_t)random_value(random, config->src_w),
        .ts_enable = nt_random_chance(random, 128),
        .extend_msb = nt_random_chance(random, 128),
        .trim_ownership = nt_random_chance(random, 64),
    };
}

#endif
