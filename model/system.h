/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model of rtl/nt_system.v: encoders, funnels, sink switch and sinks behind one bus.

   A cycle: set the inputs, call nt_system_out, then nt_system_step, one clock edge. No I/O, no
   allocation, no global state. */
#ifndef NT_MODEL_SYSTEM_H
#define NT_MODEL_SYSTEM_H

#include "model/control/atb_registers.h"
#include "model/control/pib_registers.h"
#include "model/funnel_unit.h"
#include "model/ram_unit.h"
#include "model/trace_encoder.h"
#include "model/transport/atb_bridge.h"
#include "model/transport/pib.h"
#include "model/transport/sink_switch.h"

enum {
    NT_SYSTEM_HARTS = 16,
    NT_SYSTEM_LOCALS = 4, /* local funnels */
};

/* Sinks by their place at the sink switch. */
enum { NT_SYSTEM_PIB, NT_SYSTEM_RAM, NT_SYSTEM_ATB, NT_SYSTEM_SINKS };

/* Pages of the address map, 4 KiB each; encoders come from 0 on. */
enum {
    NT_PAGE_TOP_FUNNEL = 16,
    NT_PAGE_LOCAL_FUNNEL = 17,
    NT_PAGE_PIB = 24,
    NT_PAGE_RAM = 25,
    NT_PAGE_ATB = 26,
    NT_PAGE_LOCAL_RAM = 27,
};

/* The parameters of nt_system. */
typedef struct nt_system_params {
    const nt_config *config; /* of every encoder; the caller's, for the system's life */
    uint8_t harts;           /* NHARTS, 1 to 16 */
    uint8_t cluster;         /* CLUSTER, 0 or 2 to 16 */
    bool local_ram;
    uint32_t local_words;
    uint8_t stream_bytes;
    bool pib;
    uint32_t sram_words;
    bool smem;
    uint8_t atb_w;
} nt_system_params;

/* Links between components, by their place in nt_system_outputs. */
enum {
    NT_LINK_ENCODER = 0,
    NT_LINK_LOCAL = NT_SYSTEM_HARTS,                   /* of local funnels */
    NT_LINK_STREAM = NT_LINK_LOCAL + NT_SYSTEM_LOCALS, /* into the sink switch */
    NT_LINK_SINK = NT_LINK_STREAM + 1,
    NT_LINKS = NT_LINK_SINK + NT_SYSTEM_SINKS,
};

/* A link in a cycle. */
typedef struct nt_system_link {
    uint64_t valid;
    uint64_t ready;
    uint64_t count; /* 0 unless valid */
    uint64_t bytes; /* the first one lowest; 0 above `count` */
} nt_system_link;

typedef struct nt_system {
    nt_system_params params;
    nt_trace_encoder encoder[NT_SYSTEM_HARTS];
    nt_funnel_unit local[NT_SYSTEM_LOCALS];
    nt_funnel_unit top;
    nt_sink_switch fork; /* of the last hart, with local_ram */
    nt_ram_unit local_ram;
    nt_sink_switch sinks;
    nt_pib_registers pib_registers;
    nt_pib pib;
    nt_ram_unit ram;
    nt_atb_registers atb_registers;
    nt_atb_bridge atb;
} nt_system;

typedef struct nt_system_inputs {
    bool rst;
    nt_apb apb;   /* PADDR[11:0] */
    uint8_t page; /* PADDR[16:12] */
    const nt_ingress *ingress[NT_SYSTEM_HARTS];
    bool system_tick;
    uint64_t system_time; /* external_time of the top funnel */
    uint64_t shared_time;
    nt_axi_inputs axi;
    bool ATREADY;
    bool AFVALID;
    bool SYNCREQ;
} nt_system_inputs;

/* All outputs and links as numbers of 64 bits, so that they can be compared as a whole. What is
   not built is 0, and TRC_DATA at rest. */
typedef struct nt_system_outputs {
    nt_system_link link[NT_LINKS];
    uint64_t stall[NT_SYSTEM_HARTS];
    uint64_t ext_trigger_out[NT_SYSTEM_HARTS];
    uint64_t PREADY, PRDATA, PSLVERR;
    uint64_t TRC_CLK, TRC_DATA;
    uint64_t AWVALID, AWADDR, AWLEN, AWSIZE, AWBURST, WVALID, WDATA, WSTRB, WLAST, BREADY;
    uint64_t ATVALID, ATDATA[2], ATBYTES, ATID, AFREADY;
} nt_system_outputs;

/* What settles in a cycle: the outputs of all components. */
typedef struct nt_system_wires {
    nt_trace_encoder_outputs encoder[NT_SYSTEM_HARTS];
    nt_beat encoder_beat[NT_SYSTEM_HARTS];
    bool encoder_ready[NT_SYSTEM_HARTS];
    uint64_t timestamp; /* of the top funnel; 0 without one */
    nt_funnel_unit_outputs local[NT_SYSTEM_LOCALS];
    nt_funnel_unit_outputs top;
    nt_beat fork[NT_MAX_SINKS];
    bool fork_ready;
    nt_ram_unit_outputs local_ram;
    nt_beat stream;
    bool stream_ready;
    nt_beat sinks[NT_MAX_SINKS];
    uint8_t sink_ready; /* a bit each sink */
    nt_pib_outputs pib;
    nt_ram_unit_outputs ram;
    nt_atb_bridge_outputs atb;
    nt_system_outputs out;
} nt_system_wires;

/* `memory`: nt_system_memory words, the caller's, which must outlive the system. */
size_t nt_system_memory(const nt_system_params *params);
void nt_system_init(nt_system *s, const nt_system_params *params, uint32_t *memory);
void nt_system_out(const nt_system *s, const nt_system_inputs *in, nt_system_wires *wires);

/* `wires`: of this cycle, by nt_system_out. */
void nt_system_step(nt_system *s, const nt_system_inputs *in, const nt_system_wires *wires);

/* Funnels that lead into the top one; inputs of the top one. */
unsigned nt_system_locals(const nt_system_params *params);
unsigned nt_system_top_inputs(const nt_system_params *params);

#endif
