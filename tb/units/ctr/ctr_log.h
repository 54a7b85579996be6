/* Writes what CTR was shown, asked and answered, in program order: for witnesses that know neither
   RTL nor model. tests/ctr/replay.py has the format. */
#ifndef NT_TB_UNITS_CTR_LOG_H
#define NT_TB_UNITS_CTR_LOG_H

#include "sim/stimulus/hart_cycles.h"
#include "sim/util/output_file.h"
#include "tb/units/ctr/ctr.h"

#include <stdbool.h>

typedef struct ctr_log {
    nt_output_file *file; /* NULL: there is none, and nothing is written */
    bool failed;
    nt_error error; /* where it failed */
} ctr_log;

/* Begins with the build. `path` NULL: no log. Returns 0, or -1 with the error set. */
int ctr_log_open(ctr_log *log, const char *path, const nt_ctr_config *config, nt_error *error);

/* Ends it; with `keep` it appears under its name. Returns 0, or -1 if something was not written. */
int ctr_log_close(ctr_log *log, bool keep, nt_error *error);

void ctr_log_cycle(ctr_log *log, const ctr_view *view, const nt_hart_cycle *cycle);

/* Says why CTR is sampled, after how many instructions and transfers. */
void ctr_log_sample(ctr_log *log, const char *why, uint64_t instructions, uint64_t transfers);

#endif
