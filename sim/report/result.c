/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/result.h"

#include "libntrace/util/input_file.h"
#include "libntrace/util/output_file.h"
#include "sim/report/bins.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* Members of a summary that a witness fills: right is 0, or a text that begins like the word; with
   one that begins like `unused` it had nothing to judge. */
static const struct {
    const char *member;
    const char *witness;
    const char *right;
    const char *unused;
} witnesses[] = {
    {"mismatches", "comparison", NULL, NULL}, {"roundtrip", "round trip", "exact", "not judged"},
    {"rules_broken", "rules", NULL, NULL},    {"pins", "pins", "exact", "not used"},
    {"signals", "signals", "exact", NULL},    {"illegal_cycles", "monitor", NULL, NULL},
};

/* Of `reached`, what is a bin. */
static const char *const states[] = {
#define MOST(name, group, words)
#define BIN(name, group, words) #name,
#include "sim/report/state_bins.def"
#undef BIN
};

enum { WITNESSES = sizeof witnesses / sizeof witnesses[0] };

/* Numbers of a summary that do not add up over runs. */
static const char *const no_figures[] = {"seed", "initial_seed", "rules_exercised",
                                         "signals_compared", "most_level"};

static json_t *integer(uint64_t value) {
    return json_integer((json_int_t)value);
}

json_t *nt_result_new(const char *kind, const char *unit, const char *build) {
    return json_pack("{s:i, s:{s:s, s:s, s:s, s:[], s:[], s:{}}, s:n, s:{}, s:{}, s:{}}",
                     "ntrace_result", NT_RESULT_VERSION, "run", "kind", kind, "unit", unit, "build",
                     build, "command", "inputs", "parameters", "failure", "figures", "witnesses",
                     "bins");
}

void nt_result_word(json_t *result, const char *word) {
    json_array_append_new(json_object_get(json_object_get(result, "run"), "command"),
                          json_string(word));
}

void nt_result_parameter(json_t *result, const char *name, int64_t value) {
    json_object_set_new(json_object_get(json_object_get(result, "run"), "parameters"), name,
                        json_integer(value));
}

static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static int sum_up(const char *path, uint64_t *size, uint32_t *checksum, nt_error *error) {
    enum { PIECE = 1 << 16 };
    nt_input_file *file;
    if (nt_input_file_open(&file, path, error) != 0) {
        return -1;
    }
    uint8_t *bytes = malloc(PIECE);
    ptrdiff_t count = bytes != NULL ? 1 : nt_fail(error, "out of memory");
    *size = 0;
    *checksum = 0;
    while (count > 0 && (count = nt_input_file_read(file, bytes, PIECE, error)) > 0) {
        *size += (uint64_t)count;
        *checksum = (uint32_t)crc32(*checksum, bytes, (uInt)count);
    }
    free(bytes);
    nt_input_file_close(file);
    return count < 0 ? -1 : 0;
}

int nt_result_input(json_t *result, const char *path, const char *behind, nt_error *error) {
    uint64_t size;
    uint32_t checksum;
    char text[16];
    char word[512];
    if (sum_up(path, &size, &checksum, error) != 0) {
        return -1;
    }
    (void)snprintf(text, sizeof text, "0x%08" PRIx32, checksum);
    (void)snprintf(word, sizeof word, "%s%s", name_of(path), behind);
    nt_result_word(result, word);
    json_array_append_new(
        json_object_get(json_object_get(result, "run"), "inputs"),
        json_pack("{s:s, s:o, s:s}", "name", name_of(path), "bytes", integer(size), "crc32", text));
    return 0;
}

/* ---- what a bench says ---- */

static bool is_right(const json_t *value, const char *right) {
    const char *text = json_string_value(value);
    return right != NULL ? text != NULL && strncmp(text, right, strlen(right)) == 0
                         : json_integer_value(value) == 0;
}

static const char *state_of(const json_t *value, unsigned row, bool failed) {
    const char *unused = witnesses[row].unused;
    const char *text = json_string_value(value);
    if (unused != NULL && text != NULL && strncmp(text, unused, strlen(unused)) == 0) {
        return "unused";
    }
    return is_right(value, witnesses[row].right) ? "right" : failed ? "wrong" : "unused";
}

static void put_witnesses(json_t *result, const json_t *summary, bool failed) {
    for (unsigned i = 0; i < WITNESSES; i++) {
        const json_t *value = json_object_get(summary, witnesses[i].member);
        if (value != NULL) {
            const char *state = state_of(value, i, failed);
            json_t *witness = json_pack("{s:s}", "state", state);
            if (json_is_string(value) && strcmp(state, "wrong") == 0) {
                json_object_set(witness, "words", json_object_get(summary, witnesses[i].member));
            }
            json_object_set_new(json_object_get(result, "witnesses"), witnesses[i].witness,
                                witness);
        }
    }
}

static bool is_figure(const char *member) {
    for (size_t i = 0; i < sizeof no_figures / sizeof no_figures[0]; i++) {
        if (strcmp(member, no_figures[i]) == 0) {
            return false;
        }
    }
    return true;
}

/* Adds up: a system has a checker for each hart. */
static void add_bin(json_t *result, const char *group, const char *name, uint64_t count) {
    char bin[NT_BIN_KEY];
    nt_bin_key(bin, group, name);
    json_t *bins = json_object_get(result, "bins");
    json_int_t before = json_integer_value(json_object_get(bins, bin));
    if (count != 0) {
        json_object_set_new(bins, bin, json_integer(before + (json_int_t)count));
    }
}

/* Integers, and what the state came through. */
static void put_figures(json_t *result, json_t *summary) {
    const char *member;
    json_t *value;
    json_object_foreach(summary, member, value) {
        if (json_is_integer(value) && is_figure(member)) {
            json_object_set(json_object_get(result, "figures"), member, value);
        }
    }
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        value = json_object_get(json_object_get(summary, "reached"), states[i]);
        add_bin(result, "state", states[i], (uint64_t)json_integer_value(value));
    }
}

void nt_result_summary(json_t *result, json_t *summary, const char *failure) {
    static const char *const taken_over[] = {"first_mismatch", "first_broken_rule",
                                             "first_illegal"};
    put_figures(result, summary);
    put_witnesses(result, summary, failure != NULL);
    if (failure != NULL) {
        json_object_set_new(result, "failure", json_string(failure));
        for (size_t i = 0; i < sizeof taken_over / sizeof taken_over[0]; i++) {
            json_t *value = json_object_get(summary, taken_over[i]);
            if (value != NULL) {
                json_object_set(result, taken_over[i], value);
            }
        }
    }
}

void nt_result_window(json_t *result, const char *text) {
    if (text == NULL) {
        return;
    }
    json_t *lines = json_array();
    for (size_t size; *text != '\0'; text += size + (text[size] == '\n')) {
        size = strcspn(text, "\n");
        json_array_append_new(lines, json_stringn(text, size));
    }
    json_object_set_new(result, "window", lines);
}

/* ---- what a checker has seen ---- */

static void add_message(void *result, const nt_message_bin *bin) {
    add_bin(result, "message", bin->name, bin->count);
}

void nt_result_diagrams(json_t *result, json_t *diagrams) {
    if (json_array_size(diagrams) > 0) {
        json_object_set(result, "diagrams", diagrams);
    }
    json_decref(diagrams);
}

void nt_result_check(json_t *result, const nt_check *check) {
    for (unsigned i = 0; i < NT_RULES; i++) {
        add_bin(result, "rule", nt_rules[i].id, nt_check_result(check, (nt_rule_id)i)->judged);
    }
    nt_message_bins_each(nt_check_bins(check), add_message, result);
}

void nt_result_without_bins(json_t *result) {
    json_object_clear(json_object_get(result, "bins"));
}

int nt_result_write(const json_t *result, const char *path, nt_error *error) {
    char *text = json_dumps(result, JSON_INDENT(1) | JSON_SORT_KEYS);
    size_t size = text != NULL ? strlen(text) : 0;
    char *line = text != NULL ? realloc(text, size + 2) : NULL;
    if (line == NULL) {
        free(text);
        return nt_fail(error, "out of memory, or a name that is not UTF-8");
    }
    (void)strcpy(line + size, "\n");
    int status = nt_output_file_text(path, line, error);
    free(line);
    return status;
}
