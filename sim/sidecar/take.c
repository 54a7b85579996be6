/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/sidecar/take.h"

#include "libntrace/util/input_file.h"
#include "sim/sidecar/sidecar.h"
#include "sim/util/regular_file.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A sidecar, and where it is. */
typedef struct taking {
    const nt_sidecar_use *use;
    const char *path;
    nt_sidecar sidecar;
} taking;

__attribute__((format(printf, 2, 3))) static void note(const taking *t, const char *format, ...) {
    va_list arguments;
    fprintf(stderr, "ntrace %s: %s: ", t->use->command, t->path);
    va_start(arguments, format);
    (void)vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

/* ---- settings and build ---- */

/* Fields that mean one thing together: where one is given, the sidecar has no say in the other. */
static const char *const coupled[][2] = {
    {"trTeInstEnImplicitReturn", "trTeInstImplicitReturnMode"},
    {"trTeInhibitSrc", "trTeSrcBits"},
};

static bool gave(const nt_control *given, const char *field) {
    return nt_control_get(given, (unsigned)nt_control_find(field)) != 0;
}

static bool is_decided(const nt_control *given, const char *field) {
    for (size_t i = 0; i < sizeof coupled / sizeof coupled[0]; i++) {
        for (unsigned side = 0; side < 2; side++) {
            if (strcmp(field, coupled[i][side]) == 0 && gave(given, coupled[i][1 - side])) {
                return true;
            }
        }
    }
    return gave(given, field);
}

static void take_settings(const taking *t, nt_settings *settings) {
    const nt_control given = settings->given;
    const nt_watch *watch = &t->sidecar.settings;
    char varying[NT_WATCH_FIELDS * 32] = "";
    size_t size = 0;
    for (unsigned i = 0; i < NT_WATCH_FIELDS; i++) {
        const unsigned field = nt_watch_field(i);
        const char *name = nt_control_fields[field].name;
        if (is_decided(&given, name)) {
            continue;
        }
        if (watch->known[i]) {
            nt_settings_give(settings, field, watch->value[i]);
        } else if (watch->varies[i]) {
            size += (size_t)snprintf(varying + size, sizeof varying - size, "%s%s",
                                     size == 0 ? "" : ", ", name);
        }
    }
    if (size != 0) {
        note(t, "%s changed within the trace: not taken from here", varying);
    }
}

static void take_build(const taking *t, nt_settings *settings) {
    const nt_sidecar *s = &t->sidecar;
    if (settings->config_given || s->config == NULL) {
        return;
    }
    settings->config = s->config;
    if (s->config == &s->own.config) { /* it is of no name that is known */
        settings->file = s->own;
        settings->file.config.name = settings->file.name;
        settings->config = &settings->file.config;
    }
    settings->config_given = settings->config_found = true;
}

/* ---- images ---- */

/* An image of a kind that the trace was made with, and none of these. */
static void judge_image(const taking *t, const char *path, nt_sidecar_rest *rest) {
    nt_sidecar_kind kind = NT_SIDECAR_OTHER;
    nt_sidecar_file file;
    nt_error ignored = {0};
    struct stat status;
    const nt_sidecar_image *other = NULL;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) ||
        nt_sidecar_sum(&file, &kind, path, &ignored) != 0) {
        return;
    }
    for (unsigned i = 0; i < t->sidecar.images; i++) {
        const nt_sidecar_image *image = &t->sidecar.image[i];
        if (image->file.bytes == file.bytes && image->file.sum == file.sum) {
            return;
        }
        if (kind != NT_SIDECAR_OTHER && image->kind == kind && other == NULL) {
            other = image;
        }
    }
    if (other != NULL) {
        (void)snprintf(rest->other, sizeof rest->other,
                       "ntrace %s: %s: the trace was made with %s, whose contents %s has not\n",
                       t->use->command, t->path, other->name, path);
    }
}

static void judge_images(const taking *t, nt_sidecar_rest *rest) {
    const nt_images *images = t->use->images;
    for (size_t i = 0; images != NULL && i < images->count && rest->other[0] == '\0'; i++) {
        judge_image(t, images->specs[i].path, rest);
    }
}

void nt_sidecar_print_other(const nt_sidecar_rest *rest) {
    (void)fputs(rest->other, stderr);
}

/* ---- the file ---- */

/* Returns 1 and the text; 0 where there is none to read, which is said; or -1. */
static int read_text(const taking *t, uint8_t **text, size_t *size, nt_error *error) {
    nt_input_file *file;
    if (nt_input_file_open(&file, t->path, error) != 0) {
        return -1;
    }
    int result = nt_input_file_all(file, NT_SIDECAR_MOST, text, size, error);
    nt_input_file_close(file);
    return result;
}

static int refuse(const taking *t, const char *reason, nt_error *error) {
    return nt_fail(error, "%s: %s; --no-sidecar goes without", t->path, reason);
}

static int take_text(taking *t, const char *text, size_t size, nt_settings *settings,
                     nt_error *error) {
    nt_sidecar_file stream;
    nt_error reason = {0};
    if (nt_sidecar_sum(&stream, NULL, t->use->trace, error) != 0) {
        return -1;
    }
    switch (nt_sidecar_read(&t->sidecar, text, size, &stream, &reason)) {
    case NT_SIDECAR_NONE:
        note(t, "ignored: not the sidecar of a trace");
        return 0;
    case NT_SIDECAR_STRANGER:
        note(t,
             "ignored: of another stream (%" PRIu64 " bytes, hash %016" PRIx64 "; this has %" PRIu64
             ", %016" PRIx64 ")",
             t->sidecar.stream.bytes, t->sidecar.stream.sum, stream.bytes, stream.sum);
        return 0;
    case NT_SIDECAR_BROKEN:
        return refuse(t, reason.text, error);
    default:
        take_settings(t, settings);
        take_build(t, settings);
        return 1;
    }
}

static int take_file(taking *t, nt_settings *settings, nt_error *error) {
    uint8_t *text = NULL;
    size_t size = 0;
    nt_error reason = {0};
    int result = read_text(t, &text, &size, &reason);
    if (result == 0) {
        result = take_text(t, (const char *)text, size, settings, error);
    } else if (text != NULL && size != 0 && !nt_sidecar_begins((const char *)text, size)) {
        note(t, "ignored: not the sidecar of a trace");
        result = 0;
    } else {
        result = refuse(t, "cannot be read", error);
    }
    free(text);
    return result;
}

static bool is_same_file(const char *path, const struct stat *status) {
    struct stat other;
    return stat(path, &other) == 0 && other.st_dev == status->st_dev &&
           other.st_ino == status->st_ino;
}

/* The output that is this file; NULL: none. */
static const char *output_that_is(const nt_sidecar_use *use, const struct stat *status) {
    for (size_t i = 0; i < sizeof use->outputs / sizeof use->outputs[0]; i++) {
        if (use->outputs[i] != NULL && is_same_file(use->outputs[i], status)) {
            return use->outputs[i];
        }
    }
    return NULL;
}

int nt_sidecar_hart(const nt_sidecar_rest *rest, nt_program *program) {
    nt_error error = {0};
    nt_view *view = rest->hart < 0 ? NULL : nt_view_new(program, (unsigned)rest->hart, &error);
    nt_view_free(view);
    return error.code == NT_ERROR_ARGUMENT ? NT_SIDECAR_HART_UNKNOWN : rest->hart;
}

int nt_sidecar_take(nt_settings *settings, const nt_sidecar_use *use, nt_sidecar_rest *rest,
                    nt_error *error) {
    struct stat status;
    nt_sidecar_rest known = {.hart = NT_SIDECAR_HART_UNKNOWN};
    char *path = nt_is_regular_file(use->trace, &status) ? nt_sidecar_path(use->trace) : NULL;
    taking *t = calloc(1, sizeof *t);
    int result = t == NULL ? nt_fail(error, "out of memory") : 0;
    if (result == 0 && path != NULL && nt_is_regular_file(path, &status)) {
        *t = (taking){.use = use, .path = path};
        const char *output = output_that_is(use, &status);
        result = output != NULL
                     ? nt_fail(error, "%s: the sidecar of %s, which is read", output, use->trace)
                     : take_file(t, settings, error);
    }
    if (result == 1) {
        known.hart = t->sidecar.hart;
        known.hz = t->sidecar.hz;
        known.settings = t->sidecar.settings;
        known.images = t->sidecar.images;
        memcpy(known.image, t->sidecar.image, sizeof known.image);
        judge_images(t, &known);
    }
    if (rest != NULL) {
        *rest = known;
    }
    free(t);
    free(path);
    return result < 0 ? -1 : 0;
}

bool nt_sidecar_of_part(nt_sidecar *part, const nt_settings *settings,
                        const nt_sidecar_rest *rest) {
    static const nt_control none;
    *part = (nt_sidecar){.config = settings->config_given ? settings->config : NULL,
                         .settings = rest->settings,
                         .hart = rest->hart,
                         .hz = rest->hz,
                         .images = rest->images};
    memcpy(part->image, rest->image, sizeof part->image);
    nt_watch_given(&part->settings, &settings->control, &settings->given);
    return settings->config_given || rest->images != 0 || rest->hz != 0 ||
           memcmp(&settings->given, &none, sizeof none) != 0;
}
