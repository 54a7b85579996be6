#include "sim/recording/signal_map.h"

#include "libntrace/util/input_file.h"
#include "sim/recording/log_lines.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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
    const char *theirs = nt_text_word(&at);
    if (ours == NULL) {
        return 0;
    }
    const nt_rvfi_signal signal = nt_rvfi_find(ours);
    if (signal == NT_RVFI_SIGNALS) {
        return fail(input, error, "no signal of RVFI that is read", ours);
    }
    if (theirs == NULL || nt_text_word(&at) != NULL || strlen(theirs) >= NT_SIGNAL_NAME) {
        return fail(input, error, "expected our name and theirs", ours);
    }
    if (map->theirs[signal][0] != '\0') {
        return fail(input, error, "given twice", ours);
    }
    (void)snprintf(map->theirs[signal], NT_SIGNAL_NAME, "%s", theirs);
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
