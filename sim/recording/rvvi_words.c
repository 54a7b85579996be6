/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/recording/rvvi_words.h"

#include <stddef.h>
#include <string.h>

/* Skips spaces and comments. */
static char *skip(char *at, const char **problem) {
    at += strspn(at, " \t\r");
    while (*at == '\'') {
        char *end = strchr(at + 1, '\'');
        if (end == NULL) {
            *problem = "a comment that does not end";
            return at;
        }
        at = end + 1;
        at += strspn(at, " \t\r");
    }
    return at;
}

char *nt_rvvi_word(char **at, const char **problem) {
    char *word = skip(*at, problem);
    if (*word == '\0' || *problem != NULL) {
        return NULL;
    }
    if (*word == '"') {
        char *end = strchr(word + 1, '"');
        if (end == NULL) {
            *problem = "a name whose quote does not end";
            return NULL;
        }
        *end = '\0';
        *at = end + 1;
        return word + 1;
    }
    *at = word + strcspn(word, " \t\r'");
    if (**at == '\'') { /* a comment right after the word: it is cut off */
        char *end = strchr(*at + 1, '\'');
        if (end == NULL) {
            *problem = "a comment that does not end";
            return NULL;
        }
        **at = '\0';
        *at = end + 1;
    } else if (**at != '\0') {
        *(*at)++ = '\0';
    }
    return word;
}
