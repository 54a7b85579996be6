/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/program/image_history.h"

#include <stdlib.h>

enum { MOST_PATCHES = 1 << 22 }; /* about 256 MiB */

static nt_image_patch *add(nt_image_history *history, uint64_t address) {
    if (history->count == history->room) {
        size_t room = history->room == 0 ? 64 : 2 * history->room;
        nt_image_patch *patches = history->count == MOST_PATCHES
                                      ? NULL
                                      : realloc(history->patches, room * sizeof *history->patches);
        if (patches == NULL) {
            return NULL;
        }
        history->patches = patches;
        history->room = room;
    }
    nt_image_patch *patch = &history->patches[history->count++];
    *patch = (nt_image_patch){.retired = history->retired, .address = address};
    return patch;
}

int nt_image_history_byte(nt_image_history *history, uint64_t address, uint8_t before,
                          uint8_t after) {
    if (!history->keeping) {
        return 0;
    }
    nt_image_patch *last = history->count > 0 ? &history->patches[history->count - 1] : NULL;
    if (last == NULL || last->size == 0 || last->size == NT_PATCH_BYTES ||
        last->address + last->size != address || last->retired != history->retired) {
        last = add(history, address);
    }
    if (last == NULL) {
        return -1;
    }
    last->code.before[last->size] = before;
    last->code.after[last->size] = after;
    last->size++;
    return 0;
}

int nt_image_history_insn(nt_image_history *history, uint64_t pc, const nt_insn *before,
                          const nt_insn *after) {
    if (!history->keeping) {
        return 0;
    }
    nt_image_patch *patch = add(history, pc);
    if (patch == NULL) {
        return -1;
    }
    patch->insn.before = *before;
    patch->insn.after = *after;
    return 0;
}

void nt_image_history_clear(nt_image_history *history) {
    if (!history->borrowed) {
        free(history->patches);
    }
    *history = (nt_image_history){0};
}
