/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/settings/settings.h"

#include "sim/util/names.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

void nt_settings_init(nt_settings *settings) {
    settings->config = nt_config_find("rv64");
    settings->own = NULL;
    settings->config_given = settings->config_found = false;
    settings->control_given = false;
    settings->given = nt_control_reset();
    settings->control = nt_control_reset();
    for (unsigned i = 0; i < nt_control_field_count; i++) {
        nt_control_set(&settings->control, i, nt_control_fields[i].preset);
    }
}

void nt_settings_give(nt_settings *settings, unsigned field, uint32_t value) {
    nt_control_set(&settings->control, field, value);
    nt_control_set(&settings->given, field, 1);
    settings->control_given = true;
}

int nt_settings_set(nt_settings *settings, const char *assignment, nt_error *error) {
    const char *equals = strchr(assignment, '=');
    char name[64];
    if (equals == NULL || (size_t)(equals - assignment) >= sizeof name) {
        return nt_fail(error, "--set: expected FIELD=VALUE, got %s", assignment);
    }
    memcpy(name, assignment, (size_t)(equals - assignment));
    name[equals - assignment] = '\0';
    int field = nt_control_find(name);
    if (field < 0) {
        return nt_fail(error, "--set %s: no control field %s", assignment, name);
    }
    char *end;
    errno = 0;
    unsigned long value = strtoul(equals + 1, &end, 0);
    if (!isdigit((unsigned char)equals[1]) || *end != '\0' || errno != 0 || value > UINT32_MAX ||
        !nt_control_fields[field].is_legal((uint32_t)value)) {
        return nt_fail(error, "--set %s: expected %s", assignment, nt_control_fields[field].legal);
    }
    nt_settings_give(settings, (unsigned)field, (uint32_t)value);
    return 0;
}

void nt_settings_best(nt_settings *settings) {
    static const struct {
        const char *field;
        uint32_t value;
    } best[] = {
        {"trTeInstMode", 6},
        {"trTeInstImplicitReturnMode", 3},
        {"trTeInstEnRepeatedHistory", 1},
        {"ntEnRepeatBranch", 1},
        {"trTeInstEnSequentialJump", 1},
        {"trTeInstExtendAddrMSB", 1},
        {"trTeInstEnAllJumps", 0},
        {"trTeInstSyncMode", 0},
        {"trTeContext", 0},
        {"trTeSrcBits", 0},
        {"trTsEnable", 0},
    };
    for (size_t i = 0; i < sizeof best / sizeof best[0]; i++) {
        nt_settings_give(settings, (unsigned)nt_control_find(best[i].field), best[i].value);
    }
}

bool nt_settings_gave(const nt_settings *settings, const char *field) {
    int found = nt_control_find(field);
    return found >= 0 && nt_control_get(&settings->given, (unsigned)found) != 0;
}

uint8_t nt_settings_inst_mode(const nt_settings *settings) {
    bool given = nt_settings_gave(settings, "trTeInstMode");
    return given ? (uint8_t)settings->control.trTeInstMode : 0;
}

int nt_settings_config(nt_settings *settings, const char *name, nt_error *error) {
    bool own = settings->own != NULL && strcmp(settings->own->name, name) == 0;
    const nt_config *config = own ? settings->own : nt_config_find(name);
    if (nt_config_file_is(name)) {
        if (nt_config_file_read(&settings->file, name, error) != 0) {
            return -1;
        }
        config = &settings->file.config;
    }
    if (config == NULL) {
        char names[sizeof error->text] = "";
        for (const nt_config *one = nt_configs; one->name != NULL; one++) {
            nt_names_add(names, sizeof names, one->name);
        }
        return nt_fail(error, "no such build '%s'; expected one of %s, or a file NAME.cfg", name,
                       names);
    }
    settings->config = config;
    settings->config_given = true;
    return 0;
}

int nt_settings_fit(nt_settings *settings, unsigned xlen, nt_error *error) {
    if (!settings->config_given) {
        settings->config = nt_config_find(xlen == 32 ? "rv32" : "rv64");
    }
    if (settings->config->xlen != xlen && settings->config_found) {
        return nt_fail(error, "the trace is of RV%u, as its sidecar has it; the image is RV%u",
                       settings->config->xlen, xlen);
    }
    if (settings->config->xlen != xlen) {
        return nt_fail(error, "--config %s: the build is for RV%u, the recording is RV%u",
                       settings->config->name, settings->config->xlen, xlen);
    }
    return 0;
}

int nt_settings_take_set(void *settings, const char *value, nt_error *error) {
    return nt_settings_set(settings, value, error);
}

int nt_settings_take_config(void *settings, const char *value, nt_error *error) {
    if (nt_config_file_is(value)) {
        return nt_settings_config(settings, value, error);
    }
    nt_error why = {0};
    return nt_settings_config(settings, value, &why) == 0
               ? 0
               : nt_fail(error, "--config: %s", why.text);
}

int nt_settings_take_best(void *settings, const char *none, nt_error *error) {
    (void)none;
    (void)error;
    nt_settings_best(settings);
    return 0;
}
