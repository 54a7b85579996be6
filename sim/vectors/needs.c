/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/vectors/needs.h"

#include "sim/util/number.h"

#include <stdio.h>
#include <string.h>

const char *const nt_need_names[NT_NEEDS] = {"xlen", "address", "iretire", "itype", "blocks"};

static int take_size(nt_vector_needs *needs, const char *name, const char *value, nt_error *error) {
    for (unsigned i = 0; i < NT_NEEDS; i++) {
        if (strcmp(name, nt_need_names[i]) == 0) {
            uint64_t number;
            if (nt_parse_number(&number, value, name, 0, UINT8_MAX, error) != 0) {
                return -1;
            }
            needs->size[i] = (uint32_t)number;
            return 0;
        }
    }
    return nt_fail(error, "needs: no such size: %s", name);
}

static int take_feature(nt_vector_needs *needs, const char *name, nt_error *error) {
    size_t used = strlen(needs->features);
    int length = snprintf(needs->features + used, sizeof needs->features - used, "%s%s ",
                          used == 0 ? " " : "", name);
    return length > 0 && (size_t)length < sizeof needs->features - used
               ? 0
               : nt_fail(error, "needs: too many features");
}

/* "NAME=VALUE" is a size, or the mode; "NAME" is a feature. */
static int take_word(nt_vector_needs *needs, char *word, nt_error *error) {
    char *value = strchr(word, '=');
    if (value == NULL) {
        return take_feature(needs, word, error);
    }
    *value++ = '\0';
    if (strcmp(word, "mode") != 0) {
        return take_size(needs, word, value, error);
    }
    if (strlen(value) >= sizeof needs->mode) {
        return nt_fail(error, "needs: no such mode: %.20s", value);
    }
    memcpy(needs->mode, value, strlen(value) + 1);
    return 0;
}

int nt_vector_needs_take(nt_vector_needs *needs, const char *text, nt_error *error) {
    char words[NT_NEEDS_FEATURES + 128];
    char *rest;
    if (strlen(text) >= sizeof words) {
        return nt_fail(error, "needs: a line too long");
    }
    memcpy(words, text, strlen(text) + 1);
    needs->known = true;
    for (char *word = strtok_r(words, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        if (take_word(needs, word, error) != 0) {
            return -1;
        }
    }
    return 0;
}
