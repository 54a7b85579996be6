/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/timing.h"

#include "sim/report/html.h"
#include "sim/wave/diagram.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

enum {
    MOST_DIAGRAMS = 8,
    MOST_LANES = 300,
    MOST_PERIODS = 2000,
    NAMES = 170, /* width of the names, in pixels; so are all below */
    ROW = 26,
    LEVEL = 17, /* height of a lane's signal */
    SLOPE = 3,
    LETTER = 8, /* of a label, about that wide; of narrow and of wide ones: */
    LETTER_NARROW = 5,
    LETTER_WIDE = 12,
    ABOVE = 16,    /* where the name of a lane stands above it */
    ROOM = 1080,   /* of a page on a desk, and ... */
    NARROW = 340,  /* ... on a phone */
    MOST_LEAD = 8, /* cycles before that which a part of a diagram is about */
};

/* How a diagram is drawn: whole, or from a column on; names before the lanes, or above them. */
typedef struct layout {
    const char *kind; /* class, and part of its id */
    size_t first;     /* column */
    size_t names;     /* width; 0: above */
    size_t row;       /* height */
    size_t period;    /* width of a column */
} layout;

/* ---- is it one? ---- */

static bool is_lane(const json_t *lane) {
    const char *wave = json_string_value(json_object_get(lane, "wave"));
    const json_t *data = json_object_get(lane, "data");
    if (!json_is_string(json_object_get(lane, "name")) || wave == NULL || wave[0] == '.' ||
        wave[0] == '|' || strlen(wave) > MOST_PERIODS ||
        strspn(wave, "p01xz29.|") != strlen(wave) || (data != NULL && !json_is_array(data))) {
        return false;
    }
    for (size_t i = 0; i < json_array_size(data); i++) {
        if (!json_is_string(json_array_get(data, i))) {
            return false;
        }
    }
    return true;
}

static bool is_group(const json_t *group) {
    if (json_array_size(group) == 0 || !json_is_string(json_array_get(group, 0))) {
        return false;
    }
    for (size_t i = 1; i < json_array_size(group); i++) {
        if (!is_lane(json_array_get(group, i))) {
            return false;
        }
    }
    return true;
}

static bool is_diagram(const json_t *diagram) {
    const json_t *wave = json_object_get(diagram, "wave");
    const json_t *signals = json_object_get(wave, "signal");
    json_int_t scale =
        json_integer_value(json_object_get(json_object_get(wave, "config"), "hscale"));
    size_t lanes = 0;
    if (!json_is_string(json_object_get(diagram, "title")) || !json_is_array(signals) ||
        json_array_size(signals) == 0 || scale < 1 || scale > NT_DIAGRAM_SCALE) {
        return false;
    }
    for (size_t i = 0; i < json_array_size(signals); i++) {
        const json_t *one = json_array_get(signals, i);
        if (!is_lane(one) && !is_group(one)) {
            return false;
        }
        lanes += 1 + json_array_size(one);
    }
    return lanes <= MOST_LANES;
}

int nt_timing_check(const json_t *diagrams, const char *path, nt_error *error) {
    bool right =
        diagrams == NULL || (json_is_array(diagrams) && json_array_size(diagrams) <= MOST_DIAGRAMS);
    for (size_t i = 0; right && i < json_array_size(diagrams); i++) {
        right = is_diagram(json_array_get(diagrams, i));
    }
    return right ? 0 : nt_fail(error, "%s: diagrams has one that cannot be drawn", path);
}

/* ---- the picture ---- */

/* A lane on its way from left to right. */
typedef struct drawing {
    FILE *out;
    const layout *as;
    size_t y; /* of the lane's upper level */
    const json_t *data;
    size_t next; /* label */
    char before; /* what was drawn last; '\0': nothing */
} drawing;

static size_t left_of(const drawing *d, size_t at) {
    return d->as->names + (at - d->as->first) * d->as->period;
}

static void put_clock(const drawing *d, size_t from, size_t to) {
    fprintf(d->out, "<path class=\"trace\" d=\"M%zu %zu", left_of(d, from), d->y + LEVEL);
    for (size_t i = from; i < to; i++) {
        fprintf(d->out, "V%zuH%zuV%zuH%zu", d->y, left_of(d, i) + d->as->period / 2, d->y + LEVEL,
                left_of(d, i + 1));
    }
    fputs("\"/>", d->out);
}

static size_t level_of(const drawing *d, char brick) {
    return d->y + (brick == '1' ? 0 : brick == '0' ? LEVEL : LEVEL / 2);
}

/* A level, with the edge that leads to it. */
static void put_level(const drawing *d, char brick, size_t from, size_t to) {
    fprintf(d->out, "<path class=\"%s\" d=\"M%zu ", brick == 'z' ? "quiet" : "trace",
            left_of(d, from));
    if (strchr("01", brick) != NULL && d->before != '\0' && strchr("01", d->before) != NULL) {
        fprintf(d->out, "%zuV", level_of(d, d->before));
    }
    fprintf(d->out, "%zuH%zu\"/>", level_of(d, brick), left_of(d, to));
}

/* About how wide a label is. */
static size_t width_of(const char *label) {
    size_t width = 0;
    for (; *label != '\0'; label++) {
        width += strchr(" .,:;'|!()[]-Ifijlrt", *label) != NULL ? LETTER_NARROW
                 : strchr("mwMW=+%@", *label) != NULL           ? LETTER_WIDE
                                                                : LETTER;
    }
    return width;
}

/* The next label, in the middle; narrower where it would stick out. */
static void put_label(drawing *d, size_t left, size_t right) {
    const json_t *given = json_array_get(d->data, d->next++);
    const char *label = json_is_string(given) ? json_string_value(given) : "";
    const size_t room = right - left - 2 * (SLOPE + 1);
    fprintf(d->out, "<text x=\"%zu\" y=\"%zu\" text-anchor=\"middle\"", (left + right) / 2,
            d->y + 13);
    if (width_of(label) > room) {
        fprintf(d->out, " textLength=\"%zu\" lengthAdjust=\"spacingAndGlyphs\"", room);
    }
    fputs(">", d->out);
    nt_xml_put(d->out, label);
    fputs("</text>", d->out);
}

/* A value, with its label in the middle. */
static void put_value(drawing *d, char brick, size_t from, size_t to) {
    size_t left = left_of(d, from);
    size_t right = left_of(d, to);
    size_t middle = d->y + LEVEL / 2;
    fprintf(d->out, "<path class=\"%s\" d=\"M%zu %zuL%zu %zuH%zuL%zu %zuL%zu %zuH%zuZ\"/>",
            brick == '9'   ? "value bad"
            : brick == 'x' ? "value unknown"
                           : "value",
            left, middle, left + SLOPE, d->y, right - SLOPE, right, middle, right - SLOPE,
            d->y + LEVEL, left + SLOPE);
    if (brick != 'x') {
        put_label(d, left, right);
    }
}

static void put_brick(drawing *d, char brick, size_t from, size_t to) {
    if (brick == 'p') {
        put_clock(d, from, to);
    } else if (strchr("01z", brick) != NULL) {
        put_level(d, brick, from, to);
    } else {
        put_value(d, brick, from, to);
    }
    d->before = brick;
}

/* Gaps stand above what goes on in them. */
static void put_gaps(const drawing *d, const char *wave) {
    for (size_t i = d->as->first; i < strlen(wave); i++) {
        if (wave[i] == '|') {
            size_t x = left_of(d, i) + d->as->period / 2;
            fprintf(d->out, "<path class=\"gap\" d=\"M%zu %zul8 -%d\"/>", x - 4, d->y + LEVEL + 4,
                    LEVEL + 8);
        }
    }
}

/* What lies before the first column that is drawn. */
static void skip_brick(drawing *d, char brick) {
    d->next += strchr("p01zx", brick) == NULL;
    d->before = brick;
}

static void put_lane(FILE *out, const json_t *lane, size_t row, const layout *as) {
    const char *wave = nt_html_text(lane, "wave");
    const size_t y = row * as->row + 4;
    drawing d = {.out = out,
                 .as = as,
                 .y = y + (as->names == 0 ? ABOVE : 0),
                 .data = json_object_get(lane, "data")};
    if (as->names > 0) {
        fprintf(out, "<text x=\"%zu\" y=\"%zu\" text-anchor=\"end\">", as->names - 8, y + 13);
    } else {
        fprintf(out, "<text class=\"soft\" x=\"2\" y=\"%zu\">", y + 11);
    }
    nt_xml_put(out, nt_html_text(lane, "name"));
    fputs("</text>", out);
    for (size_t from = 0, to; wave[from] != '\0'; from = to) {
        to = from + 1 + strspn(wave + from + 1, ".|");
        if (to <= as->first) {
            skip_brick(&d, wave[from]);
        } else {
            put_brick(&d, wave[from], from > as->first ? from : as->first, to);
        }
    }
    put_gaps(&d, wave);
    fputc('\n', out);
}

static void put_group(FILE *out, const json_t *group, size_t row, const layout *as) {
    fprintf(out, "<text class=\"soft\" x=\"4\" y=\"%zu\">", row * as->row + 17);
    nt_xml_put(out, json_string_value(json_array_get(group, 0)));
    fputs("</text>\n", out);
}

/* Rows of the picture: a lane, or the name of a group. */
static size_t rows_of(const json_t *signals) {
    size_t rows = 0;
    for (size_t i = 0; i < json_array_size(signals); i++) {
        const json_t *one = json_array_get(signals, i);
        rows += json_is_array(one) ? json_array_size(one) : 1;
    }
    return rows;
}

/* Which comes first: the cycles, groups in which both sides differ (value '9'), the others. */
typedef enum rank { CYCLES, DIFFERING, OTHERS, RANKS } rank;

static rank rank_of(const json_t *one) {
    rank found = json_is_array(one) ? OTHERS : CYCLES;
    for (size_t k = 1; k < json_array_size(one); k++) {
        if (strchr(nt_html_text(json_array_get(one, k), "wave"), '9') != NULL) {
            found = DIFFERING;
        }
    }
    return found;
}

/* Returns the row behind the last that it takes. */
static size_t put_signal(FILE *out, const json_t *one, size_t row, const layout *as) {
    if (!json_is_array(one)) {
        put_lane(out, one, row, as);
        return row + 1;
    }
    put_group(out, one, row++, as);
    for (size_t k = 1; k < json_array_size(one); k++) {
        put_lane(out, json_array_get(one, k), row++, as);
    }
    return row;
}

static void put_rows(FILE *out, const json_t *signals, const layout *as) {
    size_t row = 0;
    for (unsigned rank = 0; rank < RANKS; rank++) {
        for (size_t i = 0; i < json_array_size(signals); i++) {
            const json_t *one = json_array_get(signals, i);
            row = rank_of(one) == rank ? put_signal(out, one, row, as) : row;
        }
    }
}

static const json_t *signals_of(const json_t *diagram) {
    return json_object_get(json_object_get(diagram, "wave"), "signal");
}

static size_t columns_of(const json_t *diagram) {
    return strlen(nt_html_text(json_array_get(signals_of(diagram), 0), "wave"));
}

static size_t period_of(const json_t *diagram) {
    const json_t *config = json_object_get(json_object_get(diagram, "wave"), "config");
    return NT_DIAGRAM_REPORT_PERIOD * nt_html_count(config, "hscale");
}

static void put_diagram(FILE *out, const json_t *diagram, uint64_t run, size_t number,
                        const layout *as) {
    const json_t *signals = signals_of(diagram);
    const size_t width = as->names + as->period * (columns_of(diagram) - as->first) + 8;
    const size_t height = rows_of(signals) * as->row + 8;
    fprintf(out,
            "<figure tabindex=\"0\" class=\"%s\"><svg class=\"timing\" role=\"img\" "
            "aria-labelledby=\"timing-%" PRIu64 "-%zu-%s\" width=\"%zu\" height=\"%zu\" "
            "viewBox=\"0 0 %zu %zu\"><title id=\"timing-%" PRIu64 "-%zu-%s\">",
            as->kind, run, number, as->kind, width, height, width, height, run, number, as->kind);
    nt_xml_put(out, nt_html_text(diagram, "title"));
    fprintf(out, ", cycle %" PRIu64 "</title>\n", nt_html_count(diagram, "cycle"));
    put_rows(out, signals, as);
    fputs("</svg><figcaption>", out);
    nt_xml_put(out, nt_html_text(diagram, "title"));
    fprintf(out, ", cycle %" PRIu64 "</figcaption></figure>\n", nt_html_count(diagram, "cycle"));
}

void nt_timing_put(FILE *out, const json_t *run) {
    const json_t *diagrams = json_object_get(run, "diagrams");
    for (size_t i = 0; i < json_array_size(diagrams); i++) {
        const json_t *diagram = json_array_get(diagrams, i);
        const layout whole = {"whole", 0, NAMES, ROW, period_of(diagram)};
        put_diagram(out, diagram, nt_html_count(run, "number"), i, &whole);
    }
}

/* ---- the part that a diagram is about ---- */

/* The column of that cycle, by the first lane, which numbers them; the last one, if it is not
   there. */
static size_t column_of(const json_t *diagram) {
    const json_t *numbers = json_array_get(signals_of(diagram), 0);
    const char *wave = nt_html_text(numbers, "wave");
    char label[24];
    size_t next = 0;
    size_t at = 0;
    (void)snprintf(label, sizeof label, "%" PRIu64, nt_html_count(diagram, "cycle"));
    for (; wave[at] != '\0'; at++) {
        if (strchr("p01zx.|", wave[at]) == NULL) {
            const char *one =
                json_string_value(json_array_get(json_object_get(numbers, "data"), next++));
            if (one != NULL && strcmp(one, label) == 0) {
                return at;
            }
        }
    }
    return at > 0 ? at - 1 : 0;
}

/* The first column with which the one that it is about is in sight. */
static size_t first_of(size_t column, size_t names, size_t period, size_t room) {
    size_t fits = room > names ? (room - names) / period : 0;
    size_t lead = fits > 1 ? fits - 1 : 0;
    lead = lead < MOST_LEAD ? lead : MOST_LEAD;
    return column > lead ? column - lead : 0;
}

void nt_timing_put_part(FILE *out, const json_t *run) {
    const json_t *diagrams = json_object_get(run, "diagrams");
    for (size_t i = 0; i < json_array_size(diagrams); i++) {
        const json_t *diagram = json_array_get(diagrams, i);
        const size_t column = column_of(diagram);
        const size_t period = period_of(diagram);
        const layout wide = {"wide", first_of(column, NAMES, period, ROOM), NAMES, ROW, period};
        const layout narrow = {"narrow", first_of(column, 0, period, NARROW), 0, ROW + ABOVE,
                               period};
        put_diagram(out, diagram, nt_html_count(run, "number"), i, &wide);
        put_diagram(out, diagram, nt_html_count(run, "number"), i, &narrow);
    }
}
