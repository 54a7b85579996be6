/* What listens at the pins: takes a byte at each edge of TRC_CLK and drops the idle bytes between
   messages. Knows neither RTL nor model (N-Trace 1.0, "PIB Idle Cycles Explained"). */
#ifndef NT_TB_PIB_RECEIVER_H
#define NT_TB_PIB_RECEIVER_H

#include <stdbool.h>
#include <stdint.h>

enum { NT_PIB_UNDER_WAY = 4 };

/* All 0 before the first cycle. */
typedef struct nt_pib_receiver {
    bool trc_clk;
    bool in_message;
    uint8_t
        sent[NT_PIB_UNDER_WAY]; /* bytes that the encoder handed over and the pins owe, a ring */
    uint64_t sent_count;
    uint64_t received_count;
    uint64_t idles;
    uint64_t wrong;  /* bytes that are not those handed over, or idle bytes inside a message */
    char first[128]; /* the first wrong one in words, or empty */
} nt_pib_receiver;

/* The PIB is in reset: TRC_CLK falls to 0 and what was under way is gone. */
void nt_pib_receiver_reset(nt_pib_receiver *r);

/* The encoder hands a byte over at the end of this cycle. */
void nt_pib_receiver_expect(nt_pib_receiver *r, uint8_t byte);

/* An edge of TRC_CLK has come in `cycle`. */
void nt_pib_receiver_edge(nt_pib_receiver *r, uint8_t trc_data, uint64_t cycle);

/* One cycle's pins. */
static inline void nt_pib_receiver_cycle(nt_pib_receiver *r, bool trc_clk, uint8_t trc_data,
                                         uint64_t cycle) {
    if (trc_clk != r->trc_clk) {
        r->trc_clk = trc_clk;
        nt_pib_receiver_edge(r, trc_data, cycle);
    }
}

/* The run is over: nothing may be owed. */
void nt_pib_receiver_finish(nt_pib_receiver *r);

#endif
