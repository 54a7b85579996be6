/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/form.h"

#include <string.h>

const nt_form *const nt_forms[] = {&nt_form_pc,
                                   &nt_form_insn,
                                   &nt_form_calls,
                                   &nt_form_folded,
                                   &nt_form_flame,
                                   &nt_form_perfetto,
                                   &nt_form_stats,
                                   &nt_form_lcov,
                                   &nt_form_json,
                                   &nt_form_ranges,
                                   NULL};

const nt_form *nt_form_find(const char *name) {
    for (const nt_form *const *form = nt_forms; *form != NULL; form++) {
        if (strcmp((*form)->name, name) == 0) {
            return *form;
        }
    }
    return NULL;
}
