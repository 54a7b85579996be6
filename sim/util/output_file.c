#include "sim/util/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct nt_output_file {
    FILE *stream;
    char *path;      /* the name it gets */
    char *temporary; /* the name it has until then; NULL where written directly */
};

static void release(nt_output_file *file) {
    free(file->path);
    free(file->temporary);
    free(file);
}

/* Only a regular file, or a name that is still free, can be replaced by a rename. */
static bool is_replaceable(const char *path) {
    struct stat status;
    return stat(path, &status) != 0 || S_ISREG(status.st_mode);
}

static FILE *open_temporary(const char *name) {
    int descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0) {
        return NULL;
    }
    FILE *stream = fdopen(descriptor, "wb");
    if (stream == NULL) {
        close(descriptor);
        unlink(name);
    }
    return stream;
}

int nt_output_file_open(nt_output_file **file, const char *path, nt_error *error) {
    nt_output_file *f = calloc(1, sizeof *f);
    if (f == NULL || (f->path = strdup(path)) == NULL) {
        free(f);
        return nt_fail(error, "%s: out of memory", path);
    }
    if (strcmp(path, "-") == 0) {
        f->stream = stdout;
    } else if (!is_replaceable(path)) {
        f->stream = fopen(path, "wb");
    } else if (asprintf(&f->temporary, "%s.%ld.tmp", path, (long)getpid()) < 0) {
        f->temporary = NULL;
        errno = ENOMEM;
    } else {
        f->stream = open_temporary(f->temporary);
    }
    if (f->stream == NULL) {
        nt_fail(error, "%s: %s", path, strerror(errno));
        release(f);
        return -1;
    }
    *file = f;
    return 0;
}

int nt_output_file_write(nt_output_file *file, const void *bytes, size_t size, nt_error *error) {
    if (fwrite(bytes, 1, size, file->stream) != size) {
        return nt_fail(error, "%s: %s", file->path, strerror(errno));
    }
    return 0;
}

static int end(nt_output_file *file) {
    if (file->stream == stdout) {
        return fflush(stdout);
    }
    return fclose(file->stream);
}

int nt_output_file_commit(nt_output_file *file, nt_error *error) {
    int result = end(file);
    if (result == 0 && file->temporary != NULL) {
        result = rename(file->temporary, file->path);
    }
    if (result != 0) {
        nt_fail(error, "%s: %s", file->path, strerror(errno));
        if (file->temporary != NULL) {
            unlink(file->temporary);
        }
    }
    release(file);
    return result == 0 ? 0 : -1;
}

void nt_output_file_abort(nt_output_file *file) {
    if (file == NULL) {
        return;
    }
    end(file);
    if (file->temporary != NULL) {
        unlink(file->temporary);
    }
    release(file);
}
