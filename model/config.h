/* The parameters of a build: what rtl/ has as Verilog parameters, chosen here at run time. */
#ifndef NT_MODEL_CONFIG_H
#define NT_MODEL_CONFIG_H

#include <stdint.h>

typedef struct nt_config {
    const char *name;    /* name of the build, the stem of its file in rtl/config */
    uint8_t xlen;        /* width of addresses in bits, 32 or 64 */
    uint8_t nblocks;     /* ingress blocks a cycle, 1 to 4 */
    uint8_t itype_w;     /* width of itype in bits, 3 or 4 */
    uint8_t iretire_w;   /* width of iretire in bits, 2 to 8 */
    uint8_t icnt_w;      /* width of I-CNT with its overflow bit, iretire_w + 1, and 5, to 22 */
    uint8_t hist_w;      /* width of HIST with its stop bit, 5 to 32 */
    uint8_t fifo_depth;  /* entries of the message FIFO, a power of two, 8 * nblocks to 128 */
    uint8_t scontext_w;  /* width of scontext, the low part of context; 0: no Ownership messages */
    uint8_t hcontext_w;  /* width of hcontext, the part of context above it; 0: not implemented */
    uint8_t src_w;       /* widest SRC, 0 to 12 */
    uint8_t tstamp_w;    /* width of timestamps, 0 (none) to 63 */
    uint8_t stack_depth; /* entries of the return stack, 0 (no implicit returns) to 32 */
    uint8_t partial_w;   /* address bits compared with trTeInstImplicitReturnMode=2 */
    uint8_t repeat_w;    /* width of HREPEAT and B-CNT, 0 (no repeats) to 18 */
    uint8_t period_w;    /* repeated history of periods up to 2^period_w - 1; 0: none */
    uint8_t options;    /* 1: sequential jumps, all-jumps, address MSB extension; 0: none of them */
    uint8_t btype_trap; /* 1: traps are told as B-TYPE 1 and not as 2 and 3 */
    uint8_t draft;      /* 1: itype codes of the draft ingress text */
    uint8_t nfilters;   /* trace filters, 0 to 16 */
    uint8_t ncomparators; /* comparators, 0 to 8 */
    uint8_t ntriggers;    /* external trigger inputs, and outputs, 0 to 8 */
    uint8_t out_bytes;    /* bytes a cycle of the serializer, 1, 4 or 8 */
} nt_config;

/* All builds, made from rtl/config/NAME.cfg; the last has no name. */
extern const nt_config nt_configs[];

#endif
