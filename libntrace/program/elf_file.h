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

/* Reads program header `i`. Returns 1; 0: it is no PT_LOAD, or -1. Its bytes lie in the file, and
   are no more than its memory. */
int nt_elf_segment(const nt_elf_file *file, size_t i, GElf_Phdr *segment);

/* Adds the image's functions, after its code (elf_symbols.c). */
int nt_elf_load_functions(const nt_elf_file *file, nt_program_image *image);

#endif
