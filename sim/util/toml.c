/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/toml.h"

#include "libntrace/util/input_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 20, WORD = 256 };

typedef struct parser {
    const char *at;
    const char *name;
    unsigned line;
    nt_error *error;
} parser;

static int fail(const parser *p, const char *reason) {
    return nt_fail(p->error, "%s: line %u: %s", p->name, p->line, reason);
}

static void skip_blanks(parser *p) {
    while (*p->at == ' ' || *p->at == '\t') {
        p->at++;
    }
}

static void skip_comment(parser *p) {
    skip_blanks(p);
    if (*p->at == '#') {
        p->at += strcspn(p->at, "\n");
    }
}

/* Over blank lines and comments. */
static void skip_lines(parser *p) {
    for (skip_comment(p); *p->at == '\n' || *p->at == '\r'; skip_comment(p)) {
        p->line += *p->at++ == '\n';
    }
}

static int end_line(parser *p) {
    skip_comment(p);
    p->at += p->at[0] == '\r' && p->at[1] == '\n';
    return *p->at == '\n' || *p->at == '\0' ? 0 : fail(p, "expected the end of the line");
}

static bool in_key(char c) {
    return isalnum((unsigned char)c) || c == '-' || c == '_';
}

static int take_key(parser *p, char word[WORD]) {
    size_t length = 0;
    while (in_key(p->at[length])) {
        length++;
    }
    if (length == 0 || length >= WORD) {
        return fail(p, "expected a key of letters, digits, '-' and '_'");
    }
    memcpy(word, p->at, length);
    word[length] = '\0';
    p->at += length;
    skip_blanks(p);
    return 0;
}

/* In "..." a backslash stands before itself or a quotation mark; in '...' it is a character. */
static json_t *take_text(parser *p) {
    char word[WORD];
    const char quote = *p->at++;
    size_t length = 0;
    while (*p->at != quote) {
        bool escaped = quote == '"' && *p->at == '\\';
        if (escaped && p->at[1] != '"' && p->at[1] != '\\') {
            fail(p, "expected \\\" or \\\\; other escapes are not read");
            return NULL;
        }
        p->at += escaped;
        if (*p->at == '\0' || *p->at == '\n' || length + 1 >= sizeof word) {
            fail(p, length + 1 >= sizeof word ? "a text of more than 254 bytes"
                                              : "a text without its end");
            return NULL;
        }
        word[length++] = *p->at++;
    }
    p->at++;
    json_t *text = json_stringn(word, length);
    if (text == NULL) {
        fail(p, "a text that is not UTF-8");
    }
    return text;
}

static json_t *take_word(parser *p) {
    char *end;
    if (strncmp(p->at, "true", 4) == 0 || strncmp(p->at, "false", 5) == 0) {
        bool yes = *p->at == 't';
        p->at += yes ? 4 : 5;
        return json_boolean(yes);
    }
    errno = 0;
    const bool hex = p->at[0] == '0' && p->at[1] == 'x';
    long long number = strtoll(p->at, &end, hex ? 16 : 10);
    if (end == p->at || errno != 0 || *end == '.' || *end == 'e' || in_key(*end)) {
        fail(p, "expected a text, an integer, true, false or an array of them");
        return NULL;
    }
    p->at = end;
    return json_integer(number);
}

static json_t *take_scalar(parser *p) {
    return *p->at == '"' || *p->at == '\'' ? take_text(p) : take_word(p);
}

/* An array may go over several lines. */
static json_t *take_array(parser *p) {
    json_t *array = json_array();
    p->at++;
    for (skip_lines(p); *p->at != ']'; skip_lines(p)) {
        json_t *value = take_scalar(p);
        if (value == NULL || json_array_append_new(array, value) != 0) {
            json_decref(array);
            return NULL;
        }
        skip_lines(p);
        if (*p->at == ',') {
            p->at++;
        } else if (*p->at != ']') {
            fail(p, "expected ',' or ']' in the array");
            json_decref(array);
            return NULL;
        }
    }
    p->at++;
    return array;
}

static int take_pair(parser *p, json_t *table) {
    char key[WORD];
    if (take_key(p, key) != 0) {
        return -1;
    }
    if (*p->at != '=') {
        return fail(p, "expected '=' behind the key");
    }
    p->at++;
    skip_blanks(p);
    if (json_object_get(table, key) != NULL) {
        return nt_fail(p->error, "%s: line %u: %s is given twice", p->name, p->line, key);
    }
    json_t *value = *p->at == '[' ? take_array(p) : take_scalar(p);
    if (value == NULL) {
        return -1;
    }
    return json_object_set_new(table, key, value) == 0 ? end_line(p) : fail(p, "out of memory");
}

/* Returns the table of a line "[NAME]", which is new; NULL with the error set. */
static json_t *take_table(parser *p, json_t *root) {
    char key[WORD];
    p->at++;
    skip_blanks(p);
    if (take_key(p, key) != 0) {
        return NULL;
    }
    if (*p->at != ']') {
        fail(p, "expected ']' behind the table's name");
        return NULL;
    }
    p->at++;
    if (json_object_get(root, key) != NULL) {
        nt_fail(p->error, "%s: line %u: %s is given twice", p->name, p->line, key);
        return NULL;
    }
    json_t *table = json_object();
    if (json_object_set_new(root, key, table) != 0 || end_line(p) != 0) {
        return NULL;
    }
    return table;
}

json_t *nt_toml_parse(const char *text, const char *name, nt_error *error) {
    const bool marked = strncmp(text, "\xef\xbb\xbf", 3) == 0; /* some editors do so */
    parser p = {.at = marked ? text + 3 : text, .name = name, .line = 1, .error = error};
    json_t *root = json_object();
    json_t *table = root;
    int result = root == NULL ? fail(&p, "out of memory") : 0;
    for (skip_lines(&p); result == 0 && *p.at != '\0'; skip_lines(&p)) {
        if (*p.at == '[') {
            table = take_table(&p, root);
            result = table == NULL ? -1 : 0;
        } else {
            result = take_pair(&p, table);
        }
    }
    if (result != 0) {
        json_decref(root);
        return NULL;
    }
    return root;
}

json_t *nt_toml_read(const char *path, nt_error *error) {
    nt_input_file *file;
    uint8_t *bytes = NULL;
    size_t size = 0;
    json_t *root = NULL;
    if (nt_input_file_open(&file, path, error) != 0) {
        return NULL;
    }
    int result = nt_input_file_all(file, MOST_BYTES, &bytes, &size, error);
    nt_input_file_close(file);
    char *text = result == 0 ? malloc(size + 1) : NULL;
    if (text != NULL) {
        memcpy(text, bytes, size);
        text[size] = '\0';
        root = strlen(text) == size ? nt_toml_parse(text, path, error) : NULL;
    }
    if (root == NULL) { /* unless there is a reason already */
        nt_fail(error, "%s: a zero byte: not a text", path);
    }
    free(text);
    free(bytes);
    return root;
}
