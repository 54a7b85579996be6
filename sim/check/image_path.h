/* SPDX-License-Identifier: Apache-2.0 */
/* Declares what image.c and image_path.c share: the decoder's findings, and the instructions on
   the path. */
#ifndef NT_CHECK_IMAGE_PATH_H
#define NT_CHECK_IMAGE_PATH_H

#include "sim/check/image.h"

/* Return settings of the decoder. */
bool nt_check_returns_are_implicit(const struct nt_check *check);
bool nt_check_jumps_are_sequential(const struct nt_check *check);

/* A jump that pops from the return stack: a swap does not, of a vendor's encoder for which it only
   calls. */
bool nt_check_is_return(const struct nt_check *check, uint8_t class_);

static inline bool nt_insn_is_indirect(uint8_t class_) {
    return class_ >= NT_INSN_INDIRECT_CALL && class_ <= NT_INSN_TRAP_RETURN;
}

static inline bool nt_check_is_branch_message(uint8_t tcode) {
    return tcode == NT_TCODE_INDIRECT_BRANCH || tcode == NT_TCODE_INDIRECT_BRANCH_HIST;
}

/* Drops the calls that have not returned. */
void nt_check_forget_calls(nt_check_path *path);

/* Judge what shows with a later message: when a message's events have all come, and when the next
   one comes. */
void nt_check_close_told(struct nt_check *check);
void nt_check_begin_told(struct nt_check *check, const nt_message *message);

/* Judges what the tcode of a message asks of so many ranges of it, in a trace of that mode
   (nt_check_mode). */
void nt_check_hold_ranges(struct nt_check *check, uint8_t tcode, uint8_t mode, uint64_t ranges);

/* Whether the code is another than at the latest range: then what ran need not be what stands there
   now. */
bool nt_check_has_changed(const struct nt_check *check);

/* Do to the calls that have not returned what the latest instruction does, of class `class_`; and
   what a call on the way to it does. */
void nt_check_leave_by(struct nt_check *check, uint8_t class_);
void nt_check_push_call(nt_check_path *path, uint64_t address);

/* Judges the instructions of a RANGE one by one. */
void nt_check_image_range(struct nt_check *check, const nt_flow_event *event);

#endif
