#include "sim/decode/flow_options.h"

nt_flow_options nt_flow_options_of(const nt_control *control, const nt_config *config) {
    uint32_t src_bits = nt_control_src_bits(control);
    if (src_bits > config->src_w) {
        src_bits = config->src_w;
    }
    bool options = config->options != 0;
    return (nt_flow_options){
        .src_bits = (uint8_t)src_bits,
        .src = (uint16_t)(control->trTeSrcID & ((1U << src_bits) - 1)),
        .tstamp_bits = control->trTsEnable ? config->tstamp_w : 0,
        .implicit_returns = nt_control_return_mode(control) != 0,
        .sequential_jumps = control->trTeInstEnSequentialJump != 0,
        .all_jumps = options && control->trTeInstEnAllJumps != 0,
        .extend_addr = options && control->trTeInstExtendAddrMSB != 0,
        .rc7 = control->ntRc7 != 0,
    };
}
