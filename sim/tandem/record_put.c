/* SPDX-License-Identifier: Apache-2.0 */
/* Groups, from their begin to their end. */
#include "sim/tandem/record_trace.h"

#include "sim/tandem/record_step.h"

void nt_tandem_begin_group(nt_tandem_tracer *t) {
    t->group.count = 0;
    nt_tandem_put_opcode(&t->group, NT_TANDEM_BEGIN);
}

int nt_tandem_end_group(nt_tandem_tracer *t, nt_error *error) {
    nt_tandem_put_opcode(&t->group, NT_TANDEM_END);
    t->counts.groups++;
    return nt_tandem_output_fields(t->output, t->group.field, t->group.count, error);
}

int nt_tandem_put_alone(nt_tandem_tracer *t, const nt_tandem_field *field, nt_error *error) {
    nt_tandem_begin_group(t);
    nt_tandem_put_opcode(&t->group, NT_TANDEM_INITIALIZATION);
    nt_tandem_put(&t->group, *field);
    return nt_tandem_end_group(t, error);
}
