/* SPDX-License-Identifier: Apache-2.0 */
/* Judges somebody's bytes for a vector. */
#ifndef NT_VECTORS_JUDGE_H
#define NT_VECTORS_JUDGE_H

#include "sim/vectors/vector.h"

typedef enum nt_vector_verdict {
    NT_VECTOR_EXACT,      /* the golden model's bytes */
    NT_VECTOR_CONFORMANT, /* another legal stream for the vector's ingress */
    NT_VECTOR_BROKEN,
} nt_vector_verdict;

typedef struct nt_vector_judgement {
    nt_vector_verdict verdict;
    uint64_t size;       /* judged: bytes; of a port its blocks */
    uint64_t difference; /* the first byte that is not the golden model's; of a port the steps that
                            were as they should be */
    const char *rule;    /* broken: the rule that broke first; NULL: no rule tells */
    uint64_t offset;     /* of the message that broke it; of a port the cycle */
    char text[256];      /* in words */
} nt_vector_judgement;

/* Judges the bytes of a file (stream_file.h). Returns 0, or -1 with the error set. */
int nt_vector_judge(nt_vector_judgement *judgement, const nt_vector *vector, const char *path,
                    nt_error *error);

/* Returns "exact", "conformant", "broken". */
const char *nt_vector_verdict_name(nt_vector_verdict verdict);

#endif
