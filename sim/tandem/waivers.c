/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/waivers.h"

#include "libntrace/program/insn_table.h"
#include "libntrace/util/input_file.h"
#include "sim/util/number.h"

#include <stdio.h>
#include <string.h>

enum { LINE = 1 << 10, WORD = 64 };

/* ---- reading ---- */

static bool number(uint64_t *value, const char *text, uint64_t most) {
    nt_error error;
    return nt_parse_number(value, text, "", 0, most, &error) == 0;
}

/* Cuts a word in two; returns the second part, NULL: there is none. */
static char *cut(char *word, char at) {
    char *found = strchr(word, at);
    if (found == NULL) {
        return NULL;
    }
    *found = '\0';
    return found + 1;
}

static bool parse_insn(nt_tv_waiver *waiver, char *word) {
    const char *mask = cut(word, '/');
    waiver->kind = NT_TV_WAIVE_INSN;
    waiver->last = UINT32_MAX;
    return number(&waiver->first, word, UINT32_MAX) &&
           (mask == NULL || number(&waiver->last, mask, UINT32_MAX));
}

static bool parse_csr(nt_tv_waiver *waiver, const char *word) {
    enum { CSRS = 4096 };
    char name[NT_CSR_NAME];
    waiver->kind = NT_TV_WAIVE_CSR;
    for (unsigned csr = 0; csr < CSRS; csr++) {
        nt_csr_name(csr, name);
        if (strcmp(name, word) == 0) {
            waiver->first = csr;
            return true;
        }
    }
    return number(&waiver->first, word, CSRS - 1);
}

static bool parse_address(nt_tv_waiver *waiver, char *word) {
    const char *last = cut(word, ':');
    waiver->kind = NT_TV_WAIVE_ADDRESS;
    return last != NULL && number(&waiver->first, word, UINT64_MAX) &&
           number(&waiver->last, last, UINT64_MAX) && waiver->first <= waiver->last;
}

static bool parse_rest(nt_tv_waiver *waiver, const char *kind, char *word) {
    if (strcmp(kind, "insn") == 0) {
        return parse_insn(waiver, word);
    }
    if (strcmp(kind, "csr") == 0) {
        return parse_csr(waiver, word);
    }
    return strcmp(kind, "address") == 0 && parse_address(waiver, word);
}

/* Takes a word off the rest of a line. Returns false: there is none, or it is too long. */
static bool next_word(char word[WORD], const char **rest, const char *blanks) {
    size_t size = strcspn(*rest, blanks);
    if (size == 0 || size >= WORD) {
        return false;
    }
    memcpy(word, *rest, size);
    word[size] = '\0';
    *rest += size;
    *rest += strspn(*rest, blanks);
    return true;
}

static int take_line(nt_tv_waivers *waivers, const char *line, unsigned at, const char *path,
                     nt_error *error) {
    static const char blanks[] = " \t\r";
    char kind[WORD];
    char word[WORD];
    const char *rest = line + strspn(line, blanks);
    size_t blank = (size_t)(rest - line);
    if (*rest == '\0' || *rest == '#') {
        return 0;
    }
    if (waivers->count == NT_TV_WAIVERS) {
        return nt_fail(error, "%s: line %u: %d waivers at most", path, at, NT_TV_WAIVERS);
    }
    nt_tv_waiver *waiver = &waivers->waiver[waivers->count];
    *waiver = (nt_tv_waiver){.line = at};
    bool words = next_word(kind, &rest, blanks) && next_word(word, &rest, blanks);
    if (!words || !parse_rest(waiver, kind, word)) {
        return nt_fail(error,
                       "%s: line %u: insn CODE[/MASK], csr NAME or address FIRST:LAST, and a "
                       "reason, are expected",
                       path, at);
    }
    if (*rest == '\0') {
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
