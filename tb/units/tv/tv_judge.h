/* SPDX-License-Identifier: Apache-2.0 */
/* Judges the bytes of a run: libntrace decodes them, and each group must have what was taken, in
   that order, and nothing else. Shares the port with RTL and model, and no more. */
#ifndef NT_TB_UNITS_TV_JUDGE_H
#define NT_TB_UNITS_TV_JUDGE_H

#include "model/tandem/tv_port.h"

#include <ntrace/tandem.h>

enum { TV_JUDGE_GROUPS = 2048, TV_JUDGE_FIELDS = 24, TV_JUDGE_TEXT = 200 };

/* A group that must come: its fields. */
typedef struct tv_expected {
    nt_tandem_field field[TV_JUDGE_FIELDS];
    uint8_t count;
    bool reset;
} tv_expected;

/* A group of a trace that must come back byte for byte; without fields: none. */
typedef struct tv_original {
    nt_tandem_field field[TV_JUDGE_FIELDS];
    uint8_t count;
    bool ended;
} tv_original;

typedef struct tv_judge {
    const nt_tv_params *params;
    nt_tandem_reader reader;
    tv_expected group[TV_JUDGE_GROUPS]; /* a ring */
    uint32_t first;
    uint32_t count;
    tv_original original[TV_JUDGE_GROUPS]; /* the same groups, where they come from a trace */
    uint32_t original_first;
    uint32_t original_count;
    uint64_t identical;        /* groups that were as in the trace, byte for byte */
    uint64_t gpr[32];          /* as decoded */
    uint32_t known;            /* which of them */
    uint64_t groups;           /* compared */
    uint64_t bytes;            /* of them */
    uint64_t incremental;      /* GPRs told as offset or mask */
    uint64_t implied;          /* ends that were */
    char wrong[TV_JUDGE_TEXT]; /* what is; "": nothing */
} tv_judge;

/* Begins anew: after a reset of the encoder. Counts go on. */
void tv_judge_reset(tv_judge *judge, const nt_tv_params *params);

/* Takes what the encoder took in a cycle. */
void tv_judge_taken(tv_judge *judge, const nt_tv_inputs *in);

/* Takes the group of a trace that the encoder will take next; NULL: it is no whole group. */
void tv_judge_original(tv_judge *judge, const nt_tandem_group *group);

/* Takes bytes that it gave. */
void tv_judge_bytes(tv_judge *judge, const uint8_t *bytes, unsigned count);

/* The encoder is idle: all groups have come, and are complete. */
void tv_judge_idle(tv_judge *judge);

#endif
