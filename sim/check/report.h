/* What the checker found, and the rules it knows, as text, Markdown and JSON. */
#ifndef NT_CHECK_REPORT_H
#define NT_CHECK_REPORT_H

#include "sim/check/check.h"

#include <jansson.h>
#include <stdio.h>

/* One line a rule: id, clause, summary, with tabs between. */
void nt_rules_list(FILE *out);

/* docs/rules.md. */
void nt_rules_page(FILE *out);

/* A table of all rules, the broken first. */
void nt_check_print(FILE *out, const nt_check *check);

/* A new object; NULL without memory. */
json_t *nt_check_json(const nt_check *check);

#endif
