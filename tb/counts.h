/* What a run reached: counted from the golden model's state and the RTL's bytes. */
#ifndef NT_TB_COUNTS_H
#define NT_TB_COUNTS_H

#include "model/message/message.h"
#include "tb/rtl.h"

typedef struct nt_counts {
    uint64_t by_tcode[NT_TCODES];
    uint64_t itype[16];
    uint64_t sync[16];         /* ProgTraceSync by SYNC */
    uint64_t evcode[16];       /* ProgTraceCorrelation by EVCODE */
    uint64_t icnt_full;        /* ResourceFull RCODE=0 */
    uint64_t hist_full;        /* ResourceFull RCODE=1 */
    uint64_t both_full;        /* of one block */
    uint64_t fifo_full;        /* cycles */
    uint64_t fifo_most;        /* messages it held at most */
    uint64_t drops;            /* cycles whose messages were dropped */
    uint64_t errors;           /* Error messages */
    uint64_t resumed;          /* starts after a loss */
    uint64_t exceptions;       /* blocks, with instructions retired in them ... */
    uint64_t exceptions_alone; /* ... and without */
    uint64_t interrupts;
    uint64_t interrupts_alone;
    uint64_t same_cycle;   /* two or more messages in one */
    uint64_t back_to_back; /* messages in consecutive cycles */
    uint64_t stop_waits;   /* cycles in which a stop waits for a target */
    uint64_t stalls;       /* cycles */
    uint64_t sink_waits;   /* cycles in which a byte waits for the sink */
    bool had_messages;     /* the cycle before */
} nt_counts;

/* What is rare: messages behind the flow stage. */
void nt_counts_messages(nt_counts *counts, const nt_bench_view *view);

/* A cycle, of RTL and model that agree. `nblocks`: of the build. */
static inline void nt_counts_cycle(nt_counts *counts, const nt_bench_view *view,
                                   const nt_rtl_outputs *rtl, unsigned nblocks) {
    const nt_encoder *encoder = view->encoder;
    for (unsigned i = 0; i < nblocks; i++) {
        const nt_block *block = &encoder->ingress.block[i];
        counts->itype[block->itype & 15]++;
        if (block->itype == NT_ITYPE_EXCEPTION) {
            counts->exceptions += block->iretire != 0;
            counts->exceptions_alone += block->iretire == 0;
        } else if (block->itype == NT_ITYPE_INTERRUPT) {
            counts->interrupts += block->iretire != 0;
            counts->interrupts_alone += block->iretire == 0;
        }
    }
    if (encoder->flow.valid != 0) {
        nt_counts_messages(counts, view);
    }
    counts->had_messages = encoder->flow.valid != 0;
    counts->fifo_full += encoder->fifo.level == encoder->config->fifo_depth;
    if (encoder->fifo.level > counts->fifo_most) {
        counts->fifo_most = encoder->fifo.level;
    }
    counts->drops += rtl->dropped;
    counts->stop_waits += encoder->flow.state.state == NT_FLOW_ON &&
                          encoder->flow.state.awaits != NT_AWAIT_NONE && !view->qualify.tracing;
    counts->stalls += rtl->stall;
    counts->sink_waits += rtl->out_valid && !rtl->out_ready;
}

#endif
