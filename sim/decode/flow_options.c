/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/flow_options.h"

nt_flow_options nt_flow_options_of(const nt_control *control, const nt_config *config) {
    uint32_t src_bits = control->trTeInhibitSrc ? 0 : control->trTeSrcBits;
    if (src_bits > config->src_w) {
        src_bits = config->src_w;
    }
    bool options = config->options != 0;
    return (nt_flow_options){
        .size = sizeof(nt_flow_options),
        .src_bits = (uint8_t)src_bits,
        .src = (uint16_t)(control->trTeSrcID & ((1U << src_bits) - 1)),
        .tstamp_bits = control->trTsEnable ? config->tstamp_w : 0,
        .implicit_returns =
            control->trTeInstEnImplicitReturn || control->trTeInstImplicitReturnMode != 0,
        .sequential_jumps =
            options && config->sijump != 0 && control->trTeInstEnSequentialJump != 0,
        .all_jumps = options && control->trTeInstEnAllJumps != 0,
        .extend_addr = options && control->trTeInstExtendAddrMSB != 0,
        .rc7 = control->ntRc7 != 0,
    };
}
