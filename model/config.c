/* SPDX-License-Identifier: Apache-2.0 */
#include "model/config.h"

#include <string.h>

const nt_config *nt_config_find(const char *name) {
    for (const nt_config *config = nt_configs; config->name != NULL; config++) {
        if (strcmp(config->name, name) == 0) {
            return config;
        }
    }
    return NULL;
}
