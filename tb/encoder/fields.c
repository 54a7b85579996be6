/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/encoder/fields.h"

#include "libntrace/messages/tables.h"
#include "model/codes.h"
#include "model/encoder/descriptor.h"
#include "ntrace/messages.h"

#include <string.h>

enum { MEMBERS = 5 };

static const char *const members[MEMBERS] = {"code", "btype", "icnt", "addr", "hist"};

/* By TCODE, in the order of `members`; NT_FIELD_NONE where the message has no such field. */
static const struct row {
    uint8_t tcode;
    uint8_t field[MEMBERS];
} rows[] = {
#define NONE NT_FIELD_NONE
    {NT_TCODE_OWNERSHIP, {NT_FIELD_PROCESS, NT_FIELD_PROCESS, NONE, NT_FIELD_PROCESS, NONE}},
    {NT_TCODE_DIRECT_BRANCH, {NONE, NONE, NT_FIELD_ICNT, NONE, NONE}},
    {NT_TCODE_INDIRECT_BRANCH, {NONE, NT_FIELD_BTYPE, NT_FIELD_ICNT, NT_FIELD_UADDR, NONE}},
    {NT_TCODE_ERROR, {NT_FIELD_ETYPE, NONE, NT_FIELD_ECODE, NONE, NONE}},
    {NT_TCODE_PROG_TRACE_SYNC, {NT_FIELD_SYNC, NONE, NT_FIELD_ICNT, NT_FIELD_FADDR, NONE}},
    {NT_TCODE_DIRECT_BRANCH_SYNC, {NT_FIELD_SYNC, NONE, NT_FIELD_ICNT, NT_FIELD_FADDR, NONE}},
    {NT_TCODE_INDIRECT_BRANCH_SYNC,
     {NT_FIELD_SYNC, NT_FIELD_BTYPE, NT_FIELD_ICNT, NT_FIELD_FADDR, NONE}},
    {NT_TCODE_RESOURCE_FULL,
     {NT_FIELD_RCODE, NONE, NT_FIELD_RDATA, NT_FIELD_HREPEAT, NT_FIELD_RDATA}},
    {NT_TCODE_INDIRECT_BRANCH_HIST,
     {NONE, NT_FIELD_BTYPE, NT_FIELD_ICNT, NT_FIELD_UADDR, NT_FIELD_HIST}},
    {NT_TCODE_INDIRECT_BRANCH_HIST_SYNC,
     {NT_FIELD_SYNC, NT_FIELD_BTYPE, NT_FIELD_ICNT, NT_FIELD_FADDR, NT_FIELD_HIST}},
    {NT_TCODE_REPEAT_BRANCH, {NONE, NONE, NONE, NT_FIELD_BCNT, NONE}},
    {NT_TCODE_PROG_TRACE_CORRELATION,
     {NT_FIELD_EVCODE, NT_FIELD_CDF, NT_FIELD_ICNT, NONE, NT_FIELD_HIST}},
#undef NONE
};

static const struct row *row_of(unsigned tcode) {
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].tcode == tcode) {
            return &rows[i];
        }
    }
    return NULL;
}

const char *nt_field_of_member(unsigned tcode, unsigned code, const char *member) {
    const struct row *row = row_of(tcode);
    for (unsigned i = 0; row != NULL && i < MEMBERS; i++) {
        if (strcmp(members[i], member) == 0) {
            bool repeats = (code & 3) == NT_RCODE_HREPEAT;
            bool absent =
                row->field[i] == NT_FIELD_NONE || (row->field[i] == NT_FIELD_HREPEAT && !repeats);
            return absent ? NULL : nt_fields[row->field[i]].name;
        }
    }
    return NULL;
}

/* The model's value of the probe that is called as `name` up to `stem`, and then `member`; 0: there
   is none. */
static unsigned sibling(const nt_unit *unit, const nt_probe_value *values, const char *name,
                        size_t stem, const char *member) {
    for (unsigned i = 0; i < unit->probe_count; i++) {
        const char *other = unit->probes[i].name;
        if (strncmp(other, name, stem) == 0 && strcmp(other + stem, member) == 0) {
            return (unsigned)values[i].model;
        }
    }
    return 0;
}

nt_member nt_explain_member(const nt_unit *unit, const nt_probe_value *values, unsigned probe) {
    const char *name = unit->probes[probe].name;
    const char *last = strrchr(name, '_');
    if (last == NULL || (strncmp(name, "slot_", 5) != 0 && strncmp(name, "head_", 5) != 0)) {
        return (nt_member){NULL, NULL};
    }
    size_t stem = (size_t)(last + 1 - name);
    unsigned tcode = sibling(unit, values, name, stem, "tcode");
    unsigned code = sibling(unit, values, name, stem, "code");
    const char *field = nt_field_of_member(tcode, code, last + 1);
    return (nt_member){field, field != NULL ? nt_message_layouts[tcode].name : NULL};
}

/* Appends a name, unless it is the last one there. */
static void append(char *text, size_t room, const char *name) {
    const char *last = strrchr(text, '+');
    if (strcmp(last != NULL ? last + 1 : text, name) != 0) {
        size_t size = strlen(text);
        (void)snprintf(text + size, room - size, "%s%s", size > 0 ? "+" : "", name);
    }
}

void nt_fields_of_byte(char *text, size_t room, const nt_message_format *format,
                       const uint8_t *bytes, size_t size) {
    enum { MDO_BITS = 6 };
    uint8_t cut[NT_FRAME_BYTES];
    nt_message message;
    nt_field open; /* in which the byte ends, if it does not end one */
    memcpy(cut, bytes, size);
    cut[size - 1] |= 3; /* as if the message ended */
    (void)nt_message_decode(&message, format, cut, size, &open);
    unsigned begin = (unsigned)(size - 1) * MDO_BITS;
    unsigned bit = 0;
    const uint8_t *field = nt_message_layouts[bytes[0] >> 2].field;
    for (; *field != NT_FIELD_NONE && bit < begin + MDO_BITS; field++) {
        bool whole = *field == NT_FIELD_TCODE || nt_message_has(&message, *field);
        if (!whole && *field != open) {
            continue;
        }
        bit += whole ? message.width[*field] : MDO_BITS;
        if (bit > begin) {
            append(text, room, nt_fields[*field].name);
        }
    }
}
