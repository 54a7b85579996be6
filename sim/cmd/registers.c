/* SPDX-License-Identifier: Apache-2.0 */
/* ntrace registers: the registers of all components and their fields. */
#include "sim/commands.h"
#include "sim/registers/register_list.h"
#include "sim/settings/settings.h"
#include "sim/util/options.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct registers_options {
    nt_settings settings;
    nt_words names; /* none: all */
    bool json;
    bool page;
    bool help;
} registers_options;

static const nt_option table[] = {
    NT_OPERANDS(registers_options, names, 0, "NAME"),
    {"config", 'c', NT_OPTION_TAKE, offsetof(registers_options, settings), 0, 0,
     nt_settings_take_config, "NAME", "the build that --json describes, or FILE.cfg (rv64)"},
    {"page", 0, NT_OPTION_FLAG, offsetof(registers_options, page), 0, 0, NULL, NULL,
     "as docs/registers.md has them"},
    NT_OPTION_JSON_AS(registers_options, "one JSON object: also how many units the build has, and "
                                         "what writing all ones to a field leaves there"),
    NT_OPTION_HELP(registers_options),
};

static void init(void *place) {
    nt_settings_init(&((registers_options *)place)->settings);
}

static int run_command(void *place, nt_error *error) {
    const registers_options *options = place;
    int result = 0;
    if (options->names.count != 0 && (options->json || options->page)) {
        return nt_fail(error, "%s: not with --json or --page (see --help)", options->names.word[0]);
    }
    if (options->json && options->page) {
        return nt_fail(error, "--json, --page: one of them (see --help)");
    }
    if (options->json) {
        json_t *object = nt_register_json(options->settings.config);
        result = nt_command_json(object, error);
        json_decref(object);
        return result;
    }
    for (size_t i = 0; i < options->names.count && result == 0; i++) {
        result = nt_register_show(stdout, options->names.word[i], error);
    }
    if (options->names.count != 0) {
        return result;
    }
    (options->page ? nt_register_page : nt_register_list)(stdout);
    return NT_EXIT_OK;
}

const nt_command nt_cmd_registers = {
    .name = "registers",
    .summary = "list the registers of the encoder and their fields",
    .about = "List the registers of encoder, funnel, sinks and bridge, their fields, and what they "
             "mean;\n"
             "or those registers and fields that are named.\n",
    NT_COMMAND_OPTIONS(table, registers_options),
    .init = init,
    .run = run_command,
};
