/* Reads and writes a recording (.ntr): the execution of harts, in order, and the code they ran.
   Streams both ways through files or pipes ("-"), zstd inside, versioned, checksummed;
   docs/recording.md has the format. */
#ifndef NT_RECORDING_RECORDING_H
#define NT_RECORDING_RECORDING_H

#include "libntrace/flow/insn.h"
#include "libntrace/util/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum nt_event_kind {
    NT_EVENT_RUN,  /* instructions at consecutive addresses, all retired */
    NT_EVENT_TRAP, /* after the last retired instruction; the next one is the handler's */
    NT_EVENT_MODE, /* privilege or context of all following events of this hart */
    NT_EVENT_CODE, /* bytes at an address, from now on */
    NT_EVENT_INSN, /* an instruction known by type only (pcinfo) */
} nt_event_kind;

/* Holds an event. A hart's instructions appear as runs: a run continues as long as each address
   follows the one before (not-taken branches included); any other change of flow starts the next
   run. */
typedef struct nt_event {
    nt_event_kind kind;
    uint16_t hart;
    union {
        struct {
            uint64_t pc;
            uint32_t instructions; /* at least 1 */
            uint32_t halfwords;    /* their size together */
        } run;
        struct {
            bool interrupt;
            uint64_t cause; /* without the interrupt bit */
            uint64_t epc;
            uint64_t tval;
        } trap;
        struct {
            uint8_t priv;     /* as the ingress port's priv: 0 U, 1 S, 3 M, 4 D, 5 VU, 6 VS */
            uint64_t context; /* scontext in its low part, 0 where unknown */
        } mode;
        struct {
            uint64_t address;
            uint32_t size;
            const uint8_t *bytes; /* the reader's, until its next call */
        } code;
        struct {
            uint64_t pc;
            nt_insn insn;
        } insn;
    };
} nt_event;

typedef struct nt_recording_header {
    uint8_t xlen;     /* 32 or 64 */
    uint16_t harts;   /* at least 1 */
    char source[256]; /* its origin, in words */
} nt_recording_header;

typedef struct nt_reader nt_reader;

int nt_reader_open(nt_reader **reader, const char *path, nt_error *error);
const nt_recording_header *nt_reader_header(const nt_reader *reader);
/* Reads the next event. Returns 1: an event; 0: the end, checksum right; -1: error, with its
   offset. */
int nt_reader_next(nt_reader *reader, nt_event *event, nt_error *error);
void nt_reader_close(nt_reader *reader);

#endif
