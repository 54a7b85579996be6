/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors of units that answer, as to accesses of CSRs: a line an answer,

     #> ANSWER | ANSWER ...  WORDS

   The first is the golden model's, the others are what the text permits beside it. A word of an
   answer that is 0x... may be followed by any=0xMASK: its bits that may be anything. */
#ifndef NT_VECTORS_ANSWERS_H
#define NT_VECTORS_ANSWERS_H

#include "sim/vectors/judge.h"

/* Takes a line "#> ..." as the answer to expect. Returns 0, or -1 with the error set. */
int nt_answers_take(nt_vector *vector, const char *text, nt_error *error);

/* Judges a text of answers, one a line. Returns 0, or -1 with the error set. */
int nt_answers_judge(nt_vector_judgement *judgement, const nt_vector *vector, const char *path,
                     nt_error *error);

#endif
