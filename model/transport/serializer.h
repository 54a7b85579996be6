/* Serializer: messages become bytes of 6 MDO and 2 MSEO bits, one a cycle. */
#ifndef NT_MODEL_TRANSPORT_SERIALIZER_H
#define NT_MODEL_TRANSPORT_SERIALIZER_H

#include "model/encoder/flow_lane.h"

/* The part of a message that is being sent; each ends at a byte boundary. */
enum nt_part {
    NT_PART_TCODE = 0,
    NT_PART_COUNT = 1, /* fixed-length fields and I-CNT, or what stands in its place */
    NT_PART_ADDR = 2,
    NT_PART_HIST = 3,
};

typedef struct nt_serializer {
    uint8_t part;   /* nt_part */
    bool fixed;     /* the fixed-length fields fill this byte: one more must follow */
    uint64_t shift; /* what is left of the part; valid inside a message */
} nt_serializer;

/* The byte that is offered, {MDO, MSEO}; combinational in `head`, the FIFO's oldest entry. The
   message is done when a byte is taken whose MSEO says so. */
uint8_t nt_serializer_out(const nt_serializer *s, const nt_descriptor *head);

static inline bool nt_serializer_ends_message(uint8_t out) {
    return (out & 3) == 3;
}

/* `send`: the byte is taken at this clock edge. */
void nt_serializer_step(nt_serializer *s, bool rst, const nt_descriptor *head, bool send);

#endif
