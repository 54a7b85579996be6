/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/habits.h"

#include <string.h>

static const struct {
    const char *name;
    bool bluespec;
    const char *text;
} habits[NT_TV_HABITS] = {
#define HABIT(name, text, bluespec, what) [NT_TV_HABIT_##name] = {text, bluespec, what},
#include "sim/tandem/habits.def"
#undef HABIT
};

const char *nt_tv_habit_name(nt_tv_habit habit) {
    return habits[habit].name;
}

const char *nt_tv_habit_text(nt_tv_habit habit) {
    return habits[habit].text;
}

static bool is_name(const char *word, size_t length, const char *name) {
    return strlen(name) == length && strncmp(word, name, length) == 0;
}

static uint32_t find(const char *word, size_t length) {
    uint32_t found = 0;
    bool bluespec = is_name(word, length, "bluespec");
    for (unsigned i = 0; i < NT_TV_HABITS; i++) {
        bool wanted = bluespec ? habits[i].bluespec : is_name(word, length, habits[i].name);
        found |= wanted ? 1U << i : 0;
    }
    return found;
}

int nt_tv_habits_parse(uint32_t *set, const char *names, nt_error *error) {
    for (bool more = true; more;) {
        size_t length = strcspn(names, ",");
        uint32_t found = find(names, length);
        if (found == 0) {
            return nt_fail(error, "--habit: no such habit: %.*s", (int)length, names);
        }
        *set |= found;
        more = names[length] == ',';
        names += length + more;
    }
    return 0;
}

void nt_tv_habits_print(FILE *out) {
    fprintf(out, "| habit | what such a trace has | bluespec |\n| --- | --- | --- |\n");
    for (unsigned i = 0; i < NT_TV_HABITS; i++) {
        fprintf(out, "| %s | %s | %s |\n", habits[i].name, habits[i].text,
                habits[i].bluespec ? "yes" : "");
    }
}
