/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/html.h"

#include "sim/report/style.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

void nt_html_begin(FILE *out, const char *title) {
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
          out);
    nt_xml_put(out, title);
    fprintf(out,
            "</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n%s</style>\n</head>\n<body>\n"
            "<a class=\"skip\" href=\"#main\">To the content</a>\n",
            nt_report_style);
}

uint64_t nt_html_count(const json_t *object, const char *member) {
    return (uint64_t)json_integer_value(json_object_get(object, member));
}

const char *nt_html_text(const json_t *object, const char *member) {
    const char *text = json_string_value(json_object_get(object, member));
    return text != NULL ? text : "";
}

void nt_html_number(FILE *out, uint64_t number) {
    char digits[24];
    int count = snprintf(digits, sizeof digits, "%" PRIu64, number);
    for (int i = 0; i < count; i++) {
        if (i > 0 && (count - i) % 3 == 0) {
            fputs("&#8239;", out); /* a narrow space that does not break */
        }
        fputc(digits[i], out);
    }
}

/* In hundredths, down. */
static unsigned percent_of(uint64_t part, uint64_t whole) {
    return whole == 0 ? 10000 : (unsigned)((double)part * 10000 / (double)whole);
}

void nt_html_percent(FILE *out, uint64_t part, uint64_t whole) {
    unsigned hundredths = percent_of(part, whole);
    if (hundredths >= 10000 && part >= whole) {
        fputs("100&#8239;%", out);
        return;
    }
    hundredths = hundredths > 9999 ? 9999 : hundredths;
    fprintf(out, "%u.%02u&#8239;%%", hundredths / 100, hundredths % 100);
}

void nt_html_bar(FILE *out, uint64_t part, uint64_t whole) {
    unsigned hundredths = percent_of(part, whole);
    fprintf(
        out,
        "<span class=\"bar%s\" aria-hidden=\"true\"><span style=\"width:%u.%02u%%\"></span></span>",
        part >= whole ? " full" : "", hundredths / 100, hundredths % 100);
}

void nt_html_section(FILE *out, const char *id, const char *heading) {
    fprintf(out, "<section id=\"%s\" aria-labelledby=\"%s-heading\">\n<h2 id=\"%s-heading\">", id,
            id, id);
    nt_xml_put(out, heading);
    fputs("</h2>\n", out);
}

void nt_html_section_end(FILE *out) {
    fputs("</section>\n", out);
}

void nt_html_table(FILE *out, const char *caption, const char *const *columns) {
    fputs("<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"", out);
    nt_xml_put(out, caption);
    fputs("\"><table>\n<caption>", out);
    nt_xml_put(out, caption);
    fputs("</caption>\n<thead><tr>", out);
    for (; *columns != NULL; columns++) {
        bool number = **columns == '#';
        fprintf(out, "<th scope=\"col\"%s>", number ? " class=\"number\"" : "");
        nt_xml_put(out, *columns + number);
        fputs("</th>", out);
    }
    fputs("</tr></thead>\n<tbody>\n", out);
}

void nt_html_table_end(FILE *out) {
    fputs("</tbody></table></div>\n", out);
}

static void put_cell(FILE *out, const char *before, const char *text, const char *after) {
    fputs(before, out);
    nt_xml_put(out, text);
    fputs(after, out);
}

void nt_html_cell(FILE *out, const char *text) {
    put_cell(out, "<td>", text, "</td>");
}

void nt_html_head(FILE *out, const char *text) {
    put_cell(out, "<th scope=\"row\">", text, "</th>");
}

void nt_html_code(FILE *out, const char *text) {
    put_cell(out, "<td><code>", text, "</code></td>");
}

void nt_html_cell_number(FILE *out, uint64_t number) {
    fputs("<td class=\"number\">", out);
    nt_html_number(out, number);
    fputs("</td>", out);
}

void nt_html_state(FILE *out, const char *state, const char *words) {
    fprintf(out, "<td><span class=\"state %s\">", state);
    nt_xml_put(out, words);
    fputs("</span></td>", out);
}
