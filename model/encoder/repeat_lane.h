/* SPDX-License-Identifier: Apache-2.0 */
/* RepeatBranch, one lane: equal branch messages in a row become one and a count. */
#ifndef NT_MODEL_ENCODER_REPEAT_LANE_H
#define NT_MODEL_ENCODER_REPEAT_LANE_H

#include "model/config.h"
#include "model/encoder/descriptor.h"

#include <stdbool.h>
#include <stdint.h>

/* The state that one lane hands to the next; all zero at reset. */
typedef struct nt_repeat_state {
    bool valid;     /* the last message was a branch message, or repeats one */
    bool indirect;  /* that one was IndirectBranch(Hist), not DirectBranch; valid while `valid` */
    uint8_t btype;  /* its B-TYPE; this, addr and hist: valid while `valid` and `indirect` */
    uint32_t icnt;  /* its I-CNT; valid while `valid` */
    uint64_t addr;  /* its absolute target without bit 0 */
    uint32_t hist;  /* its HIST */
    uint32_t count; /* B-CNT: messages that were swallowed; 0 while not `valid` */
} nt_repeat_state;

/* Combinational: takes a lane's messages in slots 0 to 3 (slot i valid: bit i; addresses absolute),
   and returns which are valid after it; `slot` is changed in place. With `enable`
   (ntEnRepeatBranch) a branch message that equals the one before is swallowed, and RepeatBranch is
   put before the next other message, in slot 0 or in the place of one that was swallowed.
   `run`: nt_history_lane holds a run behind this block, whose ResourceFull will want slot 0 at the
   next flush; RepeatBranch goes out before that.
   Error in slot 0 means that what was counted is lost with the messages it tells of. */
uint8_t nt_repeat_lane(nt_repeat_state *state, bool enable, bool run, uint8_t valid,
                       nt_descriptor slot[4], const nt_config *config);

#endif
