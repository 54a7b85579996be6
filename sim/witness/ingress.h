/* SPDX-License-Identifier: Apache-2.0 */
/* Judges the rules that need the ingress: the signals at the encoder's pins against its bytes.
   The bench's witness compares the two (sim/witness); here it reads files, and its result of
   each comparison becomes the verdict on a rule. */
#ifndef NT_WITNESS_INGRESS_H
#define NT_WITNESS_INGRESS_H

#include "libntrace/program/image.h"
#include "libntrace/util/error.h"
#include "libntrace/util/input_file.h"
#include "model/config.h"
#include "sim/check/check.h"
#include "sim/ingress/ingress_file.h"
#include "sim/witness/witness.h"

/* Holds how messages are taken that may be of the settings before a change as well as of those
   behind it, and starts before it that may be at several places: all 0 at first. */
typedef struct nt_check_turns {
    uint64_t other;  /* those that are taken the other way: one bit for each */
    unsigned made;   /* how many there were up to where a rule was broken */
    unsigned judged; /* how often the stream has been judged */
    unsigned first;  /* how many there were at first, */
    unsigned alone;  /* and of these were taken the other way alone */
    bool together;   /* several are */
} nt_check_turns;

/* Sets what to judge a stream by next that was refused. Returns false if nothing is left. */
bool nt_check_next_turns(nt_check_turns *turns);

/* Returns whether the verdict is the better one to report: no rule is broken, or the primary
   finding comes later. */
bool nt_check_gets_further(const nt_check *check, const nt_check *other);

typedef struct nt_check_ingress_inputs {
    const nt_config *config; /* the build, or one with the same port */
    nt_witness_code code;    /* that ran; ownership passes to the callee, also on failure */
    nt_source cycles;        /* the caller's, opened for `config` */
    nt_input_file *bytes;    /* the caller's: the stream */
    bool golden;             /* the build's own encoder made the bytes: no freedom is used, and its
                                FIFO dropped what was lost; else it is a stranger's */
    bool built;              /* `config` is the stranger's build: its fields have these widths;
                                else only the port is known */
    nt_freedoms freedoms;    /* that a stranger's stream may use */
    uint32_t mode;           /* trTeInstMode, where it is the same all the time; else 0 */
    const char *path;        /* of the ingress file, for errors */
    nt_verdict *verdict;     /* gets how much was judged; NULL: not needed */
    nt_check_turns *turns;   /* by which it is judged; NULL: as at first, alone */
} nt_check_ingress_inputs;

/* Sets `config`, for a file that names no build, to one that has its port, and all that a trace can
   have: widths, options and units that are not known are the largest. A file that names one, and
   standard input, leave it as it is. Returns 0, or -1 with the error set. */
int nt_check_ingress_port(nt_config *config, const char *path, nt_error *error);

/* Finds the trTeInstMode of an ingress file: 3 or 6 where nothing else is set, and no register is
   written; else 0. Returns 0, or -1 with the error set. */
int nt_check_ingress_mode(uint32_t *mode, const char *path, const nt_config *config,
                          nt_error *error);

/* Judges the whole stream. The settings come from the ingress. Returns a witness, of which
   nt_witness_check has the results; NULL with the error set. */
nt_witness *nt_check_with_ingress(const nt_check_ingress_inputs *in, nt_error *error);

#endif
