/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/system/debugger.h"

#include "model/control/encoder_map.h"
#include "model/control/register_file.h"
#include "receive/ram_trace.h"
#include "tb/system/bus.h"

#include <string.h>

enum {
    POLLS = 1 << 22,             /* reads until a component must have done as it was told */
    FLUSH_POLLS = 300,           /* so long a toggle waits; a hart may await a target */
    ENABLE = 1 << 1,             /* of every tr??Control */
    TRACING = 1 << 2,            /* trTeControl */
    EMPTY = 1 << 3,              /* of every tr??Control */
    STALL_OR_OVERFLOW = 1 << 12, /* trTeInstStallOrOverflow of trTeControl */
    COMPONENT_CONTROL = 0x000,
    TE_INST_FEATURES = 0x008,
    TE_INST_FILTERS = 0x00c,
    RAM_WP_LOW = 0x020,
    TS_CONTROL = 0x040,
    TS_ACTIVE = 1 << 0,
    TS_COUNT = 1 << 1,
    TS_MODE_LSB = 4,
};

/* A memory that is being read. */
typedef struct nt_ram_reading {
    nt_system_run *run;
    unsigned page;
    int result; /* of the last access */
} nt_ram_reading;

static unsigned pages_of_funnels(const nt_system_run *run, unsigned page[1 + NT_SYSTEM_LOCALS]) {
    unsigned count = 0;
    if (run->model.params.harts > 1) {
        page[count++] = NT_PAGE_TOP_FUNNEL;
    }
    for (unsigned i = 0; i < nt_system_locals(&run->model.params); i++) {
        page[count++] = NT_PAGE_LOCAL_FUNNEL + i;
    }
    return count;
}

/* ---- one component ---- */

static int fail(nt_system_run *run, unsigned page, const char *what) {
    return nt_fail(run->error, "the component at 0x%x %s", nt_system_address(page, 0), what);
}

/* Reads tr??Control until those bits are so, `polls` times at most. */
static int poll(nt_system_run *run, unsigned page, uint32_t mask, uint32_t value, unsigned polls) {
    int result = 1;
    bool found = false;
    for (unsigned i = 0; i < polls && result == 1 && !found; i++) {
        uint32_t word;
        result = nt_system_read(run, nt_system_address(page, COMPONENT_CONTROL), &word);
        found = (word & mask) == value;
    }
    return result;
}

/* Changes bits of tr??Control. */
static int change(nt_system_run *run, unsigned page, uint32_t clear, uint32_t set) {
    uint32_t word;
    int result = nt_system_read(run, nt_system_address(page, COMPONENT_CONTROL), &word);
    return result == 1 ? nt_system_write(run, nt_system_address(page, COMPONENT_CONTROL),
                                         (word & ~clear) | set)
                       : result;
}

/* ---- the driver and its list of components ---- */

static bool driver_read(void *context, uint64_t address, uint32_t *value) {
    nt_system_run *run = context;
    run->access = nt_system_read(run, (uint32_t)address, value);
    return run->access == 1;
}

static bool driver_write(void *context, uint64_t address, uint32_t value) {
    nt_system_run *run = context;
    run->access = nt_system_write(run, (uint32_t)address, value);
    return run->access == 1;
}

static nt_driver driver_of(nt_system_run *run) {
    return (nt_driver){
        .registers = {.context = run, .read32 = driver_read, .write32 = driver_write},
        .polls = POLLS};
}

/* What the driver's answer means for the run: 1, 0 or -1. */
static int judge(nt_system_run *run, const nt_driver_component *component, int error) {
    char text[200];
    if (error == NT_DRIVER_OK) {
        return 1;
    }
    if (error == NT_DRIVER_BUS && run->access != 1) {
        return run->access;
    }
    (void)nt_driver_describe(component, error, text, sizeof text);
    return nt_fail(run->error, "%s", text);
}

static void add(nt_system_run *run, nt_driver_type type, unsigned page) {
    run->component[run->components++] =
        (nt_driver_component){.type = type, .base = nt_system_address(page, 0)};
}

static unsigned page_of(const nt_driver_component *component) {
    return (unsigned)(component->base >> 12);
}

/* In the order in which trace flows. */
static void list_components(nt_system_run *run) {
    const nt_system_params *p = &run->model.params;
    run->components = 0;
    for (unsigned i = 0; i < p->harts; i++) {
        add(run, NT_DRIVER_ENCODER, i);
    }
    for (unsigned i = 0; i < nt_system_locals(p); i++) {
        add(run, NT_DRIVER_FUNNEL, NT_PAGE_LOCAL_FUNNEL + i);
    }
    if (p->harts > 1) {
        add(run, NT_DRIVER_FUNNEL, NT_PAGE_TOP_FUNNEL);
    }
    if (p->local_ram) {
        add(run, NT_DRIVER_RAM_SINK, NT_PAGE_LOCAL_RAM);
    }
    unsigned page = nt_sink_page(&run->sink);
    add(run,
        page == NT_PAGE_PIB   ? NT_DRIVER_PIB_SINK
        : page == NT_PAGE_RAM ? NT_DRIVER_RAM_SINK
                              : NT_DRIVER_ATB_BRIDGE,
        page);
}

/* ---- configuration ---- */

/* Of an encoder: as asked for, SRC and shared time where there are several, as far as this build
   has it. */
static nt_control control_of(const nt_system_run *run, unsigned hart) {
    nt_control control = run->options->settings.control;
    if (run->model.params.harts > 1) {
        control.trTeSrcID = hart;
        control.trTeSrcBits = run->demux.src_bits;
        control.trTsMode = control.trTsEnable != 0 ? NT_TS_SHARED : control.trTsMode;
    }
    nt_encoder_registers_legalize(&control, run->options->settings.config);
    control.trTeEnable = 0;
    control.trTeInstTracing = 0;
    return control;
}

static uint32_t word_at(const nt_control *control, uint16_t offset) {
    unsigned unit;
    const nt_register *where = nt_register_at(&nt_encoder_map, offset, &unit);
    return (uint32_t)nt_register_word(&nt_encoder_map, control, where, 0);
}

/* Registers that the driver does not know: filters, comparators, triggers, the vendor's own. */
static int write_others(nt_system_run *run, unsigned hart, const nt_control *control) {
    const nt_config *config = run->options->settings.config;
    int result = 1;
    for (unsigned i = 0; i < nt_encoder_map.count && result == 1; i++) {
        const nt_register *r = &nt_encoder_map.registers[i];
        unsigned units = nt_register_units_built(&nt_encoder_map, r, config);
        bool known = r->address <= TE_INST_FILTERS || r->address == TS_CONTROL;
        for (unsigned unit = 0; unit < units && result == 1 && !known; unit++) {
            uint32_t offset = nt_register_address(&nt_encoder_map, r, unit);
            result = nt_system_write(run, nt_system_address(hart, offset),
                                     (uint32_t)nt_register_word(&nt_encoder_map, control, r, unit));
        }
    }
    return result;
}

static int set_encoder(nt_system_run *run, const nt_driver *driver,
                       nt_driver_component *component) {
    const nt_control control = control_of(run, page_of(component));
    const nt_driver_encoder_setup setup = {.control = word_at(&control, COMPONENT_CONTROL),
                                           .features = word_at(&control, TE_INST_FEATURES),
                                           .filters = word_at(&control, TE_INST_FILTERS),
                                           .timestamps = word_at(&control, TS_CONTROL)};
    int error = nt_driver_set_encoder(driver, component, &setup);
    return error == 0 ? write_others(run, page_of(component), &control)
                      : judge(run, component, error);
}

/* Timestamps: the top funnel counts, all others share its time. */
static int set_funnel(nt_system_run *run, const nt_driver *driver, nt_driver_component *component) {
    const nt_system_params *p = &run->model.params;
    bool top = page_of(component) == NT_PAGE_TOP_FUNNEL;
    uint32_t disabled = top ? nt_lockstep_disabled_inputs(run->options) : 0;
    uint32_t timestamps = 0;
    if (top && p->local_ram) {
        /* The last hart is traced into its own memory */
        disabled = 1u << (nt_system_top_inputs(p) - 1);
    }
    if (p->config->tstamp_w > 0 && run->options->settings.control.trTsEnable != 0) {
        timestamps = top ? TS_ACTIVE | TS_COUNT | NT_TS_INTERNAL_SYSTEM << TS_MODE_LSB
                         : TS_ACTIVE | NT_TS_SHARED << TS_MODE_LSB;
    }
    return judge(run, component, nt_driver_set_funnel(driver, component, disabled, timestamps));
}

/* The sink of the system, or the memory of one hart. */
static int set_sink(nt_system_run *run, const nt_driver *driver, nt_driver_component *component) {
    const nt_driver_ram_setup local = {.limit = 4 * (uint64_t)run->model.params.local_words - 4};
    bool is_local = page_of(component) == NT_PAGE_LOCAL_RAM;
    int error = is_local ? nt_driver_set_ram(driver, component, &local)
                         : nt_sink_configure(&run->sink, driver, component);
    return judge(run, component, error);
}

static int configure(nt_system_run *run, const nt_driver *driver, nt_driver_component *component) {
    int result = judge(run, component, nt_driver_discover(driver, component));
    if (result != 1) {
        return result;
    }
    return component->type == NT_DRIVER_ENCODER  ? set_encoder(run, driver, component)
           : component->type == NT_DRIVER_FUNNEL ? set_funnel(run, driver, component)
                                                 : set_sink(run, driver, component);
}

/* ---- everything ---- */

int nt_debugger_start(nt_system_run *run) {
    const nt_driver driver = driver_of(run);
    nt_driver_component *failed = run->component;
    int result = 1;
    list_components(run);
    for (unsigned i = run->components; i > 0 && result == 1; i--) {
        result = configure(run, &driver, &run->component[i - 1]);
    }
    if (result != 1) {
        return result;
    }
    nt_sink_begin(&run->sink);
    int error = nt_driver_enable(&driver, run->component, run->components, &failed);
    if (error == 0 && run->options->settings.control.trTeInstTracing != 0) {
        error = nt_driver_start(&driver, run->component, run->components, &failed);
    }
    return judge(run, failed, error);
}

static int read_status(nt_system_run *run) {
    int result = 1;
    for (unsigned i = 0; i < run->model.params.harts && result == 1; i++) {
        uint32_t word = 0;
        result = nt_system_read(run, nt_system_address(i, COMPONENT_CONTROL), &word);
        run->hart[i].stalled_or_lost = (word & STALL_OR_OVERFLOW) != 0;
    }
    return result;
}

int nt_debugger_stop(nt_system_run *run) {
    const nt_driver driver = driver_of(run);
    nt_driver_component *failed = run->component;
    int result = read_status(run);
    if (result != 1) {
        return result;
    }
    int error = nt_driver_disable(&driver, run->component, run->components, &failed);
    return judge(run, failed, error);
}

static int idle(nt_system_run *run, uint32_t cycles) {
    int result = 1;
    for (uint32_t i = 0; i < cycles && result == 1; i++) {
        result = nt_system_run_cycle(run);
    }
    return result;
}

/* Off for some cycles, and on again, whether it was empty by then or not. */
static int off_and_on(nt_system_run *run, unsigned page, uint32_t bit) {
    bool flush = nt_random_chance(&run->toggles, 128);
    int result = change(run, page, bit, 0);
    if (result == 1 && flush) {
        result = poll(run, page, EMPTY, EMPTY, FLUSH_POLLS);
    }
    if (result == 1) {
        result = idle(run, nt_random_below(&run->toggles, 200));
    }
    return result == 1 ? change(run, page, 0, bit) : result;
}

int nt_debugger_toggle(nt_system_run *run) {
    unsigned page[1 + NT_SYSTEM_LOCALS];
    unsigned hart = nt_random_below(&run->toggles, run->model.params.harts);
    unsigned funnels = pages_of_funnels(run, page);
    run->toggled++;
    switch (nt_random_below(&run->toggles, 4)) {
    case 0:
        return off_and_on(run, hart, TRACING);
    case 1:
        return off_and_on(run, hart, ENABLE);
    case 2:
        if (funnels > 0) {
            return off_and_on(run, page[nt_random_below(&run->toggles, funnels)], ENABLE);
        }
        /* fall through */
    default:
        return off_and_on(run, nt_sink_page(&run->sink), ENABLE);
    }
}

/* ---- memories ---- */

static int port_read(void *context, uint32_t offset, uint32_t *value) {
    nt_ram_reading *reading = context;
    reading->result = nt_system_read(reading->run, nt_system_address(reading->page, offset), value);
    return reading->result == 1 ? 0 : -1;
}

static int port_write(void *context, uint32_t offset, uint32_t value) {
    nt_ram_reading *reading = context;
    reading->result =
        nt_system_write(reading->run, nt_system_address(reading->page, offset), value);
    return reading->result == 1 ? 0 : -1;
}

static int read_memory(nt_system_run *run, unsigned page, const nt_ram_buffer *buffer,
                       nt_ram_port *port, nt_ram_reading *reading, nt_ram_trace *trace) {
    const nt_axi_memory *memory = &run->sink.axi;
    nt_ram_status status =
        buffer->smem ? nt_ram_copy_smem(buffer, memory->bytes, memory->base, memory->size, trace)
                     : nt_ram_read_sram(port, nt_ram_buffer_size(buffer), trace);
    if (status == NT_RAM_ACCESS) {
        return reading->result;
    }
    return status == NT_RAM_OK ? 1 : fail(run, page, nt_ram_status_text(status));
}

/* The sink must be disabled. Leaves the write pointer at the start. */
static int read_out(nt_system_run *run, unsigned page) {
    nt_ram_reading reading = {.run = run, .page = page};
    nt_ram_port port = {.read32 = port_read, .write32 = port_write, .context = &reading};
    nt_ram_buffer buffer;
    nt_ram_status status = nt_ram_read_buffer(&port, &buffer);
    if (status == NT_RAM_ACCESS) {
        return reading.result;
    }
    if (status != NT_RAM_OK) {
        return fail(run, page, nt_ram_status_text(status));
    }
    nt_ram_trace trace = {0};
    int result = read_memory(run, page, &buffer, &port, &reading, &trace);
    if (result == 1) {
        run->read_outs++;
        nt_demux *demux = page == NT_PAGE_RAM ? &run->demux : &run->local;
        result = nt_system_run_receive(run, demux, trace.bytes, trace.size) == 0 ? 1 : -1;
    }
    nt_ram_trace_free(&trace);
    if (result == 1) {
        result = nt_system_write(run, nt_system_address(page, RAM_WP_LOW), (uint32_t)buffer.start);
    }
    return result;
}

/* Bytes in the memory of a sink that may be tracing, and all that fit. */
static int fill_of(nt_system_run *run, unsigned page, uint64_t *fill, uint64_t *size) {
    bool main = page == NT_PAGE_RAM;
    uint64_t start = main ? nt_sink_ram_start(&run->sink) : 0;
    uint64_t limit =
        main ? nt_sink_ram_limit(&run->sink) : 4 * (uint64_t)run->model.params.local_words - 4;
    uint32_t wp;
    int result = nt_system_read(run, nt_system_address(page, RAM_WP_LOW), &wp);
    *fill = (wp & ~3u) - (uint32_t)start;
    *size = limit - start + 4;
    return result;
}

static nt_driver_component *component_at(nt_system_run *run, unsigned page) {
    nt_driver_component *component = run->component;
    while (page_of(component) != page) {
        component++;
    }
    return component;
}

/* The memory is half full. `*result`: as of an access. */
static bool is_due(nt_system_run *run, unsigned page, int *result) {
    uint64_t fill;
    uint64_t size;
    *result = fill_of(run, page, &fill, &size);
    return *result == 1 && fill >= size / 2;
}

static unsigned memories(nt_system_run *run, nt_driver_component *list[2]) {
    unsigned count = 0;
    if (nt_sink_page(&run->sink) == NT_PAGE_RAM) {
        list[count++] = component_at(run, NT_PAGE_RAM);
    }
    if (run->model.params.local_ram) {
        list[count++] = component_at(run, NT_PAGE_LOCAL_RAM);
    }
    return count;
}

/* All memories while none is written: reading one out takes so long that another could overflow. */
int nt_debugger_read_out(nt_system_run *run, bool all) {
    const nt_driver driver = driver_of(run);
    nt_driver_component *sink[2];
    unsigned count = memories(run, sink);
    bool due = all;
    int result = 1;
    for (unsigned i = 0; i < count && result == 1 && !due; i++) {
        due = is_due(run, page_of(sink[i]), &result);
    }
    for (unsigned i = 0; i < count && result == 1 && due && !all; i++) {
        result = judge(run, sink[i], nt_driver_disable(&driver, sink[i], 1, NULL));
    }
    for (unsigned i = 0; i < count && result == 1 && due; i++) {
        result = read_out(run, page_of(sink[i]));
    }
    for (unsigned i = 0; i < count && result == 1 && due && !all; i++) {
        result = judge(run, sink[i], nt_driver_enable(&driver, sink[i], 1, NULL));
    }
    return result;
}
