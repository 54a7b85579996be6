#include "sim/check/check.h"
#include "sim/decode/flow_options.h"

#include "sim/check/check_internal.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SKIPPING = 2 }; /* up to the next MSEO=11: nt_framer.state */

/* A source whose messages begin anywhere is as one that goes on after damage. */
static void begin_source(const nt_check *check, nt_check_stream *s) {
    s->begun = s->tracing = s->referenced = s->doubt = check->options.wrapped;
}

static void begin_stream(nt_check *check) {
    check->stream = &check->one;
    begin_source(check, &check->one);
    if (check->options.wrapped) {
        check->framer.state = SKIPPING;
    }
}

nt_check *nt_check_new(const nt_check_options *options) {
    nt_check *check = calloc(1, sizeof *check);
    if (check == NULL) {
        return NULL;
    }
    check->options = *options;
    begin_stream(check);
    if (options->sources && options->format.src_bits != 0) {
        check->by_src = calloc(1, sizeof *check->by_src);
        if (check->by_src == NULL) {
            nt_check_free(check);
            return NULL;
        }
    }
    return check;
}

void nt_check_free(nt_check *check) {
    if (check != NULL && check->by_src != NULL) {
        for (unsigned src = 0; src < NT_CHECK_SOURCES; src++) {
            free(check->by_src->at[src]);
        }
        free(check->by_src);
    }
    free(check);
}

/* ---- breaks, and what follows from them ---- */

/* Where the path is wrong once, so is what comes of it, up to the next synchronizing message. */
static bool is_about_path(nt_rule_id rule) {
    return nt_rules[rule].by == NT_BY_IMAGE || nt_rules[rule].by == NT_BY_INGRESS;
}

static bool is_consequence(const nt_check *check, nt_rule_id rule, uint64_t offset) {
    const nt_check_stream *s = check->stream;
    bool itself = s->cause == offset && s->cause_rule == rule;
    bool same_message = s->caused && s->cause == offset;
    bool in_doubt = s->doubt && s->blamed;
    bool recovering = s->recovered && s->recovery == offset;
    bool astray = s->astray && is_about_path(rule);
    return ((same_message || in_doubt || astray) && !itself) || recovering;
}

static void note_break(nt_check *check, nt_rule_id rule, uint64_t offset, bool follows) {
    nt_rule_result *result = &check->result[rule];
    nt_check_stream *s = check->stream;
    result->state = NT_RULE_BROKEN;
    result->broken++;
    result->follows += follows;
    result->offset = offset;
    result->order = check->breaks++;
    if (!follows && nt_rules[rule].level == NT_REQUIRED) {
        s->caused = true;
        s->cause = offset;
        s->cause_rule = (uint16_t)rule;
        s->astray = s->astray || is_about_path(rule);
    }
}

void nt_check_judge_at(nt_check *check, nt_rule_id rule, bool held, uint64_t offset,
                       const char *format, ...) {
    if ((nt_rules[rule].version & check->options.version) == 0) {
        return;
    }
    nt_rule_result *result = &check->result[rule];
    result->judged++;
    if (held) {
        result->state = result->state == NT_RULE_BROKEN ? NT_RULE_BROKEN : NT_RULE_HELD;
        return;
    }
    bool follows = is_consequence(check, rule, offset);
    if (result->broken < NT_RULE_OFFSETS) {
        result->offsets[result->broken] = offset;
    }
    /* The first break that is a finding of its own is told, otherwise the first at all. */
    if (result->broken != 0 && (follows || !nt_rule_only_follows(result))) {
        result->broken++;
        result->follows += follows;
        return;
    }
    note_break(check, rule, offset, follows);
    int used = check->stream == &check->one
                   ? 0
                   : snprintf(result->text, sizeof result->text, "SRC=%u: ", check->src);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(result->text + used, sizeof result->text - (size_t)used, format, arguments);
    va_end(arguments);
}

void nt_check_doubt(nt_check *check, uint64_t offset) {
    nt_check_stream *s = check->stream;
    s->blamed = s->doubt ? s->blamed : s->caused && s->cause == offset;
    s->doubt = true;
}

void nt_check_recover(nt_check *check) {
    nt_check_stream *s = check->stream;
    if (s->doubt) {
        s->recovered = s->blamed;
        s->recovery = check->message;
    }
    s->doubt = false;
    s->blamed = false;
    check->one.doubt = false; /* bytes of no source are in step again too */
    check->one.blamed = false;
}

/* ---- sources ---- */

/* Messages of `src` have a state of their own; without memory for it they share one. */
static void select_source(nt_check *check, uint16_t src) {
    check->stream = &check->one;
    if (check->by_src == NULL || src >= NT_CHECK_SOURCES) {
        return;
    }
    if (check->by_src->at[src] == NULL) {
        check->by_src->at[src] = calloc(1, sizeof *check->by_src->at[src]);
        check->sources += check->by_src->at[src] != NULL;
        if (check->by_src->at[src] != NULL) {
            begin_source(check, check->by_src->at[src]);
        }
    }
    if (check->by_src->at[src] != NULL) {
        check->stream = check->by_src->at[src];
        check->src = src;
    }
}

/* Nobody knows whose message a framing error broke. */
static void doubt_all(nt_check *check, uint64_t offset) {
    const nt_check_stream *from = check->stream;
    nt_check_doubt(check, offset);
    for (unsigned src = 0; check->by_src != NULL && src < NT_CHECK_SOURCES; src++) {
        nt_check_stream *s = check->by_src->at[src];
        if (s != NULL) {
            s->doubt = true;
            s->blamed = true;
            s->caused = from->caused;
            s->cause = from->cause;
            s->cause_rule = from->cause_rule;
        }
    }
}

/* ---- framing ---- */

enum { WITHIN = 1 }; /* a message: nt_framer.state */

static void judge_message(nt_check *check) {
    const nt_framer *framer = &check->framer;
    nt_message message = {0}; /* fields that are not there read as 0 */
    nt_field field;
    nt_message_status status = nt_message_decode(&message, &check->options.format, framer->bytes,
                                                 nt_framer_kept(framer), &field);
    check->messages++;
    check->by_tcode[message.tcode]++;
    bool sourced = check->options.format.src_bits == 0 || nt_message_has(&message, NT_FIELD_SRC);
    check->latest_src = sourced ? (int)message.value[NT_FIELD_SRC] : -1;
    if (check->by_src != NULL && nt_message_has(&message, NT_FIELD_SRC)) {
        select_source(check, (uint16_t)message.value[NT_FIELD_SRC]);
    }
    nt_check_judge(check, NT_RULE_FRAME_START, true, "-");
    if (status != NT_MESSAGE_UNKNOWN) {
        nt_check_judge(check, NT_RULE_SIZE_MESSAGE, framer->size <= NT_MESSAGE_MAX_BYTES,
                       "%s has %" PRIu64 " bytes", nt_message_layouts[message.tcode].name,
                       framer->size);
    }
    nt_check_fields(check, &message, status, field);
    if (status == NT_MESSAGE_OK) {
        nt_check_order(check, &message);
        nt_check_image_message(check, &message);
    } else if (status != NT_MESSAGE_UNKNOWN) {
        nt_check_doubt(check, check->message);
    }
    check->stream = &check->one;
}

/* A message, or what a framing error broke at this byte, with the `held` bytes before it. */
static void pass_on(const nt_check *check, nt_frame frame, uint8_t byte, size_t held) {
    const nt_framer *framer = &check->framer;
    if (frame == NT_FRAME_END) {
        uint8_t bytes[NT_FRAME_BYTES + 1];
        size_t size = nt_framer_kept(framer);
        memcpy(bytes, framer->bytes, size);
        bytes[size] = byte; /* ends a message that was too long to be kept */
        check->sink(check->sink_context, check->latest_src, check->message, bytes,
                    size + (framer->size > NT_FRAME_BYTES));
    } else if (frame == NT_FRAME_SKIPPED || nt_frame_is_error(frame)) {
        if (held != 0) {
            check->sink(check->sink_context, -1, check->message, framer->bytes, held);
        }
        check->sink(check->sink_context, -1, check->offset, &byte, 1);
    }
}

static void judge_byte(nt_check *check, nt_frame frame, uint8_t byte) {
    uint64_t here = check->offset;
    if (frame != NT_FRAME_SKIPPED) {
        nt_check_judge_at(check, NT_RULE_FRAME_RESERVED, frame != NT_FRAME_BAD_RESERVED, here,
                          "byte 0x%02x has MSEO=10", byte);
    }
    switch (frame) {
    case NT_FRAME_IDLE:
    case NT_FRAME_BAD_IDLE:
        nt_check_judge_at(check, NT_RULE_FRAME_IDLE, frame == NT_FRAME_IDLE, here,
                          "byte 0x%02x between messages is not 0xff", byte);
        break;
    case NT_FRAME_BAD_START:
        nt_check_judge_at(check, NT_RULE_FRAME_START, false, here,
                          "byte 0x%02x starts a message with MSEO=01", byte);
        break;
    case NT_FRAME_START:
        check->message = here;
        break;
    case NT_FRAME_END:
        judge_message(check);
        break;
    default:
        break;
    }
    if (nt_frame_is_error(frame) && frame != NT_FRAME_BAD_IDLE) {
        doubt_all(check, here);
    }
}

void nt_check_bytes(nt_check *check, const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        size_t held = check->framer.state == WITHIN ? nt_framer_kept(&check->framer) : 0;
        nt_frame frame = nt_framer_byte(&check->framer, bytes[i]);
        judge_byte(check, frame, bytes[i]);
        if (check->sink != NULL) {
            pass_on(check, frame, bytes[i], frame == NT_FRAME_SKIPPED ? 0 : held);
        }
        check->offset++;
    }
}

/* What the build lacks is 0, whatever is asked of it. */
static void leave_out(nt_control *control, const nt_config *config) {
    if (config->scontext_w == 0) {
        control->trTeContext = 0;
    }
    if (config->stack_depth == 0 || config->itype_w != 4 || config->draft) {
        control->trTeInstEnImplicitReturn = control->trTeInstImplicitReturnMode = 0;
    }
    if (config->period_w == 0) {
        control->trTeInstEnRepeatedHistory = 0;
    }
    if (!config->options) {
        control->trTeInstEnSequentialJump = control->trTeInstEnAllJumps = 0;
    }
}

nt_check_options nt_check_options_of(const nt_control *control, const nt_config *config) {
    const nt_flow_options flow = nt_flow_options_of(control, config);
    nt_check_options options = {
        .format = nt_flow_format(&flow, config->xlen),
        .xlen = config->xlen,
        .version = control->ntRc7 ? NT_SPEC_RC7 : NT_SPEC_1_0,
        .set = true,
        .control = *control,
        .scontext_w = config->scontext_w,
        .hcontext_w = config->hcontext_w,
        .tstamp_w = config->tstamp_w,
        .btype = config->btype_trap ? 1u << 1 : 1u << 2 | 1u << 3,
    };
    leave_out(&options.control, config);
    return options;
}

void nt_check_restart(nt_check *check, const nt_check_options *options) {
    check->options = *options;
    memset(&check->framer, 0, sizeof check->framer);
    memset(&check->one, 0, sizeof check->one);
    for (unsigned src = 0; check->by_src != NULL && src < NT_CHECK_SOURCES; src++) {
        free(check->by_src->at[src]);
        check->by_src->at[src] = NULL;
    }
    begin_stream(check);
}

static void finish_source(nt_check *check) {
    nt_check_image_finish(check);
    if (check->stream->after_error) {
        nt_check_judge(check, NT_RULE_ERROR_NEXT, true, "-");
    }
}

void nt_check_finish(nt_check *check) {
    if (check->messages != 0 || check->framer.state != 0) {
        nt_check_judge(check, NT_RULE_FRAME_WHOLE, check->framer.state == 0,
                       "the stream ends within the message that starts here");
    }
    finish_source(check);
    for (unsigned src = 0; check->by_src != NULL && src < NT_CHECK_SOURCES; src++) {
        if (check->by_src->at[src] != NULL) {
            select_source(check, (uint16_t)src);
            finish_source(check);
        }
    }
    check->stream = &check->one;
}

/* ---- what the flow decoder found ---- */

static uint64_t generation_of(const nt_code *code) {
    return code->generation == NULL ? 0 : code->generation(code->context);
}

void nt_check_code(nt_check *check, nt_code code) {
    check->code = code;
    check->one.generation = generation_of(&code);
}

void nt_check_flow_source(nt_check *check, uint16_t src, nt_code code) {
    check->flow_src = src;
    check->code = code;
}

void nt_check_on_bytes(nt_check *check, nt_check_bytes_sink sink, void *context) {
    check->sink = sink;
    check->sink_context = context;
}

void nt_check_flow(nt_check *check, const nt_flow_event *event) {
    select_source(check, check->flow_src);
    nt_check_image(check, event);
    check->stream = &check->one;
}

/* ---- results ---- */

const nt_rule_result *nt_check_result(const nt_check *check, nt_rule_id rule) {
    return &check->result[rule];
}

/* Whether a finding comes before another: in the stream, then as judged. */
static bool comes_before(const nt_rule_result *a, const nt_rule_result *b) {
    return a->offset < b->offset || (a->offset == b->offset && a->order < b->order);
}

nt_check_summary nt_check_summarize(const nt_check *check) {
    nt_check_summary summary = {.first = -1};
    for (unsigned i = 0; i < NT_RULES; i++) {
        const nt_rule_result *result = &check->result[i];
        bool broken = result->state == NT_RULE_BROKEN;
        bool required = nt_rules[i].level == NT_REQUIRED;
        summary.exercised += result->state != NT_RULE_NOT_EXERCISED;
        summary.broken += broken && required;
        summary.unfollowed += broken && !required;
        bool finding = broken && required && !nt_rule_only_follows(result);
        if (finding && (summary.first < 0 || comes_before(result, &check->result[summary.first]))) {
            summary.first = (int)i;
        }
    }
    return summary;
}

uint64_t nt_check_messages(const nt_check *check) {
    return check->messages;
}

const uint64_t *nt_check_by_tcode(const nt_check *check) {
    return check->by_tcode;
}

uint64_t nt_check_size(const nt_check *check) {
    return check->offset;
}

unsigned nt_check_sources(const nt_check *check) {
    return check->sources;
}
