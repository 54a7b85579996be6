/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/run_harts.h"

static int feed(nt_run_hart *hart, const nt_demux_piece *piece) {
    nt_flow_place(hart->flow, piece->offset);
    return nt_flow_bytes(hart->flow, piece->bytes, piece->size);
}

static int feed_all(nt_decode_run *run, const nt_demux_piece *piece) {
    for (unsigned i = 0; i < run->harts; i++) {
        if (feed(&run->hart[i], piece) != 0) {
            return -1;
        }
    }
    return 0;
}

/* NULL: there is none, or it cannot be opened, with the error set. */
static nt_run_hart *hart_of(nt_decode_run *run, unsigned number) {
    for (unsigned i = 0; i < run->harts; i++) {
        if (run->hart[i].hart == number) {
            return &run->hart[i];
        }
    }
    return (run->refused[number / 64] >> number % 64 & 1) != 0 ? NULL
                                                               : nt_run_open_hart(run, number);
}

/* A damaged message must not end the decoding of all others; what is wrong with a file does. */
static int take_strange(nt_decode_run *run, const nt_demux_piece *piece) {
    nt_error_code code = run->error->code;
    unsigned number = (unsigned)piece->source;
    if (code != NT_ERROR_NONE && code != NT_ERROR_ARGUMENT && code != NT_ERROR_LIMIT) {
        return -1;
    }
    if (run->strange == 0) {
        run->stranger = *run->error;
        run->strange_at = piece->offset;
        run->strange_src = number;
    }
    *run->error = (nt_error){0};
    run->refused[number / 64] |= UINT64_C(1) << number % 64;
    run->strange += piece->kind != NT_DEMUX_REST;
    return 0;
}

static int feed_owner(nt_decode_run *run, const nt_demux_piece *piece) {
    nt_run_hart *hart = hart_of(run, (unsigned)piece->source);
    return hart == NULL ? take_strange(run, piece) : feed(hart, piece);
}

int nt_run_take(nt_decode_run *run, const nt_demux_piece *piece) {
    if (piece->kind == NT_DEMUX_MORE || piece->kind == NT_DEMUX_IDLE) {
        return 0;
    }
    if (piece->kind == NT_DEMUX_STRAY && run->options.flow.tolerant) {
        run->strays++;
        return 0;
    }
    return piece->source == NT_DEMUX_NOBODY ? feed_all(run, piece) : feed_owner(run, piece);
}
