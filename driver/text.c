/* SPDX-License-Identifier: Apache-2.0 */
#include "driver/driver_internal.h"

const char *nt_driver_name(nt_driver_type type) {
    switch (type) {
    case NT_DRIVER_ENCODER:
        return "Trace Encoder";
    case NT_DRIVER_FUNNEL:
        return "Trace Funnel";
    case NT_DRIVER_RAM_SINK:
        return "Trace RAM Sink";
    case NT_DRIVER_PIB_SINK:
        return "Trace PIB Sink";
    case NT_DRIVER_ATB_BRIDGE:
        return "Trace ATB Bridge";
    }
    return "unknown component";
}

const char *nt_driver_text(int error) {
    static const char *const texts[NT_DRIVER_ERRORS] = {
        [NT_DRIVER_OK] = "as it should be",
        [NT_DRIVER_BUS] = "a bus access failed",
        [NT_DRIVER_STAYS_ACTIVE] = "it does not go into reset: tr??Active stays 1",
        [NT_DRIVER_NEVER_ACTIVE] = "it does not come out of reset: tr??Active stays 0",
        [NT_DRIVER_ABSENT] = "there is no component",
        [NT_DRIVER_ENABLED] = "it is enabled right after a reset",
        [NT_DRIVER_NOT_EMPTY] = "it does not become empty after a reset",
        [NT_DRIVER_VERSION_0] =
            "the pre-ratified version 0 can only be read out (nt_driver_discover_0)",
        [NT_DRIVER_VERSION_NEW] = "this future version is not supported, 1.0 is",
        [NT_DRIVER_WRONG_TYPE] = "it is a component of another type",
        [NT_DRIVER_NOT_SETTABLE] = "a setting was not accepted",
        [NT_DRIVER_STAYS_ENABLED] = "it cannot be disabled: tr??Enable stays 1",
        [NT_DRIVER_NEVER_ENABLED] = "it cannot be enabled: tr??Enable stays 0",
        [NT_DRIVER_NEVER_EMPTY] = "its trace is not flushed: tr??Empty stays 0",
        [NT_DRIVER_BUSY] = "it is still enabled or not empty and cannot be read",
        [NT_DRIVER_NO_READ_BACK] = "trRamRP is not settable: trace cannot be read by trRamData",
        [NT_DRIVER_POINTER] = "trRamWP is not within trRamStart and trRamLimit",
        [NT_DRIVER_NO_ROOM] = "the buffer for the trace is too small",
        [NT_DRIVER_NOT_VERSION_0] = "it is not of the pre-ratified version 0",
        [NT_DRIVER_BAD_CALL] = "an argument that no component can take",
    };
    return error >= 0 && error < NT_DRIVER_ERRORS ? texts[error] : "unknown error";
}

const char *nt_driver_warning_text(nt_driver_warning warning) {
    switch (warning) {
    case NT_DRIVER_NO_WARNING:
        return "";
    case NT_DRIVER_MINOR_NEWER:
        return "newer than 1.0, whose features are used";
    case NT_DRIVER_EXPERIMENTAL:
        return "experimental version; features of 1.0 are used";
    }
    return "unknown warning";
}

/* A text that grows, cut at its room. */
typedef struct line {
    char *text;
    unsigned room;
    unsigned length; /* without what was cut it would be that long */
} line;

static void put(line *out, char c) {
    if (out->length + 1 < out->room) {
        out->text[out->length] = c;
        out->text[out->length + 1] = '\0';
    }
    out->length++;
}

static void put_text(line *out, const char *text) {
    while (*text != '\0') {
        put(out, *text++);
    }
}

static void put_hex(line *out, uint64_t value, unsigned digits) {
    put_text(out, "0x");
    while (digits < 16 && value >> (4 * digits) != 0) {
        digits++;
    }
    while (digits-- > 0) {
        put(out, "0123456789abcdef"[value >> (4 * digits) & 15]);
    }
}

static void put_decimal(line *out, unsigned value) {
    if (value >= 10) {
        put_decimal(out, value / 10);
    }
    put(out, (char)('0' + value % 10));
}

static bool tells_access(int error) {
    return error != NT_DRIVER_OK && error != NT_DRIVER_ABSENT && error != NT_DRIVER_NO_ROOM &&
           error != NT_DRIVER_BAD_CALL;
}

unsigned nt_driver_describe(const nt_driver_component *component, int error, char *text,
                            unsigned room) {
    line out = {text, room, 0};
    if (room > 0) {
        text[0] = '\0';
    }
    put_text(&out, nt_driver_name(component->type));
    put_text(&out, " at ");
    put_hex(&out, component->base, 1);
    if (component->impl != 0) {
        put_text(&out, ", version ");
        put_decimal(&out, component->major);
        put(&out, '.');
        put_decimal(&out, component->minor);
        put_text(&out, " (tr??Impl ");
        put_hex(&out, component->impl, 8);
        put(&out, ')');
    }
    if (error != NT_DRIVER_OK) {
        put_text(&out, ": ");
        put_text(&out, nt_driver_text(error));
    } else if (component->warning != NT_DRIVER_NO_WARNING) {
        put_text(&out, ": ");
        put_text(&out, nt_driver_warning_text(component->warning));
    }
    if (tells_access(error)) {
        put_text(&out, " (register ");
        put_hex(&out, component->offset, 3);
        put_text(&out, ": wanted ");
        put_hex(&out, component->wanted, 8);
        put_text(&out, ", found ");
        put_hex(&out, component->found, 8);
        put(&out, ')');
    }
    return out.length + 1;
}
