/* SPDX-License-Identifier: Apache-2.0 */
/* The text form of an ingress file: a line a cycle, made to be read and written by hand. */
#include "model/control/control.h"
#include "sim/ingress/ingress_formats.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINE = 4096 };

typedef struct text_reader {
    unsigned long line;
    char text[MAX_LINE];
    nt_control_write write[NT_MAX_WRITES]; /* from `set` lines, for the next cycle */
    uint8_t writes;
} text_reader;

static __attribute__((format(printf, 3, 4))) int bad(const nt_ingress_reader *r, nt_error *error,
                                                     const char *format, ...) {
    const text_reader *t = r->state;
    char reason[256];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    return nt_fail(error, "%s: line %lu: %s", r->path, t->line, reason);
}

/* The next line that holds something, without its comment: 1, 0 at the end of the file, -1. */
static int read_line(nt_ingress_reader *r, nt_error *error) {
    text_reader *t = r->state;
    for (;;) {
        errno = 0;
        t->line++;
        /* fgets does not tell a NUL from the end of the text; a second one gives it away. */
        memset(t->text, 0, sizeof t->text);
        if (fgets(t->text, sizeof t->text, r->stream) == NULL) {
            return ferror(r->stream) ? bad(r, error, "%s", strerror(errno)) : 0;
        }
        size_t length = strlen(t->text);
        if (length == 0 || (t->text[length - 1] != '\n' && !feof(r->stream))) {
            return bad(r, error, "not a line of text");
        }
        for (size_t i = 0; i < length; i++) {
            unsigned char c = (unsigned char)t->text[i];
            if (c == '#') {
                t->text[i] = '\0';
                break;
            }
            if (c >= 0x7f || (c < ' ' && !isspace(c))) {
                return bad(r, error, "not a line of text");
            }
        }
        if (t->text[strspn(t->text, " \t\r\n")] != '\0') {
            return 1;
        }
    }
}

static char *word(char **rest) {
    return strtok_r(NULL, " \t\r\n", rest);
}

static bool read_number(const char *text, uint64_t *value) {
    char *end;
    if (!isdigit((unsigned char)text[0])) {
        return false;
    }
    bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    errno = 0;
    *value = strtoull(text, &end, hex ? 16 : 10);
    return errno == 0 && *end == '\0' && end != text && !(hex && end == text + 2);
}

/* Splits KEY=VALUE in place. */
static int read_assignment(const nt_ingress_reader *r, char *text, uint64_t *value,
                           nt_error *error) {
    char *equals = strchr(text, '=');
    if (equals == NULL) {
        return bad(r, error, "'%.60s' is not KEY=VALUE", text);
    }
    *equals = '\0';
    if (!read_number(equals + 1, value)) {
        return bad(r, error, "%.60s: '%.60s' is not a number", text, equals + 1);
    }
    return 0;
}

static int read_pin(const nt_ingress_reader *r, char *text, const nt_pin *pins, unsigned count,
                    void *record, nt_error *error) {
    uint64_t value;
    if (read_assignment(r, text, &value, error) != 0) {
        return -1;
    }
    for (unsigned i = 0; i < count; i++) {
        if (strcmp(pins[i].name, text) == 0) {
            if (value > nt_pin_most(&pins[i], &r->port)) {
                return bad(r, error, "%s=0x%" PRIx64 " does not fit %u bits", text, value,
                           nt_pin_width(&pins[i], &r->port));
            }
            nt_pin_set(&pins[i], record, value);
            return 0;
        }
    }
    return bad(r, error, "there is no '%.60s' here", text);
}

static int read_set(nt_ingress_reader *r, char **rest, nt_error *error) {
    text_reader *t = r->state;
    char *text;
    while ((text = word(rest)) != NULL) {
        uint64_t value;
        if (read_assignment(r, text, &value, error) != 0) {
            return -1;
        }
        int field = nt_control_find(text);
        if (field < 0) {
            return bad(r, error, "there is no control field '%.60s'", text);
        }
        if (value > UINT32_MAX || !nt_control_fields[field].is_legal((uint32_t)value)) {
            return bad(r, error, "%s: expected %s", text, nt_control_fields[field].legal);
        }
        if (t->writes == NT_MAX_WRITES) {
            return bad(r, error, "more than %d writes before a cycle", NT_MAX_WRITES);
        }
        t->write[t->writes++] =
            (nt_control_write){.field = (uint16_t)field, .value = (uint32_t)value};
    }
    return 0;
}

/* KEY=VALUE ... b KEY=VALUE ... b ..., from the word `text` on. */
static int read_cycle(nt_ingress_reader *r, char *text, char **rest, nt_cycle *cycle,
                      nt_error *error) {
    nt_block *block = NULL;
    unsigned blocks = 0;
    cycle->ingress.time = r->time + r->ticks;
    for (; text != NULL; text = word(rest)) {
        int result = 0;
        if (strcmp(text, "b") == 0) {
            if (blocks == r->port.nblocks) {
                return bad(r, error, "more than %u blocks", r->port.nblocks);
            }
            block = &cycle->ingress.block[blocks++];
        } else if (block != NULL) {
            result = read_pin(r, text, nt_block_pins, nt_block_pin_count, block, error);
        } else {
            result = read_pin(r, text, nt_cycle_pins, nt_cycle_pin_count, cycle, error);
        }
        if (result != 0) {
            return -1;
        }
    }
    r->time = cycle->ingress.time - r->ticks; /* as it is, or as the line says */
    return 0;
}

static void take_writes(text_reader *t, nt_cycle *cycle) {
    memcpy(cycle->write, t->write, sizeof t->write);
    memset(t->write, 0, sizeof t->write);
    cycle->writes = t->writes;
    t->writes = 0;
}

/* `idle`, `ticks` and `end` take at most one number; `otherwise` without. */
static int read_count(const nt_ingress_reader *r, char **rest, uint64_t otherwise, uint64_t *count,
                      nt_error *error) {
    char *text = word(rest);
    *count = otherwise;
    if (text != NULL && !read_number(text, count)) {
        return bad(r, error, "'%.60s' is not a number", text);
    }
    if (word(rest) != NULL) {
        return bad(r, error, "one number at most");
    }
    return 0;
}

static int read_end(nt_ingress_reader *r, char **rest, nt_error *error) {
    text_reader *t = r->state;
    uint64_t cycles;
    if (read_count(r, rest, r->cycles, &cycles, error) != 0) {
        return -1;
    }
    if (cycles != r->cycles) {
        return bad(r, error, "the file has %" PRIu64 " cycles, not %" PRIu64, r->cycles, cycles);
    }
    if (t->writes > 0) {
        return bad(r, error, "no cycle after `set`");
    }
    int more = read_line(r, error);
    return more == 0 ? 0 : bad(r, error, "more after the end");
}

static int text_next(nt_ingress_reader *r, nt_cycle *cycle, uint64_t *idle, nt_error *error) {
    text_reader *t = r->state;
    for (;;) {
        int result = read_line(r, error);
        if (result <= 0) {
            return result < 0 ? -1 : bad(r, error, "truncated: no `end`");
        }
        char *rest;
        char *first = strtok_r(t->text, " \t\r\n", &rest);
        if (strcmp(first, "set") == 0) {
            if (read_set(r, &rest, error) != 0) {
                return -1;
            }
        } else if (strcmp(first, "ticks") == 0) {
            if (read_count(r, &rest, 1, &r->ticks, error) != 0) {
                return -1;
            }
        } else if (strcmp(first, "end") == 0) {
            return read_end(r, &rest, error);
        } else if (strcmp(first, "idle") == 0) {
            uint64_t count;
            if (read_count(r, &rest, 1, &count, error) != 0) {
                return -1;
            }
            if (count == 0) {
                return bad(r, error, "idle takes at least 1");
            }
            take_writes(t, cycle);
            if (cycle->writes == 0) {
                *idle = count;
            } else if (count > 1) {
                return bad(r, error, "idle takes no number after `set`");
            }
            return 1;
        } else if (read_cycle(r, first, &rest, cycle, error) != 0) {
            return -1;
        } else {
            take_writes(t, cycle);
            return 1;
        }
    }
}

static bool is_name(const char *text) {
    while (nt_is_name_character(*text)) {
        text++;
    }
    return *text == '\0';
}

static int read_header_word(nt_ingress_reader *r, char *text, nt_error *error) {
    const struct {
        const char *name;
        uint8_t *value;
    } keys[] = {
        {"xlen", &r->port.xlen},           {"nblocks", &r->port.nblocks},
        {"itype_w", &r->port.itype_w},     {"iretire_w", &r->port.iretire_w},
        {"context_w", &r->port.context_w}, {"ntriggers", &r->port.ntriggers},
    };
    if (strncmp(text, "build=", 6) == 0) {
        if (!is_name(text + 6) || strlen(text + 6) >= sizeof r->port.build) {
            return bad(r, error, "header: build is not a name of at most 31 characters");
        }
        strcpy(r->port.build, text + 6);
        return 0;
    }
    uint64_t value;
    if (read_assignment(r, text, &value, error) != 0) {
        return -1;
    }
    for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (strcmp(keys[i].name, text) == 0 && value <= UINT8_MAX) {
            *keys[i].value = (uint8_t)value;
            return 0;
        }
    }
    return bad(r, error, "header: '%.60s' is not known or too large", text);
}

static int text_begin(nt_ingress_reader *r, nt_error *error) {
    text_reader *t = r->state = calloc(1, sizeof *t);
    if (t == NULL) {
        return nt_fail(error, "%s: out of memory", r->path);
    }
    int result = read_line(r, error);
    if (result < 0) {
        return -1;
    }
    char *rest;
    char *first = result == 0 ? NULL : strtok_r(t->text, " \t\r\n", &rest);
    if (first == NULL || strcmp(first, "ntrace-ingress") != 0) {
        return bad(r, error, "not an ingress file");
    }
    char *version = word(&rest);
    uint64_t number;
    if (version == NULL || !read_number(version, &number) || number != NT_INGRESS_FILE_VERSION) {
        return bad(r, error, "version '%.20s' of the form is not known (this reads %d)",
                   version == NULL ? "" : version, NT_INGRESS_FILE_VERSION);
    }
    char *text;
    while ((text = word(&rest)) != NULL) {
        if (read_header_word(r, text, error) != 0) {
            return -1;
        }
    }
    return 0;
}

static void text_release(nt_ingress_reader *r) {
    free(r->state);
}

const nt_reader_form nt_text_reader = {text_begin, text_next, text_release};

/* Writing. A cycle with everything in it takes less than 1000 bytes. */

typedef struct line {
    char text[MAX_LINE];
    size_t size;
} line;

static __attribute__((format(printf, 2, 3))) void add(line *l, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(l->text + l->size, sizeof l->text - l->size, format, arguments);
    va_end(arguments);
    l->size += (size_t)size;
}

static int write_line(nt_ingress_writer *w, const line *l, nt_error *error) {
    return nt_output_file_write(w->file, l->text, l->size, error);
}

static void add_pins(line *l, const nt_pin *pins, unsigned count, const void *record,
                     const void *preset) {
    for (unsigned i = 0; i < count; i++) {
        uint64_t value = nt_pin_get(&pins[i], record);
        if (value != nt_pin_get(&pins[i], preset)) {
            add(l, pins[i].hex ? " %s=0x%" PRIx64 : " %s=%" PRIu64, pins[i].name, value);
        }
    }
}

/* The blocks up to the last that is not all 0. */
static unsigned blocks_used(const nt_cycle *cycle, unsigned nblocks) {
    static const nt_block zero;
    for (unsigned b = nblocks; b > 0; b--) {
        for (unsigned i = 0; i < nt_block_pin_count; i++) {
            const nt_block *block = &cycle->ingress.block[b - 1];
            if (nt_pin_get(&nt_block_pins[i], block) != nt_pin_get(&nt_block_pins[i], &zero)) {
                return b;
            }
        }
    }
    return 0;
}

static int write_cycle(nt_ingress_writer *w, const nt_cycle *cycle, nt_error *error) {
    static const nt_block no_block;
    nt_cycle idle = nt_idle_cycle();
    idle.ingress.time = cycle->ingress.time; /* `ticks` tell it */
    line l = {.size = 0};
    if (w->ticks_changed) {
        add(&l, "ticks %" PRIu64 "\n", w->ticks);
    }
    if (cycle->writes > 0) {
        add(&l, "set");
        for (unsigned i = 0; i < cycle->writes; i++) {
            add(&l, " %s=%" PRIu32, nt_control_fields[cycle->write[i].field].name,
                cycle->write[i].value);
        }
        add(&l, "\n");
    }
    size_t start = l.size;
    add_pins(&l, nt_cycle_pins, nt_cycle_pin_count, cycle, &idle);
    unsigned blocks = blocks_used(cycle, w->port.nblocks);
    for (unsigned b = 0; b < blocks; b++) {
        add(&l, " b");
        add_pins(&l, nt_block_pins, nt_block_pin_count, &cycle->ingress.block[b], &no_block);
    }
    if (l.size == start) {
        add(&l, "idle");
    } else {
        memmove(l.text + start, l.text + start + 1, --l.size - start);
    }
    add(&l, "\n");
    return write_line(w, &l, error);
}

static int write_idle(nt_ingress_writer *w, uint64_t cycles, nt_error *error) {
    line l = {.size = 0};
    add(&l, "idle %" PRIu64 "\n", cycles);
    return write_line(w, &l, error);
}

static int write_header(nt_ingress_writer *w, nt_error *error) {
    line l = {.size = 0};
    add(&l, "ntrace-ingress %d xlen=%u nblocks=%u itype_w=%u iretire_w=%u", NT_INGRESS_FILE_VERSION,
        w->port.xlen, w->port.nblocks, w->port.itype_w, w->port.iretire_w);
    if (w->port.context_w > 0) {
        add(&l, " context_w=%u", w->port.context_w);
    }
    if (w->port.ntriggers > 0) {
        add(&l, " ntriggers=%u", w->port.ntriggers);
    }
    if (w->port.build[0] != '\0') {
        add(&l, " build=%s", w->port.build);
    }
    add(&l, "\n");
    return write_line(w, &l, error);
}

static int write_end(nt_ingress_writer *w, nt_error *error) {
    line l = {.size = 0};
    add(&l, "end %" PRIu64 "\n", w->cycles);
    return write_line(w, &l, error);
}

static void release(nt_ingress_writer *w) {
    (void)w;
}

const nt_writer_form nt_text_writer = {write_header, write_cycle, write_idle, write_end, release};
