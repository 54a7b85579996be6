/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/flow/paths.h"

#include <string.h>

void nt_paths_forget(nt_paths *paths) {
    memset(paths->path, 0, sizeof paths->path);
}

/* The draft's ranges are written where they will lie, in one piece. */
void nt_path_draft_begin(nt_path_draft *draft, nt_paths *paths, const nt_path_key *key) {
    uint64_t at = paths->head % NT_PATH_LOG;
    if (paths->head == 0 || at + NT_PATH_ROOM > NT_PATH_LOG) {
        paths->head += paths->head == 0 ? 1 : NT_PATH_LOG - at;
    }
    draft->path = (nt_path){.key = *key, .id = paths->head};
    draft->ranges = &paths->log[paths->head % NT_PATH_LOG];
    draft->failed = false;
}

void nt_path_draft_range(nt_path_draft *draft, uint64_t pc, uint64_t instructions,
                         uint64_t halfwords, uint64_t blocks) {
    nt_path *path = &draft->path;
    if (path->ranges == NT_PATH_RANGES || halfwords > NT_PATH_LONGEST) {
        draft->failed = true;
        return;
    }
    draft->ranges[path->ranges++] = (nt_path_range){.pc = pc,
                                                    .instructions = (uint16_t)instructions,
                                                    .halfwords = (uint16_t)halfwords,
                                                    .blocks = (uint16_t)blocks};
    path->instructions += (uint32_t)instructions;
    path->halfwords += (uint32_t)halfwords;
    path->blocks += (uint32_t)blocks;
}

void nt_path_draft_push(nt_path_draft *draft, uint64_t address) {
    nt_path *path = &draft->path;
    if (path->pushed == NT_PATH_RETURNS) {
        draft->failed = true;
        return;
    }
    draft->pushed[path->pushed++] = address;
    if (path->pushed > path->popped + path->rise) {
        path->rise = (uint8_t)(path->pushed - path->popped);
    }
}

void nt_path_draft_pop(nt_path_draft *draft, bool found, uint64_t address) {
    nt_path *path = &draft->path;
    if (!found) {
        path->drained = true;
    } else if (path->pushed > 0) {
        path->pushed--;
    } else if (path->popped == NT_PATH_RETURNS) {
        draft->failed = true;
    } else {
        draft->popped[path->popped++] = address;
    }
}

const nt_path *nt_path_draft_keep(nt_path_draft *draft, nt_paths *paths) {
    const nt_path *path = &draft->path;
    if (draft->failed) {
        return NULL;
    }
    nt_path_range *to = draft->ranges + path->ranges;
    for (unsigned i = 0; i < path->popped; i++) {
        *to++ = (nt_path_range){.pc = draft->popped[i]};
    }
    for (unsigned i = 0; i < path->pushed; i++) {
        *to++ = (nt_path_range){.pc = draft->pushed[i]};
    }
    paths->head += (uint64_t)path->ranges + path->popped + path->pushed;
    nt_path *slot = &paths->path[nt_paths_slot(nt_path_hash(&path->key))];
    *slot = *path;
    return slot;
}
