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

extern const nt_import_format nt_import_formats[]; /* ends with a name of NULL */

int nt_import_pc(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
                 nt_import_counts *counts, nt_error *error);

int nt_import_pcseq(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
                    nt_import_counts *counts, nt_error *error);

int nt_import_spike(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
                    nt_import_counts *counts, nt_error *error);

int nt_import_rvfi(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
                   nt_import_counts *counts, nt_error *error);

int nt_import_rvfi_vcd(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
                       nt_import_counts *counts, nt_error *error);

int nt_import_riscv_dv(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
                       nt_import_counts *counts, nt_error *error);

int nt_import_sail(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
                   nt_import_counts *counts, nt_error *error);

int nt_import_tracer(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
                     nt_import_counts *counts, nt_error *error);

int nt_import_rocket(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
                     nt_import_counts *counts, nt_error *error);

int nt_import_rvvi(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
                   nt_import_counts *counts, nt_error *error);

int nt_import_execlog(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
                      nt_import_counts *counts, nt_error *error);

#endif
