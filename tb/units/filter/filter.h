/* SPDX-License-Identifier: Apache-2.0 */
/* The qualify stage beside its model in one cycle, as the harness compares them. */
#ifndef NT_TB_UNITS_FILTER_H
#define NT_TB_UNITS_FILTER_H

#include "model/encoder/qualify.h"

typedef struct filter_view {
    bool rst;
    nt_control control;
    nt_ingress_latch in;
    nt_qualify_outputs out;
    nt_qualify model;
} filter_view;

#endif
