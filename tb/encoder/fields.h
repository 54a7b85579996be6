/* SPDX-License-Identifier: Apache-2.0 */
/* What the members of a descriptor are in its message, by the names of the specification. */
#ifndef NT_TB_ENCODER_FIELDS_H
#define NT_TB_ENCODER_FIELDS_H

#include "ntrace/messages.h"
#include "tb/lockstep/lockstep.h"

#include <stdio.h>

/* Returns the name of the field that `member` of a descriptor ("code", "btype", "icnt", "addr" or
   "hist") holds in a message of this TCODE; NULL: none. `code` is the descriptor's own. */
const char *nt_field_of_member(unsigned tcode, unsigned code, const char *member);

/* Appends to `text`, of that room, which fields the last of the first `size` bytes of a message
   holds: their names, joined by +; none that stand there already. */
void nt_fields_of_byte(char *text, size_t room, const nt_message_format *format,
                       const uint8_t *bytes, size_t size);

/* Returns for a probe of such a member (slot_0_addr, head_hist) which field of which message it is;
   for others nothing. See nt_lockstep_bench. */
nt_member nt_explain_member(const nt_unit *unit, const nt_probe_value *values, unsigned probe);

#endif
