#include "tb/pib_receiver.h"

#include <inttypes.h>
#include <stdio.h>

enum { IDLE = 0xff, MSEO = 3, MSEO_END_OF_MESSAGE = 3 };

void nt_pib_receiver_reset(nt_pib_receiver *r) {
    r->trc_clk = false;
    r->in_message = false;
    r->stopped = true;
    r->received_count = r->sent_count;
}

void nt_pib_receiver_expect(nt_pib_receiver *r, uint8_t byte) {
    if (r->sent_count - r->received_count == NT_PIB_UNDER_WAY) {
        r->received_count++; /* counted as wrong by the edge that does not bring it */
    }
    r->sent[r->sent_count++ % NT_PIB_UNDER_WAY] = byte;
}

static void wrong(nt_pib_receiver *r, const char *what, unsigned got, uint64_t cycle) {
    if (r->wrong++ == 0) {
        (void)snprintf(r->first, sizeof r->first, "cycle %" PRIu64 ": TRC_DATA 0x%02x: %s", cycle,
                       got, what);
    }
}

static void take_edge(nt_pib_receiver *r, uint8_t trc_data, uint64_t cycle) {
    bool owed = r->sent_count != r->received_count;
    if (trc_data == IDLE && !r->in_message) {
        r->idles++;
        if (owed) {
            wrong(r, "idle, but the encoder handed a byte over", trc_data, cycle);
            r->received_count++;
        }
        return;
    }
    r->in_message = (trc_data & MSEO) != MSEO_END_OF_MESSAGE;
    if (!owed) {
        wrong(r, "the encoder handed no byte over", trc_data, cycle);
        return;
    }
    if (r->sent[r->received_count++ % NT_PIB_UNDER_WAY] != trc_data) {
        wrong(r, "not the byte that the encoder handed over", trc_data, cycle);
    }
}

void nt_pib_receiver_cycle(nt_pib_receiver *r, bool trc_clk, uint8_t trc_data, uint64_t bit_time,
                           uint64_t cycle) {
    bool edge = trc_clk != r->trc_clk;
    if (r->stopped) {
        r->due = cycle + 1;
        r->stopped = false;
    } else if (r->due != 0 && edge != (cycle == r->due)) {
        wrong(r, edge ? "TRC_CLK has an edge too early" : "TRC_CLK stands still", trc_data, cycle);
        r->due = 0;
    }
    if (edge) {
        r->trc_clk = trc_clk;
        r->due = cycle + r->bit_time;
        take_edge(r, trc_data, cycle);
    }
    r->bit_time = bit_time;
}

void nt_pib_receiver_finish(nt_pib_receiver *r) {
    if (r->sent_count != r->received_count && r->wrong++ == 0) {
        (void)snprintf(r->first, sizeof r->first, "bytes that the encoder handed over never came");
    }
}
