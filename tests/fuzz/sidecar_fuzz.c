/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as the sidecar of a trace: what is read is written and read back the same, and of a cut
   one nothing is read. The stream is the one that the text names, unless the first byte is odd. The
   hash is made right where the second byte is even, so that what is behind it is reached. */
#include "sim/sidecar/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The stream that it says it is of. */
static nt_sidecar_file stream_of(const json_t *object) {
    const json_t *stream = json_object_get(object, "stream");
    const char *hash = json_string_value(json_object_get(stream, "hash"));
    return (nt_sidecar_file){
        .bytes = (uint64_t)json_integer_value(json_object_get(stream, "bytes")),
        .sum = hash != NULL ? strtoull(hash, NULL, 16) : 0,
    };
}

/* Its text with the hash that it should have; NULL: as it is. */
static char *mend(json_t *object) {
    uint64_t sum;
    char hash[NT_SIDECAR_HASH_TEXT];
    if (!json_is_object(object) || nt_sidecar_hash(&sum, object) != 0) {
        return NULL;
    }
    nt_sidecar_hash_text(sum, hash);
    (void)json_object_set_new(object, "hash", json_string(hash));
    return json_dumps(object, JSON_COMPACT);
}

static nt_sidecar_found take(nt_sidecar *sidecar, const char *text, size_t size,
                             const nt_sidecar_file *stream) {
    nt_error error = {0};
    nt_sidecar_found found = nt_sidecar_read(sidecar, text, size, stream, &error);
    if ((found == NT_SIDECAR_BROKEN) != (error.text[0] != '\0') ||
        strpbrk(error.text, "\n\x1b") != NULL) {
        abort();
    }
    return found;
}

static void take_back(const nt_sidecar *sidecar, const nt_sidecar_file *stream) {
    nt_sidecar *again = malloc(sizeof *again);
    char *text = nt_sidecar_write(sidecar);
    size_t size = text != NULL ? strlen(text) : 0;
    if (again == NULL || text == NULL || take(again, text, size, stream) != NT_SIDECAR_FOUND ||
        memcmp(&again->settings.known, &sidecar->settings.known, sizeof again->settings.known) !=
            0 ||
        memcmp(&again->settings.value, &sidecar->settings.value, sizeof again->settings.value) !=
            0 ||
        again->hart != sidecar->hart || again->hz != sidecar->hz ||
        again->images != sidecar->images) {
        abort();
    }
    for (size_t cut = 0; cut + 2 < size; cut += 1 + size / 16) {
        if (take(again, text, cut, stream) != NT_SIDECAR_BROKEN) {
            abort();
        }
    }
    free(text);
    free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) {
        return 0;
    }
    nt_sidecar *sidecar = malloc(sizeof *sidecar);
    json_t *object = json_loadb((const char *)data + 2, size - 2, JSON_REJECT_DUPLICATES, NULL);
    nt_sidecar_file stream = stream_of(object);
    stream.sum ^= data[0] & 1u;
    char *mended = (data[1] & 1) == 0 ? mend(object) : NULL;
    const char *text = mended != NULL ? mended : (const char *)data + 2;
    if (sidecar == NULL) {
        abort();
    }
    if (take(sidecar, text, mended != NULL ? strlen(mended) : size - 2, &stream) ==
        NT_SIDECAR_FOUND) {
        take_back(sidecar, &stream);
    }
    free(mended);
    json_decref(object);
    free(sidecar);
    return 0;
}
