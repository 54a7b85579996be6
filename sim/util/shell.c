/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/shell.h"

#include <string.h>

/* Characters that mean themselves wherever they stand. */
static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                            "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                            "0123456789_./:=,+-@%";

void nt_shell_put_word(FILE *out, const char *word) {
    if (word[0] != '\0' && strspn(word, plain) == strlen(word)) {
        (void)fputs(word, out);
        return;
    }
    (void)fputc('\'', out);
    for (; *word != '\0'; word++) {
        if (*word == '\'') {
            (void)fputs("'\\''", out);
        } else {
            (void)fputc(*word, out);
        }
    }
    (void)fputc('\'', out);
}
