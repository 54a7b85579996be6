#include "model/encoder/message.h"

#include "model/codes.h"

void nt_message_step(nt_message_stage *s, unsigned valid, nt_descriptor slot[NT_MAX_SLOTS]) {
    for (unsigned i = 0; valid >> i; i++) {
        if (!((valid >> i) & 1)) {
            continue;
        }
        uint64_t address = slot[i].addr;
        if (slot[i].tcode == NT_TCODE_INDIRECT_BRANCH ||
            slot[i].tcode == NT_TCODE_INDIRECT_BRANCH_HIST) {
            slot[i].addr = address ^ s->reference;
            s->reference = address;
        } else if (slot[i].tcode == NT_TCODE_PROG_TRACE_SYNC) {
            s->reference = address;
            s->known = true;
        }
    }
}
