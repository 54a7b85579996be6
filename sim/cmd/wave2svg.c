/* SPDX-License-Identifier: Apache-2.0 */
/* ntrace wave2svg: a window of a file of waves as a timing diagram for documents. */
#include "libntrace/util/output_file.h"
#include "sim/commands.h"
#include "sim/util/options.h"
#include "sim/wave/convert.h"
#include "sim/wave/draw.h"

#include <stdio.h>
#include <string.h>

typedef struct options {
    const char *wave;
    nt_wave_request request;
    const char *output;
    const char *title;
    const char *clock;
    const char *renderer;
    uint32_t scale;
    bool json;
    bool help;
} options;

static int take_signal(void *place, const char *text, nt_error *error) {
    nt_wave_request *request = place;
    if (request->patterns == NT_WAVE_PATTERNS) {
        return nt_fail(error, "--signal: more than %d", NT_WAVE_PATTERNS);
    }
    request->pattern[request->patterns++] = text;
    return 0;
}

#define AT(field) offsetof(options, field)
static const nt_option table[] = {
    NT_OPERAND(options, wave, "WAVE"),
    {"output", 'o', NT_OPTION_OUTPUT, AT(output), 0, 0, NULL, "F.svg",
     "where the diagram goes (-: standard output)"},
    {"signal", 0, NT_OPTION_TAKE, AT(request), 0, 0, take_signal, "PATTERN",
     "a signal, by its name in the table of its unit (both sides, and the input of that name), by "
     "its name in the top or its path below it; * and ? for any characters. Once more for each "
     "further one (texts, inputs that change, what differs or changes)"},
    {"window", 0, NT_OPTION_TAKE, AT(request.window), 0, 0, nt_window_take, "WINDOW",
     "FIRST:LAST, cycles; or WHERE[,BEFORE:AFTER], WHERE: mismatch or SIGNAL=VALUE[#N] "
     "(mismatch,15:4; the first 24 without any)"},
    {"title", 0, NT_OPTION_TEXT, AT(title), 0, 0, NULL, "TEXT", "above it"},
    {"scale", 0, NT_OPTION_NUMBER, AT(scale), 1, NT_DIAGRAM_SCALE, NULL, "N",
     "how wide a cycle is, 1 to 9 (as labels need it, up to 3)"},
    {"clock", 0, NT_OPTION_TEXT, AT(clock), 0, 0, NULL, "NAME", "the clock (clk, clock or clk_i)"},
    {"renderer", 0, NT_OPTION_TEXT, AT(renderer), 0, 0, NULL, "PROGRAM",
     "called as wavedrompy is: --input FILE, SVG on standard output (wavedrompy)"},
    NT_OPTION_JSON_AS(options, "the WaveJSON on standard output; nothing is drawn"),
    NT_OPTION_HELP(options),
};

/* A text of lines: the renderer may not end the last one. */
static int copy(FILE *from, const char *path, nt_error *error) {
    char piece[1 << 16];
    nt_output_file *file;
    size_t size;
    char last = '\n';
    if (nt_output_file_open(&file, path, error) != 0) {
        return -1;
    }
    while ((size = fread(piece, 1, sizeof piece, from)) > 0) {
        last = piece[size - 1];
        if (nt_output_file_write(file, piece, size, error) != 0) {
            nt_output_file_abort(file);
            return -1;
        }
    }
    if (last != '\n' && nt_output_file_write(file, "\n", 1, error) != 0) {
        nt_output_file_abort(file);
        return -1;
    }
    return nt_output_file_commit(file, error);
}

static int put_svg(const options *o, const json_t *wavejson, nt_error *error) {
    FILE *svg;
    if (nt_convert_wavejson(wavejson, o->renderer, &svg, error) != 0) {
        return -1;
    }
    int result = copy(svg, o->output, error);
    (void)fclose(svg);
    return result;
}

static int put(const options *o, const nt_diagram *diagram, nt_error *error) {
    json_t *wavejson = nt_diagram_json(diagram, o->title, o->scale, NT_DRAWN_BY_WAVEDROM);
    int result = wavejson == NULL ? nt_fail(error, "out of memory, or a title that is not UTF-8")
                 : o->json        ? nt_command_json(wavejson, error)
                                  : put_svg(o, wavejson, error);
    json_decref(wavejson);
    return result;
}

static int draw(const options *o, const nt_wave *wave, nt_error *error) {
    nt_wave_choice choice;
    nt_diagram *diagram = NULL;
    if (nt_wave_choose(&choice, wave, &o->request, error) != 0) {
        return -1;
    }
    int result = nt_wave_draw(&diagram, wave, &choice, error);
    if (result == 0) {
        result = put(o, diagram, error);
    }
    nt_diagram_free(diagram);
    if (result == 0 && choice.left_out > 0) {
        fprintf(stderr, "%s: %u more signals change; --signal names those to show\n", wave->path,
                choice.left_out);
    }
    return result;
}

static int run_command(void *place, nt_error *error) {
    const options *o = place;
    nt_wave wave = {0};
    if (o->json == (o->output != NULL)) {
        return nt_fail(error, "needs either -o or --json");
    }
    int result = nt_wave_open(&wave, o->wave, o->clock, error) != 0 ? -1 : draw(o, &wave, error);
    nt_wave_free(&wave);
    return result;
}

const nt_command nt_cmd_wave2svg = {
    .name = "wave2svg",
    .summary = "draw a window of waves as a timing diagram",
    .about = "Draw a window of waves (VCD; FST where fst2vcd is installed) as a timing diagram, "
             "SVG for\n"
             "documents. WaveJSON, which --json prints, is made of it; the wavedrom package of "
             "PyPI draws\n"
             "that. Cycles that show the same are a gap, where there are many. Of waves of a "
             "lockstep, RTL\n"
             "stands above model, values that differ are red, texts are labels.\n",
    NT_COMMAND_OPTIONS(table, options),
    .run = run_command,
};
