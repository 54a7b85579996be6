/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/path_text.h"

/* Every text lies in one piece. */
char *nt_path_text_begin(nt_path_texts *texts) {
    uint64_t at = texts->head % NT_PATH_TEXTS;
    if (at + NT_PATH_TEXT_MOST > NT_PATH_TEXTS) {
        texts->head += NT_PATH_TEXTS - at;
    }
    return &texts->ring[texts->head % NT_PATH_TEXTS];
}

nt_path_text *nt_path_text_keep(nt_path_texts *texts, const nt_flow_path *path, size_t length) {
    nt_path_text *text = &texts->text[path->slot];
    *text = (nt_path_text){.id = path->path->id, .at = texts->head, .length = (uint32_t)length};
    texts->head += length;
    return text;
}
