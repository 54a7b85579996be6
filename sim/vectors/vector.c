/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/vectors/vector.h"

#include "libntrace/util/input_file.h"
#include "sim/util/number.h"
#include "sim/vectors/encoder.h"
#include "sim/vectors/port.h"
#include "sim/vectors/unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A longer line than any of an ingress file, for messages of many bytes. */
enum { LINE = 4096, MOST_RULES = 1 << 20 };

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

/* Lines "rules" may, too. */
static int take_rules(nt_vector *vector, const char *line, nt_error *error) {
    if (strncmp(line, "rules ", 6) != 0) {
        return 0;
    }
    size_t used = vector->rules == NULL ? 0 : strlen(vector->rules);
    size_t size = strlen(line) - 6 + 2;
    char *more = used + size > MOST_RULES ? NULL : realloc(vector->rules, used + size);
    if (more == NULL) {
        return nt_fail(error, "too many rules");
    }
    vector->rules = more;
    (void)snprintf(more + used, size, "%s%s", used == 0 ? "" : " ", line + 6);
    return 0;
}

static int take_version(nt_vector *vector, const char *line, nt_error *error) {
    char word[NT_VECTOR_NAME] = "";
    uint64_t number;
    take_word(line, "version", word, sizeof word);
    if (word[0] == '\0') {
        return 0;
    }
    if (nt_parse_number(&number, word, "version", 1, UINT16_MAX, error) != 0) {
        return -1;
    }
    vector->version = (unsigned)number;
    return 0;
}

static int take_needs(nt_vector *vector, const char *line, nt_error *error) {
    return strncmp(line, "needs ", 6) == 0 ? nt_vector_needs_take(&vector->needs, line + 6, error)
                                           : 0;
}

/* The line that names the unit; what it is about is read now, since the lines that follow need it.
 */
static int take_unit(nt_vector *vector, const char *line, nt_error *error) {
    char name[NT_VECTOR_NAME] = "";
    take_word(line, "unit", name, sizeof name);
    if (name[0] == '\0') {
        return 0;
    }
    vector->unit = nt_vector_unit_named(name);
    return vector->unit == NULL ? nt_fail(error, "no such unit: %s", name)
                                : vector->unit->read(vector, error);
}

static int take_line(nt_vector *vector, const char *line, const nt_input_file *file,
                     nt_error *error) {
    nt_error reason = {0};
    int result = 0;
    if (strncmp(line, "#= ", 3) == 0) {
        take_word(line + 3, "vector", vector->id, sizeof vector->id);
        take_word(line + 3, "clause", vector->clause, sizeof vector->clause);
        take_shows(vector, line + 3);
        if (take_version(vector, line + 3, &reason) != 0 ||
            take_needs(vector, line + 3, &reason) != 0 ||
            take_rules(vector, line + 3, &reason) != 0) {
            return fail_line(file, error, reason.text);
        }
        return take_unit(vector, line + 3, error);
    }
    if (strncmp(line, "#! ", 3) == 0) {
        result = nt_vector_encoder_parameter(vector, line + 3, &reason);
    } else if (strncmp(line, "#: ", 3) == 0 && vector->unit != NULL &&
               vector->unit->take_code != NULL) {
        result = vector->unit->take_code(vector, line + 3, &reason);
    } else if (strncmp(line, "#> ", 3) == 0 && vector->unit != NULL) {
        result = vector->unit->take_expected(vector, line + 3, &reason);
    }
    return result == 0 ? 0 : fail_line(file, error, reason.text);
}

/* Letters, digits, and what joins them: a name is printed, and is a file's. */
static bool is_name(const char *id) {
    return id[strspn(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+")] ==
           '\0';
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
    if (result == 0 && (vector->id[0] == '\0' || vector->unit == NULL)) {
        return nt_fail(error, "%s: not a vector: no name and unit", vector->path);
    }
    if (result == 0 && !is_name(vector->id)) {
        return nt_fail(error, "%s: no name of a vector: %s", vector->path, vector->id);
    }
    return result;
}

int nt_vector_read(nt_vector *vector, const char *path, nt_error *error) {
    memset(vector, 0, sizeof *vector);
    vector->version = 1;
    if (strlen(path) >= sizeof vector->path) {
        return nt_fail(error, "%.60s...: path too long", path);
    }
    memcpy(vector->path, path, strlen(path) + 1);
    return read_comments(vector, error);
}

void nt_vector_free(nt_vector *vector) {
    free(vector->bytes);
    free(vector->answers);
    free(vector->rules);
    vector->answers = vector->rules = NULL;
    vector->bytes = NULL;
    nt_port_free(vector->port);
    vector->port = NULL;
}
