/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/junit.h"

#include "sim/util/xml.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void nt_junit_begin(FILE *out) {
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", out);
}

void nt_junit_attribute(FILE *out, const char *name, const char *text) {
    fprintf(out, " %s=\"", name);
    nt_xml_put(out, text);
    fputc('"', out);
}

void nt_junit_suite(FILE *out, const char *name, nt_junit_sums sums) {
    fputs("<testsuite", out);
    nt_junit_attribute(out, "name", name);
    fprintf(out,
            " tests=\"%" PRIu64 "\" failures=\"%" PRIu64 "\" errors=\"0\" skipped=\"%" PRIu64
            "\">\n",
            sums.tests, sums.failures, sums.skipped);
}

/* XML has no line feed in a text but by itself. */
static void put_lines(FILE *out, const char *text) {
    for (size_t size; *text != '\0'; text += size + (text[size] == '\n')) {
        size = strcspn(text, "\n");
        char *line = strndup(text, size);
        nt_xml_put(out, line != NULL ? line : "");
        fputs(text[size] == '\n' ? "\n" : "", out);
        free(line);
    }
}

void nt_junit_put(FILE *out, const nt_junit_case *one) {
    fputs("  <testcase", out);
    nt_junit_attribute(out, "classname", one->class);
    nt_junit_attribute(out, "name", one->name);
    if (one->tag == NULL) {
        fputs("/>\n", out);
        return;
    }
    fprintf(out, "><%s", one->tag);
    if (one->type != NULL) {
        nt_junit_attribute(out, "type", one->type);
    }
    nt_junit_attribute(out, "message", one->message);
    if (one->text == NULL) {
        fputs("/></testcase>\n", out);
        return;
    }
    fputc('>', out);
    put_lines(out, one->text);
    fprintf(out, "</%s></testcase>\n", one->tag);
}
