/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/vectors/emit.h"

#include "libntrace/util/output_file.h"
#include "sim/vectors/unit.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct emission {
    const nt_vector *vector;
    nt_columns columns;
    nt_output_file *file;
    nt_error *error;
    uint64_t cycles; /* written */
    int result;      /* -1: writing failed */
} emission;

static void put(emission *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(emission *e, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (e->result == 0) {
        e->result = nt_output_file_write(e->file, text, (size_t)size, e->error);
    }
}

/* A text of the vector's in quotes. */
static void put_string(emission *e, const char *key, const char *value) {
    json_t *string = json_string(value);
    char *text = string == NULL ? NULL : json_dumps(string, JSON_ENCODE_ANY);
    put(e, "\"%s\": %s,\n", key, text == NULL ? "\"\"" : text);
    free(text);
    json_decref(string);
}

static void begin_hex(emission *e) {
    unsigned low = 0;
    for (size_t i = e->columns.count; i-- > 0;) {
        low += 4u * (unsigned)nt_column_digits(&e->columns.column[i]);
    }
    put(e, "// %s: a word of %u bits a cycle, for $readmemh\n", e->vector->id, low);
    if (e->columns.hold != NULL) {
        put(e, "// A word stays until %s\n", e->columns.hold);
    }
    put(e, "// bits: column\n");
    for (size_t i = 0; i < e->columns.count; i++) {
        const nt_column *column = &e->columns.column[i];
        low -= 4u * (unsigned)nt_column_digits(column);
        put(e, "// %u:%u %s\n", low + (column->width == 0 ? 1u : column->width) - 1, low,
            column->name);
    }
}

static void begin_csv(emission *e) {
    for (size_t i = 0; i < e->columns.count; i++) {
        put(e, "%s%s", i == 0 ? "" : ",", e->columns.column[i].name);
    }
    put(e, "\n");
}

static void begin_json(emission *e) {
    put(e, "{");
    put_string(e, "id", e->vector->id);
    put_string(e, "unit", e->vector->unit->name);
    put_string(e, "shows", e->vector->shows);
    put_string(e, "build", e->vector->build);
    put(e, "\"parameters\": {");
    const char *name;
    unsigned value;
    for (unsigned i = 0; e->vector->unit->parameter(e->vector, i, &name, &value); i++) {
        put(e, "%s\"%s\": %u", i == 0 ? "" : ", ", name, value);
    }
    put(e, "},\n\"columns\": [");
    for (size_t i = 0; i < e->columns.count; i++) {
        put(e, "%s\"%s\"", i == 0 ? "" : ", ", e->columns.column[i].name);
    }
    put(e, "],\n\"cycles\": [");
}

static void put_cycle(emission *e, nt_emit_form form) {
    put(e, "%s", form != NT_EMIT_JSON ? "" : e->cycles == 0 ? "\n[" : ",\n[");
    for (size_t i = 0; i < e->columns.count; i++) {
        uint64_t value = e->columns.value(e->columns.self, &e->columns.column[i]);
        const char *between = i == 0                ? ""
                              : form == NT_EMIT_HEX ? "_"
                              : form == NT_EMIT_CSV ? ","
                                                    : ", ";
        if (form == NT_EMIT_HEX) {
            put(e, "%s%0*" PRIx64, between, nt_column_digits(&e->columns.column[i]), value);
        } else {
            put(e, form == NT_EMIT_JSON ? "%s\"0x%" PRIx64 "\"" : "%s0x%" PRIx64, between, value);
        }
    }
    put(e, "%s", form == NT_EMIT_JSON ? "]" : "\n");
    e->cycles++;
}

static void end_json(emission *e) {
    put(e, "],\n\"bytes\": \"");
    for (size_t i = 0; i < e->vector->size; i++) {
        put(e, "%s%02x", i == 0 ? "" : " ", e->vector->bytes[i]);
    }
    put(e, "\"}\n");
}

static int put_cycles(emission *e, nt_emit_form form, nt_error *error) {
    int more = 0;
    (form == NT_EMIT_HEX ? begin_hex : form == NT_EMIT_CSV ? begin_csv : begin_json)(e);
    while (e->result == 0 && (more = e->columns.next(e->columns.self, error)) == 1) {
        put_cycle(e, form);
    }
    if (form == NT_EMIT_JSON) {
        end_json(e);
    }
    return more < 0 ? -1 : e->result;
}

static int finish(nt_output_file *file, int result, nt_error *error) {
    if (result == 0) {
        return nt_output_file_commit(file, error);
    }
    nt_output_file_abort(file);
    return -1;
}

int nt_emit_ingress(const nt_vector *vector, nt_emit_form form, const char *path, nt_error *error) {
    emission *e = calloc(1, sizeof *e);
    if (e == NULL) {
        return nt_fail(error, "out of memory");
    }
    e->vector = vector;
    e->error = error;
    int result = nt_columns_open(&e->columns, vector, error);
    if (result == 0) {
        result = nt_output_file_open(&e->file, path, error);
        result = result == 0 ? finish(e->file, put_cycles(e, form, error), error) : -1;
    }
    nt_columns_close(&e->columns);
    free(e);
    return result;
}

static int put_bytes(nt_output_file *file, const nt_vector *vector, nt_emit_form form,
                     nt_error *error) {
    if (form == NT_EMIT_RAW) {
        return nt_output_file_write(file, vector->bytes, vector->size, error);
    }
    for (size_t i = 0; i < vector->size; i++) {
        char line[4];
        (void)snprintf(line, sizeof line, "%02x\n", vector->bytes[i]);
        if (nt_output_file_write(file, line, 3, error) != 0) {
            return -1;
        }
    }
    return 0;
}

int nt_emit_bytes(const nt_vector *vector, nt_emit_form form, const char *path, nt_error *error) {
    nt_output_file *file;
    if (nt_output_file_open(&file, path, error) != 0) {
        return -1;
    }
    return finish(file, put_bytes(file, vector, form, error), error);
}
