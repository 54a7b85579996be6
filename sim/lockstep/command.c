#include "sim/lockstep/command.h"

#include "sim/report/result.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOST_WORD = 128 };

/* Rows of the table that change nothing in the result, or that are put by hand. */
static const char *const left_out[] = {
    "json",    "help",   "quiet",    "output",  "wave",  "window",
    "results", "report", "coverage", "threads", "harts",
};

static bool is_left_out(const nt_option *row) {
    for (size_t i = 0; i < sizeof left_out / sizeof left_out[0]; i++) {
        if (strcmp(row->name, left_out[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void put_name(json_t *result, const char *name) {
    char word[MOST_WORD];
    (void)snprintf(word, sizeof word, "--%s", name);
    nt_result_word(result, word);
}

static void put_number(json_t *result, const char *name, uint64_t value) {
    char word[MOST_WORD];
    put_name(result, name);
    (void)snprintf(word, sizeof word, "%" PRIu64, value);
    nt_result_word(result, word);
}

static void put_text(json_t *result, const char *name, const char *value) {
    put_name(result, name);
    nt_result_word(result, value);
}

/* One option of the table, where it has not the value that holds anyway. */
static void put_row(json_t *result, const nt_option *row, const void *options, const void *preset) {
    const void *value = (const char *)options + row->offset;
    const void *usual = (const char *)preset + row->offset;
    switch (row->kind) {
    case NT_OPTION_FLAG:
        if (*(const bool *)value) {
            put_name(result, row->name);
        }
        break;
    case NT_OPTION_NUMBER:
        if (*(const uint32_t *)value != *(const uint32_t *)usual) {
            put_number(result, row->name, *(const uint32_t *)value);
        }
        break;
    case NT_OPTION_WIDE:
        if (*(const uint64_t *)value != *(const uint64_t *)usual) {
            put_number(result, row->name, *(const uint64_t *)value);
        }
        break;
    case NT_OPTION_TEXT:
        if (*(const char *const *)value != NULL) {
            put_text(result, row->name, *(const char *const *)value);
        }
        break;
    case NT_OPTION_TAKE:
    case NT_OPTION_DO:
        break; /* by hand, below */
    }
}

/* Control fields, also those of --best; of an ingress file they are its own. */
static void put_fields(const nt_lockstep_options *o, const nt_lockstep_options *preset,
                       json_t *result) {
    char word[MOST_WORD];
    for (unsigned i = 0; i < nt_control_field_count; i++) {
        uint32_t value = nt_control_get(&o->settings.control, i);
        if (value != nt_control_get(&preset->settings.control, i)) {
            (void)snprintf(word, sizeof word, "%s=%" PRIu32, nt_control_fields[i].name, value);
            put_text(result, "set", word);
        }
    }
    for (unsigned i = 0; o->system && i < o->component_count; i++) {
        put_text(result, "set", o->component[i].text);
    }
}

static void put_rest(const nt_lockstep_options *o, json_t *result) {
    char word[MOST_WORD];
    if (o->system) {
        put_number(result, "harts", o->harts);
    }
    if (o->sink != NT_SINK_AUTO) {
        put_text(result, "sink", nt_lockstep_sink_name(o->sink));
    }
    if (o->backpressure_given) {
        put_number(result, "backpressure", o->backpressure);
    }
    for (unsigned i = 0; i < o->mhpmevent_count; i++) {
        (void)snprintf(word, sizeof word, "0x%" PRIx64, o->mhpmevent[i]);
        put_text(result, "mhpmevent", word);
    }
    if (o->isa.zcmp || o->isa.zcmt) {
        put_text(result, "isa", !o->isa.zcmt ? "zcmp" : !o->isa.zcmp ? "zcmt" : "zcmp,zcmt");
    }
}

static int put_inputs(const nt_lockstep_options *o, json_t *result, nt_error *error) {
    for (unsigned i = 0; i < o->input_count; i++) {
        if (nt_result_input(result, o->inputs[i], "", error) != 0) {
            return -1;
        }
    }
    for (size_t i = 0; i < o->images.count; i++) {
        put_name(result, "image");
        const char *path = o->images.specs[i].path;
        if (nt_result_input(result, path, o->images.texts[i] + strlen(path), error) != 0) {
            return -1;
        }
    }
    return 0;
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
        put_text(result, "config", o->settings.config->name);
    }
    for (size_t i = 0; i < nt_lockstep_table_count; i++) {
        if (!is_left_out(&nt_lockstep_table[i])) {
            put_row(result, &nt_lockstep_table[i], o, &preset);
        }
    }
    put_fields(o, &preset, result);
    put_rest(o, result);
    return 0;
}
