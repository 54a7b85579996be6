/* SPDX-License-Identifier: Apache-2.0 */
/* Declares the tables of fields and messages. Public functions show their rows, so that a row more
   changes nothing for programs that are already built. */
#ifndef NT_MESSAGES_TABLES_H
#define NT_MESSAGES_TABLES_H

#include "ntrace/messages.h"

/* Is the table of fields, by nt_field; row 0 is empty. */
extern const nt_field_info nt_fields[NT_FIELDS];

/* Is the table of messages, by TCODE. */
extern const nt_message_layout nt_message_layouts[NT_TCODES];

/* Returns whether ResourceFull with this RCODE counts a run of branches, as that nt_vendor's
   encoders send it. */
bool nt_is_vendor_run(unsigned vendor, uint64_t rcode);

#endif
