/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/recording/signal_map.h"

#include "libntrace/util/input_file.h"
#include "sim/recording/log_lines.h"
#include "sim/recording/vcd_words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { LINE = 1024 };

bool nt_path_ends_with(const char *path, const char *wanted) {
    const size_t length = strlen(path);
    const size_t tail = strlen(wanted);
    return length >= tail && strcmp(path + length - tail, wanted) == 0 &&
           (length == tail || path[length - tail - 1] == '.');
}

static int fail(nt_input_file *input, nt_error *error, const char *reason, const char *text) {
    return nt_fail_as(error, NT_ERROR_FORMAT, "%s: line %" PRIu64 ": %s: %.40s",
                      nt_input_file_path(input), nt_input_file_lines(input), reason, text);
}

const char *nt_signal_path(char *text) {
    int bit;
    for (char *c = text; *c != '\0'; c++) {
        *c = (char)(*c == '/' ? '.' : *c);
    }
    return nt_vcd_name(text + (text[0] == '.'), 0, &bit);
}

/* Whether one of ours has that name already. */
static bool is_taken(const nt_signal_map *map, const char *theirs) {
    for (unsigned i = 0; i < NT_RVFI_SIGNALS; i++) {
        if (strcmp(map->theirs[i], theirs) == 0) {
            return true;
        }
    }
    return false;
}

/* Where the other name of one of ours goes; NULL: there is no such. */
static char *place_of(nt_signal_map *map, const char *ours) {
    const nt_rvfi_signal signal = nt_rvfi_find(ours);
    const bool clock = strcasecmp(ours, "clk") == 0 || strcasecmp(ours, "clock") == 0;
    return clock ? map->clock : signal == NT_RVFI_SIGNALS ? NULL : map->theirs[signal];
}

/* "valid  tb.core.retire_valid", also with '=' or ',' between them */
static int take_line(nt_signal_map *map, nt_input_file *input, char *line, nt_error *error) {
    char *comment = strchr(line, '#');
    if (comment != NULL) {
        *comment = '\0';
    }
    for (char *c = line; *c != '\0'; c++) {
        *c = *c == '=' || *c == ',' ? ' ' : *c;
    }
    char *at = line;
    const char *ours = nt_text_word(&at);
    char *theirs = nt_text_word(&at);
    if (ours == NULL) {
        return 0;
    }
    char *place = place_of(map, ours);
    if (place == NULL) {
        return fail(input, error, "no signal of RVFI that is read", ours);
    }
    if (theirs == NULL || nt_text_word(&at) != NULL || strlen(theirs) >= NT_SIGNAL_NAME) {
        return fail(input, error, "expected our name and theirs", ours);
    }
    if (place[0] != '\0') {
        return fail(input, error, "given twice", ours);
    }
    const char *path = nt_signal_path(theirs);
    if (is_taken(map, path)) {
        return fail(input, error, "one signal for two of ours", path);
    }
    (void)snprintf(place, NT_SIGNAL_NAME, "%s", path);
    return 0;
}

int nt_signal_map_read(nt_signal_map *map, const char *path, nt_error *error) {
    nt_input_file *input;
    char line[LINE];
    if (path == NULL) {
        return 0;
    }
    if (nt_input_file_open(&input, path, error) != 0) {
        return -1;
    }
    int result;
    while ((result = nt_input_file_line(input, line, sizeof line, error)) > 0 &&
           (result = take_line(map, input, line, error)) == 0) {
    }
    nt_input_file_close(input);
    return result;
}

bool nt_signal_map_has(const nt_signal_map *map, nt_rvfi_signal signal) {
    return map->theirs[signal][0] != '\0';
}

int nt_signal_map_find(const nt_signal_map *map, const char *name) {
    for (unsigned i = 0; i < NT_RVFI_SIGNALS; i++) {
        if (map->theirs[i][0] != '\0' && nt_path_ends_with(name, map->theirs[i])) {
            return (int)i;
        }
    }
    return -1;
}

int nt_signal_map_check(const nt_signal_map *map, const nt_import_options *options, uint32_t found,
                        nt_error *error) {
    for (unsigned i = 0; i < NT_RVFI_SIGNALS; i++) {
        if (map->theirs[i][0] != '\0' && (found >> i & 1) == 0 && nt_rvfi_reads(i, options)) {
            return nt_fail_as(error, NT_ERROR_FORMAT, "%s: %s, for %s, is not in %s", options->map,
                              map->theirs[i], nt_rvfi_names[i], options->input);
        }
    }
    return 0;
}
