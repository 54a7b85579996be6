/* What the checker found, and the rules it knows, as text, Markdown, JSON and JUnit XML. */
#ifndef NT_CHECK_REPORT_H
#define NT_CHECK_REPORT_H

#include "sim/check/check.h"
#include "sim/util/output_file.h"

#include <jansson.h>
#include <stdio.h>

/* One line a rule: id, clause, summary, with tabs between. */
void nt_rules_list(FILE *out);

/* docs/rules.md. */
void nt_rules_page(FILE *out);

/* The primary finding, what else is broken, what follows from that, and what is not followed; then
   a line that sums up. With `all` the other rules too, to those that were not exercised. */
void nt_check_print(FILE *out, const nt_check *check, bool all);

/* A new object; NULL without memory. */
json_t *nt_check_json(const nt_check *check);

/* JUnit XML: a test case a rule; `name` is the stream's. Returns 0, or -1 with the error set. */
int nt_check_junit(nt_output_file *out, const nt_check *check, const char *name, nt_error *error);

#endif
