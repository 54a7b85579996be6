#include "tb/encoder/mismatch.h"

#include "tb/encoder/words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { CYCLES = 200 /* reported in words */ };

static void print_cycles(FILE *out, const nt_run *run, uint64_t last) {
    fprintf(out, "the last ingress cycles:\n");
    uint64_t first = last >= CYCLES ? last - CYCLES + 1 : 0;
    for (uint64_t cycle = first; cycle <= last; cycle++) {
        nt_print_cycle(out, &run->judge.history[cycle % NT_HISTORY], cycle,
                       run->options->settings.config);
        fputc('\n', out);
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

void nt_mismatch_print(const nt_run *run, FILE *out, uint64_t at) {
    print_cycles(out, run, at);
    print_messages(out, &run->judge, at);
}
