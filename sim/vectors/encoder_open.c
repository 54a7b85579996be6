/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/vectors/encoder.h"

#include "sim/util/number.h"

#include <string.h>

int nt_vector_encoder_parameter(nt_vector *vector, const char *text, nt_error *error) {
    size_t length = strcspn(text, "=");
    for (unsigned i = 0; nt_config_parameters[i].name != NULL; i++) {
        const char *name = nt_config_parameters[i].name;
        uint64_t value;
        if (strlen(name) == length && memcmp(name, text, length) == 0 && text[length] == '=') {
            if (nt_parse_number(&value, text + length + 1, name, 0, UINT8_MAX, error) != 0) {
                return -1;
            }
            *((uint8_t *)&vector->config + nt_config_parameters[i].offset) = (uint8_t)value;
            vector->own_parameters = true;
            return 0;
        }
    }
    return nt_fail(error, "no such parameter");
}

int nt_vector_encoder_open(const nt_vector *vector, nt_source *source, nt_error *error) {
    const char *complaint = nt_config_complaint(&vector->config);
    if (complaint != NULL) {
        return nt_fail(error, "%s: %s", vector->path, complaint);
    }
    return nt_ingress_file_open(source, vector->path, &vector->config, error);
}
