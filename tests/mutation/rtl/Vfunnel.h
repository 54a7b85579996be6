// The funnels of nt_funnel_top: verilated.h tells.
#ifndef NT_TESTS_MUTATION_VFUNNEL_H
#define NT_TESTS_MUTATION_VFUNNEL_H

#include "tb/units/link_shapes.h"
#include "tb/units/link_source.h"

struct Vfunnel {
    static constexpr unsigned UNITS = sizeof FUNNEL_SHAPES / sizeof *FUNNEL_SHAPES;
    uint8_t clk = 0, rst = 0, active = 0, enable = 0, empty = 0, out_valid = 0, out_ready = 0;
    VlWide<UNITS> disinput = {};
    VlWide<UNITS> in_valid = {};
    VlWide<UNITS> in_ready = {};
    VlWide<16 *UNITS> in_count = {};
    VlWide<2 * 16 *UNITS> in = {};
    VlWide<UNITS> out_count = {};
    VlWide<2 *UNITS> out = {};
    nt_funnel model[UNITS];

    Vfunnel() {
        for (unsigned n = 0; n < UNITS; n++) {
            nt_funnel_init(&model[n], &FUNNEL_SHAPES[n]);
        }
    }

    void settle(unsigned n, const nt_funnel_control *control) {
        nt_funnel_outputs now;
        nt_funnel_out(&model[n], control, &now);
        in_ready[n] = now.in_ready;
        put_bit(empty, n, now.trFunnelEmpty);
        put_bit(out_valid, n, now.out.count > 0);
        out_count[n] = now.out.count;
        put_bytes(out, 2 * n, now.out.byte, NT_MAX_BEAT);
    }

    void step(unsigned n, const nt_funnel_control *control) {
        nt_funnel_inputs now{};
        now.rst = get_bit(rst, n);
        now.control = control;
        now.out_ready = get_bit(out_ready, n);
        for (unsigned i = 0; i < FUNNEL_SHAPES[n].inputs; i++) {
            unsigned link = 16 * n + i;
            now.in[i] = get_beat(in, 2 * link, in_count[link], get_bit(in_valid[n], i));
        }
        nt_funnel_step(&model[n], &now);
    }

    void eval() {
        for (unsigned n = 0; n < UNITS; n++) {
            const nt_funnel_control control = {get_bit(active, n), get_bit(enable, n), disinput[n]};
            settle(n, &control);
            if (clk != 0) {
                step(n, &control);
            }
        }
    }
};

#endif
