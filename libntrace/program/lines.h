/* SPDX-License-Identifier: Apache-2.0 */
/* Reads source lines of an image. */
#ifndef NT_PROGRAM_LINES_H
#define NT_PROGRAM_LINES_H

#include "libntrace/program/program_internal.h"

#include <gelf.h>

/* Fills the image's lines from the file's debugging information, if it has any. Returns -1
   without memory. */
int nt_lines_set(nt_program_image *image, Elf *elf);

#endif
