/* The witnesses that judge a run from outside the encoder: the round trip (bytes decoded back
   against what retired, and the events around it), and the rule checker. They are fed, in any
   interleaving, the ingress cycles as the encoder saw them and the bytes that came out. */
#ifndef NT_WITNESS_WITNESS_H
#define NT_WITNESS_WITNESS_H

#include "model/control/control.h"
#include "sim/ingress/ingress_file.h"
#include "sim/recording/image.h"

typedef struct nt_witness nt_witness;

/* `image` is taken over. Memory stays bounded by what one message can hold. */
nt_witness *nt_witness_new(const nt_config *config, nt_image *image);

/* One cycle as the encoder's qualify stage sees it: the latched ingress and the control fields of
   the same cycle. `resync`: the encoder says (probe) that it dropped messages in this cycle, or,
   with `resumed`, that tracing resumed with this cycle's first block; a hint for lining up the
   two sequences around a loss, which the bytes alone cannot do. */
void nt_witness_cycle(nt_witness *witness, const nt_ingress *ingress, const nt_control *control,
                      bool dropped, bool resumed);
void nt_witness_bytes(nt_witness *witness, const uint8_t *bytes, size_t size);

typedef struct nt_verdict {
    uint64_t instructions; /* decoded and found equal */
    uint64_t retired;      /* half-word blocks seen at the ingress while tracing, in instructions */
    uint64_t lost;         /* instructions in announced gaps */
    uint64_t messages;
    uint64_t by_tcode[64];
    uint64_t rules_broken;
    uint64_t rules_exercised;
    char roundtrip[256];    /* "exact", or what differs first */
    char first_broken[256]; /* the first rule that broke, in words; or empty */
} nt_verdict;

/* The run is over (encoder empty): what is left must match. */
void nt_witness_finish(nt_witness *witness, nt_verdict *verdict);
void nt_witness_free(nt_witness *witness);

#endif
