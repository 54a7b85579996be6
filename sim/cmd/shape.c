/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ingress/shape.h"
#include "sim/commands.h"
#include "sim/ingress/input.h"
#include "sim/ingress/monitor.h"
#include "sim/ingress/mutate.h"
#include "sim/ingress/random.h"
#include "sim/settings/settings.h"
#include "sim/util/options.h"
#include "sim/util/progress.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

enum { ILLEGAL_CHANCE = 256, MOST_NAMED = 10, PROGRESS_STEP = 1 << 16 };

typedef enum { FORM_BINARY, FORM_TEXT, FORM_HEX, FORMS } form;
static const char *const forms[FORMS] = {"binary", "text", "hex"};

typedef struct options {
    const char *input;
    const char *output;
    const char *image_out;
    form form;
    bool random, check, illegal, json, help;
    nt_shape_options shape;
    nt_random_options walk;
    nt_settings settings;
} options;

static int open_random(options *o, nt_source *source, nt_error *error) {
    o->walk.seed = o->shape.seed;
    o->walk.settings = &o->settings;
    if (nt_random_open(source, NULL, o->settings.config, &o->walk, error) != 0) {
        return -1;
    }
    if (o->image_out != NULL && nt_random_write_program(source, o->image_out, error) != 0) {
        source->close(source->self);
        return -1;
    }
    return 0;
}

static int open_input(options *o, nt_source *source, nt_error *error) {
    bool is_ingress;
    if (nt_input_fit(&o->settings, o->input, &is_ingress, error) != 0) {
        return -1;
    }
    if (is_ingress) {
        return nt_ingress_file_open(source, o->input, o->settings.config, error);
    }
    if (o->shape.blocks == 0) {
        o->shape.blocks = o->settings.config->nblocks;
    }
    o->shape.settings = &o->settings;
    return nt_shape_open(source, o->input, o->settings.config, &o->shape, error);
}

static int open_source(options *o, nt_source *source, nt_error *error) {
    int result;
    if (o->random) {
        result = open_random(o, source, error);
    } else {
        result = open_input(o, source, error);
    }
    if (result == 0 && o->illegal) {
        result = nt_mutate_open(source, *source, o->settings.config, o->shape.seed, ILLEGAL_CHANCE,
                                error);
    }
    return result;
}

static int open_writer(const options *o, nt_ingress_writer **writer, nt_error *error) {
    const nt_config *config = o->settings.config;
    return o->form == FORM_HEX
               ? nt_ingress_writer_open_hex(writer, o->output, config, error)
               : nt_ingress_writer_open(writer, o->output, o->form == FORM_TEXT, config, error);
}

static int copy(nt_source *source, nt_ingress_writer *writer, nt_error *error) {
    nt_cycle cycle;
    nt_progress progress;
    int more;
    nt_progress_start(&progress, "shape", "cycles");
    for (uint64_t n = 0; (more = source->next(source->self, false, &cycle, error)) == 1; n++) {
        if (nt_ingress_writer_cycle(writer, &cycle, error) != 0) {
            more = -1;
            break;
        }
        if (n % PROGRESS_STEP == 0) {
            nt_progress_show(&progress, n, 0);
        }
    }
    nt_progress_end(&progress);
    return more;
}

static int shape(options *o, nt_error *error) {
    nt_source source;
    if (open_source(o, &source, error) != 0) {
        return -1;
    }
    nt_ingress_writer *writer;
    int result = open_writer(o, &writer, error);
    if (result == 0) {
        result = copy(&source, writer, error);
        if (result == 0) {
            result = nt_ingress_writer_commit(writer, error);
        } else {
            nt_ingress_writer_abort(writer);
        }
    }
    source.close(source.self);
    return result;
}

/* Checking. */

typedef struct verdict {
    uint64_t cycles;
    uint64_t broken; /* cycles that break a rule */
    uint64_t first;  /* the first of them */
    const char *first_rule;
} verdict;

static int judge(nt_source *source, nt_monitor *monitor, bool named, verdict *v, nt_error *error) {
    nt_cycle cycle;
    int more;
    while ((more = source->next(source->self, false, &cycle, error)) == 1) {
        const char *rule = nt_monitor_step(monitor, &cycle);
        if (rule != NULL) {
            if (v->broken == 0) {
                v->first = v->cycles;
                v->first_rule = rule;
            }
            if (named && v->broken < MOST_NAMED) {
                printf("cycle %" PRIu64 ": %s\n", v->cycles, rule);
            }
            v->broken++;
        }
        v->cycles++;
    }
    return more;
}

static int print_json(const verdict *v, const nt_monitor *monitor, nt_error *error) {
    json_t *rules = json_object();
    for (unsigned r = 0; r < nt_monitor_rule_count; r++) {
        const char *text = nt_monitor_rules[r].text;
        char id[32];
        snprintf(id, sizeof id, "%.*s", (int)strcspn(text, ":"), text);
        json_object_set_new(rules, id, json_integer((json_int_t)nt_monitor_counts(monitor)[r]));
    }
    json_t *root = json_pack("{s:I, s:I, s:o}", "cycles", (json_int_t)v->cycles, "broken",
                             (json_int_t)v->broken, "rules", rules);
    if (v->broken > 0) {
        json_object_set_new(root, "first_cycle", json_integer((json_int_t)v->first));
        json_object_set_new(root, "first_rule", json_string(v->first_rule));
    }
    int result = nt_command_json(root, error);
    json_decref(root);
    return result;
}

/* 0, or -1; `*broken` says whether a rule was. */
static int check(options *o, bool *broken, nt_error *error) {
    nt_source source;
    const nt_config *config = o->settings.config_given ? o->settings.config : NULL;
    if (nt_ingress_file_open(&source, o->input, config, error) != 0) {
        return -1;
    }
    nt_config port = nt_ingress_file_config(&source);
    nt_monitor *monitor = nt_monitor_new(&port);
    verdict v = {0};
    int result = monitor == NULL ? nt_fail(error, "out of memory")
                                 : judge(&source, monitor, !o->json, &v, error);
    if (result == 0 && o->json) {
        result = print_json(&v, monitor, error);
    } else if (result == 0) {
        printf("%s: %" PRIu64 " cycles, %" PRIu64 " of them against the port's rules\n", o->input,
               v.cycles, v.broken);
    }
    *broken = v.broken > 0;
    nt_monitor_free(monitor);
    source.close(source.self);
    return result;
}

/* Options. */

static int take_form(void *place, const char *value, nt_error *error) {
    for (form f = 0; f < FORMS; f++) {
        if (strcmp(forms[f], value) == 0) {
            *(form *)place = f;
            return 0;
        }
    }
    return nt_fail(error, "--format %s: not binary, text or hex", value);
}

#define AT(member) offsetof(options, member)

static const nt_option table[] = {
    NT_OPERAND(options, input, "REC|F.nti"),
    NT_SETTINGS_OPTIONS(options, settings),
    NT_OPTION_JSON_AS(options, "with --check: one JSON object on standard output"),
    NT_OPTION_HELP(options),
    {"output", 'o', NT_OPTION_OUTPUT, AT(output), 0, 0, NULL, "FILE", "the ingress file"},
    {"format", 'f', NT_OPTION_TAKE, AT(form), 0, 0, take_form, "binary|text|hex",
     "hex has fixed columns for $fscanf (binary)"},
    NT_SHAPE_OPTIONS(options, shape),
    {"seed", 0, NT_OPTION_WIDE, AT(shape.seed), 0, UINT64_MAX, NULL, "N",
     "of all that is drawn (1)"},
    {"random", 'r', NT_OPTION_FLAG, AT(random), 0, 0, NULL, NULL,
     "a random walk over a random program"},
    {"cycles", 'n', NT_OPTION_WIDE, AT(walk.cycles), 1, UINT64_MAX, NULL, "N",
     "of the random walk (1000000)"},
    {"image-out", 0, NT_OPTION_OUTPUT, AT(image_out), 0, 0, NULL, "FILE",
     "the random program, as a recording for `decode --image`"},
    {"everything", 0, NT_OPTION_FLAG, AT(walk.everything), 0, 0, NULL, NULL,
     "all signals and control fields, not only a minimal encoder's"},
    {"registers", 0, NT_OPTION_FLAG, AT(walk.registers), 0, 0, NULL, NULL,
     "control fields are written by APB"},
    {"keep-control", 0, NT_OPTION_FLAG, AT(walk.keep_control), 0, 0, NULL, NULL,
     "no random trTeInstMode, trTeInstStallEna and sink"},
    {"illegal", 0, NT_OPTION_FLAG, AT(illegal), 0, 0, NULL, NULL,
     "now and then a cycle that the port forbids"},
    {"check", 0, NT_OPTION_FLAG, AT(check), 0, 0, NULL, NULL,
     "name the cycles that break the port's rules"},
};

static int check_options(const options *o, nt_error *error) {
    if (o->check && (o->random || o->output != NULL)) {
        return nt_fail(error, "--check takes an ingress file and makes none");
    }
    if (o->output == NULL && !o->check) {
        return nt_fail(error, "-o is missing (see --help)");
    }
    if (o->image_out != NULL && !o->random) {
        return nt_fail(error, "--image-out is for --random");
    }
    if (o->json && !o->check) {
        return nt_fail(error, "--json is for --check");
    }
    return 0;
}

static void init(void *place) {
    options *o = place;
    *o = (options){.shape.seed = 1, .shape.ctype = 1, .walk.cycles = 1000000};
    nt_settings_init(&o->settings);
}

static int run_command(void *place, nt_error *error) {
    options *o = place;
    bool broken = false;
    if (check_options(o, error) != 0 ||
        (o->check ? check(o, &broken, error) : shape(o, error)) != 0) {
        return -1;
    }
    return broken ? NT_EXIT_FAILED : NT_EXIT_OK;
}

const nt_command nt_cmd_shape = {
    .name = "shape",
    .summary = "make ingress cycles of a recording, or at random; check them",
    .usage = "REC|F.nti -o OUT.nti [OPTION...]\n--random -o OUT.nti [--image-out PROGRAM.ntr] "
             "[OPTION...]\n--check F.nti [--json]",
    .about = "Make ingress cycles: of a recording, or at random; or check them against the port's "
             "rules\n"
             "(exit status 1 when one is broken). An ingress file as input is written in another "
             "form.\n",
    NT_COMMAND_OPTIONS(table, options),
    .instead = {"random"},
    .init = init,
    .run = run_command,
};
