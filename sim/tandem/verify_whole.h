/* SPDX-License-Identifier: Apache-2.0 */
/* A reference that is a whole hart makes the step itself, beside the shell. What it does is judged
   as a trace is: by the shell, with the reference's own choices. Where it agrees with that, it is a
   right hart like any other; what it does otherwise is a difference, if the trace has not the same.
 */
#ifndef NT_TANDEM_VERIFY_WHOLE_H
#define NT_TANDEM_VERIFY_WHOLE_H

#include "sim/tandem/verifier.h"

typedef struct nt_tv_whole nt_tv_whole;

/* Allocates what a whole hart needs beside the verifier's shell; NULL: no memory. */
nt_tv_whole *nt_tv_whole_new(const nt_tv_shell *shell);
void nt_tv_whole_free(nt_tv_whole *whole); /* accepts NULL */

/* Has the hart make the step of the group, which was applied to the shadow state, if that is one
   that a whole hart makes otherwise. Memory is as before afterwards. Returns 0, or -1 with the
   error set. */
int nt_tv_whole_step(nt_tv_verifier *v);

/* Adds to the report what the hart did otherwise than the shell, and the trace. */
void nt_tv_whole_compare(nt_tv_verifier *v);

#endif
