/* SPDX-License-Identifier: Apache-2.0 */
/* ntrace vectors features */
#include "sim/commands.h"
#include "sim/util/options.h"
#include "sim/vectors/commands.h"
#include "sim/vectors/features.h"
#include "sim/vectors/unit.h"

#include <stdio.h>

typedef struct features_options {
    const char *from;
    bool json;
    bool help;
} features_options;

static const nt_option table[] = {
    NT_OPTION_JSON(features_options),
    NT_OPTION_HELP(features_options),
    NT_VECTORS_FROM(features_options),
};

static void print(const json_t *features) {
    for (size_t i = 0; i < json_array_size(features); i++) {
        const json_t *row = json_array_get(features, i);
        printf("%-12s %4lld  %s\n", json_string_value(json_object_get(row, "name")),
               (long long)json_integer_value(json_object_get(row, "vectors")),
               json_string_value(json_object_get(row, "meaning")));
    }
}

static int show(const nt_vector_unit *unit, void *place, nt_error *error) {
    const features_options *options = place;
    json_t *features = nt_vector_features(options->from, unit->name, error);
    int result = features == NULL ? -1 : 0;
    if (result == 0 && options->json) {
        json_t *object = json_pack("{s:O}", "features", features);
        result = nt_command_json(object, error);
        json_decref(object);
    } else if (result == 0) {
        print(features);
    }
    json_decref(features);
    return result;
}

static int run_vectors(void *place, nt_error *error) {
    return show(&nt_vector_encoder, place, error);
}

static int run_kit(void *place, nt_error *error) {
    return show(&nt_vector_port, place, error);
}

const nt_command nt_vectors_features = {
    .name = "vectors features",
    .summary = "list what a vector may need of an encoder",
    .about = "List the features that vectors may need of an encoder, one a line: name, number of\n"
             "vectors, meaning. `list --without`, and files of `--have`, take these names.\n",
    NT_COMMAND_OPTIONS(table, features_options),
    .run = run_vectors,
};

const nt_command nt_kit_features = {
    .name = "kit features",
    .summary = "list what a program may need of a hart",
    .about = "List the features that programs may need of a hart, one a line: name, number of\n"
             "programs, meaning. `list --without`, and files of `--have`, take these names.\n",
    NT_COMMAND_OPTIONS(table, features_options),
    .run = run_kit,
};
