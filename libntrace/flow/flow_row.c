/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of branch messages that came before, from where they came before: nearly all. A step takes
   one at once: its bytes, its fields, its path and where that ends. What it does is what
   flow_known.c does with the message. */
#include "libntrace/flow/flow_internal.h"
#include "libntrace/flow/flow_paths.h"
#include "libntrace/util/little.h"

#include <string.h>

enum { WORD = 8 };

/* Holds a row that is gone. */
typedef struct row {
    uint64_t state;
    uint64_t oldest; /* the first path whose ranges are still in the log */
    uint64_t pc;
    uint64_t reference;
    uint64_t place;     /* of the sink */
    nt_flow_step *last; /* NULL: none yet */
    bool counted;       /* the last one was counted, and the sink not told */
    /* What the decoder has not been given: */
    uint64_t messages;
    uint64_t bytes;
    uint64_t instructions;
    uint64_t blocks;
    uint64_t free_instructions; /* fewer of these do not come to a change of the code, */
    uint64_t free_blocks;       /* and so many of those are within the budget */
} row;

/* What decides besides PC and bytes whether a message is legal and may be counted. */
static uint64_t state_of(const nt_flow *flow) {
    return flow->blocks->epoch | (uint64_t)flow->mode << 32 | (uint64_t)flow->bare << 40 |
           (uint64_t)flow->rows->era << 41;
}

/* Whether nothing is open that a branch message must look at besides its own fields, and nobody
   needs its ranges one by one. */
static bool may_go(const nt_flow *flow) {
    return flow->state == RUNNING && flow->framer.state == NT_FRAMER_BETWEEN &&
           flow->reported == 0 && flow->walked == 0 && flow->range.range.instructions == 0 &&
           (flow->path_sink != NULL || flow->sink == NULL) &&
           flow->blocks_walked <= flow->allowed && 4 * flow->blocks->asked <= flow->allowed;
}

/* ---- which step comes next ---- */

static inline bool is_of(const nt_flow_step *step, const uint8_t *bytes, uint64_t pc,
                         uint64_t state) {
    uint64_t first = (nt_little_64(bytes) ^ step->bytes[0]) & step->mask[0];
    uint64_t second = (nt_little_64(bytes + WORD) ^ step->bytes[1]) & step->mask[1];
    return (first | second | (step->pc ^ pc) | (step->state ^ state)) == 0;
}

static nt_flow_step *find(nt_rows *rows, const uint8_t *bytes, uint64_t pc) {
    uint64_t word[2] = {nt_little_64(bytes), 0};
    uint64_t mask = nt_rows_end(word[0]);
    if (mask != 0) {
        word[0] &= mask;
    } else {
        word[1] = nt_little_64(bytes + WORD);
        word[1] &= nt_rows_end(word[1]);
    }
    return nt_rows_slot(rows, pc, word);
}

/* Whether its path is what it was, and nothing ends it early. */
static inline bool is_whole(const nt_flow *flow, const row *row, const nt_flow_step *step) {
    nt_path *path = step->path;
    return step->id >= row->oldest && step->id == path->id &&
           row->instructions + path->instructions < row->free_instructions &&
           row->blocks + path->blocks <= row->free_blocks && nt_flow_has_blocks(flow, path) &&
           (step->plain || !flow->options.implicit_returns || nt_flow_has_returns(flow, path));
}

/* The step of the message that begins the bytes; NULL: it is not known, or its path may be another
   now. */
static inline nt_flow_step *next_step(const nt_flow *flow, const row *row, nt_flow_step *before,
                                      const uint8_t *bytes) {
    nt_flow_step *step = before->next;
    if (!is_of(step, bytes, row->pc, row->state)) {
        step = find(flow->rows, bytes, row->pc);
        if (!is_of(step, bytes, row->pc, row->state)) {
            return NULL;
        }
        before->next = step;
    }
    return is_whole(flow, row, step) ? step : NULL;
}

/* ---- going it ---- */

/* Gives the decoder the sums, and the last message. */
static void settle(nt_flow *flow, row *row) {
    const nt_flow_step *step = row->last;
    flow->counts.messages += row->messages;
    flow->counts.bytes += row->bytes;
    flow->counts.instructions += row->instructions;
    flow->retired += row->instructions;
    flow->until_change -= row->instructions;
    flow->blocks_walked += row->blocks;
    row->free_instructions -= row->instructions;
    row->free_blocks -= row->blocks;
    row->messages = row->bytes = row->instructions = row->blocks = 0;
    nt_put_little_64(flow->framer.bytes, step->bytes[0]);
    nt_put_little_64(flow->framer.bytes + WORD, step->bytes[1]);
    flow->framer.size = step->size;
    flow->message.tcode = step->tcode;
    flow->message.present = step->present;
    flow->offset = flow->base + flow->counts.bytes - step->size;
    flow->has_time = false;
    nt_flow_stamp_range(flow);
}

/* Tells the sink of the last one; `times` 0: its tally has counted it. */
static void tell(nt_flow *flow, row *row, uint64_t times) {
    nt_flow_step *step = row->last;
    settle(flow, row);
    nt_path_answer answer =
        nt_flow_tell_path(flow, step->path, times, times == 0 ? step->tally : NULL);
    if (answer.tally != NULL) {
        step->tally = answer.tally;
        step->serial = answer.tally->serial;
    }
    row->place = answer.place;
    row->counted = false;
}

/* Of those that were counted. */
static void tell_counted(nt_flow *flow, row *row) {
    if (row->counted) {
        tell(flow, row, 0);
    }
}

/* What is left behind besides an address. */
static void arrive(nt_flow *flow, const nt_flow_step *step, row *row) {
    const nt_path *path = step->path;
    if (path->noted) {
        flow->left = path->left;
    }
    if (path->silent) {
        flow->branch_target = path->target;
    }
    if (flow->options.implicit_returns) {
        nt_flow_take_returns(flow, path);
    }
    if (step->tcode == NT_TCODE_DIRECT_BRANCH) {
        row->pc = path->target;
    } else {
        row->pc = row->reference = row->reference ^ step->flips;
    }
}

static inline void go(nt_flow *flow, nt_flow_step *step, row *row) {
    nt_path_tally *tally = step->tally;
    bool counts = tally->serial == step->serial && tally->from == row->place;
    if (!counts) {
        tell_counted(flow, row);
    }
    row->last = step;
    row->messages++;
    row->bytes += step->size;
    row->instructions += step->path->instructions;
    row->blocks += step->path->blocks;
    flow->counts.by_tcode[step->tcode]++;
    if (counts) {
        tally->times++;
        row->place = tally->to;
        row->counted = true;
    } else {
        tell(flow, row, 1);
    }
    if (step->plain) {
        row->pc = row->reference = row->reference ^ step->flips;
    } else {
        arrive(flow, step, row);
    }
}

/* What a later message of another kind may look at. */
static void end_row(nt_flow *flow, row *row) {
    const nt_flow_step *step = row->last;
    const nt_path *path = step->path;
    bool direct = step->tcode == NT_TCODE_DIRECT_BRANCH;
    if (row->messages != 0) { /* else the sink was told of the last one */
        settle(flow, row);
    }
    tell_counted(flow, row);
    flow->rows->last = row->last;
    flow->pc = row->pc;
    flow->reference = row->reference;
    flow->ending = (flow_ending)path->ending;
    flow->last_was = UINT64_MAX;
    if (path->runs_on) {
        flow->last = path->last;
        flow->last_was = flow->blocks_walked - path->blocks + path->last_was;
    }
    flow->branch = (branch_message){.tcode = step->tcode,
                                    .icnt = step->icnt,
                                    .hist = step->hist,
                                    .address = direct ? 0 : row->pc};
}

static size_t take_row(nt_flow *flow, const uint8_t *bytes, size_t size) {
    size_t at = 0;
    nt_flow_step *step = flow->rows->last;
    row row = {.state = state_of(flow),
               .oldest = nt_paths_oldest(flow->paths),
               .pc = flow->pc,
               .reference = flow->reference,
               .place = NT_PLACE_NONE,
               .free_instructions = flow->until_change,
               .free_blocks = flow->allowed - flow->blocks_walked};
    while (size - at >= 2 * WORD && flow->result == 0 &&
           (step = next_step(flow, &row, step, bytes + at)) != NULL) {
        at += step->size;
        go(flow, step, &row);
    }
    if (row.last != NULL) {
        end_row(flow, &row);
    }
    return at;
}

/* Copies less than two words, without a call where there are four bytes. */
static inline void copy_few(uint8_t *to, const uint8_t *from, size_t size) {
    enum { HALF = WORD / 2 };
    if (size >= WORD) {
        memcpy(to, from, WORD);
        memcpy(to + size - WORD, from + size - WORD, WORD);
    } else if (size >= HALF) {
        memcpy(to, from, HALF);
        memcpy(to + size - HALF, from + size - HALF, HALF);
    } else {
        memcpy(to, from, size);
    }
}

size_t nt_flow_take_row(nt_flow *flow, const uint8_t *bytes, size_t size) {
    uint8_t last[2 * WORD] = {0}; /* zeros end no message */
    if (flow->rows->last == NULL || !may_go(flow)) {
        return 0;
    }
    if (size >= sizeof last) {
        return take_row(flow, bytes, size);
    }
    copy_few(last, bytes, size);
    return take_row(flow, last, sizeof last);
}

/* ---- what is remembered ---- */

void nt_flow_note_step(nt_flow *flow, uint64_t pc, nt_path *path, const branch_message *branch,
                       uint64_t flips) {
    bool told_whole = flow->path_sink != NULL || flow->sink == NULL;
    if (!told_whole || path->asked != 0 || flow->framer.size > NT_STEP_BYTES) {
        return;
    }
    uint64_t word[2] = {nt_little_64(flow->framer.bytes), nt_little_64(flow->framer.bytes + WORD)};
    uint64_t mask[2] = {nt_rows_end(word[0]), 0};
    if (mask[0] == 0) {
        mask[0] = UINT64_MAX;
        mask[1] = nt_rows_end(word[1]);
    }
    word[0] &= mask[0];
    word[1] &= mask[1];
    nt_flow_step *step = nt_rows_slot(flow->rows, pc, word);
    *step = (nt_flow_step){.bytes = {word[0], word[1]},
                           .mask = {mask[0], mask[1]},
                           .pc = pc,
                           .state = state_of(flow),
                           .path = path,
                           .id = path->id,
                           .flips = flips,
                           .tally = &flow->rows->none,
                           .serial = 1, /* which that one has not */
                           .next = step,
                           .plain = !path->noted && !path->silent &&
                                    branch->tcode != NT_TCODE_DIRECT_BRANCH &&
                                    !flow->options.implicit_returns,
                           .icnt = branch->icnt,
                           .hist = branch->hist,
                           .present = flow->message.present,
                           .tcode = branch->tcode,
                           .size = (uint8_t)flow->framer.size};
    if (flow->rows->last != NULL) {
        flow->rows->last->next = step;
    }
    flow->rows->last = step;
}

void nt_flow_forget_tallies(nt_flow *flow) {
    enum { ERAS = 1 << 23 };
    if (flow->rows != NULL && ++flow->rows->era == ERAS) {
        memset(flow->rows, 0, sizeof *flow->rows);
    }
}

void nt_flow_set_path_sink(nt_flow *flow, nt_flow_path_sink sink) {
    flow->path_sink = sink;
    nt_flow_forget_tallies(flow);
}
