/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/signals.h"

#include <signal.h>
#include <unistd.h>

#include "sim/commands.h"

static void on_closed_pipe(int number) {
    static const char line[] = "ntrace: Broken pipe: what reads the output has ended\n";
    (void)number;
    (void)!write(STDERR_FILENO, line, sizeof line - 1);
    _exit(NT_EXIT_USAGE);
}

void nt_signals_as_errors(void) {
    (void)signal(SIGXFSZ, SIG_IGN);
    (void)signal(SIGPIPE, on_closed_pipe);
}
