/* SPDX-License-Identifier: Apache-2.0 */
#include "model/ram_unit.h"

void nt_ram_unit_init(nt_ram_unit *s, const nt_ram_sink_params *params, uint32_t *sram) {
    const nt_ram_registers_params registers = {.sram_words = params->sram_words,
                                               .smem = params->smem};
    nt_ram_registers_init(&s->registers, &registers);
    nt_ram_sink_init(&s->sink, params, sram);
}

static nt_ram_registers_inputs bus_of(const nt_ram_unit_inputs *in,
                                      const nt_ram_sink_outputs *out) {
    return (nt_ram_registers_inputs){.rst = in->rst,
                                     .apb = in->apb,
                                     .trRamEmpty = out->trRamEmpty,
                                     .stop = out->stop,
                                     .trRamWP = out->trRamWP,
                                     .trRamRP = out->trRamRP,
                                     .data = out->data,
                                     .data_valid = out->data_valid,
                                     .error = out->error,
                                     .error_address = out->error_address};
}

void nt_ram_unit_out(const nt_ram_unit *s, const nt_ram_unit_inputs *in, nt_ram_unit_outputs *out) {
    nt_ram_sink_out(&s->sink, in->rst, &s->registers.control, &out->sink);
    const nt_ram_registers_inputs bus = bus_of(in, &out->sink);
    nt_ram_registers_out(&s->registers, &bus, &out->registers);
}

void nt_ram_unit_step(nt_ram_unit *s, const nt_ram_unit_inputs *in,
                      const nt_ram_unit_outputs *out) {
    const nt_ram_sink_inputs sink = {.rst = in->rst,
                                     .control = &s->registers.control,
                                     .pointer_write = out->registers.pointer_write,
                                     .pointer_value = out->registers.pointer_value,
                                     .data_read = out->registers.data_read,
                                     .in = in->in,
                                     .axi = in->axi};
    const nt_ram_registers_inputs bus = bus_of(in, &out->sink);
    nt_ram_sink_step(&s->sink, &sink);
    nt_ram_registers_step(&s->registers, &bus);
}
