/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/wave/wave.h"

#include "libntrace/util/input_file.h"
#include "sim/wave/convert.h"
#include "sim/wave/view.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- declarations ---- */

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

static bool ends(const char *text, const char *with) {
    size_t size = strlen(text);
    return size >= strlen(with) && strcmp(text + size - strlen(with), with) == 0;
}

/* By the names that scripts/unit.py gives the signals of the top. */
static nt_wave_role role_of(const char *path) {
    if (strchr(path, '.') != NULL) {
        return NT_WAVE_OTHER;
    }
    return ends(path, "_text") || ends(path, "_name") || ends(path, "_fields") ? NT_WAVE_WORDS
           : begins(path, "next_")                                             ? NT_WAVE_INPUT
           : begins(path, "rtl_")                                              ? NT_WAVE_RTL
           : begins(path, "model_")                                            ? NT_WAVE_MODEL
                                                                               : NT_WAVE_OTHER;
}

const char *nt_wave_name(const nt_wave_signal *signal) {
    switch (signal->role) {
    case NT_WAVE_INPUT:
        return signal->path + strlen("next_");
    case NT_WAVE_RTL:
        return signal->path + strlen("rtl_");
    case NT_WAVE_MODEL:
        return signal->path + strlen("model_");
    default:
        return signal->path;
    }
}

/* The path below the top, which is the first scope. False: it is too long. */
static bool put_path(char path[NT_VCD_NAME], const char *scope, const char *name) {
    const char *below = strchr(scope, '.');
    int size = below != NULL ? snprintf(path, NT_VCD_NAME, "%s.%s", below + 1, name)
                             : snprintf(path, NT_VCD_NAME, "%s", name);
    return size < NT_VCD_NAME;
}

static bool is_clock(const nt_wave *wave, const char *path) {
    const char *dot = strrchr(path, '.');
    const char *name = dot != NULL ? dot + 1 : path;
    if (wave->clock != NULL) {
        return strcmp(wave->clock, path) == 0 || strcmp(wave->clock, name) == 0;
    }
    return strcmp(name, "clk") == 0 || strcmp(name, "clock") == 0 || strcmp(name, "clk_i") == 0;
}

/* While declarations are read: takes the signals that there is room for. */
static int take(void *context, const nt_vcd_variable *variable) {
    nt_wave *wave = context;
    const unsigned bits = variable->bits;
    nt_wave_signal signal = {.bits = bits, .split = variable->bit >= 0};
    if (bits == 0 || bits > NT_VCD_BITS ||
        !put_path(signal.path, variable->scope, variable->name)) {
        return -1;
    }
    const int known = nt_wave_find(wave, signal.path);
    if (known >= 0 && signal.split && wave->known[known].split) {
        wave->known[known].bits++;
        return known;
    }
    if (known >= 0 || wave->count == NT_VCD_SIGNALS) {
        return -1;
    }
    signal.role = role_of(signal.path);
    if (bits == 1 && variable->bit <= 0 && wave->clock_at < 0 && is_clock(wave, signal.path)) {
        wave->clock_at = (int)wave->count;
    }
    if (strcmp(signal.path, "cycle") == 0 && bits == 64) {
        wave->cycle_at = (int)wave->count;
    }
    wave->known[wave->count] = signal;
    return (int)wave->count++;
}

/* The same once more: each gets its number again. They come in the same order, so that the search
   begins where the last one ended. */
typedef struct again {
    const nt_wave *wave;
    unsigned next;
} again;

static int take_again(void *context, const nt_vcd_variable *variable) {
    again *a = context;
    const bool split = variable->bit >= 0;
    char path[NT_VCD_NAME];
    if (!put_path(path, variable->scope, variable->name)) {
        return -1;
    }
    if (split) {
        const int known = nt_wave_find(a->wave, path);
        return known >= 0 && a->wave->known[known].split ? known : -1;
    }
    for (unsigned i = a->next; i < a->wave->count; i++) {
        if (a->wave->known[i].bits == variable->bits && !a->wave->known[i].split &&
            strcmp(a->wave->known[i].path, path) == 0) {
            a->next = i + 1;
            return (int)i;
        }
    }
    return -1;
}

int nt_wave_side(const nt_wave *wave, nt_wave_role side, const nt_wave_signal *of) {
    char path[NT_VCD_NAME + 8];
    (void)snprintf(path, sizeof path, "%s%s", side == NT_WAVE_RTL ? "rtl_" : "model_",
                   nt_wave_name(of));
    return nt_wave_find(wave, path);
}

static const char *readable(const nt_wave *wave) {
    return wave->vcd[0] != '\0' ? wave->vcd : wave->path;
}

/* An error of what was made of the file is one of the file. */
static int name_file(const nt_wave *wave, int result, nt_error *error) {
    size_t size = strlen(wave->vcd);
    if (result != 0 && size > 0 && strncmp(error->text, wave->vcd, size) == 0) {
        nt_error made = *error;
        error->text[0] = '\0';
        return nt_fail_as(error, made.code, "%s as VCD%s", wave->path, made.text + size);
    }
    return result;
}

typedef int action(const nt_wave *wave, nt_vcd *vcd, const void *context, nt_error *error);

/* Opens the file, lets `wanted` choose among its declarations, and does the rest, if there is any.
 */
static int with_vcd(const nt_wave *wave, nt_vcd_chooser *wanted, void *chooses, action *rest,
                    const void *context, nt_error *error) {
    nt_input_file *input;
    nt_vcd *vcd = NULL;
    if (nt_input_file_open(&input, readable(wave), error) != 0) {
        return -1;
    }
    int result = nt_vcd_open(&vcd, input, wanted, chooses, error);
    if (result == 0 && rest != NULL) {
        result = rest(wave, vcd, context, error);
    }
    nt_vcd_free(vcd);
    nt_input_file_close(input);
    return name_file(wave, result, error);
}

int nt_wave_open(nt_wave *wave, const char *path, const char *clock, nt_error *error) {
    *wave = (nt_wave){.path = path, .clock = clock, .clock_at = -1, .cycle_at = -1};
    wave->known = calloc(NT_VCD_SIGNALS, sizeof *wave->known);
    if (wave->known == NULL) {
        return nt_fail(error, "out of memory");
    }
    if (nt_convert_fst(path, &wave->temporary, error) != 0) {
        return -1;
    }
    if (wave->temporary != NULL) {
        (void)snprintf(wave->vcd, sizeof wave->vcd, "/proc/self/fd/%d", fileno(wave->temporary));
    }
    if (with_vcd(wave, take, wave, NULL, NULL, error) != 0) {
        return -1;
    }
    nt_wave_read_view(wave);
    return wave->clock_at >= 0 ? 0
           : wave->clock != NULL
               ? nt_fail(error, "%s: no clock %s", path, wave->clock)
               : nt_fail(error, "%s: no clk, clock or clk_i; --clock names it", path);
}

void nt_wave_free(nt_wave *wave) {
    free(wave->known);
    if (wave->temporary != NULL) {
        (void)fclose(wave->temporary);
    }
}

/* ---- values ---- */

bool nt_wave_number(const nt_vcd_signal *signal, uint64_t *value) {
    *value = 0;
    for (unsigned b = signal->bits; b-- > 0;) {
        if ((signal->now[b] != '0' && signal->now[b] != '1') || *value >> 63 != 0) {
            return false;
        }
        *value = *value << 1 | (signal->now[b] == '1');
    }
    return true;
}

/* The cycle that the values before an edge are of: that which the waves say, or as many as there
   were whole cycles before. False: they are of none. */
static bool cycle_of(const nt_wave *wave, const nt_vcd *vcd, uint64_t edges, uint64_t *cycle) {
    if (wave->cycle_at >= 0) {
        return nt_wave_number(nt_vcd_get(vcd, (unsigned)wave->cycle_at), cycle);
    }
    *cycle = edges - 1;
    return edges > 0;
}

typedef struct visit {
    nt_wave_visitor *each;
    void *context;
} visit;

/* Values hold from one rising edge to right before the next one, or to the end. What is before the
   first edge is no cycle, unless the waves say that it is: they may begin right after an edge. */
static int scan(const nt_wave *wave, nt_vcd *vcd, const void *context, nt_error *error) {
    const visit *v = context;
    int edge = 1;
    int result = 1;
    for (uint64_t edges = 0; edge == 1 && result == 1; edges++) {
        edge = nt_vcd_edge(vcd, (unsigned)wave->clock_at, error);
        uint64_t cycle;
        if (edge >= 0 && cycle_of(wave, vcd, edges, &cycle)) {
            result = v->each(v->context, vcd, cycle, error);
        }
    }
    return edge < 0 || result < 0 ? -1 : 0;
}

int nt_wave_scan(const nt_wave *wave, nt_wave_visitor *each, void *context, nt_error *error) {
    const visit v = {each, context};
    return with_vcd(wave, take_again, &(again){.wave = wave}, scan, &v, error);
}

/* ---- values in words ---- */

static void put_text(char label[NT_WAVE_LABEL], const nt_vcd_signal *signal) {
    size_t size = 0;
    for (unsigned byte = signal->bits / 8; byte-- > 0;) {
        unsigned character = 0;
        for (unsigned b = 8; b-- > 0;) {
            character = character << 1 | (signal->now[byte * 8 + b] == '1');
        }
        if (character != 0) {
            label[size++] = (char)(isprint((int)character) ? character : '?');
        }
    }
    label[size] = '\0';
}

/* Without zeros in front. */
static void put_hex(char label[NT_WAVE_LABEL], const nt_vcd_signal *signal) {
    size_t size = (size_t)snprintf(label, NT_WAVE_LABEL, "0x");
    for (unsigned digit = (signal->bits + 3) / 4; digit-- > 0;) {
        unsigned value = 0;
        for (unsigned b = 4; b-- > 0;) {
            unsigned at = digit * 4 + b;
            value = value << 1 | (at < signal->bits && signal->now[at] == '1');
        }
        if (value != 0 || size > 2 || digit == 0) {
            label[size++] = "0123456789abcdef"[value];
        }
    }
    label[size] = '\0';
}

void nt_wave_label(char label[NT_WAVE_LABEL], const nt_vcd_signal *signal, bool text) {
    _Static_assert(NT_WAVE_LABEL > NT_VCD_BITS / 4 + 3, "holds every number");
    for (unsigned b = 0; b < signal->bits; b++) {
        int bit = tolower((unsigned char)signal->now[b]);
        if (bit != '0' && bit != '1') {
            (void)snprintf(label, NT_WAVE_LABEL, "%s",
                           text                              ? ""
                           : bit == 'z' && signal->bits == 1 ? "z"
                                                             : "x");
            return;
        }
    }
    if (text) {
        put_text(label, signal);
    } else if (signal->bits == 1) {
        (void)snprintf(label, NT_WAVE_LABEL, "%c", signal->now[0]);
    } else {
        put_hex(label, signal);
    }
}
