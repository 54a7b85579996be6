/* SPDX-License-Identifier: Apache-2.0 */
/* Compares the bytes that a receiver recovers from the PIB's pins with those that the encoder
   handed over. */
#ifndef NT_RECEIVE_PINS_H
#define NT_RECEIVE_PINS_H

#include "model/control/components.h"
#include "receive/pib_receiver.h"

enum { NT_PINS_OWED = 256 }; /* more than the PIB holds; a power of two */

/* Holds the state of the comparison. All 0 before the first cycle. */
typedef struct nt_pins {
    nt_pib_receiver receiver;
    uint32_t ran;    /* cycles that the PIB has run, up to 2; the receiver starts with the second,
                        when the pins are quiescent */
    bool in_message; /* the byte handed over last was not a message's last byte */
    /* Bytes that were handed over and have not appeared at the pins, a ring. */
    uint8_t sent[NT_PINS_OWED];
    uint64_t sent_count;
    uint64_t received_count;
    uint64_t wrong;  /* bytes that differ, and rules that the pins break */
    char first[160]; /* the first wrong one in words, or empty */
} nt_pins;

/* Drops all expected bytes: the PIB is in reset in this cycle. */
void nt_pins_reset(nt_pins *p);

/* Adds an expected byte, which the encoder hands over at the end of this cycle. */
void nt_pins_expect(nt_pins *p, uint8_t byte);

/* Handles a cycle in which the encoder offers nothing. Within a message it was reset: the PIB
   ends the message. */
void nt_pins_nothing(nt_pins *p);

/* Evaluates one cycle's pins. */
void nt_pins_cycle(nt_pins *p, const nt_pib_control *control, bool trc_clk, uint16_t trc_data,
                   uint64_t cycle);

/* Ends the run: no byte may be outstanding. */
void nt_pins_finish(nt_pins *p);

#endif
