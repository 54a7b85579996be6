/* SPDX-License-Identifier: Apache-2.0 */
/* Sections that are compressed by zstd, which libdw unpacks from elfutils 0.189 on. */
#include "libntrace/program/elf_file.h"
#include "libntrace/program/pack.h"
#include "libntrace/util/little.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
    BY_ZLIB = 1,              /* ELFCOMPRESS_ZLIB: libdw unpacks it */
    BY_ZSTD = 2,              /* ELFCOMPRESS_ZSTD, which elf.h may not have yet */
    MOST_UNPACKED = 256 << 20 /* bytes of all sections */
};

/* Is a section that is to be unpacked. */
typedef struct packed {
    size_t number;
    uint64_t size; /* unpacked */
    const uint8_t *bytes;
    size_t packed;
} packed;

/* Whether section `number` is compressed by zstd; by an unknown method: the image gets a note. */
static bool is_packed(const nt_elf_file *file, nt_program_image *image, Elf_Scn *scn,
                      packed *found) {
    GElf_Shdr header;
    const size_t head = nt_elf_is_wide(file) ? sizeof(Elf64_Chdr) : sizeof(Elf32_Chdr);
    if (gelf_getshdr(scn, &header) == NULL || (header.sh_flags & SHF_COMPRESSED) == 0 ||
        header.sh_type == SHT_NOBITS || header.sh_size < head ||
        !nt_elf_inside(file, header.sh_offset, header.sh_size)) {
        return false;
    }
    const uint8_t *at = file->bytes + header.sh_offset;
    const uint32_t type = nt_little_32(at); /* the first member of both */
    found->size = nt_elf_is_wide(file) ? nt_little_64(at + offsetof(Elf64_Chdr, ch_size))
                                       : nt_little_32(at + offsetof(Elf32_Chdr, ch_size));
    if (type != BY_ZLIB && type != BY_ZSTD) {
        nt_program_image_note(image,
                              "a section is compressed by an unknown method (%u): its source "
                              "lines are missing",
                              type);
    }
    found->number = elf_ndxscn(scn);
    found->bytes = at + head;
    found->packed = (size_t)header.sh_size - head;
    return type == BY_ZSTD;
}

/* Writes the section header anew: plain, with its bytes at `offset`. */
static void move_section(const nt_elf_file *file, uint8_t *copy, const packed *section,
                         uint64_t offset) {
    const bool wide = nt_elf_is_wide(file);
    const size_t entry = wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
    uint8_t *at = copy + file->header.e_shoff + section->number * entry;
    if (wide) {
        uint8_t *flags = at + offsetof(Elf64_Shdr, sh_flags);
        nt_put_little_64(flags, nt_little_64(flags) & ~(uint64_t)SHF_COMPRESSED);
        nt_put_little_64(at + offsetof(Elf64_Shdr, sh_offset), offset);
        nt_put_little_64(at + offsetof(Elf64_Shdr, sh_size), section->size);
    } else {
        uint8_t *flags = at + offsetof(Elf32_Shdr, sh_flags);
        nt_put_little_32(flags, nt_little_32(flags) & ~(uint32_t)SHF_COMPRESSED);
        nt_put_little_32(at + offsetof(Elf32_Shdr, sh_offset), (uint32_t)offset);
        nt_put_little_32(at + offsetof(Elf32_Shdr, sh_size), (uint32_t)section->size);
    }
}

/* Visits the sections to unpack: their total, or with a copy their bytes at its end. */
static bool visit(const nt_elf_file *file, nt_program_image *image, uint8_t *copy, size_t *size) {
    const uint64_t entry = nt_elf_is_wide(file) ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
    packed section;
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(file->elf, scn)) != NULL;) {
        if (!is_packed(file, image, scn, &section)) {
            continue;
        }
        if (section.size > MOST_UNPACKED - (*size - file->size) ||
            !nt_elf_inside(file, file->header.e_shoff, (section.number + 1) * entry)) {
            nt_program_image_note(image, "its debugging information is too large");
            return false;
        }
        if (copy != NULL) {
            const char *problem =
                nt_unpack_all(copy + *size, (size_t)section.size, section.bytes, section.packed);
            if (problem != NULL) {
                nt_program_image_note(image, "its debugging information cannot be unpacked: %s",
                                      problem);
                return false;
            }
            move_section(file, copy, &section, *size);
        }
        *size += (size_t)section.size;
    }
    return true;
}

uint8_t *nt_elf_unpack(const nt_elf_file *file, nt_program_image *image, size_t *size) {
    size_t whole = file->size;
    if (!visit(file, image, NULL, &whole) || whole == file->size) {
        return NULL;
    }
    uint8_t *copy = malloc(whole);
    if (copy == NULL) {
        return NULL;
    }
    memcpy(copy, file->bytes, file->size);
    *size = file->size;
    if (!visit(file, image, copy, size)) {
        free(copy);
        return NULL;
    }
    return copy;
}
