/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of an instruction of vectors (verify_vector.c, verify_vector_compare.c). */
#ifndef NT_TANDEM_VERIFY_VECTOR_INTERNAL_H
#define NT_TANDEM_VERIFY_VECTOR_INTERNAL_H

#include "sim/tandem/vector_plan.h"
#include "sim/tandem/verifier_internal.h"

enum {
    NT_TV_VECTOR_MOST = 512, /* bytes of a register */
    NT_TV_VECTOR_FILE = 32 * NT_TV_VECTOR_MOST,
    NT_TV_VECTOR_TOUCHED = 8 * NT_TV_VECTOR_MOST, /* bytes that one instruction accesses */
};

/* Is a byte that was accessed. */
typedef struct nt_tv_vector_byte {
    uint64_t address;
    uint8_t value;
    uint8_t known; /* bit each */
} nt_tv_vector_byte;

struct nt_tv_vectors {
    size_t vlenb;                     /* of what is held; 0: nothing is */
    uint8_t value[NT_TV_VECTOR_FILE]; /* bits that are not known are 0 */
    uint8_t known[NT_TV_VECTOR_FILE];
    bool started; /* vstart is 0 where nobody told it */

    /* of the step */
    bool vector;   /* it is an instruction of vectors */
    bool typed;    /* ... for which there are registers afterwards */
    bool executed; /* by the reference */
    nt_tv_vector_plan plan;
    nt_tv_vector_result result;
    uint8_t next_value[NT_TV_VECTOR_FILE];
    uint8_t next_known[NT_TV_VECTOR_FILE];
    nt_tv_vector_byte bytes[NT_TV_VECTOR_TOUCHED];
    size_t count;

    /* of an execution */
    nt_tv_verifier *verifier;
    bool ones;   /* what is not known is 1 */
    bool again;  /* the second one: accesses are the same */
    bool hidden; /* loads find nothing that is known */
    bool lost;
    size_t at;
    uint8_t file[2][NT_TV_VECTOR_FILE];
};

#endif
