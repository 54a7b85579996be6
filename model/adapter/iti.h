/* SPDX-License-Identifier: Apache-2.0 */
/* From what CVA6 gives its Instruction Trace Interface to the trace ingress port (model of
   rtl/adapter/nt_iti.v). docs/adapters.md. */
#ifndef NT_MODEL_ADAPTER_ITI_H
#define NT_MODEL_ADAPTER_ITI_H

#include "model/adapter/groups.h"

/* Is a commit port, by the names of its signals. */
typedef struct nt_iti_port {
    bool valid;
    uint64_t pc;
    bool op_return; /* MRET, SRET, DRET */
    bool op_branch; /* EQ, NE, LTS, GES, LTU, GEU */
    bool op_jalr;
    bool is_compressed;
    bool is_taken;
} nt_iti_port;

typedef struct nt_iti_inputs {
    bool rst;
    nt_iti_port port[NT_GROUPS];
    bool ex_valid; /* an exception or interrupt at port 0 */
    uint64_t tval;
    uint64_t cause;   /* with the interrupt bit */
    uint8_t priv_lvl; /* 0 U, 1 S, 3 M */
    bool hart_debug;
    bool hart_reset;
    bool hart_lowpower;
} nt_iti_inputs;

/* Takes the state over a clock edge. */
void nt_iti_step(nt_groups *state, const nt_groups_params *params, const nt_iti_inputs *in);

#endif
