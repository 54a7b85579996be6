/* SPDX-License-Identifier: Apache-2.0 */
#include "ntrace/messages.h"
#include "sim/sidecar/text.h"
#include "sim/util/sum.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kinds[NT_SIDECAR_KINDS] = {"other", "recording", "ELF"};

const char *nt_sidecar_kind_name(unsigned kind) {
    return kinds[kind];
}

void nt_sidecar_hash_text(uint64_t sum, char text[NT_SIDECAR_HASH_TEXT]) {
    (void)snprintf(text, NT_SIDECAR_HASH_TEXT, "0x%016" PRIx64, sum);
}

int nt_sidecar_hash(uint64_t *sum, const json_t *object) {
    json_t *rest = json_copy((json_t *)(uintptr_t)object);
    (void)json_object_del(rest, "hash");
    char *text = json_dumps(rest, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(rest);
    if (text == NULL) {
        return -1;
    }
    *sum = nt_sum(NT_SUM_START, text, strlen(text));
    free(text);
    return 0;
}

static json_t *integer(uint64_t value) {
    return json_integer((json_int_t)value);
}

static json_t *file_json(const nt_sidecar_file *file) {
    char hash[NT_SIDECAR_HASH_TEXT];
    nt_sidecar_hash_text(file->sum, hash);
    return json_pack("{s:o, s:s}", "bytes", integer(file->bytes), "hash", hash);
}

static json_t *build_json(const nt_config *config) {
    if (config == NULL) {
        return json_null();
    }
    json_t *parameters = json_object();
    for (const nt_config_parameter *p = nt_config_parameters; p->name != NULL; p++) {
        (void)json_object_set_new(parameters, p->name,
                                  integer(*((const uint8_t *)config + p->offset)));
    }
    char plain[sizeof((nt_config_file *)0)->name];
    nt_sidecar_put_name(plain, sizeof plain, config->name);
    json_t *name = json_string(plain); /* NULL: it is not UTF-8 */
    return json_pack("{s:o, s:o}", "name", name != NULL ? name : json_string(""), "parameters",
                     parameters);
}

static json_t *settings_json(const nt_watch *watch) {
    json_t *settings = json_object();
    for (unsigned i = 0; i < NT_WATCH_FIELDS; i++) {
        if (watch->known[i]) {
            const char *name = nt_control_fields[nt_watch_field(i)].name;
            (void)json_object_set_new(settings, name, integer(watch->value[i]));
        }
    }
    return settings;
}

static json_t *varying_json(const nt_watch *watch) {
    json_t *names = json_array();
    for (unsigned i = 0; i < NT_WATCH_FIELDS; i++) {
        if (watch->varies[i]) {
            (void)json_array_append_new(names,
                                        json_string(nt_control_fields[nt_watch_field(i)].name));
        }
    }
    return names;
}

static json_t *images_json(const nt_sidecar *sidecar) {
    json_t *images = json_array();
    for (unsigned i = 0; i < sidecar->images; i++) {
        const nt_sidecar_image *image = &sidecar->image[i];
        json_t *object = file_json(&image->file);
        json_t *name = json_string(image->name);
        (void)json_object_set_new(object, "name", name != NULL ? name : json_string(""));
        (void)json_object_set_new(object, "kind", json_string(kinds[image->kind]));
        (void)json_array_append_new(images, object);
    }
    return images;
}

static json_t *optional(bool known, uint64_t value) {
    return known ? integer(value) : json_null();
}

char *nt_sidecar_write(const nt_sidecar *sidecar) {
    uint64_t sum;
    char hash[NT_SIDECAR_HASH_TEXT];
    json_t *object =
        json_pack("{s:i, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "ntrace_sidecar",
                  NT_SIDECAR_VERSION, "ntrace", nt_version(), "stream", file_json(&sidecar->stream),
                  "build", build_json(sidecar->config), "settings",
                  settings_json(&sidecar->settings), "varying", varying_json(&sidecar->settings),
                  "hart", optional(sidecar->hart >= 0, (uint64_t)sidecar->hart), "ticks_per_second",
                  optional(sidecar->hz != 0, sidecar->hz), "images", images_json(sidecar));
    if (object == NULL || nt_sidecar_hash(&sum, object) != 0) {
        json_decref(object);
        return NULL;
    }
    nt_sidecar_hash_text(sum, hash);
    (void)json_object_set_new(object, "hash", json_string(hash));
    char *text = json_dumps(object, JSON_INDENT(1));
    json_decref(object);
    char *line = NULL;
    int size = text == NULL ? -1 : asprintf(&line, "%s\n", text);
    free(text);
    return size < 0 ? NULL : line;
}
