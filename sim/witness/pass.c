/* SPDX-License-Identifier: Apache-2.0 */
/* Expected items that are in no message are removed. */
#include "sim/witness/witness_internal.h"

/* Instructions that are not in the bytes: the image keeps step with them one by one, where it
   changes at all. */
static uint64_t skip_run(nt_witness *w, uint64_t address, uint64_t halfwords) {
    uint64_t instructions = 0;
    while (halfwords != 0 && nt_witness_code_changes(&w->code)) {
        unsigned size = nt_witness_code_size(&w->code, address);
        nt_flow_skip(w->flow, 1);
        address += 2u * size;
        halfwords -= size < halfwords ? size : halfwords;
        instructions++;
    }
    return instructions + nt_expect_count(&w->code, address, halfwords);
}

static void skip_runs(nt_witness *w, const nt_expected *head) {
    uint64_t instructions = skip_run(w, nt_expect_address(&w->expect), nt_expect_left(&w->expect));
    for (unsigned i = nt_expect_again(&w->expect); i > 0; i--) {
        instructions += skip_run(w, head->address, head->halfwords);
    }
    w->expect.lost += head->code ? instructions : 0;
    w->retired += instructions;
}

void nt_witness_skip(nt_witness *w) {
    nt_expected *head;
    while ((head = nt_expect_head(&w->expect)) != NULL &&
           (head->kind == NT_EXPECT_SKIP || head->kind == NT_EXPECT_HART)) {
        if (head->kind == NT_EXPECT_HART) {
            nt_witness_hart(w, head);
        } else {
            skip_runs(w, head);
        }
        nt_expect_pop(&w->expect);
    }
}

void nt_witness_pass(nt_witness *w) {
    nt_witness_skip(w);
    const nt_expected *head = nt_expect_head(&w->expect);
    if (head != NULL && head->kind == NT_EXPECT_MORE) {
        nt_expect_pop(&w->expect);
        nt_witness_skip(w);
    }
}

void nt_witness_carry(nt_witness *w, const nt_expected *item) {
    nt_witness_carried *carried = &w->carried;
    if (!nt_witness_is_request(item) || (item->code & NT_EXPECT_PRECISE) != 0 ||
        !nt_witness_may(w, NT_FREEDOM_SYNC_RESTART)) {
        return;
    }
    carried->time = !carried->any || item->time < carried->time ? item->time : carried->time;
    carried->any = true;
    for (unsigned reason = 0; reason < 16; reason++) {
        const bool asks = (item->halfwords >> reason & 1) != 0;
        carried->left[reason] += (uint8_t)(asks && carried->left[reason] < UINT8_MAX);
    }
}

static uint64_t count_head(nt_witness *w) {
    const nt_expected *head = nt_expect_head(&w->expect);
    if (head->kind != NT_EXPECT_RUN) {
        return 0;
    }
    uint64_t all = nt_expect_count(&w->code, head->address, head->halfwords);
    uint64_t left =
        nt_expect_count(&w->code, nt_expect_address(&w->expect), nt_expect_left(&w->expect));
    return left + all * nt_expect_again(&w->expect);
}

uint64_t nt_witness_pass_until(nt_witness *w, uint64_t number) {
    uint64_t instructions = 0;
    while (w->expect.first < number) {
        nt_expected *head = nt_expect_head(&w->expect);
        nt_witness_carry(w, head);
        if (head->kind == NT_EXPECT_HART) {
            nt_witness_hart(w, head);
        } else if (head->kind == NT_EXPECT_SYNC && (head->code & NT_EXPECT_START)) {
            w->btm = (head->code & NT_EXPECT_BTM) != 0;
        }
        instructions += count_head(w);
        nt_expect_pop(&w->expect);
    }
    w->retired += instructions;
    return instructions;
}
