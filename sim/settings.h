/* What every subcommand takes the same way: --config NAME (or FILE.cfg), --set FIELD=VALUE and
   --best. */
#ifndef NT_SETTINGS_H
#define NT_SETTINGS_H

#include "libntrace/util/error.h"
#include "model/config.h"
#include "model/control/control.h"
#include "sim/config_file.h"
#include "sim/util/options.h"

#include <stddef.h>
#include <stdint.h>

typedef struct nt_settings {
    const nt_config *config; /* the build; rv64 unless chosen, or rv32 for 32-bit recordings */
    nt_config_file file;     /* the build, where --config named a file: no copies of this struct */
    nt_control control;      /* each field at its preset unless set */
    bool config_given;       /* --config was there */
    bool control_given;      /* --set or --best was there */
    nt_control given;        /* 1 in each field that --set or --best was there for, 0 in others */
} nt_settings;

void nt_settings_init(nt_settings *settings);
/* "trTeInstMode=3": the field must exist and the value be legal. */
int nt_settings_set(nt_settings *settings, const char *assignment, nt_error *error);
/* --best: the smallest stream that tells every retired instruction of a program. Later
   assignments still count. */
void nt_settings_best(nt_settings *settings);
/* Whether --set or --best was there for this field, whose value else is its preset. */
bool nt_settings_gave(const nt_settings *settings, const char *field);
/* trTeInstMode, if it was there; else 0. */
uint8_t nt_settings_inst_mode(const nt_settings *settings);
/* A build by its name, or a file of parameters. */
int nt_settings_config(nt_settings *settings, const char *name, nt_error *error);
/* Where no --config was given: the default build for this XLEN. A given one must fit. */
int nt_settings_fit(nt_settings *settings, unsigned xlen, nt_error *error);

/* Rows of a command's table of options (sim/util/options.h); `member` is its nt_settings. */
#define NT_SETTINGS_OPTIONS(type, member)                                                          \
    {.name = "set",                                                                                \
     .letter = 's',                                                                                \
     .kind = NT_OPTION_TAKE,                                                                       \
     .offset = offsetof(type, member),                                                             \
     .take = nt_settings_take_set},                                                                \
        {.name = "config",                                                                         \
         .letter = 'c',                                                                            \
         .kind = NT_OPTION_TAKE,                                                                   \
         .offset = offsetof(type, member),                                                         \
         .take = nt_settings_take_config},                                                         \
    {                                                                                              \
        .name = "best", .kind = NT_OPTION_DO, .offset = offsetof(type, member),                    \
        .take = nt_settings_take_best                                                              \
    }
int nt_settings_take_set(void *settings, const char *value, nt_error *error);
int nt_settings_take_config(void *settings, const char *value, nt_error *error);
int nt_settings_take_best(void *settings, const char *none, nt_error *error);

#endif
