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

/* Adds the image's functions, after its code (elf_symbols.c). */
int nt_elf_load_functions(const nt_elf_file *file, nt_program_image *image);

#endif
