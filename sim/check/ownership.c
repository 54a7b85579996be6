/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/messages/tables.h"
#include "sim/check/check_internal.h"

#include <inttypes.h>

enum { FORMAT_PRIVILEGE = 0, FORMAT_RESERVED = 1, FORMAT_SCONTEXT = 2, FORMAT_HCONTEXT = 3 };
enum { PRV_RESERVED = 2, PRV_M = 3, V = 4 };

/* PROCESS alone. */
static void judge_process(nt_check *check, uint64_t process) {
    unsigned format = process & 3;
    unsigned prv = process >> 2 & 3;
    bool v = process >> 4 & 1;
    nt_check_judge(check, NT_RULE_OWNERSHIP_FORMAT, format != FORMAT_RESERVED,
                   "PROCESS=0x%" PRIx64 " has FORMAT=1", process);
    if (format == FORMAT_RESERVED) {
        return;
    }
    nt_check_judge(check, NT_RULE_OWNERSHIP_PRIVILEGE, prv != PRV_RESERVED,
                   "PROCESS=0x%" PRIx64 " has PRV=2", process);
    nt_check_judge(check, NT_RULE_OWNERSHIP_VIRTUAL, !v || prv != PRV_M,
                   "PROCESS=0x%" PRIx64 " has V=1 PRV=3", process);
    if (format == FORMAT_PRIVILEGE) {
        nt_check_judge(check, NT_RULE_OWNERSHIP_CONTEXT, process >> 5 == 0,
                       "PROCESS=0x%" PRIx64 " has FORMAT=0 and CONTEXT", process);
        return;
    }
    bool scontext = format == FORMAT_SCONTEXT;
    unsigned width = scontext ? check->options.scontext_w : check->options.hcontext_w;
    if (width != 0) {
        nt_check_judge(check, NT_RULE_OWNERSHIP_WIDTH, process >> 5 >> width == 0,
                       "%s=0x%" PRIx64 " has more than %u bits", scontext ? "scontext" : "hcontext",
                       process >> 5, width);
    }
}

/* hcontext and scontext come as a pair, where both are implemented. */
static void judge_pair(nt_check *check, uint64_t process) {
    nt_check_stream *s = check->stream;
    unsigned format = process & 3;
    uint8_t privilege = process >> 2 & 7;
    bool both = s->hcontexts || check->options.hcontext_w != 0;
    if (format == FORMAT_SCONTEXT && both) {
        nt_check_judge(check, NT_RULE_OWNERSHIP_PAIR, s->hcontext,
                       "scontext without hcontext right before it");
    }
    if (s->hcontext && format == FORMAT_SCONTEXT) {
        nt_check_judge(check, NT_RULE_OWNERSHIP_ONE, privilege == s->privilege,
                       "V and PRV differ between hcontext and scontext");
    }
    s->hcontexts = s->hcontexts || format == FORMAT_HCONTEXT;
}

/* A change of privilege alone is part of a trap or a return from one, whose message is before it,
   or behind it. */
static void judge_place(nt_check *check, unsigned format) {
    nt_check_stream *s = check->stream;
    if (format == FORMAT_PRIVILEGE && !s->after_sync && !s->doubt && s->jumped) {
        nt_check_judge(check, NT_RULE_OWNERSHIP_CAUSE, true, "-");
        if (s->previous == NT_TCODE_RESOURCE_FULL || s->previous == NT_TCODE_OWNERSHIP) {
            nt_check_use(check, NT_FREEDOM_OWNERSHIP_PLACE,
                         "FORMAT=0, not right after the message of its trap");
        }
    } else if (format == FORMAT_PRIVILEGE && !s->after_sync && !s->doubt) {
        s->unplaced = true;
        s->unplaced_at = check->message;
    }
    if (!s->doubt) {
        nt_check_judge(check, NT_RULE_OWNERSHIP_STOPPED, !s->stopped,
                       "Ownership after ProgTraceCorrelation");
    }
}

/* A hart without scontext has none to tell; whether it has shows with the first. */
static void judge_full(nt_check *check, unsigned format) {
    nt_check_stream *s = check->stream;
    bool full = format != FORMAT_PRIVILEGE;
    bool contexts = s->contexts || check->options.scontext_w != 0;
    if (s->after_sync && (contexts || full)) {
        nt_check_judge(check, NT_RULE_OWNERSHIP_FULL, full,
                       "FORMAT=0 right after a synchronizing message");
    } else if (s->after_sync) {
        nt_check_judge(check, NT_RULE_OWNERSHIP_SCONTEXT, false,
                       "FORMAT=0 right after a synchronizing message");
        nt_check_use(check, NT_FREEDOM_OWNERSHIP_PLAIN,
                     "FORMAT=0 right after a synchronizing message");
        s->unowned = true;
    }
    if (s->after_sync && full) {
        nt_check_judge(check, NT_RULE_OWNERSHIP_SCONTEXT, true, "-");
    }
    if (full && s->unowned) {
        nt_check_judge(check, NT_RULE_OWNERSHIP_FULL, false,
                       "FORMAT=0 came right after a synchronizing message earlier");
        s->unowned = false;
    }
    s->contexts = s->contexts || full;
}

static void judge_ownership(nt_check *check, uint64_t process) {
    nt_check_stream *s = check->stream;
    unsigned format = process & 3;
    uint8_t privilege = process >> 2 & 7;
    judge_process(check, process);
    judge_place(check, format);
    if (check->options.known.trTeContext) {
        nt_check_judge(check, NT_RULE_OWNERSHIP_ENABLED, check->options.control.trTeContext,
                       "Ownership while trTeContext is 0");
    }
    if (format == FORMAT_RESERVED) {
        return;
    }
    judge_full(check, format);
    if (format == FORMAT_PRIVILEGE && s->privileged && !s->after_sync) {
        nt_check_judge(check, NT_RULE_OWNERSHIP_CHANGE, privilege != s->privilege,
                       "FORMAT=0 tells V=%u PRV=%u again", privilege >> 2, privilege & 3u);
    }
    judge_pair(check, process);
    s->privilege = privilege;
    s->privileged = true;
}

static bool is_aside(const nt_message *message) {
    return message->tcode == NT_TCODE_OWNERSHIP || message->tcode == NT_TCODE_RESOURCE_FULL;
}

/* Whether the message is that of a jump or trap; RepeatBranch repeats one, or a branch. */
static bool reports_jump(const nt_check *check, const nt_message *message) {
    return message->tcode == NT_TCODE_REPEAT_BRANCH
               ? check->stream->repeatable != NT_TCODE_DIRECT_BRANCH
               : nt_message_has(message, NT_FIELD_BTYPE);
}

/* The message behind a change of privilege whose cause is not before it. */
static void place(nt_check *check, const nt_message *message) {
    nt_check_stream *s = check->stream;
    if (is_aside(message)) {
        return;
    }
    bool reported = reports_jump(check, message) || nt_message_has(message, NT_FIELD_SYNC);
    if (s->unplaced && !s->doubt && message->tcode != NT_TCODE_ERROR) {
        nt_check_judge_at(check, NT_RULE_OWNERSHIP_CAUSE, reported, s->unplaced_at,
                          "FORMAT=0 comes neither behind nor before an indirect branch");
        if (reported) {
            nt_check_use(check, NT_FREEDOM_OWNERSHIP_PLACE,
                         "FORMAT=0 came before the message of its trap");
        }
    }
    s->unplaced = false;
    s->jumped = reports_jump(check, message);
}

/* What must have Ownership behind it. */
static void judge_missing(nt_check *check, const nt_message *message) {
    const nt_check_stream *s = check->stream;
    bool ownership = message->tcode == NT_TCODE_OWNERSHIP;
    const char *name = nt_message_layouts[message->tcode].name;
    if (!check->options.known.trTeContext && s->after_sync) {
        nt_check_judge(check, NT_RULE_OWNERSHIP_EVERY, ownership || !s->owned,
                       "%s after a synchronizing message, which had Ownership behind it before",
                       name);
    }
    if (!check->options.known.trTeContext || !check->options.control.trTeContext) {
        return;
    }
    if (s->after_sync) {
        nt_check_judge(check, NT_RULE_OWNERSHIP_SYNC, ownership,
                       "%s after a synchronizing message, and no Ownership", name);
    }
    if (s->after_trap) {
        nt_check_judge(check, NT_RULE_OWNERSHIP_TRAP, ownership,
                       "%s after a trap, and no Ownership", name);
    }
}

void nt_check_ownership(nt_check *check, const nt_message *message) {
    nt_check_stream *s = check->stream;
    bool ownership = message->tcode == NT_TCODE_OWNERSHIP;
    uint64_t process = message->value[NT_FIELD_PROCESS];
    bool lost = message->tcode == NT_TCODE_ERROR; /* and with other messages Ownership, maybe */
    place(check, message);
    if (!lost) {
        judge_missing(check, message);
    }
    if (s->hcontext && !lost) {
        nt_check_judge(check, NT_RULE_OWNERSHIP_HCONTEXT,
                       ownership && (process & 3) == FORMAT_SCONTEXT,
                       "%s after Ownership with hcontext", nt_message_layouts[message->tcode].name);
    }
    if (ownership) {
        judge_ownership(check, process);
    } else if (message->tcode == NT_TCODE_ERROR ||
               message->tcode == NT_TCODE_PROG_TRACE_CORRELATION) {
        s->privileged = false;
    }
    s->owned = s->owned || (s->after_sync && ownership);
    if (!nt_message_has(message, NT_FIELD_SYNC) && !s->tracing) {
        s->owned = false;
    }
    s->hcontext = ownership && (process & 3) == FORMAT_HCONTEXT;
    s->after_sync = nt_message_has(message, NT_FIELD_SYNC);
    s->after_trap = nt_message_has(message, NT_FIELD_BTYPE) && message->value[NT_FIELD_BTYPE] != 0;
}
