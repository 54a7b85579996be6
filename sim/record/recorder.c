/* SPDX-License-Identifier: Apache-2.0 */
/* Takes the lines of the log, and keeps the order of harts. */
#include "sim/record/recorder_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LISTING = 64 }; /* CODE lines of a translation */

nt_recorder *nt_recorder_new(const nt_recorder_options *options) {
    nt_recorder *r = calloc(1, sizeof *r);
    if (r == NULL || (r->harts = calloc(options->harts, sizeof *r->harts)) == NULL) {
        free(r);
        return NULL;
    }
    r->options = *options;
    for (unsigned i = 0; i < options->harts; i++) {
        r->harts[i].number = i;
        r->harts[i].generation = 1;
        r->harts[i].image = nt_image_new(options->xlen);
        if (r->harts[i].image == NULL) {
            nt_recorder_free(r);
            return NULL;
        }
    }
    return r;
}

void nt_recorder_free(nt_recorder *r) {
    if (r == NULL) {
        return;
    }
    for (unsigned i = 0; i < r->options.harts; i++) {
        nt_image_free(r->harts[i].image);
    }
    nt_block_table_free(&r->blocks);
    free(r->harts);
    free(r);
}

const nt_recorder_counts *nt_recorder_count(const nt_recorder *r) {
    return &r->counts;
}

/* Another hart goes on: what the last one has run comes first, so that the order between harts is
   kept. Its last instruction has retired too, for its trap would have come at once. */
static int leave_hart(nt_recorder *r, const nt_recorder_hart *next, nt_error *error) {
    nt_recorder_hart *h = r->last;
    if (h == NULL || h == next) {
        return 0;
    }
    h->left = h->running.valid;
    return nt_recorder_retire(r, h, error) < 0 || nt_recorder_flush_run(r, h, error) < 0 ? -1 : 0;
}

static int take_exec(nt_recorder *r, const nt_log_line *line, nt_error *error) {
    if (line->exec.hart >= r->options.harts || line->exec.xlen != r->options.xlen) {
        return nt_recorder_fail(r, error,
                                line->exec.hart >= r->options.harts
                                    ? "a hart that was not announced (see --smp)"
                                    : "another XLEN than was announced (see --xlen)");
    }
    nt_recorder_hart *h = &r->harts[line->exec.hart];
    if (leave_hart(r, h, error) < 0) {
        return -1;
    }
    r->last = h;
    h->left = false;
    if (nt_recorder_retire(r, h, error) < 0) {
        return -1;
    }
    r->done |= r->options.until && line->exec.pc == r->options.until_pc;
    r->shown = r->options.registers ? h : NULL;
    r->registers = 0;
    if (nt_recorder_take_fcsr(r, h, line->exec.pc, error) < 0) {
        return -1;
    }
    if (r->done) {
        return 1;
    }
    h->waiting.block = nt_recorder_find_block(r, line, error);
    h->waiting.priv = (uint8_t)line->exec.priv;
    r->code.kind = NT_LOG_NOTHING;
    if (h->waiting.block == NULL) {
        return -1;
    }
    return r->options.registers ? 0 : nt_recorder_begin(r, h, error);
}

static int take_access(nt_recorder *r, const nt_log_line *line, nt_error *error) {
    if (line->access.hart >= r->options.harts) {
        return nt_recorder_fail(r, error, "a hart that was not announced (see --smp)");
    }
    nt_recorder_hart *h = &r->harts[line->access.hart];
    if (!r->options.memory || !h->running.valid) {
        return nt_recorder_fail(r, error, "an access to memory where none is expected");
    }
    if (h->accesses == NT_RECORDER_ACCESSES) {
        return nt_recorder_fail(r, error, "more accesses than an instruction has");
    }
    h->access[h->accesses++] =
        (nt_access){.kind = line->access.store ? NT_ACCESS_STORE : NT_ACCESS_LOAD,
                    .size = line->access.size,
                    .address = nt_recorder_wrap(r, line->access.address),
                    .has_physical = line->access.has_physical,
                    .physical = line->access.has_physical ? line->access.physical : 0};
    return 0;
}

static int take_back(nt_recorder *r, const nt_log_line *line, nt_error *error) {
    if (r->last == NULL || !r->last->running.valid || r->last->running.pc != line->taken_back.pc) {
        return nt_recorder_fail(r, error, "takes back an instruction that was not the last one");
    }
    r->last->running.valid = false;
    r->last->accesses = 0;
    r->last->again = true;
    return 0;
}

/* A fetch that faults never has an EXEC line; one with its address is an earlier run of it. */
static bool is_fetch_fault(uint64_t cause) {
    return cause == 1 || cause == 12 || cause == 20;
}

static bool traps_without_end(const nt_recorder *r) {
    return r->counts.traps >= NT_RECORDER_TRAPS;
}

static int take_trap(nt_recorder *r, const nt_log_line *line, nt_error *error) {
    if (line->trap.hart >= r->options.harts) {
        return nt_recorder_fail(r, error, "a hart that was not announced (see --smp)");
    }
    nt_recorder_hart *h = &r->harts[line->trap.hart];
    if (leave_hart(r, h, error) < 0) {
        return -1;
    }
    r->last = h;
    if (!line->trap.interrupt && h->running.pc == line->trap.epc &&
        !is_fetch_fault(line->trap.cause)) {
        if (h->left) {
            return nt_recorder_fail(r, error, "an instruction traps after another hart has run");
        }
        h->running.valid = false;
        h->accesses = 0; /* before it trapped */
    }
    bool over = r->done;
    if (nt_recorder_retire(r, h, error) < 0) {
        return -1;
    }
    if (over || (r->done && !r->options.registers)) {
        return 1;
    }
    nt_recorder_check_follows(r, h, line->trap.epc);
    h->retired.valid = false;
    *(line->trap.interrupt ? &r->counts.interrupts : &r->counts.exceptions) += 1;
    nt_event event = {
        .kind = NT_EVENT_TRAP,
        .hart = (uint16_t)h->number,
        .trap = {line->trap.interrupt, line->trap.cause, line->trap.epc, line->trap.tval}};
    r->counts.traps++;
    r->counts.trap = event;
    r->done |= traps_without_end(r);
    if (!r->options.registers) {
        return nt_recorder_flush_run(r, h, error) < 0 ? -1 : nt_recorder_emit(r, &event, error);
    }
    h->waiting.trap[h->waiting.traps++] = event;
    return 0;
}

/* Of a translation, which is one instruction, the first line counts. QEMU 7.2 never stops listing
   a reserved encoding that is longer by the standard's rule than what was translated. */
static int take_code(nt_recorder *r, const nt_log_line *line) {
    if (r->code.kind != NT_LOG_CODE) {
        r->code = *line;
    }
    r->counts.endless = ++r->listing > MAX_LISTING;
    r->counts.endless_pc = r->code.code.pc;
    return r->counts.endless;
}

/* The registers that the last instruction and its trap have written come after a stop condition is
   met. */
static bool is_over(const nt_recorder *r) {
    return traps_without_end(r) || r->counts.endless ||
           (r->done && r->shown == NULL && (r->last == NULL || r->last->waiting.traps == 0));
}

static int take_line(nt_recorder *r, const char *text, size_t length, nt_error *error) {
    nt_log_line line;
    nt_log_line_parse(&line, text, length);
    r->counts.lines++;
    if (line.kind == NT_LOG_STATE) {
        return nt_recorder_take_state(r, &line, error);
    }
    if (nt_recorder_end_state(r, error) < 0) {
        return -1;
    }
    if (is_over(r)) {
        return 1;
    }
    switch (line.kind) {
    case NT_LOG_EXEC:
        return take_exec(r, &line, error);
    case NT_LOG_TAKEN_BACK:
        return take_back(r, &line, error);
    case NT_LOG_TRAP:
        return take_trap(r, &line, error);
    case NT_LOG_CODE:
        return take_code(r, &line);
    case NT_LOG_ACCESS:
        return take_access(r, &line, error);
    case NT_LOG_PRIVILEGE:
        r->code.kind = NT_LOG_NOTHING;
        r->listing = 0;
        return line.privilege.virtualized
                   ? nt_recorder_fail(r, error, "virtualization is not supported")
                   : 0;
    case NT_LOG_NOTHING:
        return 0;
    default:
        return nt_recorder_fail(r, error, "not a line of QEMU's log");
    }
}

int nt_recorder_feed(nt_recorder *r, const char *bytes, size_t size, nt_error *error) {
    while (size > 0 && !is_over(r)) {
        const char *newline = memchr(bytes, '\n', size);
        size_t length = newline == NULL ? size : (size_t)(newline - bytes);
        if (r->tail_size + length > NT_RECORDER_LINE) {
            return nt_recorder_fail(r, error, "not a line of QEMU's log");
        }
        if (newline == NULL || r->tail_size > 0) {
            memcpy(r->tail + r->tail_size, bytes, length);
            r->tail_size += length;
        }
        if (newline == NULL) {
            return 0;
        }
        size_t whole = r->tail_size > 0 ? r->tail_size : length;
        int result = take_line(r, r->tail_size > 0 ? r->tail : bytes, whole, error);
        if (result < 0) {
            return -1;
        }
        r->offset += whole + 1;
        r->tail_size = 0;
        bytes += length + 1;
        size -= length + 1;
    }
    return is_over(r);
}

void nt_recorder_cut(nt_recorder *r) {
    r->tail_size = 0;
}

int nt_recorder_finish(nt_recorder *r, nt_error *error) {
    if (r->tail_size > 0 && !is_over(r)) {
        return nt_recorder_fail(r, error, "the log ends within a line");
    }
    if (nt_recorder_end_state(r, error) < 0) {
        return -1;
    }
    for (unsigned i = 0; i < r->options.harts; i++) {
        nt_recorder_hart *h = &r->harts[i];
        if (nt_recorder_retire(r, h, error) < 0 || nt_recorder_flush_run(r, h, error) < 0 ||
            nt_recorder_end_traps(r, h, error) < 0) {
            return -1;
        }
    }
    return 0;
}
