/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/regress/job_list.h"

#include "libntrace/util/input_file.h"
#include "sim/util/number.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A list as it is read. */
typedef struct reader {
    const nt_job_source *source;
    nt_job_list *list;
    nt_job_sums sums;
    size_t room;
    uint64_t line;
} reader;

static int add(reader *r, const char *text, nt_error *error) {
    nt_job_list *list = r->list;
    if (list->count == NT_JOBS_MOST) {
        return nt_fail(error, "more than %d jobs", NT_JOBS_MOST);
    }
    if (list->count == r->room) {
        size_t room = r->room * 2 + 64;
        nt_job *more = realloc(list->job, room * sizeof *more);
        if (more == NULL) {
            return nt_fail(error, "out of memory");
        }
        list->job = more;
        r->room = room;
    }
    nt_job *job = &list->job[list->count];
    *job = (nt_job){.line = r->line};
    if (nt_job_identify(job->id, text, &r->sums, error) != 0) {
        return -1;
    }
    job->text = strdup(text);
    if (job->text == NULL) {
        return nt_fail(error, "out of memory");
    }
    list->count++;
    return 0;
}

/* ---- a line ---- */

/* Words with one blank between them, up to a comment. The caller frees the text. */
static char *normalize(const char *line) {
    char *text = malloc(strlen(line) + 1);
    size_t size = 0;
    for (const char *at = line + strspn(line, " \t"); text != NULL && *at != '\0' && *at != '#';) {
        size_t length = strcspn(at, " \t");
        if (size > 0) {
            text[size++] = ' ';
        }
        memcpy(text + size, at, length);
        size += length;
        at += length;
        at += strspn(at, " \t");
    }
    if (text != NULL) {
        text[size] = '\0';
    }
    return text;
}

/* The first word FIRST..LAST: where it begins, and its length; 0: there is none. */
static size_t find_range(const char *text, const char **begin) {
    static const char digits[] = "0123456789";
    for (const char *at = text; *at != '\0';) {
        size_t length = strcspn(at, " ");
        size_t first = strspn(at, digits);
        size_t last = strncmp(at + first, "..", 2) == 0 ? strspn(at + first + 2, digits) : 0;
        if (first > 0 && last > 0 && first + 2 + last == length) {
            *begin = at;
            return length;
        }
        at += length;
        at += *at == ' ';
    }
    return 0;
}

static int parse_range(const char *word, size_t length, uint64_t *first, uint64_t *last,
                       nt_error *error) {
    char range[48];
    if (length >= sizeof range) {
        return nt_fail(error, "%.*s: no range", (int)length, word);
    }
    memcpy(range, word, length);
    range[length] = '\0';
    char *dots = strstr(range, "..");
    *dots = '\0';
    if (nt_parse_number(first, range, "range", 0, UINT64_MAX - 1, error) != 0 ||
        nt_parse_number(last, dots + 2, "range", 0, UINT64_MAX - 1, error) != 0) {
        return -1;
    }
    return *first <= *last ? 0
                           : nt_fail(error, "%" PRIu64 "..%" PRIu64 ": the first is the larger one",
                                     *first, *last);
}

/* Adds the job; with ranges, one for each number of each. */
static int expand(reader *r, const char *text, nt_error *error) {
    const char *begin;
    size_t length = find_range(text, &begin);
    uint64_t first;
    uint64_t last;
    if (length == 0) {
        return add(r, text, error);
    }
    if (parse_range(begin, length, &first, &last, error) != 0) {
        return -1;
    }
    int result = 0;
    for (uint64_t value = first; value <= last && result == 0; value++) {
        char *one;
        if (asprintf(&one, "%.*s%" PRIu64 "%s", (int)(begin - text), text, value, begin + length) <
            0) {
            return nt_fail(error, "out of memory");
        }
        result = expand(r, one, error);
        free(one);
    }
    return result;
}

static bool has_seed(const char *text) {
    static const char option[] = "--seed";
    const char *at = strstr(text, option);
    return at != NULL && (at == text || at[-1] == ' ') &&
           strchr(" =", at[sizeof option - 1]) != NULL;
}

/* Adds the job once for each seed, as a range at its end. */
static int expand_seeds(reader *r, const char *text, nt_error *error) {
    char *all;
    if (has_seed(text)) {
        return nt_fail(error, "--seed: not with --seeds");
    }
    if (asprintf(&all, "%s --seed %" PRIu64 "..%" PRIu64, text, r->source->first, r->source->last) <
        0) {
        return nt_fail(error, "out of memory");
    }
    int result = expand(r, all, error);
    free(all);
    return result;
}

static int read_line(reader *r, const char *line, nt_error *error) {
    char *text = normalize(line);
    if (text == NULL) {
        return nt_fail(error, "out of memory");
    }
    int result = text[0] == '\0'     ? 0
                 : r->source->seeded ? expand_seeds(r, text, error)
                                     : expand(r, text, error);
    free(text);
    return result;
}

/* The words of one job, which have no blanks, as a line. */
static int read_words(reader *r, const nt_words *words, nt_error *error) {
    char *line = NULL;
    size_t size;
    FILE *out = open_memstream(&line, &size);
    bool plain = true;
    for (size_t i = 0; out != NULL && i < words->count; i++) {
        plain &= words->word[i][strcspn(words->word[i], " \t#\r\n")] == '\0';
        fprintf(out, "%s%s", i > 0 ? " " : "", words->word[i]);
    }
    if (out == NULL || fclose(out) != 0) {
        return nt_fail(error, "out of memory");
    }
    int result = plain ? read_line(r, line, error)
                       : nt_fail(error, "%s: blanks and # have no place in a job's words", line);
    free(line);
    return result;
}

static int read_lines(reader *r, nt_input_file *file, nt_error *error) {
    enum { LINE = 1 << 14 };
    char line[LINE];
    int result;
    while ((result = nt_input_file_line(file, line, sizeof line, error)) > 0) {
        nt_error reason = {0};
        r->line = nt_input_file_lines(file);
        if (read_line(r, line, &reason) != 0) {
            return nt_fail(error, "%s: line %" PRIu64 ": %s", nt_input_file_path(file), r->line,
                           reason.text);
        }
    }
    return result != 0 || r->list->count != 0
               ? result
               : nt_fail(error, "%s: line %" PRIu64 ": the list has no job",
                         nt_input_file_path(file), nt_input_file_lines(file));
}

/* ---- each job once ---- */

static int compare(const void *a, const void *b) {
    const nt_job *left = *(nt_job *const *)a;
    const nt_job *right = *(nt_job *const *)b;
    int order = strcmp(left->id, right->id);
    return order != 0 ? order : (left > right) - (left < right);
}

static int sort(nt_job_list *list, nt_error *error) {
    free(list->by_id);
    list->by_id = malloc(list->count * sizeof(nt_job *));
    if (list->by_id == NULL) {
        return nt_fail(error, "out of memory");
    }
    for (size_t i = 0; i < list->count; i++) {
        list->by_id[i] = &list->job[i];
    }
    qsort(list->by_id, list->count, sizeof(nt_job *), compare);
    return 0;
}

/* Of each id the first stays. */
static void leave_out_repeated(nt_job_list *list) {
    const char *before = "";
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        nt_job *job = list->by_id[i];
        if (strcmp(job->id, before) == 0) {
            free(job->text);
            job->text = NULL;
        }
        before = job->id;
    }
    for (size_t i = 0; i < list->count; i++) {
        if (list->job[i].text != NULL) {
            list->job[kept++] = list->job[i];
        }
    }
    list->repeated = list->count - kept;
    list->count = kept;
}

static int read_file(reader *r, const char *path, nt_error *error) {
    nt_input_file *file;
    if (nt_input_file_open(&file, path, error) != 0) {
        return -1;
    }
    int result = read_lines(r, file, error);
    nt_input_file_close(file);
    return result;
}

int nt_job_list_read(nt_job_list *list, const nt_job_source *source, nt_error *error) {
    *list = (nt_job_list){0};
    reader r = {.list = list, .source = source};
    int result = source->path != NULL ? read_file(&r, source->path, error)
                                      : read_words(&r, &source->words, error);
    nt_job_sums_free(&r.sums);
    if (result == 0) {
        result = sort(list, error);
    }
    if (result == 0) {
        leave_out_repeated(list);
        result = sort(list, error);
    }
    return result;
}

void nt_job_list_free(nt_job_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        free(list->job[i].text);
    }
    free(list->job);
    free(list->by_id);
    *list = (nt_job_list){0};
}

static int compare_id(const void *id, const void *element) {
    return strcmp(id, (*(nt_job *const *)element)->id);
}

nt_job *nt_job_list_find(const nt_job_list *list, const char *id) {
    nt_job **found = bsearch(id, list->by_id, list->count, sizeof(nt_job *), compare_id);
    return found != NULL ? *found : NULL;
}
