/* SPDX-License-Identifier: Apache-2.0 */
/* Extends the interface of a recording's writer beyond ntrace/recording.h. */
#ifndef NT_PROGRAM_WRITER_H
#define NT_PROGRAM_WRITER_H

#include "libntrace/program/image.h"
#include "ntrace/recording.h"

/* Writes the bytes of an instruction, unless `image`, the hart's code that was written, has them.
 */
int nt_writer_code(nt_writer *writer, nt_image *image, uint16_t hart, uint64_t pc,
                   const uint8_t *bytes, unsigned size, nt_error *error);

#endif
