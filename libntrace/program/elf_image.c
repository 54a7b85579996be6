/* ELF files: the bytes of executable segments. */
#include "libntrace/program/elf_file.h"
#include "libntrace/program/lines.h"
#include "libntrace/util/error.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SEGMENTS = 256 }; /* executable ones; more is no program */

/* The header. */

static int check_kind(const nt_elf_file *file) {
    const uint8_t *ident = file->bytes;
    if (file->size < EI_NIDENT || memcmp(ident, ELFMAG, SELFMAG) != 0) {
        return nt_elf_fail(file, NT_ERROR_CUT, file->size, "the ELF header is cut off");
    }
    if (ident[EI_CLASS] != ELFCLASS32 && ident[EI_CLASS] != ELFCLASS64) {
        return nt_elf_fail(file, NT_ERROR_FORMAT, EI_CLASS,
                           "an ELF file of neither 32 nor 64 bits");
    }
    if (ident[EI_DATA] != ELFDATA2LSB) {
        return nt_elf_fail(file, NT_ERROR_MACHINE, EI_DATA,
                           "an ELF file that is not little-endian");
    }
    if (ident[EI_VERSION] != EV_CURRENT) {
        return nt_elf_fail(file, NT_ERROR_FORMAT, EI_VERSION, "an unknown version of ELF");
    }
    size_t header = ident[EI_CLASS] == ELFCLASS32 ? sizeof(Elf32_Ehdr) : sizeof(Elf64_Ehdr);
    if (file->size < header) {
        return nt_elf_fail(file, NT_ERROR_CUT, file->size, "the ELF header is cut off");
    }
    return 0;
}

static int check_header(const nt_elf_file *file) {
    const GElf_Ehdr *header = &file->header;
    if (header->e_machine != EM_RISCV) {
        return nt_fail_at(file->error, NT_ERROR_MACHINE, file->path,
                          offsetof(Elf64_Ehdr, e_machine),
                          "an ELF file for machine %u, not for RISC-V (%u)", header->e_machine,
                          (unsigned)EM_RISCV);
    }
    if (header->e_type != ET_EXEC && header->e_type != ET_DYN) {
        return nt_elf_fail(file, NT_ERROR_FORMAT, offsetof(Elf64_Ehdr, e_type),
                           header->e_type == ET_REL ? "an object file, which is not linked yet"
                                                    : "neither an executable nor a shared object");
    }
    return 0;
}

/* Segments. */

static size_t segment_entry(const nt_elf_file *file) {
    return nt_elf_is_wide(file) ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr);
}

/* Where the header says where the program headers are. */
static uint64_t at_phoff(const nt_elf_file *file) {
    return nt_elf_is_wide(file) ? offsetof(Elf64_Ehdr, e_phoff) : offsetof(Elf32_Ehdr, e_phoff);
}

static int count_segments(const nt_elf_file *file, size_t *count) {
    const GElf_Ehdr *header = &file->header;
    uint64_t entry = segment_entry(file);
    if (header->e_phnum != 0 && header->e_phentsize != entry) {
        return nt_fail_at(file->error, NT_ERROR_FORMAT, file->path, at_phoff(file),
                          "program headers of %u bytes each, not %" PRIu64, header->e_phentsize,
                          entry);
    }
    /* Where there are too many for e_phnum, libelf knows where their number is. */
    *count = header->e_phnum;
    if ((*count == PN_XNUM && elf_getphdrnum(file->elf, count) != 0) ||
        !nt_elf_inside(file, header->e_phoff, *count * entry)) {
        return nt_elf_fail(file, NT_ERROR_CUT, at_phoff(file),
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
static int read_segment(const nt_elf_file *file, const nt_program_image *image, size_t i,
                        nt_piece *piece) {
    GElf_Phdr segment;
    uint64_t at = file->header.e_phoff + i * segment_entry(file);
    if (gelf_getphdr(file->elf, (int)i, &segment) == NULL) {
        return nt_elf_fail(file, NT_ERROR_FORMAT, at, elf_errmsg(-1));
    }
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0 || segment.p_filesz == 0) {
        return 0;
    }
    if (!nt_elf_inside(file, segment.p_offset, segment.p_filesz)) {
        return nt_elf_fail(file, NT_ERROR_CUT, at, "a segment's bytes end behind the file's end");
    }
    if (segment.p_filesz > segment.p_memsz) {
        return nt_elf_fail(file, NT_ERROR_FORMAT, at, "a segment has more bytes than memory");
    }
    if (!place(image, segment.p_vaddr, segment.p_filesz, &piece->start)) {
        return nt_elf_fail(file, NT_ERROR_LIMIT, at,
                           "a segment ends behind the end of the address space");
    }
    piece->bytes = file->bytes + segment.p_offset;
    piece->size = segment.p_filesz;
    return 1;
}

static int load_segments(const nt_elf_file *file, nt_program_image *image) {
    size_t count;
    if (count_segments(file, &count) != 0) {
        return -1;
    }
    nt_piece *found = calloc(MOST_SEGMENTS, sizeof *found);
    size_t used = 0;
    int result = found == NULL ? nt_elf_fail(file, NT_ERROR_MEMORY, 0, "out of memory") : 0;
    for (size_t i = 0; i < count && result >= 0; i++) {
        if (used == MOST_SEGMENTS) {
            result = nt_elf_fail(file, NT_ERROR_LIMIT, file->header.e_phoff,
                                 "more than 256 executable segments");
        } else if ((result = read_segment(file, image, i, &found[used])) > 0) {
            used++;
        }
    }
    if (result >= 0 && used == 0) {
        result = nt_elf_fail(file, NT_ERROR_FORMAT, file->header.e_phoff,
                             "no executable segment: there is no code in it");
    } else if (result >= 0 && nt_pieces_make(&image->code, found, used) != 0) {
        result = nt_elf_fail(file, NT_ERROR_MEMORY, 0, "out of memory");
    }
    free(found);
    return result < 0 ? -1 : 0;
}

static int load(nt_elf_file *file, nt_program_image *image) {
    if (file->elf == NULL || gelf_getehdr(file->elf, &file->header) == NULL) {
        return nt_elf_fail(file, NT_ERROR_FORMAT, 0, elf_errmsg(-1));
    }
    if (check_header(file) != 0 || load_segments(file, image) != 0 ||
        nt_elf_load_functions(file, image) != 0) {
        return -1;
    }
    return nt_lines_set(image, file->elf) == 0
               ? 0
               : nt_elf_fail(file, NT_ERROR_MEMORY, 0, "out of memory");
}

int nt_elf_load(nt_program_image *image, uint8_t *bytes, size_t size, nt_error *error) {
    nt_elf_file file = {.bytes = bytes, .size = size, .path = image->path, .error = error};
    if (check_kind(&file) != 0) {
        return -1;
    }
    image->xlen = nt_elf_is_wide(&file) ? 64 : 32;
    image->mask = image->xlen == 32 ? UINT32_MAX : UINT64_MAX;
    (void)elf_version(EV_CURRENT);
    file.elf = elf_memory((char *)bytes, size);
    int result = load(&file, image);
    elf_end(file.elf);
    return result;
}
