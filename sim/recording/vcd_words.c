/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/recording/vcd_words.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int nt_vcd_words_begin(nt_vcd_words *w, nt_input_file *input, nt_error *error) {
    w->input = input;
    w->line = malloc(NT_VCD_LINE); /* of which most lines use little */
    w->at = w->line;
    if (w->line == NULL) {
        return nt_vcd_fail(w, "out of memory", error);
    }
    w->line[0] = '\0';
    return 0;
}

void nt_vcd_words_end(nt_vcd_words *w) {
    free(w->line);
}

int nt_vcd_fail(const nt_vcd_words *w, const char *reason, nt_error *error) {
    return nt_fail_as(error, NT_ERROR_FORMAT, "%s: line %" PRIu64 ": %s",
                      nt_input_file_path(w->input), nt_input_file_lines(w->input), reason);
}

int nt_vcd_word(nt_vcd_words *w, char **word, nt_error *error) {
    for (;;) {
        w->at += strspn(w->at, " \t");
        if (*w->at != '\0') {
            *word = w->at;
            w->at += strcspn(w->at, " \t");
            if (*w->at != '\0') {
                *w->at++ = '\0';
            }
            return 1;
        }
        int result = nt_input_file_line(w->input, w->line, NT_VCD_LINE, error);
        if (result <= 0) {
            return result;
        }
        w->at = w->line;
    }
}

int nt_vcd_need_word(nt_vcd_words *w, char **word, nt_error *error) {
    int result = nt_vcd_word(w, word, error);
    return result == 0 ? nt_vcd_fail(w, "the dump ends within a declaration", error) : result;
}

int nt_vcd_skip(nt_vcd_words *w, nt_error *error) {
    return nt_vcd_rest(w, NULL, 0, error);
}

int nt_vcd_rest(nt_vcd_words *w, char *text, size_t room, nt_error *error) {
    char *word;
    size_t size = 0;
    int result;
    if (room > 0) {
        text[0] = '\0';
    }
    while ((result = nt_vcd_need_word(w, &word, error)) > 0) {
        if (strcmp(word, "$end") == 0) {
            return 1;
        }
        const size_t length = strlen(word);
        if (size + length + 2 < room) {
            size += (size_t)snprintf(text + size, room - size, "%s%s", size == 0 ? "" : " ", word);
        }
    }
    return result;
}

/* Names. */

typedef enum place { NO_PLACE, INDEX, RANGE, RANGE_OF_ONE } place;

/* What is between brackets: "3", "31:0", "31 downto 0", "0 to 31", "3:3". */
static place place_of(const char *text, size_t length, long *index) {
    char copy[64];
    char *end;
    if (length == 0 || length >= sizeof copy) {
        return NO_PLACE;
    }
    (void)snprintf(copy, sizeof copy, "%.*s", (int)length, text);
    *index = strtol(copy, &end, 10);
    if (end == copy) {
        return NO_PLACE;
    }
    end += strspn(end, " ");
    if (*end == '\0') {
        return INDEX;
    }
    end += *end == ':'                       ? 1
           : strncmp(end, "downto ", 7) == 0 ? 7
           : strncmp(end, "to ", 3) == 0     ? 3
                                             : strlen(end);
    if (*end == '\0' || strspn(end, " -0123456789") != strlen(end)) {
        return NO_PLACE;
    }
    return strtol(end, NULL, 10) == *index ? RANGE_OF_ONE : RANGE;
}

static size_t without_spaces(const char *text, size_t length) {
    while (length > 0 && text[length - 1] == ' ') {
        length--;
    }
    return length;
}

const char *nt_vcd_name(char *text, unsigned bits, int *bit) {
    char *name = text[0] == '\\' ? text + 1 : text;
    char *second = name != text ? strchr(name, '\\') : NULL;
    if (second != NULL) { /* of VHDL's extended identifiers */
        memmove(second, second + 1, strlen(second));
    }
    const size_t length = without_spaces(name, strlen(name));
    *bit = -1;
    name[length] = '\0';
    const char *closes = length < 3 ? NULL : strchr("])>", name[length - 1]);
    if (closes == NULL) {
        return name;
    }
    size_t open = length - 1;
    const char opens = *closes == ']' ? '[' : *closes == ')' ? '(' : '<';
    while (open > 0 && name[open] != opens) {
        open--;
    }
    long index = 0;
    const place found = open == 0 ? NO_PLACE : place_of(name + open + 1, length - open - 2, &index);
    if ((found == INDEX || found == RANGE_OF_ONE) && bits == 1 && index >= 0 &&
        index < NT_VCD_BITS) {
        *bit = (int)index;
    }
    if (found == RANGE || found == RANGE_OF_ONE || *bit >= 0) {
        name[without_spaces(name, open)] = '\0';
    }
    return name;
}

const char *nt_vcd_scope_name(char *text) {
    static const char *const kinds[] = {
        "begin",   "class",   "fork",   "function", "generate",     "interface", "module",
        "package", "program", "struct", "task",     "vhdl_process", "union",
    };
    char *space = strchr(text, ' ');
    const char *name = space != NULL ? space + 1 : text;
    if (space != NULL && strchr(name, ' ') != NULL) {
        *strchr(space + 1, ' ') = '\0';
    }
    for (size_t i = 0; space == NULL && i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(text, kinds[i]) == 0) {
            return "";
        }
    }
    return name[0] == '\\' ? name + 1 : name;
}
