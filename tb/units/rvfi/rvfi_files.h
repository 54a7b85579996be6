/* SPDX-License-Identifier: Apache-2.0 */
/* What a run leaves for other tools: NAME.nti, the port cycle by cycle, and NAME.ntr, a recording
   of what the hart did. */
#ifndef NT_TB_UNITS_RVFI_FILES_H
#define NT_TB_UNITS_RVFI_FILES_H

#include "ntrace/recording.h"
#include "sim/ingress/ingress_file.h"
#include "tb/units/rvfi/rvfi_hart.h"

typedef struct rvfi_files {
    nt_ingress_writer *port; /* NULL: there are none */
    nt_writer *recording;
    nt_config config; /* the port, and the largest FIFO that can have to be sent */
    uint8_t priv;
    bool failed;
    nt_error error;
} rvfi_files;

/* Opens both. The port is traced in HTM, with 4-bit itype with sequential jumps and implicit
 * returns. `name` NULL: nothing. Returns 0, or -1 with the error. */
int rvfi_files_open(rvfi_files *files, const char *name, const nt_rvfi_params *params,
                    const rvfi_program *program, nt_error *error);

/* Writes a cycle, and an event; what fails comes with the end. */
void rvfi_files_cycle(rvfi_files *files, const nt_ingress *port);
void rvfi_files_event(rvfi_files *files, const rvfi_event *event);

/* Ends both; they appear with `keep`. Returns 0, or -1 with the error. */
int rvfi_files_close(rvfi_files *files, bool keep, nt_error *error);

#endif
