/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/lockstep/command.h"

#include "sim/report/command.h"
#include "sim/report/made.h"
#include "sim/report/result.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOST_WORD = 128 };

/* Options that change nothing in the result, or that are put by hand. */
static const char *const left_out[] = {
    "json",   "help",     "quiet",   "output", "wave",       "window", "results",
    "report", "coverage", "threads", "harts",  "no-sidecar", NULL,
};

/* Fields of other components; in the bench of an encoder alone they are control fields. */
static void put_components(const nt_lockstep_options *o, json_t *result) {
    for (unsigned i = 0; o->system && i < o->component_count; i++) {
        nt_result_option(result, "set", o->component[i].text);
    }
}

static void put_rest(const nt_lockstep_options *o, json_t *result) {
    char word[MOST_WORD];
    if (o->system) {
        nt_result_number(result, "harts", o->harts);
    }
    if (o->sink != NT_SINK_AUTO) {
        nt_result_option(result, "sink", nt_lockstep_sink_name(o->sink));
    }
    if (o->backpressure_given) {
        nt_result_number(result, "backpressure", o->backpressure);
    }
    for (unsigned i = 0; i < o->mhpmevent_count; i++) {
        (void)snprintf(word, sizeof word, "0x%" PRIx64, o->mhpmevent[i]);
        nt_result_option(result, "mhpmevent", word);
    }
    for (unsigned i = 0; i < o->moment_count; i++) {
        nt_result_option(result, "moment", o->moments[i].text);
    }
    nt_result_isa(result, &o->isa);
}

static int put_inputs(const nt_lockstep_options *o, json_t *result, nt_error *error) {
    for (unsigned i = 0; i < o->input_count; i++) {
        if (nt_result_input(result, o->inputs[i], "", error) != 0) {
            return -1;
        }
    }
    return nt_result_images(result, &o->images, error);
}

int nt_lockstep_put_command(const nt_lockstep_options *o, json_t *result, nt_error *error) {
    nt_lockstep_options preset;
    nt_lockstep_options_init(&preset);
    nt_result_word(result, "ntrace");
    nt_result_word(result, "lockstep");
    if (put_inputs(o, result, error) != 0) {
        return -1;
    }
    if (o->unit == NULL) {
        nt_result_option(result, "config", o->settings.config->name);
    }
    nt_result_options(
        result, &(nt_result_table){nt_lockstep_table, NT_LOCKSTEP_ROWS, o, &preset, left_out});
    nt_result_control(result, &o->settings, NT_FIELDS_BY_VALUE);
    put_components(o, result);
    put_rest(o, result);
    return 0;
}

void nt_lockstep_put_again(const nt_lockstep_options *o, json_t *result) {
    nt_made_again(result, 2);
    for (unsigned i = 0; i < o->input_count; i++) {
        nt_made_input(result, o->inputs[i], "");
    }
    for (size_t i = 0; i < o->images.count; i++) {
        const char *path = o->images.specs[i].path;
        nt_made_input(result, path, o->images.texts[i] + strlen(path));
    }
    nt_made_seed(result, o->shape.seed);
}
