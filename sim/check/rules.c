/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/check/rules.h"

#define REQUIRED    NT_REQUIRED
#define RECOMMENDED NT_RECOMMENDED
#define V1_0        NT_SPEC_1_0
#define RC7         NT_SPEC_RC7
#define BOTH        NT_SPEC_ANY
#define BYTES       NT_BY_BYTES
#define SETTINGS    NT_BY_SETTINGS
#define IMAGE       NT_BY_IMAGE
#define INGRESS     NT_BY_INGRESS

const nt_rule nt_rules[NT_RULES] = {
#define RULE(name, id, clause, level, version, by, summary)                                        \
    [NT_RULE_##name] = {id, clause, level, version, by, summary},
#include "sim/check/rules/all.def"
#undef RULE
};
