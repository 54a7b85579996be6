/* SPDX-License-Identifier: Apache-2.0 */
/* For builds without ELF. */
#include "libntrace/program/program_internal.h"

#include "libntrace/util/error.h"

int nt_elf_load(nt_program_image *image, const uint8_t *bytes, size_t size, nt_error *error) {
    (void)bytes;
    (void)size;
    return nt_fail_as(error, NT_ERROR_BUILD,
                      "%s: an ELF file, without which this libntrace was built (NTRACE_ELF): "
                      "a raw dump of its code, or a recording, has the same code",
                      image->path);
}
