/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a function that waits in its middle, for whoever resumes it, and goes on there. A build has
   one of: coroutine_ucontext.c (POSIX), coroutine_windows.c (fibers), coroutine_threads.c (C11's
   threads, where neither is: a thread of its own, of which one runs at a time). */
#ifndef NT_UTIL_COROUTINE_H
#define NT_UTIL_COROUTINE_H

#include <stddef.h>

typedef struct nt_coroutine nt_coroutine;

enum { NT_COROUTINE_STACK = 1 << 18 }; /* bytes: what runs on it may read files */

/* Allocates a coroutine; nothing runs yet. `run` must not return. Returns NULL without memory. */
nt_coroutine *nt_coroutine_new(void (*run)(void *context), void *context);

/* Frees it, wherever it waits, or nothing if it is NULL. */
void nt_coroutine_free(nt_coroutine *coroutine);

/* Lets it run until it waits. Any thread may call this, one at a time. Returns 0, or -1 where there
   is no memory for the switch. */
int nt_coroutine_resume(nt_coroutine *coroutine);

/* Waits, within `run`, for the next nt_coroutine_resume. */
void nt_coroutine_wait(nt_coroutine *coroutine);

#endif
