/* SPDX-License-Identifier: Apache-2.0 */
/* Defines the bytes of a recording (docs/recording.md), for reader and writer only. */
#ifndef NT_PROGRAM_FORMAT_H
#define NT_PROGRAM_FORMAT_H

#include "ntrace/recording.h"

/* Precedes the zstd frame: not text, and damaged by a transfer as text. */
#define NT_RECORDING_MAGIC "\x89NTR\r\n\x1a\n"

enum {
    NT_RECORDING_MAGIC_SIZE = 8,
    NT_RECORDING_VERSION = 1,          /* without accesses */
    NT_RECORDING_VERSION_ACCESSES = 2, /* the header has parts */
    NT_RECORDING_VERSION_UNKNOWNS = 3, /* the same, also none; events may be unknown in part */
};

/* Lists the tags: first bytes of an item. */
enum {
    NT_TAG_END = 0,
    NT_TAG_HART = 1,
    NT_TAG_RUN = 2, /* a run without a short tag */
    NT_TAG_TRAP = 3,
    NT_TAG_MODE = 4,
    NT_TAG_CODE = 5,
    NT_TAG_INSN = 6,
    NT_TAG_ACCESS = 7,                            /* and on: one for each nt_access_kind */
    NT_TAG_UNKNOWN = NT_TAG_ACCESS + NT_ACCESSES, /* a register's value that is not known */
    /* From here on a tag is a run of 1 to NT_SHORT_RUN instructions of 2 or 4 bytes. */
    NT_TAG_SHORT = 16,
    NT_SHORT_RUN = 20,
    NT_SHORT_TAGS = NT_SHORT_RUN * (NT_SHORT_RUN + 3) / 2,
};

enum {
    NT_MOST_CODE = 1 << 16,  /* bytes of a code item */
    NT_MOST_ITEM = 64,       /* bytes of any item without its code */
    NT_MOST_HALFWORDS = 12,  /* of an instruction */
    NT_MOST_RUN = 1 << 30,   /* instructions, and half-words */
    NT_MOST_PRIV = 7,        /* the ingress port's priv has 3 bits */
    NT_MOST_MEMORY = 64,     /* bytes of an access to memory */
    NT_MOST_VLENB = 8192,    /* bytes of a vector register */
    NT_WINDOW_LOG_MOST = 24, /* of zstd: 16 MiB */
};

/* Lists the form of a memory access: its size (0: unknown, n: 2^(n - 1) bytes) and what is there.
 */
enum {
    NT_FORM_SIZE = 7,
    NT_FORM_VALUE = 8,
    NT_FORM_PHYSICAL = 16,
    NT_FORM_ALL = 31,
    NT_FORM_NO_ADDRESS = 32, /* it is not known; version 3 alone */
};

/* Lists the bits of a trap's kind; the unknown ones in version 3 alone. */
enum {
    NT_TRAP_INTERRUPT = 1,
    NT_TRAP_NO_CAUSE = 2,
    NT_TRAP_NO_TVAL = 4,
    NT_TRAP_ALL = 7,
};

/* Holds what the next access of a hart is told relative to. */
typedef struct nt_access_state {
    uint64_t x[32];   /* the last values, at first 0 */
    uint64_t address; /* the last of memory, at first 0 */
} nt_access_state;

/* Returns the short tag less NT_TAG_SHORT; `large` of the instructions have 4 bytes, the rest 2. */
static inline uint32_t nt_short_run(uint32_t instructions, uint32_t large) {
    return (instructions - 1) * (instructions + 2) / 2 + large;
}

static inline uint64_t nt_zigzag(uint64_t difference) {
    return (difference << 1) ^ (0 - (difference >> 63));
}

static inline uint64_t nt_unzigzag(uint64_t value) {
    return (value >> 1) ^ (0 - (value & 1));
}

/* Returns a difference of two addresses, sign-extended from XLEN so that small ones stay small. */
static inline uint64_t nt_difference(uint64_t to, uint64_t from, unsigned xlen) {
    uint64_t difference = to - from;
    return xlen == 32 ? (uint64_t)(int64_t)(int32_t)(uint32_t)difference : difference;
}

/* Returns what is wrong with the event, or NULL; the rules hold for reader and writer. */
const char *nt_event_problem(const nt_event *event, const nt_recording_header *header);
const char *nt_header_problem(const nt_recording_header *header);

/* Returns whether an access is to memory. */
static inline bool nt_access_is_memory(const nt_access *access) {
    return access->kind == NT_ACCESS_LOAD || access->kind == NT_ACCESS_STORE;
}

/* Returns the bytes of a value that is told as plain bytes, 0 if it is told as a number. */
static inline uint16_t nt_access_plain(const nt_access *access) {
    return access->has_value && access->size > sizeof access->value ? access->size : 0;
}

/* Returns the version that a recording with this header has. */
static inline uint8_t nt_recording_version(const nt_recording_header *header) {
    return header->unknowns     ? NT_RECORDING_VERSION_UNKNOWNS
           : header->parts != 0 ? NT_RECORDING_VERSION_ACCESSES
                                : NT_RECORDING_VERSION;
}

#endif
