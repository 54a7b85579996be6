#include "model/transport/pib.h"

enum { MODE_PARALLEL_8 = 11, IDLE = 0xff, MSEO = 3, MSEO_END_OF_MESSAGE = 3 };

static bool runs(const nt_control *control) {
    return control->trPibActive && control->trPibMode == MODE_PARALLEL_8;
}

void nt_pib_reset(nt_pib *s) {
    *s = (nt_pib){.trc_data = IDLE};
}

bool nt_pib_ready(const nt_pib *s, const nt_control *control) {
    return runs(control) && s->divider == 0 && (control->trPibEnable || s->in_message);
}

void nt_pib_step(nt_pib *s, const nt_pib_inputs *in) {
    if (in->rst || !runs(in->control)) {
        nt_pib_reset(s);
    } else if (s->divider == 0) {
        bool take = in->in_valid && nt_pib_ready(s, in->control);
        s->trc_clk = !s->trc_clk;
        s->trc_data = take ? in->in : IDLE;
        s->divider = (uint16_t)in->control->trPibDivider;
        /* Without a byte there is no message, be it that the encoder was reset within one. */
        s->in_message = take && (in->in & MSEO) != MSEO_END_OF_MESSAGE;
    } else {
        s->divider--;
    }
}
