/* SPDX-License-Identifier: Apache-2.0 */
/* Encodes and decodes N-Trace messages, from one table of all codes and fields (N-Trace 1.0,
   chapters "N-Trace Messages" and "N-Trace Transmission Protocol"). */
#ifndef NTRACE_MESSAGES_H
#define NTRACE_MESSAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ntrace/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the version of the library that runs: NTRACE_VERSION_NUMBER of its headers. */
unsigned nt_version_number(void);
/* Returns it as text: static. */
const char *nt_version(void);

/* Lists the message types (N-Trace 1.0, "N-Trace subset"). */
typedef enum nt_tcode {
    NT_TCODE_OWNERSHIP = 2,
    NT_TCODE_DIRECT_BRANCH = 3,
    NT_TCODE_INDIRECT_BRANCH = 4,
    NT_TCODE_ERROR = 8,
    NT_TCODE_PROG_TRACE_SYNC = 9,
    NT_TCODE_DIRECT_BRANCH_SYNC = 11,
    NT_TCODE_INDIRECT_BRANCH_SYNC = 12,
    NT_TCODE_RESOURCE_FULL = 27,
    NT_TCODE_INDIRECT_BRANCH_HIST = 28,
    NT_TCODE_INDIRECT_BRANCH_HIST_SYNC = 29,
    NT_TCODE_REPEAT_BRANCH = 30,
    NT_TCODE_PROG_TRACE_CORRELATION = 33,
    NT_TCODES = 64, /* 56 to 62 are vendor defined, all others reserved */
} nt_tcode;

/* Returns whether the TCODE is one of those for vendors. */
static inline bool nt_tcode_is_vendor_defined(uint8_t tcode) {
    return tcode >= 56 && tcode <= 62;
}

/* Returns the message's name, as "DirectBranch"; for those of Nexus (IEEE-ISTO 5001) that
   N-Trace leaves out, which are reserved here, too, as "DataWrite"; NULL for all others. Static
   text. */
const char *nt_tcode_name(uint8_t tcode);

/* Lists the fields of messages (N-Trace 1.0, "Fields in Messages"). */
typedef enum nt_field {
    NT_FIELD_NONE = 0, /* ends a list of fields */
    NT_FIELD_TCODE,
    NT_FIELD_SRC,
    NT_FIELD_SYNC,
    NT_FIELD_BTYPE,
    NT_FIELD_PROCESS,
    NT_FIELD_ETYPE,
    NT_FIELD_ECODE,
    NT_FIELD_RCODE,
    NT_FIELD_RDATA,   /* RDATA[0]: I-CNT for RCODE 0, HIST for RCODE 1 and 2 */
    NT_FIELD_HREPEAT, /* RDATA[1], with RCODE 2 only */
    NT_FIELD_BCNT,
    NT_FIELD_EVCODE,
    NT_FIELD_CDF,
    NT_FIELD_ICNT,
    NT_FIELD_FADDR, /* without the address's bit 0 */
    NT_FIELD_UADDR, /* without the address's bit 0 */
    NT_FIELD_HIST,
    NT_FIELD_TSTAMP,
    NT_FIELDS,
} nt_field;

/* Is the room for fields in structs; there will never be more. */
enum { NT_FIELDS_ROOM = 32 };

/* Lists the kinds of fields by width. */
typedef enum nt_field_kind {
    NT_FIXED,    /* `width` bits */
    NT_VARIABLE, /* 1 to `width` bits, zero-filled up to a byte's end */
} nt_field_kind;

/* Describes a field. */
typedef struct nt_field_info {
    const char *name; /* as in the specification */
    uint8_t kind;     /* nt_field_kind */
    uint8_t width;    /* bits of a fixed field (SRC: maximum), or the maximum (Maximum Field
                         Sizes) */
    bool configured;  /* the encoder's settings decide whether it is present (Cfg) */
} nt_field_info;

/* Returns the description of a field; NULL: there is none. Static. */
const nt_field_info *nt_field_get(unsigned field);

/* Is the room for the fields of a message, including the end of their list. */
enum { NT_MESSAGE_FIELDS = 16 };

/* Describes the fields of a message. */
typedef struct nt_message_layout {
    const char *name;                 /* NULL: reserved or vendor defined */
    uint8_t field[NT_MESSAGE_FIELDS]; /* nt_field in the order sent, ended by NT_FIELD_NONE */
    struct {
        uint8_t field;  /* is in the message only if ... */
        uint8_t by;     /* ... this fixed field before it ... */
        uint8_t value;  /* ... has this value; */
        uint8_t last;   /* values above `value` up to this are defined, those above reserved; */
        uint8_t vendor; /* from this on, if not 0, they are vendor defined */
    } only;             /* a field that another one excludes; NT_FIELD_NONE: there is none */
} nt_message_layout;

/* Returns the fields of the messages with this TCODE; without a name where it is reserved or
   vendor defined; NULL: above 63. Static. */
const nt_message_layout *nt_message_layout_get(unsigned tcode);

/* Lists vendors whose encoders deviate from N-Trace. */
typedef enum nt_vendor {
    NT_VENDOR_NONE = 0, /* N-Trace alone */
    NT_VENDOR_SIFIVE,
    NT_VENDORS
} nt_vendor;

/* Describes how a vendor's encoders deviate; what is 0 is as in N-Trace. */
typedef struct nt_quirks {
    const char *name; /* for options: "sifive" */
    const char *text; /* the same in words */
    uint8_t
        not_taken_run; /* RCODE of ResourceFull whose RDATA counts branches not taken; 8 to 15 */
    uint8_t taken_run; /* the same, taken */
    bool xor_time; /* TSTAMP of a message without SYNC is XORed with the time, not added to it */
    bool
        swap_is_call; /* a co-routine swap (itype 12) pushes to the return stack and pops nothing */
} nt_quirks;

/* Returns the deviations of an nt_vendor; NULL: there are none, or no such vendor. Static. */
const nt_quirks *nt_quirks_get(unsigned vendor);
/* Returns the nt_vendor of that name; NT_VENDOR_NONE: there is none. */
unsigned nt_quirks_find(const char *name);

/* Holds the encoder's settings that the bytes do not contain. All 0: no SRC, no TSTAMP. */
typedef struct nt_message_format {
    uint8_t src_bits;     /* width of SRC in bits (trTeSrcBits), 0 to 12 */
    bool tstamp;          /* messages may carry TSTAMP */
    uint8_t addr_bits;    /* with trTeInstExtendAddrMSB the width of F-ADDR and U-ADDR, XLEN-1, of
                             which equal upper bits may be left out; 0: not set, zeros may be left
                             out */
    bool rc7;             /* HREPEAT and B-CNT have no limit, as in the draft 1.0.0_rc7 */
    bool tolerant;        /* decoding accepts nt_tolerated */
    uint8_t vendor;       /* nt_vendor: ResourceFull may have its RCODEs */
    uint8_t reserved[10]; /* 0 */
} nt_message_format;

/* Lists forms that the specification forbids and some encoders send, whose meaning is
   unambiguous. */
typedef enum nt_tolerated {
    NT_TOLERATED_WIDE,  /* I-CNT of up to 32 bits, HREPEAT and B-CNT of up to 64 */
    NT_TOLERATED_EMPTY, /* a variable field of no bits, as the fixed ones before it end a byte: 0 */
    NT_TOLERATED_STRAY, /* a byte with MSEO=11 between messages that is not 0xFF */
    NT_TOLERATED,
} nt_tolerated;

/* Returns its name, for machines: "wide-field"; static text. */
const char *nt_tolerated_name(nt_tolerated kind);
/* Returns it in words; static text. */
const char *nt_tolerated_text(nt_tolerated kind);

/* Holds a message by its fields. */
typedef struct nt_message {
    uint8_t tcode;                  /* nt_tcode, or another: reserved or vendor defined */
    uint32_t present;               /* bit nt_field is set: the message has the field */
    uint64_t value[NT_FIELDS_ROOM]; /* valid where present */
    uint8_t
        width[NT_FIELDS_ROOM]; /* decoded: bits that were sent, zero fill included; 255: or more */
    uint8_t tolerated;         /* decoded: bit nt_tolerated is set: the message has such a field */
} nt_message;

/* Returns whether the message has the field. */
static inline bool nt_message_has(const nt_message *message, nt_field field) {
    return (message->present >> field & 1) != 0;
}

/* Returns whether SYNC is 0, 4 or 6: in the draft 1.0.0_rc7 these mark a place and do not reset
   the encoder. */
static inline bool nt_sync_is_marker(uint64_t sync) {
    return sync == 0 || sync == 4 || sync == 6;
}

/* Returns the TCODE of a synchronizing branch message without SYNC: DirectBranch for
   DirectBranchSync. 0: it is no such message. */
static inline uint8_t nt_tcode_without_sync(uint8_t tcode) {
    switch (tcode) {
    case NT_TCODE_DIRECT_BRANCH_SYNC:
        return NT_TCODE_DIRECT_BRANCH;
    case NT_TCODE_INDIRECT_BRANCH_SYNC:
        return NT_TCODE_INDIRECT_BRANCH;
    case NT_TCODE_INDIRECT_BRANCH_HIST_SYNC:
        return NT_TCODE_INDIRECT_BRANCH_HIST;
    default:
        return 0;
    }
}

/* Sets one field (TCODE too). */
void nt_message_set(nt_message *message, nt_field field, uint64_t value);

/* Are sizes and values of bytes. */
enum {
    NT_MESSAGE_MAX_BYTES = 38, /* longest standard message (N-Trace 1.0, "N-Trace subset") */
    NT_IDLE = 0xff,            /* the idle byte between messages */
};

/* Writes the shortest form: no zero bytes at a field's end, nor with addr_bits bytes of ones at
   an address's. Every field of the layout must be present except TSTAMP, SRC without src_bits,
   and fields excluded by `only`. Returns the number of bytes; 0: no such message, a field is
   missing or too wide. */
size_t nt_message_encode(const nt_message *message, const nt_message_format *format,
                         uint8_t bytes[NT_MESSAGE_MAX_BYTES]);

/* Lists the results of decoding a message. */
typedef enum nt_message_status {
    NT_MESSAGE_OK = 0,
    NT_MESSAGE_UNKNOWN,  /* reserved or vendor defined TCODE, or a vendor's value of `field`:
                            TCODE, SRC and the fields before the unknown part are decoded */
    NT_MESSAGE_RESERVED, /* `field` has a reserved value, so that the layout is unknown */
    NT_MESSAGE_SHORT,    /* the message ends before or within `field` */
    NT_MESSAGE_BAD_END,  /* MSEO ends a variable field within or directly before the fixed
                            `field` */
    NT_MESSAGE_TOO_WIDE, /* `field` holds a value wider than the specification's maximum */
    NT_MESSAGE_LONG,     /* bytes or fields follow the last field of the layout */
} nt_message_status;

/* Decodes one framed message: its last byte, and only that one, has MSEO=11. Fields longer than
   their layout allows are skipped, not overflowed. Addresses are extended to addr_bits. `field`
   gets the field of the status, or NT_FIELD_NONE; `message` holds the fields read before it. */
nt_message_status nt_message_decode(nt_message *message, const nt_message_format *format,
                                    const uint8_t *bytes, size_t size, nt_field *field);

/* Returns the status in words, without the field's name. */
const char *nt_message_status_text(nt_message_status status);
/* Returns its name, for machines: "too-wide". */
const char *nt_message_status_name(nt_message_status status);

/* ---- in words: for dumps and reports ---- */

/* Is enough for any of the texts below. */
enum { NT_MESSAGE_TEXT = 512 };

/* Writes a message as "28 IndirectBranchHist B-TYPE=0 I-CNT=0x7d U-ADDR=0x7 HIST=0xffe", with
   PROCESS and TSTAMP explained at the end. `time`: the message's absolute time; NULL: not known. */
void nt_message_describe(const nt_message *message, const uint64_t *time,
                         char text[NT_MESSAGE_TEXT]);

/* Writes the fields that end in byte `index` of a decoded message, as in the specification's
   example: "I-CNT[10] = 0x7D"; empty where none does. */
void nt_message_describe_byte(const nt_message *message, const uint64_t *time, size_t index,
                              char text[NT_MESSAGE_TEXT]);

/* ---- absolute times from TSTAMP fields (N-Trace 1.0, "Timestamp Reporting") ---- */

/* Holds the time of one source. All 0 before the first message. */
typedef struct nt_time {
    bool known;   /* since a synchronizing message with TSTAMP */
    bool xors;    /* set by the caller: TSTAMP is XORed with the time before (nt_quirks) */
    uint64_t now; /* of the last message that had a TSTAMP */
} nt_time;

/* Updates the time from a message. Returns true if `now` is its time. `bits`: width of the
   encoder's time, 1 to 64, where it wraps. */
static inline bool nt_time_take(nt_time *time, const nt_message *message, unsigned bits) {
    bool absolute = nt_message_has(message, NT_FIELD_SYNC);
    if (!nt_message_has(message, NT_FIELD_TSTAMP) || (!absolute && !time->known)) {
        return false;
    }
    uint64_t tstamp = message->value[NT_FIELD_TSTAMP];
    uint64_t next = time->xors ? time->now ^ tstamp : time->now + tstamp;
    time->now = (absolute ? tstamp : next) & UINT64_MAX >> (64 - bits);
    time->known = true;
    return true;
}

/* ---- framing ---- */

/* Lists the roles of a byte in a stream. */
typedef enum nt_frame {
    NT_FRAME_IDLE,         /* an idle byte between messages */
    NT_FRAME_START,        /* first byte of a message */
    NT_FRAME_MIDDLE,       /* neither first nor last byte */
    NT_FRAME_END,          /* last byte: the message is complete */
    NT_FRAME_SKIPPED,      /* skipped after a framing error, up to the next MSEO=11 */
    NT_FRAME_BAD_RESERVED, /* error: MSEO=10 */
    NT_FRAME_BAD_START,    /* error: MSEO=01 where a message would start (11-01) */
    NT_FRAME_BAD_IDLE,     /* error: MSEO=11 between messages, but not 0xFF */
} nt_frame;

/* Is the number of bytes of a message that a framer keeps. */
enum { NT_FRAME_BYTES = 64 };

/* Lists where in a stream a framer is. */
typedef enum nt_framer_state {
    NT_FRAMER_BETWEEN,  /* messages */
    NT_FRAMER_WITHIN,   /* a message */
    NT_FRAMER_SKIPPING, /* bytes up to the next MSEO=11 */
} nt_framer_state;

/* Holds the state of a framer. All 0 before the first byte. */
typedef struct nt_framer {
    uint8_t bytes[NT_FRAME_BYTES]; /* the message so far; excess bytes are counted, not kept */
    uint64_t size; /* bytes of the message so far; after NT_FRAME_END of all, after an error
                      those before the wrong byte */
    uint8_t state; /* an nt_framer_state */
} nt_framer;

/* Takes a byte and returns its role. */
nt_frame nt_framer_byte(nt_framer *framer, uint8_t byte);

/* Takes bytes up to one that ends a message or is an error, or all. Returns their number;
   `frame` gets NT_FRAME_END or the error, or else any other. */
size_t nt_framer_bytes(nt_framer *framer, const uint8_t *bytes, size_t size, nt_frame *frame);

/* Returns whether the byte breaks the transmission protocol. */
static inline bool nt_frame_is_error(nt_frame frame) {
    return frame >= NT_FRAME_BAD_RESERVED;
}

/* Returns the number of bytes of the message in `bytes`. */
static inline size_t nt_framer_kept(const nt_framer *framer) {
    return framer->size < NT_FRAME_BYTES ? (size_t)framer->size : (size_t)NT_FRAME_BYTES;
}

/* Returns the framing error in words. */
const char *nt_frame_text(nt_frame frame);
/* Returns its name, for machines: "bad-start". */
const char *nt_frame_name(nt_frame frame);

/* ---- assembly: any stream as text, and back to the same bytes (docs/assembly.md) ----

   .src 4                                                  messages have a SRC of that many bits
   .tstamp                                                 messages may have TSTAMP
   .extend 63                                              addr_bits, of nt_message_format
   ProgTraceSync SRC=1 SYNC=1 I-CNT=0 F-ADDR=0x40000000    fields as in the specification
   DirectBranch SRC=1 I-CNT=0x7d/12                        I-CNT takes 12 bits, more than it need
   .message 57 SRC=1 0x12 0x3/12                           any fields; nothing is required of it
   .idle 3                                                 idle bytes
   .byte 0xfe 0x03                                         bytes as they are
   .fill 1000 0x00                                         that byte so many times

   What follows ';' or '#' on a line is a comment. */

/* Are the limits of assembly. */
enum {
    NT_ASSEMBLY_LINE = 1024,      /* longest line that is printed, with the NUL */
    NT_ASSEMBLY_BYTES = 256,      /* most bytes of a line, repetitions apart */
    NT_ASSEMBLY_REPEAT = 1 << 24, /* most repetitions of a line */
};

/* Lists the errors of a line of assembly. */
typedef enum nt_assembly_status {
    NT_ASSEMBLY_OK = 0,
    NT_ASSEMBLY_NO_MESSAGE,  /* the line does not begin with the name of a message or directive */
    NT_ASSEMBLY_NO_FIELD,    /* no field has that name */
    NT_ASSEMBLY_NO_NUMBER,   /* a number is expected: decimal, or 0x and hexadecimal digits */
    NT_ASSEMBLY_RANGE,       /* the number is out of its range */
    NT_ASSEMBLY_NO_END,      /* excess text follows */
    NT_ASSEMBLY_LATE,        /* .src, .tstamp and .extend must precede lines that produce bytes */
    NT_ASSEMBLY_LONG,        /* the line has more than NT_ASSEMBLY_BYTES bytes */
    NT_ASSEMBLY_MISSING,     /* the message has the field, the line does not */
    NT_ASSEMBLY_NOT_HERE,    /* the message does not have the field, or not at this place */
    NT_ASSEMBLY_EXCLUDED,    /* settings or a field before it exclude the field */
    NT_ASSEMBLY_RESERVED,    /* the field has a reserved value, which leaves the layout unknown */
    NT_ASSEMBLY_TOO_WIDE,    /* the value needs more bits than the field has */
    NT_ASSEMBLY_FIXED_WIDTH, /* the field always has the same width */
} nt_assembly_status;

/* Holds the state of an assembler. All 0 before the first line. */
typedef struct nt_assembler {
    nt_message_format format; /* set by directives; the caller may set it before the first line */
    uint8_t tstamp_bits;      /* the value of .tstamp, 0: none; the bytes do not depend on it */
    bool begun;               /* a line has produced bytes */
    /* Of the last line: */
    uint8_t bytes[NT_ASSEMBLY_BYTES];
    size_t size;     /* of `bytes` ... */
    uint64_t repeat; /* ... which are repeated that many times, 1 to NT_ASSEMBLY_REPEAT */
    size_t column;   /* of the error, from 1 on */
    nt_field field;  /* the field of the status; NT_FIELD_NONE: no field */
} nt_assembler;

/* Assembles a line (without a line break) and sets the members "of the last line". */
nt_assembly_status nt_assemble(nt_assembler *assembler, const char *line);

/* Returns the status in words, to follow the field's name if it has a field. */
const char *nt_assembly_status_text(nt_assembly_status status);

/* Receives a line of assembly, without a line break. A result other than 0 ends the printing. */
typedef int (*nt_assembly_sink)(void *context, const char *line);

/* Holds the state of a printer of assembly. The caller sets the first members; the others are 0. */
typedef struct nt_assembly_printer {
    nt_message_format format; /* settings that the bytes do not contain; printed as the first
                                 lines */
    bool offsets;             /* each line ends with its first byte's offset, as a comment */
    nt_assembly_sink sink;    /* receives the lines */
    void *context;            /* passed to it */
    struct {
        bool begun;
        nt_framer framer;
        uint64_t line;   /* offset of the first byte that is not yet printed */
        uint8_t odd[16]; /* bytes that belong to no message */
        size_t odd_size;
        uint64_t repeat; /* number of `fill` bytes before `odd` */
        uint8_t fill;
        bool idle;          /* they are idle bytes */
        const char *reason; /* of the next line; NULL: none */
    } own;                  /* private to the printer */
} nt_assembly_printer;

/* Prints the next bytes, in pieces of any size. Returns 0, or the result of the sink. */
int nt_assembly_print(nt_assembly_printer *printer, const uint8_t *bytes, size_t size);
/* Ends the stream and prints the rest. Returns 0, or the result of the sink. */
int nt_assembly_print_end(nt_assembly_printer *printer);

#ifdef __cplusplus
}
#endif

#endif
