/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/vectors/judge.h"

#include "libntrace/util/input_file.h"
#include "sim/util/hex_text.h"
#include "sim/util/utf8.h"
#include "sim/vectors/stream_file.h"
#include "sim/vectors/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t MOST_BYTES = (size_t)1 << 28;

const char *nt_vector_verdict_name(nt_vector_verdict verdict) {
    switch (verdict) {
    case NT_VECTOR_EXACT:
        return "exact";
    case NT_VECTOR_CONFORMANT:
        return "conformant";
    default:
        return "broken";
    }
}

/* Where the two differ first; the shorter one's size if it is the beginning of the other. */
static size_t first_difference(const nt_vector *vector, const uint8_t *bytes, size_t size) {
    size_t at = 0;
    while (at < size && at < vector->size && bytes[at] == vector->bytes[at]) {
        at++;
    }
    return at;
}

static int read_bytes(const char *path, uint8_t **bytes, size_t *size, nt_error *error) {
    nt_input_file *file;
    if (nt_input_file_open(&file, path, error) != 0) {
        return -1;
    }
    int result = nt_input_file_all(file, MOST_BYTES, bytes, size, error);
    nt_input_file_close(file);
    return result;
}

/* What a testbench wrote as text is broken as bytes. */
static void add_hint(nt_vector_judgement *judgement, const uint8_t *bytes, size_t size) {
    static const char hint[] = " (text of hexadecimal digits? Its name ends in .hex, then)";
    const size_t length = strlen(judgement->text);
    if (judgement->verdict == NT_VECTOR_BROKEN && nt_is_hex_text(bytes, size) &&
        length + sizeof hint <= sizeof judgement->text) {
        memcpy(judgement->text + length, hint, sizeof hint);
    }
}

static int judge_bytes(nt_vector_judgement *judgement, const nt_vector *vector, const char *path,
                       nt_error *error) {
    uint8_t *bytes = NULL;
    size_t size = 0;
    *judgement = (nt_vector_judgement){.verdict = NT_VECTOR_EXACT};
    int result = read_bytes(path, &bytes, &size, error);
    if (result == 0) {
        judgement->size = size;
        judgement->difference = first_difference(vector, bytes, size);
        if (size == 0 && vector->size != 0) {
            judgement->verdict = NT_VECTOR_BROKEN;
            (void)snprintf(judgement->text, sizeof judgement->text, "the stream is empty");
        } else if (size != vector->size || judgement->difference != size) {
            result = vector->unit->judge(judgement, vector, path, error);
            nt_utf8_clean(judgement->text);
        }
        add_hint(judgement, bytes, size);
    }
    free(bytes);
    return result;
}

int nt_vector_judge(nt_vector_judgement *judgement, const nt_vector *vector, const char *path,
                    nt_error *error) {
    nt_stream_file file;
    if (nt_vector_is_program(vector->unit)) { /* no bytes */
        *judgement = (nt_vector_judgement){.verdict = NT_VECTOR_CONFORMANT};
        return vector->unit->judge(judgement, vector, path, error);
    }
    if (nt_vector_answers(vector->unit)) { /* a text, whatever it is called */
        return judge_bytes(judgement, vector, path, error);
    }
    int result = nt_stream_file_open(&file, path, error);
    if (result == 0) {
        result = judge_bytes(judgement, vector, file.path, error);
    }
    nt_stream_file_close(&file);
    return result;
}
