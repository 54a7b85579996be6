/* SPDX-License-Identifier: Apache-2.0 */
/* Draws random control fields: each option is on in about half of the draws, with meaningful
   values. */
#ifndef NT_INGRESS_RANDOM_SETTINGS_H
#define NT_INGRESS_RANDOM_SETTINGS_H

#include "sim/ingress/random_program.h"

#include "model/control/control.h"

/* Lists the roles of fields. */
typedef enum nt_field_role {
    NT_ROLE_GATE,    /* trTeActive, trTeEnable, trTeInstTracing, those of the PIB: not drawn here */
    NT_ROLE_LATCHED, /* loaded by the encoder while it is empty and does not trace */
    NT_ROLE_PORT,    /* also changes what the ingress port reports */
    NT_ROLE_AT_ONCE, /* filters, comparators, triggers, the timestamp unit */
} nt_field_role;

/* Are the bits of trTeCompNControl that request a message where the comparator matches. */
#define NT_COMPARATOR_NOTIFIES (3u << 14)

nt_field_role nt_random_role(unsigned field);

/* Draws all fields that are not gates. */
void nt_random_settings(nt_control *control, const nt_config *config,
                        const nt_random_program *program, nt_random *random);

#endif
