/* Any bytes read as an ingress file: cycles, or one line that says what is wrong. */
#include "sim/ingress/ingress_file.h"
#include "tests/fuzz/memory_file.h"

#include <string.h>

enum { CYCLES = 2000 }; /* a few bytes can mean any number of idle cycles */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    memory_file file = memory_file_open(data, size);
    nt_error error = {0};
    nt_source source;
    int result = nt_ingress_file_open(&source, file.path, NULL, &error);
    if (result == 0) {
        nt_cycle cycle;
        result = 1;
        for (int i = 0; i < CYCLES && result == 1; i++) {
            result = source.next(source.self, false, &cycle, &error);
        }
        source.close(source.self);
    }
    if ((result < 0) != (error.text[0] != '\0') || strchr(error.text, '\n') != NULL) {
        abort();
    }
    memory_file_close(&file);
    return 0;
}
