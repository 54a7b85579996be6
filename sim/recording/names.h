/* SPDX-License-Identifier: Apache-2.0 */
/* Names what events hold, for reports. */
#ifndef NT_RECORDING_NAMES_H
#define NT_RECORDING_NAMES_H

#include "ntrace/recording.h"

enum { NT_PRIV_NAMES = 8 };

extern const char *const nt_priv_names[NT_PRIV_NAMES]; /* by the ingress port's priv */
extern const char *const nt_access_names[NT_ACCESSES]; /* by nt_access_kind */

#endif
