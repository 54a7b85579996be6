/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/wave/view.h"

#include <stdio.h>
#include <string.h>

/* What GTKWave's save files say of the next signal (tb/lockstep/wave_save.c). */
static const char red[] = "[color] 1\n";
static const char top[] = "TOP.";

static FILE *open_beside(const char *path) {
    char view[4096];
    size_t size = strlen(path);
    if (size < 5 || size + 2 > sizeof view ||
        (strcmp(path + size - 4, ".fst") != 0 && strcmp(path + size - 4, ".vcd") != 0)) {
        return NULL;
    }
    (void)snprintf(view, sizeof view, "%.*s.gtkw", (int)(size - 4), path);
    return fopen(view, "r");
}

/* A line with the path of a signal, and its range if it has one. */
static void note(nt_wave *wave, char *line) {
    line[strcspn(line, "[\n")] = '\0';
    int signal = nt_wave_find(wave, line + strlen(top));
    if (signal >= 0) {
        wave->known[signal].differed = true;
        wave->has_differed = true;
    }
}

void nt_wave_read_view(nt_wave *wave) {
    char line[4096];
    bool is_red = false;
    FILE *file = open_beside(wave->path);
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, top, strlen(top)) == 0) {
            if (is_red) {
                note(wave, line);
            }
            is_red = false;
        } else if (line[0] != '@' && line[0] != '^') {
            is_red = strcmp(line, red) == 0;
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
}
