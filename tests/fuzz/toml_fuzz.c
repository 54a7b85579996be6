/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as a TOML text, and as a stream's digits: what is read, or one line that says why not.
 */
#include "sim/util/toml.h"
#include "sim/vectors/stream_file.h"
#include "tests/fuzz/memory_file.h"

#include <stdbool.h>
#include <string.h>

static void check(bool good, const nt_error *error) {
    if (good == (error->text[0] != '\0') || strchr(error->text, '\n') != NULL) {
        abort();
    }
}

static void read_toml(const uint8_t *data, size_t size) {
    nt_error error = {0};
    memory_file file = memory_file_open(data, size);
    json_t *root = nt_toml_read(file.path, &error);
    check(root != NULL, &error);
    if (root != NULL && !json_is_object(root)) {
        abort();
    }
    json_decref(root);
    memory_file_close(&file);
}

static void read_digits(const uint8_t *data, size_t size) {
    nt_error error = {0};
    nt_stream_file stream;
    memory_file file = memory_file_open(data, size);
    check(nt_stream_file_digits(&stream, file.path, &error) == 0, &error);
    nt_stream_file_close(&stream);
    memory_file_close(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    read_toml(data, size);
    read_digits(data, size);
    return 0;
}
