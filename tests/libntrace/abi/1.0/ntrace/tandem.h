/* SPDX-License-Identifier: Apache-2.0 */
/* Encodes and decodes the tandem-verification trace ("Trace Protocol Specification" of
   2018-11-20, chapters 2 and 3), from one table of all opcodes. Keeps all state in structs of the
   caller and allocates nothing. */
#ifndef NTRACE_TANDEM_H
#define NTRACE_TANDEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Lists the kinds of elements that a trace may lack (partial trace, section 3.2). Bits of
   nt_tandem_format. */
typedef enum nt_tandem_kind {
    NT_TANDEM_ABSENT_GPR,
    NT_TANDEM_ABSENT_FPR,
    NT_TANDEM_ABSENT_CSR,
    NT_TANDEM_ABSENT_FCSR, /* fcsr, fflags and frm */
    NT_TANDEM_ABSENT_PADDR,
    NT_TANDEM_ABSENT_EADDR,
    NT_TANDEM_ABSENT_STORE, /* data of stores */
    NT_TANDEM_ABSENT_PRIVILEGE,
    NT_TANDEM_ABSENT_PC,
    NT_TANDEM_ABSENT_MEMORY,      /* what memory holds at first */
    NT_TANDEM_ABSENT_COUNTERS,    /* mcycle, minstret, mtime and what shows them */
    NT_TANDEM_ABSENT_TRAP_STATUS, /* what a trap writes to mstatus */
    NT_TANDEM_KINDS,
} nt_tandem_kind;

/* Returns the kind's name, as "fcsr"; NULL: there is none. Static text. */
const char *nt_tandem_kind_name(unsigned kind);

/* Holds what encoder and decoder must agree on (chapter 3): the bytes do not contain it. */
typedef struct nt_tandem_format {
    uint8_t xlen;    /* bits of an integer register, 32 or 64 */
    uint8_t flen;    /* bits of a floating point register, 0 (none), 32 or 64 */
    uint8_t mlen;    /* bits of an address: 64 with XLEN 64; 32 or 34 with XLEN 32 */
    bool eaddr_xlen; /* not in the specification: effective addresses have XLEN bits, not MLEN */
    uint16_t absent; /* bits nt_tandem_kind: the trace does not have these elements */
} nt_tandem_format;

/* Returns whether the lengths are those of a hart. */
bool nt_tandem_format_is_valid(const nt_tandem_format *format);

/* Lists the opcodes (chapter 2). */
typedef enum nt_tandem_opcode {
    NT_TANDEM_BEGIN = 1,
    NT_TANDEM_END = 2,
    NT_TANDEM_INCREMENT_PC = 3,
    NT_TANDEM_REGISTER = 4,     /* full register */
    NT_TANDEM_REGISTER_ADD = 5, /* incremental: signed offset */
    NT_TANDEM_REGISTER_OR = 6,  /* incremental: OR mask */
    NT_TANDEM_STATE = 7,        /* additional state */
    NT_TANDEM_REQUEST = 8,      /* memory request */
    NT_TANDEM_RESPONSE = 9,     /* memory response */
    NT_TANDEM_RESET = 10,
    NT_TANDEM_INITIALIZATION = 11,
    NT_TANDEM_INSN16 = 16,
    NT_TANDEM_INSN32 = 17,
    NT_TANDEM_OPCODES = 18,
} nt_tandem_opcode;

/* Lists the identifiers of additional state (chapter 2). */
typedef enum nt_tandem_id {
    NT_TANDEM_PRIVILEGE = 1,
    NT_TANDEM_PADDR = 2, /* physical address of a load or store */
    NT_TANDEM_EADDR = 3, /* effective address */
    NT_TANDEM_STORE8 = 4,
    NT_TANDEM_STORE16 = 5,
    NT_TANDEM_STORE32 = 6,
    NT_TANDEM_STORE64 = 7,
    NT_TANDEM_MTIME = 8,
    NT_TANDEM_PC_PADDR = 9,
    NT_TANDEM_PC = 10, /* of the next instruction */
    NT_TANDEM_IDS = 11,
} nt_tandem_id;

/* Lists the opcodes of memory requests (chapter 2). */
typedef enum nt_tandem_operation {
    NT_TANDEM_LOAD = 0,
    NT_TANDEM_STORE = 1,
    NT_TANDEM_LR = 2,
    NT_TANDEM_SC = 3,
    NT_TANDEM_AMO_SWAP = 4, /* up to 12, amo maxu */
    NT_TANDEM_FETCH = 13,
    NT_TANDEM_OPERATIONS = 14,
} nt_tandem_operation;

/* Are the register addresses, those of the Debug Specification: CSRs, GPRs, FPRs. */
enum {
    NT_TANDEM_CSR = 0x0000,
    NT_TANDEM_GPR = 0x1000,
    NT_TANDEM_FPR = 0x1020,
    NT_TANDEM_REGISTERS = 0x1040,
};

/* Returns the opcode's name, as "full register"; NULL: there is none. Static text. */
const char *nt_tandem_opcode_name(unsigned opcode);
/* Returns the identifier's name, as "physical address", in the same way. */
const char *nt_tandem_id_name(unsigned id);
/* Returns the name of a memory request's opcode, as "amo add", in the same way. */
const char *nt_tandem_operation_name(unsigned operation);

/* Lists what is wrong with a stream that can still be decoded. Bits of nt_tandem_field. */
typedef enum nt_tandem_violation {
    NT_TANDEM_TWICE,               /* the same element twice in a group */
    NT_TANDEM_PC_TWICE,            /* the pc given or incremented more than once in a group */
    NT_TANDEM_TWO_INSNS,           /* two instructions in a group */
    NT_TANDEM_INCREMENT_ALONE,     /* the pc incremented without an instruction in a group */
    NT_TANDEM_X0,                  /* x0 with another value than 0 */
    NT_TANDEM_END_ALONE,           /* end group without begin group */
    NT_TANDEM_INIT_OUTSIDE,        /* state initialization outside a group */
    NT_TANDEM_INIT_WITH_EXECUTION, /* state initialization with an instruction or reset */
    NT_TANDEM_RESPONSE_SIZE,       /* the response's size is not the request's */
    NT_TANDEM_NO_PC,               /* complete trace: an instruction without a new pc */
    NT_TANDEM_INSN_LENGTH,         /* warning: the opcode's length is not the instruction's */
    NT_TANDEM_VIOLATIONS,
} nt_tandem_violation;

/* Describes a violation. */
typedef struct nt_tandem_violation_info {
    const char *name;   /* for machines: "pc-twice" */
    const char *clause; /* where the specification excludes it: "chapter 3, groups" */
    const char *text;   /* in words */
    bool warning;       /* it contradicts another text, and the trace is clear */
} nt_tandem_violation_info;

/* Returns the description of a violation; NULL: there is none. Static. */
const nt_tandem_violation_info *nt_tandem_violation_get(unsigned violation);

/* Lists what ends a stream: there is no framing, so nothing behind it can be trusted. */
typedef enum nt_tandem_fault_kind {
    NT_TANDEM_OK = 0,
    NT_TANDEM_BAD_OPCODE,
    NT_TANDEM_BAD_ID,
    NT_TANDEM_BAD_SIZE,      /* of a memory request or response: above 3 */
    NT_TANDEM_BAD_OPERATION, /* of a memory request: above 13 */
    NT_TANDEM_BAD_RESULT,    /* of a memory response: above 1 */
    NT_TANDEM_BAD_REGISTER,  /* no register has the address */
    NT_TANDEM_NO_FPR,        /* an FPR, with FLEN 0 */
    NT_TANDEM_BAD_PRIVILEGE, /* neither 0, 1 nor 3 */
    NT_TANDEM_BAD_ADDRESS,   /* an address has more than MLEN bits */
    NT_TANDEM_LONE_RESPONSE, /* a memory response that does not follow a request */
    NT_TANDEM_CUT,           /* the stream ends within a group or a field */
    NT_TANDEM_LONG_GROUP,    /* more fields than NT_TANDEM_FIELDS */
    NT_TANDEM_TOO_WIDE,      /* to encode: a value has more bits than its place */
    NT_TANDEM_BAD_HEADER,    /* a file's header: checksum, version or lengths */
    NT_TANDEM_BAD_CHUNK,     /* a chunk of a file has more than NT_TANDEM_CHUNK bytes */
    NT_TANDEM_BAD_CHECKSUM,  /* a chunk of a file, or all of it, is damaged */
    NT_TANDEM_CUT_FILE,      /* a file ends before its last chunk */
    NT_TANDEM_BEHIND_END,    /* bytes follow the last chunk of a file */
    NT_TANDEM_FAULTS,
} nt_tandem_fault_kind;

/* Describes a fault. */
typedef struct nt_tandem_fault {
    nt_tandem_fault_kind kind; /* its kind */
    uint64_t offset; /* of the wrong byte in the stream; from NT_TANDEM_BAD_HEADER on in the file;
                        of a cut, where the stream ends */
    uint64_t value;  /* the wrong value; of NT_TANDEM_CUT where the group or field begins */
} nt_tandem_fault;

/* Returns its name, for machines: "unknown-opcode"; static text. */
const char *nt_tandem_fault_name(nt_tandem_fault_kind kind);
/* Returns the clause that it breaks; static text. */
const char *nt_tandem_fault_clause(nt_tandem_fault_kind kind);

enum { NT_TANDEM_TEXT = 128 };

/* Writes a fault as "unknown opcode 0x82 (chapter 2, opcodes)", without its offset. */
void nt_tandem_fault_describe(const nt_tandem_fault *fault, char text[NT_TANDEM_TEXT]);

/* ---- one field: an opcode and its payload ---- */

/* Holds a field. What its opcode does not have is 0. */
typedef struct nt_tandem_field {
    uint64_t offset;     /* decoded: of its opcode in the stream */
    uint64_t value;      /* register data; offset, sign-extended to 64 bits; mask; additional
                            state; data of a request or response; instruction */
    uint64_t address;    /* of a memory request */
    uint16_t reg;        /* register address, below NT_TANDEM_REGISTERS */
    uint16_t violations; /* decoded: bit nt_tandem_violation */
    uint8_t opcode;      /* nt_tandem_opcode */
    uint8_t id;          /* nt_tandem_id */
    uint8_t operation;   /* nt_tandem_operation */
    uint8_t size;        /* of a memory access, 0 to 3: 8 << size bits */
    uint8_t result;      /* of a memory response: 0 success, 1 failure */
    uint8_t bytes;       /* decoded: sent, opcode included */
} nt_tandem_field;

/* Is the number of bytes of the longest field: a memory request with 64 bits of data. */
enum { NT_TANDEM_FIELD_BYTES = 18 };

/* Writes a field and returns its number of bytes; 0: it has none, `fault` gets why (may be NULL).
   `before`: the field before it, which a response needs; NULL: there is none. */
size_t nt_tandem_field_encode(const nt_tandem_field *field, const nt_tandem_format *format,
                              const nt_tandem_field *before, uint8_t bytes[NT_TANDEM_FIELD_BYTES],
                              nt_tandem_fault *fault);

/* Reads a field and returns its number of bytes; 0: it needs more than `size`; -1: `fault` gets
   why, with an offset from the field's start. Sets no violation. */
int nt_tandem_field_decode(nt_tandem_field *field, const nt_tandem_format *format,
                           const nt_tandem_field *before, const uint8_t *bytes, size_t size,
                           nt_tandem_fault *fault);

/* Returns whether requests of this operation carry data: stores, sc, AMOs. */
bool nt_tandem_request_has_data(uint8_t operation);
/* Returns whether responses to it do: to loads, lr, AMOs, fetches. */
bool nt_tandem_response_has_data(uint8_t operation);

/* ---- a stream: groups ---- */

/* Is the most fields of a group that a reader takes; those of an instruction have at most 20. */
enum { NT_TANDEM_FIELDS = 1024 };

/* Holds a group, or what lies between two groups, which is in no order. */
typedef struct nt_tandem_group {
    bool atomic;                   /* from begin group to end group; false: between two groups */
    bool ended;                    /* atomic: by an end group, not by the next begin group */
    uint64_t offset;               /* of its first byte in the stream */
    uint64_t size;                 /* bytes */
    const nt_tandem_field *fields; /* without begin group and end group; the reader's */
    size_t count;                  /* of the fields */
    uint16_t violations;           /* of any of the fields */
} nt_tandem_group;

/* Takes a group. A value other than 0 ends the reading. */
typedef int (*nt_tandem_sink)(void *context, const nt_tandem_group *group);

/* Holds the state of a reader, about 64 KiB. The caller sets the first members; all others are 0
   before the first byte. */
typedef struct nt_tandem_reader {
    nt_tandem_format format; /* of the stream */
    bool complete;           /* every instruction must come with a new pc */
    nt_tandem_sink sink;     /* gets each group as soon as its end is known */
    void *context;           /* of the sink */
    nt_tandem_fault fault;   /* after a result of -1; NT_TANDEM_OK: the sink's -1 */

    uint64_t offset;                              /* of the next byte */
    uint64_t start;                               /* of the group */
    bool within;                                  /* a group */
    uint32_t opcodes;                             /* bits of those in the group */
    size_t have;                                  /* bytes of a field that is not complete */
    uint8_t part[NT_TANDEM_FIELD_BYTES];          /* these bytes */
    size_t count;                                 /* of the fields in the group so far */
    uint16_t violations;                          /* of the group */
    uint32_t group;                               /* a number of the group, from 1; wraps */
    uint32_t seen[NT_TANDEM_REGISTERS + 16];      /* the last group that has the element */
    nt_tandem_field fields[NT_TANDEM_FIELDS + 1]; /* of the group, and one more */
} nt_tandem_reader;

/* Takes bytes. Returns 0; -1 with the fault set, after which no more bytes may come; or what the
   sink returned. */
int nt_tandem_read(nt_tandem_reader *reader, const uint8_t *bytes, size_t size);
/* Ends the stream; results as nt_tandem_read. A group that is cut off is a fault and not handed
   out. */
int nt_tandem_read_end(nt_tandem_reader *reader);

/* ---- files of our own (.ntv): header, chunks with checksums ---- */

enum {
    NT_TANDEM_HEADER = 16,     /* bytes of the header */
    NT_TANDEM_CHUNK_HEAD = 8,  /* bytes before a chunk */
    NT_TANDEM_CHUNK = 1 << 16, /* most bytes of a chunk */
};

/* Returns whether the first bytes of a file (4 are enough) are those of a header. No stream begins
   so. */
bool nt_tandem_is_file(const uint8_t *bytes, size_t size);

/* Writes a header. */
void nt_tandem_header_encode(const nt_tandem_format *format, uint8_t bytes[NT_TANDEM_HEADER]);
/* Reads a header. Returns 0, or -1 with the fault set. */
int nt_tandem_header_decode(nt_tandem_format *format, const uint8_t *bytes, size_t size,
                            nt_tandem_fault *fault);

/* Holds what a file's writer must keep; all 0 at first. */
typedef struct nt_tandem_packer {
    uint32_t checksum; /* of all bytes so far */
} nt_tandem_packer;

/* Writes what comes before a chunk of `size` bytes, 1 to NT_TANDEM_CHUNK; with 0, the file's
   end. */
void nt_tandem_chunk_head(nt_tandem_packer *packer, const uint8_t *bytes, size_t size,
                          uint8_t head[NT_TANDEM_CHUNK_HEAD]);

/* Holds the state of a file's reader, behind the header. All 0 before the first byte. */
typedef struct nt_tandem_unpacker {
    uint64_t offset;                    /* of the next byte, behind the header */
    uint32_t checksum;                  /* of all chunks so far */
    uint32_t size;                      /* of the chunk; 0: before its head is complete */
    uint32_t expected;                  /* the chunk's checksum */
    size_t have;                        /* bytes of head or chunk */
    bool ended;                         /* the last chunk came */
    uint8_t head[NT_TANDEM_CHUNK_HEAD]; /* of the chunk */
    uint8_t chunk[NT_TANDEM_CHUNK];     /* its bytes so far */
} nt_tandem_unpacker;

/* Takes bytes behind the header and hands each good chunk to the reader. Results and fault as
   nt_tandem_read. */
int nt_tandem_unpack(nt_tandem_unpacker *unpacker, nt_tandem_reader *reader, const uint8_t *bytes,
                     size_t size);
/* Ends the file and its stream. */
int nt_tandem_unpack_end(nt_tandem_unpacker *unpacker, nt_tandem_reader *reader);

#ifdef __cplusplus
}
#endif

#endif
