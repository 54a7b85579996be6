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
       trTeInstTracing is cleared and the cycles continue until the encoder must be empty. */
    const nt_settings *settings;
} nt_shape_options;

int nt_shape_open(nt_source *source, const char *recording, const nt_config *config,
                  const nt_shape_options *options, nt_error *error);

/* Is an option's action (sim/util/options.h): one instruction per block, as in single-retirement
   harts. */
int nt_shape_take_single(void *options, const char *none, nt_error *error);

/* Returns the instructions that a source made by nt_shape_open has returned so far. */
uint64_t nt_shape_instructions(const nt_source *source);

#endif
