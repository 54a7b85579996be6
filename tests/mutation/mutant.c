/* SPDX-License-Identifier: Apache-2.0 */
/* Which mutant of the golden model runs (NT_MODEL_MUTANT where the RTL has mutants too, else
   NT_MUTANT; none without), and for how much processor time it may (NT_MILLISECONDS, any without):
   one that hangs ends by a signal. */
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>

extern int nt_mutant;
int nt_mutant;

static void limit_time(const char *text) {
    const long milliseconds = strtol(text, NULL, 10);
    const struct itimerval limit = {
        .it_value = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000}};
    (void)setitimer(ITIMER_PROF, &limit, NULL);
}

__attribute__((constructor)) static void choose(void) {
    const char *of_model = getenv("NT_MODEL_MUTANT");
    const char *number = of_model != NULL ? of_model : getenv("NT_MUTANT");
    const char *milliseconds = getenv("NT_MILLISECONDS");
    if (number != NULL) {
        nt_mutant = (int)strtol(number, NULL, 10);
    }
    if (milliseconds != NULL) {
        limit_time(milliseconds);
    }
}
