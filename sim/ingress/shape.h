/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes a recording into ingress cycles. */
#ifndef NT_INGRESS_SHAPE_H
#define NT_INGRESS_SHAPE_H

#include "sim/ingress/ingress_file.h"

typedef struct nt_shape_options {
    unsigned hart;         /* which hart of the recording */
    unsigned blocks;       /* blocks per cycle at most, 1 to the build's NBLOCKS */
    unsigned instructions; /* instructions per block at most; 0: as many as iretire can hold */
    unsigned bubbles;      /* chance of an idle cycle before each, in 1/256 */
    bool vary;             /* draw blocks and instructions again in each cycle, up to the limits */
    unsigned specials;     /* blocks with itype other than 0 per cycle at most; 0: all */
    unsigned ctype;        /* of the first retirement after a change of context, 0 to 3 */
    uint64_t limit;        /* stop after that many instructions; 0: all */
    uint64_t seed;
    /* Control fields written before the first instruction (trTeInstMode and so on). At the end
       tracing ends (nt_control_end) and the cycles continue until the encoder must be empty. */
    const nt_settings *settings;
} nt_shape_options;

int nt_shape_open(nt_source *source, const char *recording, const nt_config *config,
                  const nt_shape_options *options, nt_error *error);

/* Is an option's action (sim/util/options.h): one instruction per block, as in single-retirement
   harts. */
int nt_shape_take_single(void *options, const char *none, nt_error *error);

/* Are rows of a command's table of options; `member` is its nt_shape_options. */
#define NT_SHAPE_OPTIONS(type, member)                                                             \
    {"hart",                                                                                       \
     0,                                                                                            \
     NT_OPTION_NUMBER,                                                                             \
     offsetof(type, member) + offsetof(nt_shape_options, hart),                                    \
     0,                                                                                            \
     UINT16_MAX,                                                                                   \
     NULL,                                                                                         \
     "N",                                                                                          \
     "which hart of the recording (0)"},                                                           \
        {"blocks",                                                                                 \
         0,                                                                                        \
         NT_OPTION_NUMBER,                                                                         \
         offsetof(type, member) + offsetof(nt_shape_options, blocks),                              \
         1,                                                                                        \
         NT_MAX_BLOCKS,                                                                            \
         NULL,                                                                                     \
         "N",                                                                                      \
         "blocks per cycle at most (as many as the build has)"},                                   \
        {"instructions",                                                                           \
         0,                                                                                        \
         NT_OPTION_NUMBER,                                                                         \
         offsetof(type, member) + offsetof(nt_shape_options, instructions),                        \
         1,                                                                                        \
         UINT16_MAX,                                                                               \
         NULL,                                                                                     \
         "N",                                                                                      \
         "instructions a block at most (as many as iretire can hold)"},                            \
        {"single",                                                                                 \
         0,                                                                                        \
         NT_OPTION_DO,                                                                             \
         offsetof(type, member),                                                                   \
         0,                                                                                        \
         0,                                                                                        \
         nt_shape_take_single,                                                                     \
         NULL,                                                                                     \
         "one instruction a block"},                                                               \
        {"specials",                                                                               \
         0,                                                                                        \
         NT_OPTION_NUMBER,                                                                         \
         offsetof(type, member) + offsetof(nt_shape_options, specials),                            \
         1,                                                                                        \
         NT_MAX_BLOCKS,                                                                            \
         NULL,                                                                                     \
         "N",                                                                                      \
         "blocks with itype other than 0 per cycle at most (all)"},                                \
        {"ctype",                                                                                  \
         0,                                                                                        \
         NT_OPTION_NUMBER,                                                                         \
         offsetof(type, member) + offsetof(nt_shape_options, ctype),                               \
         0,                                                                                        \
         3,                                                                                        \
         NULL,                                                                                     \
         "N",                                                                                      \
         "how a change of context is reported, 0 to 3 (1)"},                                       \
        {"bubbles",                                                                                \
         0,                                                                                        \
         NT_OPTION_NUMBER,                                                                         \
         offsetof(type, member) + offsetof(nt_shape_options, bubbles),                             \
         0,                                                                                        \
         255,                                                                                      \
         NULL,                                                                                     \
         "N",                                                                                      \
         "chance of an idle cycle, in 1/256 (0)"},                                                 \
        {"vary",                                                                                   \
         0,                                                                                        \
         NT_OPTION_FLAG,                                                                           \
         offsetof(type, member) + offsetof(nt_shape_options, vary),                                \
         0,                                                                                        \
         0,                                                                                        \
         NULL,                                                                                     \
         NULL,                                                                                     \
         "draw blocks and instructions anew in each cycle, up to these limits"},                   \
    {                                                                                              \
        "limit", 'l', NT_OPTION_WIDE, offsetof(type, member) + offsetof(nt_shape_options, limit),  \
            1, UINT64_MAX, NULL, "N", "stop after N instructions"                                  \
    }

/* Returns the instructions that a source made by nt_shape_open has returned so far. */
uint64_t nt_shape_instructions(const nt_source *source);

#endif
