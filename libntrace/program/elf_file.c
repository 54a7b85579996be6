/* SPDX-License-Identifier: Apache-2.0 */
/* ELF files: header and program headers. */
#include "libntrace/program/elf_file.h"
#include "libntrace/util/error.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

int nt_elf_fail(const nt_elf_file *file, nt_error_code code, uint64_t offset, const char *reason) {
    return nt_fail_at(file->error, code, file->path, offset, "%s", reason);
}

static int check_kind(const nt_elf_file *file) {
    const uint8_t *ident = file->bytes;
    size_t magic = file->size < SELFMAG ? file->size : SELFMAG;
    if (file->size != 0 && memcmp(ident, ELFMAG, magic) != 0) {
        return nt_elf_fail(file, NT_ERROR_FORMAT, 0, "not an ELF file");
    }
    if (file->size < EI_NIDENT) {
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

int nt_elf_begin(nt_elf_file *file) {
    if (check_kind(file) != 0) {
        return -1;
    }
    (void)elf_version(EV_CURRENT);
    file->elf = elf_memory((char *)file->bytes, file->size);
    if (file->elf != NULL && gelf_getehdr(file->elf, &file->header) != NULL) {
        return check_header(file);
    }
    return nt_elf_fail(file, NT_ERROR_FORMAT, 0, elf_errmsg(-1));
}

void nt_elf_end(nt_elf_file *file) {
    elf_end(file->elf);
    file->elf = NULL;
}

static size_t segment_entry(const nt_elf_file *file) {
    return nt_elf_is_wide(file) ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr);
}

/* Where the header says where the program headers are. */
static uint64_t at_phoff(const nt_elf_file *file) {
    return nt_elf_is_wide(file) ? offsetof(Elf64_Ehdr, e_phoff) : offsetof(Elf32_Ehdr, e_phoff);
}

int nt_elf_count_segments(const nt_elf_file *file, size_t *count) {
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

uint64_t nt_elf_at_segment(const nt_elf_file *file, size_t i) {
    return file->header.e_phoff + i * segment_entry(file);
}

int nt_elf_segment(const nt_elf_file *file, size_t i, GElf_Phdr *segment) {
    uint64_t at = nt_elf_at_segment(file, i);
    if (gelf_getphdr(file->elf, (int)i, segment) == NULL) {
        return nt_elf_fail(file, NT_ERROR_FORMAT, at, elf_errmsg(-1));
    }
    if (segment->p_type != PT_LOAD) {
        return 0;
    }
    /* One without bytes has none anywhere, whatever its offset. */
    if (segment->p_filesz != 0 && !nt_elf_inside(file, segment->p_offset, segment->p_filesz)) {
        return nt_elf_fail(file, NT_ERROR_CUT, at, "a segment's bytes end behind the file's end");
    }
    if (segment->p_filesz > segment->p_memsz) {
        return nt_elf_fail(file, NT_ERROR_FORMAT, at, "a segment has more bytes than memory");
    }
    return 1;
}
