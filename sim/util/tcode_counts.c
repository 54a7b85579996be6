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

void nt_tcode_counts_reserved(const uint64_t by_tcode[NT_TCODES], char text[NT_TCODE_COUNTS_TEXT]) {
    enum { MORE = 8 }; /* room for ", ..." */
    size_t used = 0;
    text[0] = '\0';
    for (unsigned tcode = 0; tcode < NT_TCODES; tcode++) {
        if (by_tcode[tcode] == 0 || nt_message_layouts[tcode].name != NULL ||
            nt_tcode_is_vendor_defined((uint8_t)tcode)) {
            continue;
        }
        char one[64], number[16];
        const char *name = nt_tcode_name((uint8_t)tcode);
        (void)snprintf(number, sizeof number, "TCODE %u", tcode);
        int size = snprintf(one, sizeof one, "%s%s %" PRIu64, used == 0 ? "" : ", ",
                            name != NULL ? name : number, by_tcode[tcode]);
        if (used + (size_t)size + MORE > NT_TCODE_COUNTS_TEXT) {
            (void)strcpy(text + used, ", ...");
            return;
        }
        (void)strcpy(text + used, one);
        used += (size_t)size;
    }
}
