/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions of vectors, by a reference that has them. The trace has no vector registers: they
   are the verifier's, with what is known of each bit. An instruction is executed twice, with all
   bits that are not known 0, and 1. What it does not compute but copies is known where both agree;
   what it computes, if all that it is made of is known (vector_plan.h). */
#ifndef NT_TANDEM_VERIFY_VECTOR_H
#define NT_TANDEM_VERIFY_VECTOR_H

#include "sim/tandem/shell_vector.h"
#include "sim/tandem/verifier.h"

typedef struct nt_tv_vectors nt_tv_vectors;

nt_tv_vectors *nt_tv_vectors_new(void); /* NULL: no memory */
void nt_tv_vectors_free(nt_tv_vectors *vectors);

/* Nothing is known of vector registers. */
void nt_tv_vectors_forget(nt_tv_vectors *vectors);

/* Makes what the step made of them the registers. */
void nt_tv_vectors_keep(nt_tv_vectors *vectors);

/* Has the reference execute the instruction of the group, which was applied to the shadow state, if
   it is one of vectors. */
void nt_tv_vector_step(nt_tv_verifier *v);

/* Returns what came of it; NULL: it was not executed. */
const nt_tv_vector_result *nt_tv_vector_result_of(const nt_tv_verifier *v);

/* Adds to the report what differs of addresses and store data. */
void nt_tv_vector_compare(nt_tv_verifier *v);

/* Whether the instruction is a vector store of more bytes than the trace has as store data. */
bool nt_tv_vector_lacks_data(const nt_tv_verifier *v);

/* Ends the step: registers and memory get what it made. Returns 0, or -1 with the error set. */
int nt_tv_vector_settle(nt_tv_verifier *v);

#endif
