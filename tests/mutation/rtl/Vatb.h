// The ATB bridges of nt_atb_top: verilated.h tells.
#ifndef NT_TESTS_MUTATION_VATB_H
#define NT_TESTS_MUTATION_VATB_H

#include "tb/units/link_shapes.h"
#include "tb/units/link_source.h"

struct Vatb {
    static constexpr unsigned UNITS = sizeof ATB_SHAPES / sizeof *ATB_SHAPES;
    uint8_t clk = 0, rst = 0, active = 0, enable = 0, empty = 0, sync_request = 0;
    uint8_t in_valid = 0, in_ready = 0;
    uint8_t ATVALID = 0, ATREADY = 0, AFVALID = 0, AFREADY = 0, SYNCREQ = 0;
    VlWide<UNITS> id = {};
    VlWide<UNITS> in_count = {};
    VlWide<2 *UNITS> in = {};
    VlWide<UNITS> ATID = {};
    VlWide<UNITS> ATBYTES = {};
    VlWide<4 *UNITS> ATDATA = {};
    nt_atb_bridge model[UNITS];

    Vatb() {
        for (unsigned n = 0; n < UNITS; n++) {
            nt_atb_bridge_init(&model[n], &ATB_SHAPES[n]);
        }
    }

    void settle(unsigned n, const nt_atb_control *control) {
        nt_atb_bridge_outputs now;
        nt_atb_bridge_out(&model[n], control, &now);
        put_bit(in_ready, n, now.in_ready);
        put_bit(empty, n, now.trAtbBridgeEmpty);
        put_bit(sync_request, n, now.sync_request);
        put_bit(ATVALID, n, now.ATVALID);
        put_bit(AFREADY, n, now.AFREADY);
        ATID[n] = now.ATID;
        ATBYTES[n] = now.ATBYTES;
        put_bytes(ATDATA, 4 * n, now.ATDATA, NT_ATB_MAX_BYTES);
    }

    void eval() {
        for (unsigned n = 0; n < UNITS; n++) {
            const nt_atb_control control = {get_bit(active, n), get_bit(enable, n), id[n]};
            settle(n, &control);
            if (clk != 0) {
                const nt_atb_bridge_inputs now = {
                    get_bit(rst, n),
                    &control,
                    get_beat(in, 2 * n, in_count[n], get_bit(in_valid, n)),
                    get_bit(ATREADY, n),
                    get_bit(AFVALID, n),
                    get_bit(SYNCREQ, n)};
                nt_atb_bridge_step(&model[n], &now);
            }
        }
    }
};

#endif
