// nt_pib: verilated.h tells.
#ifndef NT_TESTS_MUTATION_VPIB_H
#define NT_TESTS_MUTATION_VPIB_H

extern "C" {
#include "model/transport/pib.h"
}

#include "tb/units/link_source.h"

#include <cstdint>

struct Vpib {
    uint8_t clk = 0, rst = 0;
    uint8_t trPibActive = 0, trPibEnable = 0, trPibMode = 0, trPibClkCenter = 0, trPibCalibrate = 0;
    uint16_t trPibDivider = 0;
    uint8_t in_valid = 0, in_count = 0, in_ready = 0, trPibEmpty = 0;
    uint64_t in = 0;
    uint8_t TRC_CLK = 0;
    uint16_t TRC_DATA = 0;
    nt_pib model = {};

    Vpib() {
        const nt_pib_params params = {P_BYTES};
        nt_pib_init(&model, &params);
    }

    void eval() {
        const nt_pib_control control = {trPibActive,    trPibEnable,    trPibMode,
                                        trPibClkCenter, trPibCalibrate, trPibDivider};
        nt_pib_outputs now;
        nt_pib_out(&model, &control, &now);
        in_ready = now.in_ready;
        trPibEmpty = now.trPibEmpty;
        TRC_CLK = now.TRC_CLK;
        TRC_DATA = now.TRC_DATA;
        if (clk != 0) {
            const nt_pib_inputs inputs = {rst != 0, &control,
                                          get_beat(in, 0, in_count, in_valid != 0)};
            nt_pib_step(&model, &inputs);
        }
    }
};

#endif
