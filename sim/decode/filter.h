/* SPDX-License-Identifier: Apache-2.0 */
/* Selects the output of a decoding: by function, address and time. */
#ifndef NT_DECODE_FILTER_H
#define NT_DECODE_FILTER_H

#include "libntrace/util/error.h"
#include "ntrace/flow.h"
#include "ntrace/program.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct nt_filter_options {
    const char *function; /* its name; with '+' at its end, all functions that it calls too.
                             NULL: all */
    bool by_address;
    uint64_t low; /* first and last address of an instruction */
    uint64_t high;
    bool by_time;
    uint64_t from; /* in ticks of the timestamps, or in instructions without timestamps; `to` too */
    uint64_t to;
} nt_filter_options;

/* Parse "LOW..HIGH" and "FROM..TO" for an nt_filter_options (NT_OPTION_TAKE); either end may be
   left out. */
int nt_filter_take_address(void *place, const char *value, nt_error *error);
int nt_filter_take_time(void *place, const char *value, nt_error *error);

/* Returns whether anything is hidden at all. */
bool nt_filter_is_on(const nt_filter_options *options);
/* Checks that the function in the options is one of the program's. Returns -1 with the error
   set. */
int nt_filter_check(const nt_filter_options *options, const nt_program *program, nt_error *error);

typedef struct nt_filter nt_filter;

/* Allocates the filter of one hart. Options and view must outlive it. Returns NULL without
   memory. */
nt_filter *nt_filter_new(const nt_filter_options *options, nt_view *view);
void nt_filter_free(nt_filter *filter);

/* Passes the event to `sink`, ranges in pieces that are shown or hidden as a whole. Returns 0;
   -1 without memory; or the sink's result. */
int nt_filter_take(nt_filter *filter, const nt_flow_event *event,
                   int (*sink)(void *context, const nt_flow_event *event, bool shown),
                   void *context);

#endif
