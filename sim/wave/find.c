/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/wave/wave.h"

#include <string.h>

int nt_wave_find(const nt_wave *wave, const char *path) {
    for (unsigned i = 0; i < wave->count; i++) {
        if (strcmp(wave->known[i].path, path) == 0) {
            return (int)i;
        }
    }
    return -1;
}
