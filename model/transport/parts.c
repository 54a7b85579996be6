/* SPDX-License-Identifier: Apache-2.0 */
#include "model/transport/parts.h"

#include "model/codes.h"

enum { MDO_BITS = 6 };

bool nt_parts_another(const nt_config *config, const nt_descriptor *d, bool second) {
    if (second) {
        return false;
    }
    return (d->tcode == NT_TCODE_RESOURCE_FULL && (d->code & NT_ICNT_FIRST)) ||
           (d->tcode == NT_TCODE_OWNERSHIP && d->btype == NT_FORMAT_HCONTEXT &&
            config->hcontext_w != 0);
}

static unsigned rcode_of(const nt_descriptor *d, bool second) {
    if (d->code & NT_ICNT_FIRST) {
        return second ? d->code & ~(unsigned)NT_ICNT_FIRST : NT_RCODE_ICNT;
    }
    return d->code;
}

static bool has_hrepeat(const nt_descriptor *d, bool second) {
    return d->tcode == NT_TCODE_RESOURCE_FULL && rcode_of(d, second) == NT_RCODE_HREPEAT;
}

static bool has_addr(const nt_descriptor *d, bool second) {
    switch (d->tcode) {
    case NT_TCODE_INDIRECT_BRANCH:
    case NT_TCODE_INDIRECT_BRANCH_HIST:
    case NT_TCODE_PROG_TRACE_SYNC:
    case NT_TCODE_DIRECT_BRANCH_SYNC:
    case NT_TCODE_INDIRECT_BRANCH_SYNC:
    case NT_TCODE_INDIRECT_BRANCH_HIST_SYNC:
        return true;
    default:
        return has_hrepeat(d, second);
    }
}

static bool has_hist(const nt_descriptor *d) {
    return d->tcode == NT_TCODE_INDIRECT_BRANCH_HIST ||
           d->tcode == NT_TCODE_INDIRECT_BRANCH_HIST_SYNC ||
           (d->tcode == NT_TCODE_PROG_TRACE_CORRELATION && (d->btype & 1));
}

uint8_t nt_parts_after(const nt_config *config, const nt_format_settings *settings,
                       const nt_descriptor *d, bool second, uint8_t part) {
    if (part == NT_PART_TCODE) {
        return NT_PART_COUNT;
    }
    if (part < NT_PART_ADDR && has_addr(d, second)) {
        return NT_PART_ADDR;
    }
    if (part < NT_PART_HIST && has_hist(d)) {
        return NT_PART_HIST;
    }
    bool tstamp = config->tstamp_w != 0 && settings->ts_enable;
    return part < NT_PART_TSTAMP && tstamp ? NT_PART_TSTAMP : NT_PART_TCODE;
}

static uint64_t low_bits(uint64_t value, unsigned bits) {
    return bits >= 64 ? value : value & ((UINT64_C(1) << bits) - 1);
}

static uint64_t process_of(const nt_config *config, const nt_descriptor *d, bool second) {
    unsigned format = second ? NT_FORMAT_SCONTEXT : d->btype;
    uint64_t context = 0;
    if (format == NT_FORMAT_SCONTEXT) {
        context = low_bits(d->addr, config->scontext_w);
    } else if (format == NT_FORMAT_HCONTEXT) {
        context = low_bits(d->addr >> config->scontext_w, config->hcontext_w);
    }
    return context << 5 | (uint64_t)(d->code & 7u) << 2 | format;
}

/* Fixed-length fields behind SRC, and the variable-length one behind them. */
typedef struct body {
    uint64_t fixed;
    unsigned bits; /* of fixed */
    uint64_t variable;
} body;

/* Of PROCESS the first 4 bits are taken as fixed: FORMAT and PRV, and V as the one behind them, are
   always sent, since some decoders read them so. */
static body process_body(const nt_config *config, const nt_format_settings *settings,
                         const nt_descriptor *d, bool second) {
    uint64_t process = process_of(config, d, second);
    return settings->trim_ownership ? (body){0, 0, process} : (body){process & 15, 4, process >> 4};
}

static body body_of(const nt_config *config, const nt_format_settings *settings,
                    const nt_descriptor *d, bool second) {
    switch (d->tcode) {
    case NT_TCODE_OWNERSHIP:
        return process_body(config, settings, d, second);
    case NT_TCODE_DIRECT_BRANCH:
        return (body){0, 0, d->icnt};
    case NT_TCODE_REPEAT_BRANCH:
        return (body){0, 0, d->addr};
    case NT_TCODE_INDIRECT_BRANCH:
    case NT_TCODE_INDIRECT_BRANCH_HIST:
        return (body){d->btype, 2, d->icnt};
    case NT_TCODE_INDIRECT_BRANCH_SYNC:
    case NT_TCODE_INDIRECT_BRANCH_HIST_SYNC:
    case NT_TCODE_PROG_TRACE_CORRELATION:
        return (body){(uint64_t)d->btype << 4 | d->code, 6, d->icnt};
    case NT_TCODE_RESOURCE_FULL: {
        unsigned rcode = rcode_of(d, second);
        return (body){rcode, 4, rcode == NT_RCODE_ICNT ? d->icnt : d->hist};
    }
    default:
        return (body){d->code, 4, d->icnt};
    }
}

static nt_part_value count_part(const nt_config *config, const nt_format_settings *settings,
                                const nt_descriptor *d, bool second) {
    body b = body_of(config, settings, d, second);
    uint64_t rest = b.variable << b.bits | b.fixed;
    return (nt_part_value){
        .value = rest << settings->src_bits | low_bits(settings->src_id, settings->src_bits),
        .fixed = (uint8_t)((settings->src_bits + b.bits) / MDO_BITS),
    };
}

/* N-Trace 1.0, "Virtual Addresses Optimization": ones are skipped as zeros of the inverse. Where
   the last byte of a full address would be needed all the same it is sent as it is, filled with
   zeros. */
static nt_part_value addr_part(const nt_config *config, const nt_format_settings *settings,
                               const nt_descriptor *d, bool second) {
    nt_part_value part = {.value = d->addr};
    if (config->options && settings->extend_msb && !has_hrepeat(d, second)) {
        unsigned width = config->xlen - 1u;
        unsigned last = (width - 1) / MDO_BITS * MDO_BITS; /* first bit in its last byte */
        part.extend = true;
        part.inverted = d->addr >> (last - 1) == (UINT64_C(1) << (width - last + 1)) - 1;
        part.value = part.inverted ? low_bits(~d->addr, width) : d->addr;
    }
    return part;
}

nt_part_value nt_parts_value(const nt_config *config, const nt_format_settings *settings,
                             const nt_descriptor *d, bool second, uint8_t part) {
    switch (part) {
    case NT_PART_COUNT:
        return count_part(config, settings, d, second);
    case NT_PART_ADDR:
        return addr_part(config, settings, d, second);
    case NT_PART_HIST:
        return (nt_part_value){.value = d->hist};
    case NT_PART_TSTAMP: /* the second of two is at the same time as the first */
        return (nt_part_value){.value = second ? 0 : d->tstamp};
    default: /* TCODE goes out as it is */
        return (nt_part_value){0};
    }
}
