#include "tb/mismatch.h"

#include "tb/words.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    BEFORE = 200,       /* cycles that the wave shows before the mismatch ... */
    AFTER = 20,         /* ... and after it */
    TAIL = 8,           /* cycles that the ingress file goes on for */
    CYCLES = 200,       /* told in words */
    SEEDS = 8,          /* of first values, tried for the wave */
    TEXT_MOST = 200000, /* cycles; longer ingress files are binary */
};

static void print_signals(FILE *out, const nt_run *run) {
    fprintf(out, "  %-16s %-24s %20s %20s\n", "", "signal", "expected (model)", "got (RTL)");
    for (unsigned i = 0; i < run->kind->probe_count; i++) {
        const nt_probe_value *value = &run->mismatch[i];
        const nt_probe *probe = &run->kind->probes[i];
        if (value->valid && value->rtl != value->model) {
            fprintf(out, "  %-16s %-24s %#20" PRIx64 " %#20" PRIx64 "\n", probe->group, probe->name,
                    value->model, value->rtl);
        }
    }
}

static void print_cycles(FILE *out, const nt_run *run) {
    fprintf(out, "the last ingress cycles:\n");
    uint64_t first = run->cycle >= CYCLES ? run->cycle - CYCLES + 1 : 0;
    for (uint64_t cycle = first; cycle <= run->cycle; cycle++) {
        nt_print_cycle(out, &run->history[cycle % NT_HISTORY], cycle, run->direct.encoder.config);
        fputc('\n', out);
    }
}

static void print_messages(FILE *out, const nt_run *run) {
    fprintf(out, "the last messages of the RTL, by the cycle of their first byte:\n");
    uint64_t first =
        run->messages > NT_RECENT_MESSAGES - 1 ? run->messages - NT_RECENT_MESSAGES + 1 : 0;
    for (uint64_t i = first; i <= run->messages; i++) {
        const nt_sent_message *message = &run->recent[i % NT_RECENT_MESSAGES];
        if (message->size > 0) {
            nt_print_message(out, message, &run->feed.settings);
            fputs(i == run->messages ? " being sent\n" : "\n", out);
        }
    }
}

char *nt_mismatch_describe(const nt_run *run) {
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (memory == NULL) {
        return NULL;
    }
    if (run->mismatches > 0) {
        fprintf(memory, "mismatch in cycle %" PRIu64 ":\n", run->mismatch_cycle);
        print_signals(memory, run);
    } else {
        fprintf(memory, "the round trip is not exact, as seen in cycle %" PRIu64 ":\n", run->cycle);
    }
    print_cycles(memory, run);
    print_messages(memory, run);
    if (fclose(memory) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

char *nt_mismatch_folder(const nt_lockstep_options *options) {
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

/* The RTL that draws waves is built differently, so that one seed gives its registers other first
   values. Where the mismatch hangs on those, other seeds are tried until it shows. */
static int draw_waves(const nt_run *run, const char *path, nt_run *replay, nt_error *error) {
    uint64_t at = run->mismatch_cycle;
    const nt_run_artifacts waves = {.wave = path,
                                    .window_first = at > BEFORE ? at - BEFORE : 0,
                                    .window_last = at + AFTER,
                                    .last = at + AFTER};
    nt_lockstep_options options = *run->options;
    bool shows = false;
    for (unsigned i = 0; i < SEEDS && !shows; i++) {
        options.initial_seed = run->options->initial_seed + i;
        int result = nt_run_all(replay, &options, &waves, error);
        shows = replay->mismatches > 0 && replay->mismatch_cycle == at;
        nt_run_release(replay);
        if (result != 0) {
            return -1;
        }
    }
    if (!shows) {
        fprintf(stderr, "the waves do not show it: it depends on the registers' first values\n");
    }
    return 0;
}

static int replay_into(const nt_run *run, char *const path[3], nt_error *error) {
    uint64_t at = run->mismatch_cycle;
    const nt_run_artifacts ingress = {
        .ingress = path[2], .ingress_text = at < TEXT_MOST, .last = at + TAIL};
    nt_run *replay = malloc(sizeof *replay);
    if (replay == NULL) {
        return nt_fail(error, "out of memory");
    }
    int result = nt_rtl_wave.create != NULL ? draw_waves(run, path[1], replay, error) : 0;
    if (result == 0) {
        result = nt_run_all(replay, run->options, &ingress, error);
        nt_run_release(replay);
    }
    free(replay);
    return result;
}

int nt_mismatch_replay(const nt_run *run, const char *folder, nt_error *error) {
    static const char *const names[3] = {"mismatch.txt", "mismatch.fst", "mismatch.nti"};
    char *path[3] = {NULL, NULL, NULL};
    int result = 0;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        return nt_fail(error, "%s: %s", folder, strerror(errno));
    }
    for (unsigned i = 0; i < 3 && result == 0; i++) {
        if (asprintf(&path[i], "%s/%s", folder, names[i]) < 0) {
            path[i] = NULL;
            result = nt_fail(error, "out of memory");
        }
    }
    if (result == 0) {
        result = nt_output_file_text(path[0], run->mismatch_text, error);
    }
    if (result == 0) {
        result = replay_into(run, path, error);
    }
    for (unsigned i = 0; i < 3; i++) {
        free(path[i]);
    }
    return result;
}
