/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the state-initialization part of a trace (chapter 3) of an ELF file: reset, what its
   segments have in memory, and the first pc. */
#ifndef NT_TANDEM_ELF_INIT_H
#define NT_TANDEM_ELF_INIT_H

#include "libntrace/util/error.h"
#include "ntrace/tandem.h"

typedef struct nt_tandem_elf nt_tandem_elf;

/* Opens an ELF file for RISC-V. Returns 0, or -1 with the error set. The caller owns `*elf` until
   nt_tandem_elf_close. */
int nt_tandem_elf_open(nt_tandem_elf **elf, const char *path, nt_error *error);
void nt_tandem_elf_close(nt_tandem_elf *elf); /* accepts NULL */

/* Return its XLEN, and the address of its first instruction. */
unsigned nt_tandem_elf_xlen(const nt_tandem_elf *elf);
uint64_t nt_tandem_elf_entry(const nt_tandem_elf *elf);

/* Hands the groups to the sink: one with reset, then memory at physical addresses as store requests
   without responses, then the pc. Memory beyond a segment's bytes is 0. Returns 0; what the sink
   returned; or -1 with the error set, before the first group if the file is for another XLEN, does
   not fit MLEN, or fills more than 256 MiB. */
int nt_tandem_elf_init(nt_tandem_elf *elf, const nt_tandem_format *format, uint64_t pc,
                       nt_tandem_sink sink, void *context, nt_error *error);

#endif
