/* A mismatch: told in words, and replayed into files that show it. */
#ifndef NT_TB_MISMATCH_H
#define NT_TB_MISMATCH_H

#include "tb/run.h"

/* Signals, cycles and messages around the run's first mismatch, as text that the caller frees; for
   the cycle in which it comes, while they are still remembered. NULL without memory. */
char *nt_mismatch_describe(const nt_run *run);

/* The folder that the options ask for, or the default: the caller frees it. NULL without memory. */
char *nt_mismatch_folder(const nt_lockstep_options *options);

/* Runs again, with waves around the mismatch and its cycles as an ingress file; writes
   mismatch.txt, .fst, .gtkw and .nti into the folder, which is made if need be. */
int nt_mismatch_replay(const nt_run *run, const char *folder, nt_error *error);

#endif
