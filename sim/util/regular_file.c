/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/regular_file.h"

#include <stddef.h>

bool nt_is_regular_file(const char *path, struct stat *status) {
    struct stat own = {0};
    struct stat *found = status != NULL ? status : &own;
    return stat(path, found) == 0 && S_ISREG(found->st_mode);
}
