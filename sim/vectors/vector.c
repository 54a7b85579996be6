#include "sim/vectors/vector.h"

#include "libntrace/util/input_file.h"
#include "sim/settings.h"
#include "sim/util/number.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A longer line than any of an ingress file, for messages of many bytes. */
enum { LINE = 4096, MOST_BYTES = 1 << 20 };

static int fail_line(const nt_input_file *file, nt_error *error, const char *reason) {
    return nt_fail(error, "%s: line %" PRIu64 ": %s", nt_input_file_path(file),
                   nt_input_file_lines(file), reason);
}

/* "ID" of "vector ID" to `place`; nothing where the line is another. */
static void take_word(const char *line, const char *key, char *place, size_t size) {
    size_t length = strlen(key);
    if (strncmp(line, key, length) == 0 && line[length] == ' ') {
        size_t left = strlen(line + length + 1);
        left = left < size ? left : size - 1;
        memcpy(place, line + length + 1, left);
        place[left] = '\0';
    }
}

/* Lines "shows" may follow each other. */
static void take_shows(nt_vector *vector, const char *line) {
    char words[NT_VECTOR_SHOWS] = "";
    take_word(line, "shows", words, sizeof words);
    size_t used = strlen(vector->shows);
    size_t more = strlen(words);
    if (more != 0 && used + 1 + more < sizeof vector->shows) {
        vector->shows[used] = ' ';
        memcpy(vector->shows + used + (used != 0), words, more + 1);
    }
}

/* "NAME=VALUE": a parameter of the build that is other than in rtl/config. */
static int take_parameter(nt_vector *vector, const char *line, const nt_input_file *file,
                          nt_error *error) {
    size_t length = strcspn(line, "=");
    for (unsigned i = 0; nt_config_parameters[i].name != NULL; i++) {
        const char *name = nt_config_parameters[i].name;
        uint64_t value;
        if (strlen(name) == length && memcmp(name, line, length) == 0 && line[length] == '=') {
            if (nt_parse_number(&value, line + length + 1, name, 0, UINT8_MAX, error) != 0) {
                return -1;
            }
            *((uint8_t *)&vector->config + nt_config_parameters[i].offset) = (uint8_t)value;
            vector->own_parameters = true;
            return 0;
        }
    }
    return fail_line(file, error, "no such parameter");
}

static int digit(char c) {
    return isdigit((unsigned char)c) ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* "24 0D 00 0B  ProgTraceSync ...", or "nothing". */
static int take_message(nt_vector *vector, const char *text, const nt_input_file *file,
                        nt_error *error) {
    if (strcmp(text, "nothing") == 0) {
        return 0;
    }
    while (digit(text[0]) >= 0 && digit(text[1]) >= 0 && text[2] == ' ') {
        if ((vector->size & (vector->size - 1)) == 0) {
            size_t size = vector->size == 0 ? 1 : 2 * vector->size;
            uint8_t *bytes = size > MOST_BYTES ? NULL : realloc(vector->bytes, size);
            if (bytes == NULL) {
                return fail_line(file, error, "too many bytes");
            }
            vector->bytes = bytes;
        }
        vector->bytes[vector->size++] = (uint8_t)(digit(text[0]) << 4 | digit(text[1]));
        text += 3;
    }
    vector->messages++;
    return *text == ' ' ? 0 : fail_line(file, error, "no bytes with two blanks behind them");
}

static int take_line(nt_vector *vector, const char *line, const nt_input_file *file,
                     nt_error *error) {
    if (strncmp(line, "#= ", 3) == 0) {
        take_word(line + 3, "vector", vector->id, sizeof vector->id);
        take_word(line + 3, "unit", vector->unit, sizeof vector->unit);
        take_shows(vector, line + 3);
    } else if (strncmp(line, "#! ", 3) == 0) {
        return take_parameter(vector, line + 3, file, error);
    } else if (strncmp(line, "#> ", 3) == 0) {
        return take_message(vector, line + 3, file, error);
    }
    return 0;
}

static int read_comments(nt_vector *vector, nt_error *error) {
    nt_input_file *file;
    char line[LINE];
    if (nt_input_file_open(&file, vector->path, error) != 0) {
        return -1;
    }
    int result;
    while ((result = nt_input_file_line(file, line, sizeof line, error)) > 0) {
        if (take_line(vector, line, file, error) != 0) {
            result = -1;
            break;
        }
    }
    nt_input_file_close(file);
    if (result == 0 && (vector->id[0] == '\0' || vector->unit[0] == '\0')) {
        return nt_fail(error, "%s: not a vector: no name and unit", vector->path);
    }
    return result;
}

int nt_vector_read(nt_vector *vector, const char *path, nt_error *error) {
    nt_settings settings;
    memset(vector, 0, sizeof *vector);
    if (strlen(path) >= sizeof vector->path) {
        return nt_fail(error, "%.60s...: path too long", path);
    }
    memcpy(vector->path, path, strlen(path) + 1);
    nt_settings_init(&settings);
    if (nt_ingress_file_fit(&settings, path, error) != 0) {
        return -1;
    }
    vector->config = *settings.config;
    return read_comments(vector, error);
}

void nt_vector_free(nt_vector *vector) {
    free(vector->bytes);
    vector->bytes = NULL;
}

int nt_vector_open(const nt_vector *vector, nt_source *source, nt_error *error) {
    return nt_ingress_file_open(source, vector->path, &vector->config, error);
}
