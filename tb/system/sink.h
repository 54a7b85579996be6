/* SPDX-License-Identifier: Apache-2.0 */
/* What stands behind the sink of a system: a probe at the pins, a memory at the AXI master, a trace
   port of ATB; and what it recovers of the bytes, from the signals alone. */
#ifndef NT_TB_SYSTEM_SINK_H
#define NT_TB_SYSTEM_SINK_H

#include "driver/driver.h"
#include "model/system.h"
#include "receive/atb_receiver.h"
#include "receive/pib_receiver.h"
#include "sim/lockstep/options.h"
#include "sim/util/random.h"
#include "tb/axi_memory.h"

typedef struct nt_sink_kind nt_sink_kind;

typedef struct nt_sink {
    const nt_sink_kind *kind;
    uint8_t pib_mode; /* trPibMode of a PIB */
    uint16_t divider; /* trPibDivider */
    bool center;      /* trPibClkCenter */
    bool smem;
    uint32_t sram_words;
    unsigned waits; /* of 100 cycles, in which a port takes nothing */
    bool toggles;   /* AFVALID and SYNCREQ come */
    bool listens;   /* it has been configured */
    nt_random random;
    nt_pib_receiver pib;
    nt_axi_memory axi;
    uint8_t *axi_bytes;
    nt_atb_receiver atb;
    uint8_t atb_width; /* bytes of ATDATA */
    uint8_t atb_id;
    bool flushing; /* AFVALID */
} nt_sink;

int nt_sink_open(nt_sink *sink, const nt_lockstep_options *options, const nt_system_params *params,
                 nt_error *error);
void nt_sink_close(nt_sink *sink);

/* The page of its component. */
unsigned nt_sink_page(const nt_sink *sink);

/* Writes the fields of its component, which is not enabled. 0, or what nt_driver_set_* says. */
int nt_sink_configure(const nt_sink *sink, const nt_driver *driver, nt_driver_component *component);

/* Addresses of the first and the last word of the RAM sink's buffer. */
uint64_t nt_sink_ram_start(const nt_sink *sink);
uint64_t nt_sink_ram_limit(const nt_sink *sink);

/* The sink is configured, and not yet enabled: from here on the receiver listens. */
void nt_sink_begin(nt_sink *sink);

/* What it drives in the coming cycle. */
void nt_sink_drive(nt_sink *sink, nt_system_inputs *inputs);

/* The cycle has settled: gives the bytes that were recovered, valid until the next call. */
size_t nt_sink_cycle(nt_sink *sink, const nt_system_inputs *inputs, const nt_system_outputs *rtl,
                     const uint8_t **bytes);

/* The first rule of the sink's signals that was broken, in words; NULL: none was. */
const char *nt_sink_wrong(const nt_sink *sink);

#endif
