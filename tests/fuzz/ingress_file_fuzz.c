/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes read as an ingress file, text or binary: cycles, or one line that says what is wrong.
   What was read is written in all three forms; the text and the binary form, read again, are the
   same cycles, which come to the same hexadecimal lines. */
#include "sim/ingress/ingress_file.h"
#include "tests/fuzz/memory_file.h"

#include <string.h>

enum { CYCLES = 200, FORMS = 3, TEXT = 0, BINARY = 1, HEX = 2 }; /* idle cycles are few bytes */

static void check_error(bool failed, const nt_error *error) {
    if (failed != (error->text[0] != '\0') || strchr(error->text, '\n') != NULL) {
        abort();
    }
}

static nt_ingress_writer *open_writer(const char *path, int form, const nt_config *config) {
    nt_ingress_writer *writer;
    nt_error error = {0};
    int result = form == HEX ? nt_ingress_writer_open_hex(&writer, path, config, &error)
                             : nt_ingress_writer_open(&writer, path, form == TEXT, config, &error);
    if (result != 0) {
        abort();
    }
    return writer;
}

/* Copies the file's first cycles into the writers of those paths that are not NULL; false: it
   cannot be read that far. */
static bool copy(const char *from, const char *const to[FORMS]) {
    nt_error error = {0};
    nt_source source;
    int result = nt_ingress_file_open(&source, from, NULL, &error);
    check_error(result < 0, &error);
    if (result != 0) {
        return false;
    }
    nt_config config = nt_ingress_file_config(&source);
    nt_ingress_writer *writers[FORMS] = {NULL};
    for (int form = 0; form < FORMS; form++) {
        writers[form] = to[form] == NULL ? NULL : open_writer(to[form], form, &config);
    }
    nt_cycle cycle;
    result = 1;
    for (int i = 0; i < CYCLES && result == 1; i++) {
        result = source.next(source.self, false, &cycle, &error);
        for (int form = 0; form < FORMS && result == 1; form++) {
            nt_error none = {0};
            if (writers[form] != NULL &&
                nt_ingress_writer_cycle(writers[form], &cycle, &none) != 0) {
                abort();
            }
        }
    }
    check_error(result < 0, &error);
    source.close(source.self);
    for (int form = 0; form < FORMS; form++) {
        nt_error none = {0};
        if (writers[form] != NULL && nt_ingress_writer_commit(writers[form], &none) != 0) {
            abort();
        }
    }
    return result >= 0;
}

static void same_content(const memory_file *a, const memory_file *b) {
    static uint8_t bytes[2][1 << 16];
    ssize_t size;
    off_t at = 0;
    do {
        size = pread(a->fd, bytes[0], sizeof bytes[0], at);
        if (size < 0 || pread(b->fd, bytes[1], sizeof bytes[1], at) != size ||
            memcmp(bytes[0], bytes[1], (size_t)size) != 0) {
            abort();
        }
        at += size;
    } while (size > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    memory_file file = memory_file_open(data, size);
    memory_pipe pipes[FORMS] = {memory_pipe_open(), memory_pipe_open(), memory_pipe_open()};
    const char *const all[FORMS] = {pipes[TEXT].path, pipes[BINARY].path, pipes[HEX].path};
    bool good = copy(file.path, all);
    memory_file form[FORMS];
    for (int i = 0; i < FORMS; i++) {
        form[i] = memory_pipe_close(&pipes[i]);
    }
    for (int i = TEXT; i <= BINARY && good; i++) {
        memory_pipe hex = memory_pipe_open();
        const char *const only[FORMS] = {NULL, NULL, hex.path};
        if (!copy(form[i].path, only)) {
            abort();
        }
        memory_file again = memory_pipe_close(&hex);
        same_content(&form[HEX], &again);
        memory_file_close(&again);
    }
    for (int i = 0; i < FORMS; i++) {
        memory_file_close(&form[i]);
    }
    memory_file_close(&file);
    return 0;
}
