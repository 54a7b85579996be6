/* SPDX-License-Identifier: Apache-2.0 */
/* Declares the table of violations; nt_tandem_violation_get shows its rows. */
#ifndef NT_TANDEM_TABLES_H
#define NT_TANDEM_TABLES_H

#include "ntrace/tandem.h"

extern const nt_tandem_violation_info nt_tandem_violations[NT_TANDEM_VIOLATIONS];

#endif
