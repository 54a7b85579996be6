/* SPDX-License-Identifier: Apache-2.0 */
/* What waves of the encoder show beside its probes, and what GTKWave shows of them first. */
#ifndef NT_TB_ENCODER_WAVES_H
#define NT_TB_ENCODER_WAVES_H

#include "tb/encoder/run.h"

/* Sets the texts of the run's view for its current cycle, whose probes have these values. */
void nt_waves_caption(nt_encoder_run *run, const nt_probe_value *value);

/* Writes what goes in, what is counted and what comes out: enough to follow a program. */
void nt_waves_overview(const nt_encoder_run *run, nt_wave_save *save);

#endif
