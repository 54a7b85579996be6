#include "libntrace/util/error.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>

/* File names and values come from outside: a line break in one must not end the line, nor an escape
   sequence reach the terminal. */
static void keep_one_line(char *text) {
    for (; *text != '\0'; text++) {
        if (iscntrl((unsigned char)*text)) {
            *text = '?';
        }
    }
}

int nt_fail(nt_error *e, const char *format, ...) {
    if (e != NULL && e->text[0] == '\0') {
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(e->text, sizeof e->text, format, arguments);
        va_end(arguments);
        keep_one_line(e->text);
    }
    return -1;
}
