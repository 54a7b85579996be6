/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/recording/log_lines.h"

#include <stdlib.h>
#include <string.h>

char *nt_text_word(char **at) {
    char *word = *at + strspn(*at, " \t");
    if (*word == '\0') {
        return NULL;
    }
    *at = word + strcspn(word, " \t");
    if (**at != '\0') {
        *(*at)++ = '\0';
    }
    return word;
}

static unsigned digit_of(char c) {
    return c >= '0' && c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 0x20) - 'a' + 10);
}

static const char *after_0x(const char *word) {
    return word[0] == '0' && (word[1] == 'x' || word[1] == 'X') ? word + 2 : word;
}

bool nt_text_hex(const char *word, uint64_t *value) {
    const char *digits = after_0x(word);
    const size_t count = strspn(digits, "0123456789abcdefABCDEF");
    *value = 0;
    if (count == 0 || count > 16 || digits[count] != '\0') {
        return false;
    }
    for (; *digits != '\0'; digits++) {
        *value = *value << 4 | digit_of(*digits);
    }
    return true;
}

bool nt_text_decimal(const char *word, uint64_t *value) {
    const size_t count = strspn(word, "0123456789");
    *value = 0;
    if (count == 0 || count > 19 || word[count] != '\0') {
        return false;
    }
    for (; *word != '\0'; word++) {
        *value = *value * 10 + digit_of(*word);
    }
    return true;
}

bool nt_text_bytes(const char *word, uint8_t *bytes, size_t room, size_t *size, bool *known) {
    const char *digits = after_0x(word);
    const size_t count = strspn(digits, "0123456789abcdefABCDEFxX");
    *known = strcspn(digits, "xX") >= count;
    *size = 1;
    while (*size < count / 2 + count % 2) {
        *size *= 2;
    }
    if (count == 0 || digits[count] != '\0' || *size > room) {
        return false;
    }
    memset(bytes, 0, *size);
    for (size_t i = 0; *known && i < count; i++) {
        bytes[i / 2] |= (uint8_t)(digit_of(digits[count - 1 - i]) << 4 * (i % 2));
    }
    return true;
}

void nt_access_set_value(nt_access *access, const uint8_t *bytes, size_t size, bool known) {
    access->size = (uint16_t)size;
    access->has_value = known;
    access->value = 0;
    access->bytes = known && size > sizeof access->value ? bytes : NULL;
    for (size_t i = 0; known && i < size && size <= sizeof access->value; i++) {
        access->value |= (uint64_t)bytes[i] << 8 * i;
    }
}

enum { LONGEST = 8192 }; /* bytes of a vector register */

int nt_log_register(nt_log_lines *l, nt_hart_log *h, nt_access_kind kind, unsigned number,
                    const char *word, size_t size, nt_error *error) {
    uint8_t bytes[LONGEST] = {0};
    size_t digits;
    bool known;
    nt_access access = {.kind = kind, .number = (uint16_t)number};
    if (l->log.options->pcs_only || (kind == NT_ACCESS_X && number == 0)) {
        return 0;
    }
    if (!nt_text_bytes(word, bytes, sizeof bytes, &digits, &known)) {
        return nt_log_fail_at(&l->log, error, word, "no hexadecimal value of a register");
    }
    if (kind == NT_ACCESS_X || kind == NT_ACCESS_CSR) {
        size = l->log.options->xlen / 8;
        digits = digits > size && digits <= 8 ? size : digits; /* sign-extended */
    }
    const size_t least = kind == NT_ACCESS_F || kind == NT_ACCESS_V ? 4 : 1;
    digits = digits < least ? least : digits;
    size = size != 0 ? size : digits;
    if (digits > size) {
        return nt_log_fail_at(&l->log, error, word, "a value that is wider than its register");
    }
    nt_access_set_value(&access, bytes, size, known);
    return nt_hart_log_access(h, &access, error);
}

static int write_side(nt_hart_log *h, nt_access_kind kind, uint8_t size,
                      const nt_log_memory_line *line, nt_error *error) {
    const bool load = kind == NT_ACCESS_LOAD;
    const uint64_t value = load ? line->load : line->store;
    nt_access access = {.kind = kind,
                        .size = size,
                        .address = line->has_address ? line->address & h->log->mask : 0,
                        .address_unknown = !line->has_address,
                        .has_physical = line->has_physical,
                        .physical = line->has_physical ? line->physical : 0};
    if ((load ? line->has_load : line->has_store) && size > 0 && size <= 8) {
        access.has_value = true;
        access.value = size == 8 ? value : value & ((UINT64_C(1) << 8 * size) - 1);
    }
    return nt_hart_log_access(h, &access, error);
}

int nt_log_memory(nt_log_lines *l, nt_hart_log *h, uint64_t bits, uint8_t size,
                  const nt_log_memory_line *line, nt_error *error) {
    const nt_import_options *o = l->log.options;
    const nt_memory_use use = nt_memory_use_of(bits, size, o->xlen, o->isa.zcmp || o->isa.zcmt);
    const bool unsure = use.kind == NT_MEMORY_UNSURE;
    const bool silent =
        !line->has_address && !line->has_physical && !line->has_load && !line->has_store;
    const bool stores = unsure ? use.stores && (!use.loads || line->writes || line->has_store)
                               : use.kind == NT_MEMORY_STORE;
    if (use.kind == NT_MEMORY_NONE || (unsure && silent) || o->pcs_only) {
        return 0;
    }
    if (!stores && write_side(h, NT_ACCESS_LOAD, use.size, line, error) != 0) {
        return -1;
    }
    return stores || use.kind == NT_MEMORY_BOTH
               ? write_side(h, NT_ACCESS_STORE, use.size, line, error)
               : 0;
}

/* Lines. */

static int take_lines(nt_log_lines *lines, const nt_log_format *format, char *line,
                      nt_error *error) {
    int result = format->begin != NULL ? format->begin(lines, error) : 0;
    while (result == 0 &&
           (result = nt_input_file_line(lines->log.input, line, format->longest, error)) > 0) {
        result = format->take(lines, line, error);
    }
    if (result == 0 && format->end != NULL) {
        result = format->end(lines, error);
    }
    for (unsigned i = 0; result == 0 && i < lines->log.options->harts; i++) {
        result = nt_hart_log_flush(&lines->harts[i], error);
    }
    const nt_import_counts *counts = lines->log.counts;
    return result == 0 && counts->instructions == 0 && counts->traps == 0
               ? nt_fail(error, "%s: offset 0: no instruction, not %s", lines->log.options->input,
                         format->what)
               : result;
}

static int begin_harts(nt_log_lines *lines, nt_error *error) {
    int result = 0;
    for (unsigned i = 0; result == 0 && i < lines->log.options->harts; i++) {
        result = nt_hart_log_begin(&lines->harts[i], &lines->log, (uint16_t)i, error);
    }
    return result;
}

int nt_log_lines_import(const nt_log_format *format, const nt_import_options *options,
                        nt_writer *writer, nt_progress *progress, nt_import_counts *counts,
                        nt_error *error) {
    nt_log_lines lines = {.harts = calloc(options->harts, sizeof *lines.harts),
                          .own = calloc(1, format->own + 1)};
    char *line = malloc(format->longest);
    int result = lines.harts == NULL || lines.own == NULL || line == NULL
                     ? nt_fail_as(error, NT_ERROR_MEMORY, "%s: out of memory", options->input)
                     : nt_log_open(&lines.log, options, writer, progress, counts, error);
    result = result == 0 ? begin_harts(&lines, error) : result;
    result = result == 0 ? take_lines(&lines, format, line, error) : result;
    for (unsigned i = 0; lines.harts != NULL && i < options->harts; i++) {
        nt_hart_log_end(&lines.harts[i]);
    }
    nt_log_close(&lines.log);
    if (format->release != NULL && lines.own != NULL) {
        format->release(&lines);
    }
    free(lines.harts);
    free(lines.own);
    free(line);
    return result;
}
