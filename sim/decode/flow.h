/* The flow decoder: N-Trace bytes and a code image become the instructions that retired
   (N-Trace 1.0, chapter "N-Trace Decoding Guidelines"). Bytes may come in pieces of any size. */
#ifndef NT_DECODE_FLOW_H
#define NT_DECODE_FLOW_H

#include "model/config.h"
#include "model/control/control.h"
#include "model/message/message.h"
#include "sim/recording/image.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum nt_flow_kind {
    NT_FLOW_RANGE,     /* instructions at consecutive addresses retired */
    NT_FLOW_TRAP,      /* B-TYPE 1, 2 or 3: what follows runs at the handler `address` */
    NT_FLOW_SYNC,      /* a synchronizing message: execution is at `address` */
    NT_FLOW_OWNERSHIP, /* Ownership message: privilege mode, and scontext or hcontext */
    NT_FLOW_STOP,      /* ProgTraceCorrelation: tracing stopped after what came before */
    NT_FLOW_LOSS,      /* Error message: what came between is not in the trace */
    NT_FLOW_FAULT,     /* the stream or the image is wrong: `reason`; nothing until the next sync */
} nt_flow_kind;

typedef enum nt_flow_fault {
    NT_FAULT_FRAME,   /* nt_frame_text says which */
    NT_FAULT_MESSAGE, /* nt_message_status_text says which */
    NT_FAULT_ICNT_SPLIT,
    NT_FAULT_NO_CODE,
    NT_FAULT_HIST_LEFT,
    NT_FAULT_HIST_LOOP,
    NT_FAULT_HIST_JUMP,
    NT_FAULT_HIST_STOP_BIT,
    NT_FAULT_ICNT_BEHIND_JUMP,
    NT_FAULT_HIST_MISSING,
    NT_FAULT_HIST_ZERO,   /* with all-jumps */
    NT_FAULT_JUMP_SILENT, /* with all-jumps */
    NT_FAULT_ICNT_BELOW_HIST,
    NT_FAULT_ADDRESS_WIDTH,
    NT_FAULT_NO_BRANCH,
    NT_FAULT_NO_JUMP,
    NT_FAULT_REPEATS,
    NT_FAULT_NO_REPEATED,
    NT_FAULT_ICNT_WIDTH,
    NT_FAULT_HREPEAT_ZERO,
    NT_FAULT_AFTER_STOP_RETIRED,
    NT_FAULT_WRONG_PC,
    NT_FAULT_AFTER_STOP,
    NT_FAULT_AFTER_ERROR,
    NT_FAULT_CUT,
    NT_FAULT_ICNT_OPEN,
    NT_FAULTS,
} nt_flow_fault;

typedef struct nt_flow_event {
    nt_flow_kind kind;
    uint64_t offset; /* of the message's first byte in the stream */
    uint8_t tcode;
    bool has_time; /* the message has a TSTAMP, and its absolute time is known */
    uint64_t time; /* absolute: TSTAMP of the last synchronizing message and all since */
    uint64_t pc;   /* of the instruction expected next, where execution stood before a TRAP, at a
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
            uint8_t format;   /* 0: no context, 2: context is scontext, 3: it is hcontext */
            uint8_t prv;      /* privilege: 0 U, 1 S, 3 M */
            bool v;           /* virtual: VU, VS */
            uint64_t context; /* 0 with format 0 */
        } ownership;
        struct {
            uint8_t evcode;
        } stop;
        struct {
            uint8_t etype;
            uint32_t ecode;
        } loss;
        struct {
            nt_flow_fault code;
            const char *reason; /* the same in words; static text */
        } fault;
    };
} nt_flow_event;

/* Takes each event in order. A result other than 0 ends the decoding with that result. */
typedef int (*nt_flow_sink)(void *context, const nt_flow_event *event);

/* What the bytes do not tell of themselves. All 0: nothing optional. */
typedef struct nt_flow_options {
    uint8_t src_bits;    /* width of SRC, 0 to 12; 0: messages have none */
    uint16_t src;        /* messages with this SRC are decoded, others skipped */
    uint8_t tstamp_bits; /* width of the encoder's time, 1 to 64; 0: messages have no TSTAMP */
    bool implicit_returns;
    bool sequential_jumps;
    bool all_jumps;
    bool extend_addr; /* trTeInstExtendAddrMSB */
    bool rc7;         /* SYNC 0, 4 and 6 keep the return stack */
} nt_flow_options;

/* The options of what an encoder of this build sends that is set like this. */
nt_flow_options nt_flow_options_of(const nt_control *control, const nt_config *config);
/* What they mean for the codec; addresses have `xlen` bits. */
nt_message_format nt_flow_format(const nt_flow_options *options, unsigned xlen);

typedef struct nt_flow nt_flow;

/* The image must outlive the decoder; it is advanced as instructions retire. Without a sink the
   decoder only counts, which is fastest. `options` is copied; NULL: all 0. NULL without memory. */
nt_flow *nt_flow_new(nt_image *image, const nt_flow_options *options, nt_flow_sink sink,
                     void *context);
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
    uint64_t skipped;      /* messages with another SRC; not in `messages` and `by_tcode` */
    uint64_t by_tcode[64]; /* of whole messages, reserved and vendor defined ones too */
} nt_flow_counts;
const nt_flow_counts *nt_flow_get_counts(const nt_flow *flow);

#endif
