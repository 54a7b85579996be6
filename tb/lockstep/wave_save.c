#include "tb/lockstep/wave_save.h"

#include "tb/lockstep/wave_file.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    CYCLE_TIME = 10, /* time units per cycle, as waves are drawn */
    LEAD_CYCLES = 5, /* shown before the marker */
    CALM_BITS = 7,   /* up to this width a probe is a number, wider ones are bytes and patterns */
};

enum {
    HEADING = 0x200,
    GROUP_BEGIN = 0x800000 | HEADING,
    GROUP_CLOSED = 0x400000,
    GROUP_END = 0x1000000 | HEADING,
};

static void __attribute__((format(printf, 2, 3))) put(nt_wave_save *save, const char *format, ...) {
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (save->result == 0 && size > 0 && (size_t)size < sizeof line) {
        save->result = nt_output_file_write(save->file, line, (size_t)size, save->error);
    }
}

void nt_wave_save_heading(nt_wave_save *save, const char *text) {
    put(save, "@%x\n-\n-%s\n", HEADING, text);
}

void nt_wave_save_color(nt_wave_save *save, int color) {
    put(save, "[color] %d\n", color);
}

/* A name as the top has it: scripts/unit.py makes one word of it. */
static void put_name(nt_wave_save *save, const char *prefix, const char *name) {
    char flat[128];
    size_t size = 0;
    for (; *name != '\0' && size < sizeof flat - 1; name++) {
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
    put(save, "TOP.%s%s", prefix, flat);
}

void nt_wave_save_signal(nt_wave_save *save, unsigned flags, const char *alias, const char *prefix,
                         const char *name, unsigned width) {
    put(save, "@%x\n", flags);
    if (alias != NULL) {
        put(save, "+{%s} ", alias);
    }
    put_name(save, prefix, name);
    if (width > 1) {
        put(save, "[%u:0]", width - 1);
    }
    put(save, "\n");
}

static bool differs(const nt_wave_save *save, unsigned probe) {
    const nt_probe_value *value = save->mismatch != NULL ? &save->mismatch[probe] : NULL;
    return value != NULL && value->valid && value->rtl != value->model;
}

/* RTL above model, both red where they were found to differ. */
static void put_probe(nt_wave_save *save, unsigned index) {
    const nt_probe *probe = &save->probes[index];
    unsigned flags = probe->width == 1           ? NT_WAVE_BIT
                     : probe->width <= CALM_BITS ? NT_WAVE_DECIMAL
                                                 : NT_WAVE_HEX;
    bool wrong = differs(save, index);
    nt_wave_save_color(save, wrong ? NT_WAVE_RED : NT_WAVE_ORANGE);
    nt_wave_save_signal(save, flags, NULL, "rtl_", probe->name, probe->width);
    nt_wave_save_color(save, wrong ? NT_WAVE_RED : NT_WAVE_GREEN);
    nt_wave_save_signal(save, flags, NULL, "model_", probe->name, probe->width);
}

void nt_wave_save_named(nt_wave_save *save, const char *name) {
    for (unsigned i = 0; i < save->probe_count; i++) {
        if (strcmp(save->probes[i].name, name) == 0) {
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
        put(save, "@%x\n-%s\n", GROUP_BEGIN | closed, group);
        for (unsigned i = first; i < end; i++) {
            put_probe(save, i);
        }
        put(save, "@%x\n-%s\n", GROUP_END | closed, group);
    }
}

int nt_wave_save_open(nt_wave_save *save, const char *wave, uint64_t first, uint64_t marker) {
    const char *slash = strrchr(wave, '/');
    char path[4096];
    (void)snprintf(path, sizeof path, "%.*s.gtkw", (int)nt_wave_file_stem(wave), wave);
    if (nt_output_file_open(&save->file, path, save->error) != 0) {
        return -1;
    }
    uint64_t start = marker > first + LEAD_CYCLES ? marker - LEAD_CYCLES : first;
    put(save, "[dumpfile] \"%s\"\n", slash != NULL ? slash + 1 : wave);
    put(save, "[timestart] %" PRIu64 "\n[size] 1600 1000\n[pos] -1 -1\n", start * CYCLE_TIME);
    put(save, "*-4.5 %" PRIu64 "\n", marker * CYCLE_TIME);
    put(save, "[sst_width] 30\n[signals_width] 340\n[sst_expanded] 0\n");
    nt_wave_save_signal(save, NT_WAVE_BIT, NULL, "", "clk", 1);
    nt_wave_save_signal(save, NT_WAVE_DECIMAL, "cycle", "", "cycle", 64);
    nt_wave_save_color(save, NT_WAVE_RED);
    nt_wave_save_signal(save, NT_WAVE_BIT, "mismatch", "", "mismatch", 1);
    return 0;
}

int nt_wave_save_close(nt_wave_save *save) {
    if (save->result != 0) {
        nt_output_file_abort(save->file);
        return -1;
    }
    return nt_output_file_commit(save->file, save->error);
}
