/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/sidecar/sidecar.h"

#include "libntrace/program/format.h"
#include "libntrace/util/input_file.h"
#include "libntrace/util/output_file.h"
#include "sim/sidecar/text.h"
#include "sim/util/regular_file.h"
#include "sim/util/sum.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *nt_sidecar_path(const char *trace) {
    char *path = NULL;
    bool can_be = strcmp(trace, "-") != 0 && nt_output_file_is_replaceable(trace);
    return can_be && asprintf(&path, "%s.json", trace) >= 0 ? path : NULL;
}

bool nt_sidecar_begins(const char *text, size_t size) {
    static const char *const parts[] = {"{", "\"ntrace_sidecar\""};
    size_t at = 0;
    for (size_t part = 0; part < sizeof parts / sizeof parts[0]; part++) {
        while (at < size && strchr(" \t\r\n", text[at]) != NULL && text[at] != '\0') {
            at++;
        }
        size_t length = strlen(parts[part]);
        size_t there = size - at < length ? size - at : length;
        if (memcmp(text + at, parts[part], there) != 0) {
            return false;
        }
        at += there;
    }
    return true;
}

static nt_sidecar_kind kind_of(const uint8_t *bytes, size_t size) {
    static const uint8_t elf[4] = {0x7f, 'E', 'L', 'F'};
    if (size >= NT_RECORDING_MAGIC_SIZE &&
        memcmp(bytes, NT_RECORDING_MAGIC, NT_RECORDING_MAGIC_SIZE) == 0) {
        return NT_SIDECAR_RECORDING;
    }
    return size >= sizeof elf && memcmp(bytes, elf, sizeof elf) == 0 ? NT_SIDECAR_ELF
                                                                     : NT_SIDECAR_OTHER;
}

int nt_sidecar_sum(nt_sidecar_file *sum, nt_sidecar_kind *kind, const char *path, nt_error *error) {
    nt_input_file *file;
    uint8_t bytes[1 << 16];
    ptrdiff_t size;
    if (nt_input_file_open(&file, path, error) != 0) {
        return -1;
    }
    *sum = (nt_sidecar_file){.sum = NT_SUM_START};
    while ((size = nt_input_file_read(file, bytes, sizeof bytes, error)) > 0) {
        if (sum->bytes == 0 && kind != NULL) {
            *kind = kind_of(bytes, (size_t)size);
        }
        sum->bytes += (uint64_t)size;
        sum->sum = nt_sum(sum->sum, bytes, (size_t)size);
    }
    nt_input_file_close(file);
    return size < 0 ? -1 : 0;
}

void nt_sidecar_put_name(char *to, size_t size, const char *name) {
    (void)snprintf(to, size, "%s", name);
    for (; *to != '\0'; to++) {
        *to = iscntrl((unsigned char)*to) ? '?' : *to;
    }
}

int nt_sidecar_add_image(nt_sidecar *sidecar, const char *path, nt_error *error) {
    if (strcmp(path, "-") == 0 || !nt_is_regular_file(path, NULL) ||
        sidecar->images == NT_SIDECAR_IMAGES) {
        return 0;
    }
    nt_sidecar_image *image = &sidecar->image[sidecar->images];
    *image = (nt_sidecar_image){.kind = NT_SIDECAR_OTHER};
    const char *slash = strrchr(path, '/');
    nt_sidecar_put_name(image->name, sizeof image->name, slash == NULL ? path : slash + 1);
    if (nt_sidecar_sum(&image->file, &image->kind, path, error) != 0) {
        return -1;
    }
    sidecar->images++;
    return 0;
}
