/* What led to a finding, in words, and where it is shown. */
#ifndef NT_TB_ENCODER_MISMATCH_H
#define NT_TB_ENCODER_MISMATCH_H

#include "tb/encoder/run.h"

/* Prints the cycles and messages of a run up to cycle `at`, one of its last. */
void nt_mismatch_print(const nt_run *run, FILE *out, uint64_t at);

/* Returns the folder that the options ask for, or the default: the caller frees it. NULL without
   memory. */
char *nt_mismatch_folder(const nt_lockstep_options *options);

#endif
