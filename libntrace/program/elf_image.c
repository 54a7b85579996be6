/* SPDX-License-Identifier: Apache-2.0 */
/* ELF files: the bytes of executable segments. */
#include "libntrace/program/elf_file.h"
#include "libntrace/program/lines.h"
#include "libntrace/util/error.h"

#include <stdlib.h>

enum { MOST_SEGMENTS = 256 }; /* executable ones; more is no program */

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
    uint64_t at = nt_elf_at_segment(file, i);
    int loaded = nt_elf_segment(file, i, &segment);
    if (loaded <= 0 || (segment.p_flags & PF_X) == 0 || segment.p_filesz == 0) {
        return loaded < 0 ? -1 : 0;
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
    if (nt_elf_count_segments(file, &count) != 0) {
        return -1;
    }
    nt_piece *found = calloc(MOST_SEGMENTS, sizeof *found);
    size_t used = 0;
    int result = found == NULL ? nt_elf_fail(file, NT_ERROR_MEMORY, 0, "out of memory") : 0;
    for (size_t i = 0; i < count && result >= 0 && !nt_elf_is_debug(file); i++) {
        if (used == MOST_SEGMENTS) {
            result = nt_elf_fail(file, NT_ERROR_LIMIT, file->header.e_phoff,
                                 "more than 256 executable segments");
        } else if ((result = read_segment(file, image, i, &found[used])) > 0) {
            used++;
        }
    }
    if (result >= 0 && used == 0 && nt_elf_name_sections(file, image) == 0 &&
        image->named.count != 0 && nt_elf_is_debug(file)) {
        result = 0; /* names for the code of another image */
    } else if (result >= 0 && used == 0) {
        result = nt_elf_fail(file, NT_ERROR_FORMAT, file->header.e_phoff,
                             "no executable segment: there is no code in it");
    } else if (result >= 0 && nt_pieces_make(&image->code, found, used) != 0) {
        result = nt_elf_fail(file, NT_ERROR_MEMORY, 0, "out of memory");
    }
    free(found);
    return result < 0 ? -1 : 0;
}

/* Lines of a file, also where it is to be unpacked before. */
static int load_lines(const nt_elf_file *file, nt_program_image *image) {
    nt_elf_file plain = *file;
    nt_error none = {0};
    plain.error = &none;
    uint8_t *bytes = nt_elf_unpack(file, image, &plain.size);
    plain.bytes = bytes;
    int result = 0;
    if (bytes == NULL) {
        result = nt_lines_set(image, file->elf);
    } else if (nt_elf_begin(&plain) == 0) {
        result = nt_lines_set(image, plain.elf);
    }
    if (bytes != NULL) {
        nt_elf_end(&plain);
        free(bytes);
    }
    return result;
}

static bool has_lines(const nt_elf_file *file) {
    return nt_elf_has_section(file, ".debug_line") || nt_elf_has_section(file, ".zdebug_line");
}

/* Lines of the file that has them. */
static int load_lines_of(const nt_elf_file *file, nt_program_image *image) {
    const int result = load_lines(file, image);
    if (result == 0 && image->line_count == 0 && has_lines(file)) {
        nt_program_image_note(image, "its source lines are damaged, too many, or of other code: "
                                     "they are missing");
    }
    return result;
}

/* Names and lines: what the file does not have may be in one of its own. */
static int load_names(const nt_elf_file *file, nt_program_image *image) {
    nt_error none = {0}; /* what is wrong with the other file is no error of this one */
    nt_elf_file debug = {.error = &none};
    const bool whole = nt_elf_has_section(file, ".symtab") && has_lines(file);
    const bool found = !whole && nt_elf_find_debug(file, image, &debug);
    int result = nt_elf_load_functions(file, found ? &debug : NULL, image);
    if (result == 0 && load_lines_of(found && !has_lines(file) ? &debug : file, image) != 0) {
        result = nt_elf_fail(file, NT_ERROR_MEMORY, 0, "out of memory");
    }
    if (found) {
        nt_elf_end(&debug);
        free((void *)(uintptr_t)debug.bytes);
    }
    return result;
}

static int load(nt_elf_file *file, nt_program_image *image) {
    if (load_segments(file, image) != 0) {
        return -1;
    }
    if (image->named.count == 0) {
        image->named = image->code;
    }
    return load_names(file, image);
}

int nt_elf_load(nt_program_image *image, const uint8_t *bytes, size_t size, nt_error *error) {
    nt_elf_file file = {.bytes = bytes, .size = size, .path = image->path, .error = error};
    int result = nt_elf_begin(&file);
    if (result == 0) {
        image->xlen = nt_elf_is_wide(&file) ? 64 : 32;
        image->mask = image->xlen == 32 ? UINT32_MAX : UINT64_MAX;
        result = load(&file, image);
    }
    nt_elf_end(&file);
    return result;
}
