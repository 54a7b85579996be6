/* SPDX-License-Identifier: Apache-2.0 */
/* Judges the fields of a group: what the specification excludes although it can be decoded. */
#ifndef NT_TANDEM_RULES_H
#define NT_TANDEM_RULES_H

#include "ntrace/tandem.h"

/* Judges a field by itself and by those before it in the group, `request` the one directly before
   it or NULL; notes the element in `seen`. Sets violations of the field. */
void nt_tandem_rules_field(nt_tandem_reader *reader, nt_tandem_field *field,
                           const nt_tandem_field *request);

/* Judges the group as a whole, at its end, and forgets its elements. */
void nt_tandem_rules_group(nt_tandem_reader *reader);

#endif
