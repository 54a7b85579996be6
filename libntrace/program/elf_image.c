/* ELF files: the bytes of executable segments, and symbols. Nothing in the file is believed: every
   offset and count is held against the file's size before it is used. */
#include "libntrace/program/lines.h"
#include "libntrace/program/program_internal.h"
#include "libntrace/util/error.h"

#include <ctype.h>
#include <gelf.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SEGMENTS = 4096 }; /* executable ones; more is no program */

typedef struct elf_file {
    Elf *elf;
    GElf_Ehdr header;
    uint8_t *bytes;
    size_t size;
    const char *path;
    nt_error *error;
} elf_file;

static int fail(const elf_file *file, nt_error_code code, uint64_t offset, const char *reason) {
    return nt_fail_at(file->error, code, file->path, offset, "%s", reason);
}

static bool inside(const elf_file *file, uint64_t offset, uint64_t size) {
    return offset <= file->size && size <= file->size - offset;
}

/* The header. */

static int check_kind(const elf_file *file) {
    const uint8_t *ident = file->bytes;
    if (file->size < EI_NIDENT || memcmp(ident, ELFMAG, SELFMAG) != 0) {
        return fail(file, NT_ERROR_CUT, file->size, "the ELF header is cut off");
    }
    if (ident[EI_CLASS] != ELFCLASS32 && ident[EI_CLASS] != ELFCLASS64) {
        return fail(file, NT_ERROR_FORMAT, EI_CLASS, "an ELF file of neither 32 nor 64 bits");
    }
    if (ident[EI_DATA] != ELFDATA2LSB) {
        return fail(file, NT_ERROR_MACHINE, EI_DATA, "an ELF file that is not little-endian");
    }
    if (ident[EI_VERSION] != EV_CURRENT) {
        return fail(file, NT_ERROR_FORMAT, EI_VERSION, "an unknown version of ELF");
    }
    size_t header = ident[EI_CLASS] == ELFCLASS32 ? sizeof(Elf32_Ehdr) : sizeof(Elf64_Ehdr);
    if (file->size < header) {
        return fail(file, NT_ERROR_CUT, file->size, "the ELF header is cut off");
    }
    return 0;
}

static int check_header(const elf_file *file) {
    const GElf_Ehdr *header = &file->header;
    if (header->e_machine != EM_RISCV) {
        return nt_fail_at(file->error, NT_ERROR_MACHINE, file->path,
                          offsetof(Elf64_Ehdr, e_machine),
                          "an ELF file for machine %u, not for RISC-V (%u)", header->e_machine,
                          (unsigned)EM_RISCV);
    }
    if (header->e_type != ET_EXEC && header->e_type != ET_DYN) {
        return fail(file, NT_ERROR_FORMAT, offsetof(Elf64_Ehdr, e_type),
                    header->e_type == ET_REL ? "an object file, which is not linked yet"
                                             : "neither an executable nor a shared object");
    }
    return 0;
}

/* Segments. */

static size_t segment_entry(const elf_file *file) {
    return gelf_getclass(file->elf) == ELFCLASS32 ? sizeof(Elf32_Phdr) : sizeof(Elf64_Phdr);
}

static int count_segments(const elf_file *file, size_t *count) {
    if (elf_getphdrnum(file->elf, count) != 0) {
        return fail(file, NT_ERROR_FORMAT, 0, elf_errmsg(-1));
    }
    uint64_t entry = segment_entry(file);
    if (*count != 0 && file->header.e_phentsize != entry) {
        return nt_fail_at(file->error, NT_ERROR_FORMAT, file->path, 0,
                          "program headers of %u bytes each, not %" PRIu64,
                          file->header.e_phentsize, entry);
    }
    if (!inside(file, file->header.e_phoff, *count * entry)) {
        return fail(file, NT_ERROR_CUT, file->header.e_phoff,
                    "the program headers end behind the file's end");
    }
    return 0;
}

/* Addresses with the load offset, and whether `size` bytes there end within the address space (and
   the address behind them is a number of 64 bits). */
static bool place(const nt_program_image *image, uint64_t address, uint64_t size, uint64_t *start) {
    *start = (address + image->spec.offset) & image->mask;
    return size - 1 <= image->mask - *start && *start + size != 0;
}

/* 1: it has code; 0: none. */
static int read_segment(const elf_file *file, const nt_program_image *image, size_t i,
                        nt_piece *piece) {
    GElf_Phdr segment;
    uint64_t at = file->header.e_phoff + i * segment_entry(file);
    if (gelf_getphdr(file->elf, (int)i, &segment) == NULL) {
        return fail(file, NT_ERROR_FORMAT, at, elf_errmsg(-1));
    }
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0 || segment.p_filesz == 0) {
        return 0;
    }
    if (!inside(file, segment.p_offset, segment.p_filesz)) {
        return fail(file, NT_ERROR_CUT, at, "a segment's bytes end behind the file's end");
    }
    if (segment.p_filesz > segment.p_memsz) {
        return fail(file, NT_ERROR_FORMAT, at, "a segment has more bytes than memory");
    }
    if (!place(image, segment.p_vaddr, segment.p_filesz, &piece->start)) {
        return fail(file, NT_ERROR_LIMIT, at, "a segment ends behind the end of the address space");
    }
    piece->bytes = file->bytes + segment.p_offset;
    piece->size = segment.p_filesz;
    return 1;
}

static int load_segments(const elf_file *file, nt_program_image *image) {
    size_t count;
    if (count_segments(file, &count) != 0) {
        return -1;
    }
    nt_piece *found = calloc(MOST_SEGMENTS, sizeof *found);
    size_t used = 0;
    int result = found == NULL ? fail(file, NT_ERROR_MEMORY, 0, "out of memory") : 0;
    for (size_t i = 0; i < count && result >= 0; i++) {
        if (used == MOST_SEGMENTS) {
            result = fail(file, NT_ERROR_LIMIT, file->header.e_phoff,
                          "more than 4096 executable segments");
        } else if ((result = read_segment(file, image, i, &found[used])) > 0) {
            used++;
        }
    }
    if (result >= 0 && used == 0) {
        result = fail(file, NT_ERROR_FORMAT, file->header.e_phoff,
                      "no executable segment: there is no code in it");
    } else if (result >= 0 && nt_pieces_set(image, found, used) != 0) {
        result = fail(file, NT_ERROR_MEMORY, 0, "out of memory");
    }
    free(found);
    return result < 0 ? -1 : 0;
}

/* Symbols. */

static int check_sections(const elf_file *file, size_t *count) {
    uint64_t entry =
        gelf_getclass(file->elf) == ELFCLASS32 ? sizeof(Elf32_Shdr) : sizeof(Elf64_Shdr);
    *count = 0;
    if (file->header.e_shoff == 0) {
        return 0;
    }
    if (file->header.e_shentsize != entry || !inside(file, file->header.e_shoff, entry) ||
        elf_getshdrnum(file->elf, count) != 0 ||
        !inside(file, file->header.e_shoff, *count * entry)) {
        return fail(file, NT_ERROR_CUT, file->header.e_shoff,
                    "the section headers are broken or end behind the file's end");
    }
    return 0;
}

/* The full symbol table, or else the dynamic one. */
static Elf_Scn *find_symbols(const elf_file *file, GElf_Shdr *header) {
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
static int copy_names(const elf_file *file, const GElf_Shdr *symbols, nt_program_image *image,
                      uint64_t *size) {
    GElf_Shdr header;
    Elf_Scn *scn = elf_getscn(file->elf, symbols->sh_link);
    if (scn == NULL || gelf_getshdr(scn, &header) == NULL || header.sh_type != SHT_STRTAB ||
        !inside(file, header.sh_offset, header.sh_size)) {
        return fail(file, NT_ERROR_CUT, file->header.e_shoff,
                    "the symbols' names are missing or end behind the file's end");
    }
    image->names = malloc((size_t)header.sh_size + 1);
    if (image->names == NULL) {
        return fail(file, NT_ERROR_MEMORY, header.sh_offset, "out of memory");
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
static bool take_symbol(const elf_file *file, const nt_program_image *image, const GElf_Sym *symbol,
                        nt_symbol *found) {
    unsigned type = GELF_ST_TYPE(symbol->st_info);
    GElf_Shdr section;
    Elf_Scn *scn = symbol->st_shndx != SHN_UNDEF && symbol->st_shndx < SHN_LORESERVE
                       ? elf_getscn(file->elf, symbol->st_shndx)
                       : NULL;
    bool in_section = scn != NULL && gelf_getshdr(scn, &section) != NULL;
    bool in_code = in_section && (section.sh_flags & SHF_EXECINSTR) != 0;
    const uint8_t *bytes;
    uint64_t start = (symbol->st_value + image->spec.offset) & image->mask;
    uint64_t room = nt_pieces_at(image, start, &bytes);
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
static size_t take_symbols(const elf_file *file, const nt_program_image *image, Elf_Data *data,
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
static int load_symbols(const elf_file *file, nt_program_image *image, bool *full) {
    size_t sections;
    GElf_Shdr header;
    uint64_t names = 0;
    if (check_sections(file, &sections) != 0) {
        return -1;
    }
    Elf_Scn *scn = sections == 0 ? NULL : find_symbols(file, &header);
    if (scn == NULL) {
        return 0;
    }
    *full = header.sh_type == SHT_SYMTAB;
    uint64_t entry = gelf_getclass(file->elf) == ELFCLASS32 ? sizeof(Elf32_Sym) : sizeof(Elf64_Sym);
    if (!inside(file, header.sh_offset, header.sh_size) || header.sh_entsize != entry ||
        header.sh_size / entry > INT32_MAX) {
        return fail(file, NT_ERROR_CUT, header.sh_offset,
                    "the symbol table is broken or ends behind the file's end");
    }
    size_t count = (size_t)(header.sh_size / entry);
    Elf_Data *data = elf_getdata(scn, NULL);
    if (count == 0 || data == NULL || copy_names(file, &header, image, &names) != 0) {
        return count == 0 ? 0 : fail(file, NT_ERROR_FORMAT, header.sh_offset, elf_errmsg(-1));
    }
    nt_symbol *found = calloc(count, sizeof *found);
    int result = found == NULL
                     ? -1
                     : nt_functions_set(image, found,
                                        take_symbols(file, image, data, count, names,
                                                     header.sh_type == SHT_DYNSYM, found));
    free(found);
    return result == 0 ? 0 : fail(file, NT_ERROR_MEMORY, header.sh_offset, "out of memory");
}

/* Functions without symbols. */

/* Relocations of position-independent code tell what it points to. */
static size_t read_pointers(const elf_file *file, const nt_program_image *image,
                            const GElf_Shdr *header, uint64_t *pointers, size_t room) {
    enum { R_RISCV_RELATIVE_ = 3 };
    size_t entry = image->xlen == 32 ? sizeof(Elf32_Rela) : sizeof(Elf64_Rela);
    size_t used = 0;
    for (size_t at = 0; at + entry <= header->sh_size && used < room; at += entry) {
        Elf64_Rela rela;
        Elf32_Rela small;
        if (image->xlen == 32) {
            memcpy(&small, file->bytes + header->sh_offset + at, sizeof small);
            rela.r_info = ELF32_R_TYPE(small.r_info);
            rela.r_addend = small.r_addend;
        } else {
            memcpy(&rela, file->bytes + header->sh_offset + at, sizeof rela);
        }
        if (ELF64_R_TYPE(rela.r_info) == R_RISCV_RELATIVE_) {
            pointers[used++] = ((uint64_t)rela.r_addend + image->spec.offset) & image->mask;
        }
    }
    return used;
}

static int find_functions(const elf_file *file, nt_program_image *image) {
    nt_piece *code = calloc(MOST_SEGMENTS, sizeof *code);
    size_t room = file->size / sizeof(Elf32_Rela) + 1;
    uint64_t *pointers = calloc(room, sizeof *pointers);
    size_t count = 0;
    size_t used = 0;
    GElf_Shdr header;
    for (Elf_Scn *scn = NULL;
         code != NULL && pointers != NULL && (scn = elf_nextscn(file->elf, scn)) != NULL;) {
        if (gelf_getshdr(scn, &header) == NULL || header.sh_type == SHT_NOBITS ||
            !inside(file, header.sh_offset, header.sh_size)) {
            continue;
        }
        uint64_t start = (header.sh_addr + image->spec.offset) & image->mask;
        if (header.sh_type == SHT_RELA) {
            used += read_pointers(file, image, &header, pointers + used, room - used);
        } else if ((header.sh_flags & SHF_EXECINSTR) != 0 && count < MOST_SEGMENTS &&
                   header.sh_size <= image->mask - start) {
            code[count++] = (nt_piece){start, header.sh_size, file->bytes + header.sh_offset};
        }
    }
    int result = code == NULL || pointers == NULL
                     ? -1
                     : nt_functions_find(image, count == 0 ? image->pieces : code,
                                         count == 0 ? image->piece_count : count, pointers, used);
    free(code);
    free(pointers);
    return result == 0 ? 0 : fail(file, NT_ERROR_MEMORY, 0, "out of memory");
}

int nt_elf_load(nt_program_image *image, uint8_t *bytes, size_t size, nt_error *error) {
    elf_file file = {.bytes = bytes, .size = size, .path = image->path, .error = error};
    if (check_kind(&file) != 0) {
        return -1;
    }
    (void)elf_version(EV_CURRENT);
    file.elf = elf_memory((char *)bytes, size);
    if (file.elf == NULL || gelf_getehdr(file.elf, &file.header) == NULL) {
        elf_end(file.elf);
        return fail(&file, NT_ERROR_FORMAT, 0, elf_errmsg(-1));
    }
    image->xlen = gelf_getclass(file.elf) == ELFCLASS32 ? 32 : 64;
    image->mask = image->xlen == 32 ? UINT32_MAX : UINT64_MAX;
    bool full = false;
    int result = check_header(&file);
    if (result == 0) {
        result = load_segments(&file, image);
    }
    if (result == 0) {
        result = load_symbols(&file, image, &full);
    }
    if (result == 0 && !full) {
        result = find_functions(&file, image);
    }
    if (result == 0 && nt_lines_set(image, file.elf) != 0) {
        result = fail(&file, NT_ERROR_MEMORY, 0, "out of memory");
    }
    elf_end(file.elf);
    return result;
}
