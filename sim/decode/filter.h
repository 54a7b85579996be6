/* What of a decoding is shown: by function, address and time. */
#ifndef NT_DECODE_FILTER_H
#define NT_DECODE_FILTER_H

#include "libntrace/util/error.h"
#include "ntrace/flow.h"
#include "ntrace/program.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct nt_filter_options {
    const char *function; /* its name; with '+' behind it, all that it calls too. NULL: all */
    bool by_address;
    uint64_t low; /* first and last address of an instruction */
    uint64_t high;
    bool by_time;
    uint64_t from; /* in ticks of the timestamps, or instructions where there are none; `to` too */
    uint64_t to;
} nt_filter_options;

/* NT_OPTION_TAKE, for an nt_filter_options: "LOW..HIGH", "FROM..TO"; either end may be left out. */
int nt_filter_take_address(void *place, const char *value, nt_error *error);
int nt_filter_take_time(void *place, const char *value, nt_error *error);

/* Whether anything is hidden at all. */
bool nt_filter_is_on(const nt_filter_options *options);
/* Whether the function that they name is one of the program's. -1 with the error set. */
int nt_filter_check(const nt_filter_options *options, const nt_program *program, nt_error *error);

typedef struct nt_filter nt_filter;

/* Of one hart. Options and view must outlive it. NULL without memory. */
nt_filter *nt_filter_new(const nt_filter_options *options, nt_view *view);
void nt_filter_free(nt_filter *filter);

/* Hands the event to `sink`, ranges in pieces that are shown or not as a whole. 0; -1 without
   memory; or what the sink returned. */
int nt_filter_take(nt_filter *filter, const nt_flow_event *event,
                   int (*sink)(void *context, const nt_flow_event *event, bool shown),
                   void *context);

#endif
