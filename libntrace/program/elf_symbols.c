/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of ELF files: out of symbol tables, or found in the code. */
#include "libntrace/program/elf_file.h"
#include "libntrace/util/little.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CODE_SECTIONS = 256 };

static int check_sections(const nt_elf_file *file, size_t *count) {
    bool wide = nt_elf_is_wide(file);
    uint64_t entry = wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
    const GElf_Ehdr *header = &file->header;
    *count = header->e_shnum;
    if (header->e_shoff == 0) {
        return 0;
    }
    /* Where there are too many for e_shnum, libelf knows where their number is. */
    if (header->e_shentsize != entry || !nt_elf_inside(file, header->e_shoff, entry) ||
        (*count == 0 && elf_getshdrnum(file->elf, count) != 0) ||
        !nt_elf_inside(file, header->e_shoff, *count * entry)) {
        return nt_elf_fail(file, NT_ERROR_CUT,
                           wide ? offsetof(Elf64_Ehdr, e_shoff) : offsetof(Elf32_Ehdr, e_shoff),
                           "the section headers are broken or end behind the file's end");
    }
    return 0;
}

/* The full symbol table, or else the dynamic one. */
static Elf_Scn *find_symbols(const nt_elf_file *file, GElf_Shdr *header) {
    Elf_Scn *dynamic = NULL;
    GElf_Shdr at;
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(file->elf, scn)) != NULL;) {
        if (gelf_getshdr(scn, &at) == NULL) {
            continue;
        }
        if (at.sh_type == SHT_SYMTAB) {
            *header = at;
            return scn;
        }
        if (at.sh_type == SHT_DYNSYM && dynamic == NULL) {
            *header = at;
            dynamic = scn;
        }
    }
    return dynamic;
}

/* A copy of the string table, ended by NUL, without control characters. */
static int copy_names(const nt_elf_file *file, const GElf_Shdr *symbols, nt_program_image *image,
                      uint64_t *size) {
    GElf_Shdr header;
    Elf_Scn *scn = elf_getscn(file->elf, symbols->sh_link);
    if (scn == NULL || gelf_getshdr(scn, &header) == NULL || header.sh_type != SHT_STRTAB ||
        !nt_elf_inside(file, header.sh_offset, header.sh_size)) {
        return nt_elf_fail(file, NT_ERROR_CUT, file->header.e_shoff,
                           "the symbols' names are missing or end behind the file's end");
    }
    image->names = malloc((size_t)header.sh_size + 1);
    if (image->names == NULL) {
        return nt_elf_fail(file, NT_ERROR_MEMORY, header.sh_offset, "out of memory");
    }
    const uint8_t *from = file->bytes + header.sh_offset;
    for (size_t i = 0; i < header.sh_size; i++) {
        image->names[i] = from[i] != '\0' && iscntrl(from[i]) ? '?' : (char)from[i];
    }
    image->names[header.sh_size] = '\0';
    *size = header.sh_size;
    return 0;
}

static uint8_t rank_of(const GElf_Sym *symbol) {
    unsigned binding = GELF_ST_BIND(symbol->st_info);
    unsigned rank = binding == STB_GLOBAL ? NT_RANK_GLOBAL
                    : binding == STB_WEAK ? NT_RANK_WEAK
                                          : NT_RANK_LOCAL;
    return (uint8_t)(GELF_ST_TYPE(symbol->st_info) == STT_FUNC ? rank : rank + NT_RANK_LABEL);
}

/* Mapping symbols ($x, $d) and the assembler's own labels name nothing. */
static bool is_named(const char *name) {
    return name[0] != '\0' && name[0] != '$' && strncmp(name, ".L", 2) != 0;
}

/* Whether the symbol may name a function; its place goes to `found`. */
static bool take_symbol(const nt_elf_file *file, const nt_program_image *image,
                        const GElf_Sym *symbol, nt_symbol *found) {
    unsigned type = GELF_ST_TYPE(symbol->st_info);
    GElf_Shdr section;
    Elf_Scn *scn = symbol->st_shndx != SHN_UNDEF && symbol->st_shndx < SHN_LORESERVE
                       ? elf_getscn(file->elf, symbol->st_shndx)
                       : NULL;
    bool in_section = scn != NULL && gelf_getshdr(scn, &section) != NULL;
    bool in_code = in_section && (section.sh_flags & SHF_EXECINSTR) != 0;
    const uint8_t *bytes;
    uint64_t start = (symbol->st_value + image->spec.offset) & image->mask;
    uint64_t room = nt_pieces_at(&image->named, start, &bytes);
    if ((type != STT_FUNC && (type != STT_NOTYPE || !in_code)) || symbol->st_shndx == SHN_UNDEF ||
        room == 0 || !is_named(found->name)) {
        return false;
    }
    uint64_t offset = symbol->st_value - section.sh_addr;
    if (in_section && offset < section.sh_size && section.sh_size - offset < room) {
        room = section.sh_size - offset;
    }
    found->start = start;
    found->size = symbol->st_size < room ? symbol->st_size : room;
    found->end = start + room;
    found->rank = rank_of(symbol);
    return true;
}

/* A dynamic table names so few that a symbol without a size must not take what follows. */
static size_t take_symbols(const nt_elf_file *file, const nt_program_image *image, Elf_Data *data,
                           size_t count, uint64_t names, bool dynamic, nt_symbol *found) {
    size_t used = 0;
    GElf_Sym symbol;
    for (size_t i = 0; i < count; i++) {
        if (gelf_getsym(data, (int)i, &symbol) != NULL && symbol.st_name < names &&
            (!dynamic || symbol.st_size != 0)) {
            found[used].name = image->names + symbol.st_name;
            used += take_symbol(file, image, &symbol, &found[used]);
        }
    }
    return used;
}

/* `full`: there is a table of all symbols. */
static int load_symbols(const nt_elf_file *file, nt_program_image *image, bool *full) {
    GElf_Shdr header;
    uint64_t names = 0;
    Elf_Scn *scn = find_symbols(file, &header);
    if (scn == NULL) {
        return 0;
    }
    *full = header.sh_type == SHT_SYMTAB;
    uint64_t entry = nt_elf_is_wide(file) ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
    if (!nt_elf_inside(file, header.sh_offset, header.sh_size) || header.sh_entsize != entry ||
        header.sh_size / entry > INT32_MAX) {
        return nt_elf_fail(file, NT_ERROR_CUT, header.sh_offset,
                           "the symbol table is broken or ends behind the file's end");
    }
    size_t count = (size_t)(header.sh_size / entry);
    Elf_Data *data = elf_getdata(scn, NULL);
    if (count == 0 || data == NULL || copy_names(file, &header, image, &names) != 0) {
        return count == 0 ? 0
                          : nt_elf_fail(file, NT_ERROR_FORMAT, header.sh_offset, elf_errmsg(-1));
    }
    nt_symbol *found = calloc(count, sizeof *found);
    int result = found == NULL
                     ? -1
                     : nt_functions_set(image, found,
                                        take_symbols(file, image, data, count, names,
                                                     header.sh_type == SHT_DYNSYM, found));
    free(found);
    return result == 0 ? 0 : nt_elf_fail(file, NT_ERROR_MEMORY, header.sh_offset, "out of memory");
}

/* Functions without symbols. */

/* Relocations of position-independent code tell what it points to. */
static size_t read_pointers(const nt_elf_file *file, const nt_program_image *image,
                            const GElf_Shdr *header, uint64_t *pointers, size_t room) {
    enum { R_RISCV_RELATIVE_ = 3 };
    size_t entry = image->xlen == 32 ? sizeof(Elf32_Rela) : sizeof(Elf64_Rela);
    size_t used = 0;
    for (size_t at = 0; at + entry <= header->sh_size && used < room; at += entry) {
        const uint8_t *rela = file->bytes + header->sh_offset + at;
        uint64_t type;
        uint64_t addend;
        if (image->xlen == 32) {
            type = ELF32_R_TYPE(nt_little_32(rela + offsetof(Elf32_Rela, r_info)));
            addend = nt_little_32(rela + offsetof(Elf32_Rela, r_addend));
        } else {
            type = ELF64_R_TYPE(nt_little_64(rela + offsetof(Elf64_Rela, r_info)));
            addend = nt_little_64(rela + offsetof(Elf64_Rela, r_addend));
        }
        if (type == R_RISCV_RELATIVE_) {
            pointers[used++] = (addend + image->spec.offset) & image->mask;
        }
    }
    return used;
}

/* The sections with code; none where there are too many. */
static size_t find_code(const nt_elf_file *file, const nt_program_image *image, nt_piece *code) {
    size_t count = 0;
    GElf_Shdr header;
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(file->elf, scn)) != NULL;) {
        if (gelf_getshdr(scn, &header) == NULL || header.sh_type == SHT_NOBITS ||
            (header.sh_flags & SHF_EXECINSTR) == 0 || header.sh_size == 0 ||
            !nt_elf_inside(file, header.sh_offset, header.sh_size)) {
            continue;
        }
        uint64_t start = (header.sh_addr + image->spec.offset) & image->mask;
        if (count == MOST_CODE_SECTIONS || header.sh_size > image->mask - start) {
            return 0;
        }
        code[count++] = (nt_piece){start, header.sh_size, file->bytes + header.sh_offset};
    }
    return count;
}

static size_t find_pointers(const nt_elf_file *file, const nt_program_image *image,
                            uint64_t *pointers, size_t room) {
    uint64_t left = file->size;
    size_t used = 0;
    GElf_Shdr header;
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(file->elf, scn)) != NULL;) {
        if (gelf_getshdr(scn, &header) != NULL && header.sh_type == SHT_RELA &&
            nt_elf_inside(file, header.sh_offset, header.sh_size) && header.sh_size <= left) {
            left -= header.sh_size;
            used += read_pointers(file, image, &header, pointers + used, room - used);
        }
    }
    return used;
}

static int find_functions(const nt_elf_file *file, nt_program_image *image) {
    nt_piece sections[MOST_CODE_SECTIONS];
    size_t count = find_code(file, image, sections);
    size_t room = file->size / sizeof(Elf32_Rela) + 1;
    uint64_t *pointers = calloc(room, sizeof *pointers);
    nt_pieces code = image->code;
    int result = -1;
    if (pointers != NULL && (count == 0 || nt_pieces_make(&code, sections, count) == 0)) {
        size_t used = find_pointers(file, image, pointers, room);
        /* In a hostile file all pieces may be of the same bytes. */
        result = nt_functions_find(image, &code, file->size, pointers, used);
    }
    if (code.piece != image->code.piece) {
        free(code.piece);
    }
    free(pointers);
    return result == 0 ? 0 : nt_elf_fail(file, NT_ERROR_MEMORY, 0, "out of memory");
}

/* Symbols of the file of debugging information; what is wrong with it is no error of the image. */
static bool load_debug(const nt_elf_file *debug, nt_program_image *image) {
    size_t sections;
    bool full = false;
    if (debug == NULL || !nt_elf_has_section(debug, ".symtab") ||
        check_sections(debug, &sections) != 0 || load_symbols(debug, image, &full) != 0 || !full) {
        free(image->names);
        image->names = NULL;
        return false;
    }
    return true;
}

int nt_elf_load_functions(const nt_elf_file *file, const nt_elf_file *debug,
                          nt_program_image *image) {
    size_t sections;
    bool full = false;
    if (check_sections(file, &sections) != 0) {
        return -1;
    }
    if (!nt_elf_has_section(file, ".symtab") && load_debug(debug, image)) {
        return 0;
    }
    if (sections != 0 && load_symbols(file, image, &full) != 0) {
        return -1;
    }
    return full || image->code.count == 0 ? 0 : find_functions(file, image);
}
