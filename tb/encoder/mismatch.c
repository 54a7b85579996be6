/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/encoder/mismatch.h"

#include "tb/encoder/words.h"
#include "tb/lockstep/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { CYCLES = 200 /* reported in words */ };

/* A cycle in words; the caller frees them. NULL: out of memory. */
static char *words_of(const nt_encoder_run *run, uint64_t cycle) {
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (memory == NULL) {
        return NULL;
    }
    nt_print_cycle(memory, &run->judge.history[cycle % NT_HISTORY], run->options->settings.config);
    return fclose(memory) == 0 ? text : NULL;
}

/* The number of cycles from `first` to before `last` that read the same. The last one always has a
   line of its own. */
static uint64_t same_words(const nt_encoder_run *run, const char *words, uint64_t first,
                           uint64_t last) {
    bool same = true;
    uint64_t times = 1;
    while (same && first + times < last) {
        char *next = words_of(run, first + times);
        same = next != NULL && strcmp(words, next) == 0;
        times += same;
        free(next);
    }
    return times;
}

static void print_cycles(FILE *out, const nt_encoder_run *run, uint64_t last) {
    fprintf(out, "the last ingress cycles:\n");
    uint64_t times = 1;
    for (uint64_t cycle = last >= CYCLES ? last - CYCLES + 1 : 0; cycle <= last; cycle += times) {
        char *words = words_of(run, cycle);
        if (words == NULL) {
            return;
        }
        times = same_words(run, words, cycle, last);
        fprintf(out, "%10" PRIu64 ":%s", cycle, words);
        nt_report_repeats(out, cycle, times);
        free(words);
    }
}

static void print_messages(FILE *out, const nt_judge *judge, uint64_t last) {
    fprintf(out, "the last messages of the RTL, by the cycle of their first byte:\n");
    uint64_t first =
        judge->messages > NT_RECENT_MESSAGES - 1 ? judge->messages - NT_RECENT_MESSAGES + 1 : 0;
    for (uint64_t i = first; i <= judge->messages; i++) {
        const nt_sent_message *message = &judge->recent[i % NT_RECENT_MESSAGES];
        if (message->size > 0 && message->cycle <= last) {
            nt_print_message(out, message, &judge->feed.settings);
            fputs(i == judge->messages ? " being sent\n" : "\n", out);
        }
    }
}

void nt_mismatch_print(const nt_encoder_run *run, FILE *out, uint64_t at) {
    print_cycles(out, run, at);
    print_messages(out, &run->judge, at);
}
