/* SPDX-License-Identifier: Apache-2.0 */
#include "model/encoder/options.h"

nt_options nt_options_of(const nt_control *control, const nt_config *config) {
    uint32_t src_bits = nt_control_src_bits(control);
    return (nt_options){
        .ownership = config->scontext_w != 0 && control->trTeContext,
        .return_mode = config->stack_depth != 0 && !config->draft
                           ? (uint8_t)nt_control_return_mode(control)
                           : 0,
        .sequential_jump = config->options && config->sijump && control->trTeInstEnSequentialJump,
        .repeated = config->period_w != 0 && control->trTeInstEnRepeatedHistory,
        .repeat_branch = config->repeat_w != 0 && control->ntEnRepeatBranch,
        .all_jumps = config->options && control->trTeInstEnAllJumps,
        .sync_icnt = control->ntEnSyncICNT,
        .rc7 = control->ntRc7,
        .sync_mode = (uint8_t)control->trTeInstSyncMode,
        .sync_max = (uint8_t)control->trTeInstSyncMax,
        .format = {.src_bits = (uint8_t)(src_bits < config->src_w ? src_bits : config->src_w),
                   .src_id = (uint16_t)control->trTeSrcID,
                   .ts_enable = config->tstamp_w != 0 && control->trTsEnable,
                   .extend_msb = config->options && control->trTeInstExtendAddrMSB,
                   .trim_ownership = config->scontext_w != 0 && control->ntTrimOwnership},
    };
}
