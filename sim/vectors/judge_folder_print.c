/* SPDX-License-Identifier: Apache-2.0 */
/* What is printed of a folder that was judged. */
#include "sim/report/html.h"
#include "sim/util/junit.h"
#include "sim/vectors/judge_folder.h"
#include "sim/vectors/unit.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_NAMES = 8 };

static bool is(const json_t *row, const char *verdict) {
    return strcmp(nt_html_text(row, "verdict"), verdict) == 0;
}

/* Bytes that conform, where the golden model's are asked for, have no finding. */
static void print_broken(FILE *out, const json_t *judged) {
    const json_t *vectors = json_object_get(judged, "vectors");
    for (size_t i = 0; i < json_array_size(vectors); i++) {
        const json_t *row = json_array_get(vectors, i);
        if (is(row, "broken")) {
            fprintf(out, "%s: broken\n  %s  %s %" PRIu64 ": %s\n", nt_html_text(row, "id"),
                    nt_html_text(row, "rule"), nt_vector_place(nt_folder_unit(judged)),
                    nt_html_count(row, "offset"), nt_html_text(row, "text"));
        } else if (is(row, "conformant") && nt_folder_fails(judged, row)) {
            fprintf(out, "%s: conformant, not exact\n", nt_html_text(row, "id"));
        }
    }
}

static void print_missing(FILE *out, const json_t *judged) {
    const json_t *vectors = json_object_get(judged, "vectors");
    size_t missing = 0;
    for (size_t i = 0; i < json_array_size(vectors); i++) {
        const json_t *row = json_array_get(vectors, i);
        if (is(row, "missing") && missing++ < MOST_NAMES) {
            fprintf(out, "%s: missing\n", nt_html_text(row, "id"));
        }
    }
    if (missing > MOST_NAMES) {
        fprintf(out, "and %zu more are missing\n", missing - MOST_NAMES);
    }
}

/* Whether a file has the name of a vector, and another end. */
static bool is_named(const json_t *judged, const char *file) {
    const json_t *vectors = json_object_get(judged, "vectors");
    bool found = false;
    for (size_t i = 0; i < json_array_size(vectors) && !found; i++) {
        const char *id = nt_html_text(json_array_get(vectors, i), "id");
        const size_t length = strlen(id);
        found = strncmp(file, id, length) == 0 && (file[length] == '.' || file[length] == '\0');
    }
    return found;
}

static const char *what_ends(const json_t *judged) {
    return nt_folder_unit(judged)->ends == NULL ? "neither .nex, .hex nor .bin" : "no .nti";
}

static void print_unknown(FILE *out, const json_t *judged) {
    const json_t *unknown = json_object_get(judged, "unknown");
    const size_t count = json_array_size(unknown);
    for (size_t i = 0; i < count && i < MOST_NAMES; i++) {
        const char *file = json_string_value(json_array_get(unknown, i));
        if (is_named(judged, file)) {
            fprintf(out, "%s: not read: its name ends in %s\n", file, what_ends(judged));
        } else {
            fprintf(out, "%s: no vector of this name\n", file);
        }
    }
    if (count > MOST_NAMES) {
        fprintf(out, "and %zu more files that are not read\n", count - MOST_NAMES);
    }
}

/* Whether a row of a table has more than what is not applicable. */
static bool applies(const json_t *judged, const json_t *row) {
    const char *const *verdicts = nt_folder_verdicts(judged);
    uint64_t sum = 0;
    for (unsigned i = 0; verdicts[i + 1] != NULL; i++) {
        sum += nt_html_count(row, verdicts[i]);
    }
    return sum != 0;
}

static void print_table(FILE *out, const char *what, const json_t *judged, const json_t *table) {
    const char *const *verdicts = nt_folder_verdicts(judged);
    const char *name;
    json_t *row;
    fprintf(out, "\n%-40s", what);
    for (unsigned i = 0; verdicts[i] != NULL; i++) {
        fprintf(out, "  %10s", verdicts[i]);
    }
    fputc('\n', out);
    json_object_foreach((json_t *)table, name, row) {
        if (!applies(judged, row)) {
            continue;
        }
        fprintf(out, "%-40s", name);
        for (unsigned i = 0; verdicts[i] != NULL; i++) {
            size_t width = strlen(verdicts[i]);
            fprintf(out, "  %*" PRIu64, (int)(width < 10 ? 10 : width),
                    nt_html_count(row, verdicts[i]));
        }
        fputc('\n', out);
    }
}

void nt_folder_print(FILE *out, const json_t *judged) {
    const json_t *total = json_object_get(judged, "total");
    const char *const *verdicts = nt_folder_verdicts(judged);
    print_broken(out, judged);
    print_missing(out, judged);
    print_unknown(out, judged);
    print_table(out, "clause", judged, json_object_get(judged, "clauses"));
    print_table(out, "feature", judged, json_object_get(judged, "features"));
    fputc('\n', out);
    for (unsigned i = 0; verdicts[i] != NULL; i++) {
        fprintf(out, "%s%" PRIu64 " %s", i == 0 ? "" : ", ", nt_html_count(total, verdicts[i]),
                verdicts[i]);
    }
    fputc('\n', out);
}

/* JUnit. */

static void put_case(FILE *out, const json_t *judged, const json_t *row) {
    char broken[384];
    const bool fails = nt_folder_fails(judged, row);
    nt_junit_case one = {.class = nt_html_text(row, "clause"), .name = nt_html_text(row, "id")};
    if (is(row, "broken")) {
        (void)snprintf(broken, sizeof broken, "%s: %s %" PRIu64 ": %s", nt_html_text(row, "rule"),
                       nt_vector_place(nt_folder_unit(judged)), nt_html_count(row, "offset"),
                       nt_html_text(row, "text"));
        one.message = broken;
    } else if (is(row, "missing")) {
        one.message = "there is no file";
    } else if (fails) {
        one.message = "conformant, not exact";
    } else if (is(row, "not applicable")) {
        one.message = nt_html_text(row, "reason");
    }
    if (one.message != NULL) {
        one.tag = fails ? "failure" : "skipped";
        one.type = fails ? nt_html_text(row, "verdict") : NULL;
    }
    nt_junit_put(out, &one);
}

void nt_folder_junit(FILE *out, json_t *judged) {
    const json_t *vectors = json_object_get(judged, "vectors");
    const json_t *total = json_object_get(judged, "total");
    const bool missing_fails = json_is_false(json_object_get(judged, "partial"));
    const bool others_fail = json_is_true(json_object_get(judged, "exact"));
    const uint64_t missing = nt_html_count(total, "missing");
    const uint64_t others = nt_html_count(total, "conformant");
    char suite[32];
    (void)snprintf(suite, sizeof suite, "ntrace %s", nt_vector_command(nt_folder_unit(judged)));
    nt_junit_begin(out);
    nt_junit_suite(
        out, suite,
        (nt_junit_sums){json_array_size(vectors),
                        nt_html_count(total, "broken") + (missing_fails ? missing : 0) +
                            (others_fail ? others : 0),
                        nt_html_count(total, "not applicable") + (missing_fails ? 0 : missing)});
    for (size_t i = 0; i < json_array_size(vectors); i++) {
        put_case(out, judged, json_array_get(vectors, i));
    }
    fputs("</testsuite>\n", out);
}

/* The page. */

static void page_table(FILE *out, const char *caption, const char *what, const json_t *judged,
                       const json_t *table) {
    const char *const *verdicts = nt_folder_verdicts(judged);
    char heads[NT_FOLDER_VERDICTS][32];
    const char *columns[NT_FOLDER_VERDICTS + 2] = {what};
    for (unsigned i = 0; verdicts[i] != NULL; i++) {
        (void)snprintf(heads[i], sizeof heads[i], "#%s", verdicts[i]);
        columns[i + 1] = heads[i];
    }
    const char *name;
    json_t *row;
    nt_html_table(out, caption, columns);
    json_object_foreach((json_t *)table, name, row) {
        fputs("<tr>", out);
        nt_html_head(out, name);
        for (unsigned i = 0; verdicts[i] != NULL; i++) {
            nt_html_cell_number(out, nt_html_count(row, verdicts[i]));
        }
        fputs("</tr>\n", out);
    }
    nt_html_table_end(out);
}

static const char *state_of(const json_t *judged, const json_t *row) {
    return nt_folder_fails(judged, row)                      ? "wrong"
           : is(row, "not applicable") || is(row, "missing") ? "unused"
                                                             : "right";
}

static void page_vectors(FILE *out, const json_t *judged) {
    static const char *const columns[] = {"vector", "clause",        "verdict",
                                          "rule",   "what is wrong", NULL};
    const json_t *vectors = json_object_get(judged, "vectors");
    nt_html_table(out, "each vector", columns);
    for (size_t i = 0; i < json_array_size(vectors); i++) {
        const json_t *row = json_array_get(vectors, i);
        fputs("<tr>", out);
        nt_html_head(out, nt_html_text(row, "id"));
        nt_html_cell(out, nt_html_text(row, "clause"));
        nt_html_state(out, state_of(judged, row), nt_html_text(row, "verdict"));
        nt_html_code(out, nt_html_text(row, "rule"));
        nt_html_cell(out, nt_html_text(row, is(row, "broken") ? "text" : "reason"));
        fputs("</tr>\n", out);
    }
    nt_html_table_end(out);
}

static void page_verdict(FILE *out, const json_t *judged) {
    const bool failed = json_is_true(json_object_get(judged, "failed"));
    const json_t *total = json_object_get(judged, "total");
    const char *const *verdicts = nt_folder_verdicts(judged);
    fprintf(out, "<p class=\"verdict %s\"><strong>%s</strong> <span>", failed ? "wrong" : "right",
            failed ? "Failed" : "Passed");
    for (unsigned i = 0; verdicts[i] != NULL; i++) {
        fputs(i == 0 ? "" : ", ", out);
        nt_html_number(out, nt_html_count(total, verdicts[i]));
        fprintf(out, " %s", verdicts[i]);
    }
    fputs("</span></p>\n", out);
}

void nt_folder_page(FILE *out, json_t *judged) {
    const char *name = nt_html_text(judged, "encoder");
    const char *title = nt_vector_title(nt_folder_unit(judged));
    nt_html_begin(out, title);
    fprintf(out, "<header>\n<h1>%s", title);
    fputs(*name == '\0' ? "" : ": ", out);
    nt_xml_put(out, name);
    fputs("</h1>\n", out);
    page_verdict(out, judged);
    fputs("</header><main id=\"main\">\n", out);
    nt_html_section(out, "clauses", "By clause");
    page_table(out, "verdicts by clause", "clause", judged, json_object_get(judged, "clauses"));
    nt_html_section_end(out);
    nt_html_section(out, "features", "By feature");
    page_table(out, "verdicts by feature that a vector needs", "feature", judged,
               json_object_get(judged, "features"));
    nt_html_section_end(out);
    nt_html_section(out, "vectors", "Vectors");
    page_vectors(out, judged);
    nt_html_section_end(out);
    fputs("</main>\n</body>\n</html>\n", out);
}
