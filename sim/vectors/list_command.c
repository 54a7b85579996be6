/* ntrace vectors list */
#include "sim/commands.h"
#include "sim/util/options.h"
#include "sim/vectors/commands.h"
#include "sim/vectors/unit.h"

#include <stdio.h>

typedef struct list_options {
    const char *unit;
    const char *from;
    bool json;
    bool help;
} list_options;

static const nt_option table[] = {
    NT_OPTION_JSON_AS(list_options, "one JSON object, with what each shows"),
    NT_OPTION_HELP(list_options),
    {"unit", 'u', NT_OPTION_TEXT, offsetof(list_options, unit), 0, 0, NULL, "U",
     "those of one unit"},
    NT_VECTORS_FROM(list_options),
};

static json_t *vector_json(const nt_vector *vector) {
    return json_pack("{s:s, s:s, s:s, s:s, s:I, s:I}", "id", vector->id, "unit", vector->unit->name,
                     "build", vector->build, "shows", vector->shows, "messages",
                     (json_int_t)vector->messages, "bytes", (json_int_t)vector->size);
}

static int show(const char *path, json_t *list, nt_error *error) {
    nt_vector vector;
    int result = nt_vector_read(&vector, path, error);
    if (result == 0 && list != NULL) {
        result = json_array_append_new(list, vector_json(&vector)) == 0
                     ? 0
                     : nt_fail(error, "out of memory");
    } else if (result == 0) {
        printf("%-48s %-8s %6zu\n", vector.id, vector.unit->name, vector.size);
    }
    nt_vector_free(&vector);
    return result;
}

static int run_command(void *place, nt_error *error) {
    const list_options *options = place;
    nt_vector_list list;
    if (nt_vector_list_read(&list, options->from, options->unit, error) != 0) {
        return -1;
    }
    json_t *object = options->json ? json_pack("{s:[]}", "vectors") : NULL;
    json_t *array = options->json ? json_object_get(object, "vectors") : NULL;
    int result = 0;
    for (size_t i = 0; i < list.count && result == 0; i++) {
        result = show(list.path[i], array, error);
    }
    if (result == 0 && options->json) {
        result = nt_command_json(object, error);
    }
    json_decref(object);
    nt_vector_list_free(&list);
    return result;
}

const nt_command nt_vectors_list = {
    .name = "vectors list",
    .summary = "list the vectors: id, unit, bytes",
    .about = "List the vectors, one a line: id, unit, bytes expected.\n",
    NT_COMMAND_OPTIONS(table, list_options),
    .run = run_command,
};
