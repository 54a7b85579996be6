/* The encoder's control registers behind an APB4 slave (model of rtl/control/nt_registers.v).
   Layout and legal values: model/control/register_table.h. */
#ifndef NT_MODEL_CONTROL_REGISTERS_H
#define NT_MODEL_CONTROL_REGISTERS_H

#include "model/config.h"
#include "model/control/control.h"
#include "model/control/register_table.h"

#include <stdbool.h>
#include <stdint.h>

/* The bus, by APB's names; PCLK and PRESETn are the encoder's clock and reset. */
typedef struct nt_apb {
    bool PSEL;
    bool PENABLE;
    bool PWRITE;
    uint16_t PADDR; /* 12 bits */
    uint8_t PSTRB;  /* 4 bits */
    uint32_t PWDATA;
} nt_apb;

typedef struct nt_registers {
    const nt_config *config; /* the caller's, for the registers' life */
    nt_control control;      /* the fields, as the encoder sees them; trPib* stay 0 */
    bool trTeInstStallOrOverflow;
    bool sampled;    /* the second cycle of an access to the timestamp counter */
    uint32_t sample; /* half of the counter, while sampled */
} nt_registers;

typedef struct nt_registers_inputs {
    bool rst;
    nt_apb apb;
    bool trTeEmpty;
    bool stall_or_overflow; /* a stall is asked for, or messages are lost */
    bool trace_on;          /* of nt_trigger */
    bool trace_off;
    uint64_t timestamp; /* of nt_timestamp */
} nt_registers_inputs;

typedef struct nt_registers_outputs {
    bool PREADY;
    bool PSLVERR;
    uint32_t PRDATA;
    bool trTsReset; /* the timestamp counter is reset at the coming clock edge */
} nt_registers_outputs;

/* All state 0, as after a reset. */
void nt_registers_init(nt_registers *s, const nt_config *config);

/* The fields of a register as its bits, those that `control` holds. */
uint32_t nt_registers_word(const nt_control *control, const nt_register *where, unsigned unit);

/* Combinational in the bus; of the other inputs only trTeEmpty counts. */
void nt_registers_out(const nt_registers *s, const nt_registers_inputs *in,
                      nt_registers_outputs *out);
void nt_registers_step(nt_registers *s, const nt_registers_inputs *in);

#endif
