/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/util/output_file.h"

#include "libntrace/util/output_place.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct nt_output_file {
    FILE *stream;
    char *path;      /* the name it gets */
    char *temporary; /* the name it has before that; NULL where written directly */
    bool nameless;   /* it has no name at all until the commit */
};

static void release(nt_output_file *file) {
    free(file->path);
    free(file->temporary);
    free(file);
}

bool nt_output_file_is_replaceable(const char *path) {
    struct stat status;
    return stat(path, &status) != 0 || S_ISREG(status.st_mode);
}

int nt_output_file_open(nt_output_file **file, const char *path, nt_error *error) {
    nt_output_file *f = calloc(1, sizeof *f);
    if (f == NULL || (f->path = strdup(path)) == NULL) {
        free(f);
        return nt_fail_as(error, NT_ERROR_MEMORY, "%s: out of memory", path);
    }
    if (strcmp(path, "-") == 0) {
        f->stream = nt_place_standard();
    } else if (!nt_output_file_is_replaceable(path)) {
        f->stream = fopen(path, "wb");
    } else if (asprintf(&f->temporary, "%s.%ld.tmp", path, nt_place_process()) < 0) {
        f->temporary = NULL;
        errno = ENOMEM;
    } else {
        f->stream = nt_place_open(f->temporary, &f->nameless);
    }
    if (f->stream == NULL) {
        nt_fail_as(error, NT_ERROR_FILE, "%s: %s", path, strerror(errno));
        release(f);
        return -1;
    }
    *file = f;
    return 0;
}

int nt_output_file_write(nt_output_file *file, const void *bytes, size_t size, nt_error *error) {
    if (fwrite(bytes, 1, size, file->stream) != size) {
        return nt_fail_as(error, NT_ERROR_FILE, "%s: %s", file->path, strerror(errno));
    }
    return 0;
}

FILE *nt_output_file_stream(nt_output_file *file) {
    return file->stream;
}

/* Nothing is written after this; the stream is gone, unless it is standard output. */
static int end(nt_output_file *file) {
    return file->stream == stdout ? fflush(stdout) : fclose(file->stream);
}

static void remove_temporary(const nt_output_file *file) {
    if (file->temporary != NULL && !file->nameless) {
        nt_place_remove(file->temporary);
    }
}

/* Why an earlier write failed, at which nobody looked: the file is lost, and one more byte fails
   for the same reason. */
static int reason_of_failure(nt_output_file *file) {
    clearerr(file->stream);
    bool fails =
        file->stream != stdout && (fputc('\n', file->stream) == EOF || fflush(file->stream) != 0);
    return fails ? errno : EIO;
}

/* All is on disk under the temporary name. Returns 0, or -1 with the error set. */
static int complete(nt_output_file *file, nt_error *error) {
    bool failed = ferror(file->stream) != 0;
    int result = failed ? -1 : fflush(file->stream);
    int reason = failed ? reason_of_failure(file) : errno;
    if (result == 0 && file->nameless) {
        result = nt_place_name(file->stream, file->temporary);
        reason = errno;
        file->nameless = result != 0;
    }
    if (end(file) != 0 && result == 0) {
        result = -1;
        reason = errno;
    }
    return result == 0 ? 0
                       : nt_fail_as(error, NT_ERROR_FILE, "%s: %s", file->path, strerror(reason));
}

static int take_place(const nt_output_file *file, nt_error *error) {
    return file->temporary == NULL || nt_place_rename(file->temporary, file->path) == 0
               ? 0
               : nt_fail_as(error, NT_ERROR_FILE, "%s: %s", file->path, strerror(errno));
}

/* While a file has its temporary name, no signal may end the program: the name would stay. What is
   written directly may wait for a reader, and must end. */
static nt_place_signals hold_signals(const nt_output_file *file) {
    return nt_place_hold(file->temporary != NULL);
}

int nt_output_file_commit(nt_output_file *file, nt_error *error) {
    nt_place_signals signals = hold_signals(file);
    int result = complete(file, error);
    if (result == 0) {
        result = take_place(file, error);
    }
    if (result != 0) {
        remove_temporary(file);
    }
    release(file);
    nt_place_release(&signals);
    return result;
}

/* What is in the place of `beside` steps aside until `file` has its place. */
static int take_places(const nt_output_file *file, const nt_output_file *beside, nt_error *error) {
    char *kept;
    if (asprintf(&kept, "%s.%ld.old", beside->path, nt_place_process()) < 0) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "%s: out of memory", beside->path);
    }
    bool was_there =
        nt_output_file_is_replaceable(beside->path) && nt_place_rename(beside->path, kept) == 0;
    int result = take_place(beside, error);
    bool is_there = result == 0;
    if (is_there) {
        result = take_place(file, error);
    }
    if (was_there) {
        if (result == 0) {
            nt_place_remove(kept);
        } else {
            (void)nt_place_rename(kept, beside->path);
        }
    } else if (result != 0 && is_there) {
        nt_place_remove(beside->path);
    }
    free(kept);
    return result;
}

int nt_output_file_commit_pair(nt_output_file *file, nt_output_file *beside, nt_error *error) {
    nt_place_signals signals = hold_signals(file);
    int result = complete(file, error);
    int other = complete(beside, result == 0 ? error : NULL); /* in any case: it closes */
    if (result == 0 && other == 0) {
        result = take_places(file, beside, error);
    }
    result = other != 0 ? other : result;
    if (result != 0) {
        remove_temporary(file);
        remove_temporary(beside);
    }
    release(file);
    release(beside);
    nt_place_release(&signals);
    return result;
}

void nt_output_file_abort(nt_output_file *file) {
    if (file == NULL) {
        return;
    }
    (void)end(file);
    remove_temporary(file);
    release(file);
}

int nt_output_file_text(const char *path, const char *text, nt_error *error) {
    nt_output_file *file;
    if (nt_output_file_open(&file, path, error) != 0) {
        return -1;
    }
    if (nt_output_file_write(file, text, strlen(text), error) != 0) {
        nt_output_file_abort(file);
        return -1;
    }
    return nt_output_file_commit(file, error);
}
