/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/profile/report.h"

#include "sim/decode/label.h"
#include "sim/decode/names.h"
#include "sim/profile/explain.h"
#include "sim/profile/rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ERRORS = 3 /* standard errors that a function may be off */ };

static double errors_of(const nt_profile *p, const nt_profile_row *row) {
    const nt_cell cell = nt_profile_cell(row->count, NT_PROFILE_SAMPLES);
    return nt_standard_errors(&cell, p->totals.samples, p->exact.events);
}

static size_t top_of(const nt_profile *p) {
    size_t top = 0;
    while (top < NT_PROFILE_TOP && top < p->row_count && p->rows[top].count[0] != 0) {
        top++;
    }
    return top;
}

unsigned nt_profile_beyond(const nt_profile *p) {
    unsigned beyond = 0;
    for (size_t i = 0; i < top_of(p); i++) {
        beyond += fabs(errors_of(p, &p->rows[i])) > ERRORS;
    }
    return beyond;
}

static double share(uint64_t part, uint64_t whole) {
    return whole == 0 ? 0 : 100 * (double)part / (double)whole;
}

/* Text. */

static void print_head(const nt_profile *p, FILE *out) {
    const nt_sampler_options *o = &p->options.sampler;
    const nt_sampler_totals *t = &p->totals;
    fprintf(out, "%s, hart %u: %" PRIu64 " instructions, %" PRIu64 " cycles\n",
            p->options.recording, o->hart, t->instructions, t->cycles);
    fprintf(out, "event %s (mhpmevent 0x%" PRIx64 "), period %" PRIu64, o->event.name,
            o->event.mhpmevent, o->period);
    if (o->is_random) {
        fprintf(out, ", random from %" PRIu64 " to %" PRIu64 ", seed %" PRIu64,
                o->period - o->period / 2, o->period + o->period / 2, o->seed);
    }
    fprintf(out,
            "\n%" PRIu64 " samples, %" PRIu64 " late; skid %.2f instructions, %" PRIu32
            " at most\n",
            t->samples, t->late, t->samples == 0 ? 0 : (double)t->skid / (double)t->samples,
            t->most_skid);
    fprintf(out,
            "samples x period %" PRIu64 ", exact %" PRIu64 " (%s), difference %" PRId64 ": %s\n\n",
            t->sampled, p->exact.events, nt_exact_has(o->event.id) ? "N-Trace" : "model",
            nt_profile_rest(p), nt_profile_is_whole(p) ? "within a period" : "MORE THAN A PERIOD");
}

/* A function that is in two images is told by its address. */
static void print_name(const nt_profile_row *row, bool twice, FILE *out) {
    char label[NT_LABEL_ROOM];
    fprintf(out, "%s", nt_label(label, row->function, row->entry));
    if (twice) {
        fprintf(out, " (0x%" PRIx64 ")", row->function->start);
    }
    fputc('\n', out);
}

/* The names of all functions, sorted; NULL without memory. */
static const char **all_names(const nt_profile *p, size_t *count) {
    const char **names = malloc((p->row_count + 1) * sizeof *names);
    *count = 0;
    for (size_t i = 0; names != NULL && i < p->row_count; i++) {
        if (p->rows[i].function != NULL) {
            names[(*count)++] = p->rows[i].function->name;
        }
    }
    if (names != NULL) {
        nt_names_sort(names, *count);
    }
    return names;
}

static int print_table(const nt_profile *p, FILE *out) {
    size_t count;
    const char **names = all_names(p, &count);
    if (names == NULL) {
        return -1;
    }
    fprintf(out, "%9s %7s %8s %8s  %s\n", "samples", "%", "exact %", "errors", "function");
    for (size_t i = 0; i < top_of(p); i++) {
        const nt_profile_row *row = &p->rows[i];
        fprintf(out, "%9" PRIu64 " %7.3f %8.3f %+8.2f  ", row->count[NT_PROFILE_SAMPLES],
                share(row->count[NT_PROFILE_SAMPLES], p->totals.samples),
                share(row->count[NT_PROFILE_EXACT], p->exact.events), errors_of(p, row));
        print_name(row, row->function != NULL && nt_names_twice(names, count, row->function->name),
                   out);
    }
    free(names);
    fputc('\n', out);
    return 0;
}

static void print_fit(const char *what, const nt_fit *fit, FILE *out) {
    if (nt_fit_is_known(fit)) {
        fprintf(out,
                "%s: chi-square %.1f, %u degrees of freedom, p %.3g; worst %+.2f errors, "
                "p %.3g\n",
                what, fit->chi_square, fit->degrees, fit->p, fit->errors, fit->p_worst);
    } else {
        fprintf(out, "%s: too few samples, or one alone\n", what);
    }
}

static void print_fits(const nt_profile *p, FILE *out) {
    static const char *const whose[] = {[NT_PROFILE_SAMPLES] = "samples",
                                        [NT_PROFILE_EVENTS] = "overflows",
                                        [NT_PROFILE_REFEREE] = "random period"};
    char what[64];
    for (int which = NT_PROFILE_SAMPLES; which < NT_PROFILE_COUNTS; which++) {
        if (which == NT_PROFILE_REFEREE && p->options.sampler.is_random) {
            continue;
        }
        (void)snprintf(what, sizeof what, "%s by function", whose[which]);
        print_fit(what, &p->functions.fit[which], out);
        if (nt_profile_has_addresses(p, (nt_profile_count)which)) {
            (void)snprintf(what, sizeof what, "%s by address", whose[which]);
            print_fit(what, &p->addresses.fit[which], out);
        }
    }
}

int nt_profile_print(const nt_profile *p, FILE *out) {
    char text[NT_EXPLAIN_ROOM];
    print_head(p, out);
    if (print_table(p, out) != 0) {
        return -1;
    }
    print_fits(p, out);
    fprintf(out, "%u of the %zu most frequent functions are beyond %d standard errors\n",
            nt_profile_beyond(p), top_of(p), ERRORS);
    fprintf(out, "verdict: %s\n", nt_profile_explain(text, p));
    return 0;
}

/* JSON. */

static json_t *whole(uint64_t number) {
    return json_integer((json_int_t)number);
}

static json_t *hex(uint64_t number) {
    return json_sprintf("0x%" PRIx64, number);
}

static json_t *real(double number) {
    return isfinite(number) ? json_real(number) : json_null();
}

static json_t *fit_object(const nt_fit *fit) {
    return json_pack("{s:b, s:i, s:f, s:i, s:f, s:o, s:f, s:b}", "known", nt_fit_is_known(fit),
                     "cells", (int)fit->cells, "chi_square", fit->chi_square, "degrees",
                     (int)fit->degrees, "p", fit->p, "worst_errors", real(fit->errors), "p_worst",
                     fit->p_worst, "off", nt_fit_is_off(fit));
}

static json_t *fits_object(const nt_profile *p, nt_profile_count which) {
    json_t *object = json_pack("{s:o}", "functions", fit_object(&p->functions.fit[which]));
    if (nt_profile_has_addresses(p, which)) {
        json_object_set_new(object, "addresses", fit_object(&p->addresses.fit[which]));
    }
    return object;
}

static json_t *row_object(const nt_profile *p, const nt_profile_row *row) {
    char label[NT_LABEL_ROOM];
    const uint64_t start = row->function == NULL ? row->entry : row->function->start;
    json_t *name = json_string(nt_label(label, row->function, row->entry));
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "name",
                     name != NULL ? name : hex(start), /* it may be no UTF-8 */
                     "start", hex(start), "samples", whole(row->count[NT_PROFILE_SAMPLES]), "exact",
                     whole(row->count[NT_PROFILE_EXACT]), "overflows",
                     whole(row->count[NT_PROFILE_EVENTS]), "random_period",
                     whole(row->count[NT_PROFILE_REFEREE]), "errors", real(errors_of(p, row)));
}

static json_t *rows_array(const nt_profile *p) {
    json_t *rows = json_array();
    for (size_t i = 0; i < p->row_count; i++) {
        json_array_append_new(rows, row_object(p, &p->rows[i]));
    }
    return rows;
}

static json_t *verdict_object(const nt_profile *p) {
    static const char *const word[] = {[NT_VERDICT_UNKNOWN] = "unknown",
                                       [NT_VERDICT_UNBIASED] = "unbiased",
                                       [NT_VERDICT_WITHIN] = "biased within functions",
                                       [NT_VERDICT_BIASED] = "biased"};
    char text[NT_EXPLAIN_ROOM];
    json_t *object = json_pack("{s:s, s:b, s:b, s:i, s:s}", "bias", word[p->verdict], "by_period",
                               p->by_period, "by_skid", p->by_skid, "beyond",
                               (int)nt_profile_beyond(p), "text", nt_profile_explain(text, p));
    if (p->worst != NULL) {
        json_object_set_new(object, "address", hex(p->worst->pc));
        json_object_set_new(object, "lap", whole(p->worst->lap));
    }
    return object;
}

json_t *nt_profile_json(const nt_profile *p) {
    const nt_sampler_options *o = &p->options.sampler;
    const nt_sampler_totals *t = &p->totals;
    json_t *root = json_pack(
        "{s:s, s:i, s:s, s:o, s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
        "input", p->options.recording, "hart", (int)o->hart, "event", o->event.name, "mhpmevent",
        hex(o->event.mhpmevent), "period", whole(o->period), "random", o->is_random, "seed",
        whole(o->seed), "instructions", whole(t->instructions), "cycles", whole(t->cycles),
        "samples", whole(t->samples), "sampled", whole(t->sampled), "counted", whole(t->events),
        "late", whole(t->late), "unserved", whole(t->unserved), "cut_calls", whole(t->cut_calls),
        "skid_sum", whole(t->skid), "skid_most", whole(t->most_skid));
    json_object_set_new(root, "exact",
                        json_pack("{s:o, s:s, s:o, s:o}", "events", whole(p->exact.events),
                                  "source", nt_exact_has(o->event.id) ? "N-Trace" : "model",
                                  "trace_bytes", whole(p->exact.bytes), "trace_instructions",
                                  whole(p->exact.instructions)));
    json_object_set_new(root, "whole", json_boolean(nt_profile_is_whole(p)));
    json_object_set_new(root, "functions", rows_array(p));
    json_object_set_new(root, "fit", fits_object(p, NT_PROFILE_SAMPLES));
    json_object_set_new(root, "fit_overflows", fits_object(p, NT_PROFILE_EVENTS));
    if (!o->is_random) {
        json_object_set_new(root, "fit_random_period", fits_object(p, NT_PROFILE_REFEREE));
    }
    json_object_set_new(root, "verdict", verdict_object(p));
    return root;
}
