#include "tb/counts.h"

#include "model/codes.h"

static void count_message(nt_counts *counts, const nt_descriptor *message) {
    switch (message->tcode) {
    case NT_TCODE_PROG_TRACE_SYNC:
        counts->sync[message->code & 15]++;
        counts->resumed += message->code == NT_SYNC_OVERRUN;
        break;
    case NT_TCODE_PROG_TRACE_CORRELATION:
        counts->evcode[message->code & 15]++;
        break;
    case NT_TCODE_RESOURCE_FULL:
        counts->icnt_full += message->code == NT_RCODE_ICNT;
        counts->hist_full += message->code == NT_RCODE_HIST;
        break;
    case NT_TCODE_ERROR:
        counts->errors++;
        break;
    default:
        break;
    }
}

static bool is_icnt_full(const nt_descriptor *message) {
    return message->tcode == NT_TCODE_RESOURCE_FULL && message->code == NT_RCODE_ICNT;
}

void nt_counts_messages(nt_counts *counts, const nt_bench_view *view) {
    const nt_flow_stage *flow = &view->encoder->flow;
    for (unsigned i = 0; flow->valid >> i; i++) {
        if (flow->valid >> i & 1) {
            count_message(counts, &flow->slot[i]);
        }
        /* Slots 2 and 3 of a lane: both counters of one block */
        if (i % NT_LANE_SLOTS == 3 && (flow->valid >> (i - 1) & 3) == 3) {
            counts->both_full += is_icnt_full(&flow->slot[i - 1]);
        }
    }
    counts->same_cycle += (flow->valid & (flow->valid - 1)) != 0;
    counts->back_to_back += counts->had_messages;
}
