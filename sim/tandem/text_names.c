/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/text_names.h"

#include "sim/isa/register_name.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CSRS = 1 << 12 };

typedef struct csr {
    char name[NT_CSR_NAME];
    uint16_t number;
} csr;

struct nt_tandem_csr_names {
    csr csr[CSRS]; /* by name */
};

const char *const nt_tandem_words[NT_TANDEM_OPCODES] = {
    [NT_TANDEM_BEGIN] = "begin",
    [NT_TANDEM_END] = "end",
    [NT_TANDEM_INCREMENT_PC] = "increment-pc",
    [NT_TANDEM_REQUEST] = "request",
    [NT_TANDEM_RESPONSE] = "response",
    [NT_TANDEM_RESET] = "reset",
    [NT_TANDEM_INITIALIZATION] = "initialize",
    [NT_TANDEM_INSN16] = "insn16",
    [NT_TANDEM_INSN32] = "insn32",
};

static const char *const ids[NT_TANDEM_IDS] = {
    NULL,      "privilege", "paddr", "eaddr",    "store8", "store16",
    "store32", "store64",   "mtime", "pc-paddr", "pc",
};

void nt_tandem_register_name(uint16_t reg, char name[NT_CSR_NAME]) {
    if (reg >= NT_TANDEM_GPR && reg < NT_TANDEM_GPR + NT_REGISTERS) {
        (void)snprintf(name, NT_CSR_NAME, "%s", nt_register_names[reg - NT_TANDEM_GPR]);
    } else if (reg >= NT_TANDEM_FPR && reg < NT_TANDEM_FPR + NT_REGISTERS) {
        (void)snprintf(name, NT_CSR_NAME, "%s", nt_float_register_names[reg - NT_TANDEM_FPR]);
    } else {
        nt_csr_name(reg, name);
    }
}

const char *nt_tandem_id_word(unsigned id) {
    return id < NT_TANDEM_IDS ? ids[id] : NULL;
}

void nt_tandem_operation_word(uint8_t operation, char word[16]) {
    const char *name = nt_tandem_operation_name(operation);
    (void)snprintf(word, 16, "%s", name == NULL ? "?" : name);
    char *space = strchr(word, ' ');
    if (space != NULL) {
        *space = '-';
    }
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const csr *)a)->name, ((const csr *)b)->name);
}

struct nt_tandem_csr_names *nt_tandem_csr_names_new(void) {
    struct nt_tandem_csr_names *names = malloc(sizeof *names);
    if (names != NULL) {
        for (unsigned number = 0; number < CSRS; number++) {
            nt_csr_name(number, names->csr[number].name);
            names->csr[number].number = (uint16_t)number;
        }
        qsort(names->csr, CSRS, sizeof names->csr[0], by_name);
    }
    return names;
}

static bool find_number(const char *name, uint16_t *reg) {
    char *end;
    errno = 0;
    unsigned long number = strtoul(name, &end, 0);
    *reg = (uint16_t)number;
    return errno == 0 && *end == '\0' && number < NT_TANDEM_REGISTERS;
}

bool nt_tandem_find_register(const struct nt_tandem_csr_names *names, const char *name,
                             uint16_t *reg) {
    csr key = {.number = 0};
    if (isdigit((unsigned char)name[0])) {
        return find_number(name, reg);
    }
    for (unsigned i = 0; i < NT_REGISTERS; i++) {
        if (strcmp(nt_register_names[i], name) == 0) {
            *reg = (uint16_t)(NT_TANDEM_GPR + i);
            return true;
        }
        if (strcmp(nt_float_register_names[i], name) == 0) {
            *reg = (uint16_t)(NT_TANDEM_FPR + i);
            return true;
        }
    }
    (void)snprintf(key.name, sizeof key.name, "%s", name);
    const csr *found = bsearch(&key, names->csr, CSRS, sizeof key, by_name);
    if (found != NULL && strlen(name) < sizeof key.name) {
        *reg = found->number;
        return true;
    }
    return false;
}

int nt_tandem_find_id(const char *word) {
    for (int id = 1; id < NT_TANDEM_IDS; id++) {
        if (strcmp(ids[id], word) == 0) {
            return id;
        }
    }
    return -1;
}

int nt_tandem_find_operation(const char *word) {
    char name[16];
    for (int operation = 0; operation < NT_TANDEM_OPERATIONS; operation++) {
        nt_tandem_operation_word((uint8_t)operation, name);
        if (strcmp(name, word) == 0) {
            return operation;
        }
    }
    return -1;
}

unsigned nt_tandem_find_kind(const char *name, size_t size) {
    unsigned kind = 0;
    while (kind < NT_TANDEM_KINDS && (strlen(nt_tandem_kind_name(kind)) != size ||
                                      strncmp(nt_tandem_kind_name(kind), name, size) != 0)) {
        kind++;
    }
    return kind;
}
