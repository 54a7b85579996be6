/* SPDX-License-Identifier: Apache-2.0 */
/* Parses the option for encoders that deviate from N-Trace: --vendor NAME. */
#ifndef NT_DECODE_VENDOR_OPTIONS_H
#define NT_DECODE_VENDOR_OPTIONS_H

#include "libntrace/util/error.h"
#include "sim/util/options.h"

#include <stddef.h>

/* Sets the nt_vendor (uint8_t) of that name (NT_OPTION_TAKE). */
int nt_take_vendor(void *place, const char *value, nt_error *error);

/* Is a row of a command's table of options; `member` is its nt_vendor. */
#define NT_VENDOR_OPTION(type, member)                                                             \
    {                                                                                              \
        "vendor", 0, NT_OPTION_TAKE, offsetof(type, member), 0, 0, nt_take_vendor, "sifive",       \
            "the encoder deviates from N-Trace as that vendor's do: RCODE 8 and 9 are runs of "    \
            "branches, TSTAMP is XORed, a co-routine swap is a call"                               \
    }

#endif
