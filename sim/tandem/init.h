/* Writes the state-initialization part of a trace (chapter 3). */
#ifndef NT_TANDEM_INIT_H
#define NT_TANDEM_INIT_H

#include "sim/tandem/output.h"

/* Takes an aligned piece of memory of 1, 2, 4 or 8 bytes. Returns 0, or -1 with the error set. */
typedef int (*nt_tandem_word_sink)(void *context, uint64_t address, unsigned size, uint64_t value,
                                   nt_error *error);

/* Hands out the segments of an ELF file, at their physical addresses, in aligned pieces. Zeros that
   the file does not hold (.bss) are not among them. `entry` gets the entry (may be NULL). Returns
   0, or -1 with the error set. */
int nt_tandem_elf_words(const char *path, uint64_t *entry, nt_tandem_word_sink sink, void *context,
                        nt_error *error);

/* Writes a group of reset, then a group for each piece of the segments, a store request without a
   response, and last the pc (NULL: the ELF file's entry). Returns 0, or -1 with the error set. */
int nt_tandem_init_elf(nt_tandem_output *output, const nt_tandem_format *format, const char *elf,
                       const uint64_t *pc, nt_error *error);

/* Writes a state initialization of one field: a group of its own. */
int nt_tandem_init_field(nt_tandem_output *output, const nt_tandem_field *field, nt_error *error);

#endif
