/* SPDX-License-Identifier: Apache-2.0 */
/* Writes what the encoder took and what it gave, for witnesses that know neither RTL nor model:

     tv XLEN FLEN MLEN NRET OUT_BYTES VIRTUAL IMPLIED_END INCREMENT
     rst                         the encoder's reset: all that is not out is gone
     reset                       what was taken, in the order of the trace ...
     init KIND ADDR SIZE DATA
     counters MTIME MCYCLE MINSTRET   - where there is none
     lane                        ... and what a lane has, each on a line that follows:
     - insn SIZE INSN | pc PC | gpr ADDR DATA | fpr ADDR DATA | csr ADDR DATA | flags BITS |
       paddr ADDR | eaddr ADDR | mem SIZE DATA | priv MODE
     out BYTES                   a word, as the sink took it

   Numbers are hexadecimal, but those of the first line. tests/tandem/lanes.py reads it. */
#ifndef NT_TB_UNITS_TV_LOG_H
#define NT_TB_UNITS_TV_LOG_H

#include "tb/lockstep/log_file.h"
#include "tb/units/tv/tv.h"

/* `path` NULL: no log. Returns 0, or -1 with the error set. */
int tv_log_open(nt_log_file *log, const char *path, const nt_tv_params *params, nt_error *error);

void tv_log_cycle(nt_log_file *log, const tv_view *view);

#endif
