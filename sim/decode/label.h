/* Names functions in output. */
#ifndef NT_DECODE_LABEL_H
#define NT_DECODE_LABEL_H

#include "ntrace/program.h"
#include "sim/decode/text.h"

enum { NT_LABEL_ROOM = 256 }; /* longer names are truncated */

/* Returns the function's name; if it is not known, that of the address. */
const char *nt_label(char label[NT_LABEL_ROOM], const nt_function *function, uint64_t address);
/* Returns it with "+0x12" appended where the address is not the function's start. */
const char *nt_label_offset(char label[NT_LABEL_ROOM], const nt_function *function,
                            uint64_t address);
/* Returns the kind of trap of B-TYPE, in a word. */
const char *nt_label_trap(unsigned btype);
/* Returns the privilege mode of an Ownership event: "U", "VS", "M", ... */
const char *nt_label_mode(const nt_flow_event *event);

/* Writes a line "# ..." for events about the trace rather than the program, and about privilege:
   stops, losses, faults, Ownership; none for others. Returns 0, or -1 with the error set. */
int nt_put_remark(nt_text *text, const nt_flow_event *event, nt_error *error);

#endif
