/* SPDX-License-Identifier: Apache-2.0 */
/* What `make bench` compares the tandem codec with: a decoder as one writes it first, a byte at a
   time, with a list of fields for each group. It believes every byte but the opcode, looks for
   elements that a group has twice by comparing, and counts; RV64 with FLEN 64 alone. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct field {
    uint8_t opcode;
    uint16_t number; /* register or identifier */
    uint64_t address;
    uint64_t value;
    struct field *next;
} field;

typedef struct plain {
    FILE *file;
    field *fields; /* of the group, the last first */
    uint64_t groups;
    uint64_t insns;
    uint64_t counted;
    uint64_t twice;
} plain;

static uint64_t number(plain *p, unsigned size) {
    uint64_t value = 0;
    for (unsigned i = 0; i < size; i++) {
        int byte = getc(p->file);
        if (byte == EOF) {
            fprintf(stderr, "plain_tandem: cut off\n");
            exit(2);
        }
        value |= (uint64_t)byte << (8 * i);
    }
    return value;
}

static unsigned state_size(uint16_t id) {
    switch (id) {
    case 1:
    case 4:
        return 1;
    case 5:
        return 2;
    case 6:
        return 4;
    default:
        return 8;
    }
}

/* The data of a response are as long as its own byte says. */
static void read_memory(plain *p, field *f) {
    if (f->opcode == 8) {
        f->address = number(p, 8);
    }
    uint8_t what = (uint8_t)number(p, 1);
    unsigned operation = f->opcode == 8 ? what & 15 : 0;
    unsigned size = 1U << (f->opcode == 8 ? what >> 4 : what & 15);
    bool data = operation == 1 || (operation >= 3 && operation <= 12);
    f->number = (uint16_t)operation;
    f->value = data ? number(p, size) : 0;
}

static void read_payload(plain *p, field *f) {
    switch (f->opcode) {
    case 3:
    case 10:
    case 11:
        break;
    case 4:
        f->number = (uint16_t)number(p, 2);
        f->value = number(p, 8);
        break;
    case 5:
    case 6:
        f->number = (uint16_t)number(p, 2);
        f->value = number(p, 1);
        break;
    case 7:
        f->number = (uint16_t)number(p, 1);
        f->value = number(p, state_size(f->number));
        break;
    case 8:
        read_memory(p, f);
        break;
    case 16:
        f->value = number(p, 2);
        break;
    case 17:
        f->value = number(p, 4);
        break;
    default:
        fprintf(stderr, "plain_tandem: unknown opcode %u\n", f->opcode);
        exit(2);
    }
}

/* The group is complete. */
static void take_group(plain *p) {
    for (field *f = p->fields; f != NULL; f = f->next) {
        p->counted++;
        p->insns += f->opcode >= 16;
        for (const field *other = f->next; other != NULL; other = other->next) {
            p->twice += f->opcode == other->opcode && f->number == other->number && f->opcode != 8;
        }
    }
    while (p->fields != NULL) {
        field *next = p->fields->next;
        free(p->fields);
        p->fields = next;
    }
    p->groups++;
}

static void keep(plain *p, uint8_t opcode) {
    field *f = calloc(1, sizeof *f);
    if (f == NULL) {
        exit(2);
    }
    f->opcode = opcode;
    read_payload(p, f);
    f->next = p->fields;
    p->fields = f;
}

int main(int argc, char **argv) {
    plain p = {.file = argc == 2 ? fopen(argv[1], "rb") : NULL};
    int opcode;
    if (p.file == NULL) {
        fprintf(stderr, "usage: plain_tandem STREAM\n");
        return 2;
    }
    while ((opcode = getc(p.file)) != EOF) {
        if (opcode == 2 || (opcode == 1 && p.fields != NULL)) {
            take_group(&p);
        } else if (opcode != 1) {
            keep(&p, (uint8_t)opcode);
        }
    }
    printf("%" PRIu64 " groups, %" PRIu64 " instructions, %" PRIu64 " fields, %" PRIu64 " twice\n",
           p.groups, p.insns, p.counted, p.twice);
    return fclose(p.file) != 0;
}
