/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/recording/rvfi_scopes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool is_clock(const nt_rvfi_scopes *s, const char *path, const char *name) {
    const char *mapped = s->map.clock[0] == '\0' ? NULL : s->map.clock;
    const char *asked = s->options->clock != NULL ? s->options->clock : mapped;
    return asked != NULL ? nt_path_ends_with(path, asked)
                         : strcasecmp(name, "clk") == 0 || strcasecmp(name, "clock") == 0 ||
                               strcasecmp(name, "clk_i") == 0;
}

/* The scope of a path and a kind of names, a new one where it has none yet; NULL: there are too
   many. Names with the prefix are a scope of their own: a core has a mem_addr beside its
   rvfi_mem_addr. */
static nt_rvfi_scope *scope_of(nt_rvfi_scopes *s, const char *path, const char *name, int element) {
    const bool prefixed = nt_rvfi_is_prefixed(name);
    const bool capital = name[0] >= 'A' && name[0] <= 'Z';
    for (unsigned i = s->count; i-- > 0;) { /* mostly the last one */
        nt_rvfi_scope *scope = &s->scope[i];
        if (scope->prefixed == prefixed && scope->capital == capital && scope->element == element &&
            strcmp(scope->path, path) == 0) {
            return scope;
        }
    }
    if (s->count == NT_RVFI_SCOPES) {
        return NULL;
    }
    nt_rvfi_scope *scope = &s->scope[s->count++];
    (void)snprintf(scope->path, sizeof scope->path, "%s", path);
    scope->prefixed = prefixed;
    scope->capital = capital;
    scope->element = element;
    return scope;
}

/* The text without the index at its end: "top.rvfi_o[1]" is number 1 of "top.rvfi_o". -1: it has
   none that a channel could have. */
static int index_of(const char *text, size_t *base) {
    const size_t length = strlen(text);
    *base = length;
    if (length < 3 || strchr("])", text[length - 1]) == NULL) {
        return -1;
    }
    size_t open = length - 1;
    while (open > 0 && text[open] != '[' && text[open] != '(') {
        open--;
    }
    char *end;
    const unsigned long number = strtoul(text + open + 1, &end, 10);
    if (end == text + open + 1 || end != text + length - 1 || number >= NT_RVFI_CHANNELS) {
        return -1;
    }
    *base = open;
    return (int)number;
}

/* A signal of a scope: by its name, or as an element of an array. */
static int scoped(nt_rvfi_scopes *s, const nt_vcd_variable *variable) {
    char name[NT_VCD_NAME];
    size_t base = strlen(variable->name);
    int element = -1;
    nt_rvfi_signal signal = nt_rvfi_find(variable->name);
    (void)snprintf(name, sizeof name, "%s", variable->name);
    if (signal == NT_RVFI_SIGNALS && (element = index_of(name, &base)) >= 0) {
        name[base] = '\0';
        signal = nt_rvfi_find(name);
    }
    if (signal == NT_RVFI_SIGNALS || !nt_rvfi_reads(signal, s->options) || variable->bits == 0 ||
        variable->bits > NT_VCD_BITS) {
        return -1;
    }
    nt_rvfi_scope *scope = scope_of(s, variable->scope, name, element);
    if (scope == NULL) {
        return -1;
    }
    scope->has |= 1U << signal;
    return NT_RVFI_SCOPED + (int)((scope - s->scope) * NT_RVFI_SIGNALS) + (int)signal;
}

int nt_rvfi_scopes_wanted(void *context, const nt_vcd_variable *variable) {
    nt_rvfi_scopes *s = context;
    char path[2 * NT_VCD_NAME];
    (void)snprintf(path, sizeof path, "%s%s%s", variable->scope,
                   variable->scope[0] == '\0' ? "" : ".", variable->name);
    const int mapped = nt_signal_map_find(&s->map, path);
    if (mapped >= 0 && ((s->mapped >> mapped & 1) == 0 || variable->bit >= 0)) {
        s->mapped |= 1U << mapped;
        return NT_RVFI_MAPPED + mapped;
    }
    if (variable->bits == 1 && variable->bit <= 0 && !s->has_clock &&
        is_clock(s, path, variable->name)) {
        s->has_clock = true;
        return NT_RVFI_CLOCK;
    }
    const char *asked = s->options->scope;
    return asked == NULL || strstr(variable->scope, asked) != NULL ? scoped(s, variable) : -1;
}

/* ---- the choice, once all are declared ---- */

/* The elements of a number in the arrays of a scope; NULL: it has none. */
static const nt_rvfi_scope *elements_of(const nt_rvfi_scopes *s, const nt_rvfi_scope *scope,
                                        unsigned number) {
    unsigned left = number;
    for (int element = 0; element < NT_RVFI_CHANNELS; element++) {
        for (unsigned i = 0; i < s->count; i++) {
            const nt_rvfi_scope *other = &s->scope[i];
            if (other->element == element && other->prefixed == scope->prefixed &&
                other->capital == scope->capital && strcmp(other->path, scope->path) == 0 &&
                left-- == 0) {
                return other;
            }
        }
    }
    return NULL;
}

/* How well a scope fits: all that is needed, and the prefix. */
static unsigned rank(const nt_rvfi_scopes *s, const nt_rvfi_scope *scope) {
    const nt_rvfi_scope *elements = elements_of(s, scope, 0);
    const uint32_t has = scope->has | s->mapped | (elements != NULL ? elements->has : 0);
    const uint32_t needed = (1U << (s->options->pcs_only ? NT_RVFI_NEEDED : NT_RVFI_OPTIONAL)) - 1;
    const char *asked = s->options->scope;
    size_t base;
    char path[NT_VCD_NAME];
    (void)snprintf(path, sizeof path, "%s", scope->path);
    if (index_of(path, &base) >= 0 && asked != NULL && !nt_path_ends_with(path, asked)) {
        path[base] = '\0';
    }
    if (scope->element >= 0 || (has >> NT_RVFI_VALID & 1) == 0 ||
        (asked != NULL && !nt_path_ends_with(path, asked))) {
        return 0;
    }
    /* Without the prefix, names such as valid are common: only a scope that has them all counts,
       or one that was asked for. */
    const bool whole = (has & needed) == needed;
    if (!whole && !scope->prefixed && asked == NULL && strstr(path, "rvfi") == NULL) {
        return 0;
    }
    return 1U + (scope->prefixed ? 1U : 0U) + (whole ? 2U : 0U);
}

static void take_scope(const nt_rvfi_scopes *s, const nt_rvfi_scope *scope, nt_rvfi_part *part) {
    const unsigned first = NT_RVFI_SCOPED + (unsigned)(scope - s->scope) * NT_RVFI_SIGNALS;
    for (unsigned n = 0; n < NT_RVFI_SIGNALS; n++) {
        const bool mapped = (s->mapped >> n & 1) != 0;
        part[n] = (nt_rvfi_part){mapped ? NT_RVFI_MAPPED + n : first + n, 0, 1};
    }
}

/* Channels side by side in each signal, but for arrays, which have an element for each. */
static void share(const nt_rvfi_scopes *s, const nt_rvfi_scope *scope, unsigned channels,
                  nt_rvfi_place *place) {
    place->channels = channels;
    for (unsigned c = 0; c < channels && c < NT_RVFI_CHANNELS; c++) {
        const nt_rvfi_scope *elements = elements_of(s, scope, c);
        nt_rvfi_part own[NT_RVFI_SIGNALS];
        take_scope(s, scope, place->part[c]);
        if (elements != NULL) {
            take_scope(s, elements, own);
        }
        for (unsigned n = 0; n < NT_RVFI_SIGNALS; n++) {
            const bool shared = (scope->has >> n & 1) != 0 || (s->mapped >> n & 1) != 0;
            if (!shared && elements != NULL && (elements->has >> n & 1) != 0) {
                place->part[c][n] = own[n];
            } else {
                place->part[c][n].number = c;
                place->part[c][n].parts = channels;
            }
        }
    }
}

/* Whether a scope is a channel: a struct of RVFI, and no instance that has signals of its own. */
static bool is_channel(const nt_rvfi_scope *scope) {
    const char *last = strrchr(scope->path, '.');
    return !scope->prefixed || strstr(last != NULL ? last : scope->path, "rvfi") != NULL;
}

/* Scopes of the same name with other indices are further channels. */
static bool take_channels(const nt_rvfi_scopes *s, const nt_rvfi_scope *chosen,
                          nt_rvfi_place *place) {
    size_t base;
    if (!is_channel(chosen) || index_of(chosen->path, &base) < 0) {
        return false;
    }
    for (int c = 0; c < NT_RVFI_CHANNELS; c++) {
        for (unsigned i = 0; i < s->count; i++) {
            size_t other;
            const nt_rvfi_scope *scope = &s->scope[i];
            if (index_of(scope->path, &other) == c && other == base &&
                strncmp(chosen->path, scope->path, base) == 0 &&
                scope->prefixed == chosen->prefixed && scope->capital == chosen->capital &&
                rank(s, scope) != 0) {
                take_scope(s, scope, place->part[place->channels++]);
                break;
            }
        }
    }
    return true;
}

bool nt_rvfi_scopes_choose(const nt_rvfi_scopes *s, const nt_vcd *vcd, nt_rvfi_place *place) {
    unsigned best = 0;
    const nt_rvfi_scope *chosen = &s->scope[0];
    for (unsigned i = 0; i < s->count; i++) {
        const unsigned fit = rank(s, &s->scope[i]);
        if (fit > best) {
            best = fit;
            chosen = &s->scope[i];
        }
    }
    if (best == 0 && (s->mapped >> NT_RVFI_VALID & 1) == 0) {
        return false;
    }
    *place = (nt_rvfi_place){.channels = 0};
    if (!take_channels(s, chosen, place)) {
        take_scope(s, chosen, place->part[0]);
        share(s, chosen, nt_vcd_get(vcd, place->part[0][NT_RVFI_VALID].signal)->bits, place);
    }
    return place->channels >= 1 && place->channels <= NT_RVFI_CHANNELS;
}
