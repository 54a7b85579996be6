/* SPDX-License-Identifier: Apache-2.0 */
/* How shipped silicon deviates from N-Trace: a row for each vendor. What a row switches on is
   asked for where the flow decoder, the codec and the checker meet it; another vendor is another
   row. */
#include "libntrace/messages/tables.h"

#include <string.h>

static const nt_quirks quirks[NT_VENDORS] = {
    [NT_VENDOR_SIFIVE] = {.name = "sifive",
                          .text = "SiFive's encoders from before N-Trace 1.0: ResourceFull RCODE 8 "
                                  "and 9 count branches not taken and taken; TSTAMP is XORed with "
                                  "the time before; a co-routine swap is a call",
                          .not_taken_run = 8,
                          .taken_run = 9,
                          .xor_time = true,
                          .swap_is_call = true},
};

const nt_quirks *nt_quirks_get(unsigned vendor) {
    return vendor > NT_VENDOR_NONE && vendor < NT_VENDORS ? &quirks[vendor] : NULL;
}

unsigned nt_quirks_find(const char *name) {
    for (unsigned vendor = NT_VENDOR_NONE + 1; vendor < NT_VENDORS; vendor++) {
        if (strcmp(quirks[vendor].name, name) == 0) {
            return vendor;
        }
    }
    return NT_VENDOR_NONE;
}

bool nt_is_vendor_run(unsigned vendor, uint64_t rcode) {
    const nt_quirks *of = nt_quirks_get(vendor);
    return of != NULL && rcode != 0 && (rcode == of->not_taken_run || rcode == of->taken_run);
}
