/* SPDX-License-Identifier: Apache-2.0 */
/* Holds one hart's view of a program; images by index. */
#ifndef NT_PROGRAM_VIEW_INTERNAL_H
#define NT_PROGRAM_VIEW_INTERNAL_H

#include "libntrace/program/program_internal.h"

struct nt_view {
    nt_program *program;
    unsigned hart;
    nt_isa isa;
    uint64_t mask;     /* of an address */
    nt_image **loaded; /* the view's own copy of a recording's or pcinfo's code; else NULL */
    uint32_t *order;   /* all images, in the order of look-ups */
    uint32_t *visible; /* those that apply now, in that order */
    size_t visible_count;
    uint8_t mode; /* one NT_MODE_*; 0: unknown */
    bool has_scontext;
    bool has_hcontext;
    uint64_t scontext;
    uint64_t hcontext;
    uint64_t space;      /* distinguishes sets of visible images */
    uint64_t generation; /* of all images together */
};

#endif
