/* SPDX-License-Identifier: Apache-2.0 */
/* Writes small ELF files for tests: 32 or 64 bits, any type, segments as given, symbols or no
   sections at all. Offsets of what tests break are public. */
#ifndef NT_TESTS_PROGRAM_ELF_WRITER_H
#define NT_TESTS_PROGRAM_ELF_WRITER_H

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ELF_ROOM = 1 << 14 };

typedef struct elf_segment {
    uint64_t address;
    const void *bytes;
    size_t size;
    uint32_t flags; /* PF_X ... */
} elf_segment;

typedef struct elf_symbol {
    const char *name;
    uint64_t value;
    uint64_t size;
    uint8_t type; /* STT_FUNC ... */
    uint8_t binding;
    uint16_t section; /* 1: the code, segment 0 */
} elf_symbol;

typedef struct elf_spec {
    bool narrow; /* 32 bits */
    bool no_sections;
    uint16_t type;         /* 0: ET_EXEC */
    uint32_t symbol_table; /* 0: SHT_SYMTAB */
    const elf_segment *segments;
    size_t segment_count;
    const elf_symbol *symbols;
    size_t symbol_count;
} elf_spec;

typedef struct elf_bytes {
    uint8_t bytes[ELF_ROOM];
    size_t size;
    size_t segment_headers;
    size_t section_headers;
    size_t symbols;
    bool narrow;
} elf_bytes;

/* `size` bytes, little-endian, at the end; where they are. */
static inline size_t elf_put(elf_bytes *elf, uint64_t value, size_t size) {
    size_t at = elf->size;
    for (size_t i = 0; i < size && elf->size < ELF_ROOM; i++) {
        elf->bytes[elf->size++] = (uint8_t)(value >> 8 * i);
    }
    return at;
}

static inline size_t elf_put_word(elf_bytes *elf, uint64_t value) {
    return elf_put(elf, value, elf->narrow ? 4 : 8);
}

static inline void elf_set(elf_bytes *elf, size_t at, uint64_t value, size_t size) {
    for (size_t i = 0; i < size; i++) {
        elf->bytes[at + i] = (uint8_t)(value >> 8 * i);
    }
}

static inline void elf_put_bytes(elf_bytes *elf, const void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        (void)elf_put(elf, ((const uint8_t *)bytes)[i], 1);
    }
}

static inline void elf_put_segment(elf_bytes *elf, const elf_segment *segment, uint64_t offset) {
    (void)elf_put(elf, PT_LOAD, 4);
    if (!elf->narrow) {
        (void)elf_put(elf, segment->flags, 4);
    }
    (void)elf_put_word(elf, offset);
    (void)elf_put_word(elf, segment->address);
    (void)elf_put_word(elf, segment->address);
    (void)elf_put_word(elf, segment->size); /* in the file */
    (void)elf_put_word(elf, segment->size); /* in memory */
    if (elf->narrow) {
        (void)elf_put(elf, segment->flags, 4);
    }
    (void)elf_put_word(elf, 1);
}

static inline void elf_put_section(elf_bytes *elf, uint32_t type, uint64_t flags, uint64_t address,
                                   uint64_t offset, uint64_t size, uint32_t link, uint64_t entry) {
    (void)elf_put(elf, 0, 4);
    (void)elf_put(elf, type, 4);
    (void)elf_put_word(elf, flags);
    (void)elf_put_word(elf, address);
    (void)elf_put_word(elf, offset);
    (void)elf_put_word(elf, size);
    (void)elf_put(elf, link, 4);
    (void)elf_put(elf, 0, 4);
    (void)elf_put_word(elf, 1);
    (void)elf_put_word(elf, entry);
}

static inline void elf_put_symbol(elf_bytes *elf, const elf_symbol *symbol, uint32_t name) {
    uint8_t info = (uint8_t)ELF64_ST_INFO(symbol->binding, symbol->type);
    (void)elf_put(elf, name, 4);
    if (elf->narrow) {
        (void)elf_put(elf, symbol->value, 4);
        (void)elf_put(elf, symbol->size, 4);
    }
    (void)elf_put(elf, info, 1);
    (void)elf_put(elf, 0, 1);
    (void)elf_put(elf, symbol->section, 2);
    if (!elf->narrow) {
        (void)elf_put(elf, symbol->value, 8);
        (void)elf_put(elf, symbol->size, 8);
    }
}

static inline void elf_put_header(elf_bytes *elf, const elf_spec *spec) {
    elf_put_bytes(elf, ELFMAG, SELFMAG);
    (void)elf_put(elf, spec->narrow ? ELFCLASS32 : ELFCLASS64, 1);
    (void)elf_put(elf, ELFDATA2LSB, 1);
    (void)elf_put(elf, EV_CURRENT, 1);
    (void)elf_put(elf, 0, 8);
    (void)elf_put(elf, 0, 1);
    (void)elf_put(elf, spec->type == 0 ? ET_EXEC : spec->type, 2);
    (void)elf_put(elf, EM_RISCV, 2);
    (void)elf_put(elf, EV_CURRENT, 4);
    (void)elf_put_word(elf, 0); /* entry */
    (void)elf_put_word(elf, spec->narrow ? sizeof(Elf32_Ehdr) : sizeof(Elf64_Ehdr));
    (void)elf_put_word(elf, 0); /* section headers, set when they are there */
    (void)elf_put(elf, 0, 4);
    (void)elf_put(elf, spec->narrow ? sizeof(Elf32_Ehdr) : sizeof(Elf64_Ehdr), 2);
    (void)elf_put(elf, spec->narrow ? sizeof(Elf32_Phdr) : sizeof(Elf64_Phdr), 2);
    (void)elf_put(elf, spec->segment_count, 2);
    (void)elf_put(elf, spec->narrow ? sizeof(Elf32_Shdr) : sizeof(Elf64_Shdr), 2);
    (void)elf_put(elf, spec->no_sections ? 0 : 4, 2);
    (void)elf_put(elf, spec->no_sections ? 0 : 3, 2);
}

/* Symbols, their names and the section headers. */
static inline void elf_put_sections(elf_bytes *elf, const elf_spec *spec, size_t code) {
    uint64_t entry = spec->narrow ? sizeof(Elf32_Sym) : sizeof(Elf64_Sym);
    elf_symbol none = {.name = ""};
    uint32_t name = 1;
    elf->symbols = elf->size;
    elf_put_symbol(elf, &none, 0);
    for (size_t i = 0; i < spec->symbol_count; i++) {
        elf_put_symbol(elf, &spec->symbols[i], name);
        name += (uint32_t)strlen(spec->symbols[i].name) + 1;
    }
    size_t names = elf_put(elf, 0, 1);
    for (size_t i = 0; i < spec->symbol_count; i++) {
        elf_put_bytes(elf, spec->symbols[i].name, strlen(spec->symbols[i].name) + 1);
    }
    while (elf->size % 8 != 0) {
        (void)elf_put(elf, 0, 1);
    }
    elf->section_headers = elf->size;
    elf_put_section(elf, SHT_NULL, 0, 0, 0, 0, 0, 0);
    elf_put_section(elf, SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, spec->segments[0].address, code,
                    spec->segments[0].size, 0, 0);
    elf_put_section(elf, spec->symbol_table == 0 ? SHT_SYMTAB : spec->symbol_table, 0, 0,
                    elf->symbols, (spec->symbol_count + 1) * entry, 3, entry);
    elf_put_section(elf, SHT_STRTAB, 0, 0, names, name, 0, 0);
    elf_set(elf, spec->narrow ? 0x20 : 0x28, elf->section_headers, spec->narrow ? 4 : 8);
}

static inline elf_bytes elf_make(const elf_spec *spec) {
    elf_bytes elf = {.narrow = spec->narrow};
    elf_put_header(&elf, spec);
    elf.segment_headers = elf.size;
    size_t entry = spec->narrow ? sizeof(Elf32_Phdr) : sizeof(Elf64_Phdr);
    size_t code = elf.size + spec->segment_count * entry;
    size_t at = code;
    for (size_t i = 0; i < spec->segment_count; i++) {
        elf_put_segment(&elf, &spec->segments[i], at);
        at += spec->segments[i].size;
    }
    for (size_t i = 0; i < spec->segment_count; i++) {
        elf_put_bytes(&elf, spec->segments[i].bytes, spec->segments[i].size);
    }
    while (elf.size % 8 != 0) {
        (void)elf_put(&elf, 0, 1);
    }
    if (!spec->no_sections) {
        elf_put_sections(&elf, spec, code);
    }
    return elf;
}

/* The bytes as a file; its path, which holds until the next call with the same `name`. */
static inline void elf_save(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {
        abort();
    }
}

#endif
