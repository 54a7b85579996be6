/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the text files of the RISC-V Nexus Trace task group's reference tools, one line per
   instruction: `pcinfo` (the static program) `0xADDRESS,TYPE[,0xDESTINATION]` and `pcseq` (the
   retired instructions) `0xADDRESS,TYPE`. TYPE is letters and the size in bytes: L linear, B
   branch (BN not taken), J jump, JI indirect jump, C call, CI indirect call, R return; in a
   `pcinfo` a D after the letters means that a destination follows. Either may be compressed by
   gzip. */
#ifndef NT_PROGRAM_NEXUS_TEXT_H
#define NT_PROGRAM_NEXUS_TEXT_H

#include "libntrace/program/image.h"
#include "libntrace/util/input_file.h"

#include <stdbool.h>

typedef struct nt_nexus_line {
    uint64_t pc;
    nt_insn insn;   /* in a pcseq without target */
    bool not_taken; /* BN, in a pcseq */
} nt_nexus_line;

typedef enum nt_nexus_kind { NT_NEXUS_PCINFO, NT_NEXUS_PCSEQ } nt_nexus_kind;

/* Reads the next line of a text for harts of `xlen` bits. Returns 1; 0 at the end; -1 with the
   error. */
int nt_nexus_read(nt_input_file *input, nt_nexus_kind kind, unsigned xlen, nt_nexus_line *line,
                  nt_error *error);

/* Sets the error, with the file and the line last read, and returns -1. */
int nt_nexus_fail(const nt_input_file *input, nt_error *error, const char *format, ...)
    NT_PRINTS(3, 4);

/* Returns the letters of a class in a `pcinfo`, without D; "?" if it has none. */
const char *nt_nexus_letters(nt_insn_class class_);

/* Reads the next line of a `pcinfo` into the image; returns as nt_nexus_read. An address that is
   there already must have the same instruction. */
int nt_nexus_read_pcinfo(nt_input_file *input, nt_image *image, nt_nexus_line *line,
                         nt_error *error);

/* Takes one such line, without its end, that stands in a line of another file. Returns 0, or -1. */
int nt_nexus_take_pcinfo(const nt_input_file *input, nt_image *image, const char *text,
                         nt_error *error);

#endif
