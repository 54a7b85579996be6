/* SPDX-License-Identifier: Apache-2.0 */
/* Holds a build that is not in nt_configs, from a file of parameters like those of rtl/config. */
#ifndef NT_CONFIG_FILE_H
#define NT_CONFIG_FILE_H

#include "libntrace/util/error.h"
#include "model/config.h"

#include <stdbool.h>

typedef struct nt_config_file {
    nt_config config; /* its name is the one below: not to be copied */
    char name[64];    /* the stem of the file's name */
    const char *path; /* the caller's */
} nt_config_file;

/* Returns whether a name is that of such a file: it ends in ".cfg". */
bool nt_config_file_is(const char *name);

/* Reads one "NAME = VALUE" per line; "#" begins a comment. Each parameter must be there once,
   and nt_config_complaint() must return no complaint. */
int nt_config_file_read(nt_config_file *file, const char *path, nt_error *error);

#endif
