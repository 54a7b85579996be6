/* Writes recordings. */
#ifndef NT_RECORDING_WRITER_H
#define NT_RECORDING_WRITER_H

#include "libntrace/program/image.h"
#include "libntrace/program/recording.h"

typedef struct nt_writer nt_writer;

/* Opens a recording for writing. The file appears under its name only with nt_writer_commit;
   nt_writer_abort leaves nothing. */
int nt_writer_open(nt_writer **writer, const char *path, const nt_recording_header *header,
                   nt_error *error);
int nt_writer_event(nt_writer *writer, const nt_event *event, nt_error *error);
/* Writes the bytes of an instruction, unless `image`, the hart's code that was written, has them.
 */
int nt_writer_code(nt_writer *writer, nt_image *image, uint16_t hart, uint64_t pc,
                   const uint8_t *bytes, unsigned size, nt_error *error);
int nt_writer_commit(nt_writer *writer, nt_error *error); /* frees the writer in any case */
void nt_writer_abort(nt_writer *writer);

#endif
