/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/tcode_counts.h"

#include "libntrace/messages/tables.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

json_t *nt_tcode_counts_json(const uint64_t by_tcode[NT_TCODES]) {
    json_t *object = json_object();
    for (unsigned tcode = 0; tcode < NT_TCODES; tcode++) {
        char number[8];
        const char *name = nt_tcode_name((uint8_t)tcode);
        (void)snprintf(number, sizeof number, "%u", tcode);
        if (by_tcode[tcode] != 0) {
            json_object_set_new(object, name != NULL ? name : number,
                                json_integer((json_int_t)by_tcode[tcode]));
        }
    }
    return object;
}

/* Appends "NAME COUNT" to a list; false: it does not fit, and the list ends in "...". */
static bool append(char text[NT_TCODE_COUNTS_TEXT], const char *name, uint64_t count) {
    enum { MORE = 8 }; /* room for ", ..." */
    char one[64];
    size_t used = strlen(text);
    int size = snprintf(one, sizeof one, "%s%s %" PRIu64, used == 0 ? "" : ", ", name, count);
    bool fits = used + (size_t)size + MORE <= NT_TCODE_COUNTS_TEXT;
    (void)strcpy(text + used, fits ? one : ", ...");
    return fits;
}

void nt_tcode_counts_reserved(const uint64_t by_tcode[NT_TCODES], char text[NT_TCODE_COUNTS_TEXT]) {
    text[0] = '\0';
    for (unsigned tcode = 0; tcode < NT_TCODES; tcode++) {
        if (by_tcode[tcode] == 0 || nt_message_layouts[tcode].name != NULL ||
            nt_tcode_is_vendor_defined((uint8_t)tcode)) {
            continue;
        }
        char number[16];
        const char *name = nt_tcode_name((uint8_t)tcode);
        (void)snprintf(number, sizeof number, "TCODE %u", tcode);
        if (!append(text, name != NULL ? name : number, by_tcode[tcode])) {
            return;
        }
    }
}

/* The vendors' codes: TCODEs, then RCODEs. `index` counts them all. */
static bool vendor_code(unsigned index, const uint64_t by_tcode[NT_TCODES],
                        const uint64_t by_rcode[16], char name[16], uint64_t *count) {
    enum { RCODES = 16 };
    bool tcode = index < NT_TCODES;
    if (index >= NT_TCODES + RCODES) {
        return false;
    }
    *count = !tcode                                       ? by_rcode[index - NT_TCODES]
             : nt_tcode_is_vendor_defined((uint8_t)index) ? by_tcode[index]
                                                          : 0;
    (void)snprintf(name, 16, "%s %u", tcode ? "TCODE" : "RCODE", tcode ? index : index - NT_TCODES);
    return true;
}

json_t *nt_vendor_counts_json(const uint64_t by_tcode[NT_TCODES], const uint64_t by_rcode[16]) {
    json_t *object = json_object();
    char name[16];
    uint64_t count;
    for (unsigned index = 0; vendor_code(index, by_tcode, by_rcode, name, &count); index++) {
        if (count != 0) {
            json_object_set_new(object, name, json_integer((json_int_t)count));
        }
    }
    return object;
}

void nt_vendor_counts(const uint64_t by_tcode[NT_TCODES], const uint64_t by_rcode[16],
                      char text[NT_TCODE_COUNTS_TEXT]) {
    char name[16];
    uint64_t count;
    bool fits = true;
    text[0] = '\0';
    for (unsigned index = 0; fits && vendor_code(index, by_tcode, by_rcode, name, &count);
         index++) {
        fits = count == 0 || append(text, name, count);
    }
}
