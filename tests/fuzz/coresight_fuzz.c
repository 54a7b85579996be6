/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as frames of the CoreSight formatter: pieces of any size give the same trace, no frame
   has more than its data, IDs are those of sources, and no byte is made up. The first byte is the
   size of the pieces. */
#include "ntrace/coresight.h"
#include "sim/util/trace_input.h"

#include <stdlib.h>

typedef struct digest {
    uint64_t hash;
    uint64_t bytes;
    nt_coresight deframer;
} digest;

static void take(digest *d, const nt_coresight_data *data) {
    if (data->count > NT_CORESIGHT_DATA) {
        abort();
    }
    for (unsigned i = 0; i < data->count; i++) {
        if (data->id[i] >= NT_CORESIGHT_SOURCES) {
            abort();
        }
        d->hash = (d->hash ^ data->id[i]) * UINT64_C(0x100000001b3);
        d->hash = (d->hash ^ data->bytes[i]) * UINT64_C(0x100000001b3);
    }
    d->bytes += data->count;
}

static digest run(const uint8_t *bytes, size_t size, size_t piece) {
    digest d = {.hash = 0};
    for (size_t at = 0; at < size;) {
        nt_coresight_data data;
        size_t part = size - at < piece ? size - at : piece;
        size_t taken = nt_coresight_bytes(&d.deframer, bytes + at, part, &data);
        if (taken == 0 || taken > part) {
            abort();
        }
        at += taken;
        take(&d, &data);
    }
    return d;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) {
        return 0;
    }
    digest whole = run(data + 1, size - 1, size);
    digest pieces = run(data + 1, size - 1, 1 + data[0] % 40u);
    if (whole.hash != pieces.hash || whole.bytes != pieces.bytes || whole.bytes >= size ||
        whole.deframer.frames != pieces.deframer.frames ||
        nt_coresight_begin(data + 1, size - 1) > size - 1 ||
        nt_trace_input_recognize(data + 1, size - 1) >= NT_CORESIGHT_SOURCES) {
        abort();
    }
    return 0;
}
