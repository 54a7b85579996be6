/* SPDX-License-Identifier: Apache-2.0 */
/* RTL coverage as lcov's tracefile (geninfo(1)). A line is hit if one of its points is. */
#include "sim/report/html.h"
#include "sim/report/ucis.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

/* Points that are excluded do not count. */
static bool is_of(const json_t *point, const char *kind) {
    return strcmp(nt_html_text(point, "kind"), kind) == 0 &&
           json_object_get(point, "reason") == NULL;
}

static bool is_hit(const json_t *point) {
    return json_is_true(json_object_get(point, "hit"));
}

/* Points stand in the order of their lines. */
static void put_lines(FILE *out, const json_t *points) {
    unsigned found = 0;
    unsigned hits = 0;
    for (size_t i = 0, next; i < json_array_size(points); i = next) {
        const uint64_t line = nt_html_count(json_array_get(points, i), "line");
        bool any = false;
        bool hit = false;
        for (next = i; next < json_array_size(points); next++) {
            const json_t *point = json_array_get(points, next);
            if (nt_html_count(point, "line") != line) {
                break;
            }
            any |= is_of(point, "line");
            hit |= is_of(point, "line") && is_hit(point);
        }
        if (any) {
            fprintf(out, "DA:%" PRIu64 ",%d\n", line, hit);
            found++;
            hits += hit;
        }
    }
    fprintf(out, "LF:%u\nLH:%u\n", found, hits);
}

static void put_branches(FILE *out, const json_t *points) {
    unsigned found = 0;
    unsigned hits = 0;
    for (size_t i = 0; i < json_array_size(points); i++) {
        const json_t *point = json_array_get(points, i);
        if (is_of(point, "branch")) {
            fprintf(out, "BRDA:%" PRIu64 ",0,%u,%d\n", nt_html_count(point, "line"), found,
                    is_hit(point));
            found++;
            hits += is_hit(point);
        }
    }
    fprintf(out, "BRF:%u\nBRH:%u\n", found, hits);
}

void nt_report_lcov(FILE *out, json_t *report) {
    const json_t *files = json_object_get(json_object_get(report, "rtl"), "files");
    for (size_t i = 0; i < json_array_size(files); i++) {
        const json_t *file = json_array_get(files, i);
        const json_t *points = json_object_get(file, "points");
        fprintf(out, "TN:ntrace\nSF:%s\n", nt_html_text(file, "file"));
        put_branches(out, points);
        put_lines(out, points);
        fputs("end_of_record\n", out);
    }
}
