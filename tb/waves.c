#include "tb/waves.h"

#include "tb/words.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

static uint64_t rtl_value(const nt_run *run, const nt_probe_value *value, const char *name) {
    for (unsigned i = 0; i < run->kind->probe_count; i++) {
        if (strcmp(run->kind->probes[i].name, name) == 0) {
            return value[i].rtl;
        }
    }
    return 0;
}

/* The message whose bytes are being sent; empty between messages. */
static nt_wave_texts texts(const nt_run *run) {
    nt_probe_value value[NT_MAX_PROBES];
    run->kind->read(run->rtl, &run->view, value);
    const nt_message_fifo *fifo = &run->model.fifo;
    uint64_t rtl_tcode = rtl_value(run, value, "head_tcode");
    return (nt_wave_texts){
        .itype = nt_itype_text(run->model.ingress.block[0].itype),
        .rtl_message =
            rtl_value(run, value, "level") != 0 ? nt_tcode_text((unsigned)rtl_tcode) : "",
        .model_message = fifo->level != 0 ? nt_tcode_text(nt_message_fifo_head(fifo)->tcode) : "",
    };
}

static int open_wave(nt_run *run, nt_error *error) {
    const char *path = run->artifacts.wave;
    int size = snprintf(run->wave_temporary, sizeof run->wave_temporary, "%s.%ld.tmp", path,
                        (long)getpid());
    if (size < 0 || (size_t)size >= sizeof run->wave_temporary) {
        run->wave_temporary[0] = '\0';
        return nt_fail(error, "%s: path too long", path);
    }
    FILE *probe = fopen(run->wave_temporary, "wb"); /* the FST writer does not say why it fails */
    if (probe == NULL) {
        run->wave_temporary[0] = '\0';
        return nt_fail(error, "%s: %s", path, strerror(errno));
    }
    fclose(probe);
    if (!run->kind->wave_open(run->rtl, run->wave_temporary)) {
        return nt_fail(error, "%s: cannot write waves", path);
    }
    run->wave_open = true;
    return 0;
}

int nt_waves_cycle(nt_run *run, nt_error *error) {
    if (run->cycle < run->artifacts.window_first || run->cycle > run->artifacts.window_last) {
        return 0;
    }
    if (!run->wave_open && open_wave(run, error) != 0) {
        return -1;
    }
    const nt_wave_texts shown = texts(run);
    run->kind->wave_cycle(run->rtl, &run->view, run->cycle, &shown);
    return 0;
}

/* GTKWave's flags: how a trace is drawn. */
enum { HEX = 0x22, BIT = 0x28, TEXT = 0x820, DECIMAL = 0x24 };

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

static void put_signal(save_file *save, unsigned flags, const char *prefix, const char *name,
                       unsigned width) {
    put(save, "@%x\nTOP.%s%s", flags, prefix, name);
    if (width > 1) {
        put(save, "[%u:0]", width - 1);
    }
    put(save, "\n");
}

static void put_probes(save_file *save, const nt_run *run) {
    const char *group = "";
    for (unsigned i = 0; i < run->kind->probe_count; i++) {
        const nt_probe *probe = &run->kind->probes[i];
        if (strcmp(group, probe->group) != 0) {
            group = probe->group;
            put(save, "@200\n-\n-%s\n", group);
        }
        unsigned flags = probe->width == 1 ? BIT : HEX;
        put_signal(save, flags, "rtl_", probe->name, probe->width);
        put_signal(save, flags, "model_", probe->name, probe->width);
    }
}

static int write_save_file(const nt_run *run, nt_error *error) {
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
    put(&save, "[dumpfile] \"%s\"\n", slash != NULL ? slash + 1 : wave);
    put(&save, "[timestart] %" PRIu64 "\n[size] 1600 900\n[pos] -1 -1\n",
        run->artifacts.window_first * 10);
    put(&save, "*-4.0 %" PRIu64 "\n",
        (run->mismatches > 0 ? run->mismatch_cycle : run->artifacts.window_first) * 10);
    put(&save, "[treeopen] TOP.\n[sst_width] 250\n[signals_width] 300\n");
    put_signal(&save, BIT, "", "clk", 1);
    put_signal(&save, DECIMAL, "", "cycle", 64);
    put_signal(&save, TEXT, "", "itype_name", 192);
    put_signal(&save, TEXT, "", "rtl_message_name", 192);
    put_signal(&save, TEXT, "", "model_message_name", 192);
    put_probes(&save, run);
    if (save.result != 0) {
        nt_output_file_abort(save.file);
        return -1;
    }
    return nt_output_file_commit(save.file, error);
}

int nt_waves_commit(nt_run *run, nt_error *error) {
    if (!run->wave_open) {
        return nt_fail(error, "%s: the run ended after %" PRIu64 " cycles, before the window",
                       run->artifacts.wave, run->cycle);
    }
    run->kind->wave_close(run->rtl);
    run->wave_open = false;
    if (rename(run->wave_temporary, run->artifacts.wave) != 0) {
        return nt_fail(error, "%s: %s", run->artifacts.wave, strerror(errno));
    }
    run->wave_temporary[0] = '\0';
    return write_save_file(run, error);
}

void nt_waves_abort(nt_run *run) {
    if (run->wave_open) {
        run->kind->wave_close(run->rtl);
        run->wave_open = false;
    }
    if (run->wave_temporary[0] != '\0') {
        unlink(run->wave_temporary);
    }
}
