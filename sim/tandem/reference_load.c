/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/reference_load.h"
#include "sim/tandem/reference.h"
#include "sim/util/beside.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define SYMBOL "ntrace_reference"

static const uint32_t KNOWN =
    NT_REFERENCE_WRONG_SINGLES | NT_REFERENCE_WRONG_MINMAX | NT_REFERENCE_NO_WIDE_FPRS;
static const unsigned PATIENCE = 30; /* seconds until loading counts as failed */

/* ---- the table ---- */

/* Lists which references have an operation. */
typedef enum owner {
    ALL,
    WHOLE, /* a whole hart, which has all of these or none */
    SOME
} owner;

#define OPERATION(name, owner)                                                                     \
    { #name, offsetof(nt_reference, name), owner }
static const struct {
    const char *name;
    size_t place;
    owner owner;
} operations[] = {
    OPERATION(open, ALL),        OPERATION(close, ALL),        OPERATION(reset, ALL),
    OPERATION(read, ALL),        OPERATION(write, ALL),        OPERATION(map, ALL),
    OPERATION(forget, ALL),      OPERATION(step, ALL),         OPERATION(read_csr, WHOLE),
    OPERATION(write_csr, WHOLE), OPERATION(step_whole, WHOLE), OPERATION(step_vector, SOME),
};

/* Whether the address lies in some object that is loaded. */
static bool is_loaded(const void *address) {
    Dl_info info;
    return address != NULL && dladdr(address, &info) != 0;
}

static int check_operations(const nt_reference *table, const char *path, nt_error *error) {
    bool whole = table->read_csr != NULL || table->write_csr != NULL || table->step_whole != NULL;
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        const void *operation;
        memcpy(&operation, (const char *)table + operations[i].place, sizeof operation);
        owner owner = operations[i].owner;
        if (operation == NULL && (owner == ALL || (owner == WHOLE && whole))) {
            return nt_fail(error, "%s: its reference has no operation %s", path,
                           operations[i].name);
        }
        if (operation != NULL && !is_loaded(operation)) {
            return nt_fail(error, "%s: its operation %s is no function", path, operations[i].name);
        }
    }
    return 0;
}

static int take_name(nt_tv_loaded *loaded, const char *path, nt_error *error) {
    const char *name = loaded->table.name;
    size_t size = is_loaded(name) ? strnlen(name, sizeof loaded->name) : 0;
    bool good = size != 0 && size < sizeof loaded->name;
    for (size_t i = 0; good && i < size; i++) {
        good = name[i] >= ' ' && name[i] <= '~';
    }
    if (!good) {
        return nt_fail(error, "%s: its reference has no name of 1 to 63 characters", path);
    }
    memcpy(loaded->name, name, size + 1);
    loaded->table.name = loaded->name;
    return 0;
}

/* The symbol's size bounds what is read of it: another version may have a shorter table. */
static int take_table(nt_tv_loaded *loaded, const char *path, nt_error *error) {
    const void *address = dlsym(loaded->handle, SYMBOL);
    Dl_info info;
    const ElfW(Sym) *symbol = NULL;
    void *entry = NULL;
    if (address != NULL && dladdr1(address, &info, &entry, RTLD_DL_SYMENT) != 0) {
        symbol = entry;
    }
    if (symbol == NULL || info.dli_saddr != address || symbol->st_size < sizeof(uint32_t)) {
        return nt_fail(error, "%s: it has no table " SYMBOL " (docs/tandem-reference.md)", path);
    }
    memcpy(&loaded->table.version, address, sizeof loaded->table.version);
    if (loaded->table.version != NT_REFERENCE_VERSION) {
        return nt_fail(error, "%s: version %u of the interface of references; this one is %d", path,
                       loaded->table.version, NT_REFERENCE_VERSION);
    }
    if (symbol->st_size != sizeof loaded->table) {
        return nt_fail(error, "%s: its table " SYMBOL " has %zu bytes, not %zu", path,
                       (size_t)symbol->st_size, sizeof loaded->table);
    }
    memcpy(&loaded->table, address, sizeof loaded->table);
    if ((loaded->table.wrong & ~KNOWN) != 0) {
        return nt_fail(error, "%s: bits of `wrong` that this version does not have: 0x%x", path,
                       loaded->table.wrong & ~KNOWN);
    }
    return check_operations(&loaded->table, path, error) != 0 ? -1 : take_name(loaded, path, error);
}

/* ---- the file ---- */

static int check_file(const char *path, nt_error *error) {
    struct stat status;
    if (stat(path, &status) != 0) {
        return nt_fail(error, "%s: %s", path, strerror(errno));
    }
    return S_ISREG(status.st_mode) ? 0 : nt_fail(error, "%s: no regular file", path);
}

static int load_here(nt_tv_loaded *loaded, const char *path, nt_error *error) {
    loaded->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (loaded->handle == NULL) {
        const char *reason = dlerror();
        bool named = strncmp(reason, path, strlen(path)) == 0;
        return named ? nt_fail(error, "%s", reason) : nt_fail(error, "%s: %s", path, reason);
    }
    if (take_table(loaded, path, error) != 0) {
        nt_tv_reference_unload(loaded);
        return -1;
    }
    return 0;
}

/* In the child: what the object prints is nobody's. The first byte is 1, or the error follows. */
static void try_in_child(int out, const char *path) {
    nt_tv_loaded loaded = {0};
    nt_error error = {0};
    char answer[1 + sizeof error.text] = {1};
    int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
    (void)dup2(nothing, STDOUT_FILENO);
    (void)dup2(nothing, STDERR_FILENO);
    (void)alarm(PATIENCE);
    if (load_here(&loaded, path, &error) != 0) {
        answer[0] = 2;
        memcpy(answer + 1, error.text, sizeof error.text);
    }
    _exit(write(out, answer, sizeof answer) == (ssize_t)sizeof answer ? 0 : 1);
}

/* What the child found: damaged objects, and what they execute when loaded, end it alone. */
static int judge(const char *path, const char *answer, int status, nt_error *error) {
    if (WIFSIGNALED(status)) {
        return nt_fail(error, "%s: loading it ended by signal %d (%s)", path, WTERMSIG(status),
                       strsignal(WTERMSIG(status)));
    }
    if (answer[0] == 2) {
        return nt_fail(error, "%s", answer + 1);
    }
    return answer[0] == 1 ? 0 : nt_fail(error, "%s: loading it ended the process", path);
}

static int try_object(const char *path, nt_error *error) {
    int ends[2];
    char answer[1 + sizeof error->text] = {0};
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return nt_fail(error, "%s: %s", path, strerror(errno));
    }
    (void)fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        try_in_child(ends[1], path);
    }
    (void)close(ends[1]);
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) {
        (void)close(ends[0]);
        return nt_fail(error, "%s: %s", path, strerror(errno));
    }
    ssize_t size = read(ends[0], answer, sizeof answer - 1);
    (void)close(ends[0]);
    return judge(path, size > 0 ? answer : "", status, error);
}

/* ---- names ---- */

static bool is_file(const char *name) {
    size_t size = strlen(name);
    return strchr(name, '/') != NULL || (size >= 3 && strcmp(name + size - 3, ".so") == 0);
}

static int find_file(char path[PATH_MAX], const char *name, nt_error *error) {
    char file[96];
    if (is_file(name)) { /* without a slash the loader would look elsewhere */
        bool here = strchr(name, '/') == NULL;
        int size = snprintf(path, PATH_MAX, "%s%s", here ? "./" : "", name);
        return size < PATH_MAX ? 0 : nt_fail(error, "--reference: too long a name");
    }
    if (strlen(name) > 32) {
        return nt_fail(error, "--reference: there is no reference %.32s...", name);
    }
    (void)snprintf(file, sizeof file, "reference-%s.so", name);
    if (nt_path_beside(path, file, error) != 0) {
        return -1;
    }
    return access(path, F_OK) == 0
               ? 0
               : nt_fail(error,
                         "--reference: there is no reference %s: unicorn, FILE.so, or after "
                         "`scripts/setup world` spike",
                         name);
}

int nt_tv_reference_load(nt_tv_loaded *loaded, const char *name, nt_error *error) {
    char path[PATH_MAX];
    *loaded = (nt_tv_loaded){0};
    if (strcmp(name, "unicorn") == 0) {
        loaded->table = nt_tv_unicorn;
        return 0;
    }
    if (find_file(path, name, error) != 0 || check_file(path, error) != 0 ||
        try_object(path, error) != 0) {
        return -1;
    }
    return load_here(loaded, path, error);
}

void nt_tv_reference_unload(nt_tv_loaded *loaded) {
    if (loaded->handle != NULL) {
        (void)dlclose(loaded->handle);
        loaded->handle = NULL;
    }
}
