/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/stimulus/retire.h"

#include "libntrace/program/format.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    PRIV_RESET = 3,          /* M */
    MOST_ACCESSES = 1 << 16, /* of an instruction: a store of the longest vectors' bytes */
    MOST_PLAIN = 1 << 16,    /* bytes of its larger values: eight of the longest vectors */
    FIRST_ACCESSES = 1 << 4,
};

typedef enum held_kind { HELD_NONE, HELD_EVENT, HELD_END } held_kind;

struct nt_retire {
    nt_retire_source source;
    nt_reader *reader; /* of a file */
    nt_image *image;
    char *path;
    unsigned hart;
    uint64_t mask; /* of an address */
    uint32_t epoch;
    bool joins;          /* the recording may have accesses */
    nt_retire_mode mode; /* of what comes next */

    held_kind held; /* `event` was read and not yet taken */
    nt_event event;

    /* Single instructions: the run at hand, and what comes after it once that was read. */
    bool started;
    bool at_end;
    nt_retire_run run;
    nt_retire_run ahead;
    uint64_t number;

    /* What was read of the instruction's accesses. */
    nt_access *accesses;
    size_t access_count;
    size_t access_room;
    size_t plain_size;
    uint8_t plain[MOST_PLAIN];
};

static int no_memory(const nt_retire *r, nt_error *error) {
    return nt_fail(error, "%s: out of memory", r->path);
}

static int wrong(const nt_retire *r, const char *reason, uint64_t pc, nt_error *error) {
    return nt_fail(error, "%s: instruction %" PRIu64 " of hart %u: %s at 0x%" PRIx64, r->path,
                   r->number, r->hart, reason, pc);
}

/* Events. */

/* Makes `event` the next one of any hart: 1, 0 at the end, -1. */
static int hold(nt_retire *r, nt_error *error) {
    if (r->held == HELD_NONE) {
        int result = r->source.next(r->source.context, &r->event, error);
        if (result < 0) {
            return -1;
        }
        r->held = result == 0 ? HELD_END : HELD_EVENT;
    }
    return r->held == HELD_EVENT;
}

static bool replaces(const nt_image *image, const nt_event *event) {
    for (uint32_t i = 0; i < event->code.size; i++) {
        uint8_t old;
        if (nt_image_bytes(image, event->code.address + i, &old, 1) == 1 &&
            old != event->code.bytes[i]) {
            return true;
        }
    }
    return false;
}

static int take_code(nt_retire *r, nt_error *error) {
    const nt_event *event = &r->event;
    r->epoch += replaces(r->image, event);
    int result = nt_image_write(r->image, event->code.address, event->code.bytes, event->code.size);
    return result == 0 ? 0 : no_memory(r, error);
}

static int take_insn(nt_retire *r, nt_error *error) {
    const nt_event *event = &r->event;
    r->epoch += nt_image_at(r->image, event->insn.pc).size != 0;
    int result = nt_image_write_insn(r->image, event->insn.pc, &event->insn.insn);
    return result == 0 ? 0 : no_memory(r, error);
}

static int grow_accesses(nt_retire *r, nt_error *error) {
    size_t room = r->access_room == 0 ? FIRST_ACCESSES : 2 * r->access_room;
    nt_access *grown = realloc(r->accesses, room * sizeof *grown);
    if (grown == NULL) {
        return no_memory(r, error);
    }
    r->accesses = grown;
    r->access_room = room;
    return 0;
}

static int take_access(nt_retire *r, nt_error *error) {
    nt_access access = r->event.access;
    size_t plain = nt_access_plain(&access);
    if (r->access_count == MOST_ACCESSES || plain > MOST_PLAIN - r->plain_size) {
        return wrong(r, "more accesses than an instruction can have", r->run.pc, error);
    }
    if (r->access_count == r->access_room && grow_accesses(r, error) != 0) {
        return -1;
    }
    if (plain != 0) {
        access.bytes = memcpy(r->plain + r->plain_size, access.bytes, plain);
        r->plain_size += plain;
    }
    r->accesses[r->access_count++] = access;
    return 0;
}

/* Takes an event that is neither run nor trap. */
static int take_other(nt_retire *r, bool wants_accesses, nt_error *error) {
    switch (r->event.kind) {
    case NT_EVENT_MODE:
        r->mode = (nt_retire_mode){r->event.mode.priv, r->event.mode.context};
        return 0;
    case NT_EVENT_CODE:
        return take_code(r, error);
    case NT_EVENT_INSN:
        return take_insn(r, error);
    case NT_EVENT_ACCESS:
        return wants_accesses ? take_access(r, error) : 0;
    default:
        return 0;
    }
}

static nt_retire_run run_of(const nt_retire *r) {
    const nt_event *event = &r->event;
    if (event->kind == NT_EVENT_TRAP) {
        return (nt_retire_run){
            .is_trap = true,
            .pc = event->trap.epc,
            .mode = r->mode,
            .trap = {event->trap.interrupt, event->trap.cause, event->trap.tval,
                     event->trap.cause_unknown, event->trap.tval_unknown},
        };
    }
    return (nt_retire_run){.pc = event->run.pc,
                           .instructions = event->run.instructions,
                           .halfwords = event->run.halfwords,
                           .mode = r->mode};
}

/* Reads on to the next run or trap of the hart: 1, 0 at the end, -1. */
static int read_run(nt_retire *r, bool wants_accesses, nt_retire_run *run, nt_error *error) {
    int result;
    while ((result = hold(r, error)) > 0) {
        r->held = HELD_NONE;
        if (r->event.hart != r->hart) {
            continue;
        }
        if (r->event.kind == NT_EVENT_RUN || r->event.kind == NT_EVENT_TRAP) {
            *run = run_of(r);
            return 1;
        }
        if (take_other(r, wants_accesses, error) != 0) {
            return -1;
        }
    }
    return result;
}

/* Runs. */

static bool follows_on(const nt_retire *r, const nt_retire_run *run) {
    uint64_t end = (run->pc + 2 * (uint64_t)run->halfwords) & r->mask;
    return r->event.kind == NT_EVENT_RUN && r->event.hart == r->hart && r->event.run.pc == end &&
           run->halfwords + r->event.run.halfwords <= NT_MOST_RUN;
}

/* Only accesses came between this run and what follows on: without them it were one run. */
static int join(nt_retire *r, nt_retire_run *run, nt_error *error) {
    bool split = false;
    int result;
    while ((result = hold(r, error)) > 0) {
        if (r->event.kind == NT_EVENT_ACCESS) {
            split = true;
        } else if (split && follows_on(r, run)) {
            run->instructions += r->event.run.instructions;
            run->halfwords += r->event.run.halfwords;
            split = false;
        } else {
            return 0;
        }
        r->held = HELD_NONE;
    }
    return result;
}

int nt_retire_next_run(nt_retire *r, nt_retire_run *run, nt_error *error) {
    int result = read_run(r, false, run, error);
    if (result == 1 && !run->is_trap && r->joins && join(r, run, error) != 0) {
        return -1;
    }
    return result;
}

/* Single instructions. */

static int look_ahead(nt_retire *r, nt_error *error) {
    int result = read_run(r, true, &r->ahead, error);
    r->at_end = result == 0;
    return result < 0 ? -1 : 0;
}

static void put_accesses(const nt_retire *r, nt_retired *retired) {
    retired->accesses = r->accesses;
    retired->access_count = r->access_count;
}

static void put_next(const nt_retire *r, nt_retired *retired) {
    retired->has_next = !r->at_end;
    if (!r->at_end) {
        retired->next_pc = r->ahead.pc;
        retired->next_mode = r->ahead.mode;
    }
}

static void read_bytes(const nt_retire *r, nt_retired *retired) {
    size_t size = retired->insn.size;
    retired->has_bytes = size != 0 && !nt_image_is_typed(r->image, retired->pc) &&
                         nt_image_bytes(r->image, retired->pc, retired->bytes, size) == size;
}

/* The first instruction of the run at hand. */
static int read_insn(nt_retire *r, nt_retired *retired, nt_error *error) {
    const nt_retire_run *run = &r->run;
    retired->insn = nt_image_at(r->image, run->pc);
    uint32_t halfwords = retired->insn.size / 2U;
    if (halfwords == 0) {
        return wrong(r, "no code is known", run->pc, error);
    }
    if (halfwords > run->halfwords || (run->instructions == 1 && halfwords != run->halfwords)) {
        return wrong(r, "the run's size does not fit the code", run->pc, error);
    }
    read_bytes(r, retired);
    return 0;
}

static int next_insn(nt_retire *r, nt_retired *retired, nt_error *error) {
    nt_retire_run *run = &r->run;
    if (read_insn(r, retired, error) != 0) {
        return -1;
    }
    retired->kind = NT_RETIRED_INSN;
    run->pc = (run->pc + retired->insn.size) & r->mask;
    run->halfwords -= retired->insn.size / 2U;
    run->instructions--;
    if (run->instructions != 0) {
        retired->has_next = true;
        retired->next_pc = run->pc;
        retired->next_mode = run->mode;
    } else {
        if (look_ahead(r, error) != 0) {
            return -1;
        }
        put_next(r, retired);
    }
    r->number++;
    return 1;
}

static int next_trap(nt_retire *r, nt_retired *retired, nt_error *error) {
    retired->kind = NT_RETIRED_TRAP;
    retired->trap = r->run.trap;
    if (!retired->trap.interrupt) {
        retired->insn = nt_image_at(r->image, retired->pc);
        read_bytes(r, retired);
    }
    if (look_ahead(r, error) != 0) {
        return -1;
    }
    put_next(r, retired);
    return 1;
}

/* State before the first instruction: 1 if there is any, else 0. */
static int start(nt_retire *r, nt_retired *retired, nt_error *error) {
    r->started = true;
    if (look_ahead(r, error) != 0) {
        return -1;
    }
    put_next(r, retired);
    retired->mode = r->ahead.mode;
    return r->access_count != 0;
}

int nt_retire_next(nt_retire *r, nt_retired *retired, nt_error *error) {
    *retired = (nt_retired){.number = r->number};
    r->access_count = r->plain_size = 0;
    int result = r->started ? 0 : start(r, retired, error);
    if (result == 0) {
        *retired = (nt_retired){.number = r->number};
        if (r->run.instructions == 0) {
            if (r->at_end) {
                return 0;
            }
            r->run = r->ahead;
        }
        retired->pc = r->run.pc;
        retired->mode = r->run.mode;
        result = r->run.is_trap ? next_trap(r, retired, error) : next_insn(r, retired, error);
    }
    put_accesses(r, retired);
    return result;
}

/* Opening. */

int nt_retire_open_source(nt_retire **retire, const nt_retire_source *source, unsigned hart,
                          nt_error *error) {
    nt_retire *r = calloc(1, sizeof *r);
    if (r == NULL || (r->path = strdup(source->name)) == NULL) {
        free(r);
        return nt_fail(error, "%s: out of memory", source->name);
    }
    const nt_recording_header *header = source->header;
    r->source = *source;
    r->hart = hart;
    r->mode.priv = PRIV_RESET;
    r->joins = header->parts != 0;
    r->mask = header->xlen == 32 ? UINT32_MAX : UINT64_MAX;
    r->image = nt_image_new(header->xlen);
    int result = r->image == NULL ? no_memory(r, error) : 0;
    if (hart >= header->harts) {
        result = nt_fail(error, "%s: there is no hart %u; the recording has %u", r->path, hart,
                         header->harts);
    }
    if (result != 0) {
        nt_retire_close(r);
        return -1;
    }
    *retire = r;
    return 0;
}

static int next_of_file(void *context, nt_event *event, nt_error *error) {
    return nt_reader_next(context, event, error);
}

int nt_retire_open(nt_retire **retire, const char *recording, unsigned hart, nt_error *error) {
    nt_reader *reader;
    if (nt_reader_open(&reader, recording, error) != 0) {
        return -1;
    }
    nt_retire_source source = {recording, nt_reader_header(reader), next_of_file, reader};
    if (nt_retire_open_source(retire, &source, hart, error) != 0) {
        nt_reader_close(reader);
        return -1;
    }
    (*retire)->reader = reader;
    return 0;
}

void nt_retire_close(nt_retire *r) {
    if (r != NULL) {
        nt_reader_close(r->reader); /* accepts NULL, as the others do */
        nt_image_free(r->image);
        free(r->path);
        free(r->accesses);
        free(r);
    }
}

const nt_recording_header *nt_retire_header(const nt_retire *r) {
    return r->source.header;
}

nt_image *nt_retire_image(nt_retire *r) {
    return r->image;
}

uint32_t nt_retire_epoch(const nt_retire *r) {
    return r->epoch;
}
