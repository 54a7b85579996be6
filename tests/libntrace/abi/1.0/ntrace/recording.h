/* SPDX-License-Identifier: Apache-2.0 */
/* Reads and writes recordings (.ntr): the execution of harts, in order, the code they ran, and
   where its source knows them the registers, CSRs and memory that they accessed. A simulator or
   bench that writes one gets all that ntrace makes of recordings: N-Trace, CTR, counts, vectors.
   Both ways stream through files or pipes ("-"), zstd inside, versioned, checksummed;
   docs/recording.md has the format. */
#ifndef NTRACE_RECORDING_H
#define NTRACE_RECORDING_H

#include <ntrace/error.h>
#include <ntrace/flow.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Lists the kinds of events. */
typedef enum nt_event_kind {
    NT_EVENT_RUN,    /* instructions at consecutive addresses, all retired */
    NT_EVENT_TRAP,   /* after the last retired instruction; the next one is the handler's */
    NT_EVENT_MODE,   /* privilege or context of all following events of this hart */
    NT_EVENT_CODE,   /* bytes at an address, from now on; before the run that executes them */
    NT_EVENT_INSN,   /* an instruction known by type only (pcinfo) */
    NT_EVENT_ACCESS, /* of the hart's last instruction or trap; before the first: initial state */
} nt_event_kind;

/* Lists the kinds of accesses. */
typedef enum nt_access_kind {
    NT_ACCESS_X,     /* an integer register is written */
    NT_ACCESS_F,     /* a floating-point register is written */
    NT_ACCESS_V,     /* a vector register is written */
    NT_ACCESS_CSR,   /* a CSR is written */
    NT_ACCESS_LOAD,  /* memory is read */
    NT_ACCESS_STORE, /* memory is written */
    NT_ACCESSES,
} nt_access_kind;

/* Holds an access with its value: of a register after the write, of memory what was read or
   written. */
typedef struct nt_access {
    nt_access_kind kind; /* what is accessed */
    uint16_t number;     /* of the register: x 1 to 31, f and v 0 to 31, CSR 0 to 4095; memory: 0 */
    uint16_t size;     /* bytes: x and CSR of XLEN, f 2 to 16, v 4 to 8192, memory 1 to 64 or, where
                          unknown, 0; all but 0 are powers of two */
    bool has_value;    /* false of a register: it was written, with a value that is not known */
    bool has_physical; /* memory alone, where the source knows it */
    bool address_unknown; /* memory alone: what the source has is no address; `address` is 0 */
    uint64_t address;     /* of memory: effective; registers: 0 */
    uint64_t physical;    /* address */
    uint64_t value;       /* of up to 8 bytes */
    const uint8_t *bytes; /* a larger value, from its lowest byte; the reader's, until its next
                             call; else NULL */
} nt_access;

/* Holds an event. A hart's instructions appear as runs: a run continues as long as each address
   follows the one before (not-taken branches included); any other change of flow, and an access,
   starts the next run. */
typedef struct nt_event {
    nt_event_kind kind; /* which member of the union it has */
    uint16_t hart;      /* below nt_recording_header.harts */
    union {
        struct {
            uint64_t pc;           /* of the first instruction, even */
            uint32_t instructions; /* 1 to 2^30 */
            uint32_t halfwords;    /* their size together, to 2^30 */
        } run;
        struct {
            bool interrupt; /* false: an exception */
            uint64_t cause; /* without the interrupt bit */
            uint64_t epc;   /* even */
            uint64_t tval;
            bool cause_unknown; /* the source has none; `cause` is 0 */
            bool tval_unknown;  /* likewise */
        } trap;
        struct {
            uint8_t priv;     /* as the ingress port's priv: 0 U, 1 S, 3 M, 4 D, 5 VU, 6 VS */
            uint64_t context; /* scontext in its low part, 0 where unknown */
        } mode;
        struct {
            uint64_t address;
            uint32_t size;        /* 1 to 65536 */
            const uint8_t *bytes; /* the reader's, until its next call */
        } code;
        struct {
            uint64_t pc;
            nt_insn insn;
        } insn;
        nt_access access;
        uint64_t room[10]; /* nothing: keeps the size */
    };
} nt_event;

/* Describes a recording. */
typedef struct nt_recording_header {
    size_t size;       /* of this struct, sizeof; 0: its members in version 1.0 */
    uint8_t xlen;      /* 32 or 64 */
    uint16_t harts;    /* at least 1 */
    uint8_t parts;     /* the kinds of accesses that the source knows: bit nt_access_kind */
    char source[256];  /* its origin, in words, without control characters */
    uint32_t unknowns; /* 1: events may be unknown in part: a trap's cause and tval, a register's
                          value, a memory address (docs/recording.md, version 3); else 0 */
} nt_recording_header;

/* Reads a recording. */
typedef struct nt_reader nt_reader;

/* Opens a recording, or standard input ("-"), and reads its header. Returns 0, or -1 with the
   error set. */
int nt_reader_open(nt_reader **reader, const char *path, nt_error *error);
/* Returns the header, which belongs to the reader. */
const nt_recording_header *nt_reader_header(const nt_reader *reader);
/* Reads the next event. Returns 1: an event; 0: the end, checksum right; -1: error, with its
   offset. */
int nt_reader_next(nt_reader *reader, nt_event *event, nt_error *error);
/* Frees the reader, or nothing if it is NULL. */
void nt_reader_close(nt_reader *reader);

/* Writes a recording. */
typedef struct nt_writer nt_writer;

/* Opens a recording for writing, "-" is standard output. A regular file appears under its name
   only with nt_writer_commit. Returns 0, or -1 with the error set. */
int nt_writer_open(nt_writer **writer, const char *path, const nt_recording_header *header,
                   nt_error *error);
/* Writes an event, whose bytes it copies. Runs that follow on are joined: instructions may come
   one by one. Returns 0, or -1 with the error set: a member is out of range (NT_ERROR_ARGUMENT),
   or the file cannot be written; then only commit, which fails, and abort may follow. */
int nt_writer_event(nt_writer *writer, const nt_event *event, nt_error *error);
/* Ends the recording and frees the writer, also on an error, which leaves no file. Returns 0, or
   -1 with the error set. */
int nt_writer_commit(nt_writer *writer, nt_error *error);
/* Frees the writer and leaves no file; accepts NULL. */
void nt_writer_abort(nt_writer *writer);

#ifdef __cplusplus
}
#endif

#endif
