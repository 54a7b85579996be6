/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/object_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

json_t *nt_object_file_read(const char *path, nt_error *error) {
    json_error_t wrong;
    FILE *file = fopen(path, "rbe");
    if (file == NULL) {
        (void)nt_fail(error, "%s: %s", path, strerror(errno));
        return NULL;
    }
    json_t *value = json_loadf(file, JSON_REJECT_DUPLICATES, &wrong);
    (void)fclose(file);
    if (value == NULL) {
        (void)nt_fail(error, "%s: line %d: %s", path, wrong.line, wrong.text);
    }
    return value;
}
