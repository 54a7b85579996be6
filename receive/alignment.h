/* SPDX-License-Identifier: Apache-2.0 */
/* Aligns a receiver: finds which symbol of a line begins a byte, and which byte a message. A
   receiver that starts within a stream follows all candidates at once and drops those that break
   the line's framing or the rules of MSEO (N-Trace 1.0, "MSEO Sequences"), until one is left or
   all that are left agree. docs/transport.md explains why a search for a run of ones is not
   enough. */
#ifndef NT_RECEIVE_ALIGNMENT_H
#define NT_RECEIVE_ALIGNMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    NT_CANDIDATES = 20, /* maximum of a line: UART */
    NT_HELD_BYTES = 64, /* of a candidate, until it is the only one */
};

/* Holds one candidate for the position in bytes and messages. */
typedef struct nt_candidate {
    uint8_t place; /* depends on the line: symbols of a byte or frame already received */
    bool blind;    /* reception began within this byte */
    bool inside;   /* within a message; for a blind byte: after it */
    bool known;    /* inside, and the message was seen to begin */
    bool broken;   /* the line or MSEO breaks a rule */
    uint16_t bits; /* of the byte, the first one lowest */
    uint32_t gaps; /* UART: idle bits within messages */
    uint8_t held;  /* bytes, from a message's first one on, without gaps */
    uint8_t byte[NT_HELD_BYTES];
} nt_candidate;

/* Describes a line's symbols. */
typedef struct nt_pib_line {
    uint8_t places;  /* candidates differ by place and inside; at most NT_CANDIDATES / 2 */
    uint8_t symbols; /* bits of a symbol */
    void (*step)(nt_candidate *c, const struct nt_pib_line *line, uint16_t symbol);
} nt_pib_line;

typedef struct nt_alignment {
    nt_pib_line line;
    nt_candidate candidate[NT_CANDIDATES];
    uint8_t count; /* of candidates; 1: aligned */
    uint64_t lost; /* times that no candidate was left, and the search restarted */
    /* Bytes of messages confirmed by the last symbol, without idle ones. */
    uint8_t received;
    uint8_t byte[NT_HELD_BYTES];
} nt_alignment;

/* Initializes an alignment. `known`: the line is idle, between messages; else reception begins
   anywhere. */
void nt_alignment_init(nt_alignment *a, const nt_pib_line *line, bool known);
void nt_alignment_step(nt_alignment *a, uint16_t symbol);

static inline bool nt_alignment_done(const nt_alignment *a) {
    return a->count == 1;
}

/* Adds a byte to the candidate; for the `step` of lines. */
void nt_candidate_byte(nt_candidate *c, uint8_t byte);

/* Return a line: `width` bits in parallel (1, 2, 4, 8 or 16), or one wire. A symbol is a beat of
   TRC_DATA, a bit of UART, or a phase of Manchester. */
nt_pib_line nt_line_parallel(unsigned width);
nt_pib_line nt_line_uart(void);
nt_pib_line nt_line_manchester(void);

#endif
