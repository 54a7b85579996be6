/* SPDX-License-Identifier: Apache-2.0 */
/* Loads libunicorn when a verifier begins: other commands neither map it nor wait for it. */
#ifndef NT_TANDEM_UNICORN_LIBRARY_H
#define NT_TANDEM_UNICORN_LIBRARY_H

#include "libntrace/util/error.h"

#include <unicorn/unicorn.h>

/* Holds the functions that are used, by their names without "uc_". */
typedef struct nt_unicorn_library {
    void *handle;
    __typeof__(uc_open) *open;
    __typeof__(uc_close) *close;
    __typeof__(uc_strerror) *strerror;
    __typeof__(uc_hook_add) *hook_add;
    __typeof__(uc_reg_read) *reg_read;
    __typeof__(uc_reg_write) *reg_write;
    __typeof__(uc_reg_read_batch) *reg_read_batch;
    __typeof__(uc_mem_map_ptr) *mem_map_ptr;
    __typeof__(uc_emu_start) *emu_start;
    __typeof__(uc_emu_stop) *emu_stop;
    __typeof__(uc_ctl) *ctl;
} nt_unicorn_library;

/* Loads version 2. Returns 0, or -1 with the error set. */
int nt_unicorn_library_load(nt_unicorn_library *library, nt_error *error);
void nt_unicorn_library_unload(nt_unicorn_library *library);

#endif
