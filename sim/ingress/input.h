/* SPDX-License-Identifier: Apache-2.0 */
/* Identifies an input of the encoder: a recording or an ingress file. */
#ifndef NT_INGRESS_INPUT_H
#define NT_INGRESS_INPUT_H

#include "sim/settings/settings.h"

/* Detects from its first bytes which of the two a file is, and selects its build unless --config
   did. Standard input ("-") can be read only once: it is a recording, and its build is given or
   the default. Returns 0, or -1: it cannot be read, or does not match a given build's XLEN. */
int nt_input_fit(nt_settings *settings, const char *path, bool *is_ingress, nt_error *error);

#endif
