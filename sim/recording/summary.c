/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/recording/summary.h"

#include "libntrace/program/image.h"

#include <stdlib.h>

enum {
    SHOW_EVERY = 1 << 16,  /* events */
    MOST_HARTS = 256,      /* each has an image of its own */
    MOST_MEMORY = 1 << 29, /* bytes of all these */
    PRIV_RESET = 3,        /* M */
};

typedef struct hart_state {
    nt_image *image; /* NULL until code comes */
    uint8_t priv;
    bool mode_known;
} hart_state;

typedef struct summing {
    nt_summary *summary;
    hart_state *harts;
    size_t memory;
} summing;

static void take_run(nt_hart_summary *h, const hart_state *state, const nt_event *event) {
    h->runs++;
    h->instructions += event->run.instructions;
    h->halfwords += event->run.halfwords;
    h->by_priv[state->priv % NT_SUMMARY_PRIVS] += event->run.instructions;
}

static void take_trap(nt_hart_summary *h, const nt_event *event) {
    uint64_t cause = event->trap.cause_unknown               ? NT_SUMMARY_UNKNOWN
                     : event->trap.cause < NT_SUMMARY_CAUSES ? event->trap.cause
                                                             : NT_SUMMARY_CAUSES;
    (event->trap.interrupt ? h->interrupts : h->exceptions)[cause]++;
}

static void take_mode(nt_hart_summary *h, hart_state *state, const nt_event *event) {
    h->mode_changes += state->mode_known;
    state->mode_known = true;
    state->priv = event->mode.priv;
}

static void take_access(nt_hart_summary *h, const nt_access *access) {
    h->accesses[access->kind]++;
    h->access_bytes[access->kind] += access->size;
}

static int take_code(nt_hart_summary *h, nt_image *image, const nt_event *event) {
    bool rewrites = false;
    for (uint32_t i = 0; i < event->code.size; i++) {
        uint8_t old;
        if (nt_image_bytes(image, event->code.address + i, &old, 1) == 0) {
            h->code_bytes++;
        } else {
            rewrites |= old != event->code.bytes[i];
        }
    }
    h->code_rewrites += rewrites;
    return nt_image_write(image, event->code.address, event->code.bytes, event->code.size);
}

static int take_insn(nt_hart_summary *h, nt_image *image, const nt_event *event) {
    nt_insn old = nt_image_at(image, event->insn.pc);
    const nt_insn *new = &event->insn.insn;
    h->code_insns += old.size == 0;
    h->code_rewrites += old.size != 0 && (old.size != new->size || old.class_ != new->class_ ||
                                          old.target != new->target);
    return nt_image_write_insn(image, event->insn.pc, new);
}

static int take(summing *s, const nt_event *event) {
    nt_hart_summary *h = &s->summary->harts[event->hart];
    hart_state *state = &s->harts[event->hart];
    switch (event->kind) {
    case NT_EVENT_RUN:
        take_run(h, state, event);
        return 0;
    case NT_EVENT_TRAP:
        take_trap(h, event);
        return 0;
    case NT_EVENT_MODE:
        take_mode(h, state, event);
        return 0;
    case NT_EVENT_ACCESS:
        take_access(h, &event->access);
        return 0;
    case NT_EVENT_CODE:
    case NT_EVENT_INSN:
        break;
    }
    if (state->image == NULL && (state->image = nt_image_new(s->summary->header.xlen)) == NULL) {
        return -1;
    }
    size_t before = nt_image_memory(state->image);
    int result = event->kind == NT_EVENT_CODE ? take_code(h, state->image, event)
                                              : take_insn(h, state->image, event);
    s->memory += nt_image_memory(state->image) - before;
    return s->memory > MOST_MEMORY ? -1 : result;
}

static int read_events(summing *s, nt_reader *reader, const char *path, nt_progress *progress,
                       nt_error *error) {
    nt_event event;
    uint64_t events = 0;
    uint64_t instructions = 0;
    int result;
    while ((result = nt_reader_next(reader, &event, error)) > 0) {
        if (take(s, &event) != 0) {
            return nt_fail(error, "%s: more code than memory can hold", path);
        }
        instructions += event.kind == NT_EVENT_RUN ? event.run.instructions : 0;
        if (++events % SHOW_EVERY == 0) {
            nt_progress_show(progress, instructions, 0);
        }
    }
    return result;
}

/* A summary is nothing but sums. */
static void add_up(nt_summary *summary) {
    enum { SUMS = sizeof(nt_hart_summary) / sizeof(uint64_t) };
    for (size_t hart = 0; hart < summary->header.harts; hart++) {
        const uint64_t *from = (const uint64_t *)&summary->harts[hart];
        uint64_t *to = (uint64_t *)&summary->total;
        for (size_t i = 0; i < SUMS; i++) {
            to[i] += from[i];
        }
    }
}

static int start(summing *s, const nt_reader *reader, const char *path, nt_error *error) {
    const nt_recording_header *header = nt_reader_header(reader);
    if (header->harts > MOST_HARTS) {
        return nt_fail(error, "%s: %u harts; this program counts %u at most", path, header->harts,
                       MOST_HARTS);
    }
    s->summary->header = *header;
    s->summary->harts = calloc(header->harts, sizeof *s->summary->harts);
    s->harts = calloc(header->harts, sizeof *s->harts);
    if (s->summary->harts == NULL || s->harts == NULL) {
        return nt_fail(error, "%s: out of memory", path);
    }
    for (size_t i = 0; i < header->harts; i++) {
        s->harts[i].priv = PRIV_RESET;
    }
    return 0;
}

static void stop(summing *s) {
    for (size_t i = 0; s->harts != NULL && i < s->summary->header.harts; i++) {
        nt_image_free(s->harts[i].image);
    }
    free(s->harts);
}

int nt_summary_read(nt_summary *summary, const char *path, nt_progress *progress, nt_error *error) {
    nt_reader *reader;
    *summary = (nt_summary){0};
    summing s = {.summary = summary};
    if (nt_reader_open(&reader, path, error) != 0) {
        return -1;
    }
    int result = start(&s, reader, path, error);
    if (result == 0) {
        result = read_events(&s, reader, path, progress, error);
    }
    summary->sizes = nt_reader_get_sizes(reader);
    nt_reader_close(reader);
    stop(&s);
    if (result != 0) {
        nt_summary_free(summary);
        return -1;
    }
    add_up(summary);
    return 0;
}

void nt_summary_free(nt_summary *summary) {
    free(summary->harts);
    summary->harts = NULL;
}
