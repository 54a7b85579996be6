/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/stimulus/itype.h"

#include "model/encoder/ingress.h"

enum { DRAFT_UNINFERABLE_RETURN = 12 };

const uint8_t nt_itypes[3][NT_INSN_CLASSES] = {
    [NT_ITYPES_NARROW] = {[NT_INSN_OTHER] = NT_ITYPE_NONE,
                          [NT_INSN_BRANCH] = NT_ITYPE_NOT_TAKEN,
                          [NT_INSN_DIRECT_CALL] = NT_ITYPE_NONE,
                          [NT_INSN_DIRECT_JUMP] = NT_ITYPE_NONE,
                          [NT_INSN_DIRECT_JUMP_LINK] = NT_ITYPE_NONE,
                          [NT_INSN_INDIRECT_CALL] = NT_ITYPE_INDIRECT,
                          [NT_INSN_INDIRECT_JUMP] = NT_ITYPE_INDIRECT,
                          [NT_INSN_COROUTINE_SWAP] = NT_ITYPE_INDIRECT,
                          [NT_INSN_RETURN] = NT_ITYPE_INDIRECT,
                          [NT_INSN_INDIRECT_JUMP_LINK] = NT_ITYPE_INDIRECT,
                          [NT_INSN_TRAP_RETURN] = NT_ITYPE_TRAP_RETURN},
    [NT_ITYPES_WIDE] = {[NT_INSN_OTHER] = NT_ITYPE_NONE,
                        [NT_INSN_BRANCH] = NT_ITYPE_NOT_TAKEN,
                        [NT_INSN_DIRECT_CALL] = NT_ITYPE_DIRECT_CALL,
                        [NT_INSN_DIRECT_JUMP] = NT_ITYPE_DIRECT_JUMP,
                        [NT_INSN_DIRECT_JUMP_LINK] = NT_ITYPE_OTHER_DIRECT,
                        [NT_INSN_INDIRECT_CALL] = NT_ITYPE_INDIRECT_CALL,
                        [NT_INSN_INDIRECT_JUMP] = NT_ITYPE_INDIRECT_JUMP,
                        [NT_INSN_COROUTINE_SWAP] = NT_ITYPE_COROUTINE_SWAP,
                        [NT_INSN_RETURN] = NT_ITYPE_RETURN,
                        [NT_INSN_INDIRECT_JUMP_LINK] = NT_ITYPE_OTHER_INDIRECT,
                        [NT_INSN_TRAP_RETURN] = NT_ITYPE_TRAP_RETURN},
    /* The draft calls jalr x1, x5 and x5, x1 calls (and jalr x1, x1 a swap, which is of a class
       with other calls here), and its 13 is a return that can be inferred. */
    [NT_ITYPES_DRAFT] = {[NT_INSN_OTHER] = NT_ITYPE_NONE,
                         [NT_INSN_BRANCH] = NT_ITYPE_NOT_TAKEN,
                         [NT_INSN_DIRECT_CALL] = NT_ITYPE_DIRECT_CALL,
                         [NT_INSN_DIRECT_JUMP] = NT_ITYPE_DIRECT_JUMP,
                         [NT_INSN_DIRECT_JUMP_LINK] = NT_ITYPE_OTHER_DIRECT,
                         [NT_INSN_INDIRECT_CALL] = NT_ITYPE_INDIRECT_CALL,
                         [NT_INSN_INDIRECT_JUMP] = NT_ITYPE_INDIRECT_JUMP,
                         [NT_INSN_COROUTINE_SWAP] = NT_ITYPE_INDIRECT_CALL,
                         [NT_INSN_RETURN] = DRAFT_UNINFERABLE_RETURN,
                         [NT_INSN_INDIRECT_JUMP_LINK] = NT_ITYPE_OTHER_INDIRECT,
                         [NT_INSN_TRAP_RETURN] = NT_ITYPE_TRAP_RETURN},
};

uint8_t nt_itype_of(nt_insn_class class_, nt_itype_set set, bool all_jumps) {
    bool jumps = class_ == NT_INSN_DIRECT_JUMP || class_ == NT_INSN_DIRECT_JUMP_LINK ||
                 (class_ == NT_INSN_DIRECT_CALL && set == NT_ITYPES_NARROW);
    return all_jumps && jumps ? NT_ITYPE_TAKEN : nt_itypes[set][class_];
}

bool nt_itype_has_sijump(nt_insn_class class_) {
    return class_ == NT_INSN_INDIRECT_CALL || class_ == NT_INSN_INDIRECT_JUMP ||
           class_ == NT_INSN_COROUTINE_SWAP || class_ == NT_INSN_INDIRECT_JUMP_LINK;
}
