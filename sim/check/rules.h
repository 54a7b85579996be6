/* SPDX-License-Identifier: Apache-2.0 */
/* Defines the rules of the checker: one table for the checker, `ntrace check` and docs/rules.md,
   in sim/check/rules. A rule is one normative sentence, paraphrased. */
#ifndef NT_CHECK_RULES_H
#define NT_CHECK_RULES_H

#include <stdint.h>

typedef enum nt_rule_id {
#define RULE(name, ...) NT_RULE_##name,
#include "sim/check/rules/all.def"
#undef RULE
    NT_RULES
} nt_rule_id;

typedef enum nt_rule_level {
    NT_REQUIRED,    /* a stream that breaks it is not N-Trace */
    NT_RECOMMENDED, /* "should", "may", or a choice that the texts leave open */
} nt_rule_level;

/* Lists the versions of the specification, as a bit mask. */
enum { NT_SPEC_RC7 = 1, NT_SPEC_1_0 = 2, NT_SPEC_ANY = 3 };

/* Lists the inputs that a rule needs besides the bytes. */
typedef enum nt_rule_by {
    NT_BY_BYTES,
    NT_BY_SETTINGS, /* the encoder's settings, or its build */
    NT_BY_IMAGE,    /* the code that ran */
    NT_BY_INGRESS,  /* the signals at the encoder's pins */
} nt_rule_by;

typedef struct nt_rule {
    const char *id;
    const char *clause; /* title of the N-Trace 1.0 section */
    uint8_t level;      /* nt_rule_level */
    uint8_t version;    /* NT_SPEC_RC7, NT_SPEC_1_0 or both */
    uint8_t by;         /* nt_rule_by */
    const char *summary;
} nt_rule;

/* Is the table of rules, by nt_rule_id. */
extern const nt_rule nt_rules[NT_RULES];

#endif
