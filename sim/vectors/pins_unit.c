/* SPDX-License-Identifier: Apache-2.0 */
/* What the units whose ingress is of pins have alike. */
#include "sim/vectors/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int nt_vector_pins_read(nt_vector *vector, nt_error *error) {
    nt_pin_reader *reader = malloc(sizeof *reader);
    if (reader == NULL) {
        return nt_fail(error, "out of memory");
    }
    int result = nt_pin_reader_open(reader, vector->unit->pins, vector->path, error);
    vector->pins = reader->header;
    vector->own_parameters = reader->header.build[0] == '\0';
    (void)snprintf(vector->build, sizeof vector->build, "%s",
                   vector->own_parameters ? "own" : reader->header.build);
    nt_pin_reader_close(reader);
    free(reader);
    return result;
}

int nt_vector_pins_run(const nt_vector *vector, nt_pin_sink sink, void *context, nt_error *error) {
    return nt_pins_run(vector->unit->pins, vector->path, sink, context, error);
}

/* A difference between RTL and model ends the run, alone or not. */
void nt_vector_pins_words(char *words[NT_VECTOR_WORDS], const nt_vector_call *call) {
    char *const list[] = {"vector", call->path, call->output, "--report", call->report, NULL};
    memcpy(words, list, sizeof list);
}

bool nt_vector_pins_parameter(const nt_vector *vector, unsigned index, const char **name,
                              unsigned *value) {
    const nt_pin_parameter *row = &vector->unit->pins->parameters[index];
    *name = row->name;
    *value = row->name == NULL ? 0 : nt_pins_parameter(row, vector->pins.params);
    return row->name != NULL;
}

/* Columns. */

static int next(void *self, nt_error *error) {
    return nt_pin_reader_next(self, error);
}

static uint64_t value(const void *self, const nt_column *column) {
    const nt_pin_reader *r = self;
    return nt_pins_value(r->unit, &r->unit->rows[column->index], column->block, r->inputs);
}

static void close_columns(void *self) {
    nt_pin_reader_close(self);
    free(self);
}

/* Whether a part of that index, over the whole cycle, is in the build. */
static bool is_there(const nt_pin_unit *unit, unsigned part, unsigned index, const void *params) {
    for (; part != 0; part = unit->parts[part].within) {
        unsigned most = unit->parts[part].most;
        if (index % most >= nt_pins_parts(unit, part, params)) {
            return false;
        }
        index /= most;
    }
    return true;
}

static void add_row(nt_columns *columns, const nt_vector *vector, unsigned index) {
    const nt_pin_unit *unit = vector->unit->pins;
    const nt_pin_row *row = &unit->rows[index];
    unsigned most = 1;
    for (unsigned part = row->part; part != 0; part = unit->parts[part].within) {
        most *= unit->parts[part].most;
    }
    for (unsigned i = 0; i < most; i++) {
        char name[NT_COLUMN_NAME];
        if (is_there(unit, row->part, i, vector->pins.params)) {
            if (row->part == 0) {
                (void)snprintf(name, sizeof name, "%s", row->name);
            } else {
                (void)snprintf(name, sizeof name, "%s_%u", row->name, i);
            }
            nt_columns_add(
                columns, name,
                (nt_column){.width = (uint8_t)nt_pins_width(unit, row, vector->pins.params),
                            .block = (uint8_t)i,
                            .index = (uint16_t)index});
        }
    }
}

int nt_vector_pins_columns(nt_columns *columns, const nt_vector *vector, nt_error *error) {
    nt_pin_reader *reader = malloc(sizeof *reader);
    if (reader == NULL) {
        return nt_fail(error, "out of memory");
    }
    columns->self = reader;
    columns->next = next;
    columns->value = value;
    columns->close = close_columns;
    columns->hold = vector->unit->pins->hold;
    for (unsigned i = 0; vector->unit->pins->rows[i].name != NULL; i++) {
        add_row(columns, vector, i);
    }
    return nt_pin_reader_open(reader, vector->unit->pins, vector->path, error);
}
