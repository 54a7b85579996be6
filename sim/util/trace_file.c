/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/trace_file.h"

#include "libntrace/program/format.h"
#include "libntrace/util/input_file.h"

#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

int nt_trace_file_check(const char *path, nt_error *error) {
    struct stat status;
    nt_input_file *file;
    nt_error ignored = {0};
    char bytes[NT_RECORDING_MAGIC_SIZE] = "";
    if (strcmp(path, "-") == 0 || stat(path, &status) != 0 || !S_ISREG(status.st_mode) ||
        nt_input_file_open(&file, path, &ignored) != 0) {
        return 0;
    }
    (void)nt_input_file_read(file, bytes, sizeof bytes, &ignored);
    nt_input_file_close(file);
    if (memcmp(bytes, NT_RECORDING_MAGIC, NT_RECORDING_MAGIC_SIZE) == 0) {
        return nt_fail(error, "%s: offset 0: a recording, not a trace; `ntrace encode` makes one",
                       path);
    }
    static const char elf[4] = {0x7f, 'E', 'L', 'F'};
    bool is_elf = memcmp(bytes, elf, sizeof elf) == 0;
    return is_elf ? nt_fail(error, "%s: offset 0: an ELF file, not a trace", path) : 0;
}
