/* SPDX-License-Identifier: Apache-2.0 */
/* One channel of RVFI as a lane (model of rtl/tandem/nt_tv_rvfi_channel.v). */
#ifndef NT_MODEL_TANDEM_TV_RVFI_CHANNEL_H
#define NT_MODEL_TANDEM_TV_RVFI_CHANNEL_H

#include "model/tandem/tv_rvfi.h"

/* Sets the item that an instruction is, and returns what of it is refused: nt_tv_rvfi_reason. */
uint8_t nt_tv_rvfi_instruction(const nt_tv_rvfi_channel *channel, const nt_tv_rvfi_params *params,
                               nt_tv_rvfi_item *item);

/* Sets the item that comes before an instruction where no instruction led to it. */
void nt_tv_rvfi_entry(const nt_tv_rvfi_channel *channel, const nt_tv_rvfi_params *params,
                      nt_tv_rvfi_item *item);

#endif
