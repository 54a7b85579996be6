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

static int put_ranges(const nt_path_form *how, void *form, const nt_flow_path *path,
                      nt_error *error) {
    int result = 0;
    for (unsigned i = 0; i < path->path->ranges && result == 0; i++) {
        result = how->range(form, &path->ranges[i], error);
    }
    return result;
}

int nt_path_texts_take(const nt_path_texts *texts, const nt_path_form *how, void *form,
                       const nt_flow_path *path, nt_error *error) {
    const nt_path_text *text = nt_path_text_find(texts, path);
    if (text == NULL) {
        text = how->write(form, path);
    }
    int result = 0;
    for (uint64_t i = 0; i < path->times && result == 0; i++) {
        result = text == NULL ? put_ranges(how, form, path, error) : how->put(form, text, error);
    }
    return result;
}
