#include "sim/report/bins.h"

#include "sim/check/message_bins.h"
#include "sim/check/rules.h"

#include <fnmatch.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

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
    bin.reason = reason_of(&bin);
    to->sink(to->context, &bin);
}

/* Its part is mode and message, the first two words. */
static void put_message(void *context, const char *name, uint64_t count) {
    char part[NT_BIN_NAME];
    (void)count;
    size_t mode = strcspn(name, " ");
    size_t both = mode + 1 + strcspn(name + mode + 1, " ");
    (void)snprintf(part, sizeof part, "%.*s", (int)both, name);
    put(context, (nt_bin){"message", name, part, "", NULL});
}

void nt_bins_each(nt_bin_sink *sink, void *context) {
    hand_over to = {sink, context};
    nt_message_bins_each(NULL, put_message, &to);
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        put(&to, states[i]);
    }
    for (unsigned i = 0; i < NT_RULES; i++) {
        put(&to, (nt_bin){"rule", nt_rules[i].id, nt_rules[i].clause, nt_rules[i].summary, NULL});
    }
}
