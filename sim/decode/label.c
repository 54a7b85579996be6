#include "sim/decode/label.h"

#include <inttypes.h>
#include <stdio.h>

const char *nt_label(char label[NT_LABEL_ROOM], const nt_function *function, uint64_t address) {
    if (function == NULL) {
        (void)snprintf(label, NT_LABEL_ROOM, "0x%" PRIx64, address);
    } else {
        (void)snprintf(label, NT_LABEL_ROOM, "%s", function->name);
    }
    return label;
}

const char *nt_label_offset(char label[NT_LABEL_ROOM], const nt_function *function,
                            uint64_t address) {
    if (function == NULL || function->start == address) {
        return nt_label(label, function, address);
    }
    (void)snprintf(label, NT_LABEL_ROOM, "%.200s+0x%" PRIx64, function->name,
                   address - function->start);
    return label;
}

const char *nt_label_trap(unsigned btype) {
    static const char *const name[] = {"", "trap", "exception", "interrupt"};
    return name[btype & 3];
}

const char *nt_label_mode(const nt_flow_event *event) {
    static const char *const name[2][4] = {{"U", "S", "reserved", "M"},
                                           {"VU", "VS", "reserved", "M"}};
    return name[event->ownership.v][event->ownership.prv & 3];
}
