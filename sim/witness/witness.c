/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/witness/witness.h"
#include "sim/decode/flow_options.h"

#include "sim/witness/expect_now.h"
#include "sim/witness/witness_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int take_event(void *context, const nt_flow_event *decoded) {
    nt_witness *w = context;
    nt_flow_event event = *decoded;
    event.offset += w->stream;
    event.fault.at += event.kind == NT_FLOW_FAULT ? w->stream : 0;
    nt_witness_code_take(&w->code, &event);
    nt_check_flow(w->check, &event);
    if (!w->differs && !w->astray) {
        nt_witness_match(w, &event);
    }
    return 0;
}

/* ---- settings ---- */

/* trTeInstEnImplicitReturn without a mode stands for the full address. */
static uint32_t return_mode(const nt_control *in) {
    bool alone = in->trTeInstEnImplicitReturn && in->trTeInstImplicitReturnMode == 0;
    return alone ? 3 : in->trTeInstImplicitReturnMode;
}

/* The settings that decide about messages, as a build obeys them that lacks an option, or has a
   narrow field; all others 0. */
static nt_control obeyed(const nt_control *in, const nt_config *config) {
    bool returns = config->stack_depth != 0 && config->itype_w == 4 && !config->draft;
    uint32_t src_bits = in->trTeInhibitSrc ? 0 : in->trTeSrcBits;
    nt_control out = {0};
    out.trTeContext = config->scontext_w != 0 && in->trTeContext;
    out.trTeSrcBits = src_bits < config->src_w ? src_bits : config->src_w;
    out.trTeSrcID = in->trTeSrcID;
    out.trTeInstSyncMode = in->trTeInstSyncMode;
    out.trTeInstSyncMax = in->trTeInstSyncMax;
    out.trTsEnable = config->tstamp_w != 0 && in->trTsEnable;
    out.trTeInstImplicitReturnMode = returns ? return_mode(in) : 0;
    out.trTeInstEnSequentialJump =
        config->options && config->sijump && in->trTeInstEnSequentialJump;
    out.trTeInstEnAllJumps = config->options && in->trTeInstEnAllJumps;
    out.trTeInstExtendAddrMSB = config->options && in->trTeInstExtendAddrMSB;
    out.trTeInstEnRepeatedHistory = config->period_w != 0 && in->trTeInstEnRepeatedHistory;
    out.ntEnRepeatBranch = config->repeat_w != 0 && in->ntEnRepeatBranch;
    out.ntEnSyncICNT = in->ntEnSyncICNT;
    out.ntRc7 = in->ntRc7;
    out.ntTrimOwnership = in->ntTrimOwnership;
    return out;
}

/* A decoder and rules for what is sent from here on. The image keeps step with what retired. */
static void begin_stream(nt_witness *w) {
    const nt_control *settings = &w->expect.settings;
    nt_check_options rules = nt_check_options_of(settings, w->config);
    if (w->expect.stranger) {
        rules.freedoms = w->expect.freedoms;
        rules.btype = 0; /* a habit */
    }
    if (!w->sized) {
        rules.scontext_w = rules.hcontext_w = rules.tstamp_w = 0;
    }
    w->stream = nt_check_size(w->check);
    nt_check_restart(w->check, &rules);
    w->message = (nt_witness_message){0};
    /* A start from before the settings changed may come yet. */
    w->ownership =
        (nt_witness_ownership){.priv = w->ownership.priv, .context = w->ownership.context};
    w->sync = (nt_witness_sync){0};
    w->lost = w->lost && w->expect.stranger && !w->resetting; /* it restarts when it can */
    w->tracing = w->paused = w->late = false;
    w->edge = 0;
    nt_witness_end_choice(w);
    if (!nt_witness_code_is_known(&w->code)) {
        return;
    }
    if (!w->config->draft) { /* whose port does not show where an exception interrupts a jump */
        nt_check_code(w->check, w->code.code);
    }
    nt_flow_options options = nt_flow_options_of(settings, w->config);
    options.tolerant = true; /* the rules say what is forbidden */
    options.inst_mode = w->mode;
    nt_flow_free(w->flow);
    w->flow = nt_flow_new(w->code.code, &options, take_event, w);
    if (w->flow == NULL) {
        nt_witness_differ(w, NT_ASPECT_NONE, "memory for a decoder", "none", w->stream);
        nt_witness_settle(w, NULL);
    } else {
        nt_flow_skip(w->flow, w->retired);
    }
}

/* From files, which do not say at which byte something changed, a difference leaves nothing to go
   by. */
static bool is_astray(nt_witness *w) {
    w->astray = w->astray || (w->judge != NULL && w->differs);
    return w->astray;
}

static void close_message(nt_witness *w) {
    nt_witness_close(w);
    nt_witness_settle(w, NULL);
}

/* All that a stranger sends of the settings so far was sent: what was lost up to here no restart
   can bring back, and where nothing may be left another place of the restart is found. */
static void end_settings(nt_witness *w) {
    if (w->expect.stranger && !w->differs) {
        nt_witness_choose_others(w);
    }
    if (w->lost) {
        if (w->resetting) {
            nt_witness_time_error(w);
            nt_witness_settle(w, NULL);
        }
        w->unjudged += nt_witness_pass_until(w, w->expect.next);
    } else if (w->expect.stranger && w->expect.holds && nt_witness_waits(w)) {
        w->ending = true;
        nt_witness_match_end(w);
        nt_witness_settle(w, NULL);
        w->ending = false;
    } else if (w->expect.stranger && !w->differs) {
        nt_witness_own_next(w, NULL); /* no Ownership of theirs may come any more */
        nt_witness_settle(w, NULL);
    }
}

static void take_settings(nt_witness *w, const nt_control *settings) {
    if (memcmp(settings, &w->settings, sizeof *settings) == 0) {
        return;
    }
    w->settings = *settings;
    const nt_control control = obeyed(settings, w->config);
    if (memcmp(&control, &w->expect.settings, sizeof control) == 0) {
        return;
    }
    if (is_astray(w)) {
        return;
    }
    close_message(w);
    end_settings(w);
    w->expect.settings = control;
    w->expect.changed = w->expect.next;
    begin_stream(w);
}

/* ---- the interface ---- */

nt_witness *nt_witness_new(const nt_config *config, nt_witness_code code) {
    nt_witness *w = calloc(1, sizeof *w);
    if (w == NULL) {
        nt_witness_code_free(&code);
        return NULL;
    }
    w->config = config;
    w->code = code;
    w->sized = true;
    w->contexts = config->hcontext_w != 0 ? NT_CONTEXTS_BOTH : NT_CONTEXTS_SCONTEXT;
    w->splits = UINT64_C(1) << (config->scontext_w & 63);
    w->mask = config->xlen == 32 ? UINT32_MAX : UINT64_MAX;
    const nt_control reset = {0};
    const nt_check_options rules = nt_check_options_of(&reset, config);
    w->check = nt_check_new(&rules);
    if (nt_expect_init(&w->expect, config, &w->code) != 0 || w->check == NULL) {
        nt_witness_free(w);
        return NULL;
    }
    begin_stream(w);
    if (w->differs) {
        nt_witness_free(w);
        return NULL;
    }
    return w;
}

void nt_witness_from_afar(nt_witness *w) {
    w->expect.afar = true;
}

void nt_witness_take_mode(nt_witness *w, uint32_t mode) {
    w->mode = mode & 7;
}

void nt_witness_of_stranger(nt_witness *w, nt_freedoms freedoms, bool built) {
    w->expect.stranger = true;
    w->expect.freedoms = freedoms;
    w->sized = built;
    if (!built && nt_may(freedoms, NT_FREEDOM_OWNERSHIP_CONTEXTS)) {
        w->contexts = NT_CONTEXTS_UNKNOWN;
        w->splits = ~UINT64_C(1);
    }
    begin_stream(w);
}

bool nt_witness_is_anew(const nt_witness *w, const nt_control *settings) {
    if (memcmp(settings, &w->settings, sizeof *settings) == 0) {
        return false;
    }
    const nt_control control = obeyed(settings, w->config);
    return memcmp(&control, &w->expect.settings, sizeof control) != 0;
}

void nt_witness_settle_all(nt_witness *w) {
    if (!w->differs && nt_witness_code_is_known(&w->code)) {
        nt_expect_settle(&w->expect);
    }
}

bool nt_witness_is_astray(const nt_witness *w) {
    return w->astray;
}

void nt_witness_tell(nt_witness *w, nt_witness_judge *judge, void *context) {
    w->judge = judge;
    w->judge_context = context;
}

nt_check *nt_witness_check(nt_witness *w) {
    return w->check;
}

bool nt_witness_is_full(const nt_witness *w) {
    return w->expect.next - w->expect.first >= NT_EXPECT_FULL_RING;
}

bool nt_witness_waits(nt_witness *w) {
    if (w->differs || !nt_witness_code_is_known(&w->code)) {
        return false;
    }
    close_message(w); /* bytes come a message at a time */
    if (!w->differs) {
        nt_witness_blank_awaited(w); /* of a stop that has come: nothing more */
    }
    const nt_witness_ownership *own = &w->ownership;
    bool owed = own->after != 0 && (own->must || own->second);
    if (w->differs || w->lost || (!owed && w->expect.stranger && nt_witness_may_be_done(w))) {
        return false;
    }
    return owed || nt_expect_waits(&w->expect);
}

void nt_witness_free(nt_witness *w) {
    if (w != NULL) {
        nt_expect_release(&w->expect);
        free(w->choice);
        nt_flow_free(w->flow);
        nt_check_free(w->check);
        nt_witness_code_free(&w->code);
        free(w);
    }
}

void nt_witness_reset(nt_witness *w) {
    if (w->resetting) {
        return;
    }
    w->resetting = true;
    if (is_astray(w)) {
        return;
    }
    end_settings(w);
    w->cuts += w->expect.state != NT_EXPECT_OFF || nt_expect_head(&w->expect) != NULL;
    if (nt_witness_code_is_known(&w->code)) {
        w->retired += nt_expect_waiting(&w->expect);
        w->cut += nt_expect_untold(&w->expect);
    }
    nt_expect_reset(&w->expect);
    begin_stream(w);
}

/* Where nothing is compared any more: what retires all the same. */
static void count_behind(nt_witness *w, const nt_witness_inputs *in) {
    nt_expect_now now;
    nt_expect_qualify(&w->expect, in, &now);
    for (unsigned b = 0; b < w->config->nblocks; b++) {
        const nt_block *block = &now.ingress.block[b];
        w->behind +=
            now.block[b].traced ? nt_expect_count(&w->code, block->iaddr, block->iretire) : 0;
    }
}

void nt_witness_cycle(nt_witness *w, const nt_witness_inputs *in) {
    if (!in->control->trTeActive) {
        nt_witness_reset(w);
        return;
    }
    w->resetting = false;
    if (in->version == 0 || in->version != w->version) {
        take_settings(w, in->settings);
        w->version = in->version;
    }
    if (!nt_witness_code_is_known(&w->code)) {
        return;
    }
    if (w->differs) {
        count_behind(w, in);
        return;
    }
    nt_expect_cycle(&w->expect, in);
    nt_witness_skip(w);
    if (w->expect.overflow != NULL) {
        char expected[NT_WITNESS_WORDS];
        nt_witness_describe_expected(w, expected);
        nt_witness_differ(w, NT_ASPECT_END, expected, w->expect.overflow, nt_check_size(w->check));
        nt_witness_end_choice(w);
        nt_witness_settle(w, NULL);
    }
}

/* The bytes of one message, or the rest of it. */
static size_t message_size(const uint8_t *bytes, size_t size) {
    enum { MSEO = 3, END = 3 };
    size_t used = 0;
    while (used < size && (bytes[used] & MSEO) != END) {
        used++;
    }
    return used < size ? used + 1 : size;
}

/* Whether the message has an I-CNT that is not 0: of a stranger, whose ResourceFull may have
   reported what is decoded with it. */
static bool counts(const nt_witness *w, const uint8_t *bytes, size_t size) {
    if (!w->expect.stranger) {
        return false;
    }
    nt_message message;
    nt_field field;
    const nt_flow_options options = nt_flow_options_of(&w->expect.settings, w->config);
    const nt_message_format format = nt_flow_format(&options, w->config->xlen);
    return nt_message_decode(&message, &format, bytes, size, &field) == NT_MESSAGE_OK &&
           nt_message_has(&message, NT_FIELD_ICNT) && message.value[NT_FIELD_ICNT] != 0;
}

/* A message at a time: rules about code judge it with what the decoder finds in it. */
void nt_witness_bytes(nt_witness *w, const uint8_t *bytes, size_t size) {
    for (size_t part; size > 0; bytes += part, size -= part) {
        part = message_size(bytes, size);
        w->counts = counts(w, bytes, part);
        nt_check_bytes(w->check, bytes, part);
        if (w->flow != NULL) {
            (void)nt_flow_bytes(w->flow, bytes, part);
        }
    }
}

/* What is left must match. */
static void finish_roundtrip(nt_witness *w) {
    if (w->flow != NULL) {
        (void)nt_flow_finish(w->flow);
        close_message(w);
    }
    if (w->differs || !nt_witness_code_is_known(&w->code)) {
        return;
    }
    w->ending = true;
    nt_witness_match_end(w);
    nt_witness_settle(w, NULL);
}

void nt_witness_end(nt_witness *w) {
    if (!w->differs && nt_witness_code_is_known(&w->code)) {
        nt_expect_end(&w->expect);
    }
}

uint64_t nt_witness_unjudged(const nt_witness *w) {
    return w->cut + w->behind + w->unjudged + nt_expect_untold(&w->expect);
}

static const char *plural(uint64_t count) {
    return count == 1 ? "" : "s";
}

void nt_witness_exact(char words[NT_EXACT_WORDS], uint64_t lost, uint64_t unjudged) {
    char gaps[64] = "";
    char rest[64] = "";
    if (lost != 0) {
        (void)snprintf(gaps, sizeof gaps, "%" PRIu64 " instruction%s lost%s", lost, plural(lost),
                       unjudged != 0 ? " and " : "");
    }
    if (unjudged != 0) {
        (void)snprintf(rest, sizeof rest, "%" PRIu64 " instruction%s not judged", unjudged,
                       plural(unjudged));
    }
    (void)snprintf(words, NT_EXACT_WORDS, "exact%s%s%s", lost + unjudged != 0 ? " but for " : "",
                   gaps, rest);
}

/* What the comparison came to, in words. */
static void put_roundtrip(const nt_witness *w, nt_verdict *verdict) {
    char words[NT_EXACT_WORDS];
    const char *text = w->text;
    if (!nt_witness_code_is_known(&w->code)) {
        text = "not judged: no code image";
    } else if (w->text[0] == '\0') {
        nt_witness_exact(words, verdict->lost, verdict->unjudged);
        text = words;
    }
    (void)snprintf(verdict->roundtrip, sizeof verdict->roundtrip, "%s", text);
}

bool nt_witness_differs(const nt_witness *w) {
    return w->differs;
}

void nt_witness_finish(nt_witness *w, nt_verdict *verdict) {
    finish_roundtrip(w);
    nt_check_finish(w->check);
    *verdict = (nt_verdict){.instructions = w->instructions,
                            .lost = w->expect.lost,
                            .losses = w->losses,
                            .cuts = w->cuts,
                            .messages = nt_check_messages(w->check),
                            .bytes = nt_check_size(w->check),
                            .ownerships = w->ownerships,
                            .times = w->times};
    verdict->counted = nt_witness_code_is_known(&w->code);
    verdict->unjudged = nt_witness_unjudged(w);
    verdict->untold = nt_expect_untold(&w->expect);
    verdict->retired = w->instructions + w->expect.lost + verdict->unjudged;
    memcpy(verdict->by_tcode, nt_check_by_tcode(w->check), sizeof verdict->by_tcode);
    memcpy(verdict->by_sync, w->by_sync, sizeof verdict->by_sync);
    verdict->differs = w->differs;
    put_roundtrip(w, verdict);
    nt_check_summary summary = nt_check_summarize(w->check);
    verdict->rules_broken = summary.broken;
    verdict->rules_exercised = summary.exercised;
    if (summary.first >= 0) {
        const nt_rule_result *result = nt_check_result(w->check, (nt_rule_id)summary.first);
        (void)snprintf(verdict->first_broken, sizeof verdict->first_broken,
                       "%s: %s at byte %" PRIu64, nt_rules[summary.first].id, result->text,
                       result->offset);
    }
}
