/* SPDX-License-Identifier: Apache-2.0 */
/* The table of commands for programs: scripts/completion.py makes completion of it. */
#include "model/config.h"
#include "sim/util/command.h"

#include <string.h>

static json_t *choices_of(const nt_command *command) {
    json_t *array = json_array();
    nt_choice choice;
    for (size_t i = 0; command->choice(i, &choice); i++) {
        json_array_append_new(array, json_string(choice.name));
    }
    return array;
}

static json_t *builds(void) {
    json_t *array = json_array();
    for (const nt_config *config = nt_configs; config->name != NULL; config++) {
        json_array_append_new(array, json_string(config->name));
    }
    return array;
}

static json_t *option_json(const nt_command *command, const nt_option *option) {
    char letter[2] = {option->letter, '\0'};
    json_t *object =
        json_pack("{s:s, s:s, s:s}", "name", option->name, "letter", letter, "help", option->help);
    if (option->value != NULL) {
        json_object_set_new(object, "value", json_string(option->value));
    }
    if (option->kind == NT_OPTION_OUTPUT) {
        json_object_set_new(object, "writes", json_true());
    }
    if (command->choice != NULL && strcmp(command->choice_option, option->name) == 0) {
        json_object_set_new(object, "choices", choices_of(command));
    } else if (strcmp(option->name, "config") == 0) {
        json_object_set_new(object, "choices", builds());
    }
    return object;
}

static json_t *command_json(const nt_command *command) {
    json_t *options = json_array();
    for (size_t i = 0; i < command->option_count; i++) {
        if (command->options[i].kind != NT_OPTION_TITLE && command->options[i].help != NULL) {
            json_array_append_new(options, option_json(command, &command->options[i]));
        }
    }
    json_t *object = json_pack("{s:s, s:s, s:o}", "name", command->name, "summary",
                               command->summary, "options", options);
    if (command->commands != NULL) {
        json_object_set_new(object, "commands", nt_command_table_json(command->commands));
    }
    return object;
}

json_t *nt_command_table_json(const nt_command *const *commands) {
    json_t *array = json_array();
    for (; *commands != NULL; commands++) {
        json_array_append_new(array, command_json(*commands));
    }
    return array;
}
