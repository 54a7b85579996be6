#include "sim/tandem/waivers.h"

#include "libntrace/program/insn_table.h"
#include "libntrace/util/input_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1 << 10, WORD = 64 };

/* ---- reading ---- */

static bool number(uint64_t *value, const char *text, const char **end) {
    char *stop;
    *value = strtoull(text, &stop, 0);
    *end = stop;
    return stop != text && *text != '-';
}

static bool parse_insn(nt_tv_waiver *waiver, const char *word) {
    const char *end;
    waiver->kind = NT_TV_WAIVE_INSN;
    waiver->last = UINT32_MAX;
    if (!number(&waiver->first, word, &end)) {
        return false;
    }
    if (*end == '/' && !number(&waiver->last, end + 1, &end)) {
        return false;
    }
    return *end == '\0' && waiver->first <= UINT32_MAX && waiver->last <= UINT32_MAX;
}

static bool parse_csr(nt_tv_waiver *waiver, const char *word) {
    enum { CSRS = 4096 };
    const char *end;
    char name[NT_CSR_NAME];
    waiver->kind = NT_TV_WAIVE_CSR;
    for (unsigned csr = 0; csr < CSRS; csr++) {
        nt_csr_name(csr, name);
        if (strcmp(name, word) == 0) {
            waiver->first = csr;
            return true;
        }
    }
    return number(&waiver->first, word, &end) && *end == '\0' && waiver->first < 4096;
}

static bool parse_address(nt_tv_waiver *waiver, const char *word) {
    const char *end;
    waiver->kind = NT_TV_WAIVE_ADDRESS;
    if (!number(&waiver->first, word, &end) || *end != ':') {
        return false;
    }
    return number(&waiver->last, end + 1, &end) && *end == '\0' && waiver->first <= waiver->last;
}

static bool parse_rest(nt_tv_waiver *waiver, const char *kind, const char *word) {
    if (strcmp(kind, "insn") == 0) {
        return parse_insn(waiver, word);
    }
    if (strcmp(kind, "csr") == 0) {
        return parse_csr(waiver, word);
    }
    return strcmp(kind, "address") == 0 && parse_address(waiver, word);
}

static int take_line(nt_tv_waivers *waivers, const char *line, unsigned at, const char *path,
                     nt_error *error) {
    char kind[WORD];
    char word[WORD];
    int used = 0;
    size_t blank = strspn(line, " \t");
    if (line[blank] == '\0' || line[blank] == '#') {
        return 0;
    }
    if (waivers->count == NT_TV_WAIVERS) {
        return nt_fail(error, "%s: line %u: %d waivers at most", path, at, NT_TV_WAIVERS);
    }
    nt_tv_waiver *waiver = &waivers->waiver[waivers->count];
    *waiver = (nt_tv_waiver){.line = at};
    bool words = sscanf(line, "%63s %63s %n", kind, word, &used) == 2;
    if (!words || !parse_rest(waiver, kind, word)) {
        return nt_fail(error,
                       "%s: line %u: insn CODE[/MASK], csr NAME or address FIRST:LAST, and a "
                       "reason, are expected",
                       path, at);
    }
    if (line[used] == '\0') {
        return nt_fail(error, "%s: line %u: the reason is missing", path, at);
    }
    (void)snprintf(waiver->text, sizeof waiver->text, "%.*s", NT_TV_WAIVER_TEXT - 1, line + blank);
    waivers->count++;
    return 0;
}

int nt_tv_waivers_read(nt_tv_waivers *waivers, const char *path, nt_error *error) {
    char line[LINE];
    nt_input_file *file;
    if (nt_input_file_open(&file, path, error) != 0) {
        return -1;
    }
    int result;
    unsigned at = 0;
    while ((result = nt_input_file_line(file, line, sizeof line, error)) > 0) {
        if (take_line(waivers, line, ++at, path, error) != 0) {
            result = -1;
            break;
        }
    }
    nt_input_file_close(file);
    return result;
}

/* ---- looking up ---- */

nt_tv_waiver *nt_tv_waiver_of_insn(nt_tv_waivers *waivers, uint32_t code) {
    for (size_t i = 0; waivers != NULL && i < waivers->count; i++) {
        nt_tv_waiver *waiver = &waivers->waiver[i];
        if (waiver->kind == NT_TV_WAIVE_INSN && ((code ^ waiver->first) & waiver->last) == 0) {
            return waiver;
        }
    }
    return NULL;
}

nt_tv_waiver *nt_tv_waiver_of_csr(nt_tv_waivers *waivers, uint16_t csr) {
    for (size_t i = 0; waivers != NULL && i < waivers->count; i++) {
        nt_tv_waiver *waiver = &waivers->waiver[i];
        if (waiver->kind == NT_TV_WAIVE_CSR && waiver->first == csr) {
            return waiver;
        }
    }
    return NULL;
}

nt_tv_waiver *nt_tv_waiver_of_address(nt_tv_waivers *waivers, uint64_t address) {
    for (size_t i = 0; waivers != NULL && i < waivers->count; i++) {
        nt_tv_waiver *waiver = &waivers->waiver[i];
        if (waiver->kind == NT_TV_WAIVE_ADDRESS && address >= waiver->first &&
            address <= waiver->last) {
            return waiver;
        }
    }
    return NULL;
}
