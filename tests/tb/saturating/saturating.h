/* SPDX-License-Identifier: Apache-2.0 */
/* The model of nt_saturating, and what the harness compares of a cycle. */
#ifndef SATURATING_H
#define SATURATING_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct saturating {
    uint64_t entry[2]; /* valid from 0 on, `level` of them */
    uint8_t level;
    uint64_t count;
} saturating;

typedef struct saturating_inputs {
    bool rst;
    bool in_valid;
    uint64_t in;
    bool enable;
} saturating_inputs;

typedef struct saturating_view {
    saturating_inputs in;
    bool in_ready;
    saturating model;
} saturating_view;

bool saturating_ready(const saturating *s);
void saturating_step(saturating *s, unsigned width, const saturating_inputs *in);

#ifdef __cplusplus
}
#endif
#endif
