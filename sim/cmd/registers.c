/* ntrace registers: the registers of all components and their fields. */
#include "sim/commands.h"
#include "sim/registers/register_list.h"
#include "sim/settings.h"
#include "sim/util/options.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

static const char help[] =
    "usage: ntrace registers [--config NAME] [--json | --page]\n"
    "\n"
    "List the registers of encoder, funnel, sinks and bridge, their fields, and what they mean.\n"
    "\n"
    "  -c, --config NAME         the build that --json describes, or FILE.cfg (rv64)\n"
    "  -j, --json                one JSON object: also how many units the build has, and what\n"
    "                            writing all ones to a field leaves there\n"
    "      --page                as docs/registers.md has them\n"
    "  -h, --help\n";

typedef struct registers_options {
    nt_settings settings;
    bool json;
    bool page;
    bool help;
} registers_options;

static const nt_option table[] = {
    {.name = "config",
     .letter = 'c',
     .kind = NT_OPTION_TAKE,
     .offset = offsetof(registers_options, settings),
     .take = nt_settings_take_config},
    {.name = "page", .kind = NT_OPTION_FLAG, .offset = offsetof(registers_options, page)},
    NT_OPTION_JSON(registers_options),
    NT_OPTION_HELP(registers_options),
};

static int run(int argc, char **argv, nt_error *error) {
    registers_options options = {0};
    nt_settings_init(&options.settings);
    int first =
        nt_options_parse(table, sizeof table / sizeof table[0], &options, argc, argv, error);
    if (first < 0) {
        return -1;
    }
    if (options.help) {
        fputs(help, stdout);
        return 0;
    }
    if (first != argc || (options.json && options.page)) {
        return nt_fail(error, "no file is needed, and one of --json and --page; see --help");
    }
    if (options.json) {
        json_t *object = nt_register_json(options.settings.config);
        int result = nt_command_json(object, error);
        json_decref(object);
        return result;
    }
    (options.page ? nt_register_page : nt_register_list)(stdout);
    return 0;
}

int nt_cmd_registers(int argc, char **argv) {
    nt_error error = {0};
    return run(argc, argv, &error) == 0 ? NT_EXIT_OK : nt_command_fail("registers", &error);
}
