/* SPDX-License-Identifier: Apache-2.0 */
/* Any stream judged by any ingress file: verdicts, or one line that says what is wrong. The input
   is an ingress file and, after a line that is empty but for "--", the stream. */
#include "sim/check/report.h"
#include "sim/witness/ingress.h"
#include "tests/fuzz/fuzz_code.h"
#include "tests/fuzz/memory_file.h"

#include <string.h>

enum {
    MOST_INPUT = 1 << 13
}; /* a few bytes can mean millions of idle cycles, which is tried no
      further than this */

static const char mark[] = "\n--\n";

static void check_error(bool failed, const nt_error *error) {
    if (failed != (error->text[0] != '\0') || strchr(error->text, '\n') != NULL) {
        abort();
    }
}

/* The ingress file's cycles, but not more than some. */
typedef struct some_cycles {
    nt_source all;
    unsigned left;
} some_cycles;

static int next_of_some(void *self, bool stall, nt_cycle *cycle, nt_error *error) {
    some_cycles *some = self;
    if (some->left == 0) {
        return 0;
    }
    some->left--;
    return some->all.next(some->all.self, stall, cycle, error);
}

static void judge(const nt_check_ingress_inputs *in) {
    nt_error error = {0};
    nt_witness *witness = nt_check_with_ingress(in, &error);
    check_error(witness == NULL, &error);
    if (witness != NULL) {
        json_t *report = nt_check_json(nt_witness_check(witness));
        if (report == NULL) {
            abort();
        }
        json_decref(report);
        nt_witness_free(witness);
    }
}

static void run(const char *ingress, const char *stream, bool golden) {
    nt_error error = {0};
    nt_settings settings;
    nt_settings_init(&settings);
    some_cycles some = {.left = 2000};
    int result = nt_ingress_file_fit(&settings, ingress, &error);
    if (result == 0) {
        result = nt_ingress_file_open(&some.all, ingress, settings.config, &error);
    }
    check_error(result != 0, &error);
    if (result != 0) {
        return;
    }
    nt_input_file *bytes;
    if (nt_input_file_open(&bytes, stream, &error) != 0) {
        abort();
    }
    fuzz_code code = fuzz_code_new(NULL, 0);
    const nt_check_ingress_inputs in = {.config = settings.config,
                                        .code = nt_witness_code_of_image(code.image),
                                        .cycles = {next_of_some, NULL, &some},
                                        .bytes = bytes,
                                        .golden = golden,
                                        .built = golden,
                                        .freedoms = NT_EVERY_FREEDOM,
                                        .path = ingress};
    judge(&in);
    nt_input_file_close(bytes);
    some.all.close(some.all.self);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > MOST_INPUT) {
        return 0;
    }
    const uint8_t *middle = memmem(data, size, mark, sizeof mark - 1);
    size_t first = middle == NULL ? size : (size_t)(middle - data) + 1;
    size_t second = middle == NULL ? size : first + sizeof mark - 2;
    memory_file ingress = memory_file_open(data, first);
    memory_file stream = memory_file_open(data + second, size - second);
    run(ingress.path, stream.path, size % 2 != 0);
    memory_file_close(&ingress);
    memory_file_close(&stream);
    return 0;
}
