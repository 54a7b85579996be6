/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/witness/ingress.h"

#include "sim/check/check_internal.h"
#include "sim/ingress/control_sequence.h"
#include "sim/witness/ingress_cycle.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* By nt_aspect. What has none breaks a rule about bytes or code by itself. */
static const uint16_t aspect_rules[NT_ASPECTS] = {
    [NT_ASPECT_PATH] = NT_RULE_INGRESS_PATH,
    [NT_ASPECT_OFF] = NT_RULE_INGRESS_OFF,
    [NT_ASPECT_END] = NT_RULE_INGRESS_END,
    [NT_ASPECT_START] = NT_RULE_INGRESS_START,
    [NT_ASPECT_START_SYNC] = NT_RULE_INGRESS_START_REASON,
    [NT_ASPECT_MARK] = NT_RULE_INGRESS_MARK,
    [NT_ASPECT_MARK_SYNC] = NT_RULE_INGRESS_MARK_REASON,
    [NT_ASPECT_UNASKED] = NT_RULE_INGRESS_SYNC,
    [NT_ASPECT_PERIOD] = NT_RULE_INGRESS_PERIOD,
    [NT_ASPECT_TRAP] = NT_RULE_INGRESS_TRAP,
    [NT_ASPECT_TRAP_TYPE] = NT_RULE_INGRESS_TRAP_TYPE,
    [NT_ASPECT_TRAP_ADDRESS] = NT_RULE_INGRESS_TRAP_ADDRESS,
    [NT_ASPECT_STOP] = NT_RULE_INGRESS_STOP,
    [NT_ASPECT_STOP_REASON] = NT_RULE_INGRESS_STOP_REASON,
    [NT_ASPECT_STOP_SENT] = NT_RULE_INGRESS_STOP_SENT,
    [NT_ASPECT_EDGE] = NT_RULE_INGRESS_EDGE,
    [NT_ASPECT_LOSS] = NT_RULE_INGRESS_ERROR,
    [NT_ASPECT_LOSS_CODE] = NT_RULE_INGRESS_ERROR_CODE,
    [NT_ASPECT_OWNERSHIP] = NT_RULE_INGRESS_OWNERSHIP,
    [NT_ASPECT_OWNERSHIP_NONE] = NT_RULE_INGRESS_OWNERSHIP_NONE,
    [NT_ASPECT_OWNERSHIP_FORMAT] = NT_RULE_INGRESS_OWNERSHIP_FORMAT,
    [NT_ASPECT_OWNERSHIP_PRIVILEGE] = NT_RULE_INGRESS_OWNERSHIP_PRIVILEGE,
    [NT_ASPECT_OWNERSHIP_CONTEXT] = NT_RULE_INGRESS_OWNERSHIP_CONTEXT,
    [NT_ASPECT_TIMED] = NT_RULE_TIME_SYNC,
    [NT_ASPECT_TIME] = NT_RULE_INGRESS_TIME,
    [NT_ASPECT_TIME_EVENT] = NT_RULE_INGRESS_TIME_EVENT,
};

/* The verdict's check, and a difference that should have broken a rule about bytes or code. */
typedef struct aspect_judge {
    nt_check *check;
    bool silent; /* there is one */
    uint64_t offset;
    char words[280];
} aspect_judge;

static void judge(void *context, nt_aspect aspect, bool held, uint64_t offset, const char *words) {
    aspect_judge *judged = context;
    nt_rule_id rule = (nt_rule_id)aspect_rules[aspect];
    if (rule != 0) {
        nt_check_judge_at(judged->check, rule, held, offset, "%s", words);
    } else if (!held && !judged->silent) {
        judged->silent = true;
        judged->offset = offset;
        (void)snprintf(judged->words, sizeof judged->words, "%s", words);
    }
}

/* No difference is without a broken rule. */
static void judge_silent(const aspect_judge *judged) {
    if (judged->silent && nt_check_summarize(judged->check).broken == 0) {
        nt_check_judge_at(judged->check, NT_RULE_INGRESS_PATH, false, judged->offset, "%s",
                          judged->words);
    }
}

/* ---- the bytes, a message at a time ---- */

typedef struct byte_feed {
    nt_input_file *file;
    uint8_t buffer[1 << 14];
    size_t size;
    size_t used;
    uint64_t fed; /* in all */
} byte_feed;

/* The bytes of the next message, or of idle before it; all that there are if it has no end. */
static size_t message_size(const byte_feed *feed, bool *whole) {
    enum { MSEO = 3, END = 3 };
    size_t at = feed->used;
    *whole = false;
    while (at < feed->size && !*whole) {
        *whole = (feed->buffer[at++] & MSEO) == END;
    }
    return at - feed->used;
}

/* Writes the size of the next message, whose bytes are from `used` on, or of a part of one that is
   longer than the buffer; 0: at the end. Returns -1 on an error. */
static int look_ahead(byte_feed *feed, size_t *size, nt_error *error) {
    bool whole;
    *size = message_size(feed, &whole);
    while (!whole) {
        memmove(feed->buffer, feed->buffer + feed->used, feed->size - feed->used);
        feed->size -= feed->used;
        feed->used = 0;
        ptrdiff_t more = nt_input_file_read(feed->file, feed->buffer + feed->size,
                                            sizeof feed->buffer - feed->size, error);
        if (more < 0) {
            return -1;
        }
        feed->size += (size_t)more;
        *size = message_size(feed, &whole);
        if (more == 0) {
            return 0;
        }
    }
    return 0;
}

static void feed_message(byte_feed *feed, nt_witness *witness, size_t size) {
    nt_witness_bytes(witness, feed->buffer + feed->used, size);
    feed->used += size;
    feed->fed += size;
}

/* Feeds messages: all of them, or as long as some are to come that report what the cycles have
   brought. */
static int feed_messages(byte_feed *feed, nt_witness *witness, bool all, nt_error *error) {
    size_t size;
    while (all || nt_witness_looks_ahead(witness)) {
        if (look_ahead(feed, &size, error) != 0) {
            return -1;
        }
        const uint8_t *bytes = feed->buffer + feed->used;
        if (size == 0 || (!all && !nt_witness_wants(witness, bytes, size))) {
            return 0;
        }
        feed_message(feed, witness, size);
    }
    return 0;
}

/* Feeds as much as the golden model has sent: nothing of the settings that follow. A message that a
   reset cuts is not whole. */
static int feed_sent(byte_feed *feed, nt_witness *witness, uint64_t sent, nt_error *error) {
    while (feed->fed < sent) {
        size_t size;
        if (look_ahead(feed, &size, error) != 0) {
            return -1;
        }
        if (size == 0 || size > sent - feed->fed) {
            return 0;
        }
        feed_message(feed, witness, size);
    }
    return 0;
}

/* ---- both ---- */

/* Cycles go ahead of the bytes, since nothing tells which cycle a byte is of; where the encoder is
   set anew, or reset, all was sent. */
static int take_cycle(nt_ingress_cycle *at, byte_feed *feed, nt_witness *witness,
                      const nt_cycle *cycle, bool golden, nt_error *error) {
    nt_witness_inputs in;
    nt_ingress_cycle_show(at, cycle, &in);
    in.dropped = in.dropped && golden;
    in.resumed = in.resumed && golden;
    in.awaits = in.awaits && golden;
    bool reset = !in.control->trTeActive;
    const bool anew = nt_witness_is_anew(witness, in.settings);
    if (anew && !reset) {
        nt_witness_settle_all(witness);
    }
    if (anew || reset) {
        if ((golden && feed_sent(feed, witness, at->sent, error) != 0) ||
            feed_messages(feed, witness, false, error) != 0) {
            return -1;
        }
    }
    if (reset && nt_witness_waits(witness)) {
        return nt_fail(error,
                       "cycle %" PRIu64 ": the encoder is reset while it traces: the bytes do not "
                       "tell where that cut them",
                       at->cycles);
    }
    nt_witness_cycle(witness, &in);
    nt_ingress_cycle_end(at, cycle);
    return nt_witness_is_full(witness) ? feed_messages(feed, witness, false, error) : 0;
}

/* What was at the pins last is latched first. Behind it tracing may end, wherever the file does. */
static int settle(nt_ingress_cycle *at, byte_feed *feed, nt_witness *witness, nt_ending *ending,
                  const nt_check_ingress_inputs *in, nt_error *error) {
    nt_cycle cycle;
    for (unsigned i = 0; i < NT_SETTLE_CYCLES && !nt_witness_is_astray(witness); i++) {
        (void)nt_ending_next(ending, in->config, &at->golden.fields, false, &cycle);
        if (take_cycle(at, feed, witness, &cycle, in->golden, error) != 0) {
            return -1;
        }
    }
    nt_witness_end(witness);
    return 0;
}

static int run(nt_ingress_cycle *at, byte_feed *feed, nt_witness *witness,
               const nt_check_ingress_inputs *in, nt_error *error) {
    nt_cycle cycle;
    nt_ending ending = {0};
    nt_error why = {0};
    int more = 0;
    /* Behind a difference they are counted all the same. */
    while ((more = in->cycles.next(in->cycles.self, false, &cycle, error)) == 1) {
        if (take_cycle(at, feed, witness, &cycle, in->golden, &why) != 0) {
            return nt_fail(error, "%s: %s", in->path, why.text);
        }
        nt_ending_note(&ending, &cycle);
    }
    if (more == 0 && settle(at, feed, witness, &ending, in, &why) != 0) {
        return nt_fail(error, "%s: %s", in->path, why.text);
    }
    /* What was set behind a difference, nobody knows the first byte of. */
    bool known = !nt_witness_is_astray(witness);
    if (more < 0 || (known && feed_messages(feed, witness, true, error) != 0)) {
        return -1;
    }
    nt_verdict verdict;
    nt_witness_finish(witness, &verdict);
    if (in->verdict != NULL) {
        *in->verdict = verdict;
    }
    return verdict.bytes != 0
               ? 0
               : nt_fail(error, "%s: offset 0: the stream is empty", nt_input_file_path(in->bytes));
}

/* ---- the mode ---- */

/* The mode that a cycle sets is no other than the one before; false: it is, or nobody knows. */
static bool is_one_mode(const nt_cycle *cycle, uint32_t *mode) {
    for (unsigned i = 0; i < cycle->writes; i++) {
        uint32_t value = cycle->write[i].value;
        if (strcmp(nt_control_fields[cycle->write[i].field].name, "trTeInstMode") == 0) {
            if (*mode != 0 && value != *mode) {
                return false;
            }
            *mode = value;
        }
    }
    return !cycle->apb.PSEL;
}

int nt_check_ingress_mode(uint32_t *mode, const char *path, const nt_config *config,
                          nt_error *error) {
    nt_source source;
    nt_cycle cycle;
    bool one = true;
    int more = 0;
    *mode = 0;
    if (nt_ingress_file_open(&source, path, config, error) != 0) {
        return -1;
    }
    while (one && (more = source.next(source.self, false, &cycle, error)) == 1) {
        one = is_one_mode(&cycle, mode);
    }
    source.close(source.self);
    *mode = one ? *mode : 0;
    return more < 0 ? -1 : 0;
}

/* scontext takes what it can of the port's context. */
static void set_port(nt_config *config, const nt_config *port) {
    enum { MOST_CONTEXT = 59, SOME_CONTEXT = 16 };
    unsigned width = (unsigned)config->scontext_w + config->hcontext_w;
    config->xlen = port->xlen;
    config->nblocks = port->nblocks;
    config->itype_w = port->itype_w;
    config->iretire_w = port->iretire_w;
    if (port->scontext_w > width || width >= config->xlen) {
        config->scontext_w = port->scontext_w > MOST_CONTEXT   ? MOST_CONTEXT
                             : port->scontext_w > SOME_CONTEXT ? port->scontext_w
                                                               : SOME_CONTEXT;
        config->hcontext_w =
            port->scontext_w > MOST_CONTEXT ? (uint8_t)(port->scontext_w - MOST_CONTEXT) : 0;
    }
    config->fifo_depth = 128;
    config->src_w = 12;
    config->tstamp_w = 63;
    config->stack_depth = config->itype_w == 4 ? 32 : 0;
    config->repeat_w = 18;
    config->period_w = 5;
    config->options = config->sijump = 1;
    config->nfilters = 16;
    config->ncomparators = config->ntriggers = 8;
}

int nt_check_ingress_port(nt_config *config, const char *path, nt_error *error) {
    nt_source source;
    if (strcmp(path, "-") == 0) {
        return 0;
    }
    if (nt_ingress_file_open(&source, path, NULL, error) != 0) {
        return -1;
    }
    const nt_config port = nt_ingress_file_config(&source);
    if (port.name[0] == '\0') {
        set_port(config, &port);
    }
    source.close(source.self);
    return 0;
}

/* Each turn alone is taken the other way, the latest first, then several: the latest that was not
   yet. */
bool nt_check_next_turns(nt_check_turns *turns) {
    enum { MOST_ALONE = 16, MOST_JUDGED = 32 + MOST_ALONE };
    if (turns->judged++ == 0) {
        turns->first = turns->made;
    }
    if (turns->alone < turns->first && turns->alone < MOST_ALONE) {
        turns->alone++;
        turns->other = UINT64_C(1) << (turns->first - turns->alone);
        return true;
    }
    if (!turns->together) {
        turns->together = true;
        turns->other = 0;
        turns->made = turns->first;
    }
    for (unsigned at = turns->made; at-- > 0;) {
        const uint64_t turn = UINT64_C(1) << at;
        if ((turns->other & turn) == 0) {
            turns->other = (turns->other & (turn - 1)) | turn;
            return turns->judged < MOST_JUDGED;
        }
    }
    return false;
}

bool nt_check_gets_further(const nt_check *check, const nt_check *other) {
    const int first = nt_check_summarize(check).first;
    const int second = nt_check_summarize(other).first;
    return first < 0 ? second >= 0
                     : second >= 0 && nt_check_result(check, (nt_rule_id)first)->offset >
                                          nt_check_result(other, (nt_rule_id)second)->offset;
}

nt_witness *nt_check_with_ingress(const nt_check_ingress_inputs *in, nt_error *error) {
    nt_witness *witness = nt_witness_new(in->config, in->code);
    byte_feed *feed = calloc(1, sizeof *feed);
    nt_ingress_cycle *at = nt_ingress_cycle_new(in->config);
    aspect_judge judged = {0};
    int result = -1;
    if (witness == NULL || feed == NULL || at == NULL) {
        (void)nt_fail(error, "out of memory");
    } else {
        feed->file = in->bytes;
        nt_check_code(nt_witness_check(witness), in->code.code);
        nt_check_take_mode(nt_witness_check(witness), in->mode);
        nt_witness_from_afar(witness);
        at->stranger = !in->golden;
        if (!in->golden) {
            nt_witness_take_mode(witness, in->mode);
            nt_witness_of_stranger(witness, in->freedoms, in->built);
            nt_witness_turn(witness, in->turns != NULL ? in->turns->other : 0);
        }
        judged.check = nt_witness_check(witness);
        nt_witness_tell(witness, judge, &judged);
        result = run(at, feed, witness, in, error);
        judge_silent(&judged);
        if (in->turns != NULL) {
            in->turns->made = nt_witness_turns(witness);
        }
    }
    nt_ingress_cycle_free(at);
    free(feed);
    if (result != 0) {
        nt_witness_free(witness);
        return NULL;
    }
    return witness;
}
