/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/regress/folder.h"

#include "libntrace/util/input_file.h"
#include "libntrace/util/output_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const kinds[] = {"jobs",       "results", "ends", "logs",
                                    "mismatches", "aside",   "work"};

int nt_folder_path(char path[PATH_MAX], const char *folder, const char *kind, const char *name,
                   nt_error *error) {
    return snprintf(path, PATH_MAX, "%s/%s/%s", folder, kind, name) < PATH_MAX
               ? 0
               : nt_fail(error, "%s: path too long", folder);
}

int nt_folder_of_job(char path[PATH_MAX], const char *folder, const char *kind, const char *id,
                     const char *behind, nt_error *error) {
    char name[64];
    (void)snprintf(name, sizeof name, "%s%s", id, behind);
    return nt_folder_path(path, folder, kind, name, error);
}

static int make_folder(const char *path, nt_error *error) {
    return mkdir(path, 0777) == 0 || errno == EEXIST
               ? 0
               : nt_fail(error, "%s: %s", path, strerror(errno));
}

/* The descriptor stays open: it is the hold. What is started does not get it. */
static int hold(const char *folder, nt_error *error) {
    char path[PATH_MAX];
    if (nt_folder_path(path, folder, ".", "lock", error) != 0) {
        return -1;
    }
    int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) {
        return nt_fail(error, "%s: %s", path, strerror(errno));
    }
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0
               ? 0
               : nt_fail(error, "%s: %s", folder,
                         errno == EWOULDBLOCK ? "another ntrace regress is at work there"
                                              : strerror(errno));
}

int nt_folder_take(const char *folder, nt_error *error) {
    char path[PATH_MAX];
    if (make_folder(folder, error) != 0) {
        return -1;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (nt_folder_path(path, folder, kinds[i], "", error) != 0 ||
            make_folder(path, error) != 0) {
            return -1;
        }
    }
    return hold(folder, error);
}

/* ---- jobs ---- */

int nt_folder_put_job(const char *folder, const nt_job *job, nt_error *error) {
    char path[PATH_MAX];
    char *line;
    if (nt_folder_of_job(path, folder, "jobs", job->id, "", error) != 0) {
        return -1;
    }
    if (access(path, F_OK) == 0) {
        return 0;
    }
    if (asprintf(&line, "%s\n", job->text) < 0) {
        return nt_fail(error, "out of memory");
    }
    int result = nt_output_file_text(path, line, error);
    free(line);
    return result;
}

int nt_folder_get_job(const char *folder, const char *id, char **text, nt_error *error) {
    enum { LINE = 1 << 14 };
    char path[PATH_MAX];
    nt_input_file *file;
    *text = malloc(LINE);
    if (*text == NULL) {
        return nt_fail(error, "out of memory");
    }
    if (nt_folder_of_job(path, folder, "jobs", id, "", error) != 0 ||
        nt_input_file_open(&file, path, error) != 0) {
        return -1;
    }
    int result = nt_input_file_line(file, *text, LINE, error);
    nt_input_file_close(file);
    return result > 0 ? 0 : nt_fail(error, "%s: no job", path);
}

/* ---- results ---- */

static int move(const char *folder, const char *from, const char *to, const char *name,
                nt_error *error) {
    char before[PATH_MAX];
    char after[PATH_MAX];
    if (nt_folder_path(before, folder, from, name, error) != 0 ||
        nt_folder_path(after, folder, to, name, error) != 0) {
        return -1;
    }
    return rename(before, after) == 0 || errno == ENOENT
               ? 0
               : nt_fail(error, "%s: %s", after, strerror(errno));
}

/* The job whose result a file's name says it is. */
static const nt_job *job_of(const nt_job_list *list, const char *name) {
    char id[NT_JOB_ID + 1];
    if (strlen(name) != NT_JOB_ID + strlen(".json") || strcmp(name + NT_JOB_ID, ".json") != 0) {
        return NULL;
    }
    memcpy(id, name, NT_JOB_ID);
    id[NT_JOB_ID] = '\0';
    return nt_job_list_find(list, id);
}

/* Moves the files of one folder to the other whose job is, or is not, in the list. */
static int move_all(const char *folder, const char *from, const char *to, const nt_job_list *list,
                    bool listed, nt_error *error) {
    char path[PATH_MAX];
    if (nt_folder_path(path, folder, from, "", error) != 0) {
        return -1;
    }
    DIR *files = opendir(path);
    if (files == NULL) {
        return nt_fail(error, "%s: %s", path, strerror(errno));
    }
    int result = 0;
    for (struct dirent *entry; result == 0 && (entry = readdir(files)) != NULL;) {
        const char *name = entry->d_name;
        if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0 &&
            (job_of(list, name) != NULL) == listed) {
            result = move(folder, from, to, name, error);
        }
    }
    (void)closedir(files);
    return result;
}

int nt_folder_sort(const char *folder, const nt_job_list *list, nt_error *error) {
    return move_all(folder, "results", "aside", list, false, error) != 0
               ? -1
               : move_all(folder, "aside", "results", list, true, error);
}

size_t nt_folder_ends(const char *folder) {
    char path[PATH_MAX];
    size_t count = 0;
    DIR *files = nt_folder_path(path, folder, "ends", "", NULL) == 0 ? opendir(path) : NULL;
    while (files != NULL) {
        const struct dirent *entry = readdir(files);
        if (entry == NULL) {
            (void)closedir(files);
            break;
        }
        const char *dot = strrchr(entry->d_name, '.');
        count += dot != NULL && strcmp(dot, ".json") == 0;
    }
    return count;
}

void nt_folder_forget(const char *folder, const nt_job *job) {
    static const char *const forgotten[] = {"ends", "results"};
    char path[PATH_MAX];
    for (size_t i = 0; i < sizeof forgotten / sizeof forgotten[0]; i++) {
        if (nt_folder_of_job(path, folder, forgotten[i], job->id, ".json", NULL) == 0) {
            (void)unlink(path);
        }
    }
}
