/* SPDX-License-Identifier: Apache-2.0 */
/* What the files that make the sequence (expect.c, and expect_request.c, expect_retire.c and
   expect_start.c for a part each) use of each other. */
#ifndef NT_WITNESS_EXPECT_INTERNAL_H
#define NT_WITNESS_EXPECT_INTERNAL_H

#include "sim/witness/expect_now.h"

/* Lists values of N-Trace 1.0, typed here: this side shares no table with the encoder. */
enum nt_expect_reason {
    SYNC_EXTERNAL = 0,
    SYNC_RESET = 1,
    SYNC_DEBUG = 3,
    SYNC_ENABLE = 5,
    SYNC_EVENT = 6,
    SYNC_OVERRUN = 7,
    SYNC_LOWPOWER = 9
};
enum nt_expect_btype { BTYPE_JUMP = 0, BTYPE_TRAP = 1, BTYPE_EXCEPTION = 2, BTYPE_INTERRUPT = 3 };
enum nt_expect_mode { MODE_BTM = 3 };

/* ---- what waits for the next address, and requests (expect_request.c) ---- */

/* Nothing waits any more. */
static inline void nt_expect_forget(nt_expect *expect) {
    expect->wait = (nt_expect_wait){.last = NT_EXPECT_NOWHERE};
}

/* Returns whether something waits. */
bool nt_expect_has_waiting(const nt_expect_wait *wait);

/* Notes the time of an event that waits. */
void nt_expect_note_event(nt_expect *expect);

/* The target of a jump, a taken branch or a trap is awaited; `change`: of the privilege, maybe. */
void nt_expect_await(nt_expect *expect, uint8_t btype, bool change);
void nt_expect_await_trap(nt_expect *expect, bool exception);

/* A synchronizing message is requested, with this SYNC, at the next address. */
void nt_expect_request(nt_expect *expect, unsigned sync);

/* What is requested behind straight code is due there. */
void nt_expect_note_place(nt_expect *expect);

/* Everything so far is in messages that are sent in this cycle. */
void nt_expect_tell(nt_expect *expect);

/* Adds an event of this cycle. */
void nt_expect_push_event(nt_expect *expect, nt_expected_kind kind, uint8_t code, uint64_t address);

/* Adds a synchronizing message; `code`: nt_expected_sync. */
void nt_expect_push_sync(nt_expect *expect, unsigned reasons, unsigned code, uint64_t address,
                         uint64_t early);

/* Adds privilege mode and context of this cycle, where they are new or `flags` say something. */
void nt_expect_push_hart(nt_expect *expect, const nt_ingress *ingress, unsigned flags, bool start);

/* Adds what may have come already, at the last instruction. */
void nt_expect_push_early(nt_expect *expect);

/* Adds what is requested and waits where tracing stops. */
void nt_expect_push_due(nt_expect *expect);

/* Something that has no address interrupts straight code: what is due is told before it. */
void nt_expect_tell_place(nt_expect *expect, const nt_block *block);

/* The block has the address that is awaited. */
void nt_expect_resolve(nt_expect *expect, const nt_block *block, bool traced, unsigned flags,
                       const nt_ingress *ingress);

/* A trigger in a cycle without a block: "a packet with the current PC and, if enabled, a
   timestamp". */
void nt_expect_take_trigger(nt_expect *expect);

/* ---- what a traced block adds (expect_retire.c) ---- */

/* Adds the block; `starts`: tracing starts with it. */
void nt_expect_retire(nt_expect *expect, const nt_block *block, unsigned b,
                      const nt_expect_now *now, bool starts);

/* Returns what the block's triggers request, as a bit mask of SYNC, */
unsigned nt_expect_asked(const nt_expect *expect, unsigned b, const nt_expect_now *now);

/* and whether that comes at its last instruction and nowhere else. */
bool nt_expect_is_exact(const nt_expect *expect, const nt_block *block, bool starts);

/* Takes what `ctype` asks for with the first block of its cycle; returns nt_expected_hart. */
unsigned nt_expect_take_ctype(nt_expect *expect, const nt_block *block, unsigned b,
                              const nt_expect_now *now);

/* ---- starts and stops (expect_start.c) ---- */

/* Returns SYNC of a start for which this cycle would be the reason. */
uint8_t nt_expect_start_reason(const nt_expect_now *now);

/* Tracing starts with the block, which has an address. */
void nt_expect_start(nt_expect *expect, const nt_block *block, unsigned b,
                     const nt_expect_now *now);

/* Debug mode begins or ends with the block, and both sides are traced. */
void nt_expect_cross(nt_expect *expect, const nt_block *block, const nt_expect_now *now);

/* Tracing stops before the block. */
void nt_expect_stop(nt_expect *expect, const nt_block *block, const nt_expect_now *now);
void nt_expect_push_stop(nt_expect *expect, uint64_t address, uint8_t code);

/* Tracing is off, and a target may be awaited. */
void nt_expect_pause_at(nt_expect *expect, const nt_expect_now *now);

/* Tracing goes on with the block before the target is known. */
void nt_expect_resume(nt_expect *expect, const nt_block *block);

/* Adds a block that is not traced, where tracing is turned on or off; `reasons`: of the messages
   that are asked for at it, as a mask of SYNC. */
void nt_expect_push_edge(nt_expect *expect, const nt_block *block, unsigned reasons, uint64_t time);

#endif
