/* SPDX-License-Identifier: Apache-2.0 */
/* Notes the control fields that a stream was made with, and which of them changed within it. */
#ifndef NT_SIDECAR_WATCH_H
#define NT_SIDECAR_WATCH_H

#include "model/control/control.h"

#include <stdbool.h>

enum { NT_WATCH_FIELDS = 20 };

/* The fields that a reader of a stream needs; indices into nt_control_fields. */
unsigned nt_watch_field(unsigned index);

typedef struct nt_watch {
    bool begun;
    bool several; /* encoders: trTeSrcID is that of none */
    bool known[NT_WATCH_FIELDS];
    bool varies[NT_WATCH_FIELDS]; /* then its value is not known */
    uint32_t value[NT_WATCH_FIELDS];
} nt_watch;

/* Shows the fields of a cycle. `busy`: the encoder still has something to send; else they count
   while tracing is enabled. */
void nt_watch_cycle(nt_watch *watch, const nt_control *control, bool busy);

/* Takes the fields that are known, those that are not 0 in `given`, as those of the whole stream.
 */
void nt_watch_given(nt_watch *watch, const nt_control *control, const nt_control *given);

#endif
