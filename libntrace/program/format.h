/* Defines the bytes of a recording (docs/recording.md), for reader and writer only. */
#ifndef NT_RECORDING_FORMAT_H
#define NT_RECORDING_FORMAT_H

#include "libntrace/program/recording.h"

/* Precedes the zstd frame: not text, and damaged by a transfer as text. */
#define NT_RECORDING_MAGIC "\x89NTR\r\n\x1a\n"

enum {
    NT_RECORDING_MAGIC_SIZE = 8,
    NT_RECORDING_VERSION = 1,
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
    NT_WINDOW_LOG_MOST = 24, /* of zstd: 16 MiB */
};

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

#endif
