/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/stats.h"

enum { CALLED = 64 }; /* calls of a path that is counted */

static inline uint32_t index_of(const nt_stats *stats, const nt_function *function) {
    return function == NULL ? NT_STATS_UNNAMED
                            : (uint32_t)(stats->first[function->image] + function->index);
}

/* ---- bits ---- */

static uint64_t bits_of(uint64_t bytes) {
    return bytes * 8 << NT_STATS_SHARE_BITS;
}

static uint64_t share_of(uint64_t bits, uint64_t told, uint64_t total) {
    return (bits | told) >> 32 == 0 ? bits * told / total
                                    : (uint64_t)((unsigned __int128)bits * told / total);
}

/* The message's bits go to the functions whose instructions it told, by their number. */
static void share_bits(nt_stats *stats) {
    uint64_t total = 0;
    for (size_t i = 0; i < stats->telling_count; i++) {
        total += stats->entries[stats->telling[i]].told;
    }
    uint64_t bits = bits_of(stats->size);
    uint64_t left = bits;
    for (size_t i = 0; i < stats->telling_count; i++) {
        nt_stats_entry *e = &stats->entries[stats->telling[i]];
        bool last = i + 1 == stats->telling_count;
        uint64_t share = last ? left : share_of(bits, e->told, total);
        e->bits += share;
        left -= share;
        e->told = 0;
    }
    stats->telling_count = 0;
}

static inline void take_message(nt_stats *stats, const nt_flow_event *event) {
    if (stats->message != event->offset + 1) {
        share_bits(stats);
        uint64_t end = event->offset + event->size;
        stats->message = event->offset + 1;
        /* Between the messages of one hart are those of others. */
        stats->size = stats->inputs.several || end < stats->end ? event->size : end - stats->end;
        stats->end = end;
    }
}

/* ---- instructions ---- */

static inline void count(nt_stats *stats, uint32_t index, uint32_t instructions) {
    nt_stats_entry *e = &stats->entries[index];
    if (e->told == 0) {
        stats->telling[stats->telling_count++] = index;
    }
    e->told += instructions;
    e->instructions += instructions;
}

/* Whether the last range ended on a call, which may be to the function that it is in. */
static bool was_called(nt_stats *stats) {
    uint64_t pc = stats->last_pc;
    uint64_t left = stats->last_halfwords;
    uint8_t exit = NT_INSN_OTHER;
    while (left > 0) {
        const nt_step *step = nt_steps_at(stats->steps, pc, left);
        if (step->instructions == 0) {
            return false;
        }
        exit = step->exit;
        left -= step->halfwords;
        pc = step->next;
    }
    return exit == NT_INSN_DIRECT_CALL || exit == NT_INSN_INDIRECT_CALL;
}

static void go_to(nt_stats *stats, uint32_t index) {
    const nt_function *function = stats->entries[index].function;
    stats->now = index;
    stats->start = function == NULL ? 0 : function->start;
    stats->length = function != NULL                ? function->size
                    : stats->count > NT_STATS_NAMED ? 0
                                                    : UINT64_MAX;
}

void nt_stats_leave(nt_stats *stats) {
    stats->now = NT_STATS_NOWHERE;
    stats->length = 0;
    stats->place = NT_PLACE_NONE;
}

static inline void note_call(nt_stats *stats, uint32_t index) {
    if (stats->called != NULL && stats->called_count < CALLED) {
        stats->called[stats->called_count] = index;
    }
    stats->called_count += stats->called != NULL;
}

/* Other code than before, or the start of a function. */
static void take_steps(nt_stats *stats, const nt_flow_event *event) {
    uint64_t pc = event->range.pc;
    uint64_t left = event->range.halfwords;
    while (left > 0) {
        const nt_step *step = nt_steps_at(stats->steps, pc, left);
        const nt_function *function = step->function;
        uint32_t instructions = step->instructions;
        uint64_t next = step->next;
        left -= step->halfwords;
        if (instructions == 0) {
            return;
        }
        uint32_t index = index_of(stats, function);
        stats->entries[index].function = function;
        if (function != NULL && pc == function->start &&
            (index != stats->now || (pc == event->range.pc && was_called(stats)))) {
            stats->entries[index].calls++;
            note_call(stats, index);
        }
        go_to(stats, index);
        count(stats, index, instructions);
        pc = next;
    }
}

/* Whether code lies in the function that ran last, behind its start. */
static inline bool is_within(const nt_stats *stats, uint64_t pc, uint64_t halfwords) {
    uint64_t at = pc - stats->start;
    return stats->length != 0 && at - 1 < stats->length - 1 && 2 * halfwords <= stats->length - at;
}

static inline void take_range(nt_stats *stats, const nt_flow_event *event) {
    if (is_within(stats, event->range.pc, event->range.halfwords)) {
        count(stats, stats->now, event->range.instructions);
    } else {
        take_steps(stats, event);
    }
    stats->last_pc = event->range.pc;
    stats->last_halfwords = event->range.halfwords;
    stats->place = NT_PLACE_NONE;
}

void nt_stats_range(nt_stats *stats, const nt_flow_event *event, bool shown) {
    take_message(stats, event);
    if (shown) {
        take_range(stats, event);
    } else {
        nt_stats_leave(stats);
        count(stats, NT_STATS_HIDDEN, event->range.instructions);
    }
}

/* ---- paths ---- */

/* Values of `from` besides the entry within which the path goes on: */
enum { FROM_ELSEWHERE = NT_STATS_NOWHERE - 1, FROM_CALL = NT_STATS_NOWHERE - 2 };

/* All of what came before the path that what it adds to the sums depends on. */
static uint32_t from(nt_stats *stats, bool within, bool starts, uint32_t first) {
    if (within) {
        return stats->now;
    }
    return starts && (first != stats->now || was_called(stats)) ? FROM_CALL : FROM_ELSEWHERE;
}

static void add_path(nt_stats *stats, nt_stats_path *sum) {
    uint64_t total = 0;
    for (uint32_t i = 0; i < sum->parts; i++) {
        total += sum->part[i].instructions;
    }
    uint64_t bits = bits_of(sum->size);
    uint64_t left = bits;
    for (uint32_t i = 0; i < sum->parts; i++) {
        nt_stats_entry *e = &stats->entries[sum->part[i].entry];
        uint64_t told = sum->part[i].instructions;
        uint64_t share = i + 1 == sum->parts ? left : share_of(bits, told, total);
        e->instructions += sum->tally.times * told;
        e->calls += sum->tally.times * sum->part[i].calls;
        e->bits += sum->tally.times * share;
        left -= share;
    }
    sum->tally.times = 0;
}

/* Range by range. `called` gets the entries that are called. */
static void go_ranges(nt_stats *stats, const nt_flow_path *path, uint32_t called[CALLED]) {
    stats->called = called;
    stats->called_count = 0;
    for (size_t i = 0; i < path->path->ranges; i++) {
        nt_flow_event event = {.kind = NT_FLOW_RANGE};
        event.range.pc = path->ranges[i].pc;
        event.range.instructions = path->ranges[i].instructions;
        event.range.halfwords = path->ranges[i].halfwords;
        take_range(stats, &event);
    }
    stats->called = NULL;
}

static uint32_t calls_of(const nt_stats *stats, const uint32_t called[CALLED], uint32_t entry) {
    uint32_t calls = 0;
    for (size_t i = 0; i < stats->called_count; i++) {
        calls += called[i] == entry;
    }
    return calls;
}

/* Counts it range by range, after which no other instructions are told of its message, and keeps
   what that added. */
static void learn(nt_stats *stats, const nt_flow_path *path, nt_stats_path *sum, bool within) {
    uint32_t called[CALLED];
    const nt_path_range *range = &path->ranges[0];
    const nt_function *function = nt_steps_at(stats->steps, range->pc, range->halfwords)->function;
    *sum = (nt_stats_path){.size = stats->size, .first = index_of(stats, function)};
    sum->starts = function != NULL && function->start == range->pc;
    sum->from = from(stats, within, sum->starts, sum->first);
    go_ranges(stats, path, called);
    sum->now = stats->now;
    sum->tally.serial = ++stats->serials;
    sum->tally.to = sum->now | (uint64_t)was_called(stats) << 32;
    uint64_t told = 0;
    for (size_t i = 0; i < stats->telling_count && i < NT_STATS_PARTS; i++) {
        uint32_t entry = stats->telling[i];
        told += stats->entries[entry].told;
        sum->part[i].entry = entry;
        sum->part[i].instructions = (uint32_t)stats->entries[entry].told;
        sum->part[i].calls = stats->called_count > CALLED ? 0 : calls_of(stats, called, entry);
    }
    sum->parts = (uint32_t)stats->telling_count;
    bool whole = told == path->path->instructions && stats->called_count <= CALLED;
    sum->id = whole ? path->path->id : 0;
    sum->parts = whole ? sum->parts : 0;
}

/* The sums are behind a path that was counted. */
static void stand_behind(nt_stats *stats, const nt_flow_path *path, const nt_stats_path *sum) {
    const nt_path_range *last = &path->ranges[path->path->ranges - 1];
    go_to(stats, sum->now);
    stats->last_pc = last->pc;
    stats->last_halfwords = last->halfwords;
    stats->place = sum->tally.to;
}

/* What follows the same place in a message of its own size adds the same. */
static void answer(nt_stats *stats, const nt_flow_path *path, nt_stats_path *sum, uint64_t from) {
    if (sum->id != 0 && from != NT_PLACE_NONE && sum->size == path->stamp->size) {
        sum->tally.from = from;
        path->answer->tally = &sum->tally;
    }
    path->answer->place = stats->place;
}

/* The only one of its message. */
static void take_path(nt_stats *stats, const nt_flow_path *path) {
    const nt_path_range *first = &path->ranges[0];
    uint64_t place = stats->place;
    bool within = is_within(stats, first->pc, first->halfwords);
    nt_stats_path *sum = &stats->paths[2 * path->slot + within];
    bool known = sum->id == path->path->id;
    if (known && sum->size == stats->size &&
        sum->from == from(stats, within, sum->starts, sum->first)) {
        sum->tally.times++;
    } else {
        add_path(stats, sum);
        learn(stats, path, sum, within);
    }
    stand_behind(stats, path, sum);
    answer(stats, path, sum, place);
}

/* Its tally has counted it, and its message told nothing else. */
static void take_counted(nt_stats *stats, const nt_flow_path *path) {
    const nt_flow_event *stamp = path->stamp;
    share_bits(stats); /* of a message before */
    stats->message = stamp->offset + 1;
    stats->end = stamp->offset + stamp->size;
    stats->size = stamp->size;
    stand_behind(stats, path, (const nt_stats_path *)path->answer->tally);
    path->answer->place = stats->place;
}

/* ---- loops ---- */

enum { LOOP_ENTRIES = 32 };

/* Goes the path once more, and then as often as it comes after that, if each time adds the same.
   Returns how often. */
static uint64_t go_round(nt_stats *stats, const nt_flow_path *path, uint64_t times) {
    uint32_t called[CALLED];
    uint64_t before[LOOP_ENTRIES] = {0};
    uint32_t now = stats->now;
    for (size_t i = 0; i < stats->telling_count && i < LOOP_ENTRIES; i++) {
        before[i] = stats->entries[stats->telling[i]].told;
    }
    go_ranges(stats, path, called);
    if (stats->now != now || stats->telling_count > LOOP_ENTRIES || stats->called_count > CALLED) {
        return 1;
    }
    for (size_t i = 0; i < stats->telling_count; i++) {
        nt_stats_entry *e = &stats->entries[stats->telling[i]];
        uint64_t told = (e->told - before[i]) * (times - 1);
        e->told += told;
        e->instructions += told;
        e->calls += calls_of(stats, called, stats->telling[i]) * (times - 1);
    }
    return times;
}

static void take_loop(nt_stats *stats, const nt_flow_path *path) {
    uint32_t called[CALLED];
    go_ranges(stats, path, called);
    for (uint64_t left = path->times - 1; left > 0;) {
        left -= go_round(stats, path, left);
    }
}

void nt_stats_walk(nt_stats *stats, const nt_flow_path *path) {
    if (path->times == 0) {
        take_counted(stats, path);
        return;
    }
    bool alone = path->times == 1 && stats->message != path->stamp->offset + 1;
    take_message(stats, path->stamp);
    if (alone) {
        take_path(stats, path);
    } else {
        take_loop(stats, path);
    }
}

void nt_stats_settle(nt_stats *stats) {
    share_bits(stats);
    for (size_t i = 0; i < NT_STATS_PATHS; i++) {
        if (stats->paths[i].tally.times != 0) {
            add_path(stats, &stats->paths[i]);
        }
    }
}
