/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes read as a compliance vector: a vector, or one line that says what is wrong. Of one that
   is short the golden model is run, and the vector's bytes and the file itself are judged: that
   ends without harm too. */
#include "sim/vectors/judge.h"
#include "sim/vectors/run.h"
#include "sim/vectors/unit.h"
#include "tests/fuzz/memory_file.h"

#include <string.h>

enum { CYCLES = 300 };

static bool is_good(int result, const nt_error *error) {
    if ((result < 0) != (error->text[0] != '\0') || strchr(error->text, '\n') != NULL) {
        abort();
    }
    return result >= 0;
}

/* Whether its ingress can be read, and is short. */
static bool is_short(const nt_vector *vector) {
    static nt_columns columns;
    nt_error error = {0};
    memset(&columns, 0, sizeof columns);
    int result = nt_columns_open(&columns, vector, &error) == 0 ? 1 : -1;
    int cycle = 0;
    while (result == 1 && cycle < CYCLES) {
        result = columns.next(columns.self, &error);
        for (size_t i = 0; result == 1 && cycle == 0 && i < columns.count; i++) {
            (void)columns.value(columns.self, &columns.column[i]);
        }
        cycle++;
    }
    nt_columns_close(&columns);
    return is_good(result, &error) && result == 0;
}

static void judge(const nt_vector *vector, const char *path) {
    nt_vector_judgement judgement;
    nt_error error = {0};
    (void)is_good(nt_vector_judge(&judgement, vector, path, &error), &error);
}

static void run(const nt_vector *vector, const char *path) {
    bool same;
    nt_error error = {0};
    memory_file bytes = memory_file_open(vector->bytes, vector->size);
    (void)is_good(nt_vector_run_model(vector, &same, &error), &error);
    judge(vector, bytes.path);
    judge(vector, path);
    memory_file_close(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static nt_vector vector;
    nt_error error = {0};
    memory_file file = memory_file_open(data, size);
    if (is_good(nt_vector_read(&vector, file.path, &error), &error) && is_short(&vector)) {
        run(&vector, file.path);
    }
    nt_vector_free(&vector);
    memory_file_close(&file);
    return 0;
}
