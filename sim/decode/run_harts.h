/* Several harts in one stream: each message goes to the decoder of its SRC. */
#ifndef NT_DECODE_RUN_HARTS_H
#define NT_DECODE_RUN_HARTS_H

#include "ntrace/demux.h"
#include "sim/decode/run.h"

/* Opens one more hart: its code, decoder and form. NULL with the run's error set; what is open
   then is for nt_run_free. */
nt_run_hart *nt_run_open_hart(nt_run *run, unsigned number);
/* Opens its form alone. 0, or -1 with the run's error set. */
int nt_run_open_form(nt_run_hart *hart);

/* Takes a piece of the stream: to the hart whose it is, or to all if nobody knows. 0, or what ended
   the decoding. */
int nt_run_take(nt_run *run, const nt_demux_piece *piece);

#endif
