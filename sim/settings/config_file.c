/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/settings/config_file.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MAX_LINE = 512, MAX_PARAMETERS = 64 };

typedef struct reader {
    nt_config *config;
    const char *path;
    unsigned line;
    bool given[MAX_PARAMETERS];
} reader;

/* Takes white space off both ends of a line, and its comment. */
static char *strip(char *text) {
    text[strcspn(text, "#\r\n")] = '\0';
    text += strspn(text, " \t");
    for (size_t length = strlen(text); length > 0 && isblank((unsigned char)text[length - 1]);) {
        text[--length] = '\0';
    }
    return text;
}

static int not_one(const reader *r, const char *text, nt_error *error) {
    return nt_fail(error, "%s:%u: not a parameter: %.80s", r->path, r->line, text);
}

static int parameter_index(const char *name, size_t length) {
    for (int i = 0; nt_config_parameters[i].name != NULL; i++) {
        if (strlen(nt_config_parameters[i].name) == length &&
            memcmp(nt_config_parameters[i].name, name, length) == 0) {
            return i;
        }
    }
    return -1;
}

static int take_line(reader *r, const char *text, nt_error *error) {
    size_t length = strcspn(text, " \t=");
    const char *value = text + length + strspn(text + length, " \t");
    int index = parameter_index(text, length);
    if (index < 0 || index >= MAX_PARAMETERS || r->given[index] || *value != '=') {
        return not_one(r, text, error);
    }
    value += 1 + strspn(value + 1, " \t");
    size_t digits = strspn(value, "0123456789");
    if (digits == 0 || value[digits] != '\0') {
        return not_one(r, text, error);
    }
    errno = 0;
    uintmax_t number = strtoumax(value, NULL, 10);
    if (errno != 0 || number > UINT8_MAX) {
        return nt_fail(error, "%s:%u: no parameter is that great: %.80s", r->path, r->line, text);
    }
    *((uint8_t *)r->config + nt_config_parameters[index].offset) = (uint8_t)number;
    r->given[index] = true;
    return 0;
}

static int read_lines(reader *r, FILE *stream, nt_error *error) {
    char line[MAX_LINE];
    while (fgets(line, sizeof line, stream) != NULL) {
        r->line++;
        if (strchr(line, '\n') == NULL && !feof(stream)) {
            return nt_fail(error, "%s:%u: not a line of text", r->path, r->line);
        }
        const char *text = strip(line);
        if (*text != '\0' && take_line(r, text, error) != 0) {
            return -1;
        }
    }
    return ferror(stream) ? nt_fail(error, "%s: %s", r->path, strerror(errno)) : 0;
}

static int judge(const reader *r, nt_error *error) {
    for (int i = 0; nt_config_parameters[i].name != NULL; i++) {
        if (!r->given[i]) {
            return nt_fail(error, "%s: missing %s", r->path, nt_config_parameters[i].name);
        }
    }
    const char *complaint = nt_config_complaint(r->config);
    return complaint == NULL ? 0 : nt_fail(error, "%s: %s", r->path, complaint);
}

static int take_name(nt_config_file *file, const char *path, nt_error *error) {
    const char *slash = strrchr(path, '/');
    const char *stem = slash == NULL ? path : slash + 1;
    size_t length = strlen(stem) - strlen(".cfg");
    if (length == 0 || length >= sizeof file->name) {
        return nt_fail(error, "%s: a build's name has 1 to %zu characters", path,
                       sizeof file->name - 1);
    }
    memcpy(file->name, stem, length);
    file->name[length] = '\0';
    file->config.name = file->name;
    return 0;
}

bool nt_config_file_is(const char *name) {
    size_t length = strlen(name);
    return length >= 4 && strcmp(name + length - 4, ".cfg") == 0;
}

int nt_config_file_read(nt_config_file *file, const char *path, nt_error *error) {
    *file = (nt_config_file){.path = path};
    if (take_name(file, path, error) != 0) {
        return -1;
    }
    FILE *stream = fopen(path, "r");
    if (stream == NULL) {
        return nt_fail(error, "%s: %s", path, strerror(errno));
    }
    reader r = {.config = &file->config, .path = path};
    int result = read_lines(&r, stream, error);
    fclose(stream);
    return result == 0 ? judge(&r, error) : -1;
}
