/* SPDX-License-Identifier: Apache-2.0 */
/* Extends the interface of a recording's reader beyond recording.h. */
#ifndef NT_PROGRAM_READER_H
#define NT_PROGRAM_READER_H

#include "libntrace/util/input_file.h"
#include "ntrace/recording.h"

/* Opens a recording as nt_reader_open; takes ownership of `input`, also on an error. */
int nt_reader_open_input(nt_reader **reader, nt_input_file *input, nt_error *error);

/* Skips the runs that come next, as far as that is fast; other events still come. From then on the
   addresses of runs and traps are wrong, as they are relative to those. Returns the instructions of
   the runs of `hart`. */
uint64_t nt_reader_skip_runs(nt_reader *reader, unsigned hart);

typedef struct nt_reader_sizes {
    uint64_t file;     /* bytes of the file read so far */
    uint64_t unpacked; /* bytes of header and events in them */
} nt_reader_sizes;
nt_reader_sizes nt_reader_get_sizes(const nt_reader *reader);

#endif
