/* The flow decoder: N-Trace bytes and a code image become the instructions that retired
   (N-Trace 1.0, chapter "N-Trace Decoding Guidelines"). Bytes may come in pieces of any size. */
#ifndef NTRACE_FLOW_H
#define NTRACE_FLOW_H

#include <ntrace/messages.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a trace needs to know of an instruction: its size, how it can leave, and where to. Classes
   follow N-Trace 1.0, table "Generating itype for different instructions". */
typedef enum nt_insn_class {
    NT_INSN_OTHER = 0,          /* goes on to the next instruction (or traps: ecall, ebreak) */
    NT_INSN_BRANCH,             /* conditional branch, direct */
    NT_INSN_DIRECT_CALL,        /* itype 9 */
    NT_INSN_DIRECT_JUMP,        /* itype 11, without linkage; cm.jt too */
    NT_INSN_DIRECT_JUMP_LINK,   /* itype 15, links to neither x1 nor x5 */
    NT_INSN_INDIRECT_CALL,      /* itype 8 */
    NT_INSN_INDIRECT_JUMP,      /* itype 10 */
    NT_INSN_COROUTINE_SWAP,     /* itype 12 */
    NT_INSN_RETURN,             /* itype 13; cm.popret too */
    NT_INSN_INDIRECT_JUMP_LINK, /* itype 14 */
    NT_INSN_TRAP_RETURN,        /* itype 3: mret, sret (and mnret, dret) */
    NT_INSN_CLASSES
} nt_insn_class;

/* An instruction. */
typedef struct nt_insn {
    uint8_t size;    /* bytes: 2, 4, and by the standard's length encoding 6 or more; 0: no code */
    uint8_t class_;  /* nt_insn_class */
    uint64_t target; /* branch and direct classes: the absolute target, cut to XLEN; else 0. Of
                        cm.jt and cm.jalt 0 too: nt_code_target looks into the jump table */
} nt_insn;

/* What must be known of a hart to read its code. */
typedef struct nt_isa {
    uint8_t xlen; /* 32 or 64 */
    /* These share encodings with c.fsdsp (D), which is what the encodings mean without. */
    bool zcmp;    /* cm.popret and cm.popretz are returns */
    bool zcmt;    /* cm.jt and cm.jalt jump through the table at `jvt` */
    uint64_t jvt; /* what the CSR of that name holds; its low 6 bits, the mode, do not count */
} nt_isa;

/* Decodes the instruction whose first bytes are at `bytes` (little-endian, `available` of them).
   Returns 0, or -1 when more bytes are needed than available. Unknown encodings are NT_INSN_OTHER
   with the size that their low bits tell. */
int nt_insn_decode(nt_insn *insn, const uint8_t *bytes, size_t available, uint64_t pc,
                   const nt_isa *isa);

/* Whether instructions of the class have a target of their own. */
bool nt_insn_is_direct(nt_insn_class class_);

/* The program's code, as the decoder asks for it; the functions get `context`. */
typedef struct nt_code {
    void *context; /* of the functions */
    nt_isa isa;    /* what they are made with */
    /* The instruction at `pc`; size 0 where no code is known. */
    nt_insn (*at)(void *context, uint64_t pc);
    /* Copies the code's bytes at `pc`; how many are known, at most `size`. For sequential jumps,
       custom instructions and jump tables. NULL: only types are known. */
    size_t (*bytes)(void *context, uint64_t pc, uint8_t *bytes, size_t size);
    /* Moves whenever `at` or `bytes` may answer otherwise than before. NULL: never. */
    uint64_t (*generation)(void *context);
    /* Which of several address spaces `at` and `bytes` answer for now, by a number of the owner's
       choice. It may change between messages and within an Ownership event. What was learned of a
       space is kept while others are looked at, as long as `generation` has then the value that it
       had with this number before. NULL: there is one space. */
    uint64_t (*space)(void *context);
    /* Code that changes as the program runs: tells how many instructions have retired. NULL: only
       others change the code. */
    void (*advance)(void *context, uint64_t retired);
    /* At how many `advance` will change something; UINT64_MAX: never. */
    uint64_t (*next_change)(void *context);
} nt_code;

/* The target of `insn` at `pc`, if it is a direct branch or jump, through the jump table if it is
   cm.jt or cm.jalt; else 0. False: the table's entry is not known. */
bool nt_code_target(const nt_code *code, uint64_t pc, const nt_insn *insn, uint64_t *target);

/* Kinds of events. */
typedef enum nt_flow_kind {
    NT_FLOW_RANGE,     /* instructions at consecutive addresses retired */
    NT_FLOW_TRAP,      /* B-TYPE 1, 2 or 3: what follows runs at the handler `address` */
    NT_FLOW_SYNC,      /* a synchronizing message: execution is at `address` */
    NT_FLOW_OWNERSHIP, /* Ownership message: privilege mode, and scontext or hcontext */
    NT_FLOW_STOP,      /* ProgTraceCorrelation: tracing stopped after what came before */
    NT_FLOW_LOSS,      /* Error message: what came between is not in the trace */
    NT_FLOW_FAULT,     /* the stream or the image is wrong: `reason`; nothing until the next sync */
    NT_FLOW_SUSPECT,   /* right behind a FAULT: what may not have run as it was told */
} nt_flow_kind;

/* What can be wrong; the names and texts are public too (nt_flow_fault_name). */
typedef enum nt_flow_fault {
    NT_FAULT_FRAME,              /* nt_frame_text says which */
    NT_FAULT_MESSAGE,            /* nt_message_status_text says which */
    NT_FAULT_ICNT_SPLIT,         /* I-CNT ends within an instruction */
    NT_FAULT_NO_CODE,            /* no code is known at the PC */
    NT_FAULT_HIST_LEFT,          /* history bits are left over where I-CNT ends */
    NT_FAULT_HIST_LOOP,          /* the same in a loop without branches */
    NT_FAULT_HIST_JUMP,          /* the same at an indirect jump */
    NT_FAULT_HIST_STOP_BIT,      /* HIST is 0 */
    NT_FAULT_ICNT_BEHIND_JUMP,   /* I-CNT goes on behind an indirect jump */
    NT_FAULT_HIST_MISSING,       /* a conditional branch has no history bit */
    NT_FAULT_HIST_ZERO,          /* with all-jumps: the bit of a direct jump is 0 */
    NT_FAULT_JUMP_SILENT,        /* with all-jumps: a direct jump was not reported */
    NT_FAULT_ICNT_BELOW_HIST,    /* I-CNT is smaller than what the history covers */
    NT_FAULT_ADDRESS_WIDTH,      /* the address is wider than XLEN */
    NT_FAULT_NO_BRANCH,          /* DirectBranch does not end on a conditional branch */
    NT_FAULT_NO_JUMP,            /* B-TYPE 0 behind what is no indirect jump */
    NT_FAULT_REPEATS,            /* RepeatBranch walks more than 2^28 basic blocks */
    NT_FAULT_NO_REPEATED,        /* RepeatBranch without a branch message before it */
    NT_FAULT_ICNT_WIDTH,         /* I-CNT in RDATA is too wide */
    NT_FAULT_HREPEAT_ZERO,       /* HREPEAT is 0 */
    NT_FAULT_AFTER_STOP_RETIRED, /* instructions retired after tracing had stopped */
    NT_FAULT_WRONG_PC,           /* F-ADDR is not the PC expected */
    NT_FAULT_AFTER_STOP,         /* program trace goes on after a stop without SYNC */
    NT_FAULT_AFTER_ERROR,        /* program trace goes on after Error without SYNC */
    NT_FAULT_CUT,                /* the stream ends within a message */
    NT_FAULT_ICNT_OPEN,          /* it ends before what ResourceFull counted is known */
    NT_FAULT_HIST_UNSENT,        /* a synchronizing message without HIST, and branches before it */
    NT_FAULT_NO_TABLE,           /* the entry of the jump table is not known */
    NT_FAULT_BUDGET,             /* the stream repeats too much: `budget` of nt_flow_options */
    NT_FAULTS,
} nt_flow_fault;

/* The fault's name, as "no-code": static text. */
const char *nt_flow_fault_name(nt_flow_fault code);
/* The fault in words: static text. */
const char *nt_flow_fault_text(nt_flow_fault code);

/* What a message says, or what is wrong; the member named like `kind` has the rest. */
typedef struct nt_flow_event {
    nt_flow_kind kind; /* what it is */
    uint64_t offset; /* of the message's first byte in the stream; a RANGE's is that which told its
                        last instructions, as `tcode`, `size` and the time are */
    uint8_t tcode;   /* of the message; 0: bytes are wrong */
    uint8_t size;    /* bytes of the message, 255: or more; 0: the event is not of a whole one */
    bool has_time;   /* the message has a TSTAMP, and its absolute time is known */
    uint64_t time;   /* absolute: TSTAMP of the last synchronizing message and all since */
    uint64_t pc;     /* of the instruction expected next, where execution stood before a TRAP, at a
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
            uint64_t at;        /* offset of the message that is wrong, where the event's is that
                                   which shows it, */
            uint8_t tcode;      /* its TCODE, */
            uint8_t sync;       /* and its SYNC, or 0 */
        } fault;
        struct {
            uint64_t from;         /* offset of the last synchronizing message that agreed */
            uint64_t instructions; /* told since then, at least 1 */
        } suspect;
    };
} nt_flow_event;

/* Takes each event in order. A result other than 0 ends the decoding with that result. */
typedef int (*nt_flow_sink)(void *context, const nt_flow_event *event);

/* What the bytes do not tell of themselves. All 0: nothing optional. */
typedef struct nt_flow_options {
    uint8_t src_bits;      /* width of SRC, 0 to 12; 0: messages have none */
    uint16_t src;          /* messages with this SRC are decoded, others skipped */
    uint8_t tstamp_bits;   /* width of the encoder's time, 1 to 64; 0: messages have no TSTAMP */
    bool implicit_returns; /* trTeInstImplicitReturnMode is not 0 */
    bool sequential_jumps; /* trTeInstEnSequentialJump */
    bool all_jumps;        /* trTeInstEnAllJumps */
    bool extend_addr;      /* trTeInstExtendAddrMSB */
    uint8_t inst_mode;     /* trTeInstMode where it is known, 3 (BTM) or 6 (HTM); 0: HIST tells */
    bool rc7;              /* SYNC 0, 4 and 6 keep the return stack and what RepeatBranch repeats */
    bool tolerant;         /* forms that the specification forbids are taken and counted where their
                              meaning is plain (nt_tolerated); else they are faults */
    bool begins_within; /* the stream begins anywhere, as a buffer that wrapped: what comes before
                           the first MSEO=11 is skipped without a fault */
    uint64_t budget; /* how many basic blocks more than NT_FLOW_BLOCKS_A_BYTE for each byte of the
                        stream may be walked; 0: NT_FLOW_BUDGET. Some bytes can tell to walk a loop
                        for hours; no program does, unless it waits for long in a tight loop. */
} nt_flow_options;

/* What a stream may walk, in basic blocks; see `budget`. */
enum { NT_FLOW_BLOCKS_A_BYTE = 256, NT_FLOW_BUDGET = 1 << 29 };

/* What they mean for the codec; addresses have `xlen` bits. */
nt_message_format nt_flow_format(const nt_flow_options *options, unsigned xlen);

/* A decoder of one source's messages. */
typedef struct nt_flow nt_flow;

/* Bytes of memory that a decoder takes; it never asks for more. */
size_t nt_flow_size(void);
/* Makes a decoder in memory of the caller, which must be aligned for any type. What `code` refers
   to must outlive the decoder; it is advanced as instructions retire. Without a sink the decoder
   only counts, which is fastest. `options` is copied; NULL: all 0. NULL where `size` is too small,
   `memory` not aligned, or an option out of its range. */
nt_flow *nt_flow_init(void *memory, size_t size, nt_code code, const nt_flow_options *options,
                      nt_flow_sink sink, void *context);
/* The same in memory of its own, which nt_flow_free gives back. NULL without memory too. */
nt_flow *nt_flow_new(nt_code code, const nt_flow_options *options, nt_flow_sink sink,
                     void *context);
/* Decodes the next bytes. 0, or the result with which the sink ended the decoding. */
int nt_flow_bytes(nt_flow *flow, const uint8_t *bytes, size_t size);
/* Where the next byte lies in the stream, if bytes come before it that the decoder is not given (of
   other sources). Events have that offset; counts are of the bytes that were given. */
void nt_flow_place(nt_flow *flow, uint64_t offset);
/* That many instructions retired that the trace does not show (before it began, in a gap): where
   the image changes as the program runs, it keeps step with them. */
void nt_flow_skip(nt_flow *flow, uint64_t instructions);
/* What came before a part of a stream. All 0: nothing. */
typedef struct nt_flow_past {
    uint64_t offset;  /* of the part's first byte */
    uint64_t retired; /* instructions; the code must not have come further. NT_RETIRED_UNKNOWN: it
                         stays as it is. */
    uint64_t walked;  /* basic blocks, as nt_flow_walked tells */
} nt_flow_past;
/* Of nt_flow_past: nobody knows how many instructions retired before. */
#define NT_RETIRED_UNKNOWN UINT64_MAX
/* Goes on with another part of the stream, as if it began there: only counts go on, and what is
   known of the code is kept. So the parts of a long stream, cut before synchronizing messages, can
   be decoded each on its own. */
void nt_flow_restart(nt_flow *flow, const nt_flow_past *past);
/* Basic blocks walked in this part and before, as the budget counts them. */
uint64_t nt_flow_walked(const nt_flow *flow);
/* The stream has ended: reports what hangs in the air. */
int nt_flow_finish(nt_flow *flow);
/* Gives back the memory of nt_flow_new; of nt_flow_init nothing is left to do. NULL is taken. */
void nt_flow_free(nt_flow *flow);

/* What has been decoded so far; what is lost is counted where it ends, or by nt_flow_finish. */
typedef struct nt_flow_counts {
    uint64_t bytes;         /* all that were given */
    uint64_t messages;      /* whole ones, those that are wrong too */
    uint64_t instructions;  /* told as retired */
    uint64_t faults;        /* FAULT events */
    uint64_t losses;        /* LOSS events */
    uint64_t skipped;       /* messages with another SRC; not in `messages` and `by_tcode` */
    uint64_t unknown;       /* messages that are skipped: their TCODE is reserved or vendor defined,
                               or RCODE a vendor's */
    uint64_t syncs;         /* synchronizing messages that were taken */
    uint64_t agreed;        /* those whose F-ADDR was compared with the PC expected, and is equal */
    uint64_t early_bytes;   /* before the first synchronizing message */
    uint64_t lost_bytes;    /* behind it: from a fault to the next synchronizing message */
    uint64_t lost_messages; /* whole messages in there, that with the fault included */
    uint64_t suspect;       /* instructions that a SUSPECT event is about */
    uint64_t tolerated[NT_TOLERATED]; /* with `tolerant`: messages with such a field; bytes */
    uint64_t by_tcode[64];            /* of whole messages, reserved and vendor defined ones too */
} nt_flow_counts;
/* The counts, which stay the decoder's own and go on with it. */
const nt_flow_counts *nt_flow_get_counts(const nt_flow *flow);

#ifdef __cplusplus
}
#endif

#endif
