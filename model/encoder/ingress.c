#include "model/encoder/ingress.h"

void nt_ingress_step(nt_ingress_latch *s, unsigned nblocks, bool rst, const nt_control *control,
                     const nt_ingress *in) {
    s->enable = !rst && control->trTeEnable && control->trTeInstTracing;
    s->mode = rst ? 0 : (uint8_t)control->trTeInstMode;
    for (unsigned i = 0; i < nblocks; i++) {
        s->block[i].iaddr = in->block[i].iaddr & ~(uint64_t)1;
        s->block[i].itype = rst ? NT_ITYPE_NONE : in->block[i].itype;
        s->block[i].iretire = rst ? 0 : in->block[i].iretire;
    }
    s->halted = !rst && in->halted;
    s->reset = !rst && in->reset;
    s->lowpower = !rst && in->lowpower;
}
