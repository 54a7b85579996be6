/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as a file of waves, drawn with what `ntrace wave2svg` shows by itself, and with all. */
#include "sim/wave/draw.h"
#include "tests/fuzz/memory_file.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int draw(const char *path, const nt_wave_request *request, nt_error *error) {
    nt_wave wave;
    nt_wave_choice choice;
    nt_diagram *diagram = NULL;
    int result = nt_wave_open(&wave, path, NULL, error);
    if (result == 0) {
        result = nt_wave_choose(&choice, &wave, request, error);
    }
    if (result == 0) {
        result = nt_wave_draw(&diagram, &wave, &choice, error);
    }
    if (result == 0) {
        json_t *wavejson = nt_diagram_json(diagram, NULL, 0, NT_DRAWN_BY_WAVEDROM);
        if (wavejson == NULL) {
            abort();
        }
        json_decref(wavejson);
    }
    nt_diagram_free(diagram);
    nt_wave_free(&wave);
    return result;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const nt_wave_request requests[] = {
        {.window = {.kind = NT_WINDOW_AUTO}},
        {.pattern = {"*"}, .patterns = 1, .window = {.kind = NT_WINDOW_CYCLES, .last = 100}},
    };
    if (size > 0 && data[0] == 0) {
        return 0; /* FST goes to another program */
    }
    memory_file file = memory_file_open(data, size);
    for (unsigned i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        nt_error error = {0};
        int result = draw(file.path, &requests[i], &error);
        if ((result != 0) != (error.text[0] != '\0') || strchr(error.text, '\n') != NULL) {
            abort();
        }
    }
    memory_file_close(&file);
    return 0;
}
