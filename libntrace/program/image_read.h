/* SPDX-License-Identifier: Apache-2.0 */
/* Reads images from open files. */
#ifndef NT_PROGRAM_IMAGE_READ_H
#define NT_PROGRAM_IMAGE_READ_H

#include "libntrace/program/image.h"
#include "libntrace/util/input_file.h"
#include "ntrace/recording.h"

/* Reads the recording to its end. */
int nt_image_read_recording(nt_image **image, nt_reader *reader, const char *path, unsigned hart,
                            nt_error *error);
int nt_image_read_pcinfo(nt_image **image, nt_input_file *input, nt_error *error);

/* Reads the code that an ingress file in text form lists in comments: "#: 0x100  00000013  nop",
   bytes as one hexadecimal number, or "#: 0x100,BD4,0x200" as in a pcinfo. XLEN is the header's. */
int nt_image_read_listing(nt_image **image, nt_input_file *input, nt_error *error);

/* Returns a separate image with the same content, at the same time; it shares the history of the
   original, which must outlive it. NULL without memory. */
nt_image *nt_image_copy(const nt_image *image);

#endif
