/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/vectors/port_emit.h"

#include "libntrace/util/output_file.h"
#include "sim/vectors/port.h"

#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { A_LINE = 16, PAGE = 4096 };

typedef struct image {
    const nt_vector *vector;
    uint8_t bytes[NT_PORT_MOST_BYTES];
    size_t size;
} image;

/* Puts a number into bytes, the lowest first. */
static void put_number(uint8_t *place, uint32_t number, unsigned size) {
    for (unsigned i = 0; i < size; i++) {
        place[i] = (uint8_t)(number >> 8 * i);
    }
}

static void fill(image *i, const nt_vector *vector) {
    const nt_port *port = vector->port;
    *i = (image){.vector = vector, .size = port->bytes};
    for (size_t c = 0; c < port->codes; c++) {
        const nt_port_code *code = &port->code[c];
        for (uint32_t n = 0; n < code->count; n++) {
            put_number(i->bytes + code->offset + n * code->size, nt_port_insn(vector, code),
                       code->size);
        }
    }
}

/* The file behind its head, at a place that is the address's within a page. */
#define FILL_ELF(bits, class_)                                                                     \
    static void head##bits(uint8_t head[PAGE], const image *i) {                                   \
        const Elf##bits##_Ehdr elf = {                                                             \
            .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, (class_), ELFDATA2LSB, EV_CURRENT},    \
            .e_type = ET_EXEC,                                                                     \
            .e_machine = EM_RISCV,                                                                 \
            .e_version = EV_CURRENT,                                                               \
            .e_entry = (Elf##bits##_Addr)i->vector->base,                                          \
            .e_phoff = sizeof elf,                                                                 \
            .e_ehsize = sizeof elf,                                                                \
            .e_phentsize = sizeof(Elf##bits##_Phdr),                                               \
            .e_phnum = 1};                                                                         \
        const Elf##bits##_Phdr load = {.p_type = PT_LOAD,                                          \
                                       .p_offset = PAGE,                                           \
                                       .p_vaddr = (Elf##bits##_Addr)i->vector->base,               \
                                       .p_paddr = (Elf##bits##_Addr)i->vector->base,               \
                                       .p_filesz = (Elf##bits##_Word)i->size,                      \
                                       .p_memsz = (Elf##bits##_Word)i->size,                       \
                                       .p_flags = PF_R | PF_W | PF_X,                              \
                                       .p_align = PAGE};                                           \
        memcpy(head, &elf, sizeof elf);                                                            \
        memcpy(head + sizeof elf, &load, sizeof load);                                             \
    }
FILL_ELF(32, ELFCLASS32)
FILL_ELF(64, ELFCLASS64)

static void put_elf(FILE *out, const image *i) {
    uint8_t head[PAGE] = {0};
    (nt_port_mask(i->vector) == UINT32_MAX ? head32 : head64)(head, i);
    (void)fwrite(head, 1, sizeof head, out);
    (void)fwrite(i->bytes, 1, i->size, out);
}

static void put_bytes(FILE *out, const image *i) {
    (void)fwrite(i->bytes, 1, i->size, out);
}

static void put_hex(FILE *out, const image *i) {
    fputs("@00000000\n", out);
    for (size_t b = 0; b < i->size; b++) {
        fprintf(out, "%02X%c", i->bytes[b],
                b % A_LINE == A_LINE - 1 || b + 1 == i->size ? '\n' : ' ');
    }
}

static void put_assembly(FILE *out, const image *i) {
    const nt_port *port = i->vector->port;
    size_t at = 0;
    fprintf(out, "# %s: %s\n    .text\n    .globl _start\n_start:\n", i->vector->id,
            i->vector->shows);
    for (size_t c = 0; c < port->codes; c++) {
        const nt_port_code *code = &port->code[c];
        if (code->offset != at) {
            fprintf(out, "    .org %" PRIu32 "\n", code->offset);
        }
        if (code->count > 1) {
            fprintf(out, "    .rept %" PRIu32 "\n", code->count);
        }
        fprintf(out, "    .%ubyte 0x%0*" PRIx32 "  # %s\n", code->size, 2 * code->size,
                nt_port_insn(i->vector, code), code->text);
        fputs(code->count > 1 ? "    .endr\n" : "", out);
        at = code->offset + (size_t)code->count * code->size;
    }
}

static void put_privs(FILE *out, uint8_t privs) {
    static const char letters[] = "us-m";
    const char *between = "";
    for (unsigned i = 0; letters[i] != '\0'; i++) {
        if ((privs >> i & 1) != 0) {
            fprintf(out, "%s%c", between, letters[i]);
            between = "|";
        }
    }
}

static void put_step(FILE *out, const nt_vector *vector, const nt_port_step *step) {
    fprintf(out, "0x%" PRIx64 " ", nt_port_value_at(vector, step->address));
    put_privs(out, step->privs);
    if (step->size != 0) {
        fprintf(out, " size=%u itype=%u", step->size, step->itype);
        fputs(step->sijumps == 2 ? " sijump=1" : step->sijumps == 3 ? " sijump=0|1" : "", out);
    } else {
        fprintf(out, " itype=%u cause=%u", step->itype, step->cause);
    }
    for (unsigned t = 0; t < step->tvals; t++) {
        fprintf(out, "%s0x%" PRIx64, t == 0 ? " tval=" : "|",
                nt_port_value_at(vector, step->tval[t]));
    }
    fprintf(out, "  %s\n", step->text);
}

static void put_expected(FILE *out, const image *i) {
    const nt_port *port = i->vector->port;
    fprintf(out, "# %s: %s\n# %s\n", i->vector->id, i->vector->shows, i->vector->clause);
    for (size_t s = 0; s < port->steps; s++) {
        put_step(out, i->vector, &port->step[s]);
    }
}

typedef void (*putter)(FILE *out, const image *i);

static int write_file(const image *i, const char *folder, const char *suffix, putter put,
                      nt_error *error) {
    char path[PATH_MAX];
    nt_output_file *file;
    const int length = snprintf(path, sizeof path, "%s/%s.%s", folder, i->vector->id, suffix);
    if (length < 0 || (size_t)length >= sizeof path) {
        return nt_fail(error, "%.60s...: path too long", folder);
    }
    if (nt_output_file_open(&file, path, error) != 0) {
        return -1;
    }
    put(nt_output_file_stream(file), i);
    return nt_output_file_commit(file, error);
}

int nt_port_emit(const nt_vector *vector, const char *folder, nt_error *error) {
    static const struct {
        const char *suffix;
        putter put;
    } forms[] = {{"elf", put_elf},
                 {"hex", put_hex},
                 {"bin", put_bytes},
                 {"S", put_assembly},
                 {"txt", put_expected}};
    if (nt_port_whole(vector, error) != 0) {
        return -1;
    }
    image *i = malloc(sizeof *i);
    int result = i == NULL ? nt_fail(error, "out of memory") : 0;
    if (result == 0) {
        fill(i, vector);
    }
    for (unsigned f = 0; f < sizeof forms / sizeof forms[0] && result == 0; f++) {
        result = write_file(i, folder, forms[f].suffix, forms[f].put, error);
    }
    free(i);
    return result;
}
