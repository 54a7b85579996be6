/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/profile/event.h"

#include "model/hpm/hpm_access.h"
#include "sim/util/number.h"

#include <ctype.h>
#include <string.h>

static const struct row {
    const char *name;
    uint32_t number;
    const char *text;
} rows[] = {
#define EVENT(name, number, text) {#name, number, text},
#include "model/hpm/hpm_events.def"
#undef EVENT
};

/* The trace system's events and those of the hart's inputs come after it. */
static const nt_event_id last = NT_EVENT_ID_TRAP_RETURNS;

static const uint64_t inhibits =
    (uint64_t)(NT_HPM_INH_VU | NT_HPM_INH_VS | NT_HPM_INH_U | NT_HPM_INH_S | NT_HPM_INH_M)
    << NT_HPM_FLAGS;

bool nt_profile_event_get(nt_profile_event *event, nt_event_id id) {
    const struct row *row = &rows[id];
    *event = (nt_profile_event){.id = id, .text = row->text, .mhpmevent = row->number};
    for (size_t i = 0; row->name[i] != '\0' && i + 1 < sizeof event->name; i++) {
        event->name[i] = (char)(row->name[i] == '_' ? '-' : tolower(row->name[i]));
    }
    return id <= last;
}

static int parse_value(nt_profile_event *event, const char *text, nt_error *error) {
    uint64_t value;
    if (nt_parse_number(&value, text, "--event", 0, UINT64_MAX, error) != 0) {
        return -1;
    }
    if ((value & ~inhibits) >> 32 != 0) {
        return nt_fail(error,
                       "--event %s: of bits 63 to 32 mhpmevent has inhibit bits here, "
                       "62 to 58",
                       text);
    }
    for (int id = 0; id < NT_EVENT_IDS; id++) {
        if (rows[id].number == (uint32_t)value) {
            const bool recorded = nt_profile_event_get(event, (nt_event_id)id);
            event->mhpmevent = value;
            return recorded
                       ? 0
                       : nt_fail(error, "--event %s: recordings do not have %s", text, event->text);
        }
    }
    return nt_fail(error, "--event %s: mhpmevent has no such event (docs/counters.md)", text);
}

int nt_profile_event_parse(nt_profile_event *event, const char *text, nt_error *error) {
    if (isdigit((unsigned char)text[0])) {
        return parse_value(event, text, error);
    }
    for (int id = 0; id < NT_EVENT_IDS; id++) {
        const bool recorded = nt_profile_event_get(event, (nt_event_id)id);
        if (strcmp(event->name, text) == 0) {
            return recorded
                       ? 0
                       : nt_fail(error, "--event %s: recordings do not have %s", text, event->text);
        }
    }
    return nt_fail(error, "--event %s: no such event; --help lists them", text);
}

bool nt_profile_event_counts_in(const nt_profile_event *event, uint8_t priv) {
    static const uint8_t inhibit[8] = {
        [NT_HPM_U] = NT_HPM_INH_U,     [NT_HPM_S] = NT_HPM_INH_S,   [NT_HPM_M] = NT_HPM_INH_M,
        [NT_HPM_DEBUG] = NT_HPM_INH_M, [NT_HPM_VU] = NT_HPM_INH_VU, [NT_HPM_VS] = NT_HPM_INH_VS,
    };
    return (event->mhpmevent >> NT_HPM_FLAGS & inhibit[priv & 7]) == 0;
}
