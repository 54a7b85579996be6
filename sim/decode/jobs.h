/* SPDX-License-Identifier: Apache-2.0 */
/* Decodes one hart's stream by several threads, with the result of one to the byte. Each takes
   the next part of the stream (parts.h), decodes it with its own decoder and form, and waits for
   its turn, as parts are merged in order. State that a part cannot know, as the number of
   instructions retired before it, is assumed; in its turn it is compared, and the part decoded
   again if it was wrong. */
#ifndef NT_DECODE_JOBS_H
#define NT_DECODE_JOBS_H

#include "libntrace/util/input_file.h"
#include "sim/decode/run.h"

enum { NT_JOBS_MOST = 256 };

/* Decodes the whole stream: counts and faults go into the run, whose one hart is open, lines to
   its text, and all else to the form of its hart; lines are closed then. Returns 0, or -1 with
   the run's error set. */
int nt_jobs_decode(nt_decode_run *run, nt_input_file *file);

#endif
