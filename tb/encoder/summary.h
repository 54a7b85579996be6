/* The result of a run, as text or as JSON. */
#ifndef NT_TB_ENCODER_SUMMARY_H
#define NT_TB_ENCODER_SUMMARY_H

#include "tb/encoder/run.h"

int nt_summary_text(FILE *out, const nt_run *run);

/* Prints what a run in which nothing is wrong has shown, for the line of its verdict. */
void nt_summary_verdict(FILE *out, const nt_run *run);

/* -1: no memory, or the file cannot be written. */
int nt_summary_json(FILE *out, const nt_run *run);

#endif
