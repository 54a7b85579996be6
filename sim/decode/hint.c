/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/hint.h"

#include "sim/decode/retyped.h"
#include "sim/util/hex_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WINDOW = 1 << 18,            /* bytes that are tried */
    MOST_INSTRUCTIONS = 1 << 21, /* and what they may tell */
    LEAST_GAIN = 8,              /* messages more that other settings must bring */
    EARLY = 64,                  /* messages up to a fault that is due to settings or image */
    SRC_WIDTHS = 13,
    SUSPECTS = 8, /* instructions of a pcinfo whose type is in doubt */
};

/* How far one try came. */
typedef struct score {
    uint64_t messages; /* from the first synchronizing message up to the first fault */
    bool faulted;
    nt_flow_fault fault; /* the first */
    uint64_t faults;
    uint64_t syncs;
    bool at_return;        /* the first fault is that the path goes on behind a return */
    uint64_t instructions; /* up to the first fault */
    uint64_t vendor_codes; /* ResourceFull that was skipped */
} score;

/* Returns known by type alone, at which a trap's handler may end. */
typedef struct suspects {
    uint64_t pc[SUSPECTS];
    unsigned count;
} suspects;

/* ---- one try ---- */

typedef struct try_state {
    nt_view *view;
    nt_flow *flow;
    nt_code code;
    suspects *suspects; /* gets them; NULL: not needed */
    bool trapped;
    nt_flow_event range; /* the last */
    bool whole;          /* goes on behind the first fault */
    uint64_t instructions;
    uint64_t begun; /* messages before the first synchronizing one */
    score score;
} try_state;

static uint64_t messages_since_start(const try_state *t) {
    const nt_flow_counts *counts = nt_flow_get_counts(t->flow);
    return counts->syncs == 0 ? 0 : counts->messages - t->begun;
}

static void add_suspect(suspects *suspects, uint64_t pc) {
    for (unsigned i = 0; i < suspects->count; i++) {
        if (suspects->pc[i] == pc) {
            return;
        }
    }
    if (suspects->count < SUSPECTS) {
        suspects->pc[suspects->count++] = pc;
    }
}

/* Of what ran after a trap. */
static void find_suspects(const try_state *t, const nt_flow_event *event) {
    uint64_t pc = event->range.pc;
    for (uint32_t i = 0; i < event->range.instructions; i++) {
        if (nt_is_typed_return(&t->code, pc)) {
            add_suspect(t->suspects, pc);
        }
        pc += t->code.at(t->code.context, pc).size;
    }
}

static bool goes_on_behind_return(const try_state *t, nt_flow_fault fault) {
    uint64_t pc = t->range.range.pc;
    uint8_t last = NT_INSN_OTHER;
    for (uint32_t i = 0; i < t->range.range.instructions; i++) {
        nt_insn insn = t->code.at(t->code.context, pc);
        last = insn.class_;
        pc += insn.size;
    }
    return last == NT_INSN_RETURN &&
           (fault == NT_FAULT_HIST_JUMP || fault == NT_FAULT_ICNT_BEHIND_JUMP);
}

static int take_event(void *context, const nt_flow_event *event) {
    try_state *t = context;
    nt_view_take(t->view, event);
    t->trapped |= event->kind == NT_FLOW_TRAP;
    if (event->kind == NT_FLOW_RANGE) {
        if (t->trapped && t->suspects != NULL && !t->score.faulted) {
            find_suspects(t, event);
        }
        t->range = *event;
        t->instructions += event->range.instructions;
        return t->instructions > MOST_INSTRUCTIONS;
    }
    if (event->kind == NT_FLOW_SYNC && nt_flow_get_counts(t->flow)->syncs == 1) {
        t->begun = nt_flow_get_counts(t->flow)->messages - 1;
    }
    if (event->kind != NT_FLOW_FAULT) {
        return 0;
    }
    if (!t->score.faulted) {
        t->score.faulted = true;
        t->score.fault = event->fault.code;
        t->score.instructions = t->instructions;
        t->score.at_return = goes_on_behind_return(t, event->fault.code);
        t->score.messages = messages_since_start(t);
    }
    t->score.faults++;
    return !t->whole;
}

/* The SRC of the first synchronizing message. */
static uint16_t first_source(const nt_message_format *format, const uint8_t *bytes, size_t size) {
    nt_framer framer = {0};
    for (size_t at = 0; at < size;) {
        nt_frame frame;
        nt_message message;
        nt_field field;
        at += nt_framer_bytes(&framer, bytes + at, size - at, &frame);
        if (frame == NT_FRAME_END &&
            nt_message_decode(&message, format, framer.bytes, nt_framer_kept(&framer), &field) ==
                NT_MESSAGE_OK &&
            nt_message_has(&message, NT_FIELD_SYNC) && nt_message_has(&message, NT_FIELD_SRC)) {
            return (uint16_t)message.value[NT_FIELD_SRC];
        }
    }
    return 0;
}

/* `mret`: the address of an instruction that is taken for a return from a trap; NULL: none is. */
static score try_code(const nt_hint_inputs *in, nt_flow_options options, const uint8_t *bytes,
                      size_t size, bool whole, const uint64_t *mret, suspects *found) {
    try_state t = {.whole = whole, .suspects = found};
    nt_retyped retyped;
    nt_error error = {0};
    nt_message_format format = nt_flow_format(&options, nt_program_xlen(in->program));
    if (in->every_hart || options.src_bits != in->flow.src_bits) {
        options.src = first_source(&format, bytes, size);
    }
    t.view = nt_view_new(in->program, in->every_hart ? options.src : in->hart, &error);
    if (t.view == NULL) {
        return t.score;
    }
    nt_view_set_isa(t.view, &in->isa);
    t.code = nt_view_code(t.view);
    if (mret != NULL) {
        retyped = (nt_retyped){.code = t.code, .pc = *mret, .class_ = NT_INSN_TRAP_RETURN};
        t.code = nt_retyped_code(&retyped);
    }
    t.flow = nt_flow_new(t.code, &options, take_event, &t);
    if (t.flow != NULL) {
        (void)nt_flow_bytes(t.flow, bytes, size);
        t.score.syncs = nt_flow_get_counts(t.flow)->syncs;
        for (unsigned rcode = 0; rcode < 16; rcode++) {
            t.score.vendor_codes += nt_flow_get_counts(t.flow)->by_rcode[rcode];
        }
        if (!t.score.faulted) {
            t.score.messages = messages_since_start(&t);
        }
        if (t.instructions < t.score.messages) { /* they are not what they are taken for */
            t.score.messages = 0;
        }
        nt_flow_free(t.flow);
    }
    nt_view_free(t.view);
    return t.score;
}

static score try_options(const nt_hint_inputs *in, nt_flow_options options, const uint8_t *bytes,
                         size_t size, bool whole) {
    return try_code(in, options, bytes, size, whole, NULL, NULL);
}

/* ---- other settings ---- */

/* What may be set otherwise. */
enum { RETURNS, SEQUENTIAL, EXTEND, TSTAMP, ALL_JUMPS, RC7, SWITCHES };
static const char *const switch_names[SWITCHES] = {
    "trTeInstEnImplicitReturn", "trTeInstEnSequentialJump",
    "trTeInstExtendAddrMSB",    "trTsEnable",
    "trTeInstEnAllJumps",       "ntRc7"};

static bool toggle(nt_flow_options *options, unsigned which) {
    bool *const place[SWITCHES] = {
        [RETURNS] = &options->implicit_returns,
        [SEQUENTIAL] = &options->sequential_jumps,
        [EXTEND] = &options->extend_addr,
        [ALL_JUMPS] = &options->all_jumps,
        [RC7] = &options->rc7,
    };
    if (which == TSTAMP) {
        options->tstamp_bits = options->tstamp_bits == 0 ? 64 : 0;
        return options->tstamp_bits != 0;
    }
    *place[which] = !*place[which];
    return *place[which];
}

/* One way to set it: switches to toggle, as a bit mask, and a width of SRC. */
typedef struct candidate {
    unsigned toggled;
    unsigned src_bits;
} candidate;

static nt_flow_options options_of(const nt_hint_inputs *in, const candidate *c) {
    nt_flow_options options = in->flow;
    for (unsigned i = 0; i < SWITCHES; i++) {
        if ((c->toggled >> i & 1) != 0) {
            (void)toggle(&options, i);
        }
    }
    options.src_bits = (uint8_t)c->src_bits;
    return options;
}

static unsigned changes(const nt_hint_inputs *in, const candidate *c) {
    return (unsigned)__builtin_popcount(c->toggled) + (c->src_bits != in->flow.src_bits);
}

static bool is_better(const score *given, const score *found) {
    return found->messages >= given->messages + LEAST_GAIN &&
           (!found->faulted || (found->messages > EARLY && found->messages >= 4 * given->messages));
}

/* The fewest changes with which all goes well; else those with which most does. */
static bool find_settings(const nt_hint_inputs *in, const uint8_t *bytes, size_t size,
                          const score *given, candidate *best, score *reached) {
    bool found = false;
    for (unsigned most = 1; most <= 4; most++) {
        for (unsigned number = 0; number < (1u << SWITCHES) * SRC_WIDTHS; number++) {
            candidate c = {number % (1u << SWITCHES), number / (1u << SWITCHES)};
            bool rare = (c.toggled & (1u << ALL_JUMPS | 1u << RC7)) != 0;
            if (changes(in, &c) != most || (rare && most > 1)) {
                continue;
            }
            score s = try_options(in, options_of(in, &c), bytes, size, false);
            if (is_better(given, &s) && (!found || s.messages > reached->messages)) {
                *best = c;
                *reached = s;
                found = true;
            }
        }
        if (found && !reached->faulted) {
            break;
        }
    }
    return found;
}

static void tell_settings(const nt_hint_inputs *in, const candidate *c, const score *reached,
                          char text[NT_HINT_TEXT]) {
    size_t used = (size_t)snprintf(text, NT_HINT_TEXT, "with");
    nt_flow_options options = in->flow;
    for (unsigned i = 0; i < SWITCHES; i++) {
        if ((c->toggled >> i & 1) != 0) {
            used += (size_t)snprintf(text + used, NT_HINT_TEXT - used, " --set %s=%d",
                                     switch_names[i], toggle(&options, i));
        }
    }
    if (c->src_bits != in->flow.src_bits) {
        used += (size_t)snprintf(text + used, NT_HINT_TEXT - used, " --set trTeSrcBits=%u",
                                 c->src_bits);
    }
    (void)snprintf(text + used, NT_HINT_TEXT - used,
                   " the first %" PRIu64 " messages decode without a fault", reached->messages);
}

/* ---- the image ---- */

/* The fault is one of bytes, not of the code that they tell of. */
static bool is_of_bytes(nt_flow_fault fault) {
    return fault == NT_FAULT_FRAME || fault == NT_FAULT_MESSAGE || fault == NT_FAULT_CUT ||
           fault == NT_FAULT_BUDGET;
}

static bool doubts_image(const score *given) {
    return given->messages <= EARLY && !is_of_bytes(given->fault) && given->faults >= given->syncs;
}

/* A pcinfo whose `mret` has the type of a return from a call: it takes an address from the return
   stack. */
static bool find_mret(const nt_hint_inputs *in, const uint8_t *bytes, size_t size,
                      const score *given, char text[NT_HINT_TEXT]) {
    suspects suspects = {.count = 0};
    if (!in->flow.implicit_returns) {
        return false;
    }
    (void)try_code(in, in->flow, bytes, size, false, NULL, &suspects);
    for (unsigned i = 0; i < suspects.count; i++) {
        score s = try_code(in, in->flow, bytes, size, false, &suspects.pc[i], NULL);
        if (s.messages > given->messages && (!s.faulted || s.messages > EARLY)) {
            (void)snprintf(text, NT_HINT_TEXT,
                           "the instruction at 0x%" PRIx64
                           " has the type of a return, R, and ends a trap's handler: if it is mret "
                           "or sret its type is JI",
                           suspects.pc[i]);
            return true;
        }
    }
    return false;
}

/* ---- the whole ---- */

/* The vendor whose codes the stream has, if they help. */
static bool find_vendor(const nt_hint_inputs *in, const uint8_t *bytes, size_t size,
                        const score *given, char text[NT_HINT_TEXT]) {
    for (unsigned vendor = 1; vendor < NT_VENDORS && in->flow.vendor == 0; vendor++) {
        nt_flow_options options = in->flow;
        options.vendor = (uint8_t)vendor;
        score s = given->vendor_codes == 0 ? *given : try_options(in, options, bytes, size, false);
        if (!s.faulted && given->vendor_codes != 0) {
            (void)snprintf(text, NT_HINT_TEXT,
                           "`ntrace decode --vendor %s` decodes the first %" PRIu64
                           " messages without a fault",
                           nt_quirks_get(vendor)->name, s.messages);
            return true;
        }
    }
    return false;
}

/* The path goes on behind a return, and to where its call was. */
static bool seems_to_imply_returns(const nt_hint_inputs *in, const uint8_t *bytes, size_t size,
                                   const score *given) {
    nt_flow_options options = in->flow;
    options.implicit_returns = true;
    return given->syncs != 0 && given->at_return && !in->flow.implicit_returns &&
           try_options(in, options, bytes, size, false).instructions > given->instructions;
}

static bool find(const nt_hint_inputs *in, const uint8_t *bytes, size_t size,
                 char text[NT_HINT_TEXT]) {
    unsigned id = in->framing.coresight ? 0 : nt_trace_input_recognize(bytes, size);
    if (id != 0) {
        (void)snprintf(
            text, NT_HINT_TEXT,
            "the file is frames of the CoreSight formatter: `ntrace decode` takes it with "
            "--framing coresight, and --atid 0x%02x if there are several sources",
            id);
        return true;
    }
    if (nt_is_hex_text(bytes, size)) {
        (void)snprintf(text, NT_HINT_TEXT,
                       "the file is text of hexadecimal digits: `xxd -r -p` makes bytes of it");
        return true;
    }
    if (in->program == NULL) {
        return false;
    }
    score given = try_options(in, in->flow, bytes, size, true);
    candidate best;
    score reached = {0};
    if (!given.faulted && given.syncs != 0) {
        return false;
    }
    if (find_vendor(in, bytes, size, &given, text)) {
        return true;
    }
    if (find_settings(in, bytes, size, &given, &best, &reached)) {
        tell_settings(in, &best, &reached, text);
        return true;
    }
    if (given.syncs != 0 && !is_of_bytes(given.fault) && find_mret(in, bytes, size, &given, text)) {
        return true;
    }
    if (given.instructions != 0 && !is_of_bytes(given.fault) && in->counts_calls) {
        (void)snprintf(text, NT_HINT_TEXT,
                       "trTeInstImplicitReturnMode=1 counts calls without their addresses: what a "
                       "program does after longjmp or a change of stacks cannot be decoded; trace "
                       "it with mode 2 or 3");
        return true;
    }
    if (seems_to_imply_returns(in, bytes, size, &given)) {
        (void)snprintf(
            text, NT_HINT_TEXT,
            "are returns implicit? --set trTeInstEnImplicitReturn=1 does not fit alone: a "
            "mode that counts calls (trTeInstImplicitReturnMode=1) has no decodable "
            "trace of longjmp or a change of stacks; or the image is another's");
        return true;
    }
    if (!doubts_image(&given) || given.syncs == 0) {
        return false;
    }
    (void)snprintf(text, NT_HINT_TEXT,
                   "does the image belong to this trace? The code does not fit message %" PRIu64
                   ", with these settings or others",
                   given.messages);
    return true;
}

static size_t read_window(const nt_hint_inputs *in, uint8_t *bytes) {
    nt_trace_input *input;
    nt_error error = {0};
    if (nt_trace_input_open(&input, in->path, &in->framing, &error) != 0) {
        return 0;
    }
    ptrdiff_t size = nt_trace_input_read(input, bytes, WINDOW, &error);
    nt_trace_input_close(input);
    return size > 0 ? (size_t)size : 0;
}

bool nt_hint_find(const nt_hint_inputs *in, char text[NT_HINT_TEXT]) {
    uint8_t *bytes = strcmp(in->path, "-") == 0 ? NULL : malloc(WINDOW);
    size_t size = bytes == NULL ? 0 : read_window(in, bytes);
    bool found = size != 0 && find(in, bytes, size, text);
    free(bytes);
    return found;
}
