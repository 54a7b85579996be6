/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/message_table.h"

#include "libntrace/messages/tables.h"
#include "ntrace/messages.h"

static const char head[] =
    "# Messages\n"
    "\n"
    "Every N-Trace message, from the codec's table. Made by `ntrace dump --table` from\n"
    "`libntrace/messages/messages.c`; `make test` compares.\n"
    "\n"
    "Fields are in the order in which they are sent, least significant bit first, six bits in\n"
    "the upper part of each byte (MDO); the lower two bits (MSEO) are 00, 01 at the end of a\n"
    "variable field, 11 at the end of the message. `[n]` is a fixed field of n bits, `[1..n]` a\n"
    "variable one, filled with zeros up to a byte's end. The first variable field starts right\n"
    "after the fixed ones. A field in parentheses is present only if a setting enables it, or\n"
    "under the condition in the last column.\n"
    "\n"
    "| TCODE | message | fields | condition |\n"
    "| ---: | --- | --- | --- |\n";

static void print_field(FILE *file, const nt_message_layout *layout, unsigned field) {
    const nt_field_info *info = &nt_fields[field];
    const char *range = field == NT_FIELD_SRC || info->kind == NT_VARIABLE ? "1.." : "";
    if (field == NT_FIELD_TSTAMP || field == NT_FIELD_SRC || field == layout->only.field) {
        fprintf(file, " (%s[%s%u])", info->name, range, info->width);
    } else {
        fprintf(file, " %s[%s%u]", info->name, range, info->width);
    }
}

static void print_condition(FILE *file, const nt_message_layout *layout) {
    const char *by = nt_fields[layout->only.by].name;
    unsigned reserved = layout->only.last + 1u;
    fprintf(file, " %s only if %s is %u; %s %u ", nt_fields[layout->only.field].name, by,
            layout->only.value, by, reserved);
    if (layout->only.vendor != 0) {
        fprintf(file, "to %u is reserved, from %u on vendor defined: skipped",
                layout->only.vendor - 1u, layout->only.vendor);
    } else {
        fputs("and above is reserved", file);
    }
}

/* What is skipped by name. */
static void print_nexus(FILE *file) {
    fputs("\nTCODEs 56 to 62 are vendor defined, all others reserved: decoders of program flow\n"
          "skip them. Those of Nexus (IEEE-ISTO 5001) that N-Trace leaves out are skipped and "
          "counted\nby name:\n\n| TCODE | message of Nexus |\n| ---: | --- |\n",
          file);
    for (unsigned tcode = 0; tcode < NT_TCODES; tcode++) {
        const char *name = nt_tcode_name((uint8_t)tcode);
        if (nt_message_layouts[tcode].name == NULL && name != NULL) {
            fprintf(file, "| %u | %s |\n", tcode, name);
        }
    }
}

void nt_message_table_print(FILE *file) {
    fputs(head, file);
    for (unsigned tcode = 0; tcode < NT_TCODES; tcode++) {
        const nt_message_layout *layout = &nt_message_layouts[tcode];
        if (layout->name == NULL) {
            continue;
        }
        fprintf(file, "| %u | %s |", tcode, layout->name);
        for (const uint8_t *field = layout->field; *field != NT_FIELD_NONE; field++) {
            print_field(file, layout, *field);
        }
        fputs(" |", file);
        if (layout->only.field != NT_FIELD_NONE) {
            print_condition(file, layout);
        }
        fputs(" |\n", file);
    }
    print_nexus(file);
}
