// The sink switches of nt_switch_top: verilated.h tells.
#ifndef NT_TESTS_MUTATION_VSWITCH_H
#define NT_TESTS_MUTATION_VSWITCH_H

#include "tb/units/link_shapes.h"
#include "tb/units/link_source.h"

struct Vswitch {
    static constexpr unsigned UNITS = sizeof SWITCH_SHAPES / sizeof *SWITCH_SHAPES;
    uint8_t clk = 0, rst = 0, in_valid = 0, in_ready = 0;
    VlWide<UNITS> active = {};
    VlWide<UNITS> enable = {};
    VlWide<UNITS> in_count = {};
    VlWide<2 *UNITS> in = {};
    VlWide<UNITS> out_valid = {};
    VlWide<UNITS> out_ready = {};
    VlWide<8 *UNITS> out_count = {};
    VlWide<2 * 8 *UNITS> out = {};
    nt_sink_switch model[UNITS];

    Vswitch() {
        for (unsigned n = 0; n < UNITS; n++) {
            nt_sink_switch_init(&model[n], &SWITCH_SHAPES[n]);
        }
    }

    void settle(unsigned n, const nt_sink_switch_inputs *now) {
        nt_beat beat[NT_MAX_SINKS] = {};
        nt_sink_switch_out(&model[n], now, beat);
        put_bit(in_ready, n, nt_sink_switch_ready(&model[n], now));
        for (unsigned i = 0; i < SWITCH_SHAPES[n].sinks; i++) {
            put_bit(out_valid[n], i, beat[i].count > 0 || beat[i].waits);
            out_count[8 * n + i] = beat[i].count;
            put_bytes(out, 2 * (8 * n + i), beat[i].byte, NT_MAX_BEAT);
        }
    }

    void eval() {
        for (unsigned n = 0; n < UNITS; n++) {
            const nt_sink_switch_inputs now = {
                get_bit(rst, n), static_cast<uint8_t>(active[n]), static_cast<uint8_t>(enable[n]),
                static_cast<uint8_t>(out_ready[n]),
                get_beat(in, 2 * n, in_count[n], get_bit(in_valid, n))};
            settle(n, &now);
            if (clk != 0) {
                nt_sink_switch_step(&model[n], &now);
            }
        }
    }
};

#endif
