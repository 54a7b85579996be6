/* SPDX-License-Identifier: Apache-2.0 */
/* Results over time: a drawn line for each measure, and the numbers as a table. */
#include "sim/report/html.h"
#include "sim/report/page.h"

#include <inttypes.h>
#include <string.h>

enum {
    LEFT = 64, /* width for the numbers of the axis, in pixels; so are all below */
    WIDTH = 560,
    TOP = 10,
    HEIGHT = 110,
    BELOW = 24,
    RIGHT = 16,
};

/* A measure of a report: a count, or the part of a whole in percent. */
static const struct measure {
    const char *id;
    const char *title;
    const char *part;
    const char *whole; /* NULL: a count */
    const char *colour;
} measures[] = {
    {"trend-bins", "Reachable bins that are hit, in percent", "hit", "reachable", "one"},
    {"trend-failed", "Runs that failed", "failed", NULL, "bad"},
    {"trend-runs", "Runs", "runs", NULL, "two"},
    {"trend-cycles", "Cycles in lockstep", "cycles", NULL, "one"},
};

static double value_of(const struct measure *m, const json_t *point) {
    const double part = (double)nt_html_count(point, m->part);
    if (m->whole == NULL) {
        return part;
    }
    const uint64_t whole = nt_html_count(point, m->whole);
    return whole > 0 ? 100 * part / (double)whole : 0;
}

static double greatest(const struct measure *m, const json_t *points) {
    double most = m->whole != NULL ? 100 : 1;
    for (size_t i = 0; i < json_array_size(points); i++) {
        const double value = value_of(m, json_array_get(points, i));
        most = value > most ? value : most;
    }
    return most;
}

static double x_of(size_t at, size_t count) {
    return count > 1 ? LEFT + (double)at * WIDTH / (double)(count - 1) : LEFT + WIDTH / 2.0;
}

static double y_of(double value, double most) {
    return TOP + HEIGHT - value / most * HEIGHT;
}

static void put_points(FILE *out, const struct measure *m, const json_t *points, double most) {
    const size_t count = json_array_size(points);
    fprintf(out, "<polyline class=\"trend %s\" points=\"", m->colour);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "%s%.1f,%.1f", i > 0 ? " " : "", x_of(i, count),
                y_of(value_of(m, json_array_get(points, i)), most));
    }
    fputs("\"/>\n", out);
    for (size_t i = 0; i < count; i++) {
        const json_t *point = json_array_get(points, i);
        const double value = value_of(m, point);
        fprintf(out, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>", m->colour,
                x_of(i, count), y_of(value, most));
        nt_xml_put(out, nt_html_text(point, "time"));
        fprintf(out, ": %.*f</title></circle>\n", m->whole != NULL ? 2 : 0, value);
    }
}

static void put_axis(FILE *out, const json_t *points, double most) {
    const size_t count = json_array_size(points);
    fprintf(out,
            "<path class=\"axis\" d=\"M%d %dV%dH%d\"/><text x=\"%d\" y=\"%d\" "
            "text-anchor=\"end\">%.0f</text><text x=\"%d\" y=\"%d\" text-anchor=\"end\">0</text>\n",
            LEFT - 6, TOP, TOP + HEIGHT, LEFT + WIDTH + 6, LEFT - 10, TOP + 5, most, LEFT - 10,
            TOP + HEIGHT);
    for (size_t i = 0; i<count; i += count> 1 ? count - 1 : 1) {
        char day[11];
        (void)snprintf(day, sizeof day, "%s", nt_html_text(json_array_get(points, i), "time"));
        fprintf(out, "<text class=\"soft\" x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">", x_of(i, count),
                TOP + HEIGHT + 18,
                count == 1 ? "middle"
                : i == 0   ? "start"
                           : "end");
        nt_xml_put(out, day);
        fputs("</text>\n", out);
    }
}

static void put_chart(FILE *out, const struct measure *m, const json_t *points) {
    const double most = greatest(m, points);
    const int width = LEFT + WIDTH + RIGHT;
    const int height = TOP + HEIGHT + BELOW;
    fprintf(out,
            "<figure class=\"fits\"><svg role=\"img\" aria-labelledby=\"%s\" width=\"%d\" "
            "height=\"%d\" viewBox=\"0 0 %d %d\"><title id=\"%s\">%s</title>\n",
            m->id, width, height, width, height, m->id, m->title);
    put_axis(out, points, most);
    put_points(out, m, points, most);
    fprintf(out, "</svg><figcaption>%s</figcaption></figure>\n", m->title);
}

static void put_row(FILE *out, const json_t *point) {
    const int passed = json_is_true(json_object_get(point, "passed"));
    fputs("<tr>", out);
    nt_html_head(out, nt_html_text(point, "time"));
    nt_html_code(out, nt_html_text(point, "revision"));
    nt_html_state(out, passed ? "right" : "wrong", passed ? "passed" : "failed");
    nt_html_cell_number(out, nt_html_count(point, "runs"));
    nt_html_cell_number(out, nt_html_count(point, "failed"));
    nt_html_cell_number(out, nt_html_count(point, "mismatches"));
    nt_html_cell_number(out, nt_html_count(point, "cycles"));
    fputs("<td class=\"number\">", out);
    nt_html_percent(out, nt_html_count(point, "hit"), nt_html_count(point, "reachable"));
    fputs("</td>", out);
    nt_html_cell(out, nt_html_text(point, "name"));
    fputs("</tr>\n", out);
}

void nt_report_trend(FILE *out, const json_t *report) {
    static const char *const columns[] = {"time",        "revision", "verdict", "#runs", "#failed",
                                          "#mismatches", "#cycles",  "#bins",   "file",  NULL};
    const json_t *points = json_object_get(report, "history");
    nt_html_section(out, "trend", "Trends");
    for (size_t i = 0; i < sizeof measures / sizeof measures[0]; i++) {
        put_chart(out, &measures[i], points);
    }
    nt_html_table(out, "Reports over time, by their last runs", columns);
    for (size_t i = 0; i < json_array_size(points); i++) {
        put_row(out, json_array_get(points, i));
    }
    nt_html_table_end(out);
    nt_html_section_end(out);
}
