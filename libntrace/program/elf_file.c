#include "libntrace/program/elf_file.h"

#include "libntrace/util/error.h"

int nt_elf_fail(const nt_elf_file *file, nt_error_code code, uint64_t offset, const char *reason) {
    return nt_fail_at(file->error, code, file->path, offset, "%s", reason);
}
