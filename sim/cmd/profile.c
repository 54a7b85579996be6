/* ntrace profile: a profile by samples of counters and CTR, beside the exact one of the N-Trace. */
#include "sim/commands.h"
#include "sim/profile/files.h"
#include "sim/profile/report.h"
#include "sim/util/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: ntrace profile REC --period N [OPTION...]\n"
    "\n"
    "Sample a recorded program as perf does, by the golden models: a counter overflows every N\n"
    "events, its interrupt (LCOFI) freezes CTR, and pc, mode and CTR are a sample. Beside it the\n"
    "exact profile, from the decoded N-Trace of the same recording, and by how many standard\n"
    "errors the samples of each function are off. Exit status 1: samples are missing, or, with\n"
    "--strict, biased.\n"
    "\n"
    "      --period N            events from sample to sample\n"
    "      --event EVENT         what is counted: a name below, or a value of mhpmevent with its\n"
    "                            inhibit bits (instructions)\n"
    "      --random              each period is drawn, from N/2 to 3N/2\n"
    "      --seed N              of what is drawn (1)\n"
    "  -o, --output DIR          a folder for samples.folded (call stacks), flame.svg,\n"
    "                            branches.txt (as `perf script -F ip,brstack` prints branch\n"
    "                            stacks), exact.folded, report.json and report.txt\n"
    "      --stack both|ras|branches  what CTR records: the call stack (RASEMU), transfers, or, "
    "by\n"
    "                            two of them beside each other, both (both)\n"
    "      --depth N             entries of CTR: 16, 32, 64, 128 or 256 (32)\n"
    "      --strict              a biased sampler is a failure: exit status 1\n"
    "  -l, --limit N             stop after N instructions\n"
    "      --hart N              which hart (0)\n"
    "      --blocks N            of the hart: blocks per cycle at most (1)\n"
    "      --instructions N      and instructions per block at most (1)\n" NT_IMAGE_HELP
    "                            The recording comes first by itself; these give the names\n"
    "  -j, --json                one JSON object on standard output\n"
    "  -h, --help\n"
    "\n"
    "Events:\n";

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
    {"period", 0, NT_OPTION_WIDE, SAMPLER(period), 1, UINT64_C(1) << 62, NULL},
    {"event", 0, NT_OPTION_TAKE, 0, 0, 0, take_event},
    {"random", 0, NT_OPTION_FLAG, SAMPLER(is_random), 0, 0, NULL},
    {"seed", 0, NT_OPTION_WIDE, SAMPLER(seed), 0, UINT64_MAX, NULL},
    {"output", 'o', NT_OPTION_TEXT, offsetof(profile_options, output), 0, 0, NULL},
    {"stack", 0, NT_OPTION_TAKE, 0, 0, 0, take_stack},
    {"depth", 0, NT_OPTION_NUMBER, offsetof(profile_options, depth), 16, NT_SAMPLER_RECORDS, NULL},
    {"strict", 0, NT_OPTION_FLAG, offsetof(profile_options, strict), 0, 0, NULL},
    {"limit", 'l', NT_OPTION_WIDE, SAMPLER(limit), 1, UINT64_MAX, NULL},
    {"hart", 0, NT_OPTION_NUMBER, SAMPLER(hart), 0, UINT16_MAX, NULL},
    {"blocks", 0, NT_OPTION_NUMBER, SAMPLER(blocks), 1, NT_CTR_BLOCKS, NULL},
    {"instructions", 0, NT_OPTION_NUMBER, SAMPLER(instructions), 1, 255, NULL},
    NT_OPTION_IMAGE(profile_options),
    NT_OPTION_JSON(profile_options),
    NT_OPTION_HELP(profile_options),
};

static void print_help(void) {
    nt_profile_event event;
    fputs(help, stdout);
    for (int id = 0; id < NT_EVENT_IDS; id++) {
        if (nt_profile_event_get(&event, (nt_event_id)id)) {
            printf("  %-14s 0x%-5x %s\n", event.name, (unsigned)event.mhpmevent, event.text);
        }
    }
}

/* Returns the index of the recording, or -1. */
static int parse(int argc, char **argv, profile_options *o, nt_error *error) {
    nt_sampler_options *s = &o->profile.sampler;
    *o = (profile_options){.depth = 32};
    s->seed = s->blocks = s->instructions = 1;
    s->branches = s->calls = true;
    (void)nt_profile_event_get(&s->event, NT_EVENT_ID_INSTRUCTIONS);
    int first = nt_options_parse(table, sizeof table / sizeof table[0], o, argc, argv, error);
    if (first < 0 || o->help) {
        return first;
    }
    if (first + 1 != argc) {
        return nt_fail(error, "takes one recording (see --help)");
    }
    if (s->period == 0) {
        return nt_fail(error, "--period is missing (see --help)");
    }
    if (s->is_random && s->period < 2) {
        return nt_fail(error, "--period 1: nothing can be drawn; 2 or more with --random");
    }
    if ((o->depth & (o->depth - 1)) != 0) {
        return nt_fail(error, "--depth %u: 16, 32, 64, 128 or 256", o->depth);
    }
    s->depth = (uint16_t)o->depth;
    o->profile.images = &o->images;
    o->profile.recording = argv[first];
    return first;
}

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

int nt_cmd_profile(int argc, char **argv);

int nt_cmd_profile(int argc, char **argv) {
    profile_options o;
    nt_profile profile = {.rows = NULL};
    nt_error error = {0};
    int result = parse(argc, argv, &o, &error);
    if (result >= 0 && o.help) {
        print_help();
        result = NT_EXIT_OK;
    } else if (result >= 0) {
        result = run(&o, &profile, &error);
    }
    nt_profile_free(&profile);
    nt_images_free(&o.images);
    return result >= 0 ? result : nt_command_fail("profile", &error);
}
