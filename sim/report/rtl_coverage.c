/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/rtl_coverage.h"

#include "libntrace/util/input_file.h"
#include "sim/report/keys.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINE = 4096 };

static const char begins[] = "# SystemC::Coverage";

/* Files by name; of each its points by line, kind and text: whether it is covered. */
struct nt_rtl_coverage {
    json_t *files;    /* {"points": {KEY: bool}, "source": [text]} by name */
    json_t *excluded; /* [{"kind", "file", "text", "reason"}] */
};

static const char *const kinds[] = {"line", "branch", "toggle"};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

nt_rtl_coverage *nt_rtl_coverage_new(void) {
    nt_rtl_coverage *c = calloc(1, sizeof *c);
    if (c != NULL) {
        c->files = json_object();
        c->excluded = json_array();
    }
    return c;
}

void nt_rtl_coverage_free(nt_rtl_coverage *c) {
    if (c != NULL) {
        json_decref(c->files);
        json_decref(c->excluded);
        free(c);
    }
}

bool nt_rtl_coverage_is(const char *path) {
    char text[sizeof begins] = "";
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return false;
    }
    size_t size = fread(text, 1, sizeof begins - 1, file);
    (void)fclose(file);
    return size == sizeof begins - 1 && strcmp(text, begins) == 0;
}

/* ---- a file of Verilator's ---- */

/* One point: C '\1KEY\2VALUE...' COUNT. */
typedef struct point {
    const char *file;
    const char *line;
    const char *column;
    const char *page; /* v_KIND/MODULE */
    const char *text; /* signal, or which block of the line */
    bool covered;
} point;

static void take_value(point *p, const char *key, const char *value) {
    const struct {
        const char *key;
        const char **place;
    } places[] = {
        {"f", &p->file}, {"l", &p->line}, {"n", &p->column}, {"page", &p->page}, {"o", &p->text}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        if (strcmp(places[i].key, key) == 0) {
            *places[i].place = value;
        }
    }
}

/* Cuts the line into its parts; false: it is no point. */
static bool parse(point *p, char *line) {
    char *end = strrchr(line, '\'');
    if (strncmp(line, "C '", 3) != 0 || end == NULL || end < line + 3 || end[1] != ' ') {
        return false;
    }
    *end = '\0';
    *p = (point){.covered = strtoull(end + 2, NULL, 10) != 0};
    for (char *part = strtok(line + 3, "\1"); part != NULL; part = strtok(NULL, "\1")) {
        char *value = strchr(part, '\2');
        if (value == NULL) {
            return false;
        }
        *value++ = '\0';
        take_value(p, part, value);
    }
    return p->file != NULL && p->line != NULL && p->column != NULL && p->page != NULL;
}

/* From the last `folder` on; NULL: it is not in such a folder. */
static const char *name_from(const char *file, const char *folder) {
    const char *name = NULL;
    for (const char *at = strstr(file, folder); at != NULL; at = strstr(at + 1, folder)) {
        name = at == file || at[-1] == '/' ? at : name;
    }
    return name;
}

/* From rtl/ on, also in a copy elsewhere, or from tb/units/, where a unit brings its RTL beside
   the top of its bench, nt_UNIT_top.v; NULL: it is not in such a folder, or such a top. */
static const char *name_of(const char *file) {
    static const char units[] = "tb/units/";
    const char *name = name_from(file, "rtl/");
    if (name != NULL || (name = name_from(file, units)) == NULL) {
        return name;
    }
    const char *unit = name + sizeof units - 1;
    size_t size = strcspn(unit, "/");
    bool is_top = strncmp(unit + size, "/nt_", 4) == 0 &&
                  strncmp(unit + size + 4, unit, size) == 0 &&
                  strcmp(unit + size + 4 + size, "_top.v") == 0;
    return is_top ? NULL : name;
}

static const char *kind_of(const point *p) {
    for (unsigned i = 0; i < KINDS; i++) {
        size_t size = strlen(kinds[i]);
        if (strncmp(p->page, "v_", 2) == 0 && strncmp(p->page + 2, kinds[i], size) == 0 &&
            p->page[2 + size] == '/') {
            return kinds[i];
        }
    }
    return NULL;
}

static json_t *file_of(nt_rtl_coverage *c, const char *name) {
    json_t *file = json_object_get(c->files, name);
    if (file == NULL) {
        file = json_pack("{s:{}, s:[]}", "points", "source");
        json_object_set_new(c->files, name, file);
    }
    return file;
}

/* The key's parts are in the order in which points are shown: by line, then by kind. */
static void add_point(nt_rtl_coverage *c, const point *p) {
    char key[MOST_LINE];
    const char *name = name_of(p->file);
    const char *kind = kind_of(p);
    if (name == NULL || kind == NULL) {
        return;
    }
    json_t *points = json_object_get(file_of(c, name), "points");
    (void)snprintf(key, sizeof key, "%8s|%s|%6s|%s", p->line, kind, p->column,
                   p->text != NULL ? p->text : "");
    if (p->covered || json_object_get(points, key) == NULL) {
        json_object_set_new(points, key, json_boolean(p->covered));
    }
}

int nt_rtl_coverage_file(nt_rtl_coverage *c, const char *path, nt_error *error) {
    char line[MOST_LINE];
    nt_input_file *file;
    if (nt_input_file_open(&file, path, error) != 0) {
        return -1;
    }
    int result;
    while ((result = nt_input_file_line(file, line, sizeof line, error)) > 0) {
        point p;
        if (line[0] == '#') {
            continue;
        }
        if (!parse(&p, line)) {
            result = nt_fail(error, "%s: line %llu: no coverage point", path,
                             (unsigned long long)nt_input_file_lines(file));
            break;
        }
        add_point(c, &p);
    }
    nt_input_file_close(file);
    return result < 0 ? -1 : 0;
}

/* ---- sources, and what is excluded ---- */

static int read_source(json_t *lines, const char *path, nt_error *error) {
    char line[MOST_LINE];
    nt_input_file *file;
    if (nt_input_file_open(&file, path, error) != 0) {
        return -1;
    }
    int result;
    json_array_clear(lines);
    while ((result = nt_input_file_line(file, line, sizeof line, error)) > 0) {
        json_array_append_new(lines, json_string(line));
    }
    nt_input_file_close(file);
    return result;
}

int nt_rtl_coverage_sources(nt_rtl_coverage *c, const char *folder, nt_error *error) {
    const char *name;
    json_t *file;
    json_object_foreach(c->files, name, file) {
        char path[MOST_LINE];
        (void)snprintf(path, sizeof path, "%s/%s", folder, name);
        if (read_source(json_object_get(file, "source"), path, error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Without white space at both ends. */
static char *trim(char *text) {
    text += strspn(text, " ");
    for (size_t size = strlen(text); size > 0 && text[size - 1] == ' '; size--) {
        text[size - 1] = '\0';
    }
    return text;
}

/* The next part of a line of exclusions; NULL: there is none. */
static char *next_part(char **rest) {
    static const char between[] = " | ";
    char *part = *rest;
    char *end = part != NULL ? strstr(part, between) : NULL;
    *rest = end != NULL ? end + sizeof between - 1 : NULL;
    if (end != NULL) {
        *end = '\0';
    }
    return part != NULL ? trim(part) : NULL;
}

static bool add_exclusion(nt_rtl_coverage *c, char *line) {
    char *rest = line;
    const char *kind = next_part(&rest);
    const char *file = next_part(&rest);
    const char *text = next_part(&rest);
    const char *reason = rest != NULL ? trim(rest) : "";
    bool known = false;
    for (unsigned i = 0; i < KINDS; i++) {
        known |= strcmp(kind, kinds[i]) == 0;
    }
    if (!known || *reason == '\0') {
        return false;
    }
    json_array_append_new(c->excluded, json_pack("{s:s, s:s, s:s, s:s}", "kind", kind, "file", file,
                                                 "text", text, "reason", reason));
    return true;
}

int nt_rtl_coverage_exclude(nt_rtl_coverage *c, const char *path, nt_error *error) {
    char line[MOST_LINE];
    nt_input_file *file;
    if (nt_input_file_open(&file, path, error) != 0) {
        return -1;
    }
    int result;
    while ((result = nt_input_file_line(file, line, sizeof line, error)) > 0) {
        if (line[0] != '\0' && line[0] != '#' && !add_exclusion(c, line)) {
            result = nt_fail(error, "%s: line %llu: not KIND | FILE | TEXT | REASON", path,
                             (unsigned long long)nt_input_file_lines(file));
            break;
        }
    }
    nt_input_file_close(file);
    return result < 0 ? -1 : 0;
}

/* ---- the object ---- */

/* A point of the report, by the parts of its key. */
typedef struct parts {
    char key[MOST_LINE];
    long line;
    const char *kind;
    const char *text;
} parts;

static void split(parts *p, const char *key) {
    (void)snprintf(p->key, sizeof p->key, "%s", key);
    char *rest = p->key;
    p->line = strtol(strsep(&rest, "|"), NULL, 10);
    p->kind = strsep(&rest, "|");
    (void)strsep(&rest, "|");
    p->text = rest != NULL ? rest : "";
}

/* The reason why it is excluded; NULL: it is not. */
static const char *excluded(const nt_rtl_coverage *c, const char *name, const json_t *source,
                            const parts *p) {
    char text[MOST_LINE];
    const char *line = json_string_value(json_array_get(source, (size_t)(p->line - 1)));
    bool toggle = strcmp(p->kind, "toggle") == 0;
    (void)snprintf(text, sizeof text, "%s", toggle ? p->text : line != NULL ? line : "");
    for (size_t i = 0; i < json_array_size(c->excluded); i++) {
        const json_t *row = json_array_get(c->excluded, i);
        if (strcmp(json_string_value(json_object_get(row, "kind")), p->kind) == 0 &&
            fnmatch(json_string_value(json_object_get(row, "file")), name, 0) == 0 &&
            fnmatch(json_string_value(json_object_get(row, "text")), trim(text), 0) == 0) {
            return json_string_value(json_object_get(row, "reason"));
        }
    }
    return NULL;
}

static void count(json_t *object, const char *kind, const char *what) {
    json_t *sums = json_object_get(object, kind);
    json_int_t before = json_integer_value(json_object_get(sums, what));
    json_object_set_new(sums, what, json_integer(before + 1));
}

static json_t *sums(void) {
    json_t *object = json_object();
    for (unsigned i = 0; i < KINDS; i++) {
        json_object_set_new(object, kinds[i],
                            json_pack("{s:i, s:i, s:i}", "points", 0, "hit", 0, "excluded", 0));
    }
    return object;
}

/* Excluded is only what nothing has covered. */
static void add_to_file(const nt_rtl_coverage *c, json_t *whole, json_t *file, const char *key,
                        bool covered) {
    parts p = {.kind = "", .text = ""};
    split(&p, key);
    const char *name = json_string_value(json_object_get(file, "file"));
    const char *reason = covered ? NULL : excluded(c, name, json_object_get(file, "source"), &p);
    json_t *const to[] = {whole, json_object_get(file, "sums")};
    for (size_t i = 0; i < 2; i++) {
        count(to[i], p.kind, "points");
        if (covered || reason != NULL) {
            count(to[i], p.kind, covered ? "hit" : "excluded");
        }
    }
    json_array_append_new(json_object_get(file, "points"),
                          json_pack("{s:I, s:s, s:s, s:b, s:s*}", "line", (json_int_t)p.line,
                                    "kind", p.kind, "text", p.text, "hit", covered, "reason",
                                    reason));
}

/* Calls for the members of an object in the order of their keys. */
static void each_in_order(json_t *object, void *context,
                          void (*call)(void *context, const char *key, json_t *value)) {
    const char **keys = nt_sorted_keys(object);
    for (size_t i = 0; keys != NULL && i < json_object_size(object); i++) {
        call(context, keys[i], json_object_get(object, keys[i]));
    }
    free(keys);
}

typedef struct building {
    const nt_rtl_coverage *coverage;
    json_t *root;
    json_t *file;
} building;

static void build_point(void *context, const char *key, json_t *covered) {
    const building *b = context;
    add_to_file(b->coverage, json_object_get(b->root, "sums"), b->file, key, json_is_true(covered));
}

static void build_file(void *context, const char *name, json_t *file) {
    building *b = context;
    b->file = json_pack("{s:s, s:o, s:[], s:O}", "file", name, "sums", sums(), "points", "source",
                        json_object_get(file, "source"));
    each_in_order(json_object_get(file, "points"), b, build_point);
    json_array_append_new(json_object_get(b->root, "files"), b->file);
}

json_t *nt_rtl_coverage_json(const nt_rtl_coverage *c) {
    if (json_object_size(c->files) == 0) {
        return NULL;
    }
    building b = {.coverage = c, .root = json_pack("{s:o, s:[]}", "sums", sums(), "files")};
    each_in_order(c->files, &b, build_file);
    return b.root;
}
