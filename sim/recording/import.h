/* SPDX-License-Identifier: Apache-2.0 */
/* Imports files of other programs as recordings: a table of formats, a source file each. */
#ifndef NT_RECORDING_IMPORT_H
#define NT_RECORDING_IMPORT_H

#include "libntrace/program/writer.h"
#include "ntrace/flow.h"
#include "ntrace/program.h"
#include "sim/util/progress.h"

typedef struct nt_import_options {
    const char *input;
    const char *pcinfo; /* NULL: not given */
    const char *scope; /* of a dump: the signals' module, or the end of its path; NULL: the first */
    const char *clock; /* of a dump: its name, or the end of its path; NULL: usual names */
    const char *map;   /* a file of other names for signals; NULL: none */
    nt_program *program; /* of the images; NULL: none are given */
    unsigned xlen;
    uint32_t harts;
    nt_isa isa;    /* extensions that share encodings with others */
    bool pcs_only; /* no accesses */
} nt_import_options;

typedef struct nt_import_counts {
    uint64_t instructions;
    uint64_t traps;       /* without the breaks */
    uint64_t breaks;      /* places where the text does not continue as the code does */
    bool zcm;             /* a break is after an instruction that may be of Zcmp or Zcmt */
    uint64_t first_break; /* its line */
} nt_import_counts;

/* Imports into an open writer. Returns 0, or -1 with the error set. */
typedef int (*nt_importer)(const nt_import_options *options, nt_writer *writer,
                           nt_progress *progress, nt_import_counts *counts, nt_error *error);

enum {
    NT_IMPORT_MOST_HARTS = 256, /* each has an image of its own */
    /* Parts of recordings */
    NT_IMPORT_ALL = (1 << NT_ACCESSES) - 1,
    NT_IMPORT_X = 1 << NT_ACCESS_X,
    NT_IMPORT_MEMORY = 1 << NT_ACCESS_LOAD | 1 << NT_ACCESS_STORE,
};

typedef struct nt_import_format {
    const char *name;
    const char *summary; /* one line, for help */
    const char *source;  /* for the recording's header */
    bool wants_pcinfo;
    bool wants_image;
    bool takes_scope; /* options scope and clock */
    bool takes_map;
    unsigned xlen; /* that all such logs have; 0: as it is told */
    uint32_t most_harts;
    uint8_t parts; /* as in the recording's header */
    nt_importer run;
} nt_import_format;

/* Each format is in a file of its own, import_NAME.c, which defines nt_import_format_NAME; in the
   order in which help names them. */
#define NT_IMPORT_FORMATS(FORMAT)                                                                  \
    FORMAT(pc)                                                                                     \
    FORMAT(pcseq)                                                                                  \
    FORMAT(spike)                                                                                  \
    FORMAT(rvfi)                                                                                   \
    FORMAT(rvfi_vcd)                                                                               \
    FORMAT(riscv_dv)                                                                               \
    FORMAT(sail)                                                                                   \
    FORMAT(ibex)                                                                                   \
    FORMAT(cv32e40p)                                                                               \
    FORMAT(rocket)                                                                                 \
    FORMAT(rvvi)                                                                                   \
    FORMAT(execlog)

#define NT_IMPORT_DECLARE(name) extern const nt_import_format nt_import_format_##name;
NT_IMPORT_FORMATS(NT_IMPORT_DECLARE)
#undef NT_IMPORT_DECLARE

extern const nt_import_format *const nt_import_formats[]; /* ends with NULL */

/* Returns the format of this name, or NULL. */
const nt_import_format *nt_import_format_named(const char *name);

/* Looks whether the format takes these options, in the words of `ntrace import`; `has_image`: there
   are images, loaded or not. Returns 0, or -1 with the error set. */
int nt_import_check(const nt_import_format *format, const nt_import_options *options,
                    bool has_image, nt_error *error);

/* Imports into the recording `output`, which appears whole or not at all. Sets `xlen` of the
   options where it was 0, or where the program has it. `progress` is one that has started, or all
   0. Returns 0, or -1 with the error set. */
int nt_import_file(const nt_import_format *format, nt_import_options *options, const char *output,
                   nt_progress *progress, nt_import_counts *counts, nt_error *error);

#endif
