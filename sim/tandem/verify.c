/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/commands.h"
#include "sim/tandem/commands.h"
#include "sim/tandem/csr_fields.h"
#include "sim/tandem/elf_init.h"
#include "sim/tandem/input.h"
#include "sim/tandem/reference_load.h"
#include "sim/tandem/verifier.h"
#include "sim/tandem/verify_report.h"
#include "sim/util/number.h"
#include "sim/util/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ELFS = 16, SHOWN = 20, LISTED = 100000, PROGRESS = 1 << 14, LEAST = 90 };

typedef struct verify_options {
    nt_tandem_given given;
    const char *input;
    const char *elf[MOST_ELFS];
    size_t elfs;
    nt_tv_range ram[NT_TV_RANGES];
    size_t ranges;
    uint32_t limit;
    uint32_t least;
    uint32_t habits;
    const char *waivers;
    const char *reference;
    bool amo_load_causes;
    bool json;
    bool help;
} verify_options;

typedef struct verify_run {
    const verify_options *options;
    nt_error *error;
    nt_tv_verifier *verifier;
    json_t *differences; /* NULL: text */
    nt_tv_waivers waivers;
    nt_tv_loaded reference;
    uint64_t reports;
    nt_progress progress;
    unsigned xlen;
} verify_run;

static int take_report(void *context, const nt_tv_report *report) {
    verify_run *run = context;
    uint32_t limit = run->options->limit;
    run->reports++;
    if (run->reports > (limit != 0 ? limit : run->options->json ? LISTED : SHOWN)) {
        return 0;
    }
    if (run->differences == NULL) {
        nt_progress_end(&run->progress);
        nt_tv_report_print(report, run->xlen);
        return 0;
    }
    return nt_tv_report_json(run->differences, report, run->xlen) == 0
               ? 0
               : nt_fail_as(run->error, NT_ERROR_MEMORY, "out of memory");
}

static int take_group(void *context, const nt_tandem_group *group) {
    verify_run *run = context;
    uint64_t done = nt_tv_verifier_counts(run->verifier)->groups;
    if (done % PROGRESS == 0) {
        nt_progress_show(&run->progress, done, 0);
    }
    return nt_tv_verifier_take(run->verifier, group);
}

static int load_elfs(verify_run *run, const nt_tandem_format *format) {
    for (size_t i = 0; i < run->options->elfs; i++) {
        nt_tandem_elf *elf;
        if (nt_tandem_elf_open(&elf, run->options->elf[i], run->error) != 0) {
            return -1;
        }
        int result = nt_tandem_elf_init(elf, format, nt_tandem_elf_entry(elf), nt_tv_verifier_take,
                                        run->verifier, run->error);
        nt_tandem_elf_close(elf);
        if (result != 0) {
            return -1;
        }
    }
    return 0;
}

static int begin(void *context, const nt_tandem_input_info *info) {
    verify_run *run = context;
    const verify_options *options = run->options;
    nt_tv_setup setup = {.format = info->format,
                         .reference = &run->reference.table,
                         .amo_load_causes = options->amo_load_causes,
                         .habits = options->habits,
                         .waivers = options->waivers == NULL ? NULL : &run->waivers,
                         .ram = options->ram,
                         .ranges = options->ranges,
                         .sink = take_report,
                         .context = run,
                         .error = run->error};
    run->xlen = info->format.xlen;
    run->verifier = nt_tv_verifier_new(&setup);
    return run->verifier == NULL ? -1 : load_elfs(run, &info->format);
}

/* ---- result ---- */

typedef enum verdict { PASSED, FAILED, INCONCLUSIVE } verdict;

/* Instructions that are not waived. */
static uint64_t wanted(const nt_tv_counts *counts) {
    return counts->instructions - counts->waived;
}

static verdict verdict_of(const verify_run *run, const nt_tv_counts *counts) {
    uint64_t least = run->options->least;
    if (counts->reports != 0) {
        return FAILED;
    }
    bool enough = counts->losses == 0 && counts->verified != 0 &&
                  counts->verified * 100 >= wanted(counts) * least;
    return enough ? PASSED : INCONCLUSIVE;
}

/* Whether a habit explains differences, and nothing speaks against it. */
static bool is_proposed(const verify_run *run, nt_tv_habit habit) {
    const nt_tv_habit_count *count = &nt_tv_verifier_habits(run->verifier)[habit];
    return count->explains != 0 && count->contrary == 0 && (run->options->habits >> habit & 1) == 0;
}

static json_t *proposals_json(const verify_run *run) {
    json_t *array = json_array();
    for (nt_tv_habit habit = 0; habit < NT_TV_HABITS; habit++) {
        if (is_proposed(run, habit)) {
            (void)json_array_append_new(array, json_string(nt_tv_habit_name(habit)));
        }
    }
    return array;
}

static json_t *waivers_json(const nt_tv_waivers *waivers) {
    json_t *array = json_array();
    for (size_t i = 0; i < waivers->count; i++) {
        const nt_tv_waiver *waiver = &waivers->waiver[i];
        (void)json_array_append_new(array,
                                    json_pack("{s:i,s:s,s:I}", "line", (int)waiver->line, "waiver",
                                              waiver->text, "used", (json_int_t)waiver->used));
    }
    return array;
}

static int print_json(const verify_run *run, const nt_tv_counts *counts) {
    static const char *const names[] = {"passed", "failed", "inconclusive"};
    json_t *object = json_object();
    verdict verdict = verdict_of(run, counts);
    int failed = json_object_set(object, "differences", run->differences);
    failed |= json_object_set_new(object, "passed", json_boolean(verdict == PASSED));
    failed |= json_object_set_new(object, "verdict", json_string(names[verdict]));
    failed |= nt_tv_counts_json(object, counts);
    failed |= json_object_set_new(object, "habits", proposals_json(run));
    failed |= json_object_set_new(object, "waivers", waivers_json(&run->waivers));
    int result = failed != 0 ? nt_fail_as(run->error, NT_ERROR_MEMORY, "out of memory")
                             : nt_command_json(object, run->error);
    json_decref(object);
    return result;
}

static void print_notes(const verify_run *run) {
    for (nt_tv_habit habit = 0; habit < NT_TV_HABITS; habit++) {
        if (is_proposed(run, habit)) {
            printf("  %" PRIu64 " differences are explained by --habit %s: %s\n",
                   nt_tv_verifier_habits(run->verifier)[habit].explains, nt_tv_habit_name(habit),
                   nt_tv_habit_text(habit));
        }
    }
    for (size_t i = 0; i < run->waivers.count; i++) {
        const nt_tv_waiver *waiver = &run->waivers.waiver[i];
        printf("  waiver, line %u: %s %" PRIu64 " times: %s\n", waiver->line,
               waiver->used != 0 ? "used" : "NOT USED,", waiver->used, waiver->text);
    }
}

static void print_text(const verify_run *run, const nt_tv_counts *counts) {
    const char *input = run->options->input;
    nt_tv_counts_print(counts);
    print_notes(run);
    switch (verdict_of(run, counts)) {
    case FAILED:
        printf("%s: failed: %" PRIu64 " groups differ in %" PRIu64 " elements\n", input,
               counts->reports, counts->differences);
        break;
    case INCONCLUSIVE:
        if (counts->losses != 0) {
            printf("%s: inconclusive: instructions were lost in %" PRIu64
                   " places (groups with nothing in them)\n",
                   input, counts->losses);
            break;
        }
        printf("%s: inconclusive: %" PRIu64 " of %" PRIu64
               " instructions were verified, less than %" PRIu32 " %%\n",
               input, counts->verified, wanted(counts), run->options->least);
        break;
    default:
        printf("%s: passed: no difference\n", input);
        break;
    }
}

static int verify(verify_run *run) {
    nt_tandem_input input = {.path = run->options->input,
                             .given = &run->options->given,
                             .begin = begin,
                             .sink = take_group,
                             .context = run};
    nt_progress_start(&run->progress, "tv verify", "groups");
    int result = nt_tandem_input_read(&input, run->error);
    int end = run->verifier == NULL ? 0 : nt_tv_verifier_end(run->verifier);
    nt_progress_end(&run->progress);
    return result != 0 ? result : end;
}

static int finish(const verify_run *run) {
    const nt_tv_counts *counts = nt_tv_verifier_counts(run->verifier);
    if (run->differences == NULL) {
        print_text(run, counts);
    } else if (print_json(run, counts) != 0) {
        return NT_EXIT_USAGE;
    }
    return verdict_of(run, counts) == PASSED ? NT_EXIT_OK : NT_EXIT_FAILED;
}

/* ---- options ---- */

static int take_elf(void *place, const char *value, nt_error *error) {
    verify_options *options = place;
    if (options->elfs == MOST_ELFS) {
        return nt_fail(error, "--elf: %d files at most", MOST_ELFS);
    }
    options->elf[options->elfs++] = value;
    return 0;
}

static int take_ram(void *place, const char *value, nt_error *error) {
    verify_options *options = place;
    if (options->ranges == NT_TV_RANGES - 1) {
        return nt_fail(error, "--ram: %d ranges at most", NT_TV_RANGES - 1);
    }
    nt_tv_range *range = &options->ram[options->ranges++];
    return nt_parse_range(&range->first, &range->last, value, "--ram", UINT64_MAX, error);
}

static int take_habits(void *place, const char *value, nt_error *error) {
    return nt_tv_habits_parse(&((verify_options *)place)->habits, value, error);
}

/* The tables of the page, for what has no trace. */
static int print_tables(void *place, const char *value, nt_error *error) {
    (void)place;
    (void)value;
    (void)error;
    nt_csr_fields_print(stdout);
    printf("\n");
    nt_tv_habits_print(stdout);
    exit(NT_EXIT_OK);
}

static const nt_option options_table[] = {
    NT_OPERAND(verify_options, input, "F"),
    NT_OPTION_JSON_AS(verify_options, "one JSON object"),
    NT_OPTION_HELP(verify_options),
    NT_TANDEM_GIVEN_OPTIONS(verify_options),
    {"elf", 'e', NT_OPTION_TAKE, 0, 0, 0, take_elf, "PROGRAM",
     "what memory holds at first; may come several times"},
    {"ram", 0, NT_OPTION_TAKE, 0, 0, 0, take_ram, "FIRST:LAST",
     "memory that is no device, beside 0x80000000 to 0xffffffff and the MiB around what is "
     "initialized; may come several times"},
    {"limit", 'l', NT_OPTION_NUMBER, offsetof(verify_options, limit), 1, UINT32_MAX, NULL, "N",
     "show or list the first N groups that differ (20; JSON: 100000)"},
    {"least", 0, NT_OPTION_NUMBER, offsetof(verify_options, least), 0, 100, NULL, "PERCENT",
     "pass only if so many of the instructions were verified (90)"},
    {"habit", 0, NT_OPTION_TAKE, 0, 0, 0, take_habits, "NAME,...",
     "what the core's traces have otherwise: bluespec, or names of docs/tandem-verify.md"},
    {"reference", 0, NT_OPTION_TEXT, offsetof(verify_options, reference), 0, 0, NULL,
     "NAME|FILE.so",
     "what executes the instructions: unicorn, spike, or a shared object (unicorn)"},
    {"waivers", 'w', NT_OPTION_TEXT, offsetof(verify_options, waivers), 0, 0, NULL, "FILE",
     "what may differ, with reasons: instructions, CSRs, addresses"},
    {"tables", 0, NT_OPTION_DO, 0, 0, 0, print_tables, NULL,
     "print the tables of what harts may choose and of habits, and end"},
    {"amo-load-causes", 0, NT_OPTION_FLAG, offsetof(verify_options, amo_load_causes), 0, 0, NULL,
     NULL, "AMOs fault with the causes of loads, as in some simulators"},
};

static void init(void *place) {
    *(verify_options *)place =
        (verify_options){.given = NT_TANDEM_GIVEN_NOTHING, .least = LEAST, .reference = "unicorn"};
}

static int run_command(void *place, nt_error *error) {
    verify_options *options = place;
    verify_run run = {.options = options, .error = error};
    run.differences = options->json ? json_array() : NULL;
    bool unread = nt_tv_reference_load(&run.reference, options->reference, error) != 0 ||
                  (options->waivers != NULL &&
                   nt_tv_waivers_read(&run.waivers, options->waivers, error) != 0);
    int result = unread ? -1 : verify(&run);
    int status = result == 0 ? finish(&run) : NT_EXIT_USAGE;
    nt_tv_verifier_free(run.verifier);
    nt_tv_reference_unload(&run.reference);
    json_decref(run.differences);
    if (error->text[0] != '\0') {
        (void)fflush(stdout); /* what came before is good */
        return -1;
    }
    return status;
}

const nt_command nt_tv_verify = {
    .name = "tv verify",
    .summary = "compare a trace with a reference, instruction by instruction",
    .about = "Verify a tandem-verification trace: a reference executes each instruction beside it, "
             "and what\n"
             "differs is reported. docs/tandem-verify.md tells what is compared.\n"
             "Exit status 0: no difference, and enough was verified (--least); 1: a difference, or "
             "too little\nwas verified; 2: the trace cannot be decoded from some offset on.\n",
    NT_COMMAND_OPTIONS(options_table, verify_options),
    .init = init,
    .run = run_command,
};
