/* SPDX-License-Identifier: Apache-2.0 */
/* Parses the settings of every subcommand: --config NAME (or FILE.cfg), --set FIELD=VALUE and
   --best. */
#ifndef NT_SETTINGS_H
#define NT_SETTINGS_H

#include "libntrace/util/error.h"
#include "model/config.h"
#include "model/control/control.h"
#include "sim/settings/config_file.h"
#include "sim/util/options.h"

#include <stddef.h>
#include <stdint.h>

typedef struct nt_settings {
    const nt_config *config; /* the build; rv64 unless chosen, or rv32 for 32-bit recordings */
    nt_config_file file;     /* the build, if --config named a file: do not copy this struct */
    const nt_config *own;    /* the build that the program is of, known by its name; NULL: none */
    nt_control control;      /* each field at its default unless set */
    bool config_given;       /* --config was given, */
    bool config_found;       /* or the trace's sidecar has it */
    bool control_given;      /* --set or --best was given */
    nt_control given;        /* 1 in each field given by --set or --best, 0 in others */
} nt_settings;

void nt_settings_init(nt_settings *settings);
/* Sets a field from "trTeInstMode=3": it must exist and the value be legal. */
int nt_settings_set(nt_settings *settings, const char *assignment, nt_error *error);
/* Sets a field to a legal value, as if it were given by --set. */
void nt_settings_give(nt_settings *settings, unsigned field, uint32_t value);
/* Sets the fields for the smallest stream that reports every retired instruction of a program
   (--best). Later assignments override it. */
void nt_settings_best(nt_settings *settings);
/* Returns whether --set or --best gave this field, which otherwise has its default. */
bool nt_settings_gave(const nt_settings *settings, const char *field);
/* Returns trTeInstMode, if it was given; else 0. */
uint8_t nt_settings_inst_mode(const nt_settings *settings);
/* Selects a build by its name, or a file of parameters. */
int nt_settings_config(nt_settings *settings, const char *name, nt_error *error);
/* Selects the default build for this XLEN if --config was not given. A given one must match. */
int nt_settings_fit(nt_settings *settings, unsigned xlen, nt_error *error);

/* Are rows of a command's table of options (sim/util/options.h); `member` is its nt_settings, the
   texts are those of --help. */
#define NT_SETTINGS_ROWS(type, member, set_text, config_text, best_text)                           \
    {"set",         's',     NT_OPTION_TAKE, offsetof(type, member), 0, 0, nt_settings_take_set,   \
     "FIELD=VALUE", set_text},                                                                     \
        {"config",   'c', NT_OPTION_TAKE,          offsetof(type, member),                         \
         0,          0,   nt_settings_take_config, "NAME",                                         \
         config_text},                                                                             \
    {                                                                                              \
        "best", 0, NT_OPTION_DO, offsetof(type, member), 0, 0, nt_settings_take_best, NULL,        \
            best_text                                                                              \
    }

/* Of a command that makes a trace, and of one that reads it. */
#define NT_SETTINGS_OPTIONS(type, member)                                                          \
    NT_SETTINGS_ROWS(type, member, "a control field, e.g. trTeInstMode=3 (BTM) or 6 (HTM)",        \
                     "the build, or FILE.cfg; default rv64, or rv32 for RV32 recordings",          \
                     NT_SETTINGS_BEST_TEXT)
#define NT_SETTINGS_OPTIONS_OF_TRACE(type, member)                                                 \
    NT_SETTINGS_ROWS(type, member, "a control field that the trace was made with",                 \
                     "the build that made the trace, or FILE.cfg",                                 \
                     "the settings of the smallest stream")
#define NT_SETTINGS_BEST_TEXT                                                                      \
    "the fields that give the smallest stream (RepeatBranch in HTM too; --set "                    \
    "ntEnRepeatBranch=0 after it leaves that out)"

int nt_settings_take_set(void *settings, const char *value, nt_error *error);
int nt_settings_take_config(void *settings, const char *value, nt_error *error);
int nt_settings_take_best(void *settings, const char *none, nt_error *error);

#endif
