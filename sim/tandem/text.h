/* SPDX-License-Identifier: Apache-2.0 */
/* The tandem-verification trace as text, a line each field, and back to the same bytes
   (docs/tandem.md). */
#ifndef NT_TANDEM_TEXT_H
#define NT_TANDEM_TEXT_H

#include "libntrace/program/insn_table.h"
#include "libntrace/util/error.h"
#include "ntrace/tandem.h"

enum { NT_TANDEM_LINE = 160, NT_TANDEM_WORDS = 6 };

/* Writes the register's name: ABI names, names of CSRs, or its address in hex. */
void nt_tandem_register_name(uint16_t reg, char name[NT_CSR_NAME]);

/* Returns the word that stands for additional state, as "paddr"; NULL: no such identifier. */
const char *nt_tandem_id_word(unsigned id);

/* Writes the word that stands for a memory request's opcode, as "amo-add". */
void nt_tandem_operation_word(uint8_t operation, char word[16]);

/* Finds a kind of element by the `size` characters of its name; NT_TANDEM_KINDS: there is none. */
unsigned nt_tandem_find_kind(const char *name, size_t size);

/* Writes a field as a line without its end. `before`: the field before it, as for the codec. */
void nt_tandem_print(const nt_tandem_field *field, const nt_tandem_field *before,
                     char line[NT_TANDEM_LINE]);

/* Sets those of FLEN and MLEN that were not given, by XLEN: 64 with XLEN 64; FLEN 0 and MLEN 32
   with XLEN 32. Returns 0, or -1 if there is no such hart. */
int nt_tandem_format_complete(nt_tandem_format *format, bool has_flen, bool has_mlen,
                              nt_error *error);

/* Holds the state of a text's reader; all 0 but `names` before the first line. */
typedef struct nt_tandem_assembler {
    const struct nt_tandem_csr_names *names;
    nt_tandem_format format;
    bool has_flen;
    bool has_mlen;
    bool is_file; /* the text asks for a file of our own */
    bool begun;   /* a field came, so that the format is fixed */
    nt_tandem_field last;
    uint8_t bytes[NT_TANDEM_FIELD_BYTES]; /* of the line */
    size_t size;                          /* 0: the line has no field */
    size_t column;                        /* of the wrong word, from 1 */
    char reason[NT_TANDEM_TEXT];          /* why the line is wrong */
} nt_tandem_assembler;

/* Takes a line. Returns 0, or -1 with column and reason set. */
int nt_tandem_assemble(nt_tandem_assembler *assembler, const char *line);

/* Allocates the names of all CSRs, sorted. NULL: out of memory. The caller frees it by free. */
struct nt_tandem_csr_names *nt_tandem_csr_names_new(void);

#endif
