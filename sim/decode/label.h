/* What functions are called in what is printed. */
#ifndef NT_DECODE_LABEL_H
#define NT_DECODE_LABEL_H

#include "ntrace/program.h"
#include "sim/decode/text.h"

enum { NT_LABEL_ROOM = 256 }; /* longer names are cut */

/* The function's name; where it is not known, that of the address. */
const char *nt_label(char label[NT_LABEL_ROOM], const nt_function *function, uint64_t address);
/* With "+0x12" behind it where the address is not the function's start. */
const char *nt_label_offset(char label[NT_LABEL_ROOM], const nt_function *function,
                            uint64_t address);
/* The trap that B-TYPE tells of, in a word. */
const char *nt_label_trap(unsigned btype);
/* The privilege mode of an Ownership event: "U", "VS", "M", ... */
const char *nt_label_mode(const nt_flow_event *event);

/* A line "# ..." for events that tell of the trace rather than the program, and of privilege:
   stops, losses, faults, Ownership; none for others. 0, or -1 with the error set. */
int nt_put_remark(nt_text *text, const nt_flow_event *event, nt_error *error);

#endif
