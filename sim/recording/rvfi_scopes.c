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

/* The scope of a path, a new one where it has none yet; NULL: there are too many. Names with the
   prefix are a scope of their own: a core has a mem_addr beside its rvfi_mem_addr. */
static nt_rvfi_scope *scope_of(nt_rvfi_scopes *s, const char *path, bool prefixed) {
    for (unsigned i = s->count; i-- > 0;) { /* mostly the last one */
        if (s->scope[i].prefixed == prefixed && strcmp(s->scope[i].path, path) == 0) {
            return &s->scope[i];
        }
    }
    if (s->count == NT_RVFI_SCOPES) {
        return NULL;
    }
    nt_rvfi_scope *scope = &s->scope[s->count++];
    (void)snprintf(scope->path, sizeof scope->path, "%s", path);
    scope->prefixed = prefixed;
    return scope;
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
    const nt_rvfi_signal signal = nt_rvfi_find(variable->name);
    const char *asked = s->options->scope;
    if (signal == NT_RVFI_SIGNALS || !nt_rvfi_reads(signal, s->options) ||
        variable->bits > NT_VCD_BITS || (asked != NULL && strstr(variable->scope, asked) == NULL)) {
        return -1;
    }
    const bool prefixed = nt_rvfi_is_prefixed(variable->name);
    nt_rvfi_scope *scope = scope_of(s, variable->scope, prefixed);
    if (scope == NULL) {
        return -1;
    }
    scope->has |= 1U << signal;
    return NT_RVFI_SCOPED + (int)((scope - s->scope) * NT_RVFI_SIGNALS) + (int)signal;
}

/* The path without the index at its end: "top.rvfi_o[1]" is channel 1 of "top.rvfi_o". */
static bool channel_of(const char *path, size_t *base, unsigned *channel) {
    const size_t length = strlen(path);
    *base = length;
    *channel = 0;
    if (length < 3 || strchr("])", path[length - 1]) == NULL) {
        return false;
    }
    size_t open = length - 1;
    while (open > 0 && path[open] != '[' && path[open] != '(') {
        open--;
    }
    char *end;
    const unsigned long number = strtoul(path + open + 1, &end, 10);
    if (end == path + open + 1 || end != path + length - 1 || number >= NT_RVFI_CHANNELS) {
        return false;
    }
    *base = open;
    *channel = (unsigned)number;
    return true;
}

/* How well a scope fits: all that is needed, and the prefix. */
static unsigned rank(const nt_rvfi_scopes *s, const nt_rvfi_scope *scope) {
    const uint32_t has = scope->has | s->mapped;
    const uint32_t needed = (1U << (s->options->pcs_only ? NT_RVFI_NEEDED : NT_RVFI_OPTIONAL)) - 1;
    const char *asked = s->options->scope;
    size_t base;
    unsigned channel;
    char path[NT_VCD_NAME];
    (void)snprintf(path, sizeof path, "%s", scope->path);
    if (channel_of(path, &base, &channel) && asked != NULL && !nt_path_ends_with(path, asked)) {
        path[base] = '\0';
    }
    if ((has >> NT_RVFI_VALID & 1) == 0 || (asked != NULL && !nt_path_ends_with(path, asked))) {
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

static void take_scope(const nt_rvfi_scopes *s, unsigned scope, unsigned channel,
                       nt_rvfi_place *place) {
    for (unsigned n = 0; n < NT_RVFI_SIGNALS; n++) {
        place->signal[channel][n] = (s->mapped >> n & 1) != 0
                                        ? NT_RVFI_MAPPED + n
                                        : NT_RVFI_SCOPED + scope * NT_RVFI_SIGNALS + n;
    }
}

/* Scopes of the same name with other indices are further channels. */
static void take_channels(const nt_rvfi_scopes *s, unsigned chosen, nt_rvfi_place *place) {
    size_t base;
    unsigned channel;
    const char *path = s->scope[chosen].path;
    if (!channel_of(path, &base, &channel)) {
        return;
    }
    unsigned count = 0;
    for (unsigned c = 0; c < NT_RVFI_CHANNELS; c++) {
        for (unsigned i = 0; i < s->count; i++) {
            size_t other;
            if (channel_of(s->scope[i].path, &other, &channel) && channel == c && other == base &&
                strncmp(path, s->scope[i].path, base) == 0 &&
                s->scope[i].prefixed == s->scope[chosen].prefixed && rank(s, &s->scope[i]) != 0) {
                take_scope(s, i, count++, place);
                break;
            }
        }
    }
    place->channels = count;
    place->split = true;
}

bool nt_rvfi_scopes_choose(const nt_rvfi_scopes *s, const nt_vcd *vcd, nt_rvfi_place *place) {
    unsigned best = 0;
    unsigned chosen = 0;
    for (unsigned i = 0; i < s->count; i++) {
        const unsigned fit = rank(s, &s->scope[i]);
        if (fit > best) {
            best = fit;
            chosen = i;
        }
    }
    if (best == 0 && (s->mapped >> NT_RVFI_VALID & 1) == 0) {
        return false;
    }
    *place = (nt_rvfi_place){.channels = 1};
    take_scope(s, chosen, 0, place);
    take_channels(s, chosen, place);
    if (!place->split) {
        place->channels = nt_vcd_get(vcd, place->signal[0][NT_RVFI_VALID])->bits;
    }
    return place->channels >= 1 && place->channels <= NT_RVFI_CHANNELS;
}
