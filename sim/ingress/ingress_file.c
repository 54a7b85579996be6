/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ingress/ingress_formats.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Reading. */

static void close_reader(void *self) {
    nt_ingress_reader *r = self;
    if (r->form != NULL) {
        r->form->release(r);
    }
    if (r->stream != NULL && r->stream != stdin) {
        fclose(r->stream);
    }
    free(r->path);
    free(r);
}

/* Time is not in the records: it goes on as it did. */
static int give(nt_ingress_reader *r, nt_cycle *cycle) {
    r->time += r->ticks;
    cycle->ingress.time = r->time;
    r->cycles++;
    return 1;
}

static int next_cycle(void *self, bool stall, nt_cycle *cycle, nt_error *error) {
    (void)stall; /* a file says what happened */
    nt_ingress_reader *r = self;
    if (r->idle == 0 && !r->ended) {
        *cycle = nt_idle_cycle();
        int result = r->form->next(r, cycle, &r->idle, error);
        if (result < 0) {
            return -1;
        }
        if (r->idle > NT_MOST_IDLE) {
            return nt_fail(error, "%s: cycle %" PRIu64 ": more than %d idle cycles at once",
                           r->path, r->cycles, NT_MOST_IDLE);
        }
        if (result == 0) {
            r->ended = true;
        } else if (r->idle == 0) {
            const char *misfit = nt_cycle_misfit(cycle, &r->port);
            if (misfit != NULL) {
                return nt_fail(error, "%s: cycle %" PRIu64 ": %s does not fit the port", r->path,
                               r->cycles, misfit);
            }
            return give(r, cycle);
        }
    }
    if (r->idle > 0) {
        *cycle = nt_idle_cycle();
        r->idle--;
        return give(r, cycle);
    }
    return 0;
}

static int open_form(nt_ingress_reader *r, nt_error *error) {
    r->stream = strcmp(r->path, "-") == 0 ? stdin : fopen(r->path, "rb");
    if (r->stream == NULL) {
        return nt_fail(error, "%s: %s", r->path, strerror(errno));
    }
    errno = 0;
    int first = getc(r->stream);
    if (first == EOF) {
        return nt_fail(error, "%s: offset 0: %s", r->path,
                       ferror(r->stream) ? strerror(errno) : "empty, not an ingress file");
    }
    ungetc(first, r->stream);
    r->form = first == NT_BINARY_MARK ? &nt_binary_reader : &nt_text_reader;
    return r->form->begin(r, error);
}

static int check_port(const nt_ingress_reader *r, const nt_config *config, nt_error *error) {
    nt_error reason = {0};
    if (nt_ingress_port_check(&r->port, &reason) != 0) {
        return nt_fail(error, "%s: header: %s", r->path, reason.text);
    }
    if (config == NULL) {
        return 0;
    }
    const struct {
        const char *name;
        unsigned file, build;
    } pairs[] = {
        {"XLEN", r->port.xlen, config->xlen},
        {"NBLOCKS", r->port.nblocks, config->nblocks},
        {"ITYPE_W", r->port.itype_w, config->itype_w},
        {"IRETIRE_W", r->port.iretire_w, config->iretire_w},
    };
    for (unsigned i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (pairs[i].file != pairs[i].build) {
            return nt_fail(error, "%s: header: the file is for %s=%u, the build %s has %u", r->path,
                           pairs[i].name, pairs[i].file, config->name, pairs[i].build);
        }
    }
    const nt_ingress_port build = nt_ingress_port_of(config);
    if (r->port.context_w > build.context_w || r->port.ntriggers > build.ntriggers) {
        return nt_fail(error,
                       "%s: header: the file has context_w=%u ntriggers=%u, the build %s %u and %u",
                       r->path, r->port.context_w, r->port.ntriggers, config->name, build.context_w,
                       build.ntriggers);
    }
    return 0;
}

int nt_ingress_file_open(nt_source *source, const char *path, const nt_config *config,
                         nt_error *error) {
    nt_ingress_reader *r = calloc(1, sizeof *r);
    if (r == NULL || (r->path = strdup(path)) == NULL) {
        free(r);
        return nt_fail(error, "%s: out of memory", path);
    }
    if (open_form(r, error) != 0 || check_port(r, config, error) != 0) {
        close_reader(r);
        return -1;
    }
    *source = (nt_source){.next = next_cycle, .close = close_reader, .self = r};
    return 0;
}

nt_config nt_ingress_file_config(const nt_source *source) {
    const nt_ingress_reader *r = source->self;
    return (nt_config){.name = r->port.build,
                       .xlen = r->port.xlen,
                       .nblocks = r->port.nblocks,
                       .itype_w = r->port.itype_w,
                       .iretire_w = r->port.iretire_w,
                       .scontext_w = r->port.context_w,
                       .ntriggers = r->port.ntriggers};
}

int nt_ingress_file_fit(nt_settings *settings, const char *path, nt_error *error) {
    if (settings->config_given || strcmp(path, "-") == 0) {
        return 0;
    }
    nt_source source;
    if (nt_ingress_file_open(&source, path, NULL, error) != 0) {
        return -1;
    }
    nt_error none = {0};
    char name[32];
    strcpy(name, nt_ingress_file_config(&source).name);
    source.close(source.self);
    /* A file of a build that is not here may still fit the default. */
    if (name[0] != '\0' && nt_settings_config(settings, name, &none) == 0) {
        settings->config_given = false;
    }
    return 0;
}

/* Writing. */

static void release_writer(nt_ingress_writer *w) {
    w->form->release(w);
    free(w->path);
    free(w);
}

static int open_writer(nt_ingress_writer **writer, const char *path, const nt_writer_form *form,
                       const nt_config *config, nt_error *error) {
    nt_ingress_writer *w = calloc(1, sizeof *w);
    if (w == NULL || (w->path = strdup(path)) == NULL) {
        free(w);
        return nt_fail(error, "%s: out of memory", path);
    }
    w->form = form;
    w->port = nt_ingress_port_of(config);
    if (nt_output_file_open(&w->file, path, error) != 0 || form->begin(w, error) != 0) {
        nt_ingress_writer_abort(w);
        return -1;
    }
    *writer = w;
    return 0;
}

int nt_ingress_writer_open(nt_ingress_writer **writer, const char *path, bool text,
                           const nt_config *config, nt_error *error) {
    return open_writer(writer, path, text ? &nt_text_writer : &nt_binary_writer, config, error);
}

int nt_ingress_writer_open_hex(nt_ingress_writer **writer, const char *path,
                               const nt_config *config, nt_error *error) {
    return open_writer(writer, path, &nt_hex_writer, config, error);
}

static int write_idle(nt_ingress_writer *w, nt_error *error) {
    uint64_t idle = w->idle;
    w->idle = 0;
    return idle == 0 ? 0 : w->form->idle(w, idle, error);
}

int nt_ingress_writer_cycle(nt_ingress_writer *w, const nt_cycle *cycle, nt_error *error) {
    const char *misfit = nt_cycle_misfit(cycle, &w->port);
    if (misfit != NULL) {
        return nt_fail(error, "%s: cycle %" PRIu64 ": %s does not fit the port", w->path, w->cycles,
                       misfit);
    }
    uint64_t ticks = cycle->ingress.time - w->time;
    bool idle = nt_cycle_is_idle(cycle) && ticks == w->ticks;
    if (!idle && write_idle(w, error) != 0) {
        return -1;
    }
    w->cycles++;
    w->ticks_changed = ticks != w->ticks;
    w->ticks = ticks;
    w->time = cycle->ingress.time;
    if (idle) {
        return ++w->idle < NT_MOST_IDLE ? 0 : write_idle(w, error);
    }
    return w->form->cycle(w, cycle, error);
}

int nt_ingress_writer_commit(nt_ingress_writer *w, nt_error *error) {
    if (write_idle(w, error) != 0 || w->form->end(w, error) != 0) {
        nt_ingress_writer_abort(w);
        return -1;
    }
    int result = nt_output_file_commit(w->file, error);
    release_writer(w);
    return result;
}

void nt_ingress_writer_abort(nt_ingress_writer *w) {
    if (w != NULL) {
        nt_output_file_abort(w->file);
        release_writer(w);
    }
}
