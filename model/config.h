/* SPDX-License-Identifier: Apache-2.0 */
/* The parameters of a build: what rtl/ has as Verilog parameters, chosen here at run time. */
#ifndef NT_MODEL_CONFIG_H
#define NT_MODEL_CONFIG_H

#include <stddef.h>
#include <stdint.h>

/* The members between the two marks are written by scripts/parameters.py, from
   rtl/config/parameters.txt. */
typedef struct nt_config {
    const char *name; /* name of the build, the stem of its file in rtl/config */
    /* parameters */
    /* width of addresses in bits: 32 or 64 */
    uint8_t xlen;
    /* ingress blocks per cycle: 1 to 4 */
    uint8_t nblocks;
    /* width of itype in bits: 3 or 4 */
    uint8_t itype_w;
    /* width of iretire in bits; a block has at most 2^IRETIRE_W - 1 half-words: 2 to 8 */
    uint8_t iretire_w;
    /* width of I-CNT with its overflow bit: 5 to 22 */
    uint8_t icnt_w;
    /* width of HIST with its stop bit: 5 to 32 */
    uint8_t hist_w;
    /* entries of the message FIFO: 8, 16, 32, 64 or 128 */
    uint8_t fifo_depth;
    /* width of scontext, the low part of context; 0: no Ownership messages: 0 to 59 */
    uint8_t scontext_w;
    /* width of hcontext, the part of context above it; 0: not implemented: 0 to 59 */
    uint8_t hcontext_w;
    /* widest SRC (trTeSrcBits); 0: no SRC: 0 to 12 */
    uint8_t src_w;
    /* width of timestamps; 0: none: 0 to 63 */
    uint8_t tstamp_w;
    /* entries of the return stack; 0: no implicit returns: 0, 1, 2, 4, 8, 16 or 32 */
    uint8_t stack_depth;
    /* address bits compared with trTeInstImplicitReturnMode=2: 1 to 63 */
    uint8_t partial_w;
    /* width of HREPEAT and B-CNT; 0: no repeats: 0 to 18 */
    uint8_t repeat_w;
    /* repeated history has periods up to 2^PERIOD_W - 1; 0: none: 0 to 5 */
    uint8_t period_w;
    /* 1: sequential jumps, all-jumps, address MSB extension; 0: none of them: 0 or 1 */
    uint8_t options;
    /* 1: sijump is connected to a hart that implements it; 0: it is tied off: 0 or 1 */
    uint8_t sijump;
    /* 1: traps are reported as B-TYPE 1 and not as 2 and 3: 0 or 1 */
    uint8_t btype_trap;
    /* 1: the ingress port of the draft: its itype codes, and iaddr invalid wherever iretire is 0: 0
       or 1 */
    uint8_t draft;
    /* trace filters: 0 to 16 */
    uint8_t nfilters;
    /* comparators: 0 to 8 */
    uint8_t ncomparators;
    /* external trigger inputs, and outputs: 0 to 8 */
    uint8_t ntriggers;
    /* bytes per cycle of the serializer: 1, 4 or 8 */
    uint8_t out_bytes;
    /* end of parameters */
} nt_config;

/* A parameter: its name in RTL, and where it is in an nt_config. */
typedef struct nt_config_parameter {
    const char *name;
    size_t offset;
} nt_config_parameter;

/* All builds, made from rtl/config/NAME.cfg; the last has no name. */
extern const nt_config nt_configs[];
/* All parameters; the last has no name. */
extern const nt_config_parameter nt_config_parameters[];

/* The build of that name, or NULL. */
const nt_config *nt_config_find(const char *name);

/* What is wrong with a configuration, in words ("NBLOCKS is 1 to 4"), or NULL where it is one that
   rtl/ can be built with. */
const char *nt_config_complaint(const nt_config *config);

#endif
