/* SPDX-License-Identifier: Apache-2.0 */
/* ntrace import: what other programs wrote becomes a recording. */
#include "sim/recording/import.h"

#include "sim/commands.h"
#include "sim/decode/images.h"
#include "sim/decode/isa_options.h"
#include "sim/util/options.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

typedef struct arguments {
    nt_import_options import;
    nt_images images;
    const nt_import_format *format;
    const char *output;
    bool json;
    bool help;
} arguments;

static int take_format(void *place, const char *name, nt_error *error) {
    const nt_import_format **format = place;
    *format = nt_import_format_named(name);
    return *format != NULL ? 0 : nt_fail(error, "--format %s: no such format (see --help)", name);
}

static const nt_option table[] = {
    NT_OPERAND(arguments, import.input, "FILE"),
    {"format", 'f', NT_OPTION_TAKE, offsetof(arguments, format), 0, 0, take_format, "FORMAT",
     "one of those below"},
    {"output", 'o', NT_OPTION_OUTPUT, offsetof(arguments, output), 0, 0, NULL, "REC",
     "the recording; '-' is standard output"},
    NT_OPTION_IMAGE(arguments),
    {"pcinfo", 'p', NT_OPTION_TEXT, offsetof(arguments, import.pcinfo), 0, 0, NULL, "FILE",
     "pcseq: the program, as the reference tools' pcinfo"},
    {"scope", 0, NT_OPTION_TEXT, offsetof(arguments, import.scope), 0, 0, NULL, "PATH",
     "rvfi-vcd: the module that has the signals, or the end of its path (the first one)"},
    {"clock", 0, NT_OPTION_TEXT, offsetof(arguments, import.clock), 0, 0, NULL, "PATH",
     "rvfi-vcd: the clock, likewise (clk, clock, clk_i)"},
    {"map", 0, NT_OPTION_TEXT, offsetof(arguments, import.map), 0, 0, NULL, "FILE",
     "rvfi, rvfi-vcd: other names of signals, a line each: ours, theirs"},
    {"pcs-only", 0, NT_OPTION_FLAG, offsetof(arguments, import.pcs_only), 0, 0, NULL, NULL,
     "read instructions and traps alone, no registers and memory"},
    NT_ISA_OPTIONS(arguments, import.isa),
    {"harts", 0, NT_OPTION_NUMBER, offsetof(arguments, import.harts), 1, UINT16_MAX, NULL, "N",
     "spike, rocket, rvvi, execlog: harts in FILE (1)"},
    {"xlen", 'x', NT_OPTION_TAKE, offsetof(arguments, import.xlen), 0, 0, nt_take_xlen, "32|64",
     "which FILE does not tell (64; ibex, cv32e40p 32; pc: as the image has it)"},
    NT_OPTION_JSON(arguments),
    NT_OPTION_HELP(arguments),
};

static int check_arguments(const arguments *a, nt_error *error) {
    if (nt_import_check(a->format, &a->import, a->images.count != 0, error) != 0) {
        return -1;
    }
    if (a->json && strcmp(a->output, "-") == 0) {
        return nt_fail(error, "-o -: the recording and --json cannot share standard output");
    }
    return 0;
}

static int load(arguments *a, nt_error *error) {
    if (a->images.count == 0) {
        return 0;
    }
    a->import.program = nt_images_load(&a->images, error);
    return a->import.program != NULL ? 0 : -1;
}

static int run(arguments *a, nt_import_counts *counts, nt_error *error) {
    nt_progress progress;
    nt_progress_start(&progress, "import", "instructions");
    int result = nt_import_file(a->format, &a->import, a->output, &progress, counts, error);
    nt_progress_end(&progress);
    return result;
}

static void warn_of_breaks(const arguments *a, const nt_import_counts *counts) {
    if (counts->breaks != 0) {
        fprintf(stderr,
                "ntrace import: %s: line %" PRIu64 ": not where the code leads; %" PRIu64
                " such place%s recorded as interrupt%s%s\n",
                a->import.input, counts->first_break, counts->breaks,
                counts->breaks == 1 ? "" : "s", counts->breaks == 1 ? "" : "s",
                counts->zcm
                    ? "; c.fsdsp before one may be of Zcmp or Zcmt: --isa zcmp,zcmt reads them"
                    : "");
    }
}

static int report(const arguments *a, const nt_import_counts *counts, nt_error *error) {
    if (!a->json) {
        return 0;
    }
    json_t *summary =
        json_pack("{s:s, s:s, s:i, s:I, s:I}", "recording", a->output, "format", a->format->name,
                  "xlen", (int)a->import.xlen, "instructions", (json_int_t)counts->instructions,
                  "breaks", (json_int_t)counts->breaks);
    int result = nt_command_json(summary, error);
    json_decref(summary);
    return result;
}

static void init(void *place) {
    ((arguments *)place)->import = (nt_import_options){.harts = 1};
}

static void release(void *place) {
    arguments *a = place;
    nt_program_free(a->import.program);
    nt_images_free(&a->images);
}

static int run_command(void *place, nt_error *error) {
    arguments *a = place;
    nt_import_counts counts = {0};
    if (check_arguments(a, error) != 0 || load(a, error) != 0 || run(a, &counts, error) != 0 ||
        report(a, &counts, error) != 0) {
        return -1;
    }
    warn_of_breaks(a, &counts);
    return NT_EXIT_OK;
}

static bool format(size_t index, nt_choice *choice) {
    const nt_import_format *row = nt_import_formats[index];
    return row != NULL && nt_choice_set(choice, row->name, row->summary);
}

const nt_command nt_cmd_import = {
    .name = "import",
    .summary = "make a recording of what another program wrote",
    .about = "Make a recording of what another program wrote. FILE may be packed by gzip; '-' is "
             "standard\n"
             "input.\n",
    NT_COMMAND_OPTIONS(table, arguments),
    .required = {"format", "output"},
    .init = init,
    .release = release,
    .run = run_command,
    .choice_option = "format",
    .choice_heading = "Formats",
    .choice = format,
};
