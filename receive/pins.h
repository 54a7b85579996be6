/* What comes out of the PIB's pins must be what the encoder handed over: a receiver listens there,
   and each of its bytes is compared. */
#ifndef NT_RECEIVE_PINS_H
#define NT_RECEIVE_PINS_H

#include "model/control/components.h"
#include "receive/pib_receiver.h"

enum { NT_PINS_OWED = 256 }; /* more than the PIB holds; a power of two */

/* All 0 before the first cycle. */
typedef struct nt_pins {
    nt_pib_receiver receiver;
    uint32_t ran; /* cycles that the PIB has run, up to 2; the receiver is there from the second on,
                     when the pins are quiescent */
    bool in_message; /* what was handed over last was not a message's last byte */
    /* Bytes that were handed over and the pins owe, a ring. */
    uint8_t sent[NT_PINS_OWED];
    uint64_t sent_count;
    uint64_t received_count;
    uint64_t wrong;  /* bytes that are not those handed over, and rules that the pins break */
    char first[160]; /* the first wrong one in words, or empty */
} nt_pins;

/* The PIB is in reset in this cycle: what was under way is gone. */
void nt_pins_reset(nt_pins *p);

/* The encoder hands a byte over at the end of this cycle. */
void nt_pins_expect(nt_pins *p, uint8_t byte);

/* The encoder offers nothing in this cycle. Within a message it was reset: the PIB ends it. */
void nt_pins_nothing(nt_pins *p);

/* One cycle's pins. */
void nt_pins_cycle(nt_pins *p, const nt_pib_control *control, bool trc_clk, uint16_t trc_data,
                   uint64_t cycle);

/* The run is over: nothing may be owed. */
void nt_pins_finish(nt_pins *p);

#endif
