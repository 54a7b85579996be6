/* SPDX-License-Identifier: Apache-2.0 */
/* The sidecar of a trace: what it was made with, as JSON beside it (F.nex: F.nex.json), so that it
   decodes without its settings being typed again. docs/sidecar.md describes each member. */
#ifndef NT_SIDECAR_H
#define NT_SIDECAR_H

#include "libntrace/util/error.h"
#include "model/config.h"
#include "model/control/control.h"
#include "sim/settings/config_file.h"
#include "sim/sidecar/watch.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    NT_SIDECAR_VERSION = 1,
    NT_SIDECAR_IMAGES = 32,    /* further ones are not listed */
    NT_SIDECAR_MOST = 1 << 18, /* bytes of a sidecar */
    NT_SIDECAR_HART_UNKNOWN = -1,
};

typedef enum nt_sidecar_kind {
    NT_SIDECAR_OTHER,
    NT_SIDECAR_RECORDING,
    NT_SIDECAR_ELF,
    NT_SIDECAR_KINDS,
} nt_sidecar_kind;

/* A file by its contents. */
typedef struct nt_sidecar_file {
    uint64_t bytes; /* gzip is decompressed */
    uint64_t sum;   /* FNV-1a of them (sim/util/sum.h) */
} nt_sidecar_file;

typedef struct nt_sidecar_image {
    char name[128]; /* without its folder */
    nt_sidecar_kind kind;
    nt_sidecar_file file;
} nt_sidecar_image;

typedef struct nt_sidecar {
    nt_sidecar_file stream;
    const nt_config *config; /* the build: of nt_configs, or `own`; NULL: not known */
    nt_config_file own;      /* so this struct is not to be copied */
    nt_watch settings;
    int hart;    /* whose code it is, or NT_SIDECAR_HART_UNKNOWN: of several */
    uint64_t hz; /* ticks of timestamps in a second; 0: not known */
    nt_sidecar_image image[NT_SIDECAR_IMAGES];
    unsigned images;
} nt_sidecar;

/* Returns the name of a trace's sidecar, which the caller frees; NULL where there cannot be one
   (standard output, a pipe, a device), or no memory. */
char *nt_sidecar_path(const char *trace);

/* Returns whether a text begins as a sidecar does, also where it is cut there. */
bool nt_sidecar_begins(const char *text, size_t size);

/* Sums up a file. Returns 0, or -1 with the error set. `kind`: NULL, or gets what it is. */
int nt_sidecar_sum(nt_sidecar_file *sum, nt_sidecar_kind *kind, const char *path, nt_error *error);

/* Adds an image that is a file; another is passed over. Returns 0, or -1 with the error set. */
int nt_sidecar_add_image(nt_sidecar *sidecar, const char *path, nt_error *error);

/* Returns the text, which the caller frees; NULL: no memory. */
char *nt_sidecar_write(const nt_sidecar *sidecar);

typedef enum nt_sidecar_found {
    NT_SIDECAR_FOUND,
    NT_SIDECAR_NONE,     /* the text is no sidecar */
    NT_SIDECAR_STRANGER, /* that of another stream: only `stream` is read */
    NT_SIDECAR_BROKEN,   /* the error is set */
} nt_sidecar_found;

/* Reads a text, for a stream of these contents. */
nt_sidecar_found nt_sidecar_read(nt_sidecar *sidecar, const char *text, size_t size,
                                 const nt_sidecar_file *stream, nt_error *error);

#endif
