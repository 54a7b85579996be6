/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/program/program_internal.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void nt_program_image_note(nt_program_image *image, const char *format, ...) {
    char text[512];
    va_list arguments;
    if (image->note != NULL) {
        return;
    }
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (char *c = text; *c != '\0'; c++) {
        *c = iscntrl((unsigned char)*c) ? '?' : *c;
    }
    image->note = strdup(text);
}
