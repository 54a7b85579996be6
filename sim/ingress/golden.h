/* The golden model on the pins of an ingress file: its control fields are written directly, or by
   APB from the first transfer on. */
#ifndef NT_INGRESS_GOLDEN_H
#define NT_INGRESS_GOLDEN_H

#include "model/control/registers.h"
#include "model/direct.h"
#include "sim/ingress/ingress_file.h"

typedef struct nt_golden {
    nt_direct model;
    nt_registers registers;
    nt_control control; /* of the cycle */
    bool by_registers;
    nt_direct_outputs out; /* of the cycle */
} nt_golden;

void nt_golden_init(nt_golden *golden, const nt_config *config);

/* The control fields and outputs of the cycle. */
void nt_golden_out(nt_golden *golden, const nt_cycle *cycle);

/* The clock edge that ends it. */
void nt_golden_step(nt_golden *golden, const nt_cycle *cycle);

/* The hints that a witness needs of a run whose bytes alone are there: what the golden model's
   latest step did. */
typedef struct nt_golden_hints {
    bool dropped; /* it dropped the messages of its cycle */
    bool started; /* tracing has started with a block of its cycle, even if it stopped too */
    bool awaits;  /* after it the target of a jump or taken branch is awaited */
} nt_golden_hints;

nt_golden_hints nt_golden_hints_of(const nt_encoder *encoder);

/* All fields as the registers have them but those of the PIB, which has registers of its own. */
void nt_obey_registers(nt_control *control, const nt_registers *registers);

#endif
