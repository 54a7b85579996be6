/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/util/output_place.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <windows.h>

FILE *nt_place_standard(void) {
    (void)_setmode(_fileno(stdout), _O_BINARY);
    return stdout;
}

FILE *nt_place_open(const char *temporary, bool *nameless) {
    *nameless = false;
    return fopen(temporary, "wbx");
}

int nt_place_name(FILE *stream, const char *temporary) {
    (void)stream;
    (void)temporary;
    return 0; /* each has its name */
}

int nt_place_rename(const char *from, const char *to) {
    if (MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) {
        return 0;
    }
    const DWORD reason = GetLastError();
    errno = reason == ERROR_FILE_NOT_FOUND || reason == ERROR_PATH_NOT_FOUND ? ENOENT : EACCES;
    return -1;
}

void nt_place_remove(const char *path) {
    (void)remove(path);
}

long nt_place_process(void) {
    return (long)GetCurrentProcessId();
}

nt_place_signals nt_place_hold(bool all) {
    (void)all;
    return (nt_place_signals){0};
}

void nt_place_release(const nt_place_signals *signals) {
    (void)signals;
}
