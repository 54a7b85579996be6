// The stream buffers of nt_stream_top: verilated.h tells.
#ifndef NT_TESTS_MUTATION_VSTREAM_H
#define NT_TESTS_MUTATION_VSTREAM_H

#include "tb/units/link_shapes.h"
#include "tb/units/link_source.h"

struct Vstream {
    static constexpr unsigned UNITS = sizeof STREAM_SHAPES / sizeof *STREAM_SHAPES;
    uint8_t clk = 0;
    uint32_t rst = 0, in_valid = 0, in_ready = 0, empty = 0;
    VlWide<UNITS> in_count = {};
    VlWide<2 *UNITS> in = {};
    VlWide<UNITS> out_count = {};
    VlWide<4 *UNITS> out = {};
    VlWide<UNITS> out_take = {};
    nt_stream_buffer model[UNITS];

    Vstream() {
        for (unsigned n = 0; n < UNITS; n++) {
            nt_stream_buffer_init(&model[n], &STREAM_SHAPES[n]);
        }
    }

    void settle(unsigned n) {
        nt_stream_buffer_outputs now;
        nt_stream_buffer_out(&model[n], &now);
        put_bit(in_ready, n, now.in_ready);
        put_bit(empty, n, now.empty);
        out_count[n] = now.count;
        put_bytes(out, 4 * n, now.byte, NT_STREAM_MAX_OUT);
    }

    void eval() {
        for (unsigned n = 0; n < UNITS; n++) {
            settle(n);
            if (clk != 0) {
                const nt_stream_buffer_inputs now = {
                    get_bit(rst, n), get_beat(in, 2 * n, in_count[n], get_bit(in_valid, n)),
                    static_cast<uint8_t>(out_take[n])};
                nt_stream_buffer_step(&model[n], &now);
            }
        }
    }
};

#endif
