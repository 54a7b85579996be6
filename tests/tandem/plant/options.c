/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/tandem/plant/options.h"

#include "sim/tandem/text.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW = 4000 };

static int take_number(uint64_t *number, const char *text, nt_error *error) {
    char *end;
    *number = strtoull(text, &end, 10);
    return *text == '\0' || *end != '\0' ? nt_fail(error, "not a number: %s", text) : 0;
}

static int take_option(plant_options *o, const char *name, const char *value, nt_error *error) {
    if (strcmp(name, "--write") == 0) {
        o->write = value;
        return 0;
    }
    size_t used = strlen(o->text);
    (void)snprintf(o->text + used, sizeof o->text - used, " %s %s", name, value);
    if (strcmp(name, "--window") == 0) {
        return take_number(&o->window, value, error);
    }
    unsigned kind = nt_tandem_find_kind(value, strlen(value));
    if (kind == NT_TANDEM_KINDS) {
        return nt_fail(error, "no such kind of element: %s", value);
    }
    uint16_t *kinds = strcmp(name, "--drop") == 0   ? &o->drop
                      : strcmp(name, "--lack") == 0 ? &o->lack
                      : strcmp(name, "--mark") == 0 ? &o->mark
                                                    : NULL;
    if (kinds == NULL) {
        return nt_fail(error, "no such option: %s", name);
    }
    *kinds |= (uint16_t)(1U << kind);
    return 0;
}

int plant_options_parse(plant_options *options, int argc, char **argv, nt_error *error) {
    *options = (plant_options){.program = argv[0], .window = WINDOW};
    if (argc < 5) {
        return nt_fail(error, "usage: plant SEED KIND RUNS [OPTION VALUE...] TRACE...");
    }
    options->kind = argv[2];
    if (take_number(&options->seed, argv[1], error) != 0 ||
        take_number(&options->runs, argv[3], error) != 0) {
        return -1;
    }
    for (int i = 4; i < argc; i++) {
        bool option = strncmp(argv[i], "--", 2) == 0 && i + 1 < argc;
        if (option) {
            if (take_option(options, argv[i], argv[i + 1], error) != 0) {
                return -1;
            }
            i++;
        } else if (options->traces < PLANT_TRACES) {
            options->trace[options->traces++] = argv[i];
        }
    }
    return options->traces == 0 ? nt_fail(error, "no trace") : 0;
}
