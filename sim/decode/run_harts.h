/* SPDX-License-Identifier: Apache-2.0 */
/* Decodes several harts in one stream: each message goes to the decoder of its SRC. */
#ifndef NT_DECODE_RUN_HARTS_H
#define NT_DECODE_RUN_HARTS_H

#include "ntrace/demux.h"
#include "sim/decode/run.h"

/* Opens another hart: its code, decoder and form. Returns NULL with the run's error set;
   nt_run_free closes what is open then. */
nt_run_hart *nt_run_open_hart(nt_decode_run *run, unsigned number);
/* Opens only its form. Returns 0, or -1 with the run's error set. */
int nt_run_open_form(nt_run_hart *hart);

/* Passes a piece of the stream to its hart, or to all if its source is unknown. Returns 0, or
   the result that ended the decoding. */
int nt_run_take(nt_decode_run *run, const nt_demux_piece *piece);

#endif
