/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/beside.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

/* Is in the path of what is installed. */
#define INSTALLED "/lib/ntrace/"

int nt_path_beside(char path[PATH_MAX], const char *place, nt_error *error) {
    char self[PATH_MAX];
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    if (size < 0) {
        return nt_fail(error, "/proc/self/exe: %s", strerror(errno));
    }
    self[size] = '\0';
    *strrchr(self, '/') = '\0';
    const char *folder = strrchr(self, '/');
    char installed[PATH_MAX];
    if (snprintf(path, PATH_MAX, "%s/%s", self, place) >= PATH_MAX ||
        snprintf(installed, PATH_MAX, "%s/.." INSTALLED "%s", self, place) >= PATH_MAX) {
        return nt_fail(error, "%s: path too long", self);
    }
    bool is_installed = folder != NULL && strcmp(folder, "/bin") == 0;
    if (access(path, F_OK) != 0 && (is_installed || access(installed, F_OK) == 0)) {
        memcpy(path, installed, sizeof installed);
    }
    return 0;
}

const char *nt_beside_rest(const char *path) {
    return strstr(path, INSTALLED) == NULL ? "" : " and make install, in the source tree of ntrace";
}
