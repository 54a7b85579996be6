#include "tb/system/debugger.h"

#include "model/control/register_file.h"
#include "sim/receive/ram_trace.h"
#include "tb/system/bus.h"

#include <string.h>

enum {
    POLLS = 1 << 22, /* reads until a component must have done as it was told */
    ACTIVE = 1 << 0, /* of every tr??Control */
    ENABLE = 1 << 1,
    TRACING = 1 << 2, /* trTeControl */
    EMPTY = 1 << 3,   /* of every tr??Control */
    COMPONENT_CONTROL = 0x000,
    RAM_WP_LOW = 0x020,
    TS_CONTROL = 0x040,
};

/* A memory that is being read. */
typedef struct nt_ram_reading {
    nt_system_run *run;
    unsigned page;
    int result; /* of the last access */
} nt_ram_reading;

static unsigned pages_of_sinks(const nt_system_run *run, unsigned page[2]) {
    unsigned count = 0;
    page[count++] = nt_sink_page(&run->sink);
    if (run->model.params.local_ram) {
        page[count++] = NT_PAGE_LOCAL_RAM;
    }
    return count;
}

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

/* Waits until those bits of tr??Control are so. */
static int wait_for(nt_system_run *run, unsigned page, uint32_t mask, uint32_t value,
                    const char *what) {
    for (unsigned i = 0; i < POLLS; i++) {
        uint32_t word;
        int result = nt_system_read(run, nt_system_address(page, COMPONENT_CONTROL), &word);
        if (result != 1 || (word & mask) == value) {
            return result;
        }
    }
    return fail(run, page, what);
}

/* Changes bits of tr??Control. */
static int change(nt_system_run *run, unsigned page, uint32_t clear, uint32_t set) {
    uint32_t word;
    int result = nt_system_read(run, nt_system_address(page, COMPONENT_CONTROL), &word);
    return result == 1 ? nt_system_write(run, nt_system_address(page, COMPONENT_CONTROL),
                                         (word & ~clear) | set)
                       : result;
}

static int reset_component(nt_system_run *run, unsigned page) {
    int result = nt_system_write(run, nt_system_address(page, COMPONENT_CONTROL), 0);
    if (result == 1) {
        result = wait_for(run, page, ACTIVE, 0, "does not go into reset");
    }
    if (result == 1) {
        result = nt_system_write(run, nt_system_address(page, COMPONENT_CONTROL), ACTIVE);
    }
    return result == 1 ? wait_for(run, page, ACTIVE, ACTIVE, "does not leave reset") : result;
}

static int enable_component(nt_system_run *run, unsigned page) {
    int result = change(run, page, 0, ENABLE);
    return result == 1 ? wait_for(run, page, ENABLE, ENABLE, "is not enabled") : result;
}

static int disable_component(nt_system_run *run, unsigned page) {
    int result = change(run, page, ENABLE, 0);
    return result == 1 ? wait_for(run, page, ENABLE | EMPTY, EMPTY, "does not become empty")
                       : result;
}

bool nt_debugger_find(const nt_register_map *map, const char *name, uint32_t *offset,
                      const nt_register_field **field) {
    for (unsigned i = 0; i < map->count; i++) {
        const nt_register *r = &map->registers[i];
        for (unsigned k = 0; r->unit == NT_UNIT_COMPONENT && k < r->field_count; k++) {
            if (strcmp(r->fields[k].name, name) == 0) {
                *offset = r->offset;
                *field = &r->fields[k];
                return true;
            }
        }
    }
    return false;
}

/* Writes a field, and the register's others as they are. */
static int set_field(nt_system_run *run, unsigned page, const nt_register_map *map,
                     const char *name, uint32_t value) {
    uint32_t offset;
    const nt_register_field *field;
    if (!nt_debugger_find(map, name, &offset, &field)) {
        return nt_fail(run->error, "%s has no field %s", map->title, name);
    }
    uint32_t address = nt_system_address(page, offset);
    uint32_t mask = nt_register_mask(field->width);
    uint32_t word;
    uint32_t now;
    int result = nt_system_read(run, address, &word);
    if (result == 1) {
        word = (word & ~(mask << field->lsb)) | (value & mask) << field->lsb;
        result = nt_system_write(run, address, word);
    }
    if (result == 1) {
        result = nt_system_read(run, address, &now);
    }
    if (result == 1 && nt_register_bits(field, now) != (value & mask)) {
        return nt_fail(run->error, "%s=%u: this system has it as %u", name, value,
                       nt_register_bits(field, now));
    }
    return result;
}

/* ---- sinks and funnels ---- */

/* The fields that were given for a component. */
static int set_given(nt_system_run *run, unsigned page, const nt_register_map *map) {
    const nt_lockstep_options *o = run->options;
    int result = 1;
    for (unsigned i = 0; i < o->component_count && result == 1; i++) {
        if (o->component[i].map == map) {
            result = set_field(run, page, map, o->component[i].name, o->component[i].value);
        }
    }
    return result;
}

static int start_ram(nt_system_run *run, unsigned page, bool smem, uint64_t start, uint64_t limit) {
    const struct {
        const char *name;
        uint32_t value;
    } fields[] = {
        {"trRamMode", smem},
        {"trRamStartLow", (uint32_t)start >> 2},
        {"trRamStartHigh", (uint32_t)(start >> 32)},
        {"trRamLimitLow", (uint32_t)limit >> 2},
        {"trRamLimitHigh", (uint32_t)(limit >> 32)},
        {"trRamWPLow", (uint32_t)start >> 2},
        {"trRamWPHigh", (uint32_t)(start >> 32)},
    };
    int result = 1;
    for (unsigned i = 0; i < sizeof fields / sizeof fields[0] && result == 1; i++) {
        result = set_field(run, page, &nt_ram_map, fields[i].name, fields[i].value);
    }
    return result;
}

static int start_pib(nt_system_run *run) {
    int result = set_field(run, NT_PAGE_PIB, &nt_pib_map, "trPibDivider", run->sink.divider);
    if (result == 1) {
        result = set_field(run, NT_PAGE_PIB, &nt_pib_map, "trPibMode", run->sink.pib_mode);
    }
    return result == 1 ? set_given(run, NT_PAGE_PIB, &nt_pib_map) : result;
}

static int start_sink(nt_system_run *run, unsigned page) {
    int result = reset_component(run, page);
    if (result != 1) {
        return result;
    }
    switch (page) {
    case NT_PAGE_PIB:
        result = start_pib(run);
        break;
    case NT_PAGE_RAM:
        result = start_ram(run, page, run->sink.smem, nt_sink_ram_start(&run->sink),
                           nt_sink_ram_limit(&run->sink));
        break;
    case NT_PAGE_LOCAL_RAM:
        result = start_ram(run, page, false, 0, 4 * (uint64_t)run->model.params.local_words - 4);
        break;
    default:
        result = set_given(run, page, &nt_atb_map);
        break;
    }
    if (result == 1 && page == nt_sink_page(&run->sink)) {
        nt_sink_begin(&run->sink);
    }
    return result == 1 ? enable_component(run, page) : result;
}

/* Timestamps: the top funnel counts, all others share its time. */
static int start_funnel(nt_system_run *run, unsigned page) {
    bool top = page == NT_PAGE_TOP_FUNNEL;
    int result = reset_component(run, page);
    if (result == 1 && run->options->settings.control.trTsEnable != 0) {
        uint32_t word = ACTIVE | (top ? 1u << 1 | NT_TS_INTERNAL_SYSTEM << 4 : NT_TS_SHARED << 4);
        result = nt_system_write(run, nt_system_address(page, TS_CONTROL), word);
    }
    if (result == 1 && top) {
        result = set_given(run, page, &nt_funnel_map);
    }
    if (result == 1 && top && run->model.params.local_ram) {
        /* The last hart is traced into its own memory */
        uint32_t last = 1u << (nt_system_top_inputs(&run->model.params) - 1);
        result = set_field(run, page, &nt_funnel_map, "trFunnelDisInput", last);
    }
    return result == 1 ? enable_component(run, page) : result;
}

/* ---- encoders ---- */

static nt_control control_of(const nt_system_run *run, unsigned hart) {
    nt_control control = run->options->settings.control;
    if (run->model.params.harts > 1) {
        control.trTeSrcID = hart;
        control.trTeSrcBits = run->splitter.src_bits;
        control.trTsMode = control.trTsEnable != 0 ? NT_TS_SHARED : control.trTsMode;
    }
    control.trTeEnable = 0;
    control.trTeInstTracing = 0;
    return control;
}

static int configure_encoder(nt_system_run *run, unsigned hart) {
    const nt_config *config = run->options->settings.config;
    const nt_control control = control_of(run, hart);
    int result = reset_component(run, hart);
    for (unsigned i = 0; i < nt_encoder_map.count && result == 1; i++) {
        const nt_register *r = &nt_encoder_map.registers[i];
        unsigned units = nt_register_units_built(config, r->unit);
        for (unsigned unit = 0; unit < units && result == 1; unit++) {
            uint32_t offset = r->offset + unit * NT_REGISTER_STRIDE;
            result = nt_system_write(run, nt_system_address(hart, offset),
                                     nt_registers_word(&control, r, unit));
        }
    }
    return result;
}

static int start_encoder(nt_system_run *run, unsigned hart) {
    int result = configure_encoder(run, hart);
    return result == 1 ? enable_component(run, hart) : result;
}

/* ---- everything ---- */

int nt_debugger_start(nt_system_run *run) {
    unsigned page[1 + NT_SYSTEM_LOCALS];
    int result = 1;
    unsigned count = pages_of_sinks(run, page);
    for (unsigned i = 0; i < count && result == 1; i++) {
        result = start_sink(run, page[i]);
    }
    count = pages_of_funnels(run, page);
    for (unsigned i = 0; i < count && result == 1; i++) {
        result = start_funnel(run, page[i]);
    }
    for (unsigned i = 0; i < run->model.params.harts && result == 1; i++) {
        result = start_encoder(run, i);
    }
    for (unsigned i = 0; i < run->model.params.harts && result == 1; i++) {
        result =
            run->options->settings.control.trTeInstTracing != 0 ? change(run, i, 0, TRACING) : 1;
    }
    return result;
}

/* The local funnels come behind the top one in the table, and before it in the stream. */
int nt_debugger_stop(nt_system_run *run) {
    unsigned page[1 + NT_SYSTEM_LOCALS];
    int result = 1;
    for (unsigned i = 0; i < run->model.params.harts && result == 1; i++) {
        result = change(run, i, TRACING, 0);
        if (result == 1) {
            result = disable_component(run, i);
        }
    }
    for (unsigned i = pages_of_funnels(run, page); i > 0 && result == 1; i--) {
        result = disable_component(run, page[i - 1]);
    }
    unsigned count = pages_of_sinks(run, page);
    for (unsigned i = 0; i < count && result == 1; i++) {
        result = disable_component(run, page[i]);
    }
    return result;
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
        result = wait_for(run, page, EMPTY, EMPTY, "does not become empty");
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
        result = nt_system_run_receive(run, trace.bytes, trace.size) == 0 ? 1 : -1;
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

static int read_out_if(nt_system_run *run, unsigned page, bool all) {
    uint64_t fill;
    uint64_t size;
    int result = fill_of(run, page, &fill, &size);
    if (result != 1 || (!all && fill < size / 2)) {
        return result;
    }
    if (!all) {
        result = disable_component(run, page);
    }
    if (result == 1) {
        result = read_out(run, page);
    }
    return result == 1 && !all ? enable_component(run, page) : result;
}

int nt_debugger_read_out(nt_system_run *run, bool all) {
    int result = 1;
    if (nt_sink_page(&run->sink) == NT_PAGE_RAM) {
        result = read_out_if(run, NT_PAGE_RAM, all);
    }
    return result == 1 && run->model.params.local_ram ? read_out_if(run, NT_PAGE_LOCAL_RAM, all)
                                                      : result;
}
