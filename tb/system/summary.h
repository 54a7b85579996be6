/* The result of a run of the system bench, for people and for machines. */
#ifndef NT_TB_SYSTEM_SUMMARY_H
#define NT_TB_SYSTEM_SUMMARY_H

#include "tb/system/run.h"

int nt_system_summary_text(FILE *out, const nt_system_run *run);
/* -1: it could not be written. */
int nt_system_summary_json(FILE *out, const nt_system_run *run);

#endif
