/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/sidecar/watch.h"

#include <stddef.h>

static const struct {
    const char *name;
    size_t offset;
} fields[NT_WATCH_FIELDS] = {
#define FIELD(name)                                                                                \
    { #name, offsetof(nt_control, name) }
    FIELD(trTeInstMode),
    FIELD(trTeContext),
    FIELD(trTeInhibitSrc),
    FIELD(trTeInstSyncMode),
    FIELD(trTeInstSyncMax),
    FIELD(trTeInstEnSequentialJump),
    FIELD(trTeInstEnImplicitReturn),
    FIELD(trTeInstImplicitReturnMode),
    FIELD(trTeInstEnRepeatedHistory),
    FIELD(trTeInstEnAllJumps),
    FIELD(trTeInstExtendAddrMSB),
    FIELD(trTeSrcID),
    FIELD(trTeSrcBits),
    FIELD(trTsMode),
    FIELD(trTsPrescale),
    FIELD(trTsEnable),
    FIELD(ntEnRepeatBranch),
    FIELD(ntEnSyncICNT),
    FIELD(ntRc7),
    FIELD(ntTrimOwnership),
#undef FIELD
};

unsigned nt_watch_field(unsigned index) {
    return (unsigned)nt_control_find(fields[index].name);
}

static uint32_t value_of(const nt_control *control, unsigned index) {
    return *(const uint32_t *)(const void *)((const char *)control + fields[index].offset);
}

static bool counts(const nt_watch *watch, unsigned index) {
    return !watch->several || fields[index].offset != offsetof(nt_control, trTeSrcID);
}

void nt_watch_cycle(nt_watch *watch, const nt_control *control, bool busy) {
    if (!control->trTeActive || !(control->trTeEnable || (busy && watch->begun))) {
        return;
    }
    for (unsigned i = 0; i < NT_WATCH_FIELDS; i++) {
        uint32_t value = value_of(control, i);
        if (!watch->begun) {
            watch->known[i] = counts(watch, i);
            watch->value[i] = value;
        } else if (watch->known[i] && watch->value[i] != value) {
            watch->known[i] = false;
            watch->varies[i] = true;
        }
    }
    watch->begun = true;
}

void nt_watch_given(nt_watch *watch, const nt_control *control, const nt_control *given) {
    for (unsigned i = 0; i < NT_WATCH_FIELDS; i++) {
        if (value_of(given, i) != 0) {
            watch->known[i] = true;
            watch->varies[i] = false;
            watch->value[i] = value_of(control, i);
        }
    }
}
