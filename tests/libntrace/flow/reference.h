/* SPDX-License-Identifier: Apache-2.0 */
/* The reference streams in tests/data/tg-reference as tests want them: code image, retired
   sequence, bytes, and the row of table.tsv. */
#ifndef NT_TESTS_FLOW_REFERENCE_H
#define NT_TESTS_FLOW_REFERENCE_H

#include "libntrace/program/image.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DATA "tests/data/tg-reference/"

typedef struct reference_stream {
    const char *program;
    const char *mode;
    unsigned xlen;
    uint64_t instructions; /* of table.tsv, typed */
    uint64_t messages;
} reference_stream;

/* table.tsv; -cs8 is with implicit returns, of a stack of 8. */
static const reference_stream reference_streams[] = {
    {"dhrystone", "btm", 64, 215008, 27226},
    {"dhrystone", "htm", 64, 215008, 8041},
    {"dhrystone", "htm-rep", 64, 215008, 7851},
    {"dhrystone", "htm-cs8", 64, 215008, 1307},
    {"dhrystone", "htm-cs8-rep", 64, 215008, 1117},
    {"median", "btm", 64, 15010, 3756},
    {"median", "htm", 64, 15010, 247},
    {"median", "htm-rep", 64, 15010, 179},
    {"median", "htm-cs8", 64, 15010, 206},
    {"median", "htm-cs8-rep", 64, 15010, 138},
    {"towers", "btm", 64, 15011, 1347},
    {"towers", "htm", 64, 15011, 354},
    {"towers", "htm-rep", 64, 15011, 338},
    {"towers", "htm-cs8", 64, 15011, 71},
    {"towers", "htm-cs8-rep", 64, 15011, 55},
    {"qsort", "btm", 64, 235011, 38054},
    {"qsort", "htm", 64, 235011, 2097},
    {"qsort", "htm-rep", 64, 235011, 1654},
    {"qsort", "htm-cs8", 64, 235011, 2051},
    {"qsort", "htm-cs8-rep", 64, 235011, 1610},
    {"spmv", "btm", 64, 70010, 3426},
    {"spmv", "htm", 64, 70010, 295},
    {"spmv", "htm-rep", 64, 70010, 261},
    {"spmv", "htm-cs8", 64, 70010, 253},
    {"spmv", "htm-cs8-rep", 64, 70010, 219},
    {"vvadd", "btm", 64, 10012, 2125},
    {"vvadd", "htm", 64, 10012, 148},
    {"vvadd", "htm-rep", 64, 10012, 85},
    {"vvadd", "htm-cs8", 64, 10012, 110},
    {"vvadd", "htm-cs8-rep", 64, 10012, 47},
    {"multiply", "btm", 64, 55011, 14806},
    {"multiply", "htm", 64, 55011, 768},
    {"multiply", "htm-rep", 64, 55011, 687},
    {"multiply", "htm-cs8", 64, 55011, 545},
    {"multiply", "htm-cs8-rep", 64, 55011, 463},
    {"rsort", "btm", 64, 375012, 15906},
    {"rsort", "htm", 64, 375012, 729},
    {"rsort", "htm-rep", 64, 375012, 157},
    {"rsort", "htm-cs8", 64, 375012, 682},
    {"rsort", "htm-cs8-rep", 64, 375012, 115},
    {"mm", "btm", 64, 297032, 14229},
    {"mm", "htm", 64, 297032, 809},
    {"mm", "htm-rep", 64, 297032, 440},
    {"mm", "htm-cs8", 64, 297032, 643},
    {"mm", "htm-cs8-rep", 64, 297032, 274},
    {"xrle", "btm", 32, 164959, 6233},
    {"xrle", "htm", 32, 164959, 485},
    {"xrle", "htm-rep", 32, 164959, 371},
    {"xrle", "htm-cs8", 32, 164959, 482},
    {"xrle", "htm-cs8-rep", 32, 164959, 367},
};

static inline FILE *open_unpacked(const char *program, const char *what) {
    char command[256];
    (void)snprintf(command, sizeof command, "gzip -dc " DATA "%s.%s.gz", program, what);
    FILE *file = popen(command, "r");
    if (file == NULL) {
        perror(command);
        abort();
    }
    return file;
}

/* `text` is a type as the pcinfo has it: L2, BD4, JD2, CD4, JI2, CI2, R2. */
static inline nt_insn insn_of(const char *text, uint64_t target) {
    static const struct {
        const char *name;
        nt_insn_class class_;
    } types[] = {
        {"L", NT_INSN_OTHER},        {"BD", NT_INSN_BRANCH},        {"JD", NT_INSN_DIRECT_JUMP},
        {"CD", NT_INSN_DIRECT_CALL}, {"JI", NT_INSN_INDIRECT_JUMP}, {"CI", NT_INSN_INDIRECT_CALL},
        {"R", NT_INSN_RETURN},
    };
    size_t length = strcspn(text, "0123456789");
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strlen(types[i].name) == length && strncmp(types[i].name, text, length) == 0) {
            return (nt_insn){(uint8_t)(text[length] - '0'), (uint8_t)types[i].class_, target};
        }
    }
    fprintf(stderr, "unknown type %s\n", text);
    abort();
}

/* The program's code, by type only as its pcinfo has it. */
static inline nt_image *reference_image(const char *program, unsigned xlen) {
    nt_image *image = nt_image_new(xlen);
    FILE *file = open_unpacked(program, "pcinfo");
    char line[128];
    while (fgets(line, sizeof line, file) != NULL) {
        unsigned long pc = 0;
        unsigned long target = 0;
        char type[16] = "";
        if (sscanf(line, "0x%lx,%15[A-Z0-9],0x%lx", &pc, type, &target) >= 2) {
            nt_insn insn = insn_of(type, target);
            if (nt_image_write_insn(image, pc, &insn) != 0) {
                abort();
            }
        }
    }
    pclose(file);
    return image;
}

/* The retired addresses; the caller frees them. */
static inline uint64_t *reference_sequence(const char *program, size_t *count) {
    size_t room = 1 << 19;
    uint64_t *pcs = malloc(room * sizeof *pcs);
    FILE *file = open_unpacked(program, "pcseq");
    char line[128];
    *count = 0;
    while (pcs != NULL && *count < room && fgets(line, sizeof line, file) != NULL) {
        char *end;
        unsigned long pc = strtoul(line, &end, 16);
        if (*end == ',') {
            pcs[(*count)++] = pc;
        }
    }
    pclose(file);
    return pcs;
}

/* A file of at most a mebibyte; the caller frees it. */
static inline uint8_t *read_whole(const char *path, size_t *size) {
    size_t room = 1 << 20;
    uint8_t *bytes = malloc(room);
    FILE *file = fopen(path, "rb");
    if (file == NULL || bytes == NULL) {
        perror(path);
        abort();
    }
    *size = fread(bytes, 1, room, file);
    (void)fclose(file);
    return bytes;
}

static inline uint8_t *reference_bytes(const reference_stream *stream, size_t *size) {
    char path[256];
    (void)snprintf(path, sizeof path, DATA "%s.%s.nex", stream->program, stream->mode);
    return read_whole(path, size);
}

#endif
