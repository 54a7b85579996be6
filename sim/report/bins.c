/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/bins.h"

#include "libntrace/messages/tables.h"
#include "sim/check/message_bins.h"
#include "sim/check/rules.h"
#include "sim/report/limits.h"

#include <fnmatch.h>
#include <stdio.h>

static const struct {
    const char *pattern;
    const char *reason;
} unreachable[] = {
#define UNREACHABLE(pattern, reason) {pattern, reason},
#include "sim/report/unreachable.def"
#undef UNREACHABLE
};

static const nt_bin states[] = {
#define MOST(name, group, words)
#define BIN(name, group, words) {"state", #name, group, words, NULL},
#include "sim/report/state_bins.def"
#undef BIN
};

typedef struct hand_over {
    const json_t *widest;
    nt_bin_sink *sink;
    void *context;
} hand_over;

void nt_bin_key(char key[NT_BIN_KEY], const char *group, const char *name) {
    (void)snprintf(key, NT_BIN_KEY, "%s: %s", group, name);
}

static const char *reason_of(const nt_bin *bin) {
    char key[NT_BIN_KEY];
    nt_bin_key(key, bin->group, bin->name);
    for (size_t i = 0; i < sizeof unreachable / sizeof unreachable[0]; i++) {
        if (fnmatch(unreachable[i].pattern, key, 0) == 0) {
            return unreachable[i].reason;
        }
    }
    return NULL;
}

static void put(const hand_over *to, nt_bin bin) {
    if (bin.reason == NULL) {
        bin.reason = reason_of(&bin);
    }
    to->sink(to->context, &bin);
}

/* A size that no value has in the builds that ran. */
static const char *too_wide(const hand_over *to, const nt_message_bin *bin, char text[NT_BIN_KEY]) {
    const char *parameter = "";
    if (bin->place == 0 || bin->value == 0 ||
        nt_fields[nt_message_layouts[bin->tcode].field[bin->place]].kind == NT_FIXED) {
        return NULL;
    }
    unsigned most = nt_limit_bytes(bin->tcode, bin->place, to->widest, &parameter);
    (void)snprintf(text, NT_BIN_KEY, "%s is %d at most in the builds that ran: %u byte%s",
                   parameter, (int)json_integer_value(json_object_get(to->widest, parameter)), most,
                   most == 1 ? "" : "s");
    return most != 0 && bin->value > most ? text : NULL;
}

static void put_message(void *context, const nt_message_bin *bin) {
    const hand_over *to = context;
    char text[NT_BIN_KEY];
    put(to, (nt_bin){"message", bin->name, bin->message, "", too_wide(to, bin, text)});
}

void nt_bins_each(const json_t *widest, nt_bin_sink *sink, void *context) {
    hand_over to = {widest, sink, context};
    nt_message_bins_each(NULL, put_message, &to);
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        put(&to, states[i]);
    }
    for (unsigned i = 0; i < NT_RULES; i++) {
        put(&to, (nt_bin){"rule", nt_rules[i].id, nt_rules[i].clause, nt_rules[i].summary, NULL});
    }
}
