/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/check/image_path.h"

#include "libntrace/flow/code.h"
#include "sim/check/check_internal.h"

#include <inttypes.h>
#include <string.h>

enum { BTYPE_EXCEPTION = 2 };

/* Each of the two fields turns it on. */
bool nt_check_returns_are_implicit(const nt_check *check) {
    const nt_control *control = &check->options.control;
    return control->trTeInstImplicitReturnMode != 0 || control->trTeInstEnImplicitReturn != 0;
}

bool nt_check_jumps_are_sequential(const nt_check *check) {
    return check->options.control.trTeInstEnSequentialJump;
}

bool nt_check_has_changed(const nt_check *check) {
    const nt_code *code = &check->stream->path.code;
    return code->generation != NULL && code->generation(code->context) != check->stream->generation;
}

/* ---- calls and returns ---- */

static bool swap_pops(const nt_check *check) {
    const nt_quirks *quirks = nt_quirks_get(check->options.format.vendor);
    return quirks == NULL || !quirks->swap_is_call;
}

bool nt_check_is_return(const nt_check *check, uint8_t class_) {
    return class_ == NT_INSN_RETURN || (class_ == NT_INSN_COROUTINE_SWAP && swap_pops(check));
}

void nt_check_push_call(nt_check_path *path, uint64_t address) {
    if (path->calls != 0) {
        path->call[path->calls - 1].leaf = false;
    }
    if (path->calls == NT_CHECK_CALLS) {
        path->calls--;
        path->dropped++;
        memmove(&path->call[0], &path->call[1], sizeof path->call - sizeof path->call[0]);
    }
    path->call[path->calls++] = (nt_check_call){.address = address, .leaf = true};
}

/* What the latest instruction, a return, pops. */
static void pop_call(nt_check_path *path) {
    path->deep = path->calls == 0 && path->dropped != 0;
    path->dropped -= path->deep;
    path->matched = path->calls != 0 && path->call[path->calls - 1].leaf;
    if (path->calls != 0) {
        path->expected = path->call[--path->calls].address;
    }
}

/* ---- the instructions of the path ---- */

/* The latest instruction was an indirect jump, and what follows it is in the same message. */
static void judge_inferred(nt_check *check) {
    const nt_check_path *path = &check->stream->path;
    if (path->fresh || !path->ran || !nt_insn_is_indirect(path->class_)) {
        return;
    }
    uint64_t target;
    bool pair = path->after && path->code.bytes != NULL && path->class_ != NT_INSN_RETURN &&
                nt_code_sequential_jump(&path->code, path->before, path->last, &target);
    if (pair && nt_check_jumps_are_sequential(check)) {
        nt_check_judge_at(check, NT_RULE_IMAGE_SEQUENTIAL, !path->split, path->offset,
                          "the jump at 0x%" PRIx64 " is inferred, though ResourceFull counts what "
                          "loads its target",
                          path->last);
    } else if (nt_check_is_return(check, path->class_)) {
        nt_check_held(check, NT_RULE_IMAGE_RETURN, 1);
        nt_check_judge_at(check, NT_RULE_IMAGE_RETURN_DEPTH, !path->deep, path->offset,
                          "the return at 0x%" PRIx64 " is implicit, of a call with %d calls in it",
                          path->last, NT_CHECK_CALLS);
    }
}

/* ecall and ebreak trap, and so do not retire. */
static void judge_retired(nt_check *check, const nt_flow_event *event, const nt_check_run *run) {
    if (run->plain != 0) {
        nt_check_held(check, NT_RULE_IMAGE_ECALL, run->plain);
        nt_check_held(check, NT_RULE_IMAGE_EBREAK, run->plain);
    }
    if (run->trap != NT_CHECK_NO_TRAP) {
        bool ecall = run->trap == NT_CHECK_ECALL;
        nt_check_judge_at(check, ecall ? NT_RULE_IMAGE_ECALL : NT_RULE_IMAGE_EBREAK, false,
                          event->offset, "the %s at 0x%" PRIx64 " is counted as retired",
                          ecall ? "ecall" : "ebreak", run->last);
    }
}

/* Half-words up to here are whole instructions. */
static void judge_marks(nt_check *check) {
    nt_check_path *path = &check->stream->path;
    unsigned used = 0;
    while (used < path->marks && path->mark[used].halfwords <= path->walked) {
        path->parted = path->mark[used].halfwords;
        nt_check_judge_at(check, NT_RULE_IMAGE_RESOURCE_ICNT,
                          path->mark[used].halfwords == path->walked, path->mark[used].offset,
                          "RDATA ends within the instruction at 0x%" PRIx64, path->last);
        used++;
    }
    path->marks -= used;
    memmove(&path->mark[0], &path->mark[used], path->marks * sizeof path->mark[0]);
}

void nt_check_leave_by(nt_check *check, uint8_t class_) {
    nt_check_path *path = &check->stream->path;
    if (nt_check_is_return(check, class_)) {
        pop_call(path);
    }
    if (class_ == NT_INSN_DIRECT_CALL || class_ == NT_INSN_INDIRECT_CALL ||
        class_ == NT_INSN_COROUTINE_SWAP) {
        nt_check_push_call(path, path->next);
    }
}

static void take_run(nt_check *check, const nt_flow_event *event, const nt_check_run *run) {
    nt_check_path *path = &check->stream->path;
    bool several = run->instructions > 1;
    path->after = several || (path->ran && !path->fresh && path->next == run->pc);
    path->before = several ? run->before : path->last;
    path->class_ = run->class_;
    path->last = run->last;
    path->next = run->next;
    path->walked += run->halfwords;
    path->branches += path->blind ? run->branches : 0;
    path->split = !several && path->parted != 0 && path->parted + run->halfwords == path->walked;
    path->matched = path->deep = path->unpaired = false;
    path->fresh = false;
    path->ran = true;
    nt_check_leave_by(check, run->class_);
    judge_retired(check, event, run);
    judge_marks(check);
}

void nt_check_forget_calls(nt_check_path *path) {
    path->calls = 0;
    path->dropped = 0;
}

/* Nothing is known of what ran. */
static void forget(nt_check_path *path) {
    path->ran = path->after = path->matched = path->fresh = false;
    path->class_ = NT_INSN_OTHER;
    path->marks = 0;
    path->uncounted = true;
    nt_check_forget_calls(path);
}

void nt_check_image_range(nt_check *check, const nt_flow_event *event) {
    nt_check_path *path = &check->stream->path;
    if (nt_check_has_changed(check)) {
        check->stream->generation = path->code.generation(path->code.context);
        if (path->ran) {
            forget(path);
            return;
        }
    }
    uint64_t pc = event->range.pc;
    if (path->fresh && path->told == pc) {
        nt_check_held(check, NT_RULE_IMAGE_TARGET, 1);
    }
    for (uint32_t left = event->range.instructions; left > 0;) {
        bool marked = path->marks != 0; /* where each instruction ends is to be seen */
        const nt_check_run *run = nt_check_run_at(check, pc, marked ? 1 : left);
        if (run->instructions == 0) {
            break; /* the code has changed meanwhile */
        }
        judge_inferred(check);
        take_run(check, event, run);
        left -= run->instructions;
        pc = path->next;
    }
}

/* ---- messages ---- */

/* A jump that a message without SYNC tells. */
static void judge_told_jump(nt_check *check) {
    const nt_check_path *path = &check->stream->path;
    if (nt_check_is_return(check, path->class_) && nt_check_returns_are_implicit(check)) {
        nt_check_judge_at(check, NT_RULE_IMAGE_RETURN_TOLD,
                          !path->matched || path->expected != path->address, path->offset,
                          "the return to 0x%" PRIx64 " is told, though its call was",
                          path->address);
        if (path->matched && path->expected == path->address) {
            nt_check_use_at(check, NT_FREEDOM_RETURN_TOLD, path->offset,
                            "the return to 0x%" PRIx64 " is told", path->address);
        }
    }
    uint64_t target;
    /* The hart may have entered debug mode instead, whose address is what the port had next. */
    if (path->after && !path->unpaired && !path->halts && !nt_check_has_changed(check) &&
        path->code.bytes != NULL && path->class_ != NT_INSN_RETURN &&
        nt_code_sequential_jump(&path->code, path->before, path->last, &target)) {
        nt_check_judge_at(check, NT_RULE_IMAGE_SEQUENTIAL_TARGET, target == path->address,
                          path->offset, "the jump goes to 0x%" PRIx64 ", not 0x%" PRIx64, target,
                          path->address);
        if (nt_check_jumps_are_sequential(check)) {
            nt_check_use_at(check, NT_FREEDOM_SEQUENTIAL_TOLD, path->offset,
                            "the jump to 0x%" PRIx64 " is told", path->address);
        }
    }
}

/* All events of a message have come. */
static void close_message(nt_check *check) {
    nt_check_path *path = &check->stream->path;
    if (!path->open) {
        return;
    }
    path->open = false;
    bool judged = !path->faulted && path->ran && nt_check_is_branch_message(path->tcode);
    if (judged && path->btype == 0 && nt_insn_is_indirect(path->class_)) {
        judge_told_jump(check);
    }
    /* Where an interrupt comes before the target, nobody may know that. */
    if (judged && path->btype == BTYPE_EXCEPTION && !nt_check_returns_are_implicit(check) &&
        !nt_check_jumps_are_sequential(check)) {
        nt_check_judge_at(check, NT_RULE_IMAGE_TRAP_JUMP, !nt_insn_is_indirect(path->class_),
                          path->offset, "the jump at 0x%" PRIx64 " has no message of its own",
                          path->last);
    }
    nt_check_close_told(check);
    if (path->ends) {
        path->branches = 0;
        path->walked = path->full = path->parted = 0;
        path->uncounted = false;
        path->marks = 0;
    }
    if (path->tells) {
        path->fresh = true;
        path->told = path->address;
        path->told_at = path->offset;
    }
}

/* RepeatBranch goes to the target of the latest branch message again: what came between may have
   told another address (rc7's SYNC 0, 4 and 6). Only in rc7 it may be one with SYNC. */
static void take_repeated(nt_check_path *path, uint8_t tcode) {
    uint8_t plain = nt_tcode_without_sync(tcode);
    bool tells = nt_check_is_branch_message(plain != 0 ? plain : tcode);
    if (tells) {
        path->repeated = path->address;
    }
    bool direct = tcode == NT_TCODE_DIRECT_BRANCH || tcode == NT_TCODE_DIRECT_BRANCH_SYNC;
    path->repeats = tells || (path->repeats && !direct);
    if (tcode == NT_TCODE_REPEAT_BRANCH && path->repeats) {
        path->reference = path->repeated;
    }
}

static void take_address(nt_check *check, const nt_message *message) {
    nt_check_path *path = &check->stream->path;
    if (nt_message_has(message, NT_FIELD_FADDR)) {
        path->address = message->value[NT_FIELD_FADDR] << 1;
    } else if (nt_message_has(message, NT_FIELD_UADDR) && path->referenced) {
        path->address = path->reference ^ message->value[NT_FIELD_UADDR] << 1;
    } else {
        return;
    }
    path->address &= nt_check_mask(check);
    path->tells = true;
    path->reference = path->address;
    path->referenced = true;
}

/* The history may have led beyond it already; then nobody knows. */
static void take_full(nt_check *check, const nt_message *message) {
    nt_check_path *path = &check->stream->path;
    path->full += message->value[NT_FIELD_RDATA];
    path->parted = !path->uncounted && path->full == path->walked ? path->full : path->parted;
    if (!path->uncounted && path->full > path->walked && path->marks < NT_CHECK_MARKS) {
        path->mark[path->marks++] = (nt_check_mark){path->full, check->message};
    }
}

void nt_check_image_message(nt_check *check, const nt_message *message) {
    nt_check_path *path = &check->stream->path;
    path->halts =
        message->tcode == NT_TCODE_PROG_TRACE_CORRELATION && message->value[NT_FIELD_ICNT] == 0;
    close_message(check);
    nt_check_begin_told(check, message);
    bool repeats = message->tcode == NT_TCODE_REPEAT_BRANCH;
    path->open = true;
    path->tcode = message->tcode;
    path->btype = (uint8_t)message->value[NT_FIELD_BTYPE];
    path->sync = (uint8_t)message->value[NT_FIELD_SYNC];
    path->synced = nt_message_has(message, NT_FIELD_SYNC);
    path->offset = check->message;
    path->faulted = path->tells = path->ran = false;
    path->ends = nt_message_has(message, NT_FIELD_ICNT) || repeats;
    take_address(check, message);
    take_repeated(path, message->tcode);
    if (message->tcode == NT_TCODE_RESOURCE_FULL && message->value[NT_FIELD_RCODE] == 0) {
        take_full(check, message);
    }
    path->hrepeat = nt_message_has(message, NT_FIELD_HREPEAT);
}

void nt_check_image_finish(nt_check *check) {
    close_message(check);
}
