/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/lockstep/program.h"

#include "sim/lockstep/command.h"
#include "sim/report/made.h"
#include "sim/report/result.h"
#include "sim/util/command.h"
#include "sim/util/signals.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A program as it runs. */
typedef struct state {
    const nt_bench_program *program;
    int argc;
    char **argv;
    nt_lockstep_options options;
    char *folder; /* of reports */
    void *judged; /* the run that is judged, ... */
    void *again;  /* ... and the latest one that explains what that has found */
    bool has_again;
    const nt_lockstep *lockstep;
    char **window; /* what led to the finding, in words; NULL until that was printed */
    nt_config own; /* the build */
} state;

static int run_body(nt_lockstep *lockstep, void *context, nt_error *error) {
    state *s = context;
    s->has_again = nt_lockstep_is_again(lockstep);
    if (s->has_again) {
        s->program->release(s->again);
    }
    return s->program->run(s->has_again ? s->again : s->judged, &s->options, lockstep, error);
}

void nt_bench_program_put_word(FILE *out, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_./=,:+@%";
    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
        fputs(word, out);
        return;
    }
    fputc('\'', out);
    for (; *word != '\0'; word++) {
        fputs(*word == '\'' ? "'\\''" : (char[]){*word, '\0'}, out);
    }
    fputc('\'', out);
}

/* The bench that ran, and not the usual one: it may be of other RTL. What a witness has found needs
   all that it was given, thus the arguments of the run. */
static void print_command(const void *context, FILE *out) {
    const state *s = context;
    nt_bench_program_put_word(out, s->argv[0]);
    if (s->program->print_arguments != NULL && nt_lockstep_found(s->lockstep)->differs) {
        s->program->print_arguments(&s->options, s->folder, out);
        return;
    }
    for (int i = 1; i < s->argc; i++) {
        fputc(' ', out);
        nt_bench_program_put_word(out, s->argv[i]);
    }
}

static void print_past(const void *context, FILE *out, uint64_t at) {
    const state *s = context;
    size_t size;
    free(*s->window);
    FILE *text = open_memstream(s->window, &size);
    if (text == NULL) {
        *s->window = NULL;
        s->program->print_past(s->again, out, at);
        return;
    }
    s->program->print_past(s->again, text, at);
    (void)fclose(text);
    fputs(*s->window, out);
}

static void caption(void *context, const nt_probe_value *value) {
    const state *s = context;
    s->program->caption(s->has_again ? s->again : s->judged, value);
}

static void put_view(const void *context, nt_wave_save *save) {
    const state *s = context;
    s->program->put_view(s->judged, save);
}

/* The folder that the options ask for, or the default beside the output: the caller frees it. */
static char *report_folder(const nt_lockstep_options *options) {
    static const char name[] = "lockstep-mismatch";
    if (options->report != NULL) {
        return strdup(options->report);
    }
    const char *slash = options->output != NULL ? strrchr(options->output, '/') : NULL;
    char *folder;
    int beside = slash != NULL ? (int)(slash + 1 - options->output) : 0;
    return asprintf(&folder, "%.*s%s", beside, beside > 0 ? options->output : "", name) < 0
               ? NULL
               : folder;
}

static int print_json(const json_t *summary) {
    return json_dumpf(summary, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6)) != 0 ||
                   putchar('\n') == EOF
               ? -1
               : 0;
}

static int print_summary(const state *s, const json_t *summary, nt_error *error) {
    int result = s->options.json    ? print_json(summary)
                 : s->options.quiet ? 0
                                    : s->program->print_text(s->judged, stdout);
    return result == 0 && fflush(stdout) == 0
               ? 0
               : nt_fail(error, "standard output: %s", strerror(errno));
}

/* The result file of the run, if one is asked for. */
static int write_result(const state *s, json_t *summary, const char *failure, nt_error *error) {
    const nt_lockstep_options *o = &s->options;
    if (o->results == NULL) {
        return 0;
    }
    json_t *result = nt_result_new("lockstep", nt_unit_fast.name, nt_unit_fast.build);
    int status = nt_lockstep_put_command(o, result, error);
    if (status == 0) {
        nt_bench_program_put_parameters(result);
        nt_result_summary(result, summary, failure);
        nt_result_window(result, *s->window);
        nt_result_diagrams(result, nt_lockstep_diagrams(s->lockstep));
        if (s->program->put_result != NULL) {
            s->program->put_result(s->judged, result);
        }
        if (o->illegal) {
            nt_result_without_bins(result);
        }
        nt_lockstep_put_again(o, result);
        status = nt_made_put(result, error);
    }
    if (status == 0) {
        status = nt_result_write(result, o->results, error);
    }
    json_decref(result);
    return status;
}

/* The last line, for people. */
static int print_verdict(const state *s, const char *failure, nt_error *error) {
    if (s->options.json) {
        return 0;
    }
    if (failure != NULL) {
        printf("failed: %s", failure);
    } else {
        printf("passed: ");
        if (s->program->put_verdict != NULL) {
            s->program->put_verdict(s->judged, stdout);
        } else {
            printf("RTL and model agree");
        }
    }
    return putchar('\n') != EOF && fflush(stdout) == 0
               ? 0
               : nt_fail(error, "standard output: %s", strerror(errno));
}

/* The summary, then what went wrong, then the verdict. */
static int put_all(const state *s, json_t *summary, nt_lockstep *lockstep, nt_error *error) {
    const char *failure = s->program->failure(s->judged);
    if (print_summary(s, summary, error) != 0) {
        return -1;
    }
    if (failure != NULL) {
        fprintf(stderr, "ntrace lockstep: %s\n", failure);
        if (nt_lockstep_explain(lockstep, error) != 0) {
            return -1;
        }
        nt_lockstep_describe(lockstep, json_object_get(summary, "first_mismatch"));
    }
    if (write_result(s, summary, failure, error) != 0 || print_verdict(s, failure, error) != 0) {
        return -1;
    }
    return failure == NULL ? NT_EXIT_OK : NT_EXIT_FAILED;
}

static int report(const state *s, nt_lockstep *lockstep, nt_error *error) {
    json_t *summary = s->program->summary(s->judged);
    int status = summary != NULL ? put_all(s, summary, lockstep, error)
                                 : nt_fail(error, "out of memory, or a name that is not UTF-8");
    json_decref(summary);
    return status;
}

static nt_wave_format format_of(const nt_lockstep_options *options) {
    static const nt_wave_format formats[] = {
        [NT_LOCKSTEP_WAVE_BY_NAME] = NT_WAVE_BY_NAME,
        [NT_LOCKSTEP_WAVE_FST] = NT_WAVE_FST,
        [NT_LOCKSTEP_WAVE_VCD] = NT_WAVE_VCD,
    };
    return formats[options->wave_format];
}

static int judge(state *s, nt_error *error) {
    const nt_lockstep_options *o = &s->options;
    const nt_lockstep_bench bench = {.context = s,
                                     .body = run_body,
                                     .print_command = print_command,
                                     .print_past =
                                         s->program->print_past != NULL ? print_past : NULL,
                                     .explain = s->program->explain,
                                     .caption = s->program->caption != NULL ? caption : NULL,
                                     .put_view = s->program->put_view != NULL ? put_view : NULL,
                                     .report = s->folder,
                                     .report_given = s->options.report != NULL,
                                     .wave = o->wave,
                                     .window = o->window,
                                     .format = format_of(o),
                                     .coverage = o->coverage,
                                     .keep_going = o->keep_going,
                                     .progress = true,
                                     .cycles = o->cycles,
                                     .diagrams = o->results != NULL,
                                     .moments = o->moments,
                                     .moment_count = o->moment_count};
    nt_lockstep *lockstep = nt_lockstep_new(&bench, error);
    s->lockstep = lockstep;
    int status = lockstep != NULL ? nt_lockstep_judge(lockstep, error) : -1;
    if (status >= 0) {
        status = report(s, lockstep, error);
    }
    s->program->release(s->again);
    s->program->release(s->judged);
    nt_lockstep_free(lockstep);
    return status;
}

/* The RTL's parameter of this name; NULL: it has none, or the bench knows none. */
static const nt_unit_parameter *parameter(const char *name) {
    const nt_unit_parameter *found = nt_unit_fast.parameters;
    while (found != NULL && found->name != NULL && strcmp(found->name, name) != 0) {
        found++;
    }
    return found != NULL && found->name != NULL ? found : NULL;
}

/* The encoder's build, from the parameters of its RTL; NULL where that has others. */
static const nt_config *own_build(state *s) {
    s->own = (nt_config){.name = nt_unit_fast.build};
    for (const nt_config_parameter *p = nt_config_parameters; p->name != NULL; p++) {
        const nt_unit_parameter *found = parameter(p->name);
        if (found == NULL || found->value < 0 || found->value > UINT8_MAX) {
            return NULL;
        }
        *((uint8_t *)&s->own + p->offset) = (uint8_t)found->value;
    }
    return nt_config_complaint(&s->own) == NULL ? &s->own : NULL;
}

static int parse_and_judge(state *s, nt_error *error) {
    if (nt_lockstep_options_parse(&s->options, own_build(s), s->argc, s->argv, error) != 0) {
        return -1;
    }
    if (s->options.help) {
        nt_command_help(&nt_cmd_lockstep, stdout);
        return NT_EXIT_OK;
    }
    if (s->options.moment_count > 0 && s->options.results == NULL) { /* a job of a list gets one */
        return nt_fail(error, "--moment: needs --results");
    }
    if (nt_window_find_symbol(&s->options.window, nt_lockstep_symbols(&s->options), error) != 0 ||
        s->program->check(&s->options, error) != 0) {
        return -1;
    }
    s->folder = report_folder(&s->options);
    s->judged = calloc(1, s->program->run_size);
    s->again = calloc(1, s->program->run_size);
    bool memory = s->folder != NULL && s->judged != NULL && s->again != NULL;
    return memory ? judge(s, error) : nt_fail(error, "out of memory");
}

int nt_bench_program_main(const nt_bench_program *program, int argc, char **argv) {
    nt_signals_as_errors();
    nt_error error = {0};
    char *window = NULL;
    state s = {.program = program, .argc = argc, .argv = argv, .window = &window};
    int status = parse_and_judge(&s, &error);
    if (status < 0) {
        fprintf(stderr, "ntrace lockstep: %s\n", error.text);
    }
    nt_images_free(&s.options.images);
    nt_images_free(&s.options.symbols);
    free(window);
    free(s.folder);
    free(s.judged);
    free(s.again);
    return status < 0 ? NT_EXIT_USAGE : status;
}

void nt_bench_program_put_parameters(json_t *result) {
    for (const nt_unit_parameter *p = nt_unit_fast.parameters; p->name != NULL; p++) {
        nt_result_parameter(result, p->name, p->value);
    }
}

json_t *nt_bench_program_mismatch(const nt_lockstep_finding *found) {
    json_t *signals = json_array();
    for (unsigned i = 0; i < nt_unit_fast.probe_count; i++) {
        const nt_probe_value *value = &found->values[i];
        if (value->valid && value->rtl != value->model) {
            char expected[24];
            char got[24];
            (void)snprintf(expected, sizeof expected, "0x%" PRIx64, value->model);
            (void)snprintf(got, sizeof got, "0x%" PRIx64, value->rtl);
            json_array_append_new(signals, json_pack("{s:s, s:s, s:s}", "signal",
                                                     nt_unit_fast.probes[i].name, "expected",
                                                     expected, "got", got));
        }
    }
    return json_pack("{s:I, s:o}", "cycle", (json_int_t)found->at, "signals", signals);
}
