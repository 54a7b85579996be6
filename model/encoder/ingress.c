#include "model/encoder/ingress.h"

void nt_ingress_step(nt_ingress_latch *s, unsigned nblocks, bool rst, const nt_control *control,
                     const nt_ingress *in) {
    s->enable = !rst && control->trTeEnable && control->trTeInstTracing;
    s->mode = rst ? 0 : (uint8_t)control->trTeInstMode;
    for (unsigned i = 0; i < nblocks; i++) {
        s->block[i] = in->block[i];
        if (rst) {
            s->block[i].itype = NT_ITYPE_NONE;
            s->block[i].iretire = 0;
        }
    }
    s->tval = in->tval;
    s->context = in->context;
    s->impdef = in->impdef;
    s->cause = in->cause;
    s->priv = in->priv;
    s->trigger = rst ? 0 : in->trigger;
    s->ext_trigger = rst ? 0 : in->ext_trigger;
    s->halted = !rst && in->halted;
    s->reset = !rst && in->reset;
    s->lowpower = !rst && in->lowpower;
}
