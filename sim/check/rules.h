/* The rules of N-Trace that the checker knows: one table for the checker, `ntrace check` and
   docs/rules.md. A rule is one normative sentence, in our words. */
#ifndef NT_CHECK_RULES_H
#define NT_CHECK_RULES_H

#include <stdint.h>

typedef enum nt_rule_id {
    /* framing */
    NT_RULE_FRAME_RESERVED,
    NT_RULE_FRAME_START,
    NT_RULE_FRAME_IDLE,
    NT_RULE_FRAME_FIXED,
    NT_RULE_FRAME_SHORT,
    NT_RULE_FRAME_LONG,
    NT_RULE_FRAME_WHOLE,
    /* sizes */
    NT_RULE_SIZE_MESSAGE,
    NT_RULE_SIZE_ICNT,
    NT_RULE_SIZE_ADDRESS,
    NT_RULE_SIZE_XLEN,
    NT_RULE_SIZE_HIST,
    NT_RULE_SIZE_HREPEAT,
    NT_RULE_SIZE_BCNT,
    NT_RULE_SIZE_TSTAMP,
    NT_RULE_SIZE_OTHER,
    NT_RULE_SIZE_SHORTEST,
    NT_RULE_SRC_CONSTANT,
    /* codes */
    NT_RULE_CODE_TCODE,
    NT_RULE_CODE_SYNC,
    NT_RULE_CODE_BTYPE,
    NT_RULE_CODE_RCODE,
    NT_RULE_CODE_EVCODE,
    NT_RULE_CODE_CDF,
    NT_RULE_CODE_ETYPE,
    NT_RULE_CODE_ECODE,
    /* Ownership */
    NT_RULE_OWNERSHIP_FORMAT,
    NT_RULE_OWNERSHIP_PRIVILEGE,
    NT_RULE_OWNERSHIP_CONTEXT,
    NT_RULE_OWNERSHIP_HCONTEXT,
    NT_RULE_OWNERSHIP_PAIR,
    NT_RULE_OWNERSHIP_ONE,
    NT_RULE_OWNERSHIP_WIDTH,
    NT_RULE_OWNERSHIP_FULL,
    NT_RULE_OWNERSHIP_CHANGE,
    NT_RULE_OWNERSHIP_SYNC,
    NT_RULE_OWNERSHIP_TRAP,
    NT_RULE_OWNERSHIP_ENABLED,
    /* trace mode */
    NT_RULE_MODE_DIRECT,
    NT_RULE_MODE_DIRECT_SYNC,
    NT_RULE_MODE_HIST,
    NT_RULE_MODE_CDF_BTM,
    NT_RULE_MODE_CDF_HTM,
    NT_RULE_MODE_REPEAT,
    /* start and stop */
    NT_RULE_START_SYNC,
    NT_RULE_START_REFERENCE,
    NT_RULE_START_MESSAGE,
    NT_RULE_START_ICNT,
    NT_RULE_START_BTYPE,
    NT_RULE_START_REASON,
    NT_RULE_START_EXTERNAL,
    NT_RULE_STOP_NEXT,
    NT_RULE_STOP_IDLE,
    /* loss */
    NT_RULE_ERROR_NEXT,
    NT_RULE_ERROR_SYNC,
    NT_RULE_ERROR_OVERRUN,
    NT_RULE_ERROR_OWNERSHIP,
    /* synchronizing messages */
    NT_RULE_SYNC_DEBUG,
    NT_RULE_SYNC_ICNT,
    NT_RULE_SYNC_EVENT,
    NT_RULE_SYNC_PERIODIC,
    NT_RULE_SYNC_INTERVAL,
    /* counters */
    NT_RULE_HIST_STOP_BIT,
    NT_RULE_HIST_TWO_BITS,
    NT_RULE_ICNT_FULL,
    NT_RULE_ICNT_BRANCH,
    NT_RULE_ICNT_JUMP,
    NT_RULE_ICNT_HIST,
    NT_RULE_REPEAT_HISTORY,
    NT_RULE_REPEAT_PREVIOUS,
    NT_RULE_REPEAT_COUNT,
    NT_RULE_REPEAT_ENABLED,
    /* timestamps */
    NT_RULE_TIME_SYNC,
    NT_RULE_TIME_FORWARD,
    NT_RULE_TIME_WIDTH,
    /* with a code image */
    NT_RULE_IMAGE_ICNT,
    NT_RULE_IMAGE_PATH,
    NT_RULE_IMAGE_HIST,
    NT_RULE_IMAGE_BRANCH,
    NT_RULE_IMAGE_JUMP,
    NT_RULE_IMAGE_SYNC,
    NT_RULE_IMAGE_ALL_JUMPS,
    NT_RULES
} nt_rule_id;

typedef enum nt_rule_level {
    NT_REQUIRED,    /* a stream that breaks it is not N-Trace */
    NT_RECOMMENDED, /* "should", "may", or a choice that the texts leave open */
} nt_rule_level;

/* Versions of the specification that a rule belongs to, as a bit mask. */
enum { NT_SPEC_RC7 = 1, NT_SPEC_1_0 = 2, NT_SPEC_ANY = 3 };

typedef struct nt_rule {
    const char *id;
    const char *clause; /* title of the N-Trace 1.0 section */
    uint8_t level;      /* nt_rule_level */
    uint8_t version;    /* NT_SPEC_RC7, NT_SPEC_1_0 or both */
    const char *summary;
} nt_rule;

/* By nt_rule_id. */
extern const nt_rule nt_rules[NT_RULES];

#endif
