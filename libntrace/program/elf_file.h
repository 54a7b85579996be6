/* SPDX-License-Identifier: Apache-2.0 */
/* Reads an ELF file. Every offset and count is checked against the file's size before it is
   used. */
#ifndef NT_PROGRAM_ELF_FILE_H
#define NT_PROGRAM_ELF_FILE_H

#include "libntrace/program/program_internal.h"

#include <gelf.h>

typedef struct nt_elf_file {
    Elf *elf;
    GElf_Ehdr header;
    const uint8_t *bytes;
    size_t size;
    const char *path;
    nt_error *error;
} nt_elf_file;

/* Sets the error "FILE: offset OFFSET: REASON" and returns -1. */
int nt_elf_fail(const nt_elf_file *file, nt_error_code code, uint64_t offset, const char *reason);

static inline bool nt_elf_inside(const nt_elf_file *file, uint64_t offset, uint64_t size) {
    return offset <= file->size && size <= file->size - offset;
}

/* Returns whether structures have the sizes of 64 bits. */
static inline bool nt_elf_is_wide(const nt_elf_file *file) {
    return file->bytes[EI_CLASS] == ELFCLASS64;
}

/* Opens the file in `bytes`: an executable or shared object for RISC-V. The caller sets the members
   but `elf` and `header`. Functions that return int return -1 with the error set; nt_elf_end may
   follow a failure too. */
int nt_elf_begin(nt_elf_file *file);
void nt_elf_end(nt_elf_file *file);

/* Sets the number of program headers, all of which lie in the file. */
int nt_elf_count_segments(const nt_elf_file *file, size_t *count);

/* Returns where program header `i` is in the file. */
uint64_t nt_elf_at_segment(const nt_elf_file *file, size_t i);

/* Reads program header `i`. Returns 1; 0: it is no PT_LOAD, or -1. Its bytes, if it has any, lie in
   the file, and are no more than its memory. */
int nt_elf_segment(const nt_elf_file *file, size_t i, GElf_Phdr *segment);

/* Adds the image's functions, after its code: of the file, or of `debug`, the file of its debugging
   information, where that has a table of all symbols and the file has none; NULL: there is no such
   (elf_symbols.c). */
int nt_elf_load_functions(const nt_elf_file *file, const nt_elf_file *debug,
                          nt_program_image *image);

/* ---- debugging information elsewhere (elf_debug.c) ---- */

/* Returns whether the file has debugging information only: sections of code without bytes. */
bool nt_elf_is_debug(const nt_elf_file *file);

/* Sets the places of its sections of code as those that may have names. Returns 0, or -1. */
int nt_elf_name_sections(const nt_elf_file *file, nt_program_image *image);

/* Returns whether the file has a section of that name, with content. */
bool nt_elf_has_section(const nt_elf_file *file, const char *name);

/* Finds the file of the debugging information by build ID or link (GDB, "Separate Debug Files"), in
   the usual folders. Returns true: the caller ends `debug`, which has its `error` before, and frees
   its bytes. Where a link leads nowhere the image gets a note. */
bool nt_elf_find_debug(const nt_elf_file *file, nt_program_image *image, nt_elf_file *debug);

/* ---- sections compressed by zstd (elf_unpack.c) ---- */

/* Makes a copy of the file in which sections that libdw of elfutils before 0.189 cannot unpack are
   unpacked. Returns its bytes, which the caller frees, and its size; NULL: there is nothing to
   unpack, or it cannot be, and the image gets a note. */
uint8_t *nt_elf_unpack(const nt_elf_file *file, nt_program_image *image, size_t *size);

#endif
