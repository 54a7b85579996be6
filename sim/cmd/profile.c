/* SPDX-License-Identifier: Apache-2.0 */
/* ntrace profile: a profile by samples of counters and CTR, beside the exact one of the N-Trace. */
#include "sim/commands.h"
#include "sim/profile/files.h"
#include "sim/profile/report.h"
#include "sim/util/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct profile_options {
    nt_images images;
    nt_profile_options profile;
    uint32_t depth;
    const char *output;
    bool strict;
    bool json;
    bool help;
} profile_options;

static int take_event(void *place, const char *text, nt_error *error) {
    profile_options *o = place;
    return nt_profile_event_parse(&o->profile.sampler.event, text, error);
}

static int take_stack(void *place, const char *text, nt_error *error) {
    nt_sampler_options *s = &((profile_options *)place)->profile.sampler;
    const bool both = strcmp(text, "both") == 0;
    s->branches = both || strcmp(text, "branches") == 0;
    s->calls = both || strcmp(text, "ras") == 0;
    return s->branches || s->calls ? 0 : nt_fail(error, "--stack %s: both, ras or branches", text);
}

#define SAMPLER(field) offsetof(profile_options, profile.sampler.field)
static const nt_option table[] = {
    NT_OPERAND(profile_options, profile.recording, "REC"),
    {"period", 0, NT_OPTION_WIDE, SAMPLER(period), 1, UINT64_C(1) << 62, NULL, "N",
     "events from sample to sample"},
    {"event", 0, NT_OPTION_TAKE, 0, 0, 0, take_event, "EVENT",
     "what is counted: a name below, or a value of mhpmevent with its inhibit bits (instructions)"},
    {"random", 'r', NT_OPTION_FLAG, SAMPLER(is_random), 0, 0, NULL, NULL,
     "each period is drawn, from N/2 to 3N/2"},
    {"seed", 0, NT_OPTION_WIDE, SAMPLER(seed), 0, UINT64_MAX, NULL, "N", "of what is drawn (1)"},
    {"output", 'o', NT_OPTION_OUTPUT, offsetof(profile_options, output), 0, 0, NULL, "DIR",
     "a folder for samples.folded (call stacks), flame.svg, branches.txt (as `perf script -F "
     "ip,brstack` prints branch stacks), exact.folded, report.json and report.txt"},
    {"stack", 0, NT_OPTION_TAKE, 0, 0, 0, take_stack, "both|ras|branches",
     "what CTR records: the call stack (RASEMU), transfers, or, by two of them beside each other, "
     "both (both)"},
    {"depth", 0, NT_OPTION_NUMBER, offsetof(profile_options, depth), 16, NT_SAMPLER_RECORDS, NULL,
     "N", "entries of CTR: 16, 32, 64, 128 or 256 (32)"},
    {"strict", 0, NT_OPTION_FLAG, offsetof(profile_options, strict), 0, 0, NULL, NULL,
     "a biased sampler is a failure: exit status 1"},
    {"limit", 'l', NT_OPTION_WIDE, SAMPLER(limit), 1, UINT64_MAX, NULL, "N",
     "stop after N instructions"},
    {"hart", 0, NT_OPTION_NUMBER, SAMPLER(hart), 0, UINT16_MAX, NULL, "N", "which hart (0)"},
    {"blocks", 0, NT_OPTION_NUMBER, SAMPLER(blocks), 1, NT_CTR_BLOCKS, NULL, "N",
     "of the hart: blocks per cycle at most (1)"},
    {"instructions", 0, NT_OPTION_NUMBER, SAMPLER(instructions), 1, 255, NULL, "N",
     "and instructions per block at most (1)"},
    NT_OPTION_IMAGE(profile_options),
    NT_OPTION_JSON(profile_options),
    NT_OPTION_HELP(profile_options),
};

static int take_sample(void *files, const nt_sample *sample, nt_error *error) {
    return nt_profile_files_sample(files, sample, error);
}

static int report(const profile_options *o, const nt_profile *p, nt_error *error) {
    if (!o->json) {
        return nt_profile_print(p, stdout) == 0 ? 0 : nt_fail(error, "out of memory");
    }
    json_t *root = nt_profile_json(p);
    int result = nt_command_json(root, error);
    json_decref(root);
    return result;
}

static int run(profile_options *o, nt_profile *p, nt_error *error) {
    nt_profile_files *files = NULL;
    if (o->output != NULL &&
        nt_profile_files_open(&files, o->output, o->profile.sampler.branches, error) != 0) {
        return -1;
    }
    o->profile.sample = files == NULL ? NULL : take_sample;
    o->profile.context = files;
    if (nt_profile_make(p, &o->profile, error) != 0) {
        nt_profile_files_abort(files);
        return -1;
    }
    if (files != NULL && nt_profile_files_commit(files, p, error) != 0) {
        return -1;
    }
    if (report(o, p, error) != 0) {
        return -1;
    }
    const bool biased = p->verdict == NT_VERDICT_BIASED || p->verdict == NT_VERDICT_WITHIN;
    return nt_profile_is_whole(p) && !(o->strict && biased) ? NT_EXIT_OK : NT_EXIT_FAILED;
}

static void init(void *place) {
    profile_options *o = place;
    nt_sampler_options *s = &o->profile.sampler;
    o->depth = 32;
    s->seed = s->blocks = s->instructions = 1;
    s->branches = s->calls = true;
    (void)nt_profile_event_get(&s->event, NT_EVENT_ID_INSTRUCTIONS);
}

static void release(void *place) {
    nt_images_free(&((profile_options *)place)->images);
}

static int check_words(profile_options *o, nt_error *error) {
    nt_sampler_options *s = &o->profile.sampler;
    if (s->is_random && s->period < 2) {
        return nt_fail(error, "--period 1: nothing can be drawn; 2 or more with --random");
    }
    if ((o->depth & (o->depth - 1)) != 0) {
        return nt_fail(error, "--depth %u: 16, 32, 64, 128 or 256", o->depth);
    }
    s->depth = (uint16_t)o->depth;
    return 0;
}

static int run_command(void *place, nt_error *error) {
    profile_options *o = place;
    nt_profile profile = {.rows = NULL};
    o->profile.images = &o->images;
    int result = check_words(o, error) != 0 ? -1 : run(o, &profile, error);
    nt_profile_free(&profile);
    return result;
}

static bool event(size_t index, nt_choice *choice) {
    nt_profile_event event;
    for (int id = 0; id < NT_EVENT_IDS; id++) {
        if (nt_profile_event_get(&event, (nt_event_id)id) && index-- == 0) {
            char text[sizeof choice->text];
            (void)snprintf(text, sizeof text, "0x%-5x %s", (unsigned)event.mhpmevent, event.text);
            return nt_choice_set(choice, event.name, text);
        }
    }
    return false;
}

const nt_command nt_cmd_profile = {
    .name = "profile",
    .summary = "sample a recording by counters and CTR, beside the exact profile",
    .about =
        "Sample a recorded program as perf does, by the golden models: a counter overflows every "
        "N\n"
        "events, its interrupt (LCOFI) freezes CTR, and pc, mode and CTR are a sample. Beside it "
        "the\n"
        "exact profile, from the decoded N-Trace of the same recording, and by how many standard\n"
        "errors the samples of each function are off. Exit status 1: samples are missing, or, "
        "with\n"
        "--strict, biased.\n",
    NT_COMMAND_OPTIONS(table, profile_options),
    .required = {"period"},
    .init = init,
    .release = release,
    .run = run_command,
    .choice_option = "event",
    .choice_heading = "Events",
    .choice = event,
};
