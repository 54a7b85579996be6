/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/vectors/pins.h"

#include "sim/util/number.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 4096, MOST_WAIT = 100000, MOST_IDLE = 1 << 20 };

static const char magic[] = "ntrace-pins 1";

static uint64_t get(const uint8_t *place, unsigned size) {
    uint64_t value = 0;
    for (unsigned i = size; i-- > 0;) {
        value = value << 8 | place[i];
    }
    return value;
}

static void put(uint8_t *place, unsigned size, uint64_t value) {
    for (unsigned i = 0; i < size; i++) {
        place[i] = (uint8_t)(value >> 8 * i);
    }
}

/* The tables. */

unsigned nt_pins_parameter(const nt_pin_parameter *row, const void *params) {
    return (unsigned)get((const uint8_t *)params + row->offset, row->size);
}

unsigned nt_pins_named(const nt_pin_unit *unit, const char *name, const void *params) {
    const nt_pin_parameter *row = unit->parameters;
    while (strcmp(row->name, name) != 0) {
        row++;
    }
    return nt_pins_parameter(row, params);
}

unsigned nt_pins_parts(const nt_pin_unit *unit, unsigned part, const void *params) {
    const nt_pin_part *row = &unit->parts[part];
    return row->count == NULL ? row->most : nt_pins_named(unit, row->count, params);
}

unsigned nt_pins_width(const nt_pin_unit *unit, const nt_pin_row *row, const void *params) {
    return row->bits == NULL ? row->width : nt_pins_named(unit, row->bits, params);
}

/* Of the index over the whole cycle, and of its place in the inputs. */
static size_t place_of(const nt_pin_unit *unit, const nt_pin_row *row, unsigned index) {
    size_t place = row->offset;
    for (unsigned part = row->part; part != 0; part = unit->parts[part].within) {
        const nt_pin_part *p = &unit->parts[part];
        place += p->offset + (size_t)p->stride * (index % p->most);
        index /= p->most;
    }
    return place;
}

uint64_t nt_pins_value(const nt_pin_unit *unit, const nt_pin_row *row, unsigned index,
                       const void *inputs) {
    return get((const uint8_t *)inputs + place_of(unit, row, index), row->size);
}

/* Lines. */

static int fail(const nt_pin_reader *r, nt_error *error, const char *what, const char *word) {
    return nt_fail(error, "%s: line %" PRIu64 ": %s: %.60s", nt_input_file_path(r->file),
                   nt_input_file_lines(r->file), what, word);
}

/* "NAME=VALUE" in two; NULL: it is none. */
static char *split(char *word) {
    char *value = strchr(word, '=');
    if (value != NULL) {
        *value++ = '\0';
    }
    return value;
}

static int number(const nt_pin_reader *r, uint64_t *value, const char *text, const char *name,
                  nt_error *error) {
    nt_error reason = {0};
    return nt_parse_number(value, text, name, 0, UINT64_MAX, &reason) == 0
               ? 0
               : fail(r, error, "not a number", text);
}

/* Appends the next line without its comment. 1; 0: the file ends. */
static int append_line(nt_pin_reader *r, char line[LINE], nt_error *error) {
    size_t used = strlen(line);
    int result = nt_input_file_line(r->file, line + used, LINE - used, error);
    if (result == 1) {
        line[strcspn(line, "#")] = '\0';
    }
    return result;
}

/* The next line that says something, with those that begin with a blank behind it. 0: the file
   ends. */
static int read_line(nt_pin_reader *r, char line[LINE], nt_error *error) {
    int result;
    do {
        line[0] = '\0';
        result = append_line(r, line, error);
    } while (result == 1 && line[strspn(line, " \t")] == '\0');
    while (result == 1 && nt_input_file_peek(r->file) == ' ') {
        result = append_line(r, line, error);
    }
    return result;
}

/* A parameter of the header. `given`: bits of those that came. */
static int take_parameter(nt_pin_reader *r, char *word, uint32_t *given, nt_error *error) {
    char *text = split(word);
    uint64_t value;
    if (text != NULL && strcmp(word, "unit") == 0) {
        return strcmp(text, r->unit->name) == 0 ? 0 : fail(r, error, "another unit", text);
    }
    if (text != NULL && strcmp(word, "build") == 0) {
        (void)snprintf(r->header.build, sizeof r->header.build, "%s", text);
        return 0;
    }
    for (unsigned i = 0; text != NULL && r->unit->parameters[i].name != NULL; i++) {
        const nt_pin_parameter *row = &r->unit->parameters[i];
        if (strcmp(row->name, word) == 0) {
            if (number(r, &value, text, word, error) != 0) {
                return -1;
            }
            put(r->header.params + row->offset, row->size, value);
            *given |= 1U << i;
            bool fits = row->flag ? value <= 1 : value >> 8 * row->size == 0;
            return fits ? 0 : fail(r, error, "too large", text);
        }
    }
    return fail(r, error, "no such parameter", word);
}

static int read_header(nt_pin_reader *r, nt_error *error) {
    char line[LINE] = "";
    char *rest;
    uint32_t given = 0;
    int result = read_line(r, line, error);
    if (result <= 0 || strncmp(line, magic, sizeof magic - 1) != 0) {
        return result < 0 ? -1 : fail(r, error, "no header", line);
    }
    for (char *word = strtok_r(line + sizeof magic - 1, " \t", &rest); word != NULL;
         word = strtok_r(NULL, " \t", &rest)) {
        if (take_parameter(r, word, &given, error) != 0) {
            return -1;
        }
    }
    for (unsigned i = 0; r->unit->parameters[i].name != NULL; i++) {
        if ((given >> i & 1) == 0 && !r->unit->parameters[i].later) {
            return fail(r, error, "a parameter is missing", r->unit->parameters[i].name);
        }
    }
    for (unsigned i = 1; r->unit->parts[i].word != NULL; i++) {
        if (nt_pins_parts(r->unit, i, r->header.params) > r->unit->parts[i].most) {
            return fail(r, error, "too many of a part", r->unit->parts[i].word);
        }
    }
    const char *wrong = r->unit->wrong(r->header.params);
    return wrong == NULL ? 0 : fail(r, error, "no build can have this parameter", wrong);
}

/* Which of each part the words of a line are about. */
typedef struct cursor {
    unsigned index[8];
    bool begun[8];
} cursor;

static const nt_pin_row *find(const nt_pin_unit *unit, const char *name) {
    for (const nt_pin_row *row = unit->rows; row->name != NULL; row++) {
        if (strcmp(row->name, name) == 0) {
            return row;
        }
    }
    return NULL;
}

/* Over the whole cycle. */
static unsigned index_of(const nt_pin_unit *unit, const cursor *c, unsigned part) {
    return part == 0 ? 0
                     : index_of(unit, c, unit->parts[part].within) * unit->parts[part].most +
                           c->index[part];
}

static void put_pin(const nt_pin_unit *unit, const cursor *c, const nt_pin_row *row,
                    uint8_t *inputs, uint64_t value) {
    put(inputs + place_of(unit, row, index_of(unit, c, row->part)), row->size, value);
}

/* A word that begins a part. 1: it is one. */
static int take_part(nt_pin_reader *r, cursor *c, const char *word, uint8_t *inputs,
                     nt_error *error) {
    const nt_pin_part *parts = r->unit->parts;
    unsigned part = 1;
    while (parts[part].word != NULL && strcmp(parts[part].word, word) != 0) {
        part++;
    }
    if (parts[part].word == NULL) {
        return 0;
    }
    if (parts[part].within != 0 && !c->begun[parts[part].within]) {
        return fail(r, error, "what has it is not begun", word);
    }
    c->index[part] = c->begun[part] ? c->index[part] + 1 : 0;
    c->begun[part] = true;
    for (unsigned inner = part + 1; parts[inner].word != NULL; inner++) {
        c->begun[inner] = c->begun[inner] && parts[inner].within != part;
    }
    if (c->index[part] >= nt_pins_parts(r->unit, part, r->header.params)) {
        return fail(r, error, "the build has fewer", word);
    }
    put_pin(r->unit, c, find(r->unit, parts[part].valid), inputs, 1);
    return 1;
}

static int take_pin(nt_pin_reader *r, const cursor *c, char *word, uint8_t *inputs,
                    nt_error *error) {
    char *text = split(word);
    const nt_pin_row *row = text == NULL ? NULL : find(r->unit, word);
    uint64_t value;
    if (row == NULL) {
        return fail(r, error, "no such input", word);
    }
    if (row->part != 0 && !c->begun[row->part]) {
        return fail(r, error, "the part that has it is not begun", word);
    }
    unsigned width = nt_pins_width(r->unit, row, r->header.params);
    if (number(r, &value, text, word, error) != 0) {
        return -1;
    }
    if (width < 64 && value >> width != 0) {
        return fail(r, error, width == 0 ? "the build has no such input" : "too wide for its input",
                    word);
    }
    if (row->valid != NULL) {
        put_pin(r->unit, c, find(r->unit, row->valid), inputs, 1);
    }
    put_pin(r->unit, c, row, inputs, value);
    return 0;
}

static int take_words(nt_pin_reader *r, char *words, uint8_t *inputs, nt_error *error) {
    cursor c = {{0}, {false}};
    char *rest;
    for (char *word = strtok_r(words, " \t", &rest); word != NULL;
         word = strtok_r(NULL, " \t", &rest)) {
        int part = take_part(r, &c, word, inputs, error);
        if (part < 0 || (part == 0 && take_pin(r, &c, word, inputs, error) != 0)) {
            return -1;
        }
    }
    return 0;
}

static bool begins(const char *line, const char *word) {
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && (line[length] == ' ' || line[length] == '\0');
}

/* 1: it is a cycle, or more; 0: it is none. */
static int take_line(nt_pin_reader *r, char *line, nt_error *error) {
    char *first = line + strspn(line, " \t");
    if (begins(first, "set")) {
        return take_words(r, first + 3, r->rest, error);
    }
    memcpy(r->inputs, r->rest, sizeof r->inputs);
    if (begins(first, "idle")) {
        r->idle = 1;
        char *count = first + 4 + strspn(first + 4, " \t");
        count[strcspn(count, " \t")] = '\0';
        if (*count != '\0' && number(r, &r->idle, count, "idle", error) != 0) {
            return -1;
        }
        if (r->idle == 0 || r->idle > MOST_IDLE) {
            return fail(r, error, r->idle == 0 ? "no cycle" : "too many cycles", count);
        }
        r->idle--;
        return 1;
    }
    return take_words(r, first, r->inputs, error) == 0 ? 1 : -1;
}

/* Files. */

int nt_pin_reader_open(nt_pin_reader *reader, const nt_pin_unit *unit, const char *path,
                       nt_error *error) {
    const cursor none = {{0}, {false}};
    *reader = (nt_pin_reader){.unit = unit};
    for (const nt_pin_row *row = unit->rows; row->name != NULL; row++) {
        if (row->rest != 0) {
            put_pin(unit, &none, row, reader->rest, row->rest);
        }
    }
    return nt_input_file_open(&reader->file, path, error) == 0 ? read_header(reader, error) : -1;
}

int nt_pin_reader_next(nt_pin_reader *reader, nt_error *error) {
    char line[LINE];
    if (reader->idle > 0) {
        reader->idle--;
        return 1;
    }
    int result = 0;
    while (result == 0 && !reader->ended) {
        result = read_line(reader, line, error);
        if (result == 0) {
            return fail(reader, error, "the file ends", "before its end");
        }
        reader->ended = result == 1 && begins(line, "end");
        result = result < 0 ? -1 : reader->ended ? 0 : take_line(reader, line, error);
    }
    return result;
}

void nt_pin_reader_close(nt_pin_reader *reader) {
    nt_input_file_close(reader->file);
    reader->file = NULL;
}

/* The golden model. */

/* A cycle, and those in which its inputs wait. */
static int run_cycle(const nt_pin_reader *r, void *state, void *out, nt_pin_sink sink,
                     void *context, nt_error *error) {
    const nt_pin_unit *unit = r->unit;
    const void *params = r->header.params;
    for (unsigned wait = 0; wait < MOST_WAIT; wait++) {
        uint8_t shown[NT_PIN_SHOWN];
        unit->out(state, params, r->inputs, out);
        bool taken = unit->taken(r->inputs, out);
        size_t size = unit->show(params, r->inputs, out, shown);
        if (size != 0 && sink(context, shown, (unsigned)size, error) != 0) {
            return -1;
        }
        unit->step(state, params, r->inputs);
        if (taken) {
            return 0;
        }
    }
    return fail(r, error, "the unit never takes it", "the cycle");
}

int nt_pins_run(const nt_pin_unit *unit, const char *path, nt_pin_sink sink, void *context,
                nt_error *error) {
    nt_pin_reader *reader = malloc(sizeof *reader);
    void *state = calloc(1, unit->state_size);
    void *out = calloc(1, unit->outputs_size);
    int result = -1;
    if (reader == NULL || state == NULL || out == NULL) {
        (void)nt_fail(error, "out of memory");
    } else {
        result = nt_pin_reader_open(reader, unit, path, error);
        while (result == 0 && (result = nt_pin_reader_next(reader, error)) == 1) {
            result = run_cycle(reader, state, out, sink, context, error);
        }
        nt_pin_reader_close(reader);
    }
    free(reader);
    free(state);
    free(out);
    return result;
}
