/* SPDX-License-Identifier: Apache-2.0 */
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

/* What differs from one kind of sink to another. */
struct nt_sink_kind {
    unsigned page; /* of its component */
    int (*configure)(const nt_sink *sink, const nt_driver *driver, nt_driver_component *component);
    void (*begin)(nt_sink *sink);
    /* Recovers bytes from the signals. NULL: they are read from its memory. */
    size_t (*cycle)(nt_sink *sink, const nt_system_inputs *in, const nt_system_outputs *rtl,
                    const uint8_t **bytes);
    const char *(*wrong)(const nt_sink *sink);
    bool asks; /* it flushes, and asks for synchronizing messages */
};

/* The PIB. */

static int configure_pib(const nt_sink *sink, const nt_driver *driver,
                         nt_driver_component *component) {
    const nt_driver_pib_setup setup = {
        .mode = sink->pib_mode, .clk_center = sink->center, .divider = sink->divider};
    return nt_driver_set_pib(driver, component, &setup);
}

static void begin_pib(nt_sink *sink) {
    const nt_pib_receiver_params params = {
        .mode = sink->pib_mode, .center = sink->center, .timing = sink->divider + 1u};
    (void)nt_pib_receiver_init(&sink->pib, &params);
}

static size_t cycle_pib(nt_sink *sink, const nt_system_inputs *in, const nt_system_outputs *rtl,
                        const uint8_t **bytes) {
    (void)in;
    nt_pib_receiver_cycle(&sink->pib, rtl->TRC_CLK != 0, (uint16_t)rtl->TRC_DATA);
    *bytes = sink->pib.alignment.byte;
    return sink->pib.received;
}

static const char *wrong_pib(const nt_sink *sink) {
    return sink->pib.wrong > 0 ? sink->pib.first : NULL;
}

/* The RAM sink. */

static int configure_ram(const nt_sink *sink, const nt_driver *driver,
                         nt_driver_component *component) {
    const nt_driver_ram_setup setup = {
        .smem = sink->smem, .start = nt_sink_ram_start(sink), .limit = nt_sink_ram_limit(sink)};
    return nt_driver_set_ram(driver, component, &setup);
}

static void begin_ram(nt_sink *sink) {
    (void)sink;
}

static const char *wrong_ram(const nt_sink *sink) {
    (void)sink;
    return NULL;
}

/* The ATB bridge. */

static int configure_atb(const nt_sink *sink, const nt_driver *driver,
                         nt_driver_component *component) {
    return nt_driver_set_atb(driver, component, sink->atb_id);
}

static void begin_atb(nt_sink *sink) {
    const nt_atb_receiver_params params = {.width = sink->atb_width, .id = sink->atb_id};
    (void)nt_atb_receiver_init(&sink->atb, &params);
}

static size_t cycle_atb(nt_sink *sink, const nt_system_inputs *in, const nt_system_outputs *rtl,
                        const uint8_t **bytes) {
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
    *bytes = sink->atb.byte;
    return sink->atb.received;
}

static const char *wrong_atb(const nt_sink *sink) {
    return sink->atb.wrong > 0 ? sink->atb.first : NULL;
}

static const nt_sink_kind pib = {NT_PAGE_PIB, configure_pib, begin_pib,
                                 cycle_pib,   wrong_pib,     false};
static const nt_sink_kind ram = {NT_PAGE_RAM, configure_ram, begin_ram, NULL, wrong_ram, false};
static const nt_sink_kind atb = {NT_PAGE_ATB, configure_atb, begin_atb, cycle_atb, wrong_atb, true};

/* --sink: its kind, and trPibMode of a PIB, or whether a RAM sink writes system memory. */
static const struct {
    const nt_sink_kind *kind;
    uint8_t pib_mode;
    bool smem;
} sinks[NT_SINKS] = {
    [NT_SINK_SWT_MANCHESTER] = {&pib, 4, false},
    [NT_SINK_SWT_UART] = {&pib, 5, false},
    [NT_SINK_PIB1] = {&pib, 8, false},
    [NT_SINK_PIB2] = {&pib, 9, false},
    [NT_SINK_PIB4] = {&pib, 10, false},
    [NT_SINK_PIB8] = {&pib, 11, false},
    [NT_SINK_PIB16] = {&pib, 12, false},
    [NT_SINK_SRAM] = {&ram, 0, false},
    [NT_SINK_SMEM] = {&ram, 0, true},
    [NT_SINK_ATB] = {&atb, 0, false},
};

int nt_sink_open(nt_sink *sink, const nt_lockstep_options *o, const nt_system_params *params,
                 nt_error *error) {
    *sink = (nt_sink){.kind = sinks[o->sink].kind,
                      .pib_mode = sinks[o->sink].pib_mode,
                      .divider = (uint16_t)nt_lockstep_component(o, "trPibDivider", 0),
                      .center = nt_lockstep_component(o, "trPibClkCenter", 0) != 0,
                      .smem = sinks[o->sink].smem,
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
    return sink->kind->page;
}

int nt_sink_configure(const nt_sink *sink, const nt_driver *driver,
                      nt_driver_component *component) {
    return sink->kind->configure(sink, driver, component);
}

uint64_t nt_sink_ram_start(const nt_sink *sink) {
    return sink->smem ? smem_base : 0;
}

uint64_t nt_sink_ram_limit(const nt_sink *sink) {
    uint64_t size = sink->smem ? SMEM_BYTES : 4 * (uint64_t)sink->sram_words;
    return nt_sink_ram_start(sink) + size - 4;
}

void nt_sink_begin(nt_sink *sink) {
    sink->kind->begin(sink);
    sink->listens = true;
}

void nt_sink_drive(nt_sink *sink, nt_system_inputs *in) {
    const nt_axi_slave_pins *axi = nt_axi_memory_drive(&sink->axi);
    in->axi = (nt_axi_inputs){
        .AWREADY = axi->AWREADY, .WREADY = axi->WREADY, .BVALID = axi->BVALID, .BRESP = axi->BRESP};
    in->ATREADY = sink->waits == 0 || nt_random_below(&sink->random, 100) >= sink->waits;
    bool asks = sink->toggles && sink->listens && sink->kind->asks;
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

size_t nt_sink_cycle(nt_sink *sink, const nt_system_inputs *in, const nt_system_outputs *rtl,
                     const uint8_t **bytes) {
    cycle_axi(sink, in, rtl);
    bool receives = sink->listens && sink->kind->cycle != NULL;
    return receives ? sink->kind->cycle(sink, in, rtl, bytes) : 0;
}

const char *nt_sink_wrong(const nt_sink *sink) {
    return sink->axi.wrong > 0 ? sink->axi.first_wrong : sink->kind->wrong(sink);
}
