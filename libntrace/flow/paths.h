/* SPDX-License-Identifier: Apache-2.0 */
/* Remembers walks through the code: code repeats, so a path that was walked once is looked up the
   next time. Of bounded size: the oldest paths are forgotten. */
#ifndef NT_FLOW_PATHS_H
#define NT_FLOW_PATHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    NT_PATHS = 1 << 14,    /* slots, direct-mapped by key */
    NT_PATH_LOG = 1 << 16, /* ranges of all paths, a ring */
    NT_PATH_RANGES = 96,   /* of one path; longer ones are not remembered */
    NT_PATH_RETURNS = 16,  /* of the return stack, that one path takes, or adds */
    NT_PATH_ROOM = NT_PATH_RANGES + 2 * NT_PATH_RETURNS,
    NT_PATH_LONGEST = UINT16_MAX,    /* half-words of a range */
    NT_PATH_MANY = NT_PATH_LOG / 64, /* where the ranges of so many are remembered, more will be */
};

/* Is the count of a path that ends with its history. */
#define NT_PATH_UNCOUNTED UINT64_MAX

/* Holds all that decides where a walk leads, but for the return stack and what ends it early. */
typedef struct nt_path_key {
    uint64_t pc;    /* where it starts */
    uint64_t count; /* half-words, or NT_PATH_UNCOUNTED */
    uint32_t hist;
    uint32_t epoch; /* of the code */
} nt_path_key;

/* Holds instructions at consecutive addresses; or, behind a path's ranges, an address of the
   return stack as `pc`. */
typedef struct nt_path_range {
    uint64_t pc;
    uint16_t instructions;
    uint16_t halfwords;
    uint16_t blocks;
} nt_path_range;

/* Describes a path. */
typedef struct nt_path {
    nt_path_key key;
    uint64_t id;        /* where in the log its ranges begin, from 1 on: unique */
    uint64_t end;       /* the next PC */
    uint64_t groups;    /* of its blocks, which have all been known */
    uint64_t evictions; /* since there were so many (nt_code_blocks) */
    uint64_t left;      /* noted: the half-words behind the last branch or jump, */
    uint64_t target;    /* and silent: the target of the last one without a history bit */
    uint64_t last;      /* runs_on: the instruction before a block that was reached straight on, */
    uint32_t last_was;  /* and the blocks walked then */
    uint32_t instructions;
    uint32_t halfwords;
    uint32_t blocks;
    uint32_t asked; /* instructions requested from the code, for blocks that are cut */
    uint16_t ranges;
    uint8_t popped; /* entries of the return stack that the path took, */
    uint8_t pushed; /* and those that it left */
    uint8_t rise;   /* how many entries more than before there were */
    uint8_t ending; /* flow_ending */
    bool drained;   /* it found the return stack empty */
    bool noted;
    bool silent; /* a branch or jump had no history bit */
    bool runs_on;
} nt_path;

typedef struct nt_paths {
    uint64_t head; /* of the log */
    nt_path path[NT_PATHS];
    uint32_t came[NT_PATHS]; /* hashes of the last keys that came */
    nt_path_range log[NT_PATH_LOG];
} nt_paths;

/* Holds a path while it is walked. */
typedef struct nt_path_draft {
    nt_path path;
    nt_path_range *ranges; /* in the log */
    bool failed;           /* it is not to be remembered */
    uint64_t popped[NT_PATH_RETURNS];
    uint64_t pushed[NT_PATH_RETURNS];
} nt_path_draft;

static inline uint64_t nt_path_hash(const nt_path_key *key) {
    uint64_t mixed = (key->pc ^ (uint64_t)key->epoch << 48) * UINT64_C(0x9e3779b97f4a7c15) +
                     (key->count ^ (uint64_t)key->hist << 24) * UINT64_C(0xc2b2ae3d27d4eb4f);
    return (mixed ^ mixed >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
}

static inline size_t nt_paths_slot(uint64_t hash) {
    return (size_t)(hash >> 50);
}

/* Returns whether a path of that key came before, and remembers that it came. Only what comes again
   is worth a draft. */
static inline bool nt_paths_came(nt_paths *paths, const nt_path_key *key) {
    uint64_t hash = nt_path_hash(key);
    uint32_t *came = &paths->came[nt_paths_slot(hash)];
    bool again = *came == (uint32_t)hash;
    *came = (uint32_t)hash;
    return again;
}

/* Returns the least `id` whose ranges are still in the log. */
static inline uint64_t nt_paths_oldest(const nt_paths *paths) {
    uint64_t end = paths->head + NT_PATH_ROOM;
    return end <= NT_PATH_LOG ? 1 : end - NT_PATH_LOG;
}

/* Returns whether the path's ranges are still in the log. */
static inline bool nt_path_is_kept(const nt_paths *paths, const nt_path *path) {
    return path->id >= nt_paths_oldest(paths);
}

/* Returns the path of that key; NULL: it is not known. */
static inline nt_path *nt_paths_find(nt_paths *paths, const nt_path_key *key) {
    nt_path *path = &paths->path[nt_paths_slot(nt_path_hash(key))];
    return path->key.pc == key->pc && path->key.count == key->count &&
                   path->key.hist == key->hist && path->key.epoch == key->epoch &&
                   nt_path_is_kept(paths, path)
               ? path
               : NULL;
}

/* Returns the ranges of a path that was found; the entries of the return stack follow: those that
   it takes, top first, then those that it adds. */
static inline const nt_path_range *nt_path_ranges(const nt_paths *paths, const nt_path *path) {
    return &paths->log[path->id % NT_PATH_LOG];
}

/* Forgets all paths. */
void nt_paths_forget(nt_paths *paths);

/* Begins a draft. */
void nt_path_draft_begin(nt_path_draft *draft, nt_paths *paths, const nt_path_key *key);
/* Adds a range. */
void nt_path_draft_range(nt_path_draft *draft, uint64_t pc, uint64_t instructions,
                         uint64_t halfwords, uint64_t blocks);
/* Adds what a call does to the return stack. */
void nt_path_draft_push(nt_path_draft *draft, uint64_t address);
/* Adds a return; `found`: the stack had an entry, `address`. */
void nt_path_draft_pop(nt_path_draft *draft, bool found, uint64_t address);
/* Remembers the draft's path, unless it has failed. Returns it, or NULL. */
const nt_path *nt_path_draft_keep(nt_path_draft *draft, nt_paths *paths);

#endif
