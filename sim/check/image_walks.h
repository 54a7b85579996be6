/* SPDX-License-Identifier: Apache-2.0 */
/* Remembers what the instructions of a path ask of the rules about code: it is the same whenever
   the path comes. */
#ifndef NT_CHECK_IMAGE_WALKS_H
#define NT_CHECK_IMAGE_WALKS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    NT_CHECK_WALKS = 1 << 13, /* slots, direct-mapped by the path's */
    NT_CHECK_WALK_CALLS = 6,  /* of a path that is remembered */
    NT_CHECK_WALK_MODES = 3,  /* nt_check_mode */
    NT_CHECK_WALK_TCODES = 3, /* of branch messages without SYNC */
};

typedef struct nt_check_walk {
    uint64_t id;     /* of the path; 0: none is here, or it is to be judged range by range */
    uint64_t last;   /* address of its last instruction, */
    uint64_t next;   /* and its end */
    uint64_t before; /* address of the one before, where there is one, */
    bool after;      /* and whether that is directly before it, */
    bool unpaired;   /* and whether the two are no sequential jump */
    uint8_t class_;  /* nt_insn_class of the last */
    uint8_t calls;   /* on the way to the last, all direct */
    uint16_t src;
    uint32_t halfwords;
    uint32_t branches;
    uint32_t plain;                     /* as of nt_check_run */
    uint64_t call[NT_CHECK_WALK_CALLS]; /* where they return to */
} nt_check_walk;

/* Counts what walks asked of the rules, which the results do not have yet. */
typedef struct nt_check_walked {
    uint64_t ranges[NT_CHECK_WALK_MODES][NT_CHECK_WALK_TCODES]; /* by mode and TCODE */
    uint64_t targets; /* that an address told, and where the path begins */
    uint64_t plain;   /* instructions, as of nt_check_run */
    bool any;
} nt_check_walked;

struct nt_check;
struct nt_flow_path;

/* Applies the rules about code to a path that the decoder walked, as nt_check_image does to its
   ranges. */
void nt_check_image_walk(struct nt_check *check, const struct nt_flow_path *path);

/* Gives the results what walks asked since. */
void nt_check_settle_walked(struct nt_check *check);

#endif
