/* SPDX-License-Identifier: Apache-2.0 */
/* Names and words of TCODEs, statuses, and what is tolerated. */
#include "libntrace/messages/tables.h"
#include "ntrace/messages.h"

/* What IEEE-ISTO 5001 has and N-Trace leaves out. */
static const char *const nexus_names[NT_TCODES] = {
    [0] = "DebugStatus",
    [1] = "DeviceID",
    [5] = "DataWrite",
    [6] = "DataRead",
    [7] = "DataAcquisition",
    [10] = "ProgTraceCorrection",
    [13] = "DataWriteSync",
    [14] = "DataReadSync",
    [15] = "Watchpoint",
    [20] = "OutputPortReplacement",
    [21] = "InputPortReplacement",
    [22] = "AuxiliaryAccessRead",
    [23] = "AuxiliaryAccessWrite",
    [24] = "AuxiliaryAccessReadNext",
    [25] = "AuxiliaryAccessWriteNext",
    [26] = "AuxiliaryAccessResponse",
    [31] = "RepeatInstruction",
    [32] = "RepeatInstructionSync",
    [34] = "InCircuitTrace",
    [35] = "InCircuitTraceSync",
};

const char *nt_tcode_name(uint8_t tcode) {
    if (tcode >= NT_TCODES) {
        return NULL;
    }
    const char *name = nt_message_layouts[tcode].name;
    return name != NULL ? name : nexus_names[tcode];
}

const char *nt_message_status_text(nt_message_status status) {
    static const char *const text[] = {
        [NT_MESSAGE_OK] = "a message",
        [NT_MESSAGE_UNKNOWN] = "reserved or vendor defined",
        [NT_MESSAGE_RESERVED] = "reserved value, the fields behind it are unknown",
        [NT_MESSAGE_SHORT] = "the message ends before its last field",
        [NT_MESSAGE_BAD_END] = "a variable field ends where a fixed field is",
        [NT_MESSAGE_TOO_WIDE] = "a field is wider than the specification allows",
        [NT_MESSAGE_LONG] = "the message goes on behind its last field",
    };
    return text[status];
}

const char *nt_message_status_name(nt_message_status status) {
    static const char *const name[] = {
        [NT_MESSAGE_OK] = "ok",
        [NT_MESSAGE_UNKNOWN] = "unknown",
        [NT_MESSAGE_RESERVED] = "reserved",
        [NT_MESSAGE_SHORT] = "short",
        [NT_MESSAGE_BAD_END] = "bad-end",
        [NT_MESSAGE_TOO_WIDE] = "too-wide",
        [NT_MESSAGE_LONG] = "long",
    };
    return name[status];
}

static const struct {
    const char *name;
    const char *text;
} tolerated[NT_TOLERATED] = {
    [NT_TOLERATED_WIDE] = {"wide-field", "a field is wider than the specification allows"},
    [NT_TOLERATED_EMPTY] = {"empty-field", "a variable field has no bits; read as 0"},
    [NT_TOLERATED_STRAY] = {"stray-byte", "a byte between messages is not 0xff"},
};

const char *nt_tolerated_name(nt_tolerated kind) {
    return tolerated[kind].name;
}

const char *nt_tolerated_text(nt_tolerated kind) {
    return tolerated[kind].text;
}
