/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/sidecar/text.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MEMBERS = 10 };

static const char *const members[MEMBERS] = {
    "ntrace_sidecar", "ntrace", "stream",           "build",  "settings",
    "varying",        "hart",   "ticks_per_second", "images", "hash",
};

static int has_integer(const json_t *object, const char *name, uint64_t most, uint64_t *value,
                       nt_error *error) {
    const json_t *member = json_object_get(object, name);
    json_int_t given = json_integer_value(member);
    if (!json_is_integer(member) || given < 0 || (uint64_t)given > most) {
        return nt_fail(error, "%s is not an integer from 0 to %" PRIu64, name, most);
    }
    *value = (uint64_t)given;
    return 0;
}

static int read_hash(const json_t *object, uint64_t *sum, nt_error *error) {
    const char *text = json_string_value(json_object_get(object, "hash"));
    if (text == NULL || strlen(text) != 18 || strncmp(text, "0x", 2) != 0 ||
        strspn(text + 2, "0123456789abcdef") != 16) {
        return nt_fail(error, "hash is not 0x and 16 digits");
    }
    *sum = strtoull(text, NULL, 16);
    return 0;
}

static int read_file(const json_t *object, nt_sidecar_file *file, nt_error *error) {
    return has_integer(object, "bytes", INT64_MAX, &file->bytes, error) != 0
               ? -1
               : read_hash(object, &file->sum, error);
}

/* A name as it may be printed: no control characters. */
static const char *read_name(const json_t *object, size_t most, nt_error *error) {
    const char *name = json_string_value(json_object_get(object, "name"));
    for (size_t i = 0; name != NULL && name[i] != '\0'; i++) {
        if (i + 1 >= most || iscntrl((unsigned char)name[i])) {
            name = NULL;
            break;
        }
    }
    if (name == NULL) {
        nt_fail(error, "name is not a text of a line");
    }
    return name;
}

static bool is_same(const nt_config *a, const nt_config *b) {
    for (const nt_config_parameter *p = nt_config_parameters; p->name != NULL; p++) {
        if (*((const uint8_t *)a + p->offset) != *((const uint8_t *)b + p->offset)) {
            return false;
        }
    }
    return true;
}

static int read_parameters(const json_t *parameters, nt_config *config, nt_error *error) {
    size_t count = 0;
    for (const nt_config_parameter *p = nt_config_parameters; p->name != NULL; p++, count++) {
        uint64_t value;
        if (has_integer(parameters, p->name, UINT8_MAX, &value, error) != 0) {
            return -1;
        }
        *((uint8_t *)config + p->offset) = (uint8_t)value;
    }
    if (json_object_size(parameters) != count) {
        return nt_fail(error, "build has a parameter that is not known");
    }
    const char *complaint = nt_config_complaint(config);
    return complaint == NULL ? 0 : nt_fail(error, "build: %s", complaint);
}

static int read_build(nt_sidecar *sidecar, const json_t *build, nt_error *error) {
    nt_config_file *own = &sidecar->own;
    if (json_is_null(build)) {
        return 0;
    }
    const char *name = read_name(build, sizeof own->name, error);
    if (name == NULL ||
        read_parameters(json_object_get(build, "parameters"), &own->config, error) != 0) {
        return -1;
    }
    (void)strcpy(own->name, name);
    own->config.name = own->name;
    const nt_config *known = nt_config_find(name);
    sidecar->config = known != NULL && is_same(known, &own->config) ? known : &own->config;
    return 0;
}

static int find_field(const char *name) {
    int field = name == NULL ? -1 : nt_control_find(name);
    for (int i = 0; field >= 0 && i < NT_WATCH_FIELDS; i++) {
        if (nt_watch_field((unsigned)i) == (unsigned)field) {
            return i;
        }
    }
    return -1;
}

static int read_settings(nt_watch *watch, json_t *settings, nt_error *error) {
    const char *name;
    json_t *value;
    if (!json_is_object(settings)) {
        return nt_fail(error, "settings is not an object");
    }
    json_object_foreach(settings, name, value) {
        int index = find_field(name);
        uint64_t number;
        if (index < 0) {
            return nt_fail(error, "settings has a field that is not known");
        }
        if (has_integer(settings, name, UINT32_MAX, &number, error) != 0) {
            return -1;
        }
        if (!nt_control_fields[nt_watch_field((unsigned)index)].is_legal((uint32_t)number)) {
            return nt_fail(error, "%s has a value that is not legal", name);
        }
        watch->known[index] = true;
        watch->value[index] = (uint32_t)number;
    }
    return 0;
}

static int read_varying(nt_watch *watch, json_t *names, nt_error *error) {
    size_t index;
    json_t *name;
    if (!json_is_array(names)) {
        return nt_fail(error, "varying is not an array");
    }
    json_array_foreach(names, index, name) {
        int field = find_field(json_string_value(name));
        if (field < 0 || watch->known[field] || watch->varies[field]) {
            return nt_fail(error, "varying names what is not known, or has a value");
        }
        watch->varies[field] = true;
    }
    return 0;
}

static int read_optional(const json_t *object, const char *name, uint64_t most, bool *known,
                         uint64_t *value, nt_error *error) {
    *known = !json_is_null(json_object_get(object, name));
    *value = 0;
    return *known ? has_integer(object, name, most, value, error) : 0;
}

static int read_image(nt_sidecar_image *image, const json_t *object, nt_error *error) {
    const char *name = read_name(object, sizeof image->name, error);
    const char *kind = json_string_value(json_object_get(object, "kind"));
    if (name == NULL || kind == NULL || read_file(object, &image->file, error) != 0) {
        return nt_fail(error, "kind is not a text");
    }
    (void)strcpy(image->name, name);
    image->kind = NT_SIDECAR_OTHER; /* also of one that is not known */
    for (unsigned i = 0; i < NT_SIDECAR_KINDS; i++) {
        image->kind = strcmp(kind, nt_sidecar_kind_name(i)) == 0 ? (nt_sidecar_kind)i : image->kind;
    }
    return 0;
}

static int read_images(nt_sidecar *sidecar, json_t *images, nt_error *error) {
    size_t index;
    json_t *image;
    if (!json_is_array(images) || json_array_size(images) > NT_SIDECAR_IMAGES) {
        return nt_fail(error, "images is not an array of at most %d", NT_SIDECAR_IMAGES);
    }
    json_array_foreach(images, index, image) {
        if (read_image(&sidecar->image[index], image, error) != 0) {
            return -1;
        }
        sidecar->images++;
    }
    return 0;
}

static int read_rest(nt_sidecar *sidecar, const json_t *object, nt_error *error) {
    uint64_t hart;
    bool known;
    if (read_build(sidecar, json_object_get(object, "build"), error) != 0 ||
        read_settings(&sidecar->settings, json_object_get(object, "settings"), error) != 0 ||
        read_varying(&sidecar->settings, json_object_get(object, "varying"), error) != 0 ||
        read_images(sidecar, json_object_get(object, "images"), error) != 0 ||
        read_optional(object, "ticks_per_second", 1000000000000, &known, &sidecar->hz, error) !=
            0 ||
        read_optional(object, "hart", UINT16_MAX, &known, &hart, error) != 0) {
        return -1;
    }
    sidecar->hart = known ? (int)hart : NT_SIDECAR_HART_UNKNOWN;
    return 0;
}

/* Every member is there, and no other: what a later version adds could matter. */
static int judge_members(const json_t *object, nt_error *error) {
    for (unsigned i = 0; i < MEMBERS; i++) {
        if (json_object_get(object, members[i]) == NULL) {
            return nt_fail(error, "%s is missing", members[i]);
        }
    }
    return json_object_size(object) == MEMBERS ? 0
                                               : nt_fail(error, "has a member that is not known");
}

static int judge_hash(const json_t *object, nt_error *error) {
    uint64_t given;
    uint64_t sum;
    if (read_hash(object, &given, error) != 0) {
        return -1;
    }
    if (nt_sidecar_hash(&sum, object) != 0) {
        return nt_fail(error, "out of memory");
    }
    return sum == given ? 0 : nt_fail(error, "its hash is not that of its contents");
}

static int judge_version(const json_t *object, nt_error *error) {
    uint64_t version;
    if (has_integer(object, "ntrace_sidecar", INT64_MAX, &version, error) != 0) {
        return -1;
    }
    return version == NT_SIDECAR_VERSION ? 0
                                         : nt_fail(error, "version %" PRIu64 "; version %d is read",
                                                   version, NT_SIDECAR_VERSION);
}

/* Whether it is whole comes first: of a damaged one nothing is believed. */
static nt_sidecar_found read_object(nt_sidecar *sidecar, const json_t *object,
                                    const nt_sidecar_file *stream, nt_error *error) {
    if (judge_version(object, error) != 0 || judge_members(object, error) != 0 ||
        judge_hash(object, error) != 0 ||
        read_file(json_object_get(object, "stream"), &sidecar->stream, error) != 0) {
        return NT_SIDECAR_BROKEN;
    }
    if (sidecar->stream.bytes != stream->bytes || sidecar->stream.sum != stream->sum) {
        return NT_SIDECAR_STRANGER;
    }
    return read_rest(sidecar, object, error) == 0 ? NT_SIDECAR_FOUND : NT_SIDECAR_BROKEN;
}

/* Whether a text without the first member is a sidecar whose beginning was damaged, or changed by
   an editor: what it says of the encoder is there. Without it the bytes could be decoded wrongly.
 */
static bool was_one(const char *text, size_t size) {
    static const char *const marks[] = {"ntrace_sidecar", "\"trTeInstMode\""};
    bool any = false;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        any |= size != 0 && memmem(text, size, marks[i], strlen(marks[i])) != NULL;
    }
    return any;
}

nt_sidecar_found nt_sidecar_read(nt_sidecar *sidecar, const char *text, size_t size,
                                 const nt_sidecar_file *stream, nt_error *error) {
    json_error_t reason;
    memset(sidecar, 0, sizeof *sidecar);
    json_t *object = json_loadb(text, size, JSON_REJECT_DUPLICATES, &reason);
    bool is_one =
        nt_sidecar_begins(text, size) || json_object_get(object, "ntrace_sidecar") != NULL;
    nt_sidecar_found found = NT_SIDECAR_NONE;
    if (is_one && object != NULL) {
        found = read_object(sidecar, object, stream, error);
    } else if (is_one || (object == NULL && was_one(text, size))) {
        nt_fail(error, "line %d: not JSON, or cut", reason.line);
        found = NT_SIDECAR_BROKEN;
    } else if (was_one(text, size)) {
        nt_fail(error, "ntrace_sidecar is missing");
        found = NT_SIDECAR_BROKEN;
    }
    json_decref(object);
    return found;
}
