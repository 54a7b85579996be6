/* SPDX-License-Identifier: Apache-2.0 */
/* Judges the bytes, or answers, of a compliance vector, for the package of Python. */
#ifndef NT_FLAT_JUDGING_H
#define NT_FLAT_JUDGING_H

#include "ntrace/error.h"

#include <stdint.h>

typedef struct nt_flat_judgement {
    const char *verdict; /* "exact", "conformant", "broken" */
    const char *rule;    /* broken: the rule that broke first; NULL: no rule tells */
    uint64_t offset;     /* of the message that broke it */
    char text[256];      /* in words */
} nt_flat_judgement;

/* Judges the file `bytes` for the vector of the file `vector`. Returns 0, or -1 with the error set.
 */
int nt_flat_judge(nt_flat_judgement *judgement, const char *vector, const char *bytes,
                  nt_error *error);

#endif
