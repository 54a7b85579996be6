#include "tb/lockstep/wave_file.h"

#include "sim/util/output_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int nt_wave_file_open(nt_wave_file *file, const char *path, nt_error *error) {
    file->path = path;
    file->temporary[0] = '\0';
    if (!nt_output_file_is_replaceable(path)) {
        return nt_fail(error, "%s: waves go to a regular file", path);
    }
    char name[sizeof file->temporary];
    int size = snprintf(name, sizeof name, "%s.%ld.tmp", path, (long)getpid());
    if (size < 0 || (size_t)size >= sizeof name) {
        return nt_fail(error, "%s: path too long", path);
    }
    FILE *probe = fopen(name, "wb");
    if (probe == NULL) {
        return nt_fail(error, "%s: %s", path, strerror(errno));
    }
    fclose(probe);
    memcpy(file->temporary, name, sizeof name);
    return 0;
}

int nt_wave_file_commit(nt_wave_file *file, uint64_t cycles, nt_error *error) {
    if (file->temporary[0] == '\0') {
        return nt_fail(error, "%s: the run ended after %" PRIu64 " cycles, before the window",
                       file->path, cycles);
    }
    if (rename(file->temporary, file->path) != 0) {
        return nt_fail(error, "%s: %s", file->path, strerror(errno));
    }
    file->temporary[0] = '\0';
    return 0;
}

void nt_wave_file_abort(nt_wave_file *file) {
    if (file->temporary[0] != '\0') {
        unlink(file->temporary);
        file->temporary[0] = '\0';
    }
}
