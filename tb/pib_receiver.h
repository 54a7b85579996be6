/* What listens at the pins: takes a byte at each edge of TRC_CLK, which must run all the time, and
   drops the idle bytes between messages. Knows neither RTL nor model (N-Trace 1.0, "PIB Idle Cycles
   Explained"; Trace Control Interface 1.0, "PIB Parallel Protocol"). */
#ifndef NT_TB_PIB_RECEIVER_H
#define NT_TB_PIB_RECEIVER_H

#include <stdbool.h>
#include <stdint.h>

enum { NT_PIB_UNDER_WAY = 4 };

/* All 0 before the first cycle. */
typedef struct nt_pib_receiver {
    bool trc_clk;
    bool in_message;
    bool stopped;      /* the PIB was in reset in the cycle before */
    uint64_t due;      /* cycle of the next edge; 0: not known */
    uint64_t bit_time; /* of the cycle before */
    /* Bytes that the encoder handed over and the pins owe, a ring. */
    uint8_t sent[NT_PIB_UNDER_WAY];
    uint64_t sent_count;
    uint64_t received_count;
    uint64_t idles;
    uint64_t wrong;  /* bytes that are not those handed over, or idle bytes inside a message */
    char first[128]; /* the first wrong one in words, or empty */
} nt_pib_receiver;

/* The PIB is in reset in this cycle: TRC_CLK falls to 0 and what was under way is gone. */
void nt_pib_receiver_reset(nt_pib_receiver *r);

/* The encoder hands a byte over at the end of this cycle. */
void nt_pib_receiver_expect(nt_pib_receiver *r, uint8_t byte);

/* One cycle's pins; `bit_time`: cycles from one edge to the next, trPibDivider + 1. */
void nt_pib_receiver_cycle(nt_pib_receiver *r, bool trc_clk, uint8_t trc_data, uint64_t bit_time,
                           uint64_t cycle);

/* The run is over: nothing may be owed. */
void nt_pib_receiver_finish(nt_pib_receiver *r);

#endif
