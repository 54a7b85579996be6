/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/check/check.h"
#include "libntrace/messages/bits.h"
#include "libntrace/messages/tables.h"
#include "sim/decode/flow_options.h"

#include "sim/check/check_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void begin_stream(nt_check *check) {
    check->stream = &check->one;
    nt_check_begin_source(check, &check->one);
    if (check->options.wrapped) {
        check->demux.framer.state = NT_FRAMER_SKIPPING;
    }
}

/* What a tolerant decoder takes breaks a rule, and what follows is judged all the same. */
static void take_options(nt_check *check, const nt_check_options *options) {
    check->options = *options;
    check->options.format.tolerant = true;
    check->demux.src_bits = options->format.src_bits;
}

nt_check *nt_check_new(const nt_check_options *options) {
    nt_check *check = calloc(1, sizeof *check);
    if (check == NULL) {
        return NULL;
    }
    take_options(check, options);
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
    if (check != NULL) {
        free(check->known);
        free(check->walk);
    }
    free(check);
}

/* ---- framing ---- */

/* What else a message that is whole asks, behind its place. */
static void judge_rest(nt_check *check, const nt_message *message) {
    nt_check_interval(check, message);
    nt_check_image_message(check, message);
}

static void judge_new(nt_check *check) {
    nt_message message = {0}; /* fields that are not there read as 0 */
    nt_message_status status = nt_check_judge_alone(check, &message);
    check->by_tcode[message.tcode]++;
    if (status == NT_MESSAGE_OK) {
        nt_check_order(check, &message);
        nt_check_count(check, &message, NULL);
        nt_check_note_place(check);
        judge_rest(check, &message);
    } else if (status != NT_MESSAGE_UNKNOWN) {
        nt_check_doubt(check, check->message);
    }
}

static void judge_message(nt_check *check) {
    nt_check_known *known = nt_check_judge_known(check);
    check->messages++;
    if (known != NULL) {
        check->by_tcode[known->message.tcode]++;
        nt_check_judge_place(check, known);
        judge_rest(check, &known->message);
    } else {
        judge_new(check);
    }
    check->stream = &check->one;
}

static void judge_byte(nt_check *check, nt_frame frame, uint8_t byte) {
    uint64_t here = check->demux.offset - 1;
    if (frame != NT_FRAME_SKIPPED) {
        nt_check_judge_at(check, NT_RULE_FRAME_RESERVED, frame != NT_FRAME_BAD_RESERVED, here,
                          "byte 0x%02x has MSEO=10", byte);
    }
    switch (frame) {
    case NT_FRAME_IDLE:
    case NT_FRAME_BAD_IDLE:
        nt_check_judge_at(check, NT_RULE_FRAME_IDLE, frame == NT_FRAME_IDLE, here,
                          "byte 0x%02x between messages is not 0xff", byte);
        nt_check_use_at(check, NT_FREEDOM_FRAME_IDLE, here, "an idle byte between messages");
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
        nt_check_doubt(check, here);
        check->damages++;
    }
}

/* Bytes of the message that lies here as a whole; 1: there is none. */
static size_t message_at(const uint8_t *bytes, size_t size) {
    size_t whole = nt_whole_message(bytes, size);
    if (whole != 0) {
        return whole;
    }
    size_t least = size < NT_FRAME_BYTES ? size : NT_FRAME_BYTES;
    size_t at = 1;
    if ((bytes[0] & MSEO_MASK) != MSEO_NORMAL) {
        return 1;
    }
    while (at < least && (bytes[at] & MSEO_RESERVED) == 0) {
        at++;
    }
    return at < least && (bytes[at] & MSEO_MASK) == MSEO_END_OF_MESSAGE ? at + 1 : 1;
}

/* A message that is whole at once, which nearly all are; else byte by byte. */
void nt_check_bytes(nt_check *check, const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size;) {
        nt_demux_piece piece;
        bool between = check->demux.framer.state == NT_FRAMER_BETWEEN;
        size_t whole = between ? message_at(bytes + i, size - i) : 1;
        if (whole > 1) {
            check->message = check->demux.offset;
            nt_check_held(check, NT_RULE_FRAME_RESERVED, whole - 1);
        }
        /* Of more bytes it takes no more. */
        size_t given = whole > 1 ? size - i : 1;
        i += nt_demux_bytes(&check->demux, bytes + i, given, &piece);
        judge_byte(check, piece.frame, bytes[i - 1]);
        if (check->sink != NULL) {
            check->sink(check->sink_context, &piece);
        }
    }
    nt_check_settle_known(check);
    nt_check_settle_walked(check);
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
        control->trTeInstEnAllJumps = 0;
    }
    if (!config->options || !config->sijump) {
        control->trTeInstEnSequentialJump = 0;
    }
}

nt_check_options nt_check_options_of(const nt_control *control, const nt_config *config) {
    const nt_flow_options flow = nt_flow_options_of(control, config);
    nt_check_options options = {
        .format = nt_flow_format(&flow, config->xlen),
        .xlen = config->xlen,
        .version = control->ntRc7 ? NT_SPEC_RC7 : NT_SPEC_1_0,
        .control = *control,
        .scontext_w = config->scontext_w,
        .hcontext_w = config->hcontext_w,
        .tstamp_w = config->tstamp_w,
        .btype = config->btype_trap ? 1u << 1 : 1u << 2 | 1u << 3,
        .freedoms = NT_EVERY_FREEDOM,
    };
    leave_out(&options.control, config);
    memset(&options.known, 1, sizeof options.known);
    return options;
}

void nt_check_restart(nt_check *check, const nt_check_options *options) {
    take_options(check, options);
    nt_check_forget_known(check);
    memset(&check->demux.framer, 0, sizeof check->demux.framer);
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
    nt_check_settle_walked(check);
    if (check->messages != 0 || check->demux.framer.state != NT_FRAMER_BETWEEN) {
        nt_check_judge(check, NT_RULE_FRAME_WHOLE, check->demux.framer.state == NT_FRAMER_BETWEEN,
                       "the stream ends within the message that starts here");
    }
    finish_source(check);
    for (unsigned src = 0; check->by_src != NULL && src < NT_CHECK_SOURCES; src++) {
        if (check->by_src->at[src] != NULL) {
            nt_check_select_source(check, (uint16_t)src);
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

void nt_check_on_pieces(nt_check *check, nt_check_piece_sink sink, void *context) {
    check->sink = sink;
    check->sink_context = context;
    nt_check_forget_known(check);
}

void nt_check_flow(nt_check *check, const nt_flow_event *event) {
    nt_check_select_source(check, check->flow_src);
    nt_check_image(check, event);
    check->stream = &check->one;
}

void nt_check_flow_path(nt_check *check, const struct nt_flow_path *path) {
    nt_check_select_source(check, check->flow_src);
    nt_check_image_walk(check, path);
    check->stream = &check->one;
}

/* ---- what was seen ---- */

uint64_t nt_check_messages(const nt_check *check) {
    return check->messages;
}

const uint64_t *nt_check_by_tcode(const nt_check *check) {
    return check->by_tcode;
}

const nt_message_bins *nt_check_bins(const nt_check *check) {
    return &check->bins;
}

uint64_t nt_check_size(const nt_check *check) {
    return check->demux.offset;
}

unsigned nt_check_sources(const nt_check *check) {
    return check->sources;
}
