/* One cycle of a run: RTL and golden model settle, are compared, feed the witnesses, and step. */
#ifndef NT_TB_ENCODER_CYCLE_H
#define NT_TB_ENCODER_CYCLE_H

#include "tb/encoder/run.h"

/* By the run's mode; the model alone and the stimulus need no RTL. */
bool nt_run_has_rtl(const nt_run *run);

/* Who takes the bytes, by the control fields as they are now. */
void nt_run_choose_sink(nt_run *run);

/* Clock edges with reset, not counted as cycles: before, the RTL's registers are random. */
void nt_run_reset(nt_run *run);

/* Runs `cycle` as cycle number run->cycle. 1: go on; 0: a mismatch ends the run; -1: an error. */
int nt_run_cycle(nt_run *run, const nt_cycle *cycle, nt_error *error);

/* Hands the bytes taken so far to the witnesses and the output. */
int nt_run_flush(nt_run *run, nt_error *error);

#endif
