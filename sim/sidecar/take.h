/* SPDX-License-Identifier: Apache-2.0 */
/* Takes the settings of a trace from its sidecar, for commands that read it. */
#ifndef NT_SIDECAR_TAKE_H
#define NT_SIDECAR_TAKE_H

#include "sim/decode/images.h"
#include "sim/settings/settings.h"
#include "sim/sidecar/sidecar.h"
#include "sim/util/options.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct nt_sidecar_use {
    const char *command;
    const char *trace;
    const char *outputs[2];  /* that the command writes, which must not be the sidecar; or NULL */
    const nt_images *images; /* compared with those that the trace was made with; or NULL */
} nt_sidecar_use;

/* What a sidecar knows beside settings and build. */
typedef struct nt_sidecar_rest {
    int hart;    /* -1: not known */
    uint64_t hz; /* 0: not known */
    nt_watch settings;
    nt_sidecar_image image[NT_SIDECAR_IMAGES];
    unsigned images;
    char
        other[1024]; /* a line about an image that the trace was not made with; "": there is none */
} nt_sidecar_rest;

/* Sets what no option has set from the trace's sidecar, if there is one. A line on standard error
   names one that is not used, and fields that it cannot give. Returns 0, or -1 with the error set:
   it seems to be this trace's and cannot be read. `rest`: may be NULL. */
int nt_sidecar_take(nt_settings *settings, const nt_sidecar_use *use, nt_sidecar_rest *rest,
                    nt_error *error);

/* Describes a part of the trace: what its sidecar has, and what options gave. Returns whether
   anything is known. `part` points to the settings' build. */
bool nt_sidecar_of_part(nt_sidecar *part, const nt_settings *settings, const nt_sidecar_rest *rest);

/* Prints the line about an image, once the images are read. */
void nt_sidecar_print_other(const nt_sidecar_rest *rest);

/* Returns the hart that it names; -1 where the program has no code of it. */
int nt_sidecar_hart(const nt_sidecar_rest *rest, nt_program *program);

/* Is a row of a command's table of options; `member` is a bool. */
#define NT_SIDECAR_OPTION(type, member)                                                            \
    {                                                                                              \
        "no-sidecar", 0, NT_OPTION_FLAG, offsetof(type, member), 0, 0, NULL, NULL,                 \
            "do not read F.nex.json, which has settings and build of the trace where no option "   \
            "gives them"                                                                           \
    }

#endif
