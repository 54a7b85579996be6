/* The shaper: a recording becomes ingress cycles. */
#ifndef NT_INGRESS_SHAPE_H
#define NT_INGRESS_SHAPE_H

#include "sim/ingress/ingress_file.h"

typedef struct nt_shape_options {
    unsigned hart;         /* which hart of the recording */
    unsigned blocks;       /* blocks a cycle at most, 1 to the build's NBLOCKS */
    unsigned instructions; /* instructions a block at most; 0: as many as iretire can tell */
    unsigned bubbles;      /* chance of an idle cycle before each, in 1/256 */
    bool vary;             /* draw blocks and instructions anew each cycle, up to the limits */
    unsigned specials;     /* blocks with itype other than 0 a cycle at most; 0: all */
    unsigned ctype;        /* of the first retirement after a change of context, 0 to 3 */
    uint64_t limit;        /* stop after that many instructions; 0: all */
    uint64_t seed;
    /* Control fields written before the first instruction (trTeInstMode and so on). At the end
       trTeInstTracing is cleared and the cycles go on until the encoder must be empty. */
    const nt_settings *settings;
} nt_shape_options;

int nt_shape_open(nt_source *source, const char *recording, const nt_config *config,
                  const nt_shape_options *options, nt_error *error);

/* An option's action (sim/util/options.h): one instruction a block, as single-retirement harts
   have it. */
int nt_shape_take_single(void *options, const char *none, nt_error *error);

/* Instructions that a source made by nt_shape_open has given so far. */
uint64_t nt_shape_instructions(const nt_source *source);

#endif
