/* SPDX-License-Identifier: Apache-2.0 */
/* The encoder in one cycle of the lockstep bench: what goes in, the golden model's side, and what
   the RTL shows. The table is encoder.ports. */
#ifndef NT_TB_ENCODER_ENCODER_H
#define NT_TB_ENCODER_ENCODER_H

#include "model/control/encoder_registers.h"
#include "model/encoder_core.h"
#include "model/transport/pib.h"
#include "tb/units/encoder_fields.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Inputs of nt_encoder_top. */
typedef struct nt_encoder_pins {
    const nt_ingress *ingress;
    const nt_control *control;
    nt_apb apb;     /* idle without `registers` */
    bool registers; /* the registers are used: `control` is what they hold */
    bool load;      /* the control fields may have changed */
    bool rst;
    bool sink_pib;   /* nt_pib takes the bytes, not a sink that is ready when it is told to be */
    bool sink_ready; /* ignored with sink_pib */
} nt_encoder_pins;

/* What waves show beside the probes. None is NULL. */
typedef struct nt_encoder_text {
    const char *iaddr; /* of block 0 */
    const char *itype;
    const char *priv;
    const char *symbol[NT_MAX_BLOCKS]; /* of each block's first instruction, with the offset */
    const char *insn[NT_MAX_BLOCKS];   /* of each block the last instruction */
    const char *rtl_message;           /* whose bytes are being sent, and its fields */
    const char *rtl_fields;
    const char *model_message;
    const char *model_fields;
    const char *field; /* or several, in the RTL's bytes of this cycle */
} nt_encoder_text;

/* Inputs, and the golden model's state and settled outputs. */
typedef struct nt_encoder_view {
    nt_encoder_pins in;
    const nt_encoder *encoder;
    const nt_pib *pib;
    const nt_trigger *trigger;
    const nt_timestamp *ts;
    nt_encoder_core_outputs outputs;
    nt_pib_outputs pib_outputs;
    const nt_encoder_registers *registers;
    nt_encoder_registers_outputs bus; /* what they answered to the cycle before, ... */
    bool answered;                    /* ... if they were used in it */
    bool out_ready;
    nt_encoder_text text;
} nt_encoder_view;

/* The RTL's outputs that the bench itself acts on; names are those of the table. */
typedef struct nt_encoder_seen {
    bool out_valid;
    uint64_t out;      /* bytes, the first one lowest */
    uint8_t out_count; /* how many */
    bool out_ready;    /* the byte goes to the sink at the next clock edge */
    bool stall;
    bool trTeEmpty;
    bool trPibEmpty;
    bool TRC_CLK;
    uint16_t TRC_DATA;
    uint8_t ext_trigger_out;
    bool trace_on; /* by triggers */
    bool trace_off;
    uint64_t timestamp;
    bool PREADY; /* the registers' answer to the cycle before, where they are used */
    bool PSLVERR;
    uint32_t PRDATA;
    bool hint_dropped; /* hint: the messages of this cycle are dropped */
    bool hint_started; /* hint: tracing starts with a block of this cycle */
    bool hint_awaits;  /* hint: after this cycle a target is awaited */
} nt_encoder_seen;

#ifdef __cplusplus
}
#endif
#endif
