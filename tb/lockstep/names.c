/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/lockstep/names.h"

#include "libntrace/messages/tables.h"
#include "ntrace/messages.h"
#include "sim/recording/names.h"

#include <fnmatch.h>
#include <stddef.h>

const char *nt_itype_text(unsigned itype) {
    static const char *const names[16] = {
        "",
        "exception",
        "interrupt",
        "trap return",
        "not-taken branch",
        "taken branch",
        "indirect jump (3 bits)",
        "itype 7",
        "indirect call",
        "direct call",
        "indirect jump",
        "direct jump",
        "coroutine swap",
        "return",
        "other indirect jump",
        "other direct jump",
    };
    return names[itype & 15];
}

const char *nt_tcode_text(unsigned tcode) {
    const char *name = nt_message_layouts[tcode % NT_TCODES].name;
    return name != NULL ? name : "reserved TCODE";
}

const char *nt_priv_text(unsigned priv) {
    return nt_priv_names[priv % NT_PRIV_NAMES];
}

const nt_signal_words nt_signal_words_list[] = {
    {"tcode", {"*_tcode"}, NT_TCODES, nt_tcode_text},
    {"itype", {"itype[[]*", "itype_[0-9]*"}, 16, nt_itype_text},
    {"priv", {"priv", "priv[[]*", "tpriv[[]*", "last_prv"}, NT_PRIV_NAMES, nt_priv_text},
    {NULL, {NULL}, 0, NULL},
};

const nt_signal_words *nt_signal_words_of(const char *signal) {
    for (const nt_signal_words *words = nt_signal_words_list; words->name != NULL; words++) {
        for (unsigned i = 0; i < 4 && words->patterns[i] != NULL; i++) {
            if (fnmatch(words->patterns[i], signal, 0) == 0) {
                return words;
            }
        }
    }
    return NULL;
}
