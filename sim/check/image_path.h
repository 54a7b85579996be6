/* Declares what image.c and image_path.c share: the decoder's findings, and the instructions on
   the path. */
#ifndef NT_CHECK_IMAGE_PATH_H
#define NT_CHECK_IMAGE_PATH_H

#include "sim/check/image.h"

/* Returns what an address is cut to. */
uint64_t nt_check_mask(const struct nt_check *check);

/* Return settings of the decoder. */
bool nt_check_returns_are_implicit(const struct nt_check *check);
bool nt_check_jumps_are_sequential(const struct nt_check *check);

static inline bool nt_insn_is_return(uint8_t class_) {
    return class_ == NT_INSN_RETURN || class_ == NT_INSN_COROUTINE_SWAP;
}

static inline bool nt_insn_is_indirect(uint8_t class_) {
    return class_ >= NT_INSN_INDIRECT_CALL && class_ <= NT_INSN_TRAP_RETURN;
}

/* Judges the instructions of a RANGE one by one. */
void nt_check_image_range(struct nt_check *check, const nt_flow_event *event);

#endif
