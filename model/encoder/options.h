/* SPDX-License-Identifier: Apache-2.0 */
/* Options: the control fields that decide about messages and bytes, as they were when the encoder
   was last empty and not tracing. A change while it traces has no effect before. */
#ifndef NT_MODEL_ENCODER_OPTIONS_H
#define NT_MODEL_ENCODER_OPTIONS_H

#include "model/config.h"
#include "model/control/control.h"
#include "model/transport/parts.h"

#include <stdbool.h>

typedef struct nt_options {
    bool ownership;       /* trTeContext */
    uint8_t return_mode;  /* 0 off, 1 counting, 2 partial, 3 full address */
    bool sequential_jump; /* trTeInstEnSequentialJump */
    bool repeated;        /* trTeInstEnRepeatedHistory */
    bool repeat_branch;   /* ntEnRepeatBranch */
    bool all_jumps;       /* trTeInstEnAllJumps */
    bool sync_icnt;       /* ntEnSyncICNT */
    bool rc7;             /* ntRc7 */
    uint8_t sync_mode;    /* trTeInstSyncMode */
    uint8_t sync_max;     /* trTeInstSyncMax */
    nt_format_settings
        format; /* trTeSrcBits, trTeSrcID, trTsEnable, trTeInstExtendAddrMSB, ntTrimOwnership */
} nt_options;

/* The options that the fields ask for, as far as the build has them. */
nt_options nt_options_of(const nt_control *control, const nt_config *config);

#endif
