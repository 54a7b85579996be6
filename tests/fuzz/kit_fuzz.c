/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes read as a program of the ingress kit, and what follows "ntrace-ingress" as what a port
   said of it: a program and a verdict, or one line that says what is wrong. */
#include "sim/vectors/judge.h"
#include "sim/vectors/unit.h"
#include "tests/fuzz/memory_file.h"

#include <string.h>

static const char MARK[] = "ntrace-ingress";

static bool is_good(int result, const nt_error *error) {
    if ((result < 0) != (error->text[0] != '\0') || strchr(error->text, '\n') != NULL) {
        abort();
    }
    return result >= 0;
}

static void judge(const nt_vector *vector, const uint8_t *data, size_t size) {
    nt_vector_judgement judgement;
    nt_error error = {0};
    memory_file file = memory_file_open(data, size);
    if (is_good(nt_vector_judge(&judgement, vector, file.path, &error), &error) &&
        (judgement.verdict == NT_VECTOR_BROKEN) != (judgement.text[0] != '\0')) {
        abort();
    }
    memory_file_close(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static nt_vector vector;
    nt_error error = {0};
    const uint8_t *port = size == 0 ? NULL : memmem(data, size, MARK, sizeof MARK - 1);
    const size_t own = port == NULL ? size : (size_t)(port - data);
    memory_file file = memory_file_open(data, own);
    if (is_good(nt_vector_read(&vector, file.path, &error), &error) &&
        nt_vector_is_program(vector.unit)) {
        judge(&vector, data + own, size - own);
    }
    nt_vector_free(&vector);
    memory_file_close(&file);
    return 0;
}
