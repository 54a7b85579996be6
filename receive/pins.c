/* SPDX-License-Identifier: Apache-2.0 */
#include "receive/pins.h"

#include <inttypes.h>
#include <stdio.h>

enum { MSEO = 3, MSEO_END_OF_MESSAGE = 3, CUT = 0xff };

void nt_pins_reset(nt_pins *p) {
    p->ran = 0;
    p->in_message = false;
    p->received_count = p->sent_count;
}

void nt_pins_expect(nt_pins *p, uint8_t byte) {
    if (p->sent_count - p->received_count == NT_PINS_OWED) {
        p->received_count++; /* counted as wrong by the cycle that does not bring it */
    }
    p->sent[p->sent_count++ % NT_PINS_OWED] = byte;
    p->in_message = (byte & MSEO) != MSEO_END_OF_MESSAGE;
}

void nt_pins_nothing(nt_pins *p) {
    if (p->in_message) {
        nt_pins_expect(p, CUT);
    }
}

static void wrong(nt_pins *p, const char *what, unsigned byte, uint64_t cycle) {
    if (p->wrong++ == 0) {
        (void)snprintf(p->first, sizeof p->first, "cycle %" PRIu64 ": byte 0x%02x: %s", cycle, byte,
                       what);
    }
}

static void take_byte(nt_pins *p, uint8_t byte, uint64_t cycle) {
    if (p->sent_count == p->received_count) {
        wrong(p, "the encoder handed no byte over", byte, cycle);
    } else if (p->sent[p->received_count++ % NT_PINS_OWED] != byte) {
        wrong(p, "not the byte that the encoder handed over", byte, cycle);
    }
}

/* Another mode is another probe. */
static void begin(nt_pins *p, const nt_pib_control *control, uint64_t cycle) {
    const nt_pib_receiver_params params = {.mode = (uint8_t)control->trPibMode,
                                           .center = control->trPibClkCenter != 0,
                                           .timing = control->trPibDivider + 1};
    (void)nt_pib_receiver_init(&p->receiver, &params);
    p->receiver.cycle = cycle;
}

void nt_pins_cycle(nt_pins *p, const nt_pib_control *control, bool trc_clk, uint16_t trc_data,
                   uint64_t cycle) {
    nt_pib_receiver *r = &p->receiver;
    bool same =
        r->params.mode == control->trPibMode && r->params.center == (control->trPibClkCenter != 0);
    if (p->ran == 0) {
        p->ran++;
        return;
    }
    if (p->ran == 1 || !same) {
        p->ran = 2;
        begin(p, control, cycle);
    }
    nt_pib_receiver_timing(r, control->trPibDivider + 1);
    uint64_t broken = r->wrong;
    nt_pib_receiver_cycle(r, trc_clk, trc_data);
    if (r->wrong != broken && p->wrong++ == 0) {
        (void)snprintf(p->first, sizeof p->first, "%s", r->first);
    }
    if (r->gaps != 0) {
        wrong(p, "the pins were idle within a message", 0, cycle);
    }
    for (unsigned i = 0; i < r->received; i++) {
        take_byte(p, r->alignment.byte[i], cycle);
    }
}

void nt_pins_finish(nt_pins *p) {
    if (p->sent_count != p->received_count && p->wrong++ == 0) {
        (void)snprintf(p->first, sizeof p->first, "bytes that the encoder handed over never came");
    }
}
