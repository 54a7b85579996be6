/* SPDX-License-Identifier: Apache-2.0 */
#include "receive/pib_receiver.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    MANCHESTER = 4,
    UART = 5,
    PARALLEL = 8,
    PARALLEL_LAST = 12,
    LEARNING_EDGES = 64, /* more than four calibration bytes have */
};

static bool is_parallel(const nt_pib_receiver *r) {
    return r->params.mode >= PARALLEL;
}

static void wrong(nt_pib_receiver *r, const char *what, unsigned trc_data) {
    if (r->wrong++ == 0) {
        (void)snprintf(r->first, sizeof r->first, "cycle %" PRIu64 ": TRC_DATA 0x%x: %s", r->cycle,
                       trc_data, what);
    }
}

static bool line_of(uint8_t mode, nt_pib_line *line) {
    if (mode == MANCHESTER) {
        *line = nt_line_manchester();
    } else if (mode == UART) {
        *line = nt_line_uart();
    } else if (mode >= PARALLEL && mode <= PARALLEL_LAST) {
        *line = nt_line_parallel(1u << (mode - PARALLEL));
    } else {
        return false;
    }
    return true;
}

bool nt_pib_receiver_init(nt_pib_receiver *r, const nt_pib_receiver_params *params) {
    memset(r, 0, sizeof *r);
    r->params = *params;
    r->timing = params->timing;
    nt_pib_line line;
    if (!line_of(params->mode, &line)) {
        return false;
    }
    /* A wire whose bits have first to be measured is idle no more when that is done. */
    bool measured = !is_parallel(r) && params->timing == 0;
    nt_alignment_init(&r->alignment, &line, !params->anywhere && !measured);
    return true;
}

static void take_symbol(nt_pib_receiver *r, uint16_t symbol) {
    uint64_t lost = r->alignment.lost;
    bool aligned = nt_alignment_done(&r->alignment);
    nt_alignment_step(&r->alignment, symbol);
    r->received = r->alignment.received;
    r->gaps = nt_alignment_done(&r->alignment) ? r->alignment.candidate[0].gaps : 0;
    if (aligned && r->alignment.lost != lost) {
        wrong(r, "framing or MSEO broken", symbol);
    }
}

/* Pins change at ticks alone; which of them, where TRC_CLK has its edges in the middle. */
static void check_timing(nt_pib_receiver *r, bool edge, bool moved, uint16_t trc_data) {
    bool parallel = is_parallel(r);
    bool center = parallel && r->params.center;
    if (r->ticks && r->cycle != r->due) {
        if (edge || moved) {
            wrong(r, edge ? "TRC_CLK has an edge too early" : "changes between ticks", trc_data);
            r->ticks = false;
        }
        return;
    }
    bool clocked = center ? r->middle : parallel;
    if (r->ticks && (edge != clocked || (moved && center && r->middle))) {
        wrong(r,
              edge == clocked ? "changes with TRC_CLK"
              : edge          ? "TRC_CLK has an edge too early"
                              : "TRC_CLK stands still",
              trc_data);
        r->ticks = false;
        return;
    }
    if (!r->ticks) {
        r->ticks = parallel ? edge : moved;
        r->middle = center;
    }
    if (r->ticks) {
        r->due = r->cycle + r->timing;
        r->middle = center && !r->middle;
    }
}

/* One wire, timing not known: calibration or any other bytes have bits alone between two. */
static void measure(nt_pib_receiver *r, bool edge) {
    if (!edge) {
        return;
    }
    uint64_t time = r->cycle - r->edge;
    if (r->edges > 0 && (r->shortest == 0 || time < r->shortest)) {
        r->shortest = (uint32_t)time;
    }
    r->edge = r->cycle;
    if (++r->edges == LEARNING_EDGES) {
        r->params.timing = r->shortest;
        r->timing = r->shortest;
    }
}

/* Half a bit behind an edge, then bit by bit. */
static void sample(nt_pib_receiver *r, bool edge, bool level) {
    if (edge) {
        r->wait = r->timing / 2;
    }
    if (r->wait == 0) {
        take_symbol(r, level);
        r->wait = r->timing;
    }
    r->wait--;
}

void nt_pib_receiver_cycle(nt_pib_receiver *r, bool trc_clk, uint16_t trc_data) {
    bool edge = r->began && trc_clk != r->trc_clk;
    bool moved = r->began && trc_data != r->trc_data;
    r->received = 0;
    if (r->timing != 0) {
        check_timing(r, edge, moved, trc_data);
    }
    if (is_parallel(r)) {
        if (edge) {
            unsigned width = 1u << (r->params.mode - PARALLEL);
            take_symbol(r, (uint16_t)(trc_data & ((1u << width) - 1)));
        }
    } else if (r->timing == 0) {
        measure(r, moved);
    } else {
        sample(r, moved, trc_data & 1);
    }
    r->began = true;
    r->trc_clk = trc_clk;
    r->trc_data = trc_data;
    r->timing = r->params.timing;
    r->cycle++;
}
