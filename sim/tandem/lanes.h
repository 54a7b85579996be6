/* SPDX-License-Identifier: Apache-2.0 */
/* Makes of a tandem-verification trace what the port of its encoder would have seen: a group with
   an instruction or trap is a lane, one of initialization becomes the ports for it. */
#ifndef NT_TANDEM_LANES_H
#define NT_TANDEM_LANES_H

#include "libntrace/util/error.h"
#include "model/tandem/tv_port.h"
#include "ntrace/tandem.h"
#include "sim/settings/settings.h"

/* Takes inputs: a reset, an initialization, counters, or a lane in lane[0]; nothing else is set.
   `whole`: the group, if this is all of it; else NULL. A value other than 0 ends the reading. */
typedef int (*nt_lanes_sink)(void *context, const nt_tv_inputs *in, const nt_tandem_group *whole);

/* Reads a trace, .ntv or bare, for an encoder with these parameters, which are those of a bare
   stream. Returns 0, what the sink returned, or -1 with the error set: the trace cannot be decoded,
   the encoder is too narrow for it, or its port has no place for something. `format`: gets that of
   the trace before the first inputs. */
int nt_lanes_read(const char *path, const nt_tv_params *params, nt_lanes_sink sink, void *context,
                  nt_tandem_format *format, nt_error *error);

/* Selects the build for the XLEN of a trace, unless one was given; that of a bare stream is not
   known. Returns 0, or -1: it cannot be read. */
int nt_lanes_fit(nt_settings *settings, const char *path, nt_error *error);

#endif
