#include "tb/counts.h"

#include "model/codes.h"

static void count_full(nt_counts *counts, unsigned code) {
    bool icnt = code == NT_RCODE_ICNT || (code & NT_ICNT_FIRST) != 0;
    unsigned rcode = code & ~(unsigned)NT_ICNT_FIRST;
    counts->icnt_full += icnt;
    counts->hist_full += rcode == NT_RCODE_HIST;
    counts->both_full += icnt && rcode != NT_RCODE_ICNT;
}

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
        count_full(counts, message->code);
        break;
    case NT_TCODE_ERROR:
        counts->errors++;
        break;
    default:
        break;
    }
}

void nt_counts_messages(nt_counts *counts, const nt_bench_view *view) {
    const nt_flow_stage *flow = &view->encoder->flow;
    for (unsigned i = 0; flow->valid >> i; i++) {
        if (flow->valid >> i & 1) {
            count_message(counts, &flow->slot[i]);
        }
    }
    counts->same_cycle += (flow->valid & (flow->valid - 1)) != 0;
    counts->back_to_back += counts->had_messages;
}
