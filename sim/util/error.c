#include "sim/util/error.h"

#include <stdarg.h>
#include <stdio.h>

int nt_fail(nt_error *e, const char *format, ...) {
    if (e != NULL && e->text[0] == '\0') {
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(e->text, sizeof e->text, format, arguments);
        va_end(arguments);
    }
    return -1;
}
