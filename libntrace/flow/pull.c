/* SPDX-License-Identifier: Apache-2.0 */
/* The decoder as a coroutine: its sink goes back to the caller, with the walk as it is. */
#include "ntrace/pull.h"

#include "libntrace/util/coroutine.h"
#include "libntrace/util/error.h"
#include "libntrace/util/sized.h"

#include <stdlib.h>

struct nt_pull {
    nt_flow *flow;
    const uint8_t *bytes; /* that are not yet decoded */
    size_t size;
    bool given;
    bool last;
    bool ended;
    const nt_flow_event *event;
    nt_coroutine *decoder;
};

static int wait_at(void *context, const nt_flow_event *event) {
    nt_pull *pull = context;
    pull->event = event;
    nt_coroutine_wait(pull->decoder);
    return 0;
}

/* Decodes what is given, again and again. */
static void run(void *context) {
    nt_pull *pull = context;
    for (;;) {
        (void)nt_flow_bytes(pull->flow, pull->bytes, pull->size);
        if (pull->last) {
            (void)nt_flow_finish(pull->flow);
            pull->ended = true;
        }
        pull->given = false;
        pull->event = NULL;
        nt_coroutine_wait(pull->decoder);
    }
}

static int open_pull(nt_pull *pull, const nt_code *code, const nt_flow_options *options,
                     nt_error *error) {
    nt_flow_options own = {0};
    if (options != NULL &&
        nt_sized_copy(&own, sizeof own, options,
                      NT_SIZED_UP_TO(nt_flow_options, next_code, sizeof(void *)), error) != 0) {
        return -1;
    }
    own.size = sizeof own;
    own.error = error;
    pull->decoder = nt_coroutine_new(run, pull);
    if (pull->decoder == NULL) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "out of memory");
    }
    pull->flow = nt_flow_new(*code, &own, wait_at, pull);
    return pull->flow == NULL ? -1 : 0;
}

nt_pull *nt_pull_new(const nt_code *code, const nt_flow_options *options, nt_error *error) {
    nt_pull *pull = calloc(1, sizeof *pull);
    if (pull == NULL) {
        nt_fail_as(error, NT_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    if (open_pull(pull, code, options, error) != 0) {
        nt_pull_free(pull);
        return NULL;
    }
    return pull;
}

void nt_pull_free(nt_pull *pull) {
    if (pull != NULL) {
        nt_coroutine_free(pull->decoder);
        nt_flow_free(pull->flow);
        free(pull);
    }
}

int nt_pull_give(nt_pull *pull, const uint8_t *bytes, size_t size, bool last) {
    if (pull->given || pull->ended) {
        return -1;
    }
    pull->bytes = bytes;
    pull->size = size;
    pull->last = last;
    pull->given = true;
    return 0;
}

const nt_flow_event *nt_pull_next(nt_pull *pull) {
    return pull->given && nt_coroutine_resume(pull->decoder) == 0 ? pull->event : NULL;
}

nt_flow *nt_pull_flow(nt_pull *pull) {
    return pull->flow;
}
