/* SPDX-License-Identifier: Apache-2.0 */
/* What the verifier gives a reference, and takes from it: nothing of it is believed. */
#include "sim/tandem/reference.h"

enum { MOST_BYTES = 8 };

static void note_store(void *context, uint64_t address, size_t size, const uint64_t *before) {
    const nt_tv_host *host = context;
    if (size == 0 || size > MOST_BYTES) {
        host->stores->lost = true;
    } else if (before == NULL) {
        nt_tv_stores_note(host->stores, host->memory, address, size, false);
    } else {
        uint64_t mask = UINT64_MAX >> (64 - 8 * size);
        nt_tv_stores_note_before(host->stores, host->memory, address, size, *before & mask, false);
    }
}

static int note_failure(void *context, const char *text) {
    const nt_tv_host *host = context;
    return nt_fail(host->error, "%.200s", text == NULL ? "the reference failed" : text);
}

int nt_tv_reference_open(const nt_reference *reference, void **self, unsigned xlen, unsigned flen,
                         nt_tv_host *host) {
    host->host = (nt_reference_host){
        .xlen = xlen, .flen = flen, .context = host, .stored = note_store, .fail = note_failure};
    *self = NULL;
    if (reference->open(self, &host->host) != 0) {
        return nt_fail(host->error, "%s cannot be opened", reference->name);
    }
    if (reference->reset(*self) != 0) {
        reference->close(*self);
        return nt_fail(host->error, "%s cannot be reset", reference->name);
    }
    return 0;
}

int nt_tv_reference_map(const nt_reference *reference, void *self, const nt_tv_page *page,
                        nt_error *error) {
    if (reference->map(self, page->address, NT_TV_PAGE, page->bytes) != 0) {
        return nt_fail(error, "%s does not take memory", reference->name);
    }
    return 0;
}
