/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/images.h"

#include "sim/util/number.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_TEXT = 64 };

/* Modulo 2^XLEN, so that code can move down too. */
static int take_offset(nt_image_spec *spec, const char *value, const char *what, nt_error *error) {
    bool down = value[0] == '-';
    uint64_t offset;
    if (nt_parse_number(&offset, value + down, what, 0, UINT64_MAX, error) != 0) {
        return -1;
    }
    spec->offset = down ? 0 - offset : offset;
    return 0;
}

static int take_at(nt_image_spec *spec, const char *value, const char *what, nt_error *error) {
    spec->raw = true;
    if (nt_parse_number(&spec->at, value, what, 0, UINT64_MAX, error) != 0) {
        return -1;
    }
    return spec->at % 2 == 0 ? 0
                             : nt_fail(error, "%s %s: odd; code is at even addresses", what, value);
}

static int take_xlen(nt_image_spec *spec, const char *value, const char *what, nt_error *error) {
    uint64_t xlen;
    if (nt_parse_number(&xlen, value, what, 32, 64, error) != 0 || (xlen != 32 && xlen != 64)) {
        return nt_fail(error, "%s: 32 or 64, not %s", what, value);
    }
    spec->xlen = (uint8_t)xlen;
    return 0;
}

static int take_scontext(nt_image_spec *spec, const char *value, const char *what,
                         nt_error *error) {
    spec->has_scontext = true;
    return nt_parse_number(&spec->scontext, value, what, 0, UINT64_MAX, error);
}

static int take_hcontext(nt_image_spec *spec, const char *value, const char *what,
                         nt_error *error) {
    spec->has_hcontext = true;
    return nt_parse_number(&spec->hcontext, value, what, 0, UINT64_MAX, error);
}

static const struct mode {
    const char *name;
    uint8_t mode;
} modes[] = {
    {"U", NT_MODE_U}, {"S", NT_MODE_S}, {"M", NT_MODE_M}, {"VU", NT_MODE_VU}, {"VS", NT_MODE_VS},
};

static uint8_t find_mode(const char *name, size_t length) {
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        if (strlen(modes[i].name) == length && strncmp(modes[i].name, name, length) == 0) {
            return modes[i].mode;
        }
    }
    return 0;
}

static int take_priv(nt_image_spec *spec, const char *value, const char *what, nt_error *error) {
    for (const char *name = value;; name++) {
        size_t length = strcspn(name, "+");
        uint8_t mode = find_mode(name, length);
        if (mode == 0) {
            return nt_fail(error, "%s: %s: M, S, U, VS or VU, or several with + between", what,
                           value);
        }
        spec->modes |= mode;
        name += length;
        if (*name == '\0') {
            return 0;
        }
    }
}

static const struct key {
    const char *name;
    int (*take)(nt_image_spec *spec, const char *value, const char *what, nt_error *error);
} keys[] = {
    {"offset", take_offset},     {"at", take_at},
    {"xlen", take_xlen},         {"priv", take_priv},
    {"scontext", take_scontext}, {"hcontext", take_hcontext},
};

/* One "KEY=VALUE", of `length` characters. */
static int take_key(nt_image_spec *spec, const char *text, size_t length, nt_error *error) {
    char pair[MOST_TEXT];
    char what[2 * MOST_TEXT];
    if (length >= sizeof pair) {
        return nt_fail(error, "--image: %.40s... is too long", text);
    }
    memcpy(pair, text, length);
    pair[length] = '\0';
    char *value = strchr(pair, '=');
    if (value != NULL) {
        *value++ = '\0';
    }
    for (size_t i = 0; value != NULL && i < sizeof keys / sizeof keys[0]; i++) {
        if (strcmp(keys[i].name, pair) == 0) {
            (void)snprintf(what, sizeof what, "--image: %s", pair);
            return keys[i].take(spec, value, what, error);
        }
    }
    return nt_fail(error,
                   "--image: %s%s: no such key; offset=, at=, xlen=, priv=, scontext= and "
                   "hcontext= may follow the file",
                   pair, value == NULL ? "" : "=");
}

/* The length of the file's name: up to the last comma, or all, where a file has that name; up to
   the first comma if none has. */
static size_t name_length(const char *text) {
    char path[PATH_MAX];
    for (size_t length = strlen(text); length > 0 && length < sizeof path; length--) {
        if (text[length] == ',' || text[length] == '\0') {
            memcpy(path, text, length);
            path[length] = '\0';
            if (access(path, F_OK) == 0) {
                return length;
            }
        }
    }
    return strcspn(text, ",");
}

static int parse(nt_image_spec *spec, const char *text, nt_error *error) {
    size_t length = name_length(text);
    if (length == 0) {
        return nt_fail(error, "--image: a file is needed");
    }
    char *path = strndup(text, length);
    spec->path = path;
    if (path == NULL) {
        return nt_fail(error, "out of memory");
    }
    while (text[length] == ',') {
        text += length + 1;
        length = strcspn(text, ",");
        if (take_key(spec, text, length, error) != 0) {
            free(path);
            return -1;
        }
    }
    return 0;
}

/* Makes room for one more. */
static int grow(nt_images *images) {
    nt_image_spec *specs = realloc(images->specs, (images->count + 1) * sizeof *specs);
    if (specs == NULL) {
        return -1;
    }
    images->specs = specs;
    const char **texts = realloc(images->texts, (images->count + 1) * sizeof *texts);
    if (texts == NULL) {
        return -1;
    }
    images->texts = texts;
    return 0;
}

int nt_images_take(void *place, const char *value, nt_error *error) {
    nt_images *images = place;
    if (grow(images) != 0) {
        return nt_fail(error, "out of memory");
    }
    images->texts[images->count] = value;
    images->specs[images->count] = (nt_image_spec){0};
    if (parse(&images->specs[images->count], value, error) != 0) {
        return -1;
    }
    images->count++;
    return 0;
}

void nt_images_free(nt_images *images) {
    for (size_t i = 0; i < images->count; i++) {
        free((char *)(uintptr_t)images->specs[i].path);
    }
    free(images->specs);
    free(images->texts);
    *images = (nt_images){0};
}

nt_program *nt_images_load(const nt_images *images, nt_error *error) {
    nt_program *program = nt_program_new();
    if (program == NULL) {
        nt_fail(error, "out of memory");
        return NULL;
    }
    for (size_t i = 0; i < images->count; i++) {
        if (nt_program_add(program, &images->specs[i], error) != 0) {
            nt_program_free(program);
            return NULL;
        }
        const char *note = nt_program_note(program, i);
        if (note != NULL) {
            fprintf(stderr, "ntrace: %s: %s\n", images->specs[i].path, note);
        }
    }
    return program;
}
