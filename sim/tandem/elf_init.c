/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/elf_init.h"
#include "libntrace/program/elf_file.h"
#include "libntrace/util/input_file.h"

#include <stdlib.h>

enum {
    MOST_FILE = 1 << 30,
    MOST_MEMORY = 1 << 28, /* bytes that the segments fill */
    REQUESTS = 64,         /* in a group */
};

struct nt_tandem_elf {
    uint8_t *bytes;
    nt_elf_file file;
};

typedef struct init_run {
    const nt_tandem_format *format;
    nt_tandem_sink sink;
    void *context;
    const nt_elf_file *file;
    nt_tandem_field fields[1 + REQUESTS]; /* of a group: initialization, and requests */
    size_t count;
} init_run;

static int hand_out(const init_run *run, const nt_tandem_field *fields, size_t count) {
    nt_tandem_group group = {.atomic = true, .ended = true, .fields = fields, .count = count};
    return run->sink(run->context, &group);
}

static int flush(init_run *run) {
    size_t count = run->count;
    run->count = 0;
    return count != 0 ? hand_out(run, run->fields, count) : 0;
}

static int store(init_run *run, uint64_t address, uint64_t data, uint8_t size) {
    if (run->count == 0) {
        run->fields[run->count++] = (nt_tandem_field){.opcode = NT_TANDEM_INITIALIZATION};
    }
    run->fields[run->count++] = (nt_tandem_field){.opcode = NT_TANDEM_REQUEST,
                                                  .operation = NT_TANDEM_STORE,
                                                  .size = size,
                                                  .address = address,
                                                  .value = data};
    return run->count == 1 + REQUESTS ? flush(run) : 0;
}

/* The largest access that is aligned and not too long: its size as in a request. */
static uint8_t size_at(uint64_t address, uint64_t left) {
    uint8_t size = 3;
    while (address % (1U << size) != 0 || left < 1U << size) {
        size--;
    }
    return size;
}

/* Bytes of a segment, 0 beyond those of the file. */
static uint64_t data_at(const init_run *run, const GElf_Phdr *segment, uint64_t at, unsigned size) {
    uint64_t data = 0;
    for (unsigned i = 0; i < size && at + i < segment->p_filesz; i++) {
        data |= (uint64_t)run->file->bytes[segment->p_offset + at + i] << (8 * i);
    }
    return data;
}

static int init_segment(init_run *run, const GElf_Phdr *segment) {
    int result = 0;
    for (uint64_t at = 0; at < segment->p_memsz && result == 0;) {
        uint8_t size = size_at(segment->p_paddr + at, segment->p_memsz - at);
        result = store(run, segment->p_paddr + at, data_at(run, segment, at, 1U << size), size);
        at += UINT64_C(1) << size;
    }
    return result;
}

/* All segments in turn: whether they are good, and then their groups. */
static int for_segments(init_run *run, size_t count, bool check) {
    uint64_t last = run->format->mlen == 64 ? UINT64_MAX : (UINT64_C(1) << run->format->mlen) - 1;
    uint64_t filled = 0;
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr segment;
        int loaded = nt_elf_segment(run->file, i, &segment);
        if (loaded < 0) {
            return -1;
        }
        if (loaded == 0 || segment.p_memsz == 0) {
            continue;
        }
        if (segment.p_memsz > MOST_MEMORY - filled) {
            return nt_elf_fail(run->file, NT_ERROR_LIMIT, nt_elf_at_segment(run->file, i),
                               "the segments fill more than 256 MiB");
        }
        filled += segment.p_memsz;
        if (segment.p_paddr > last || segment.p_memsz - 1 > last - segment.p_paddr) {
            return nt_elf_fail(run->file, NT_ERROR_LIMIT, nt_elf_at_segment(run->file, i),
                               "a segment ends behind the end of the address space");
        }
        int result = check ? 0 : init_segment(run, &segment);
        if (result != 0) {
            return result;
        }
    }
    return 0;
}

static int init(init_run *run, uint64_t pc) {
    static const nt_tandem_field reset = {.opcode = NT_TANDEM_RESET};
    const nt_tandem_field first[] = {
        {.opcode = NT_TANDEM_INITIALIZATION},
        {.opcode = NT_TANDEM_STATE, .id = NT_TANDEM_PC, .value = pc},
    };
    size_t count;
    if (nt_elf_count_segments(run->file, &count) != 0 || for_segments(run, count, true) != 0) {
        return -1;
    }
    int result = hand_out(run, &reset, 1);
    result = result == 0 ? for_segments(run, count, false) : result;
    result = result == 0 ? flush(run) : result;
    return result == 0 ? hand_out(run, first, sizeof first / sizeof first[0]) : result;
}

int nt_tandem_elf_init(nt_tandem_elf *elf, const nt_tandem_format *format, uint64_t pc,
                       nt_tandem_sink sink, void *context, nt_error *error) {
    init_run run = {.format = format, .sink = sink, .context = context, .file = &elf->file};
    unsigned xlen = nt_tandem_elf_xlen(elf);
    elf->file.error = error;
    return xlen == format->xlen
               ? init(&run, pc)
               : nt_fail_at(error, NT_ERROR_FORMAT, elf->file.path, EI_CLASS,
                            "an ELF file for RV%u, the trace has XLEN %u", xlen, format->xlen);
}

unsigned nt_tandem_elf_xlen(const nt_tandem_elf *elf) {
    return nt_elf_is_wide(&elf->file) ? 64 : 32;
}

uint64_t nt_tandem_elf_entry(const nt_tandem_elf *elf) {
    return elf->file.header.e_entry;
}

void nt_tandem_elf_close(nt_tandem_elf *elf) {
    if (elf != NULL) {
        nt_elf_end(&elf->file);
        free(elf->bytes);
        free(elf);
    }
}

static int read_elf(nt_tandem_elf *elf, const char *path, nt_error *error) {
    nt_input_file *input;
    if (nt_input_file_open(&input, path, error) != 0) {
        return -1;
    }
    int result = nt_input_file_all(input, MOST_FILE, &elf->bytes, &elf->file.size, error);
    nt_input_file_close(input);
    elf->file.path = path;
    elf->file.bytes = elf->bytes;
    elf->file.error = error;
    return result == 0 ? nt_elf_begin(&elf->file) : -1;
}

int nt_tandem_elf_open(nt_tandem_elf **elf, const char *path, nt_error *error) {
    nt_tandem_elf *made = calloc(1, sizeof *made);
    *elf = NULL;
    if (made == NULL) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "out of memory");
    }
    if (read_elf(made, path, error) != 0) {
        nt_tandem_elf_close(made);
        return -1;
    }
    *elf = made;
    return 0;
}
