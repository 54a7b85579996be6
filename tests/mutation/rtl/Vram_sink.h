// nt_ram_sink: verilated.h tells.
#ifndef NT_TESTS_MUTATION_VRAM_H
#define NT_TESTS_MUTATION_VRAM_H

extern "C" {
#include "model/transport/ram_sink.h"
}

#include "tb/units/link_source.h"

#include <cstdint>
#include <vector>

struct Vram_sink {
    uint8_t clk = 0, rst = 0;
    uint8_t trRamActive = 0, trRamEnable = 0, trRamMode = 0, trRamStopOnWrap = 0;
    uint32_t trRamStartLow = 0, trRamStartHigh = 0, trRamLimitLow = 0, trRamLimitHigh = 0;
    uint8_t pointer_write = 0, data_read = 0;
    uint32_t pointer_value = 0;
    uint8_t trRamEmpty = 0, stop = 0, data_valid = 0, error = 0;
    uint64_t trRamWP = 0, trRamRP = 0, error_address = 0;
    uint32_t data = 0;
    uint8_t in_valid = 0, in_count = 0, in_ready = 0;
    uint64_t in = 0;
    uint64_t AWADDR = 0;
    uint8_t AWVALID = 0, AWLEN = 0, AWSIZE = 2, AWBURST = 1, AWREADY = 0;
    uint8_t WVALID = 0, WSTRB = 15, WLAST = 0, WREADY = 0;
    uint32_t WDATA = 0;
    uint8_t BVALID = 0, BRESP = 0, BREADY = 0;
    std::vector<uint32_t> memory = std::vector<uint32_t>(P_SRAM_WORDS + 1);
    nt_ram_sink model;

    Vram_sink() {
        const nt_ram_sink_params params = {
            P_BYTES,
            P_SRAM_WORDS,
            P_SMEM,
            {P_AXI_WORDS, P_AXI_BURST, P_AXI_OUTSTANDING, P_AXI_IDLE_CYCLES}};
        nt_ram_sink_init(&model, &params, P_SRAM_WORDS != 0 ? memory.data() : nullptr);
    }

    void settle(const nt_ram_control *control) {
        nt_ram_sink_outputs now;
        nt_ram_sink_out(&model, control, &now);
        in_ready = now.in_ready;
        trRamEmpty = now.trRamEmpty;
        stop = now.stop;
        trRamWP = now.trRamWP;
        trRamRP = now.trRamRP;
        data = now.data;
        data_valid = now.data_valid;
        error = now.error;
        error_address = now.error_address;
        AWVALID = now.axi.AWVALID;
        AWADDR = now.axi.AWADDR;
        AWLEN = now.axi.AWLEN;
        WVALID = now.axi.WVALID;
        WDATA = now.axi.WDATA;
        WLAST = now.axi.WLAST;
        BREADY = now.axi.BREADY;
    }

    void step(const nt_ram_control *control) {
        nt_ram_sink_inputs now{};
        now.rst = rst != 0;
        now.control = control;
        now.pointer_write = pointer_write;
        now.pointer_value = pointer_value;
        now.data_read = data_read != 0;
        now.in = get_beat(in, 0, in_count, in_valid != 0);
        now.axi = {AWREADY != 0, WREADY != 0, BVALID != 0, BRESP};
        nt_ram_sink_step(&model, &now);
    }

    void eval() {
        const nt_ram_control control = {trRamActive,     trRamEnable,   trRamMode,
                                        trRamStopOnWrap, trRamStartLow, trRamStartHigh,
                                        trRamLimitLow,   trRamLimitHigh};
        settle(&control);
        if (clk != 0) {
            step(&control);
        }
    }
};

#endif
