/* SPDX-License-Identifier: Apache-2.0 */
#include "model/control/encoder_map.h"

#include "model/config.h"
#include "model/control/control.h"

#include <stddef.h>

static uint64_t inst_mode(const void *build, const nt_register_field *field, uint64_t word) {
    (void)build;
    uint64_t value = nt_register_bits(field, word);
    return value == 0 ? 0 : value < 4 ? 3 : 6;
}

static uint64_t with_context(const void *build, const nt_register_field *field, uint64_t word) {
    const nt_config *config = build;
    return nt_legal_only_if(config->scontext_w != 0, field, word);
}

static uint64_t with_options(const void *build, const nt_register_field *field, uint64_t word) {
    const nt_config *config = build;
    return nt_legal_only_if(config->options, field, word);
}

static uint64_t with_sijump(const void *build, const nt_register_field *field, uint64_t word) {
    const nt_config *config = build;
    return nt_legal_only_if(config->options != 0 && config->sijump != 0, field, word);
}

static uint64_t with_src(const void *build, const nt_register_field *field, uint64_t word) {
    const nt_config *config = build;
    return nt_legal_only_if(config->src_w != 0, field, word);
}

static uint64_t with_periods(const void *build, const nt_register_field *field, uint64_t word) {
    const nt_config *config = build;
    return nt_legal_only_if(config->period_w != 0 && config->repeat_w != 0, field, word);
}

static uint64_t with_repeats(const void *build, const nt_register_field *field, uint64_t word) {
    const nt_config *config = build;
    return nt_legal_only_if(config->repeat_w != 0, field, word);
}

static uint64_t with_timestamps(const void *build, const nt_register_field *field, uint64_t word) {
    const nt_config *config = build;
    return nt_legal_only_if(config->tstamp_w != 0, field, word);
}

static uint64_t with_comparators(const void *build, const nt_register_field *field, uint64_t word) {
    const nt_config *config = build;
    return nt_legal_only_if(config->ncomparators != 0, field, word);
}

static bool has_returns(const nt_config *config) {
    return config->stack_depth != 0 && config->itype_w == 4 && !config->draft;
}

/* The two fields of implicit returns are one: trTeInstEnImplicitReturn bit 3,
   trTeInstImplicitReturnMode bits 7:6. */
static uint64_t return_mode(const void *build, const nt_register_field *field, uint64_t word) {
    const nt_config *config = build;
    (void)field;
    uint64_t mode = (word >> 6) & 3;
    if (!has_returns(config)) {
        return 0;
    }
    return mode == 0 && (word >> 3 & 1) ? 3 : mode;
}

static uint64_t return_enable(const void *build, const nt_register_field *field, uint64_t word) {
    return return_mode(build, field, word) != 0;
}

static uint64_t src_id(const void *build, const nt_register_field *field, uint64_t word) {
    const nt_config *config = build;
    return nt_register_bits(field, word) & nt_register_mask(config->src_w);
}

static uint64_t src_bits(const void *build, const nt_register_field *field, uint64_t word) {
    const nt_config *config = build;
    return nt_legal_at_most(config->src_w, field, word);
}

static uint64_t filters(const void *build, const nt_register_field *field, uint64_t word) {
    const nt_config *config = build;
    return nt_register_bits(field, word) & nt_register_mask(config->nfilters);
}

static uint64_t ts_mode(const void *build, const nt_register_field *field, uint64_t word) {
    const nt_config *config = build;
    uint64_t value = nt_register_bits(field, word);
    return nt_legal_only_if(config->tstamp_w != 0 && value <= 4, field, word);
}

static uint64_t ts_width(const void *build, const nt_register_field *field, uint64_t word) {
    const nt_config *config = build;
    (void)field, (void)word;
    return config->tstamp_w;
}

static uint64_t trigger_action(const void *build, const nt_register_field *field, uint64_t word) {
    const nt_config *config = build;
    uint64_t value = nt_register_bits(field, word);
    return nt_legal_only_if(field->lsb / 4 < config->ntriggers && value >= 2 && value <= 4, field,
                            word);
}

static uint64_t trigger_event(const void *build, const nt_register_field *field, uint64_t word) {
    const nt_config *config = build;
    return nt_legal_only_if(field->lsb / 4 < config->ntriggers, field, word) & 3;
}

static uint64_t comparator_number(const void *build, const nt_register_field *field,
                                  uint64_t word) {
    const nt_config *config = build;
    return config->ncomparators == 0 ? 0 : nt_legal_at_most(config->ncomparators - 1u, field, word);
}

/* Context where the build has one; data addresses never. */
static uint64_t comparator_input(const void *build, const nt_register_field *field, uint64_t word) {
    const nt_config *config = build;
    uint64_t value = nt_register_bits(field, word);
    bool legal = value == 2 || (value == 1 && config->scontext_w + config->hcontext_w != 0);
    return legal ? value : 0;
}

static uint64_t match_high(const void *build, const nt_register_field *field, uint64_t word) {
    const nt_config *config = build;
    unsigned context = (unsigned)config->scontext_w + config->hcontext_w;
    unsigned width = context > config->xlen ? context : config->xlen;
    return nt_register_bits(field, word) & nt_register_mask(width - 32);
}

static uint64_t resume_level(const void *build, const nt_register_field *field, uint64_t word) {
    const nt_config *config = build;
    return nt_legal_at_most(config->fifo_depth - 1u, field, word);
}

/* A field of its own in nt_control; one inside a word there; one that never changes; one that
   hardware gives. */
#define STORED(field, lsb, width, access, legal, meaning, here)                                    \
    NT_ROW_FIELD(#field, lsb, width, access, offsetof(nt_control, field), legal, "0", meaning, here)
#define IN_WORD(name, lsb, width, access, word, legal, meaning, here)                              \
    {                                                                                              \
        name, lsb, width, access, NT_SOURCE_STORED, offsetof(nt_control, word), lsb, legal, "0",   \
            meaning, here                                                                          \
    }
#define CONSTANT NT_ROW_CONSTANT
#define STATUS   NT_ROW_STATUS

#define NOT_HERE "Not in N-Trace: 0."
#define NO_DATA  "No data trace: 0."

static const nt_register_field te_control[] = {
    STORED(trTeActive, 0, 1, NT_RW, nt_legal_any, "0 holds the encoder in reset",
           "Also resets all other registers: until it is 1 they read 0 and ignore writes, and a "
           "write to trTeControl takes this bit alone. It reads as written in the next access."),
    STORED(trTeEnable, 1, 1, NT_RW, nt_legal_any,
           "1: the encoder is enabled and trTeInstTracing decides; 0: all that is queued is sent",
           "Set by writing alone. When cleared, tracing ends as if turned off: the last message is "
           "ProgTraceCorrelation with EVCODE 4, and trTeEmpty is 1 when it was sent."),
    STORED(trTeInstTracing, 2, 1, NT_RW, nt_legal_any, "1: instructions are traced",
           "Set and cleared by triggers too, if trTeInstTrigEnable is set. In one cycle trace-off "
           "wins over trace-on, and both over a write. It keeps its value when trTeEnable is "
           "cleared."),
    STATUS("trTeEmpty", 3, 1, NT_RO, "1", "1: all trace has been emitted",
           "0 while tracing is on, and until the stop and all before it have left the encoder."),
    STORED(trTeInstMode, 4, 3, NT_WARL, inst_mode, "3: BTM; 6: HTM; 0: no instruction trace",
           "0, 3 or 6. 1 and 2 become 3; 4, 5 and 7 become 6."),
    STORED(trTeContext, 9, 1, NT_WARL, with_context, "1: send context and privilege",
           "1: Ownership messages. 0 without SCONTEXT_W."),
    STORED(trTeInstTrigEnable, 11, 1, NT_WARL, nt_legal_any,
           "1: triggers may set and clear trTeInstTracing", "At once."),
    STATUS("trTeInstStallOrOverflow", 12, 1, NT_RW1C, "0",
           "1: trace was lost, or a stall asked for",
           "Cleared by writing 1, and when trTeEnable goes from 0 to 1. An event in the cycle in "
           "which 1 is written leaves it 1."),
    STORED(trTeInstStallEna, 13, 1, NT_WARL, nt_legal_any,
           "0: messages are dropped when there is no room; 1: the hart is stalled", "At once."),
    STORED(trTeInhibitSrc, 15, 1, NT_WARL, with_src, "1: messages have no SRC", "0 without SRC_W."),
    STORED(trTeInstSyncMode, 16, 2, NT_WARL, nt_legal_any,
           "Periodic synchronization counts 1: messages; 2: cycles; 3: half-words; 0: off",
           "All values."),
    STORED(trTeInstSyncMax, 20, 4, NT_WARL, nt_legal_any,
           "Periodic synchronization comes every 2^(trTeInstSyncMax + 4) of these", "All values."),
    CONSTANT("trTeFormat", 24, 3, NT_WARL, nt_legal_one, "1", "Format of the trace", "1: N-Trace."),
};

static const nt_register_field te_impl[] = {
    CONSTANT("trTeVerMajor", 0, 4, NT_RO, nt_legal_one, "1", "Major version of the component",
             "1."),
    CONSTANT("trTeVerMinor", 4, 4, NT_RO, nt_legal_zero, "0", "Minor version of the component",
             "0."),
    CONSTANT("trTeCompType", 8, 4, NT_RO, nt_legal_one, "1", "Type of the component",
             "1: trace encoder."),
    CONSTANT("trTeProtocolMajor", 16, 4, NT_RO, nt_legal_one, "1", "Major version of the protocol",
             "1: N-Trace 1.0, also with ntRc7."),
    CONSTANT("trTeProtocolMinor", 20, 4, NT_RO, nt_legal_zero, "0", "Minor version of the protocol",
             "0."),
};

static const nt_register_field inst_features[] = {
    CONSTANT("trTeInstNoAddrDiff", 0, 1, NT_WARL, nt_legal_zero, "0", "1: always full addresses",
             NOT_HERE),
    CONSTANT("trTeInstNoTrapAddr", 1, 1, NT_WARL, nt_legal_zero, "0",
             "1: no trap handler addresses", NOT_HERE),
    STORED(trTeInstEnSequentialJump, 2, 1, NT_WARL, with_sijump,
           "1: sequentially inferable jumps are not reported", "0 without OPTIONS or SIJUMP."),
    STORED(trTeInstEnImplicitReturn, 3, 1, NT_WARL, return_enable,
           "1: returns to the address of a recent call are not reported",
           "Reads 1 whenever trTeInstImplicitReturnMode is not 0; written 1 beside mode 0 it makes "
           "the mode 3. To turn implicit returns off, write 0 to both. 0 without STACK_DEPTH, with "
           "3-bit itype, or with DRAFT."),
    CONSTANT("trTeInstEnBranchPrediction", 4, 1, NT_WARL, nt_legal_zero, "0",
             "1: branch prediction", NOT_HERE),
    CONSTANT("trTeInstEnJumpTargetCache", 5, 1, NT_WARL, nt_legal_zero, "0", "1: jump target cache",
             NOT_HERE),
    STORED(trTeInstImplicitReturnMode, 6, 2, NT_WARL, return_mode,
           "How the return stack works: 1 counting, 2 partial address, 3 full address; 0 off",
           "All values; not 0 turns implicit returns on. 0 as trTeInstEnImplicitReturn."),
    STORED(trTeInstEnRepeatedHistory, 8, 1, NT_WARL, with_periods,
           "1: repeated branch history is detected", "0 without REPEAT_W or PERIOD_W."),
    STORED(trTeInstEnAllJumps, 9, 1, NT_WARL, with_options,
           "1: direct jumps are reported as branches are", "0 without OPTIONS."),
    STORED(trTeInstExtendAddrMSB, 10, 1, NT_WARL, with_options,
           "1: equal upper address bits are not sent", "0 without OPTIONS."),
    STORED(trTeSrcID, 16, 12, NT_WARL, src_id, "Value of SRC", "SRC_W bits, those above are 0."),
    STORED(trTeSrcBits, 28, 4, NT_WARL, src_bits, "Width of SRC",
           "0 to SRC_W; more becomes SRC_W."),
};

static const nt_register_field inst_filters[] = {
    STORED(trTeInstFilters, 0, 16, NT_WARL, filters,
           "Bit n: instructions are traced when filter n matches; all 0: always",
           "At once. NFILTERS bits, those above are 0."),
};

static const nt_register_field data_control[] = {
    CONSTANT("trTeDataImplemented", 0, 1, NT_RO, nt_legal_zero, "0", "1: data trace is implemented",
             NO_DATA),
    CONSTANT("trTeDataTracing", 1, 1, NT_WARL, nt_legal_zero, "0", "1: data is traced", NO_DATA),
    CONSTANT("trTeDataTrigEnable", 2, 1, NT_WARL, nt_legal_zero, "0", "1: data trace triggers",
             NO_DATA),
    CONSTANT("trTeDataStallOrOverflow", 3, 1, NT_RW1C, nt_legal_zero, "0", "1: data trace was lost",
             NO_DATA),
    CONSTANT("trTeDataStallEna", 4, 1, NT_WARL, nt_legal_zero, "0", "1: stall for data trace",
             NO_DATA),
    CONSTANT("trTeDataDrop", 5, 1, NT_RW1C, nt_legal_zero, "0", "1: data trace was dropped",
             NO_DATA),
    CONSTANT("trTeDataDropEna", 6, 1, NT_WARL, nt_legal_zero, "0", "1: data trace may be dropped",
             NO_DATA),
    CONSTANT("trTeDataNoValue", 16, 1, NT_WARL, nt_legal_zero, "0", "1: no data values", NO_DATA),
    CONSTANT("trTeDataNoAddr", 17, 1, NT_WARL, nt_legal_zero, "0", "1: no data addresses", NO_DATA),
    CONSTANT("trTeDataAddrCompress", 18, 2, NT_WARL, nt_legal_zero, "0",
             "Compression of data addresses", NO_DATA),
};

static const nt_register_field data_filters[] = {
    CONSTANT("trTeDataFilters", 0, 16, NT_WARL, nt_legal_zero, "0", "Filters for data trace",
             NO_DATA),
};

static const nt_register_field ts_control[] = {
    STORED(trTsActive, 0, 1, NT_WARL, with_timestamps, "0 holds the timestamp unit in reset",
           "While 0 the register's other fields that can be written are 0 as well; the write that "
           "sets it takes them along. 0 without TSTAMP_W, as are all fields here."),
    STORED(trTsCount, 1, 1, NT_WARL, with_timestamps, "1: the internal counter runs",
           "In both internal modes."),
    STATUS("trTsReset", 2, 1, NT_W1, "0", "Writing 1 resets the counter",
           "Counter and prescaler, in every mode. Reads 0."),
    STORED(trTsRunInDebug, 3, 1, NT_WARL, with_timestamps,
           "Internal core: 1: the counter runs while the hart is halted", "As the text."),
    STORED(trTsMode, 4, 3, NT_WARL, ts_mode,
           "0: none; 1: external; 2: internal system; 3: internal core; 4: shared",
           "5 to 7 become 0. External takes the ingress port's time, shared the port shared_time; "
           "internal system counts system_tick, internal core cycles."),
    STORED(trTsPrescale, 8, 2, NT_WARL, with_timestamps,
           "The internal counter counts every 4^trTsPrescale clocks", "All values."),
    STORED(trTsEnable, 15, 1, NT_WARL, with_timestamps, "1: messages have TSTAMP", "All messages."),
    CONSTANT("trTsVendor", 16, 8, NT_WARL, nt_legal_zero, "0",
             "Vendor-specific: which messages have TSTAMP", "0: all have. The field has no name."),
    CONSTANT("trTsWidth", 24, 6, NT_RO, ts_width, "TSTAMP_W", "Width of timestamps in bits",
             "TSTAMP_W, also while trTsActive is 0."),
};

static const nt_register_field ts_counter_low[] = {
    STATUS("trTsCounterLow", 0, 32, NT_RO, "0", "Lower 32 bits of the timestamp counter",
           "The timestamp of the mode, taken in the first cycle of the access: reading has one "
           "wait state."),
};

static const nt_register_field ts_counter_high[] = {
    STATUS("trTsCounterHigh", 0, 32, NT_RO, "0", "Upper bits of the timestamp counter",
           "As trTsCounterLow; not held while the other half is read, so read high, low, high."),
};

static const nt_register_field trig_dbg[] = {
    CONSTANT("trTeTrigDbgControl", 0, 32, NT_WARL, nt_legal_zero, "0",
             "Vendor-specific trigger setup", "0: the debug module's triggers need none."),
};

#define ACTION(n)                                                                                  \
    IN_WORD("trTeTrigExtInAction" #n, 4 * (n), 4, NT_WARL, trTeTrigExtInControl, trigger_action,   \
            "External input " #n ": 2 trace-on, 3 trace-off, 4 notify; 0 nothing",                 \
            "At once. Other values become 0. 0 without that input (NTRIGGERS).")
#define EVENT(n)                                                                                   \
    IN_WORD("trTeTrigExtOutEvent" #n, 4 * (n), 4, NT_WARL, trTeTrigExtOutControl, trigger_event,   \
            "External output " #n " fires when trTeInstTracing is bit 0: set; bit 1: cleared",     \
            "A pulse of one cycle, in the cycle after the change is seen. Bits 2 and 3 are 0. 0 "  \
            "without that output (NTRIGGERS).")

static const nt_register_field trig_in[] = {
    ACTION(0), ACTION(1), ACTION(2), ACTION(3), ACTION(4), ACTION(5), ACTION(6), ACTION(7),
};

static const nt_register_field trig_out[] = {
    EVENT(0), EVENT(1), EVENT(2), EVENT(3), EVENT(4), EVENT(5), EVENT(6), EVENT(7),
};

#define FILTER(name, lsb, width, word, legal, meaning, here)                                       \
    IN_WORD(name, lsb, width, NT_WARL, filter[0].word, legal, meaning, here)
#define NO_FILTER_DATA "No data trace, no data match: 0."

#define MATCH_COMP(n, match, number)                                                               \
    FILTER("trTeFilterMatchComp" #n, match, 1, control, with_comparators,                          \
           "1: the comparator that trTeFilterComp" #n " names must be true",                       \
           "0 without NCOMPARATORS."),                                                             \
        FILTER("trTeFilterComp" #n, number, 3, control, comparator_number,                         \
               "A comparator's number",                                                            \
               "0 to NCOMPARATORS - 1; more becomes that. 0 without NCOMPARATORS.")

static const nt_register_field filter_control[] = {
    FILTER("trTeFilterEnable", 0, 1, control, nt_legal_any, "1: the filter is enabled", "At once."),
    FILTER("trTeFilterMatchPrivilege", 1, 1, control, nt_legal_any, "1: match privilege levels",
           "At once."),
    FILTER("trTeFilterMatchEcause", 2, 1, control, nt_legal_any,
           "1: match from an exception of chosen causes to the return from it", "At once."),
    FILTER("trTeFilterMatchInterrupt", 3, 1, control, nt_legal_any,
           "1: match from an exception or an interrupt to the return from it", "At once."),
    MATCH_COMP(1, 4, 5),
    MATCH_COMP(2, 8, 9),
    MATCH_COMP(3, 12, 13),
    FILTER("trTeFilterMatchImpdef", 16, 1, control, nt_legal_any, "1: match impdef", "At once."),
    CONSTANT("trTeFilterMatchDtype", 24, 1, NT_WARL, nt_legal_zero, "0", "1: match dtype",
             NO_FILTER_DATA),
    CONSTANT("trTeFilterMatchDsize", 25, 1, NT_WARL, nt_legal_zero, "0", "1: match dsize",
             NO_FILTER_DATA),
};

static const nt_register_field filter_inst[] = {
    FILTER("trTeFilterMatchChoicePrivilege", 0, 8, inst, nt_legal_any, "Bit n: match priv n",
           "All values."),
    FILTER("trTeFilterMatchValueInterrupt", 8, 1, inst, nt_legal_any,
           "0: match exceptions (itype 1); 1: match interrupts (itype 2)", "Both values."),
};

static const nt_register_field filter_ecause_low[] = {
    FILTER("trTeFilterMatchChoiceEcauseLow", 0, 32, ecause[0], nt_legal_any,
           "Bit n: match ecause n", "All values."),
};

static const nt_register_field filter_ecause_high[] = {
    FILTER("trTeFilterMatchChoiceEcauseHigh", 0, 32, ecause[1], nt_legal_any,
           "Bit n: match ecause n + 32", "All values."),
};

static const nt_register_field filter_impdef[] = {
    FILTER("trTeFilterMatchValueImpdef", 0, 32, impdef, nt_legal_any,
           "Match impdef of this value ...", "All values."),
};

static const nt_register_field filter_impdef_mask[] = {
    FILTER("trTeFilterMatchMaskImpdef", 0, 32, impdef_mask, nt_legal_any,
           "... in the bits set here", "All values."),
};

static const nt_register_field filter_data[] = {
    CONSTANT("trTeFilterMatchChoiceDtype", 0, 16, NT_WARL, nt_legal_zero, "0",
             "Bit n: match dtype n", NO_FILTER_DATA),
    CONSTANT("trTeFilterMatchChoiceDsize", 16, 8, NT_WARL, nt_legal_zero, "0",
             "Bit n: match dsize n", NO_FILTER_DATA),
};

#define COMP(name, lsb, width, word, legal, meaning, here)                                         \
    IN_WORD(name, lsb, width, NT_WARL, comparator[0].word, legal, meaning, here)
#define COMP_INPUT "0 to 2; 3 becomes 0, as does 1 without SCONTEXT_W and HCONTEXT_W."
#define MATCH_HIGH "As many bits as the wider of XLEN and context has above 32; the rest is 0."

static const nt_register_field comp_control[] = {
    COMP("trTeCompPInput", 0, 2, control, comparator_input,
         "Primary input: 0 iaddr, 1 context, 2 tval, 3 daddr", COMP_INPUT),
    COMP("trTeCompSInput", 2, 2, control, comparator_input, "Secondary input, likewise",
         COMP_INPUT),
    COMP("trTeCompPFunction", 4, 3, control, nt_legal_any,
         "Primary is true if equal 0, not equal 1, less 2, less or equal 3, greater 4, greater or "
         "equal 5, never 6, always 7",
         "All values."),
    COMP("trTeCompSFunction", 8, 3, control, nt_legal_any,
         "Secondary likewise, but 6: always, and trTeCompSMatch masks trTeCompPMatch",
         "All values."),
    COMP("trTeCompMatchMode", 12, 2, control, nt_legal_any,
         "The comparator is true if 0: P; 1: P && S; 2: !(P && S); 3: from P to the instruction "
         "after S",
         "All values."),
    COMP("trTeCompPNotify", 14, 1, control, nt_legal_any,
         "1: report the address of a primary match", "Of effect only with trTeCompPInput 0."),
    COMP("trTeCompSNotify", 15, 1, control, nt_legal_any,
         "1: report the address of a secondary match", "Of effect only with trTeCompSInput 0."),
};

static const nt_register_field comp_p_low[] = {
    COMP("trTeCompPMatchLow", 0, 32, pmatch[0], nt_legal_any, "Primary match value, bits 31:0",
         "All values."),
};

static const nt_register_field comp_p_high[] = {
    COMP("trTeCompPMatchHigh", 0, 32, pmatch[1], match_high, "Primary match value, bits 63:32",
         MATCH_HIGH),
};

static const nt_register_field comp_s_low[] = {
    COMP("trTeCompSMatchLow", 0, 32, smatch[0], nt_legal_any, "Secondary match value, bits 31:0",
         "All values."),
};

static const nt_register_field comp_s_high[] = {
    COMP("trTeCompSMatchHigh", 0, 32, smatch[1], match_high, "Secondary match value, bits 63:32",
         MATCH_HIGH),
};

static const nt_register_field resume_field[] = {
    STORED(ntResumeLevel, 0, 8, NT_WARL, resume_level,
           "After a loss tracing resumes when the message FIFO holds no more than this; 0: a "
           "quarter of FIFO_DEPTH",
           "0 to FIFO_DEPTH - 1; more becomes that. At once."),
};

static const nt_register_field repeat_branch_field[] = {
    STORED(ntEnRepeatBranch, 0, 1, NT_WARL, with_repeats, "1: RepeatBranch, in BTM and HTM",
           "0 without REPEAT_W."),
};

static const nt_register_field sync_icnt_field[] = {
    STORED(ntEnSyncICNT, 0, 1, NT_WARL, nt_legal_any,
           "1: full I-CNT is reported by SYNC=4 in BTM, with ntRc7 in HTM too", "Both values."),
};

static const nt_register_field rc7_field[] = {
    STORED(ntRc7, 0, 1, NT_WARL, nt_legal_any, "1: as N-Trace 1.0.0_rc7 where it differs",
           "Both values."),
};

static const nt_register_field trim_ownership_field[] = {
    STORED(
        ntTrimOwnership, 0, 1, NT_WARL, with_context,
        "0: Ownership always has FORMAT, PRV and V; 1: no byte of zeros at the end of PROCESS is "
        "sent",
        "0 without SCONTEXT_W."),
};

#define ENCODER(name, offset, title, fields)                                                       \
    NT_ROW_REGISTER(name, offset, NT_UNIT_COMPONENT, title, fields, false)
#define OF_FILTER(name, offset, title, fields)                                                     \
    NT_ROW_REGISTER("trTeFilteri" name, offset, NT_UNIT_FILTER, title, fields, false)
#define OF_COMPARATOR(name, offset, title, fields)                                                 \
    NT_ROW_REGISTER("trTeCompj" name, offset, NT_UNIT_COMPARATOR, title, fields, false)

static const nt_register registers[] = {
    ENCODER("trTeControl", 0x000, "Trace encoder control", te_control),
    ENCODER("trTeImpl", 0x004, "Trace encoder implementation", te_impl),
    ENCODER("trTeInstFeatures", 0x008, "Instruction trace features", inst_features),
    ENCODER("trTeInstFilters", 0x00c, "Instruction trace filters", inst_filters),
    ENCODER("trTeDataControl", 0x010, "Data trace control", data_control),
    ENCODER("trTeDataFilters", 0x01c, "Data trace filters", data_filters),
    NT_ROW_REGISTER("trTsControl", 0x040, NT_UNIT_COMPONENT, "Timestamp control", ts_control, true),
    ENCODER("trTsCounterLow", 0x048, "Timestamp counter, lower bits", ts_counter_low),
    ENCODER("trTsCounterHigh", 0x04c, "Timestamp counter, upper bits", ts_counter_high),
    ENCODER("trTeTrigDbgControl", 0x050, "Debug trigger control", trig_dbg),
    ENCODER("trTeTrigExtInControl", 0x054, "External trigger input control", trig_in),
    ENCODER("trTeTrigExtOutControl", 0x058, "External trigger output control", trig_out),
    OF_FILTER("Control", 0x400, "Filter i, control", filter_control),
    OF_FILTER("MatchInst", 0x404, "Filter i, instruction match", filter_inst),
    OF_FILTER("MatchEcauseLow", 0x408, "Filter i, ecause match, low", filter_ecause_low),
    OF_FILTER("MatchEcauseHigh", 0x40c, "Filter i, ecause match, high", filter_ecause_high),
    OF_FILTER("MatchValueImpdef", 0x410, "Filter i, impdef value", filter_impdef),
    OF_FILTER("MatchMaskImpdef", 0x414, "Filter i, impdef mask", filter_impdef_mask),
    OF_FILTER("MatchData", 0x418, "Filter i, data match", filter_data),
    OF_COMPARATOR("Control", 0x600, "Comparator j, control", comp_control),
    OF_COMPARATOR("PmatchLow", 0x610, "Comparator j, primary match, low", comp_p_low),
    OF_COMPARATOR("PmatchHigh", 0x614, "Comparator j, primary match, high", comp_p_high),
    OF_COMPARATOR("SmatchLow", 0x618, "Comparator j, secondary match, low", comp_s_low),
    OF_COMPARATOR("SmatchHigh", 0x61c, "Comparator j, secondary match, high", comp_s_high),
    ENCODER("ntResumeLevel", 0xe00, "Resuming after a loss", resume_field),
    ENCODER("ntEnRepeatBranch", 0xe04, "RepeatBranch", repeat_branch_field),
    ENCODER("ntEnSyncICNT", 0xe08, "Full I-CNT", sync_icnt_field),
    ENCODER("ntRc7", 0xe0c, "Version of N-Trace", rc7_field),
    ENCODER("ntTrimOwnership", 0xe10, "Length of Ownership", trim_ownership_field),
};

enum { STRIDE = 0x20 };

static const nt_register_unit units[] = {
    [NT_UNIT_FILTER] = {'i', NT_MAX_FILTERS, STRIDE, sizeof(nt_filter_control)},
    [NT_UNIT_COMPARATOR] = {'j', NT_MAX_COMPARATORS, STRIDE, sizeof(nt_comparator_control)},
};

static unsigned units_built(const void *build, unsigned kind) {
    const nt_config *config = build;
    return kind == NT_UNIT_FILTER ? config->nfilters : config->ncomparators;
}

const nt_register_map nt_encoder_map = {
    .name = "encoder",
    .title = "Trace encoder",
    .registers = registers,
    .count = sizeof registers / sizeof registers[0],
    .width = 32,
    .has_active = true,
    .units = units,
    .units_built = units_built,
};
