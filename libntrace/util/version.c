/* SPDX-License-Identifier: Apache-2.0 */
#include "ntrace/messages.h"

unsigned nt_version_number(void) {
    return NTRACE_VERSION_NUMBER;
}

const char *nt_version(void) {
    return NTRACE_VERSION;
}
