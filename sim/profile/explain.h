/* SPDX-License-Identifier: Apache-2.0 */
/* Puts the verdict on a profile into words. */
#ifndef NT_PROFILE_EXPLAIN_H
#define NT_PROFILE_EXPLAIN_H

#include "sim/profile/profile.h"

enum { NT_EXPLAIN_ROOM = 1024 };

/* Writes "unbiased", or "biased: " and the reason, in one line. Returns `text`. */
const char *nt_profile_explain(char text[NT_EXPLAIN_ROOM], const nt_profile *profile);

#endif
