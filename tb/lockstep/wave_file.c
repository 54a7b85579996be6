#include "tb/lockstep/wave_file.h"

#include "libntrace/util/output_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool ends_with(const char *path, const char *end) {
    size_t size = strlen(path);
    return size > strlen(end) && strcmp(path + size - strlen(end), end) == 0;
}

bool nt_wave_file_is_vcd(const char *path, nt_wave_format format) {
    return format == NT_WAVE_BY_NAME ? ends_with(path, ".vcd") : format == NT_WAVE_VCD;
}

size_t nt_wave_file_stem(const char *path) {
    return strlen(path) - (ends_with(path, ".fst") || ends_with(path, ".vcd") ? 4 : 0);
}

int nt_wave_file_open(nt_wave_file *file, nt_error *error) {
    const char *path = file->path;
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

/* Replaces the FST that was written by the same as VCD. */
static int make_vcd(nt_wave_file *file, const nt_unit *unit, nt_error *error) {
    char vcd[sizeof file->temporary + 4];
    (void)snprintf(vcd, sizeof vcd, "%s.vcd", file->temporary);
    bool written = unit->wave_to_vcd(file->temporary, vcd);
    if (!written || rename(vcd, file->temporary) != 0) {
        unlink(vcd);
        return nt_fail(error, "%s: cannot write waves as VCD", file->path);
    }
    return 0;
}

int nt_wave_file_commit(nt_wave_file *file, const nt_unit *unit, uint64_t cycles, nt_error *error) {
    if (file->temporary[0] == '\0') {
        return nt_fail(error, "%s: the run ended after %" PRIu64 " cycles, before the window",
                       file->path, cycles);
    }
    if (nt_wave_file_is_vcd(file->path, file->format) && make_vcd(file, unit, error) != 0) {
        return -1;
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
