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
    if (load_segments(file, image) != 0 || nt_elf_load_functions(file, image) != 0) {
        return -1;
    }
    return nt_lines_set(image, file->elf) == 0
               ? 0
               : nt_elf_fail(file, NT_ERROR_MEMORY, 0, "out of memory");
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
