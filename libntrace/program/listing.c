/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/program/image_read.h"
#include "libntrace/program/nexus_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char HEADER[] = "ntrace-ingress ";
static const char MARK[] = "#: ";

enum { LINE = 4096 };

/* "ntrace-ingress 2 xlen=32 ...", before the first instruction. */
static int take_header(nt_image **image, const char *line, const nt_input_file *input,
                       nt_error *error) {
    const char *word = strstr(line, " xlen=");
    unsigned long xlen = word == NULL ? 0 : strtoul(word + strlen(" xlen="), NULL, 10);
    if (*image != NULL || (xlen != 32 && xlen != 64)) {
        return nt_nexus_fail(input, error, "no header with an XLEN of 32 or 64 before the code");
    }
    *image = nt_image_new((unsigned)xlen);
    return *image != NULL ? 0 : nt_nexus_fail(input, error, "more code than memory can hold");
}

/* The digits of a number, as bytes from its lowest; their number, 0: it is none of 16 or 32 bits.
 */
static size_t bytes_of(const char *text, uint8_t bytes[4]) {
    size_t digits = strspn(text, "0123456789abcdef");
    if ((digits != 4 && digits != 8) || (text[digits] != '\0' && text[digits] != ' ')) {
        return 0;
    }
    unsigned long value = strtoul(text, NULL, 16);
    for (size_t i = 0; i < digits / 2; i++) {
        bytes[i] = (uint8_t)(value >> (8 * i));
    }
    return digits / 2;
}

/* "0x100  00000013  nop" */
static int take_bytes(nt_image *image, const char *text, const nt_input_file *input,
                      nt_error *error) {
    char *end;
    uint8_t bytes[4];
    uint64_t address = strtoull(text, &end, 16);
    size_t size =
        isxdigit((unsigned char)*text) && *end == ' ' ? bytes_of(end + strspn(end, " "), bytes) : 0;
    if (size == 0) {
        return nt_nexus_fail(input, error, "no address and bytes of an instruction");
    }
    return nt_image_write(image, address, bytes, size) == 0
               ? 0
               : nt_nexus_fail(input, error, "more code than memory can hold");
}

static int take_line(nt_image **image, const char *line, const nt_input_file *input,
                     nt_error *error) {
    if (strncmp(line, HEADER, sizeof HEADER - 1) == 0) {
        return take_header(image, line, input, error);
    }
    if (strncmp(line, MARK, sizeof MARK - 1) != 0) {
        return 0;
    }
    if (*image == NULL) {
        return nt_nexus_fail(input, error, "code before the header");
    }
    const char *text = line + sizeof MARK - 1;
    if (strchr(text, ',') != NULL && strchr(text, ' ') == NULL) {
        return nt_nexus_take_pcinfo(input, *image, text, error);
    }
    return take_bytes(*image, text, input, error);
}

int nt_image_read_listing(nt_image **image, nt_input_file *input, nt_error *error) {
    char line[LINE];
    nt_image *read = NULL;
    int result;
    while ((result = nt_input_file_line(input, line, sizeof line, error)) > 0 &&
           take_line(&read, line, input, error) == 0) {
    }
    if (result == 0 && read == NULL) {
        result = nt_nexus_fail(input, error, "neither an ingress file nor an image");
    }
    if (result != 0) {
        nt_image_free(read);
        return -1;
    }
    *image = read;
    return 0;
}
