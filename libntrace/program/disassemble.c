/* Instructions as text. */
#include "libntrace/program/view_internal.h"

#include <inttypes.h>
#include <stdio.h>

bool nt_view_disassemble(const nt_view *view, uint64_t pc, nt_disassembly *disassembly) {
    nt_insn insn;
    uint64_t value = 0;
    size_t known = nt_view_bytes(view, pc, disassembly->bytes, sizeof disassembly->bytes);
    disassembly->size = 0;
    disassembly->text[0] = '\0';
    if (nt_insn_decode(&insn, disassembly->bytes, known, pc, &view->isa) != 0 ||
        insn.size > known) {
        return false;
    }
    for (size_t i = 0; i < insn.size && i < 8; i++) {
        value |= (uint64_t)disassembly->bytes[i] << 8 * i;
    }
    disassembly->size = insn.size;
    (void)snprintf(disassembly->text, sizeof disassembly->text, ".%ubyte 0x%" PRIx64, insn.size,
                   value);
    return true;
}
