/* SPDX-License-Identifier: Apache-2.0 */
/* Provides the signals at the encoder's pins, cycle by cycle, from an ingress file (.nti), a
   recording through the shaper, or the random generator. */
#ifndef NT_INGRESS_INGRESS_FILE_H
#define NT_INGRESS_INGRESS_FILE_H

#include "libntrace/util/error.h"
#include "model/config.h"
#include "model/control/encoder_registers.h"
#include "model/encoder/ingress.h"
#include "sim/settings/settings.h"

#include <stdbool.h>
#include <stdint.h>

enum { NT_MAX_WRITES = 8 };

/* Describes a control field's new value at this clock edge (seen by the encoder in this same
   cycle). */
typedef struct nt_control_write {
    uint16_t field; /* index into nt_control_fields[], model/control/control.h */
    uint32_t value;
} nt_control_write;

/* Holds one clock cycle. The defaults (all zero except sink_ready) are an idle cycle. */
typedef struct nt_cycle {
    nt_ingress ingress;
    nt_apb apb;                            /* to the encoder's registers */
    nt_control_write write[NT_MAX_WRITES]; /* in order, before the cycle */
    uint8_t writes;
    bool rst; /* synchronous reset of the encoder */
    /* The byte sink takes a byte in this cycle. Ignored while a PIB is the sink: trPibActive is 1
       and trPibMode is not 0. */
    bool sink_ready;
} nt_cycle;

/* Is a source of cycles. `next` returns 1 with a cycle, 0 at the end, -1 on an error. `stall` is
   the encoder's stall output of the cycle before. A source is deterministic: opened again with
   the same arguments and given the same stalls it returns the same cycles. */
typedef struct nt_source {
    int (*next)(void *self, bool stall, nt_cycle *cycle, nt_error *error);
    void (*close)(void *self);
    void *self;
} nt_source;

/* Opens an ingress file in text or binary form, detected from its content; docs/ingress.md has
   both. The file's port must be the build's; a `config` of NULL accepts any. "-" is standard
   input. */
int nt_ingress_file_open(nt_source *source, const char *path, const nt_config *config,
                         nt_error *error);

/* Returns the port of an open ingress file, as a config that has only the port's parameters set. */
nt_config nt_ingress_file_config(const nt_source *source);

/* Selects the build for which the file was made, if --config was not given (not for "-"). */
int nt_ingress_file_fit(nt_settings *settings, const char *path, nt_error *error);

/* Is a writer: the file appears under its name only with the commit. A cycle that the port
   cannot represent (a value too wide) is an error; one that violates its rules is not. */
typedef struct nt_ingress_writer nt_ingress_writer;
int nt_ingress_writer_open(nt_ingress_writer **writer, const char *path, bool text,
                           const nt_config *config, nt_error *error);
/* Opens a writer of one line of fixed columns per cycle, for $fscanf in a Verilog testbench;
   there is no reader. */
int nt_ingress_writer_open_hex(nt_ingress_writer **writer, const char *path,
                               const nt_config *config, nt_error *error);
int nt_ingress_writer_cycle(nt_ingress_writer *writer, const nt_cycle *cycle, nt_error *error);
int nt_ingress_writer_commit(nt_ingress_writer *writer, nt_error *error); /* frees in any case */
void nt_ingress_writer_abort(nt_ingress_writer *writer);

#endif
