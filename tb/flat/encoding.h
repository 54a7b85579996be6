/* SPDX-License-Identifier: Apache-2.0 */
/* Encodes a file for the package of Python, in memory. */
#ifndef NT_FLAT_ENCODING_H
#define NT_FLAT_ENCODING_H

#include "model/config.h"
#include "model/control/control.h"
#include "ntrace/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct nt_flat_encoding {
    const char *input;       /* recording or ingress file */
    const nt_config *config; /* NULL: the default of the input */
    nt_control control;      /* values of the fields that are 1 in `given` */
    nt_control given;
    bool best; /* the settings of the smallest stream, before those */
    unsigned hart;
    uint64_t limit; /* instructions; 0: all */

    uint8_t *bytes; /* freed by nt_flat_encoding_free; NULL: none */
    size_t size;
    uint64_t cycles;
    uint64_t instructions;
    const char *build; /* by whose name it was encoded */
} nt_flat_encoding;

/* Encodes. Returns 0, or -1 with the error set. */
int nt_flat_encode(nt_flat_encoding *encoding, nt_error *error);
void nt_flat_encoding_free(nt_flat_encoding *encoding);

#endif
