#include "tb/system/sink.h"

#include <stdlib.h>

/* Where system memory lies, as far as a trace is written there. */
static const uint64_t smem_base = 0x1080000000u;
enum {
    SMEM_BYTES = 1 << 18,
    ATB_ID = 0x2a,             /* trAtbBridgeID, unless it is chosen */
    FLUSH_CHANCE = 300,        /* one in so many cycles, with --toggle */
    SYNC_REQUEST_CHANCE = 500, /* likewise */
};

/* trPibMode of a sink. */
static const uint8_t pib_modes[NT_SINKS] = {
    [NT_SINK_SWT_MANCHESTER] = 4, [NT_SINK_SWT_UART] = 5, [NT_SINK_PIB1] = 8,   [NT_SINK_PIB2] = 9,
    [NT_SINK_PIB4] = 10,          [NT_SINK_PIB8] = 11,    [NT_SINK_PIB16] = 12,
};

int nt_sink_open(nt_sink *sink, const nt_lockstep_options *o, const nt_system_params *params,
                 nt_error *error) {
    *sink = (nt_sink){.kind = o->sink,
                      .pib_mode = pib_modes[o->sink],
                      .divider = (uint16_t)nt_lockstep_component(o, "trPibDivider", 0),
                      .center = nt_lockstep_component(o, "trPibClkCenter", 0) != 0,
                      .smem = o->sink == NT_SINK_SMEM,
                      .sram_words = params->sram_words,
                      .waits = o->backpressure,
                      .toggles = o->toggle,
                      .atb_width = params->atb_w / 8,
                      .atb_id = (uint8_t)nt_lockstep_component(o, "trAtbBridgeID", ATB_ID)};
    nt_random_seed(&sink->random, o->shape.seed + 2);
    sink->axi_bytes = malloc(SMEM_BYTES);
    if (sink->axi_bytes == NULL) {
        return nt_fail(error, "out of memory");
    }
    nt_axi_memory_init(&sink->axi, sink->axi_bytes, smem_base, SMEM_BYTES, o->shape.seed + 3);
    uint16_t chance = (uint16_t)(sink->waits * 256 / 100);
    sink->axi.behaviour = (nt_axi_behaviour){.aw_wait = chance, .w_wait = chance, .b_wait = chance};
    return 0;
}

void nt_sink_close(nt_sink *sink) {
    free(sink->axi_bytes);
    *sink = (nt_sink){0};
}

unsigned nt_sink_page(const nt_sink *sink) {
    return sink->pib_mode != 0         ? NT_PAGE_PIB
           : sink->kind == NT_SINK_ATB ? NT_PAGE_ATB
                                       : NT_PAGE_RAM;
}

uint64_t nt_sink_ram_start(const nt_sink *sink) {
    return sink->smem ? smem_base : 0;
}

uint64_t nt_sink_ram_limit(const nt_sink *sink) {
    uint64_t size = sink->smem ? SMEM_BYTES : 4 * (uint64_t)sink->sram_words;
    return nt_sink_ram_start(sink) + size - 4;
}

void nt_sink_begin(nt_sink *sink) {
    if (sink->pib_mode != 0) {
        const nt_pib_receiver_params params = {
            .mode = sink->pib_mode, .center = sink->center, .timing = sink->divider + 1u};
        (void)nt_pib_receiver_init(&sink->pib, &params);
    }
    if (sink->kind == NT_SINK_ATB) {
        const nt_atb_receiver_params params = {.width = sink->atb_width, .id = sink->atb_id};
        (void)nt_atb_receiver_init(&sink->atb, &params);
    }
    sink->listens = true;
}

void nt_sink_drive(nt_sink *sink, nt_system_inputs *in) {
    const nt_axi_slave_pins *axi = nt_axi_memory_drive(&sink->axi);
    in->axi = (nt_axi_inputs){
        .AWREADY = axi->AWREADY, .WREADY = axi->WREADY, .BVALID = axi->BVALID, .BRESP = axi->BRESP};
    in->ATREADY = sink->waits == 0 || nt_random_below(&sink->random, 100) >= sink->waits;
    bool asks = sink->toggles && sink->listens && sink->kind == NT_SINK_ATB;
    sink->flushing |= asks && nt_random_below(&sink->random, FLUSH_CHANCE) == 0;
    in->AFVALID = sink->flushing;
    in->SYNCREQ = asks && nt_random_below(&sink->random, SYNC_REQUEST_CHANCE) == 0;
}

static void cycle_axi(nt_sink *sink, const nt_system_inputs *in, const nt_system_outputs *rtl) {
    const nt_axi_master_pins pins = {.AWVALID = rtl->AWVALID != 0,
                                     .AWADDR = rtl->AWADDR,
                                     .AWLEN = (uint8_t)rtl->AWLEN,
                                     .AWSIZE = (uint8_t)rtl->AWSIZE,
                                     .AWBURST = (uint8_t)rtl->AWBURST,
                                     .WVALID = rtl->WVALID != 0,
                                     .WDATA = (uint32_t)rtl->WDATA,
                                     .WSTRB = (uint8_t)rtl->WSTRB,
                                     .WLAST = rtl->WLAST != 0,
                                     .BREADY = rtl->BREADY != 0};
    nt_axi_memory_cycle(&sink->axi, in->rst, &pins);
}

static void cycle_atb(nt_sink *sink, const nt_system_inputs *in, const nt_system_outputs *rtl) {
    nt_atb_signals now = {.reset = in->rst,
                          .ATVALID = rtl->ATVALID != 0,
                          .ATREADY = in->ATREADY,
                          .ATID = (uint8_t)rtl->ATID,
                          .ATBYTES = (uint8_t)rtl->ATBYTES,
                          .AFVALID = in->AFVALID,
                          .AFREADY = rtl->AFREADY != 0};
    for (unsigned i = 0; i < NT_ATB_RECEIVER_BYTES; i++) {
        now.ATDATA[i] = (uint8_t)(rtl->ATDATA[i / 8] >> (i % 8 * 8));
    }
    nt_atb_receiver_cycle(&sink->atb, &now);
    sink->flushing &= !rtl->AFREADY;
}

size_t nt_sink_cycle(nt_sink *sink, const nt_system_inputs *in, const nt_system_outputs *rtl,
                     const uint8_t **bytes) {
    cycle_axi(sink, in, rtl);
    if (!sink->listens || nt_sink_page(sink) == NT_PAGE_RAM) {
        return 0;
    }
    if (sink->kind == NT_SINK_ATB) {
        cycle_atb(sink, in, rtl);
        *bytes = sink->atb.byte;
        return sink->atb.received;
    }
    nt_pib_receiver_cycle(&sink->pib, rtl->TRC_CLK != 0, (uint16_t)rtl->TRC_DATA);
    *bytes = sink->pib.alignment.byte;
    return sink->pib.received;
}

const char *nt_sink_wrong(const nt_sink *sink) {
    if (sink->axi.wrong > 0) {
        return sink->axi.first_wrong;
    }
    if (sink->atb.wrong > 0) {
        return sink->atb.first;
    }
    return sink->pib.wrong > 0 ? sink->pib.first : NULL;
}
