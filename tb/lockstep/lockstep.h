/* The lockstep of a unit: its RTL beside its model, as a bench drives them.

   A bench is a body: it chooses the inputs of a cycle, lets the model's outputs settle, hands both
   over as the unit's view, and takes the model on by one clock edge. Where RTL and model differ,
   or the bench finds something wrong, the body is run again, with the same words and so with the
   same cycles, to say what came before and to draw it. So a body keeps nothing between its runs,
   and prints results only where all went well. One that cannot be run again says so. */
#ifndef NT_TB_LOCKSTEP_LOCKSTEP_H
#define NT_TB_LOCKSTEP_LOCKSTEP_H

#include "tb/lockstep/unit.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nt_lockstep nt_lockstep;

/* The words of the command line, without the harness's own options, begin with argv[0]. Returns the
   exit status; 2 and nothing else for words that it does not know. */
typedef int nt_lockstep_body(nt_lockstep *lockstep, int argc, char **argv);

/* Begins with RTL whose registers are random by `seed`, in cycle 0. False: out of memory. */
bool nt_lockstep_begin(nt_lockstep *lockstep, uint64_t seed);

/* Takes the RTL into the next cycle, with the view's inputs, and compares it with the view. False:
   they differ, or enough was seen; the body then returns 1. */
bool nt_lockstep_cycle(nt_lockstep *lockstep, const void *view);

/* The same without a comparison: before a reset has acted. */
void nt_lockstep_uncompared(nt_lockstep *lockstep, const void *view);

/* The body cannot be run again, since it reads commands: what is found is told from what was seen
   in this run, without a report. */
void nt_lockstep_once(nt_lockstep *lockstep);

/* Returns the number of the cycle that comes next. */
uint64_t nt_lockstep_number(const nt_lockstep *lockstep);

/* Says what the bench finds wrong in the cycle before, once. Always false, for the body to return.
 */
bool nt_lockstep_fail(nt_lockstep *lockstep, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Runs a body by the command line: main() of a bench. `usage`: its words, as one line. Exit status
   0 as it should be, 1 something is wrong, 2 a word or file that cannot be used. */
int nt_lockstep_main(int argc, char **argv, const char *usage, nt_lockstep_body *body);

#ifdef __cplusplus
}
#endif
#endif
