#include "tb/system/split.h"

enum { MDO_BITS = 6, MSEO_MASK = 3, END_OF_MESSAGE = 3 };

nt_split_result nt_split_byte(nt_splitter *s, uint8_t byte) {
    bool begins = s->size == 0 || (s->byte[s->size - 1] & MSEO_MASK) == END_OF_MESSAGE;
    bool ends = (byte & MSEO_MASK) == END_OF_MESSAGE;
    if (begins) {
        s->size = 0;
        if (ends) {
            return NT_SPLIT_IDLE;
        }
    }
    if (s->size == NT_SPLIT_BYTES) {
        return NT_SPLIT_LONG;
    }
    s->byte[s->size++] = byte;
    return ends ? NT_SPLIT_MESSAGE : NT_SPLIT_MORE;
}

unsigned nt_split_source(const nt_splitter *s) {
    uint64_t mdo = 0;
    for (unsigned i = 1; i < s->size && i <= 2; i++) {
        mdo |= (uint64_t)(s->byte[i] >> 2) << ((i - 1) * MDO_BITS);
    }
    return (unsigned)(mdo & ((1u << s->src_bits) - 1));
}
