/* SPDX-License-Identifier: Apache-2.0 */
/* Of which sources the results of a report were made: those of the report, and variants of them. */
#ifndef NT_REPORT_VARIANTS_H
#define NT_REPORT_VARIANTS_H

#include "libntrace/util/error.h"

#include <jansson.h>

typedef struct nt_variants nt_variants;

/* Functions that return int return 0, or -1 with the error set. */

nt_variants *nt_variants_new(void); /* NULL: no memory */
void nt_variants_free(nt_variants *variants);

/* Counts a result, and lets results of the same sources share them. Returns a text that names these
   sources, as part of what the result is, which lives as long as `variants`; NULL: no memory. */
const char *nt_variants_add(nt_variants *variants, json_t *result);

/* Says, when all are added, that the report's sources are those in the folder `tree`; without it
   those that most results have. */
int nt_variants_tree(nt_variants *variants, const char *tree, nt_error *error);

/* Works out which variant each result is of. */
int nt_variants_sort(nt_variants *variants, nt_error *error);

/* Returns the number of the variant of a result whose sources have this text: 0 the report's
   sources, -1 not known. Counts the run there. */
int nt_variants_number(nt_variants *variants, const char *key, const json_t *result);

/* Returns the member `sources` of the report (docs/report.md), a new object. */
json_t *nt_variants_json(const nt_variants *variants);

#endif
