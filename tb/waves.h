/* Waveforms of a run: a window of cycles as FST, and beside it a save file for GTKWave. */
#ifndef NT_TB_WAVES_H
#define NT_TB_WAVES_H

#include "tb/run.h"

/* Draws the current cycle if it lies in the window. */
int nt_waves_cycle(nt_run *run, nt_error *error);

/* The wave gets its name, and its save file. An empty window is an error. */
int nt_waves_commit(nt_run *run, nt_error *error);
void nt_waves_abort(nt_run *run);

/* Writes the save file alone, with the marker on a cycle. */
int nt_waves_save(const nt_run *run, uint64_t marker, nt_error *error);

#endif
