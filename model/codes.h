/* SPDX-License-Identifier: Apache-2.0 */
/* Values of the fields of N-Trace 1.0. TCODEs are in ntrace/messages.h. */
#ifndef NT_MODEL_CODES_H
#define NT_MODEL_CODES_H

#include "ntrace/messages.h"

enum nt_sync {
    NT_SYNC_EXTERNAL_TRIGGER = 0,
    NT_SYNC_RESET = 1,
    NT_SYNC_PERIODIC = 2,
    NT_SYNC_DEBUG = 3,
    NT_SYNC_ICNT = 4,
    NT_SYNC_ENABLE = 5,
    NT_SYNC_TRACE_EVENT = 6,
    NT_SYNC_OVERRUN = 7,
    NT_SYNC_LOWPOWER = 9,
};

enum nt_evcode { NT_EVCODE_DEBUG = 0, NT_EVCODE_LOWPOWER = 1, NT_EVCODE_DISABLED = 4 };
enum nt_btype {
    NT_BTYPE_INDIRECT = 0,
    NT_BTYPE_TRAP = 1, /* where exceptions and interrupts are not told apart */
    NT_BTYPE_EXCEPTION = 2,
    NT_BTYPE_INTERRUPT = 3,
};
enum nt_rcode { NT_RCODE_ICNT = 0, NT_RCODE_HIST = 1, NT_RCODE_HREPEAT = 2 };
enum nt_format { NT_FORMAT_PRIVILEGE = 0, NT_FORMAT_SCONTEXT = 2, NT_FORMAT_HCONTEXT = 3 };
enum { NT_PRIV_DEBUG = 4 }; /* of the ingress port */
enum { NT_ETYPE_OVERRUN = 0 };
enum nt_ecode { NT_ECODE_PROGRAM_TRACE = 0x04, NT_ECODE_OWNERSHIP = 0x08 };

#endif
