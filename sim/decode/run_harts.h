/* Several harts in one stream: each message goes to the decoder of its SRC. */
#ifndef NT_DECODE_RUN_HARTS_H
#define NT_DECODE_RUN_HARTS_H

#include "ntrace/messages.h"
#include "sim/decode/run.h"

/* Opens one more hart: its code, decoder and form. NULL with the run's error set; what is open
   then is for nt_run_free. */
nt_run_hart *nt_run_open_hart(nt_run *run, unsigned number);
/* Opens its form alone. 0, or -1 with the run's error set. */
int nt_run_open_form(nt_run_hart *hart);

/* All 0 but for `run`. */
typedef struct nt_run_router {
    nt_run *run;
    nt_framer framer;
    uint64_t start; /* of the message */
    uint64_t at;    /* of the next byte */
} nt_run_router;

/* Takes the next bytes. 0, or what ended the decoding. */
int nt_run_route(nt_run_router *router, const uint8_t *bytes, size_t size);
/* The stream has ended: what is cut goes where it belongs. */
int nt_run_route_end(nt_run_router *router);

#endif
