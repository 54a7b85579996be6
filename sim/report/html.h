/* SPDX-License-Identifier: Apache-2.0 */
/* What all parts of the report's page, and of others, are made of: texts, numbers, tables. The
   stream keeps errors. */
#ifndef NT_REPORT_HTML_H
#define NT_REPORT_HTML_H

#include "sim/util/xml.h"

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

/* Begins a page, to the beginning of its body; a part with the id "main" is what it is about. */
void nt_html_begin(FILE *out, const char *title);

/* Returns a count of an object; 0 where it has none. */
uint64_t nt_html_count(const json_t *object, const char *member);

/* Returns a text of an object; "" where it has none. */
const char *nt_html_text(const json_t *object, const char *member);

/* Writes a number with a space between thousands. */
void nt_html_number(FILE *out, uint64_t number);

/* Writes `part` of `whole` as a percentage, which is 100 only where nothing is missing. */
void nt_html_percent(FILE *out, uint64_t part, uint64_t whole);

/* Writes a bar that shows the same, for people who see it; with its words for others. */
void nt_html_bar(FILE *out, uint64_t part, uint64_t whole);

/* Begins a section of the page with its heading. */
void nt_html_section(FILE *out, const char *id, const char *heading);
void nt_html_section_end(FILE *out);

/* Begins a table: `columns` headings, ended by NULL. One that begins with '#' is of numbers. */
void nt_html_table(FILE *out, const char *caption, const char *const *columns);
void nt_html_table_end(FILE *out);

/* Write a cell of a row, between <tr> and </tr>. */
void nt_html_cell(FILE *out, const char *text);
void nt_html_head(FILE *out, const char *text); /* of the row */
void nt_html_code(FILE *out, const char *text);
void nt_html_cell_number(FILE *out, uint64_t number);

/* Writes a cell that says whether something is as it should be. */
void nt_html_state(FILE *out, const char *state, const char *words);

#endif
