/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/profile/files.h"

#include "libntrace/util/output_file.h"
#include "sim/decode/flame.h"
#include "sim/decode/stacks_text.h"
#include "sim/profile/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The files, in the order in which they get their names: the report is last. */
typedef enum file_id { SAMPLES, FLAME, BRANCHES, EXACT, JSON, TEXT, FILES } file_id;

static const char *const names[FILES] = {
    [SAMPLES] = "samples.folded", [FLAME] = "flame.svg",  [BRANCHES] = "branches.txt",
    [EXACT] = "exact.folded",     [JSON] = "report.json", [TEXT] = "report.txt",
};

typedef struct one_file {
    nt_output_file *output; /* NULL: not written */
    nt_text text;
} one_file;

struct nt_profile_files {
    char *folder;
    bool made; /* the folder was not there */
    one_file file[FILES];
};

static int write_output(void *output, const void *bytes, size_t size, nt_error *error) {
    return nt_output_file_write(output, bytes, size, error);
}

static int open_file(nt_profile_files *files, file_id id, nt_error *error) {
    one_file *file = &files->file[id];
    char *path;
    if (asprintf(&path, "%s/%s", files->folder, names[id]) < 0) {
        return nt_fail(error, "out of memory");
    }
    int result = nt_output_file_open(&file->output, path, error);
    free(path);
    if (result == 0) {
        nt_text_init(&file->text, write_output, file->output);
    }
    return result;
}

void nt_profile_files_abort(nt_profile_files *files) {
    if (files == NULL) {
        return;
    }
    for (int id = 0; id < FILES; id++) {
        nt_output_file_abort(files->file[id].output);
    }
    if (files->made) {
        (void)rmdir(files->folder);
    }
    free(files->folder);
    free(files);
}

static int make_folder(nt_profile_files *files, nt_error *error) {
    files->made = mkdir(files->folder, 0777) == 0;
    return files->made || errno == EEXIST
               ? 0
               : nt_fail(error, "%s: %s", files->folder, strerror(errno));
}

int nt_profile_files_open(nt_profile_files **files, const char *folder, bool branches,
                          nt_error *error) {
    nt_profile_files *f = calloc(1, sizeof *f);
    if (f == NULL || (f->folder = strdup(folder)) == NULL) {
        free(f);
        return nt_fail(error, "out of memory");
    }
    int result = make_folder(f, error);
    for (int id = 0; id < FILES && result == 0; id++) {
        if (id != BRANCHES || branches) {
            result = open_file(f, (file_id)id, error);
        }
    }
    if (result != 0) {
        nt_profile_files_abort(f);
        return -1;
    }
    *files = f;
    return 0;
}

int nt_profile_files_sample(nt_profile_files *files, const nt_sample *sample, nt_error *error) {
    char record[NT_CTR_PERF_ROOM];
    one_file *file = &files->file[BRANCHES];
    if (file->output == NULL) {
        return 0;
    }
    int result = nt_text_format(&file->text, error, "%16" PRIx64, sample->pc);
    for (unsigned i = 0; i < sample->branch_count && result == 0; i++) {
        result = nt_text_string(&file->text, nt_ctr_perf(record, &sample->branches[i]), error);
    }
    return result == 0 ? nt_text_string(&file->text, "\n", error) : -1;
}

static int put_flame(one_file *file, const nt_profile *p, nt_error *error) {
    char title[256];
    const char *slash = strrchr(p->options.recording, '/');
    (void)snprintf(title, sizeof title, "%s, every %" PRIu64 " %s",
                   slash == NULL ? p->options.recording : slash + 1, p->options.sampler.period,
                   p->options.sampler.event.name);
    const nt_flame flame = {.title = title, .unit = "samples"};
    return nt_flame_put(&flame, &p->stacks, &file->text, error);
}

static int put_json(one_file *file, const nt_profile *p, nt_error *error) {
    json_t *root = nt_profile_json(p);
    char *text = root == NULL ? NULL : json_dumps(root, JSON_INDENT(1));
    int result =
        text == NULL ? nt_fail(error, "out of memory") : nt_text_string(&file->text, text, error);
    if (result == 0) {
        result = nt_text_string(&file->text, "\n", error);
    }
    free(text);
    json_decref(root);
    return result;
}

static int put_text(one_file *file, const nt_profile *p, nt_error *error) {
    char *text = NULL;
    size_t size;
    FILE *memory = open_memstream(&text, &size);
    int result = memory == NULL ? -1 : nt_profile_print(p, memory);
    if (memory != NULL && fclose(memory) != 0) {
        result = -1;
    }
    result =
        result != 0 ? nt_fail(error, "out of memory") : nt_text_string(&file->text, text, error);
    free(text);
    return result;
}

static int put_all(nt_profile_files *files, const nt_profile *p, nt_error *error) {
    one_file *file = files->file;
    if (nt_stacks_put(&p->stacks, &file[SAMPLES].text, error) != 0 ||
        nt_stacks_put(&p->exact.stacks, &file[EXACT].text, error) != 0 ||
        put_flame(&file[FLAME], p, error) != 0 || put_json(&file[JSON], p, error) != 0 ||
        put_text(&file[TEXT], p, error) != 0) {
        return -1;
    }
    for (int id = 0; id < FILES; id++) {
        if (file[id].output != NULL && nt_text_flush(&file[id].text, error) != 0) {
            return -1;
        }
    }
    return 0;
}

int nt_profile_files_commit(nt_profile_files *files, const nt_profile *profile, nt_error *error) {
    int result = put_all(files, profile, error);
    for (int id = 0; id < FILES && result == 0; id++) {
        if (files->file[id].output != NULL) {
            result = nt_output_file_commit(files->file[id].output, error);
            files->file[id].output = NULL;
            files->made &= result != 0;
        }
    }
    files->made &= result != 0;
    nt_profile_files_abort(files);
    return result;
}
