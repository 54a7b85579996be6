/* SPDX-License-Identifier: Apache-2.0 */
/* A core that retires random instructions on RVFI: most of them coherent, some of them not. */
#ifndef NT_TB_UNITS_TV_RVFI_CORE_H
#define NT_TB_UNITS_TV_RVFI_CORE_H

#include "model/tandem/tv_rvfi.h"
#include "sim/util/random.h"

typedef struct tv_rvfi_core {
    const nt_tv_rvfi_params *params;
    nt_random random;
    uint64_t pc;    /* of the next instruction */
    uint64_t order; /* and its number */
    uint8_t mode;
    bool trapped;   /* the instruction before did: this one may be marked as a handler's */
    unsigned busy;  /* a channel has an instruction in so many of 256 cycles */
    unsigned ready; /* and the encoder takes lanes */
    bool rude;      /* it goes on though it has to wait */
} tv_rvfi_core;

void tv_rvfi_core_begin(tv_rvfi_core *core, const nt_tv_rvfi_params *params, uint64_t seed,
                        bool rude);

/* Begins anew, as after a reset. */
void tv_rvfi_core_reset(tv_rvfi_core *core);

/* Sets the inputs of the next cycle. `stays`: the channels have to stay as they are. */
void tv_rvfi_core_cycle(tv_rvfi_core *core, bool stays, nt_tv_rvfi_inputs *in);

#endif
