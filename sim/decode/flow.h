/* The flow decoder: N-Trace bytes and a code image become the instructions that retired
   (N-Trace 1.0, chapter "N-Trace Decoding Guidelines"). Bytes may come in pieces of any size. */
#ifndef NT_DECODE_FLOW_H
#define NT_DECODE_FLOW_H

#include "sim/recording/image.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum nt_flow_kind {
    NT_FLOW_RANGE, /* instructions at consecutive addresses retired */
    NT_FLOW_TRAP,  /* B-TYPE 1, 2 or 3: what follows runs at the handler `address` */
    NT_FLOW_SYNC,  /* a synchronizing message: execution is at `address` */
    NT_FLOW_STOP,  /* ProgTraceCorrelation: tracing stopped after what came before */
    NT_FLOW_LOSS,  /* Error message: what came between is not in the trace */
    NT_FLOW_FAULT, /* the stream or the image is wrong: `reason`; nothing until the next sync */
} nt_flow_kind;

typedef struct nt_flow_event {
    nt_flow_kind kind;
    uint64_t offset; /* of the message's first byte in the stream */
    uint8_t tcode;
    uint64_t pc; /* of the instruction expected next, where execution stood before a TRAP, at a
                    STOP and at a FAULT */
    union {
        struct {
            uint64_t pc;
            uint32_t instructions;
            uint32_t halfwords;
        } range;
        struct {
            uint8_t btype;
            uint64_t address;
        } trap;
        struct {
            uint8_t reason; /* SYNC */
            uint64_t address;
        } sync;
        struct {
            uint8_t evcode;
        } stop;
        struct {
            uint8_t etype;
            uint32_t ecode;
        } loss;
        struct {
            const char *reason; /* static text */
        } fault;
    };
} nt_flow_event;

/* Takes each event in order. A result other than 0 ends the decoding with that result. */
typedef int (*nt_flow_sink)(void *context, const nt_flow_event *event);

typedef struct nt_flow nt_flow;

/* The image must outlive the decoder; it is advanced as instructions retire. Without a sink the
   decoder only counts, which is fastest. NULL without memory. */
nt_flow *nt_flow_new(nt_image *image, nt_flow_sink sink, void *context);
/* Decodes the next bytes. 0, or the result with which the sink ended the decoding. */
int nt_flow_bytes(nt_flow *flow, const uint8_t *bytes, size_t size);
/* That many instructions retired that the trace does not show (before it began, in a gap): where
   the image changes as the program runs, it keeps step with them. */
void nt_flow_skip(nt_flow *flow, uint64_t instructions);
/* The stream has ended: reports what hangs in the air. */
int nt_flow_finish(nt_flow *flow);
void nt_flow_free(nt_flow *flow);

typedef struct nt_flow_counts {
    uint64_t bytes;
    uint64_t messages;
    uint64_t instructions;
    uint64_t faults;
    uint64_t losses;
    uint64_t by_tcode[64]; /* of whole messages, reserved and vendor defined ones too */
} nt_flow_counts;
const nt_flow_counts *nt_flow_get_counts(const nt_flow *flow);

#endif
