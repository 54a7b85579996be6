/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/check/image_walks.h"

#include "libntrace/flow/code.h"
#include "libntrace/flow/flow_paths.h"
#include "libntrace/util/resident.h"
#include "sim/check/check_internal.h"
#include "sim/check/image_path.h"

#include <stdlib.h>

/* ---- range by range ---- */

static void judge_ranges(nt_check *check, const nt_flow_path *path) {
    for (uint64_t i = 0; i < path->times; i++) {
        for (unsigned k = 0; k < path->path->ranges; k++) {
            nt_flow_event event = *path->stamp;
            event.range.pc = path->ranges[k].pc;
            event.range.instructions = path->ranges[k].instructions;
            event.range.halfwords = path->ranges[k].halfwords;
            nt_check_image(check, &event);
        }
    }
}

/* ---- what is remembered ---- */

/* As take_run() of image_path.c, where nothing ran before in the message. False: the run traps, or
   it is no code any more. */
static bool add_run(nt_check_walk *walk, const nt_check_run *run) {
    bool several = run->instructions > 1;
    if (run->instructions == 0 || run->trap != NT_CHECK_NO_TRAP) {
        return false;
    }
    walk->after = several || (walk->halfwords != 0 && walk->next == run->pc);
    walk->before = several ? run->before : walk->last;
    walk->class_ = run->class_;
    walk->last = run->last;
    walk->next = run->next;
    walk->halfwords += run->halfwords;
    walk->branches += run->branches;
    walk->plain += run->plain;
    return true;
}

/* What its last instruction does with calls, when others follow. False: it is more than a call. */
static bool pass_over(nt_check_walk *walk) {
    if (walk->class_ == NT_INSN_DIRECT_CALL) {
        if (walk->calls == NT_CHECK_WALK_CALLS) {
            return false;
        }
        walk->call[walk->calls++] = walk->next;
    }
    return !nt_insn_is_indirect(walk->class_);
}

static bool add_range(nt_check *check, nt_check_walk *walk, const nt_path_range *range) {
    uint64_t pc = range->pc;
    for (uint32_t left = range->instructions; left > 0;) {
        if (walk->halfwords != 0 && !pass_over(walk)) {
            return false;
        }
        const nt_check_run *run = nt_check_run_at(check, pc, left);
        if (!add_run(walk, run)) {
            return false;
        }
        left -= run->instructions;
        pc = run->next;
    }
    return true;
}

static void learn(nt_check *check, nt_check_walk *walk, const nt_flow_path *path) {
    nt_check_walk found = {.id = path->path->id, .src = check->flow_src};
    bool plain = true;
    for (unsigned i = 0; i < path->path->ranges && plain; i++) {
        plain = add_range(check, &found, &path->ranges[i]);
    }
    uint64_t target;
    const nt_code *code = &check->stream->path.code;
    found.unpaired = code->bytes != NULL && found.after && found.class_ != NT_INSN_RETURN &&
                     !nt_code_sequential_jump(code, found.before, found.last, &target);
    if (plain) {
        *walk = found;
    }
}

/* ---- as it was ---- */

/* Whether what the path asks of the rules is the same as whenever it comes: it is the first of its
   message, and nothing is to be seen within it. Of code that has changed since the latest range no
   path is known. */
static bool is_usual(const nt_check *check, const nt_flow_path *path) {
    const nt_check_path *p = &check->stream->path;
    return check->walk != NULL && path->times == 1 && p->code.at != NULL && !p->ran &&
           p->marks == 0 && p->parted == 0;
}

static const uint8_t branch_tcodes[NT_CHECK_WALK_TCODES] = {
    NT_TCODE_DIRECT_BRANCH, NT_TCODE_INDIRECT_BRANCH, NT_TCODE_INDIRECT_BRANCH_HIST};

/* Counts the ranges, or judges them now if they are not of a branch message. */
static void hold_ranges(nt_check *check, uint8_t tcode, uint64_t ranges) {
    const uint8_t mode = check->stream->mode;
    for (unsigned i = NT_CHECK_WALK_TCODES; i-- > 0;) {
        if (tcode == branch_tcodes[i]) {
            check->walked.ranges[mode][i] += ranges;
            return;
        }
    }
    nt_check_hold_ranges(check, tcode, mode, ranges);
}

void nt_check_settle_walked(nt_check *check) {
    nt_check_walked *walked = &check->walked;
    if (!walked->any) {
        return;
    }
    for (unsigned mode = 0; mode < NT_CHECK_WALK_MODES; mode++) {
        for (unsigned i = 0; i < NT_CHECK_WALK_TCODES; i++) {
            if (walked->ranges[mode][i] != 0) {
                nt_check_hold_ranges(check, branch_tcodes[i], (uint8_t)mode,
                                     walked->ranges[mode][i]);
            }
        }
    }
    if (walked->targets != 0) {
        nt_check_held(check, NT_RULE_IMAGE_TARGET, walked->targets);
    }
    if (walked->plain != 0) {
        nt_check_held(check, NT_RULE_IMAGE_ECALL, walked->plain);
        nt_check_held(check, NT_RULE_IMAGE_EBREAK, walked->plain);
    }
    *walked = (nt_check_walked){0};
}

static void take(nt_check *check, const nt_check_walk *walk, const nt_flow_path *path) {
    nt_check_path *p = &check->stream->path;
    hold_ranges(check, path->stamp->tcode, path->path->ranges);
    check->walked.any = true;
    check->walked.targets += p->fresh && p->told == path->ranges[0].pc;
    check->walked.plain += walk->plain;
    p->after = walk->after;
    p->unpaired = walk->unpaired;
    p->before = walk->before;
    p->class_ = walk->class_;
    p->last = walk->last;
    p->next = walk->next;
    p->walked += walk->halfwords;
    p->branches += p->blind ? walk->branches : 0;
    p->split = p->matched = p->deep = p->fresh = false;
    p->ran = true;
    for (unsigned i = 0; i < walk->calls; i++) {
        nt_check_push_call(p, walk->call[i]);
    }
    nt_check_leave_by(check, walk->class_);
}

/* What is remembered is resident as a whole, once there are so many paths that more will come. */
static void note_many(nt_check *check, const nt_flow_path *path) {
    if (!check->many && path->path->id > NT_PATH_MANY) {
        check->many = true;
        nt_make_resident(check->run, sizeof check->run);
        if (check->known != NULL) {
            nt_make_resident(check->known, NT_CHECK_KNOWN * sizeof *check->known);
        }
        if (check->walk != NULL) {
            nt_make_resident(check->walk, NT_CHECK_WALKS * sizeof *check->walk);
        }
    }
}

void nt_check_image_walk(nt_check *check, const nt_flow_path *path) {
    check->stream->path.code = check->code;
    note_many(check, path);
    if (check->walk == NULL && !check->options.no_cache) { /* without memory none is remembered */
        check->walk = calloc(NT_CHECK_WALKS, sizeof *check->walk);
    }
    if (!is_usual(check, path)) {
        judge_ranges(check, path);
        return;
    }
    nt_check_walk *walk = &check->walk[path->slot % NT_CHECK_WALKS];
    if (walk->id != path->path->id || walk->src != check->flow_src) {
        learn(check, walk, path);
    }
    if (walk->id == path->path->id && walk->src == check->flow_src) {
        take(check, walk, path);
    } else {
        judge_ranges(check, path);
    }
}
