/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/report/command.h"

#include "sim/report/result.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOST_WORD = 128 };

static bool is_left_out(const char *const *names, const char *name) {
    for (; *names != NULL; names++) {
        if (strcmp(*names, name) == 0) {
            return true;
        }
    }
    return false;
}

static void put_name(json_t *result, const char *name) {
    char word[MOST_WORD];
    (void)snprintf(word, sizeof word, "--%s", name);
    nt_result_word(result, word);
}

void nt_result_number(json_t *result, const char *name, uint64_t value) {
    char word[MOST_WORD];
    put_name(result, name);
    (void)snprintf(word, sizeof word, "%" PRIu64, value);
    nt_result_word(result, word);
}

void nt_result_option(json_t *result, const char *name, const char *value) {
    put_name(result, name);
    nt_result_word(result, value);
}

/* One option of the table, where it has not the value that holds anyway. */
static void put_row(json_t *result, const nt_option *row, const void *options, const void *preset) {
    const void *value = (const char *)options + row->offset;
    const void *usual = (const char *)preset + row->offset;
    switch (row->kind) {
    case NT_OPTION_FLAG:
        if (*(const bool *)value) {
            put_name(result, row->name);
        }
        break;
    case NT_OPTION_NUMBER:
        if (*(const uint32_t *)value != *(const uint32_t *)usual) {
            nt_result_number(result, row->name, *(const uint32_t *)value);
        }
        break;
    case NT_OPTION_WIDE:
        if (*(const uint64_t *)value != *(const uint64_t *)usual) {
            nt_result_number(result, row->name, *(const uint64_t *)value);
        }
        break;
    case NT_OPTION_TEXT:
    case NT_OPTION_OUTPUT:
        if (*(const char *const *)value != NULL) {
            nt_result_option(result, row->name, *(const char *const *)value);
        }
        break;
    case NT_OPTION_TAKE:
    case NT_OPTION_DO:
        break; /* by hand */
    case NT_OPTION_TITLE:
    case NT_OPTION_OPERAND:
    case NT_OPTION_OPERANDS:
    case NT_OPTION_REST:
        break;
    }
}

void nt_result_options(json_t *result, const nt_result_table *table) {
    for (size_t i = 0; i < table->count; i++) {
        if (!is_left_out(table->left_out, table->rows[i].name)) {
            put_row(result, &table->rows[i], table->options, table->preset);
        }
    }
}

void nt_result_control(json_t *result, const nt_settings *settings, nt_result_fields fields) {
    char word[MOST_WORD];
    nt_settings preset;
    nt_settings_init(&preset);
    for (unsigned i = 0; i < nt_control_field_count; i++) {
        uint32_t value = nt_control_get(&settings->control, i);
        bool given = fields == NT_FIELDS_GIVEN && nt_control_get(&settings->given, i) != 0;
        if (given || value != nt_control_get(&preset.control, i)) {
            (void)snprintf(word, sizeof word, "%s=%" PRIu32, nt_control_fields[i].name, value);
            nt_result_option(result, "set", word);
        }
    }
}

int nt_result_images(json_t *result, const nt_images *images, nt_error *error) {
    for (size_t i = 0; i < images->count; i++) {
        const char *path = images->specs[i].path;
        put_name(result, "image");
        if (nt_result_input(result, path, images->texts[i] + strlen(path), error) != 0) {
            return -1;
        }
    }
    return 0;
}

void nt_result_isa(json_t *result, const nt_isa *isa) {
    if (isa->zcmp || isa->zcmt) {
        nt_result_option(result, "isa", !isa->zcmt ? "zcmp" : !isa->zcmp ? "zcmt" : "zcmp,zcmt");
    }
}
