#include "sim/check/report.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* What a piece of XML is written to, and the first error. */
typedef struct junit {
    nt_output_file *out;
    nt_error *error;
    int result;
} junit;

static void put(junit *x, const char *text, size_t size) {
    if (x->result == 0) {
        x->result = nt_output_file_write(x->out, text, size, x->error);
    }
}

static void put_text(junit *x, const char *text) {
    put(x, text, strlen(text));
}

/* The text as it may stand in an attribute or between tags, in ASCII. XML 1.0 has no other control
   characters than tab and line ends, not even escaped. */
static void put_escaped(junit *x, const char *text) {
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        switch (c) {
        case '<':
            put_text(x, "&lt;");
            break;
        case '>':
            put_text(x, "&gt;");
            break;
        case '&':
            put_text(x, "&amp;");
            break;
        case '"':
            put_text(x, "&quot;");
            break;
        default:
            put(x, c < ' ' || c > '~' ? "?" : text, 1);
            break;
        }
    }
}

static void put_number(junit *x, const char *name, uint64_t value) {
    char text[64];
    (void)snprintf(text, sizeof text, " %s=\"%" PRIu64 "\"", name, value);
    put_text(x, text);
}

static void put_finding(junit *x, const nt_rule_result *result, const char *tag, const char *type) {
    char text[192];
    (void)snprintf(text, sizeof text, "offset %" PRIu64 ": %s", result->offset, result->text);
    put_text(x, "    <");
    put_text(x, tag);
    if (type != NULL) {
        put_text(x, " type=\"");
        put_text(x, type);
        put_text(x, "\" message=\"");
        put_escaped(x, text);
        put_text(x, "\"");
    }
    put_text(x, ">");
    put_escaped(x, text);
    (void)snprintf(text, sizeof text, " (%" PRIu64 " of %" PRIu64 ")</", result->broken,
                   result->judged);
    put_text(x, text);
    put_text(x, tag);
    put_text(x, ">\n");
}

/* A recommendation that is not followed is no failure. */
static void put_case(junit *x, const nt_check *check, nt_rule_id id, bool primary) {
    const nt_rule_result *result = nt_check_result(check, id);
    put_text(x, "  <testcase classname=\"");
    put_escaped(x, nt_rules[id].clause);
    put_text(x, "\" name=\"");
    put_escaped(x, nt_rules[id].id);
    put_text(x, ": ");
    put_escaped(x, nt_rules[id].summary);
    put_text(x, "\"");
    if (result->state == NT_RULE_HELD) {
        put_text(x, "/>\n");
        return;
    }
    put_text(x, ">\n");
    if (result->state == NT_RULE_NOT_EXERCISED) {
        put_text(x, "    <skipped message=\"not exercised\"/>\n");
    } else if (nt_rules[id].level == NT_RECOMMENDED) {
        put_finding(x, result, "system-out", NULL);
    } else {
        put_finding(x, result, "failure",
                    primary                        ? "primary"
                    : nt_rule_only_follows(result) ? "follows"
                                                   : "broken");
    }
    put_text(x, "  </testcase>\n");
}

int nt_check_junit(nt_output_file *out, const nt_check *check, const char *name, nt_error *error) {
    const nt_check_summary summary = nt_check_summarize(check);
    junit x = {out, error, 0};
    put_text(&x, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"ntrace check ");
    put_escaped(&x, name);
    put_text(&x, "\"");
    put_number(&x, "tests", NT_RULES);
    put_number(&x, "failures", summary.broken);
    put_number(&x, "errors", 0);
    put_number(&x, "skipped", NT_RULES - summary.exercised);
    put_text(&x, ">\n");
    for (unsigned i = 0; i < NT_RULES; i++) {
        put_case(&x, check, (nt_rule_id)i, summary.first == (int)i);
    }
    put_text(&x, "</testsuite>\n");
    return x.result;
}
