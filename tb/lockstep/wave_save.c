/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/lockstep/wave_save.h"

#include "tb/lockstep/names.h"
#include "tb/lockstep/wave_file.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CYCLE_TIME = 10, /* time units per cycle, as waves are drawn */
    LEAD_CYCLES = 5, /* shown before the marker */
    CALM_BITS = 7,   /* up to this width a probe is a number, wider ones are bytes and patterns */
};

/* GTKWave's flags of a trace. */
enum {
    TRANSLATED = 0x2000, /* by a list of words */
    HEADING = 0x200,
    GROUP_BEGIN = 0x800000 | HEADING,
    GROUP_CLOSED = 0x400000,
    GROUP_END = 0x1000000 | HEADING,
};

/* What both call them. */
static const struct {
    unsigned flags;
    const char *format;
} styles[NT_WAVE_STYLES] = {
    [NT_WAVE_HEX] = {0x22, "Hexadecimal"},
    [NT_WAVE_DECIMAL] = {0x24, "Unsigned"},
    [NT_WAVE_BIT] = {0x28, NULL},
    [NT_WAVE_TEXT] = {0x820, "ASCII"},
};
static const struct {
    unsigned number;
    const char *name;
} colors[NT_WAVE_COLORS] = {
    [NT_WAVE_RED] = {1, "Red"},
    [NT_WAVE_ORANGE] = {2, "Orange"},
    [NT_WAVE_GREEN] = {4, "Green"},
};

static void __attribute__((format(printf, 3, 4)))
put(nt_wave_save *save, nt_output_file *file, const char *format, ...) {
    char line[4200];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (save->result == 0 && size > 0 && (size_t)size < sizeof line) {
        save->result = nt_output_file_write(file, line, (size_t)size, save->error);
    }
}

/* One word of a name, as scripts/unit.py makes it for the top. */
static void flatten(char flat[128], const char *name) {
    size_t size = 0;
    for (; *name != '\0' && size < 127; name++) {
        if (isalnum((unsigned char)*name)) {
            flat[size++] = *name;
        } else if (size > 0 && flat[size - 1] != '_') {
            flat[size++] = '_';
        }
    }
    while (size > 0 && flat[size - 1] == '_') {
        size--;
    }
    flat[size] = '\0';
}

/* Surfer: the row that was added last is meant by what follows, and the next one comes below it.
   Its number is in letters, a to p for the digits. */
static void focus(nt_wave_save *save) {
    char digits[16];
    int size = snprintf(digits, sizeof digits, "%x", save->rows++);
    for (int i = 0; i < size; i++) {
        digits[i] = (char)(digits[i] < 'a' ? digits[i] - '0' + 'a' : digits[i] + 10);
    }
    put(save, save->surfer, "item_focus %s\n", digits);
}

static void put_divider(nt_wave_save *save, const char *text) {
    char word[128];
    flatten(word, text);
    put(save, save->surfer, "divider_add %s\n", word);
    focus(save);
}

void nt_wave_save_heading(nt_wave_save *save, const char *text) {
    put(save, save->file, "@%x\n-\n-%s\n", HEADING, text);
    put_divider(save, text);
}

void nt_wave_save_color(nt_wave_save *save, nt_wave_color color) {
    save->color = color;
}

/* The file of a list of words, with its whole path: GTKWave may be started anywhere. */
static void words_file(char path[4096], const nt_wave_save *save, const nt_signal_words *words) {
    char *whole = realpath(save->wave, NULL);
    const char *wave = whole != NULL ? whole : save->wave;
    (void)snprintf(path, 4096, "%.*s.%s.words", (int)nt_wave_file_stem(wave), wave, words->name);
    free(whole);
}

static void put_gtkwave(nt_wave_save *save, nt_wave_style style, const char *alias,
                        const char *path, const char *name, unsigned width) {
    const nt_signal_words *words = style == NT_WAVE_TEXT ? NULL : nt_signal_words_of(name);
    if (save->color != NT_WAVE_PLAIN) {
        put(save, save->file, "[color] %u\n", colors[save->color].number);
    }
    if (words != NULL) {
        char file[4096];
        words_file(file, save, words);
        save->words[words - nt_signal_words_list] = true;
        put(save, save->file, "@%x\n^1 %s\n", styles[NT_WAVE_DECIMAL].flags | TRANSLATED, file);
    } else {
        put(save, save->file, "@%x\n", styles[style].flags);
    }
    if (alias != NULL) {
        put(save, save->file, "+{%s} ", alias);
    }
    put(save, save->file, "%s", path);
    if (width > 1) {
        put(save, save->file, "[%u:0]", width - 1);
    }
    put(save, save->file, "\n");
}

static void put_surfer(nt_wave_save *save, nt_wave_style style, const char *path) {
    put(save, save->surfer, "variable_add %s\n", path);
    focus(save);
    if (styles[style].format != NULL) {
        put(save, save->surfer, "item_set_format %s\n", styles[style].format);
    }
    if (save->color != NT_WAVE_PLAIN) {
        put(save, save->surfer, "item_set_color %s\n", colors[save->color].name);
    }
}

void nt_wave_save_signal(nt_wave_save *save, nt_wave_style style, const char *alias,
                         const char *prefix, const char *name, unsigned width) {
    char flat[128];
    char path[256];
    flatten(flat, name);
    (void)snprintf(path, sizeof path, "TOP.%s%s", prefix, flat);
    put_gtkwave(save, style, alias, path, name, width);
    put_surfer(save, style, path);
    save->color = NT_WAVE_PLAIN;
}

static bool differs(const nt_wave_save *save, unsigned probe) {
    const nt_probe_value *value = save->mismatch != NULL ? &save->mismatch[probe] : NULL;
    return value != NULL && value->valid && value->rtl != value->model;
}

/* RTL above model, both red where they were found to differ. */
static void put_probe(nt_wave_save *save, unsigned index) {
    const nt_probe *probe = &save->probes[index];
    nt_wave_style style = probe->width == 1           ? NT_WAVE_BIT
                          : probe->width <= CALM_BITS ? NT_WAVE_DECIMAL
                                                      : NT_WAVE_HEX;
    bool wrong = differs(save, index);
    nt_wave_save_color(save, wrong ? NT_WAVE_RED : NT_WAVE_ORANGE);
    nt_wave_save_signal(save, style, NULL, "rtl_", probe->name, probe->width);
    nt_wave_save_color(save, wrong ? NT_WAVE_RED : NT_WAVE_GREEN);
    nt_wave_save_signal(save, style, NULL, "model_", probe->name, probe->width);
}

void nt_wave_save_named(nt_wave_save *save, const char *name) {
    for (unsigned i = 0; i < save->probe_count; i++) {
        if (strcmp(save->probes[i].name, name) == 0) {
            put_probe(save, i);
        }
    }
}

void nt_wave_save_differing(nt_wave_save *save) {
    bool any = false;
    for (unsigned i = 0; i < save->probe_count; i++) {
        if (differs(save, i)) {
            if (!any) {
                nt_wave_save_heading(save, "Differs");
            }
            any = true;
            put_probe(save, i);
        }
    }
}

static unsigned end_of_group(const nt_wave_save *save, unsigned first) {
    unsigned end = first;
    while (end < save->probe_count &&
           strcmp(save->probes[end].group, save->probes[first].group) == 0) {
        end++;
    }
    return end;
}

void nt_wave_save_groups(nt_wave_save *save) {
    for (unsigned first = 0, end = 0; first < save->probe_count; first = end) {
        const char *group = save->probes[first].group;
        bool open = false;
        end = end_of_group(save, first);
        for (unsigned i = first; i < end; i++) {
            open |= differs(save, i);
        }
        unsigned closed = open ? 0 : GROUP_CLOSED;
        put(save, save->file, "@%x\n-%s\n", GROUP_BEGIN | closed, group);
        put_divider(save, group);
        for (unsigned i = first; i < end; i++) {
            put_probe(save, i);
        }
        put(save, save->file, "@%x\n-%s\n", GROUP_END | closed, group);
    }
}

/* Opens the waves' name with another ending. */
static int open_beside(nt_wave_save *save, nt_output_file **file, const char *ending) {
    char path[4096];
    (void)snprintf(path, sizeof path, "%.*s.%s", (int)nt_wave_file_stem(save->wave), save->wave,
                   ending);
    return nt_output_file_open(file, path, save->error);
}

int nt_wave_save_open(nt_wave_save *save, const char *wave, uint64_t first, uint64_t marker) {
    const char *slash = strrchr(wave, '/');
    const char *name = slash != NULL ? slash + 1 : wave;
    save->wave = wave;
    if (open_beside(save, &save->file, "gtkw") != 0) {
        return -1;
    }
    if (open_beside(save, &save->surfer, "sucl") != 0) {
        nt_output_file_abort(save->file);
        return -1;
    }
    uint64_t start = marker > first + LEAD_CYCLES ? marker - LEAD_CYCLES : first;
    put(save, save->file, "[dumpfile] \"%s\"\n", name);
    put(save, save->file, "[timestart] %" PRIu64 "\n[size] 1600 1000\n[pos] -1 -1\n",
        start * CYCLE_TIME);
    put(save, save->file, "*-4.5 %" PRIu64 "\n", marker * CYCLE_TIME);
    put(save, save->file, "[sst_width] 30\n[signals_width] 340\n[sst_expanded] 0\n");
    nt_wave_save_signal(save, NT_WAVE_BIT, NULL, "", "clk", 1);
    nt_wave_save_signal(save, NT_WAVE_DECIMAL, "cycle", "", "cycle", 64);
    nt_wave_save_color(save, NT_WAVE_RED);
    nt_wave_save_signal(save, NT_WAVE_BIT, "mismatch", "", "mismatch", 1);
    put(save, save->surfer, "cursor_set %" PRIu64 "\n", marker * CYCLE_TIME);
    return 0;
}

/* The list that GTKWave shows in place of numbers. */
static int write_words(const nt_wave_save *save, const nt_signal_words *words) {
    char path[4096];
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (memory == NULL) {
        return nt_fail(save->error, "out of memory");
    }
    words_file(path, save, words);
    for (unsigned value = 0; value < words->values; value++) {
        if (words->text(value)[0] != '\0') {
            fprintf(memory, "%u %s\n", value, words->text(value));
        }
    }
    int result = fclose(memory) == 0 ? nt_output_file_text(path, text, save->error)
                                     : nt_fail(save->error, "out of memory");
    free(text);
    return result;
}

int nt_wave_save_close(nt_wave_save *save) {
    for (unsigned i = 0; save->result == 0 && nt_signal_words_list[i].name != NULL; i++) {
        if (save->words[i]) {
            save->result = write_words(save, &nt_signal_words_list[i]);
        }
    }
    if (save->result != 0) {
        nt_output_file_abort(save->file);
        nt_output_file_abort(save->surfer);
        return -1;
    }
    int result = nt_output_file_commit(save->file, save->error);
    return nt_output_file_commit(save->surfer, save->error) != 0 ? -1 : result;
}
