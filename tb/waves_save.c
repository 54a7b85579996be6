/* The save file for GTKWave: what its first screen shows, and how each signal is drawn. */
#include "tb/waves.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

enum {
    NAME_BITS = 8 * 24, /* the texts' widths in tb/nt_bench_top.v */
    FIELDS_BITS = 8 * 64,
    CYCLE_TIME = 10, /* time units a cycle, as in tb/rtl.cpp */
    LEAD_CYCLES = 5, /* shown before the marker */
    CALM_BITS = 7,   /* up to this width a probe is a number, wider ones are bytes and patterns */
};

/* GTKWave's flags of a trace, and its colours. */
enum {
    HEX = 0x22,
    DECIMAL = 0x24,
    BIT = 0x28,
    TEXT = 0x820,
    HEADING = 0x200,
    GROUP_BEGIN = 0x800000 | HEADING,
    GROUP_CLOSED = 0x400000,
    GROUP_END = 0x1000000 | HEADING,
    RED = 1,
    ORANGE = 2,
    GREEN = 4,
};

typedef struct save_file {
    nt_output_file *file;
    nt_error *error;
    int result;
} save_file;

static void __attribute__((format(printf, 2, 3))) put(save_file *save, const char *format, ...) {
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (save->result == 0 && size > 0 && (size_t)size < sizeof line) {
        save->result = nt_output_file_write(save->file, line, (size_t)size, save->error);
    }
}

static void put_heading(save_file *save, const char *text) {
    put(save, "@%x\n-\n-%s\n", HEADING, text);
}

/* A signal of the top, or with a dot in its name of a module below. `alias` may be NULL. */
static void put_signal(save_file *save, unsigned flags, const char *alias, const char *prefix,
                       const char *name, unsigned width) {
    put(save, "@%x\n", flags);
    if (alias != NULL) {
        put(save, "+{%s} ", alias);
    }
    put(save, "TOP.%s%s", prefix, name);
    if (width > 1) {
        put(save, "[%u:0]", width - 1);
    }
    put(save, "\n");
}

static bool differs(const nt_run *run, unsigned probe) {
    const nt_probe_value *value = run->mismatch != NULL ? &run->mismatch[probe] : NULL;
    return value != NULL && value->valid && value->rtl != value->model;
}

/* RTL above model, both red where they were found to differ. */
static void put_probe(save_file *save, const nt_run *run, unsigned index) {
    const nt_probe *probe = &run->kind->probes[index];
    unsigned flags = probe->width == 1 ? BIT : probe->width <= CALM_BITS ? DECIMAL : HEX;
    bool wrong = differs(run, index);
    put(save, "[color] %d\n", wrong ? RED : ORANGE);
    put_signal(save, flags, NULL, "rtl_", probe->name, probe->width);
    put(save, "[color] %d\n", wrong ? RED : GREEN);
    put_signal(save, flags, NULL, "model_", probe->name, probe->width);
}

static void put_named(save_file *save, const nt_run *run, const char *name) {
    for (unsigned i = 0; i < run->kind->probe_count; i++) {
        if (strcmp(run->kind->probes[i].name, name) == 0) {
            put_probe(save, run, i);
        }
    }
}

/* What goes in, what is counted, what comes out: enough to follow a program. */
static void put_overview(save_file *save, const nt_run *run) {
    const nt_config *config = run->direct.encoder.config;
    put_signal(save, BIT, NULL, "", "clk", 1);
    put_signal(save, DECIMAL, "cycle", "", "cycle", 64);
    put(save, "[color] %d\n", RED);
    put_signal(save, BIT, "mismatch", "", "mismatch", 1);

    put_heading(save, "Ingress");
    put_signal(save, TEXT, "iaddr", "", "iaddr_text", NAME_BITS);
    put_signal(save, TEXT, "itype", "", "itype_name", NAME_BITS);
    put_signal(save, config->nblocks == 1 ? DECIMAL : HEX, "iretire (half-words)", "nt_bench_top.",
               "iretire", config->nblocks * config->iretire_w);
    put_signal(save, BIT, "stall", "", "rtl_stall", 1);

    put_heading(save, "Counted");
    put_named(save, run, "tracing");
    put_named(save, run, "icnt");
    put_named(save, run, "hist"); /* or, in builds with repeated history, these */
    put_named(save, run, "hist_recent");
    put_named(save, run, "hist_pending");
    put_heading(save, "Message being sent");
    put(save, "[color] %d\n", ORANGE);
    put_signal(save, TEXT, "RTL", "", "rtl_message_name", NAME_BITS);
    put(save, "[color] %d\n", GREEN);
    put_signal(save, TEXT, "model", "", "model_message_name", NAME_BITS);
    put(save, "[color] %d\n", ORANGE);
    put_signal(save, TEXT, "RTL: fields", "", "rtl_message_fields", FIELDS_BITS);
    put(save, "[color] %d\n", GREEN);
    put_signal(save, TEXT, "model: fields", "", "model_message_fields", FIELDS_BITS);
    put_named(save, run, "level");
    put_heading(save, "Bytes");
    put_named(save, run, "out_valid");
    put_named(save, run, "out");
    put_named(save, run, "TRC_DATA");
    put_heading(save, "All probes");
}

static unsigned end_of_group(const nt_run *run, unsigned first) {
    const nt_probe *probes = run->kind->probes;
    unsigned end = first;
    while (end < run->kind->probe_count && strcmp(probes[end].group, probes[first].group) == 0) {
        end++;
    }
    return end;
}

/* A stage is open where something in it differs. */
static void put_stages(save_file *save, const nt_run *run) {
    for (unsigned first = 0, end = 0; first < run->kind->probe_count; first = end) {
        const char *group = run->kind->probes[first].group;
        bool open = false;
        end = end_of_group(run, first);
        for (unsigned i = first; i < end; i++) {
            open |= differs(run, i);
        }
        unsigned closed = open ? 0 : GROUP_CLOSED;
        put(save, "@%x\n-%s\n", GROUP_BEGIN | closed, group);
        for (unsigned i = first; i < end; i++) {
            put_probe(save, run, i);
        }
        put(save, "@%x\n-%s\n", GROUP_END | closed, group);
    }
}

int nt_waves_save(const nt_run *run, uint64_t marker, nt_error *error) {
    const char *wave = run->artifacts.wave;
    const char *slash = strrchr(wave, '/');
    char path[4096];
    size_t stem = strlen(wave);
    if (stem > 4 && strcmp(wave + stem - 4, ".fst") == 0) {
        stem -= 4;
    }
    (void)snprintf(path, sizeof path, "%.*s.gtkw", (int)stem, wave);
    save_file save = {.error = error};
    if (nt_output_file_open(&save.file, path, error) != 0) {
        return -1;
    }
    uint64_t first = run->artifacts.window_first;
    uint64_t start = marker > first + LEAD_CYCLES ? marker - LEAD_CYCLES : first;
    put(&save, "[dumpfile] \"%s\"\n", slash != NULL ? slash + 1 : wave);
    put(&save, "[timestart] %" PRIu64 "\n[size] 1600 1000\n[pos] -1 -1\n", start * CYCLE_TIME);
    put(&save, "*-4.5 %" PRIu64 "\n", marker * CYCLE_TIME);
    put(&save, "[sst_width] 30\n[signals_width] 340\n[sst_expanded] 0\n");
    put_overview(&save, run);
    put_stages(&save, run);
    if (save.result != 0) {
        nt_output_file_abort(save.file);
        return -1;
    }
    return nt_output_file_commit(save.file, error);
}
