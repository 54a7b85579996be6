/* SPDX-License-Identifier: Apache-2.0 */
/* Adds the places of a profile up to functions, and compares both with the exact counts. */
#ifndef NT_PROFILE_ROWS_H
#define NT_PROFILE_ROWS_H

#include "sim/profile/profile.h"

/* Makes rows and fits. Returns 0, or -1 without memory. */
int nt_profile_rows(nt_profile *profile);

/* Returns the samples of a row, or of a place, as nt_standard_errors takes them. */
nt_cell nt_profile_cell(const uint64_t count[NT_PROFILE_COUNTS], nt_profile_count which);

#endif
