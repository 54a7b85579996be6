/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NT_TESTS_SAMPLE_H
#define NT_TESTS_SAMPLE_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Whether `make nightly` runs the test. */
static inline bool is_nightly(void) {
    const char *tier = getenv("NT_TIER");
    return tier != NULL && strcmp(tier, "nightly") == 0;
}

/* Whether a test that takes long under the sanitizers is to take less: they see as much in a part.
   `make nightly` has all. */
static inline bool is_sample(void) {
#ifdef __SANITIZE_ADDRESS__
    return !is_nightly();
#else
    return false;
#endif
}

#endif
