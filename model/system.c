/* SPDX-License-Identifier: Apache-2.0 */
#include "model/system.h"

#include <string.h>

/* ---- parameters ---- */

static unsigned clustered(const nt_system_params *p) {
    return p->cluster != 0 ? (unsigned)p->harts - p->local_ram : 0;
}

unsigned nt_system_locals(const nt_system_params *p) {
    return p->cluster != 0 ? (clustered(p) + p->cluster - 1) / p->cluster : 0;
}

unsigned nt_system_top_inputs(const nt_system_params *p) {
    unsigned inputs = nt_system_locals(p) + p->harts - clustered(p);
    return inputs > 1 ? inputs : 2;
}

static bool has_funnel(const nt_system_params *p) {
    return p->harts > 1;
}

size_t nt_system_memory(const nt_system_params *p) {
    return (size_t)p->sram_words + (p->local_ram ? p->local_words : 0);
}

static unsigned last_hart(const nt_system *s) {
    return s->params.harts - 1u;
}

/* ---- initial state ---- */

static void init_funnel(nt_funnel_unit *s, const nt_system_params *p,
                        const nt_funnel_params *funnel) {
    const nt_funnel_unit_params params = {.funnel = *funnel, .tstamp_w = p->config->tstamp_w};
    nt_funnel_unit_init(s, &params);
}

static void init_funnels(nt_system *s) {
    const nt_system_params *p = &s->params;
    unsigned locals = nt_system_locals(p);
    unsigned inputs = nt_system_top_inputs(p);
    bool slow = p->config->out_bytes < p->stream_bytes;
    uint32_t all = (1u << inputs) - 1;
    const nt_funnel_params local = {.inputs = p->cluster,
                                    .in_bytes = p->config->out_bytes,
                                    .bytes = p->stream_bytes,
                                    .whole = slow ? UINT16_MAX : 0};
    const nt_funnel_params top = {.inputs = (uint8_t)inputs,
                                  .in_bytes = locals > 0 ? p->stream_bytes : p->config->out_bytes,
                                  .bytes = p->stream_bytes,
                                  .whole = (uint16_t)((slow ? all >> locals << locals : 0u) |
                                                      (p->local_ram ? 1u << (inputs - 1) : 0u))};
    for (unsigned i = 0; i < locals; i++) {
        init_funnel(&s->local[i], p, &local);
    }
    if (has_funnel(p)) {
        init_funnel(&s->top, p, &top);
    }
}

static void init_ram(nt_ram_unit *s, uint8_t bytes, uint32_t words, bool smem, uint32_t *memory) {
    const nt_ram_sink_params params = {
        .bytes = bytes,
        .sram_words = words,
        .smem = smem,
        .axi = {.words = 64, .burst = 16, .outstanding = 4, .idle_cycles = 16}};
    nt_ram_unit_init(s, &params, memory);
}

static bool has_ram(const nt_system_params *p) {
    return p->sram_words != 0 || p->smem;
}

static void init_sinks(nt_system *s, uint32_t *memory) {
    const nt_system_params *p = &s->params;
    const nt_sink_switch_params sinks = {.sinks = NT_SYSTEM_SINKS, .bytes = p->stream_bytes};
    const nt_pib_registers_params pib = {.modes = NT_PIB_ALL_MODES,
                                         .clk_center = true,
                                         .calibrate = true,
                                         .divider_w = 16,
                                         .divider_reset = 15};
    nt_sink_switch_init(&s->sinks, &sinks);
    nt_pib_registers_init(&s->pib_registers, &pib);
    nt_pib_init(&s->pib, &(nt_pib_params){.bytes = p->stream_bytes});
    if (has_ram(p)) {
        init_ram(&s->ram, p->stream_bytes, p->sram_words, p->smem, memory);
    }
    nt_atb_registers_init(&s->atb_registers);
    nt_atb_bridge_init(
        &s->atb,
        &(nt_atb_bridge_params){.bytes = p->stream_bytes, .atb_w = p->atb_w, .idle_cycles = 16});
}

void nt_system_init(nt_system *s, const nt_system_params *params, uint32_t *memory) {
    memset(s, 0, sizeof *s);
    s->params = *params;
    for (unsigned i = 0; i < params->harts; i++) {
        nt_trace_encoder_init(&s->encoder[i], params->config);
    }
    init_funnels(s);
    init_sinks(s, memory);
    if (params->local_ram) {
        const nt_sink_switch_params fork = {.sinks = 2, .bytes = params->config->out_bytes};
        nt_sink_switch_init(&s->fork, &fork);
        init_ram(&s->local_ram, params->config->out_bytes, params->local_words, false,
                 memory + params->sram_words);
    }
}

/* ---- the bus ---- */

/* The bus as the component of a page sees it. */
static nt_apb bus_of(const nt_system_inputs *in, unsigned page) {
    nt_apb apb = in->apb;
    apb.PSEL = apb.PSEL && in->page == page;
    return apb;
}

static void answer(nt_system_wires *w, const nt_system_inputs *in, unsigned page,
                   nt_apb_answer bus) {
    if (in->page == page) {
        w->out.PREADY = bus.PREADY;
        w->out.PRDATA = bus.PRDATA;
        w->out.PSLVERR = bus.PSLVERR;
    }
}

/* ---- what settles ---- */

static nt_trace_encoder_inputs encoder_inputs(const nt_system *s, const nt_system_inputs *in,
                                              const nt_system_wires *w, unsigned hart,
                                              nt_ingress *ingress) {
    const nt_config *config = s->params.config;
    *ingress = *in->ingress[hart];
    if (w->atb.sync_request) { /* without triggers there is no last one */
        ingress->ext_trigger |= (uint8_t)(1u << config->ntriggers >> 1);
    }
    return (nt_trace_encoder_inputs){.rst = in->rst,
                                     .apb = bus_of(in, hart),
                                     .ingress = ingress,
                                     .system_tick = in->system_tick,
                                     .shared_time =
                                         has_funnel(&s->params) ? w->timestamp : in->shared_time,
                                     .out_ready = w->encoder_ready[hart]};
}

static nt_beat beat_of(const nt_encoder_outputs *out) {
    nt_beat beat = {.count = out->out_valid ? out->out_count : 0};
    for (unsigned i = 0; i < beat.count; i++) {
        beat.byte[i] = (uint8_t)(out->out >> (8 * i));
    }
    return beat;
}

static void settle_encoders(const nt_system *s, const nt_system_inputs *in, nt_system_wires *w) {
    for (unsigned i = 0; i < s->params.harts; i++) {
        nt_ingress ingress;
        const nt_trace_encoder_inputs encoder = encoder_inputs(s, in, w, i, &ingress);
        nt_trace_encoder_out(&s->encoder[i], &encoder, &w->encoder[i]);
        w->encoder_beat[i] = beat_of(&w->encoder[i].core.encoder);
        const nt_encoder_registers_outputs *bus = &w->encoder[i].bus;
        answer(w, in, i, (nt_apb_answer){bus->PREADY, bus->PSLVERR, bus->PRDATA});
    }
}

/* Without what comes over the links. */
static nt_funnel_unit_inputs funnel_inputs(const nt_system_inputs *in, unsigned page,
                                           uint64_t shared_time) {
    return (nt_funnel_unit_inputs){.rst = in->rst,
                                   .apb = bus_of(in, page),
                                   .system_tick = in->system_tick,
                                   .external_time = in->system_time,
                                   .shared_time = shared_time};
}

static uint64_t top_timestamp(const nt_system *s, const nt_system_inputs *in) {
    const nt_funnel_unit_inputs top = funnel_inputs(in, NT_PAGE_TOP_FUNNEL, in->shared_time);
    return nt_funnel_unit_timestamp(&s->top, &top);
}

static void settle_funnel(const nt_funnel_unit *s, const nt_system_inputs *in, unsigned page,
                          nt_funnel_unit_outputs *out, nt_system_wires *w) {
    const nt_funnel_unit_inputs funnel = funnel_inputs(in, page, 0);
    nt_funnel_unit_out(s, &funnel, out);
    answer(w, in, page, out->registers.bus);
}

static void settle_funnels(const nt_system *s, const nt_system_inputs *in, nt_system_wires *w) {
    for (unsigned i = 0; i < nt_system_locals(&s->params); i++) {
        settle_funnel(&s->local[i], in, NT_PAGE_LOCAL_FUNNEL + i, &w->local[i], w);
    }
    if (has_funnel(&s->params)) {
        settle_funnel(&s->top, in, NT_PAGE_TOP_FUNNEL, &w->top, w);
        w->stream = w->top.funnel.out;
    } else {
        w->stream = w->encoder_beat[0];
    }
}

static nt_ram_unit_inputs ram_inputs(const nt_system_inputs *in, unsigned page,
                                     const nt_beat *beat) {
    return (nt_ram_unit_inputs){
        .rst = in->rst, .apb = bus_of(in, page), .in = *beat, .axi = in->axi};
}

static void settle_ram(const nt_ram_unit *s, const nt_system_inputs *in, unsigned page,
                       nt_ram_unit_outputs *out, nt_system_wires *w) {
    const nt_beat none = {0};
    const nt_ram_unit_inputs ram = ram_inputs(in, page, &none);
    nt_ram_unit_out(s, &ram, out);
    answer(w, in, page, out->registers.bus);
}

static nt_pib_registers_inputs pib_bus(const nt_system_inputs *in, const nt_system_wires *w) {
    return (nt_pib_registers_inputs){
        .rst = in->rst, .apb = bus_of(in, NT_PAGE_PIB), .trPibEmpty = w->pib.trPibEmpty};
}

static void settle_pib(const nt_system *s, const nt_system_inputs *in, nt_system_wires *w) {
    nt_pib_out(&s->pib, in->rst, &s->pib_registers.control, &w->pib);
    const nt_pib_registers_inputs bus = pib_bus(in, w);
    answer(w, in, NT_PAGE_PIB, nt_pib_registers_out(&s->pib_registers, &bus));
    w->sink_ready |= (uint8_t)(w->pib.in_ready << NT_SYSTEM_PIB);
}

static nt_atb_registers_inputs atb_bus(const nt_system_inputs *in, const nt_system_wires *w) {
    return (nt_atb_registers_inputs){.rst = in->rst,
                                     .apb = bus_of(in, NT_PAGE_ATB),
                                     .trAtbBridgeEmpty = w->atb.trAtbBridgeEmpty};
}

/* The bridge itself settles before the encoders, which see its sync_request. */
static void settle_atb(const nt_system *s, const nt_system_inputs *in, nt_system_wires *w) {
    const nt_atb_registers_inputs bus = atb_bus(in, w);
    answer(w, in, NT_PAGE_ATB, nt_atb_registers_out(&s->atb_registers, &bus));
    w->sink_ready |= (uint8_t)(w->atb.in_ready << NT_SYSTEM_ATB);
}

static void settle_sinks(const nt_system *s, const nt_system_inputs *in, nt_system_wires *w) {
    const nt_system_params *p = &s->params;
    if (p->pib) {
        settle_pib(s, in, w);
    }
    if (has_ram(p)) {
        settle_ram(&s->ram, in, NT_PAGE_RAM, &w->ram, w);
        w->sink_ready |= (uint8_t)(w->ram.sink.in_ready << NT_SYSTEM_RAM);
    }
    if (p->local_ram) {
        settle_ram(&s->local_ram, in, NT_PAGE_LOCAL_RAM, &w->local_ram, w);
    }
    if (p->atb_w != 0) {
        settle_atb(s, in, w);
    }
}

static nt_sink_switch_inputs switch_inputs(const nt_system *s, const nt_system_inputs *in,
                                           const nt_system_wires *w) {
    const nt_pib_control *pib = &s->pib_registers.control;
    const nt_ram_control *ram = &s->ram.registers.control;
    const nt_atb_control *atb = &s->atb_registers.control;
    return (nt_sink_switch_inputs){
        .rst = in->rst,
        .enable = (uint8_t)(pib->trPibEnable << NT_SYSTEM_PIB | ram->trRamEnable << NT_SYSTEM_RAM |
                            atb->trAtbBridgeEnable << NT_SYSTEM_ATB),
        .active = (uint8_t)(pib->trPibActive << NT_SYSTEM_PIB | ram->trRamActive << NT_SYSTEM_RAM |
                            atb->trAtbBridgeActive << NT_SYSTEM_ATB),
        .in = w->stream,
        .out_ready = w->sink_ready};
}

static nt_sink_switch_inputs fork_inputs(const nt_system *s, const nt_system_inputs *in,
                                         const nt_system_wires *w) {
    const nt_funnel_control *top = &s->top.registers.fields.control;
    const nt_ram_control *ram = &s->local_ram.registers.control;
    unsigned input = nt_system_top_inputs(&s->params) - 1;
    bool wanted = (top->trFunnelDisInput >> input & 1) == 0;
    return (nt_sink_switch_inputs){.rst = in->rst,
                                   .enable = (uint8_t)(wanted | ram->trRamEnable << 1),
                                   .active = (uint8_t)(top->trFunnelActive | ram->trRamActive << 1),
                                   .in = w->encoder_beat[last_hart(s)],
                                   .out_ready = (uint8_t)((w->top.funnel.in_ready >> input & 1) |
                                                          w->local_ram.sink.in_ready << 1)};
}

/* Who takes the bytes of hart `i`. */
static bool is_taken(const nt_system *s, const nt_system_wires *w, unsigned i) {
    const nt_system_params *p = &s->params;
    if (!has_funnel(p)) {
        return w->stream_ready;
    }
    if (p->local_ram && i == last_hart(s)) {
        return w->fork_ready;
    }
    if (i < clustered(p)) {
        return (w->local[i / p->cluster].funnel.in_ready >> i % p->cluster & 1) != 0;
    }
    return (w->top.funnel.in_ready >> i & 1) != 0; /* there are no clusters */
}

static void show_link(nt_system_link *link, const nt_beat *beat, bool ready) {
    *link = (nt_system_link){
        .valid = beat->count > 0 || beat->waits, .ready = ready, .count = beat->count};
    for (unsigned i = 0; i < beat->count; i++) {
        link->bytes |= (uint64_t)beat->byte[i] << (8 * i);
    }
}

/* Links between components, which are compared with the RTL's and lead nowhere else. */
static void show_links(const nt_system *s, nt_system_wires *w) {
    const nt_system_params *p = &s->params;
    nt_system_outputs *out = &w->out;
    for (unsigned i = 0; i < p->harts; i++) {
        show_link(&out->link[NT_LINK_ENCODER + i], &w->encoder_beat[i], w->encoder_ready[i]);
    }
    for (unsigned i = 0; i < nt_system_locals(p); i++) {
        show_link(&out->link[NT_LINK_LOCAL + i], &w->local[i].funnel.out,
                  w->top.funnel.in_ready >> i & 1);
    }
    show_link(&out->link[NT_LINK_STREAM], &w->stream, w->stream_ready);
    for (unsigned i = 0; i < NT_SYSTEM_SINKS; i++) {
        show_link(&out->link[NT_LINK_SINK + i], &w->sinks[i], w->sink_ready >> i & 1);
    }
}

static void show_ports(const nt_system *s, nt_system_wires *w) {
    const nt_system_params *p = &s->params;
    nt_system_outputs *out = &w->out;
    for (unsigned i = 0; i < p->harts; i++) {
        out->stall[i] = w->encoder[i].core.encoder.stall;
        out->ext_trigger_out[i] = w->encoder[i].ext_trigger_out;
    }
    out->TRC_CLK = w->pib.TRC_CLK;
    out->TRC_DATA = p->pib ? w->pib.TRC_DATA : 0xffff; /* at rest */
    const nt_axi_outputs *axi = &w->ram.sink.axi;
    out->AWVALID = axi->AWVALID;
    out->AWADDR = axi->AWVALID ? axi->AWADDR : 0;
    out->AWLEN = axi->AWVALID ? axi->AWLEN : 0;
    out->AWSIZE = 2; /* words, ... */
    out->AWBURST = 1;
    out->WSTRB = has_ram(p) ? 15 : 0; /* ... and whole ones */
    out->WVALID = axi->WVALID;
    out->WDATA = axi->WVALID ? axi->WDATA : 0;
    out->WLAST = axi->WLAST;
    out->BREADY = axi->BREADY;
    const nt_atb_bridge_outputs *atb = &w->atb;
    out->ATVALID = atb->ATVALID;
    out->AFREADY = atb->AFREADY;
    out->ATBYTES = atb->ATVALID ? atb->ATBYTES : 0;
    out->ATID = atb->ATVALID ? atb->ATID : 0;
    for (unsigned i = 0; atb->ATVALID && i <= atb->ATBYTES; i++) {
        out->ATDATA[i / 8] |= (uint64_t)atb->ATDATA[i] << (i % 8 * 8);
    }
}

void nt_system_out(const nt_system *s, const nt_system_inputs *in, nt_system_wires *w) {
    const nt_system_params *p = &s->params;
    w->out = (nt_system_outputs){.PREADY = 1}; /* pages without a component read 0 */
    w->sink_ready = 0;
    nt_atb_bridge_out(&s->atb, in->rst, &s->atb_registers.control, &w->atb);
    w->timestamp = top_timestamp(s, in);
    settle_encoders(s, in, w);
    settle_funnels(s, in, w);
    settle_sinks(s, in, w);
    const nt_sink_switch_inputs sinks = switch_inputs(s, in, w);
    nt_sink_switch_out(&s->sinks, &sinks, w->sinks);
    w->stream_ready = nt_sink_switch_ready(&s->sinks, &sinks);
    if (p->local_ram) {
        const nt_sink_switch_inputs fork = fork_inputs(s, in, w);
        nt_sink_switch_out(&s->fork, &fork, w->fork);
        w->fork_ready = nt_sink_switch_ready(&s->fork, &fork);
    }
    for (unsigned i = 0; i < p->harts; i++) {
        w->encoder_ready[i] = is_taken(s, w, i);
    }
    show_links(s, w);
    show_ports(s, w);
}

/* ---- the clock edge ---- */

static void step_locals(nt_system *s, const nt_system_inputs *in, const nt_system_wires *w) {
    const nt_system_params *p = &s->params;
    for (unsigned i = 0; i < nt_system_locals(p); i++) {
        nt_funnel_unit_inputs funnel = funnel_inputs(in, NT_PAGE_LOCAL_FUNNEL + i, w->timestamp);
        funnel.out_ready = w->top.funnel.in_ready >> i & 1;
        for (unsigned k = 0; k < p->cluster && i * p->cluster + k < clustered(p); k++) {
            funnel.in[k] = w->encoder_beat[i * p->cluster + k];
        }
        nt_funnel_unit_step(&s->local[i], &funnel, &w->local[i]);
    }
}

static void step_top(nt_system *s, const nt_system_inputs *in, const nt_system_wires *w) {
    const nt_system_params *p = &s->params;
    unsigned locals = nt_system_locals(p);
    nt_funnel_unit_inputs funnel = funnel_inputs(in, NT_PAGE_TOP_FUNNEL, in->shared_time);
    funnel.out_ready = w->stream_ready;
    for (unsigned i = 0; i < locals; i++) {
        funnel.in[i] = w->local[i].funnel.out;
    }
    for (unsigned i = clustered(p); i < p->harts; i++) {
        bool forked = p->local_ram && i == last_hart(s);
        funnel.in[locals + i - clustered(p)] = forked ? w->fork[0] : w->encoder_beat[i];
    }
    nt_funnel_unit_step(&s->top, &funnel, &w->top);
}

static void step_sinks(nt_system *s, const nt_system_inputs *in, const nt_system_wires *w) {
    const nt_system_params *p = &s->params;
    if (p->pib) {
        const nt_pib_inputs pib = {
            .rst = in->rst, .control = &s->pib_registers.control, .in = w->sinks[NT_SYSTEM_PIB]};
        const nt_pib_registers_inputs bus = pib_bus(in, w);
        nt_pib_step(&s->pib, &pib);
        nt_pib_registers_step(&s->pib_registers, &bus);
    }
    if (has_ram(p)) {
        const nt_ram_unit_inputs ram = ram_inputs(in, NT_PAGE_RAM, &w->sinks[NT_SYSTEM_RAM]);
        nt_ram_unit_step(&s->ram, &ram, &w->ram);
    }
    if (p->atb_w != 0) {
        const nt_atb_bridge_inputs atb = {.rst = in->rst,
                                          .control = &s->atb_registers.control,
                                          .in = w->sinks[NT_SYSTEM_ATB],
                                          .ATREADY = in->ATREADY,
                                          .AFVALID = in->AFVALID,
                                          .SYNCREQ = in->SYNCREQ};
        const nt_atb_registers_inputs bus = atb_bus(in, w);
        nt_atb_bridge_step(&s->atb, &atb);
        nt_atb_registers_step(&s->atb_registers, &bus);
    }
}

/* All read the wires of this cycle. Switches go before the registers that they obey. */
void nt_system_step(nt_system *s, const nt_system_inputs *in, const nt_system_wires *w) {
    const nt_system_params *p = &s->params;
    const nt_sink_switch_inputs sinks = switch_inputs(s, in, w);
    nt_sink_switch_step(&s->sinks, &sinks);
    if (p->local_ram) {
        const nt_sink_switch_inputs fork = fork_inputs(s, in, w);
        nt_sink_switch_step(&s->fork, &fork);
        const nt_ram_unit_inputs ram = ram_inputs(in, NT_PAGE_LOCAL_RAM, &w->fork[1]);
        nt_ram_unit_step(&s->local_ram, &ram, &w->local_ram);
    }
    for (unsigned i = 0; i < p->harts; i++) {
        nt_ingress ingress;
        const nt_trace_encoder_inputs encoder = encoder_inputs(s, in, w, i, &ingress);
        nt_trace_encoder_step(&s->encoder[i], &encoder, &w->encoder[i]);
    }
    step_locals(s, in, w);
    if (has_funnel(p)) {
        step_top(s, in, w);
    }
    step_sinks(s, in, w);
}
