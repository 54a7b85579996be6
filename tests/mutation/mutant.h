/* SPDX-License-Identifier: Apache-2.0 */
/* What stands in mutated sources: whether it is this mutant that runs. */
#ifndef NT_TESTS_MUTANT_H
#define NT_TESTS_MUTANT_H

extern int nt_mutant; /* 0: none */

#define NT_M(number) __builtin_expect(nt_mutant == (number), 0)

#endif
