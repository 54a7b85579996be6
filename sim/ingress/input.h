/* What the encoder can be run on: a recording or an ingress file. */
#ifndef NT_INGRESS_INPUT_H
#define NT_INGRESS_INPUT_H

#include "sim/settings.h"

/* Tells by its first bytes which of the two a file is, and settles the build that it is for unless
   --config did. Standard input ("-") can be read only once: it is a recording, and its build is
   said or the default. Returns 0, or -1: it cannot be read, or is not for a given build's XLEN. */
int nt_input_fit(nt_settings *settings, const char *path, bool *is_ingress, nt_error *error);

#endif
