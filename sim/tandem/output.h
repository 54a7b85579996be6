/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a tandem-verification trace, a bare stream or a file of ours (.ntv), for all commands
   that make one. The file appears whole, or not at all. */
#ifndef NT_TANDEM_OUTPUT_H
#define NT_TANDEM_OUTPUT_H

#include "libntrace/util/error.h"
#include "ntrace/tandem.h"

typedef struct nt_tandem_output nt_tandem_output;

/* Opens a trace. `is_file`: a file of ours, with header and checksums; "-" is standard output.
   Functions that return int return 0, or -1 with the error set. The caller owns `*output` until
   close or abort. */
int nt_tandem_output_open(nt_tandem_output **output, const char *path,
                          const nt_tandem_format *format, bool is_file, nt_error *error);

/* Writes fields, begin group and end group among them. A field that cannot be encoded is an
   error. */
int nt_tandem_output_fields(nt_tandem_output *output, const nt_tandem_field *fields, size_t count,
                            nt_error *error);

/* Writes a group between begin group and end group. */
int nt_tandem_output_group(nt_tandem_output *output, const nt_tandem_group *group, nt_error *error);

/* Writes bytes of the stream as they are. */
int nt_tandem_output_bytes(nt_tandem_output *output, const uint8_t *bytes, size_t size,
                           nt_error *error);

/* Ends the trace and frees `output`, also on an error, which leaves no file. */
int nt_tandem_output_close(nt_tandem_output *output, nt_error *error);

/* Frees `output` and leaves no file; accepts NULL. */
void nt_tandem_output_abort(nt_tandem_output *output);

#endif
