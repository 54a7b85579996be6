#include "sim/tandem/init.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>

static int elf_fail(const char *path, nt_error *error) {
    return nt_fail_as(error, NT_ERROR_FORMAT, "%s: not a usable ELF file: %s", path,
                      elf_errmsg(-1));
}

static int hand_out(const uint8_t *bytes, uint64_t size, uint64_t address, nt_tandem_word_sink sink,
                    void *context, nt_error *error) {
    for (uint64_t at = 0; at < size;) {
        unsigned piece = 8;
        while (piece > size - at || ((address + at) & (piece - 1)) != 0) {
            piece /= 2;
        }
        uint64_t value = 0;
        for (unsigned i = 0; i < piece; i++) {
            value |= (uint64_t)bytes[at + i] << 8 * i;
        }
        if (sink(context, address + at, piece, value, error) != 0) {
            return -1;
        }
        at += piece;
    }
    return 0;
}

static int segments(Elf *elf, const char *path, uint64_t *entry, nt_tandem_word_sink sink,
                    void *context, nt_error *error) {
    size_t count = 0;
    size_t size = 0;
    GElf_Ehdr header;
    const char *raw = elf_rawfile(elf, &size);
    if (raw == NULL || gelf_getehdr(elf, &header) == NULL || elf_getphdrnum(elf, &count) != 0) {
        return elf_fail(path, error);
    }
    if (entry != NULL) {
        *entry = header.e_entry;
    }
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr segment;
        if (gelf_getphdr(elf, (int)i, &segment) == NULL) {
            return elf_fail(path, error);
        }
        if (segment.p_type != PT_LOAD) {
            continue;
        }
        if (segment.p_offset > size || segment.p_filesz > size - segment.p_offset) {
            return nt_fail_as(error, NT_ERROR_FORMAT, "%s: segment %zu lies beyond the file", path,
                              i);
        }
        if (hand_out((const uint8_t *)raw + segment.p_offset, segment.p_filesz, segment.p_paddr,
                     sink, context, error) != 0) {
            return -1;
        }
    }
    return 0;
}

int nt_tandem_elf_words(const char *path, uint64_t *entry, nt_tandem_word_sink sink, void *context,
                        nt_error *error) {
    (void)elf_version(EV_CURRENT);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return nt_fail_as(error, NT_ERROR_FILE, "%s: %s", path, strerror(errno));
    }
    Elf *elf = elf_begin(file, ELF_C_READ, NULL);
    int result = elf == NULL || elf_kind(elf) != ELF_K_ELF
                     ? elf_fail(path, error)
                     : segments(elf, path, entry, sink, context, error);
    (void)elf_end(elf); /* accepts NULL */
    (void)close(file);
    return result;
}

int nt_tandem_init_field(nt_tandem_output *output, const nt_tandem_field *field, nt_error *error) {
    const nt_tandem_field fields[] = {{.opcode = NT_TANDEM_BEGIN},
                                      {.opcode = NT_TANDEM_INITIALIZATION},
                                      *field,
                                      {.opcode = NT_TANDEM_END}};
    return nt_tandem_output_fields(output, fields, sizeof fields / sizeof fields[0], error);
}

static int store(void *context, uint64_t address, unsigned size, uint64_t value, nt_error *error) {
    static const uint8_t sizes[] = {[1] = 0, [2] = 1, [4] = 2, [8] = 3};
    const nt_tandem_field field = {.opcode = NT_TANDEM_REQUEST,
                                   .operation = NT_TANDEM_STORE,
                                   .size = sizes[size],
                                   .address = address,
                                   .value = value};
    return nt_tandem_init_field(context, &field, error);
}

int nt_tandem_init_elf(nt_tandem_output *output, const nt_tandem_format *format, const char *elf,
                       const uint64_t *pc, nt_error *error) {
    static const nt_tandem_field reset[] = {
        {.opcode = NT_TANDEM_BEGIN}, {.opcode = NT_TANDEM_RESET}, {.opcode = NT_TANDEM_END}};
    uint64_t entry = 0;
    (void)format;
    if (nt_tandem_output_fields(output, reset, sizeof reset / sizeof reset[0], error) != 0 ||
        nt_tandem_elf_words(elf, &entry, store, output, error) != 0) {
        return -1;
    }
    const nt_tandem_field field = {
        .opcode = NT_TANDEM_STATE, .id = NT_TANDEM_PC, .value = pc == NULL ? entry : *pc};
    return nt_tandem_init_field(output, &field, error);
}
