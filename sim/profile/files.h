/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the files of a profile into a folder: all of them, or none. */
#ifndef NT_PROFILE_FILES_H
#define NT_PROFILE_FILES_H

#include "sim/profile/profile.h"

typedef struct nt_profile_files nt_profile_files;

/* Opens the files in `folder`, which is made if it is not there. `branches`: samples have branch
   stacks. Returns 0, or -1 with the error set. */
int nt_profile_files_open(nt_profile_files **files, const char *folder, bool branches,
                          nt_error *error);

/* Writes the branch stack of a sample, a line as `perf script -F ip,brstack` has it. Returns 0, or
   -1 with the error set. */
int nt_profile_files_sample(nt_profile_files *files, const nt_sample *sample, nt_error *error);

/* Writes stacks, flame graph and reports, and gives the files their names. Frees them in any case.
   Returns 0, or -1 with the error set. */
int nt_profile_files_commit(nt_profile_files *files, const nt_profile *profile, nt_error *error);

/* Leaves nothing behind; accepts NULL. */
void nt_profile_files_abort(nt_profile_files *files);

#endif
