/* SPDX-License-Identifier: Apache-2.0 */
/* Made by scripts/packages.py from the file VERSION. */
#ifndef NTRACE_VERSION_H
#define NTRACE_VERSION_H

/* Is the version of these headers. */
#define NTRACE_VERSION "1.0.0"

/* Is the same as a number: 10000 times the first part, 100 times the second, and the third. */
#define NTRACE_VERSION_NUMBER 10000

#endif
