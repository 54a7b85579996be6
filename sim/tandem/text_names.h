/* SPDX-License-Identifier: Apache-2.0 */
/* Words of the text form, for both directions. */
#ifndef NT_TANDEM_TEXT_NAMES_H
#define NT_TANDEM_TEXT_NAMES_H

#include "sim/tandem/text.h"

/* Are the opcodes that are a word alone, or a word and an instruction; NULL: written otherwise. */
extern const char *const nt_tandem_words[NT_TANDEM_OPCODES];

/* Finds the address of a register by its name or number. Returns false: there is none. */
bool nt_tandem_find_register(const struct nt_tandem_csr_names *names, const char *name,
                             uint16_t *reg);

/* Find an identifier, or a memory request's opcode, by its word; -1: there is none. */
int nt_tandem_find_id(const char *word);
int nt_tandem_find_operation(const char *word);

#endif
