/* SPDX-License-Identifier: Apache-2.0 */
/* Names functions in output. */
#ifndef NT_DECODE_LABEL_H
#define NT_DECODE_LABEL_H

#include "libntrace/calls/label.h"
#include "ntrace/flow.h"
#include "sim/decode/text.h"

/* Returns nt_label with "+0x12" appended where the address is not the function's start. */
const char *nt_label_offset(char label[NT_LABEL_ROOM], const nt_function *function,
                            uint64_t address);
/* Writes the same without a zero behind it. Returns its end. */
char *nt_label_offset_end(char label[NT_LABEL_ROOM], const nt_function *function, uint64_t address);
/* Returns the privilege mode of an Ownership event: "U", "VS", "M", ... */
const char *nt_label_mode(const nt_flow_event *event);

/* Writes a line "# ..." for events about the trace rather than the program, and about privilege:
   stops, losses, faults, Ownership; none for others. Returns 0, or -1 with the error set. */
int nt_put_remark(nt_text *text, const nt_flow_event *event, nt_error *error);

#endif
