/* SPDX-License-Identifier: Apache-2.0 */
/* The words of a job's command, from its options: the same words, in the same order, for the same
   job, however it was asked for. */
#ifndef NT_REPORT_COMMAND_H
#define NT_REPORT_COMMAND_H

#include "ntrace/flow.h"
#include "sim/decode/images.h"
#include "sim/settings/settings.h"
#include "sim/util/options.h"

#include <jansson.h>

/* Adds an option with its value. */
void nt_result_option(json_t *result, const char *name, const char *value);
void nt_result_number(json_t *result, const char *name, uint64_t value);

typedef struct nt_result_table {
    const nt_option *rows;
    size_t count;
    const void *options; /* as parsed */
    const void *preset;  /* as they are before */
    const char *const
        *left_out; /* names of those that do not decide about the result, up to NULL */
} nt_result_table;

/* Adds all options of a table that have another value than the preset, but those that a function
   takes (NT_OPTION_TAKE, NT_OPTION_DO). */
void nt_result_options(json_t *result, const nt_result_table *table);

/* Lists whether a field that was given the value that it has anyway makes another job. */
typedef enum nt_result_fields {
    NT_FIELDS_BY_VALUE, /* it does not */
    NT_FIELDS_GIVEN,    /* it does: what is not given is not known */
} nt_result_fields;

/* Adds --set for each control field that is not preset, or was given; --best gives some of them. */
void nt_result_control(json_t *result, const nt_settings *settings, nt_result_fields fields);

/* Adds --image for each of them, which are inputs. Returns 0, or -1 with the error set. */
int nt_result_images(json_t *result, const nt_images *images, nt_error *error);

/* Adds --isa, if there is something to say. */
void nt_result_isa(json_t *result, const nt_isa *isa);

#endif
