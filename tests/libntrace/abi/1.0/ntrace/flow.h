/* SPDX-License-Identifier: Apache-2.0 */
/* Decodes N-Trace bytes, with a code image, to the instructions that retired (N-Trace 1.0,
   chapter "N-Trace Decoding Guidelines"). Bytes may come in pieces of any size. */
#ifndef NTRACE_FLOW_H
#define NTRACE_FLOW_H

#include <ntrace/error.h>
#include <ntrace/messages.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Lists the classes of instructions that trace distinguishes: how an instruction changes the
   flow, and whether its target is known. They follow N-Trace 1.0, table "Generating itype for
   different instructions". */
typedef enum nt_insn_class {
    NT_INSN_OTHER = 0,          /* continues with the next instruction (or traps: ecall, ebreak) */
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

/* Describes an instruction. */
typedef struct nt_insn {
    uint8_t size;    /* bytes: 2, 4, and by the standard's length encoding 6 or more; 0: no code */
    uint8_t class_;  /* nt_insn_class */
    uint64_t target; /* branch and direct classes: the absolute target, truncated to XLEN; else
                        0. Also 0 for cm.jt and cm.jalt: nt_code_target reads the jump table */
} nt_insn;

/* Describes the ISA of a hart, as far as decoding of its code depends on it. */
typedef struct nt_isa {
    uint8_t xlen; /* 32 or 64 */
    /* These share encodings with c.fsdsp (D), which is decoded without them. */
    bool zcmp;           /* cm.popret and cm.popretz are returns */
    bool zcmt;           /* cm.jt and cm.jalt jump through the table at `jvt` */
    uint8_t reserved[5]; /* 0 */
    uint64_t jvt;        /* value of the CSR of that name; its low 6 bits, the mode, are ignored */
} nt_isa;

/* Decodes the instruction at `bytes` (little-endian, `available` of them). Returns 0, or -1 when
   more bytes are needed than available. Unknown encodings are NT_INSN_OTHER with the size that
   their low bits encode. */
int nt_insn_decode(nt_insn *insn, const uint8_t *bytes, size_t available, uint64_t pc,
                   const nt_isa *isa);

/* Returns whether instructions of the class have a target of their own. */
bool nt_insn_is_direct(nt_insn_class class_);

/* Provides the program's code to the decoder. The functions get `context`. */
typedef struct nt_code {
    void *context; /* passed to the functions */
    nt_isa isa;    /* the ISA of the code */
    /* Returns the instruction at `pc`; size 0 where no code is known. */
    nt_insn (*at)(void *context, uint64_t pc);
    /* Copies the code's bytes at `pc`, at most `size`, and returns their number. For sequential
       jumps, custom instructions and jump tables. NULL: only types are known. */
    size_t (*bytes)(void *context, uint64_t pc, uint8_t *bytes, size_t size);
    /* Returns a number that changes whenever results of `at` or `bytes` may change. NULL: they
       never do. */
    uint64_t (*generation)(void *context);
    /* Returns a number, of the owner's choice, for the address space that `at` and `bytes` use
       now. It may change between messages and within an Ownership event. Decoded code of other
       spaces is kept, and valid as long as `generation` returns the value that it had with this
       number before. NULL: there is one space. */
    uint64_t (*space)(void *context);
    /* Receives the number of instructions that have retired, for code that changes as the
       program runs. NULL: only others change the code. */
    void (*advance)(void *context, uint64_t retired);
    /* Returns the number of retired instructions at which `advance` changes something next;
       UINT64_MAX: never. */
    uint64_t (*next_change)(void *context);
    void (*reserved[4])(void); /* NULL */
} nt_code;

/* Writes the target of `insn` at `pc`, if it is a direct branch or jump, from the jump table if
   it is cm.jt or cm.jalt; else 0. Returns false if the table's entry is not known. */
bool nt_code_target(const nt_code *code, uint64_t pc, const nt_insn *insn, uint64_t *target);

/* Lists the kinds of events. */
typedef enum nt_flow_kind {
    NT_FLOW_RANGE,     /* instructions at consecutive addresses retired */
    NT_FLOW_TRAP,      /* B-TYPE 1, 2 or 3: execution continues at the handler `address` */
    NT_FLOW_SYNC,      /* a synchronizing message: execution is at `address` */
    NT_FLOW_OWNERSHIP, /* Ownership message: privilege mode, and scontext or hcontext */
    NT_FLOW_STOP,      /* ProgTraceCorrelation: tracing stopped after the events before */
    NT_FLOW_LOSS,      /* Error message: part of the execution is not in the trace */
    NT_FLOW_FAULT,     /* the stream or the image is wrong: `reason`; nothing until the next sync */
    NT_FLOW_SUSPECT,   /* directly after a FAULT: instructions reported before it may not have
                          run. With `salvage` also where what was salvaged ends */
    NT_FLOW_SALVAGE,   /* with `salvage`: after a FAULT decoding goes on at `pc`; what follows may
                          not have run, up to the next SUSPECT */
} nt_flow_kind;

/* Lists the faults; nt_flow_fault_name has their public names. */
typedef enum nt_flow_fault {
    NT_FAULT_FRAME,              /* nt_frame_text has the reason */
    NT_FAULT_MESSAGE,            /* nt_message_status_text has the reason */
    NT_FAULT_ICNT_SPLIT,         /* I-CNT ends within an instruction */
    NT_FAULT_NO_CODE,            /* no code is known at the PC */
    NT_FAULT_HIST_LEFT,          /* history bits are left over where I-CNT ends */
    NT_FAULT_HIST_LOOP,          /* the same in a loop without branches */
    NT_FAULT_HIST_JUMP,          /* the same at an indirect jump */
    NT_FAULT_HIST_STOP_BIT,      /* HIST is 0 */
    NT_FAULT_ICNT_BEHIND_JUMP,   /* I-CNT continues after an indirect jump */
    NT_FAULT_HIST_MISSING,       /* a conditional branch has no history bit */
    NT_FAULT_HIST_ZERO,          /* with all-jumps: the bit of a direct jump is 0 */
    NT_FAULT_JUMP_SILENT,        /* with all-jumps: a direct jump was not reported */
    NT_FAULT_ICNT_BELOW_HIST,    /* I-CNT is smaller than the path of the history */
    NT_FAULT_ADDRESS_WIDTH,      /* the address is wider than XLEN */
    NT_FAULT_NO_BRANCH,          /* DirectBranch does not end on a conditional branch */
    NT_FAULT_NO_JUMP,            /* B-TYPE 0 after an instruction that is no indirect jump */
    NT_FAULT_REPEATS,            /* RepeatBranch walks more than 2^28 basic blocks */
    NT_FAULT_NO_REPEATED,        /* RepeatBranch without a branch message before it */
    NT_FAULT_ICNT_WIDTH,         /* I-CNT in RDATA is too wide */
    NT_FAULT_HREPEAT_ZERO,       /* HREPEAT is 0 */
    NT_FAULT_AFTER_STOP_RETIRED, /* instructions retired after tracing had stopped */
    NT_FAULT_WRONG_PC,           /* F-ADDR is not the PC expected */
    NT_FAULT_AFTER_STOP,         /* program trace continues after a stop without SYNC */
    NT_FAULT_AFTER_ERROR,        /* program trace continues after Error without SYNC */
    NT_FAULT_CUT,                /* the stream ends within a message */
    NT_FAULT_ICNT_OPEN,          /* it ends before the path counted by ResourceFull is known */
    NT_FAULT_HIST_UNSENT,        /* a synchronizing message without HIST, and branches before it */
    NT_FAULT_NO_TABLE,           /* the entry of the jump table is not known */
    NT_FAULT_BUDGET,             /* the stream repeats too much: `budget` of nt_flow_options */
    NT_FAULTS,
} nt_flow_fault;

/* Returns the fault's name, as "no-code": static text. */
const char *nt_flow_fault_name(nt_flow_fault code);
/* Returns the fault in words: static text. */
const char *nt_flow_fault_text(nt_flow_fault code);

/* Holds an event: a message's content, or a fault. The member named like `kind` has the details. */
typedef struct nt_flow_event {
    nt_flow_kind kind; /* its kind */
    uint64_t offset;   /* of the message's first byte in the stream; for a RANGE that of the
                          message which reported its last instructions, as for `tcode`, `size` and
                          the time */
    uint8_t tcode;     /* of the message; 0: a framing error */
    uint8_t size;      /* bytes of the message, 255: or more; 0: the event belongs to no complete
                          message */
    bool has_time;     /* the message has a TSTAMP, and its absolute time is known */
    uint64_t time;     /* absolute: TSTAMP of the last synchronizing message and all since */
    uint64_t pc;       /* of the instruction expected next, of the last position before a TRAP, at
                          a STOP and at a FAULT */
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
            uint64_t at;        /* offset of the wrong message, which may precede the one that
                                   shows the fault */
            uint8_t tcode;      /* its TCODE */
            uint8_t sync;       /* its SYNC, or 0 */
        } fault;
        struct {
            uint64_t from;         /* offset of the last synchronizing message that agreed */
            uint64_t instructions; /* reported since then, at least 1 */
        } suspect;
    };
} nt_flow_event;

/* Receives each event in order. A result other than 0 ends the decoding with that result. */
typedef int (*nt_flow_sink)(void *context, const nt_flow_event *event);

/* Holds the settings of the encoder that the stream does not contain, and those of the decoder.
   All 0: nothing optional. */
typedef struct nt_flow_options {
    size_t size;           /* of this struct, sizeof; 0: its members in version 1.0 */
    uint8_t src_bits;      /* width of SRC in bits, 0 to 12; 0: messages have none */
    uint16_t src;          /* messages with this SRC are decoded, others skipped */
    uint8_t tstamp_bits;   /* width of the encoder's time in bits, 1 to 64; 0: messages have no
                              TSTAMP */
    bool implicit_returns; /* trTeInstImplicitReturnMode is not 0 */
    bool sequential_jumps; /* trTeInstEnSequentialJump */
    bool all_jumps;        /* trTeInstEnAllJumps */
    bool extend_addr;      /* trTeInstExtendAddrMSB */
    uint8_t inst_mode;     /* trTeInstMode if known, 3 (BTM) or 6 (HTM); 0: derived from HIST */
    bool rc7;              /* SYNC 0, 4 and 6 keep the return stack and what RepeatBranch repeats */
    bool tolerant;         /* accepts and counts forms that the specification forbids but whose
                              meaning is unambiguous (nt_tolerated); else they are faults */
    bool begins_within;    /* the stream begins anywhere, as in a wrapped buffer: bytes before the
                              first MSEO=11 are skipped without a fault */
    uint64_t budget; /* basic blocks that may be walked, in addition to NT_FLOW_BLOCKS_A_BYTE for
                        each byte of the stream; 0: NT_FLOW_BUDGET. A few bytes can repeat a loop
                        for hours; no program does, unless it waits for long in a tight loop. */
    nt_error *error; /* gets the reason where no decoder can be made; NULL: not needed */
    uint8_t vendor;  /* nt_vendor: how the encoder deviates from N-Trace */
    bool salvage;    /* after a fault decoding goes on where the next messages fit the code, instead
                      of at the next synchronizing message; all up to there is SUSPECT */
    bool no_cache;   /* every path is walked again; the events are the same */
    /* With `salvage`: returns the lowest address from `pc` on at which code may be known,
       UINT64_MAX if there is none; gets the code's context. NULL: places are searched only in and
       beside code that ran. */
    uint64_t (*next_code)(void *context, uint64_t pc);
} nt_flow_options;

/* Are the default limits of a stream, in basic blocks; see `budget`. */
enum { NT_FLOW_BLOCKS_A_BYTE = 256, NT_FLOW_BUDGET = 1 << 29 };

/* Returns the codec's settings for these options; addresses have `xlen` bits. */
nt_message_format nt_flow_format(const nt_flow_options *options, unsigned xlen);

/* Is a decoder of one source's messages. */
typedef struct nt_flow nt_flow;

/* Returns the bytes of memory that a decoder needs; it never allocates more. */
size_t nt_flow_size(void);
/* Initializes a decoder in memory of the caller, which must be aligned for any type. Objects
   that `code` refers to must outlive the decoder; it is advanced as instructions retire. Without
   a sink the decoder only counts, which is fastest. `options` is copied; NULL: all 0. Returns
   NULL with the error of the options set (NT_ERROR_ARGUMENT) if `size` is too small, `memory` not
   aligned, or an option out of its range. */
nt_flow *nt_flow_init(void *memory, size_t size, nt_code code, const nt_flow_options *options,
                      nt_flow_sink sink, void *context);
/* Allocates and initializes a decoder, which nt_flow_free frees. Returns NULL as nt_flow_init,
   and without memory (NT_ERROR_MEMORY). */
nt_flow *nt_flow_new(nt_code code, const nt_flow_options *options, nt_flow_sink sink,
                     void *context);
/* Decodes the next bytes. Returns 0, or the result with which the sink ended the decoding. */
int nt_flow_bytes(nt_flow *flow, const uint8_t *bytes, size_t size);
/* Sets the offset of the next byte in the stream, if the decoder does not get the bytes before
   it (of other sources). Events have such offsets; counts are those of the given bytes. */
void nt_flow_place(nt_flow *flow, uint64_t offset);
/* Adds instructions that retired without trace (before it began, in a gap), so that an image
   that changes as the program runs keeps step. */
void nt_flow_skip(nt_flow *flow, uint64_t instructions);
/* Describes the stream before a part. All 0: nothing. */
typedef struct nt_flow_past {
    size_t size;      /* of this struct, sizeof; 0: its members in version 1.0 */
    uint64_t offset;  /* of the part's first byte */
    uint64_t retired; /* instructions retired; the code must not have advanced further.
                         NT_RETIRED_UNKNOWN: it stays unchanged. */
    uint64_t walked;  /* basic blocks, as of nt_flow_walked */
} nt_flow_past;
/* Is the value of `retired` in nt_flow_past if the number of instructions is unknown. */
#define NT_RETIRED_UNKNOWN UINT64_MAX
/* Continues with another part of the stream as if it began there: only counts continue, and
   decoded code is kept. So the parts of a long stream, cut before synchronizing messages, can be
   decoded separately. */
void nt_flow_restart(nt_flow *flow, const nt_flow_past *past);
/* Returns the basic blocks walked in this part and before, as the budget counts them. */
uint64_t nt_flow_walked(const nt_flow *flow);
/* Ends the stream and reports what is pending. Returns as nt_flow_bytes. */
int nt_flow_finish(nt_flow *flow);
/* Frees a decoder of nt_flow_new; has no effect on one of nt_flow_init, or on NULL. */
void nt_flow_free(nt_flow *flow);

/* Counts what has been decoded so far. Lost bytes and messages are counted at their end, or by
   nt_flow_finish. */
typedef struct nt_flow_counts {
    uint64_t bytes;         /* all given bytes */
    uint64_t messages;      /* complete ones, wrong ones too */
    uint64_t instructions;  /* reported as retired */
    uint64_t faults;        /* FAULT events */
    uint64_t losses;        /* LOSS events */
    uint64_t skipped;       /* messages with another SRC; not in `messages` and `by_tcode` */
    uint64_t unknown;       /* messages skipped because their TCODE is reserved or vendor
                               defined, or RCODE a vendor's */
    uint64_t syncs;         /* accepted synchronizing messages */
    uint64_t agreed;        /* those whose F-ADDR was compared with the PC expected, and is equal */
    uint64_t early_bytes;   /* before the first synchronizing message */
    uint64_t lost_bytes;    /* after it: from a fault to the next synchronizing message */
    uint64_t lost_messages; /* complete messages among these, including the one with the fault */
    uint64_t suspect;       /* instructions of SUSPECT events */
    uint64_t tolerated[8]; /* by nt_tolerated, with `tolerant`: messages with such a field; bytes */
    uint64_t by_tcode[64]; /* of complete messages, reserved and vendor defined ones too */
    uint64_t by_rcode[16]; /* ResourceFull that was skipped, as the RCODE is a vendor's */
    uint64_t salvages;     /* SALVAGE events */
} nt_flow_counts;
/* Returns the counts, which belong to the decoder and continue to change with it. Where the sink
   has ended the decoding they are those at the event with which it did. */
const nt_flow_counts *nt_flow_get_counts(const nt_flow *flow);

#ifdef __cplusplus
}
#endif

#endif
