/* SPDX-License-Identifier: Apache-2.0 */
/* The folder of a regression: plain files, each written whole.

     jobs/ID            the job's options
     results/ID.json    its result
     ends/ID.json       how its last attempt ended
     logs/ID.N.txt      what attempt N printed
     mismatches/ID/     the report of a mismatch
     aside/ID.json      results of jobs that the list does not have (any more)
     work/              makefile and script of the round
     lock               held by the command that runs */
#ifndef NT_REGRESS_FOLDER_H
#define NT_REGRESS_FOLDER_H

#include "sim/regress/job_list.h"

#include <limits.h>
#include <stdint.h>

/* Makes the folder, which may exist, and holds it until the process ends. Returns 0, or -1 with the
   error set: another command has it. */
int nt_folder_take(const char *folder, nt_error *error);

/* Makes the path FOLDER/KIND/NAME. Returns 0, or -1 with the error set: too long. */
int nt_folder_path(char path[PATH_MAX], const char *folder, const char *kind, const char *name,
                   nt_error *error);

/* The same with the id of a job, and with what follows it. */
int nt_folder_of_job(char path[PATH_MAX], const char *folder, const char *kind, const char *id,
                     const char *behind, nt_error *error);

/* Writes jobs/ID. */
int nt_folder_put_job(const char *folder, const nt_job *job, nt_error *error);

/* Reads jobs/ID; the caller frees the text. */
int nt_folder_get_job(const char *folder, const char *id, char **text, nt_error *error);

/* Lets results/ have files of this list alone: others go to aside/, and what it has come back. */
int nt_folder_sort(const char *folder, const nt_job_list *list, nt_error *error);

/* Returns how many files ends/ has. */
size_t nt_folder_ends(const char *folder);

/* Forgets how a job ended, with its result. */
void nt_folder_forget(const char *folder, const nt_job *job);

#endif
