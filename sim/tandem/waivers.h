/* SPDX-License-Identifier: Apache-2.0 */
/* Waivers: what a trace may have otherwise, with a reason. One a line:

       insn CODE[/MASK] REASON
       csr NAME REASON
       address FIRST:LAST REASON

   Numbers have 0x or are decimal; '#' begins a comment. */
#ifndef NT_TANDEM_WAIVERS_H
#define NT_TANDEM_WAIVERS_H

#include "libntrace/util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum nt_tv_waiver_kind {
    NT_TV_WAIVE_INSN,
    NT_TV_WAIVE_CSR,
    NT_TV_WAIVE_ADDRESS,
} nt_tv_waiver_kind;

enum { NT_TV_WAIVERS = 64, NT_TV_WAIVER_TEXT = 128 };

typedef struct nt_tv_waiver {
    nt_tv_waiver_kind kind;
    uint64_t first; /* code, CSR or first address */
    uint64_t last;  /* mask, or last address */
    unsigned line;
    uint64_t used;
    char text[NT_TV_WAIVER_TEXT]; /* the line, cut */
} nt_tv_waiver;

typedef struct nt_tv_waivers {
    size_t count;
    nt_tv_waiver waiver[NT_TV_WAIVERS];
} nt_tv_waivers;

/* Reads a file. Returns 0, or -1 with the error set. */
int nt_tv_waivers_read(nt_tv_waivers *waivers, const char *path, nt_error *error);

/* Each returns the waiver of an instruction, CSR or address; NULL: there is none. `waivers` may be
   NULL. */
nt_tv_waiver *nt_tv_waiver_of_insn(nt_tv_waivers *waivers, uint32_t code);
nt_tv_waiver *nt_tv_waiver_of_csr(nt_tv_waivers *waivers, uint16_t csr);
nt_tv_waiver *nt_tv_waiver_of_address(nt_tv_waivers *waivers, uint64_t address);

#endif
