/* SPDX-License-Identifier: Apache-2.0 */
/* Tells of a profile, as text and as JSON. */
#ifndef NT_PROFILE_REPORT_H
#define NT_PROFILE_REPORT_H

#include "sim/profile/profile.h"

#include <jansson.h>
#include <stdio.h>

/* Are the functions in the table. */
enum { NT_PROFILE_TOP = 20 };

/* Prints the table of the most frequent functions, the statistics and the verdict. Returns 0, or
   -1 without memory. */
int nt_profile_print(const nt_profile *profile, FILE *out);

/* Returns the same with all functions, an object that the caller releases; NULL without memory. */
json_t *nt_profile_json(const nt_profile *profile);

/* Returns how many of the most frequent functions are more than 3 standard errors off. */
unsigned nt_profile_beyond(const nt_profile *profile);

#endif
