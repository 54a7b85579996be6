/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/label.h"

#include <inttypes.h>
#include <stdio.h>

char *nt_label_offset_end(char label[NT_LABEL_ROOM], const nt_function *function,
                          uint64_t address) {
    if (function == NULL || function->start == address) {
        return nt_label_end(label, function, address);
    }
    return label + snprintf(label, NT_LABEL_ROOM, "%.200s+0x%" PRIx64, function->name,
                            address - function->start);
}

const char *nt_label_offset(char label[NT_LABEL_ROOM], const nt_function *function,
                            uint64_t address) {
    *nt_label_offset_end(label, function, address) = '\0';
    return label;
}

const char *nt_label_mode(const nt_flow_event *event) {
    static const char *const name[2][4] = {{"U", "S", "reserved", "M"},
                                           {"VU", "VS", "reserved", "M"}};
    return name[event->ownership.v][event->ownership.prv & 3];
}

int nt_put_remark(nt_text *text, const nt_flow_event *event, nt_error *error) {
    switch (event->kind) {
    case NT_FLOW_OWNERSHIP:
        return nt_text_format(text, error, "# in %s, context 0x%" PRIx64 "\n", nt_label_mode(event),
                              event->ownership.context);
    case NT_FLOW_STOP:
        return nt_text_format(text, error, "# stop EVCODE=%u\n", event->stop.evcode);
    case NT_FLOW_LOSS:
        return nt_text_format(text, error, "# loss ETYPE=%u ECODE=0x%x\n", event->loss.etype,
                              event->loss.ecode);
    case NT_FLOW_FAULT:
        return nt_text_format(text, error, "# fault at offset %" PRIu64 ": %s\n", event->offset,
                              event->fault.reason);
    case NT_FLOW_SUSPECT:
        return nt_text_format(text, error,
                              "# suspect: %" PRIu64 " instructions since offset %" PRIu64 "\n",
                              event->suspect.instructions, event->suspect.from);
    case NT_FLOW_SALVAGE:
        return nt_text_format(text, error, "# salvage from offset %" PRIu64 " on: suspect\n",
                              event->offset);
    default:
        return 0;
    }
}
