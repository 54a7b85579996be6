/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ingress/input.h"

#include "ntrace/recording.h"
#include "sim/ingress/ingress_binary.h"
#include "sim/ingress/ingress_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static int is_ingress_file(const char *path, bool *is_ingress, nt_error *error) {
    static const char text[sizeof nt_binary_magic] = "ntrace-i";
    char first[sizeof text] = {0};
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return nt_fail(error, "%s: %s", path, strerror(errno));
    }
    errno = 0;
    size_t size = fread(first, 1, sizeof first, file);
    int reason = ferror(file) != 0 ? errno : 0;
    fclose(file);
    if (reason != 0) {
        return nt_fail(error, "%s: %s", path, strerror(reason));
    }
    /* A text may begin with comments and empty lines; no recording does. */
    bool comment = size > 0 && first[0] != '\0' && strchr("# \t\r\n", first[0]) != NULL;
    *is_ingress =
        comment || (size == sizeof first && (memcmp(first, nt_binary_magic, sizeof first) == 0 ||
                                             memcmp(first, text, sizeof first) == 0));
    return 0;
}

int nt_input_fit(nt_settings *settings, const char *path, bool *is_ingress, nt_error *error) {
    *is_ingress = false;
    if (strcmp(path, "-") == 0) {
        return 0;
    }
    if (is_ingress_file(path, is_ingress, error) != 0) {
        return -1;
    }
    if (*is_ingress) {
        return settings->config_given ? 0 : nt_ingress_file_fit(settings, path, error);
    }
    nt_reader *reader;
    if (nt_reader_open(&reader, path, error) != 0) {
        return -1;
    }
    unsigned xlen = nt_reader_header(reader)->xlen;
    nt_reader_close(reader);
    return nt_settings_fit(settings, xlen, error);
}
