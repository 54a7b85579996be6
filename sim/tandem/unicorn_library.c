/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/unicorn_library.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

static const struct {
    const char *name;
    size_t place;
} functions[] = {
    {"uc_open", offsetof(nt_unicorn_library, open)},
    {"uc_close", offsetof(nt_unicorn_library, close)},
    {"uc_strerror", offsetof(nt_unicorn_library, strerror)},
    {"uc_hook_add", offsetof(nt_unicorn_library, hook_add)},
    {"uc_reg_read", offsetof(nt_unicorn_library, reg_read)},
    {"uc_reg_write", offsetof(nt_unicorn_library, reg_write)},
    {"uc_reg_read_batch", offsetof(nt_unicorn_library, reg_read_batch)},
    {"uc_mem_map_ptr", offsetof(nt_unicorn_library, mem_map_ptr)},
    {"uc_emu_start", offsetof(nt_unicorn_library, emu_start)},
    {"uc_emu_stop", offsetof(nt_unicorn_library, emu_stop)},
    {"uc_ctl", offsetof(nt_unicorn_library, ctl)},
};

int nt_unicorn_library_load(nt_unicorn_library *library, nt_error *error) {
    library->handle = dlopen("libunicorn.so.2", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library->handle == NULL) {
        return nt_fail(error, "%s (Debian package libunicorn2)", dlerror());
    }
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        void *function = dlsym(library->handle, functions[i].name);
        if (function == NULL) {
            nt_unicorn_library_unload(library);
            return nt_fail(error, "libunicorn.so.2 has no %s", functions[i].name);
        }
        memcpy((char *)library + functions[i].place, &function, sizeof function);
    }
    return 0;
}

void nt_unicorn_library_unload(nt_unicorn_library *library) {
    if (library->handle != NULL) {
        (void)dlclose(library->handle);
        library->handle = NULL;
    }
}
