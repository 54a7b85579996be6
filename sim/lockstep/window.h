/* SPDX-License-Identifier: Apache-2.0 */
/* Parses which cycles waves show, --window:
     FIRST:LAST                 cycles
     WHERE[#N][,BEFORE:AFTER]   from BEFORE cycles before WHERE is reached for the N-th time,
   counted from 1, to AFTER cycles after it where WHERE is mismatch                   the first
   difference, or what a witness finds first address=A                  an instruction at A retires
     symbol=NAME                the same for a function's first instruction
     message=NAME               a message is sent
     SIGNAL=VALUE               an input, output or register of the unit gets a value
   Without --window it is the first mismatch, or the first cycles where there is none. */
#ifndef NT_LOCKSTEP_WINDOW_H
#define NT_LOCKSTEP_WINDOW_H

#include "sim/decode/images.h"

#include <stdint.h>

enum {
    NT_WINDOW_LAST = 9999, /* without --window */
    NT_WINDOW_BEFORE = 50, /* cycles, unless given */
    NT_WINDOW_AFTER = 200,
};

typedef enum nt_window_kind {
    NT_WINDOW_AUTO, /* --window was not given */
    NT_WINDOW_CYCLES,
    NT_WINDOW_MISMATCH,
    NT_WINDOW_EVENT,
} nt_window_kind;

typedef struct nt_window {
    nt_window_kind kind;
    uint64_t first; /* of cycles */
    uint64_t last;
    char name[64];  /* of an event: address, message, or a signal's; symbol until it is looked up */
    char word[256]; /* the symbol */
    uint64_t value; /* else */
    uint64_t number; /* which time, from 1 */
    bool margins;    /* these are given */
    uint64_t before;
    uint64_t after;
} nt_window;

enum { NT_WINDOW_MOMENTS = 4 }; /* of a run, at most */

/* Is a window, and the text that it was given as. */
typedef struct nt_window_given {
    const char *text;
    nt_window window;
} nt_window_given;

/* Parses the value of --window (NT_OPTION_TAKE). Returns 0, or -1 with the error set. */
int nt_window_take(void *place, const char *text, nt_error *error);

/* Looks up the symbol of a window in the images; others stay. Returns 0, or -1 with the error set:
   there is no such function. */
int nt_window_find_symbol(nt_window *window, const nt_images *images, nt_error *error);

/* Is the option's row; `offset` is that of its nt_window. */
#define NT_WINDOW_OPTION(offset)                                                                   \
    {                                                                                              \
        "window", 0, NT_OPTION_TAKE, offset, 0, 0, nt_window_take, "WINDOW",                       \
            "the cycles that --wave shows: FIRST:LAST, or WHERE[#N][,BEFORE:AFTER], around where " \
            "it comes the N-th time; WHERE: mismatch, address=A, symbol=NAME, message=NAME, "      \
            "SIGNAL=VALUE (the first mismatch; 0:9999 without any)"                                \
    }

#endif
