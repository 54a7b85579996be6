/* SPDX-License-Identifier: Apache-2.0 */
#include "model/control/trigger.h"

enum { EVENT_START = 1, EVENT_STOP = 2 };

static bool asks(unsigned ntriggers, const nt_control *control, uint8_t ext_trigger,
                 uint32_t action) {
    for (unsigned i = 0; i < ntriggers && ext_trigger >> i != 0; i++) {
        if ((ext_trigger >> i & 1) && (control->trTeTrigExtInControl >> (4 * i) & 15) == action) {
            return true;
        }
    }
    return false;
}

void nt_trigger_out(unsigned ntriggers, const nt_control *control, uint8_t trigger,
                    uint8_t ext_trigger, nt_trigger_outputs *out) {
    bool enabled = control->trTeInstTrigEnable;
    out->trace_on =
        enabled && ((trigger & 1) || asks(ntriggers, control, ext_trigger, NT_ACTION_TRACE_ON));
    out->trace_off =
        enabled && ((trigger & 2) || asks(ntriggers, control, ext_trigger, NT_ACTION_TRACE_OFF));
}

void nt_trigger_step(nt_trigger *s, unsigned ntriggers, bool rst, const nt_control *control) {
    bool tracing = control->trTeInstTracing;
    unsigned event = tracing == s->tracing ? 0 : tracing ? EVENT_START : EVENT_STOP;
    uint8_t fires = 0;
    for (unsigned i = 0; i < ntriggers && event != 0; i++) {
        bool chosen = (control->trTeTrigExtOutControl >> (4 * i) & event) != 0;
        fires = (uint8_t)(fires | (unsigned)chosen << i);
    }
    s->tracing = !rst && tracing;
    s->ext_trigger_out = rst ? 0 : fires;
}
