/* SPDX-License-Identifier: Apache-2.0 */
/* Counts for `--to stats`: instructions, calls and bits of trace of each function. */
#ifndef NT_DECODE_STATS_H
#define NT_DECODE_STATS_H

#include "libntrace/calls/steps.h"
#include "sim/decode/form.h"

enum { NT_STATS_SHARE_BITS = 20 }; /* bits are shared out in units of 2^-20: sums have no order */

/* Holds what a function cost. */
typedef struct nt_stats_entry {
    const nt_function *function; /* NULL: of none that is known */
    uint64_t instructions;
    uint64_t calls; /* how often it was come to at its start, from elsewhere or by a call */
    uint64_t bits;  /* << NT_STATS_SHARE_BITS */
    uint64_t told;  /* instructions of the message that is being told */
} nt_stats_entry;

enum {
    NT_STATS_UNNAMED,   /* the entry of no function, */
    NT_STATS_HIDDEN,    /* of what filters hide, */
    NT_STATS_NAMED,     /* and the first of one */
    NT_STATS_PARTS = 6, /* functions of a path that is counted */
    NT_STATS_PATHS = 2 * NT_PATHS,
};
#define NT_STATS_NOWHERE UINT32_MAX /* no entry */

/* Counts how often a path was told, each time from the same place and by as many bytes. Its id is
   that of the path; 0: it is empty. */
typedef struct nt_stats_path {
    nt_path_tally tally; /* `times` are not yet added to the entries */
    uint64_t id;
    uint64_t size;
    uint32_t from;  /* what it depends on of what ran before */
    uint32_t first; /* the entry of its first instruction, */
    bool starts;    /* which its function begins with */
    uint32_t now;   /* the entry where it ends */
    uint32_t parts;
    struct {
        uint32_t entry;
        uint32_t instructions;
        uint32_t calls;
    } part[NT_STATS_PARTS]; /* in the order in which they were told */
} nt_stats_path;

/* Holds the sums of a form. */
typedef struct nt_stats {
    nt_form_inputs inputs;
    nt_steps *steps;
    nt_stats_entry *entries; /* the first is the one without function */
    size_t count;
    size_t *first;  /* by image: the entry of its first function */
    uint32_t now;   /* the entry of what ran last; NT_STATS_NOWHERE: none */
    uint64_t start; /* and where its function lies; empty, where that is not known */
    uint64_t length;
    uint64_t last_pc; /* the last range */
    uint64_t last_halfwords;
    uint64_t place;    /* all of this, for the tallies of paths; NT_PLACE_NONE: it is not known */
    uint64_t serials;  /* tallies so far */
    uint32_t *telling; /* entries with `told` */
    size_t telling_count;
    uint64_t message;     /* offset of the message that is being told, + 1 */
    uint64_t end;         /* and what is behind it */
    uint64_t size;        /* bytes that it cost, with those before it that told nothing */
    nt_stats_path *paths; /* two for each slot: from within the function, and from elsewhere */
    uint32_t *called;     /* NULL; or gets the entries whose calls are counted, as many as fit */
    size_t called_count;
} nt_stats;

/* Takes a range that retired; `shown`: it passes the filters. */
void nt_stats_range(nt_stats *stats, const nt_flow_event *event, bool shown);
/* Takes a path that was walked. */
void nt_stats_walk(nt_stats *stats, const nt_flow_path *path);
/* Execution is elsewhere. */
void nt_stats_leave(nt_stats *stats);
/* Completes the entries. */
void nt_stats_settle(nt_stats *stats);

#endif
