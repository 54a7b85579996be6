/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of tb/dpi/nt_dpi.sv: golden models of units for a simulator of SystemVerilog. */
#include "tb/flat/flat.h"

#include <svdpi.h>

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NT_DPI_PARAMETERS = 64, NT_DPI_NAME = 64 };

/* Holds which rows of the table the caller's array has, in its order. */
typedef struct rows {
    size_t *index;
    size_t count;
    uint64_t *value; /* of all rows of the table */
    uint8_t *valid;
} rows;

typedef struct nt_dpi_model {
    const nt_flat_unit *unit;
    void *view;
    rows inputs, outputs;
} nt_dpi_model;

void *nt_dpi_new(const char *unit_name, const char *parameters, const char *inputs,
                 const char *outputs, const char **complaint);
void nt_dpi_settle(void *self, svOpenArrayHandle in, svOpenArrayHandle out,
                   svOpenArrayHandle valid);
void nt_dpi_step(void *self, svOpenArrayHandle in);
void nt_dpi_free(void *self);

static const nt_flat_unit *unit_of(const char *name) {
    for (size_t i = 0; nt_flat_units[i] != NULL; i++) {
        if (strcmp(nt_flat_units[i]->name, name) == 0) {
            return nt_flat_units[i];
        }
    }
    return NULL;
}

/* Copies the next word of a text. False at its end; a word that is too long is cut. */
static bool next_word(const char **text, char word[NT_DPI_NAME]) {
    *text += strspn(*text, " ");
    size_t length = strcspn(*text, " ");
    snprintf(word, NT_DPI_NAME, "%.*s", (int)length, *text);
    *text += length;
    return length > 0;
}

static const char *make(nt_dpi_model *model, const char *parameters) {
    static const char BAD[] = "parameters are NAME=VALUE, at most 63 of them";
    char word[NT_DPI_PARAMETERS][NT_DPI_NAME];
    nt_value value[NT_DPI_PARAMETERS];
    size_t count = 0;
    while (next_word(&parameters, word[count])) {
        char *equals = strchr(word[count], '=');
        char *end = NULL;
        if (equals == NULL || count + 1 == NT_DPI_PARAMETERS) {
            return BAD;
        }
        *equals = '\0';
        value[count] = (nt_value){word[count], strtoull(equals + 1, &end, 10)};
        if (end == equals + 1 || *end != '\0') {
            return BAD;
        }
        count++;
    }
    value[count] = (nt_value){NULL, 0};
    const char *complaint = NULL;
    model->view = model->unit->make(value, &complaint);
    return complaint != NULL ? complaint : model->view == NULL ? "out of memory" : NULL;
}

static const char *find_rows(rows *rows, const nt_flat_rows *table, const char *names) {
    rows->index = calloc(table->count + 1, sizeof *rows->index);
    rows->value = calloc(table->count + 1, sizeof *rows->value);
    rows->valid = calloc(table->count + 1, sizeof *rows->valid);
    if (rows->index == NULL || rows->value == NULL || rows->valid == NULL) {
        return "out of memory";
    }
    char word[NT_DPI_NAME];
    while (next_word(&names, word)) {
        size_t i = 0;
        while (i < table->count && strcmp(table->name[i], word) != 0) {
            i++;
        }
        if (i == table->count || rows->count == table->count) {
            return "the unit has no port of that name: module and library are of different "
                   "versions";
        }
        rows->index[rows->count++] = i;
    }
    return NULL;
}

void *nt_dpi_new(const char *unit_name, const char *parameters, const char *inputs,
                 const char *outputs, const char **complaint) {
    *complaint = "out of memory";
    nt_dpi_model *model = calloc(1, sizeof *model);
    if (model == NULL) {
        return NULL;
    }
    model->unit = unit_of(unit_name);
    const char *bad =
        model->unit == NULL ? "the library has no such unit" : make(model, parameters);
    bad = bad != NULL ? bad : find_rows(&model->inputs, &model->unit->inputs, inputs);
    bad = bad != NULL ? bad : find_rows(&model->outputs, &model->unit->outputs, outputs);
    *complaint = bad != NULL ? bad : "";
    if (bad != NULL) {
        nt_dpi_free(model);
        return NULL;
    }
    return model;
}

static void free_rows(rows *rows) {
    free(rows->index);
    free(rows->value);
    free(rows->valid);
}

void nt_dpi_free(void *self) {
    nt_dpi_model *model = self;
    if (model == NULL) {
        return;
    }
    if (model->view != NULL) {
        model->unit->free(model->view);
    }
    free_rows(&model->inputs);
    free_rows(&model->outputs);
    free(model);
}

static void take(nt_dpi_model *model, svOpenArrayHandle in) {
    const rows *rows = &model->inputs;
    for (size_t i = 0; i < rows->count; i++) {
        rows->value[rows->index[i]] = *(const uint64_t *)svGetArrElemPtr1(in, (int)i);
    }
    model->unit->put(model->view, rows->value);
    model->unit->settle(model->view);
}

void nt_dpi_settle(void *self, svOpenArrayHandle in, svOpenArrayHandle out,
                   svOpenArrayHandle valid) {
    nt_dpi_model *model = self;
    const rows *rows = &model->outputs;
    take(model, in);
    model->unit->outputs_get(model->view, rows->value, rows->valid);
    for (size_t i = 0; i < rows->count; i++) {
        *(uint64_t *)svGetArrElemPtr1(out, (int)i) = rows->value[rows->index[i]];
        *(uint8_t *)svGetArrElemPtr1(valid, (int)i) = rows->valid[rows->index[i]];
    }
}

void nt_dpi_step(void *self, svOpenArrayHandle in) {
    nt_dpi_model *model = self;
    take(model, in);
    model->unit->step(model->view);
}
