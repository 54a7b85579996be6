/* SPDX-License-Identifier: Apache-2.0 */
#include "model/transport/axi_writer.h"

enum { WORD_BYTES = 4, PAGE_BYTES = 4096 };

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

void nt_axi_writer_init(nt_axi_writer *s, const nt_axi_writer_params *params) {
    *s = (nt_axi_writer){.params = *params};
}

static nt_axi_burst *burst_at(nt_axi_writer *s, unsigned place) {
    return &s->burst[(s->first_burst + place) % s->params.outstanding];
}

void nt_axi_writer_out(const nt_axi_writer *s, bool rst, nt_axi_outputs *out) {
    *out = (nt_axi_outputs){
        .AWVALID = s->awvalid && !rst,
        .AWADDR = s->awaddr,
        .AWLEN = s->awlen,
        .WVALID = s->begun != 0 && !rst,
        .WDATA = s->word[s->first],
        .BREADY = s->sent != 0,
    };
    if (out->WVALID) {
        unsigned current = (unsigned)(s->first_burst + s->sent) % s->params.outstanding;
        out->WLAST = s->beat + 1u == s->burst[current].words;
    }
}

static bool awaits_wrap(const nt_axi_writer *s) {
    for (unsigned i = 0; i < s->bursts; i++) {
        if (s->burst[(s->first_burst + i) % s->params.outstanding].wraps) {
            return true;
        }
    }
    return false;
}

/* Whether a burst begins, with what was held before this cycle, and which one. */
static bool next_burst(const nt_axi_writer *s, const nt_axi_writer_inputs *in, nt_axi_burst *burst,
                       uint64_t *address) {
    *address = s->bursts != 0 ? s->next : in->pointer;
    uint64_t to_limit = *address >= in->limit ? 1 : (in->limit - *address) / WORD_BYTES + 1;
    uint64_t to_page = (PAGE_BYTES - *address % PAGE_BYTES) / WORD_BYTES;
    uint64_t longest = least(least(to_limit, to_page), s->params.burst);
    burst->words = (uint16_t)least(longest, s->waiting);
    burst->wraps = burst->words == to_limit;
    bool due = s->waiting >= longest || in->flush || s->quiet == s->params.idle_cycles;
    return s->waiting != 0 && due && !in->hold && !in->drop &&
           !(in->stop_on_wrap && awaits_wrap(s)) && s->bursts < s->params.outstanding &&
           (!s->awvalid || in->axi.AWREADY);
}

static void step_address(nt_axi_writer *s, const nt_axi_writer_inputs *in, bool begins,
                         const nt_axi_burst *burst, uint64_t address) {
    if (in->axi.AWREADY) {
        s->awvalid = false;
    }
    if (begins) {
        s->awvalid = true;
        s->awaddr = address;
        s->awlen = (uint8_t)(burst->words - 1);
        s->next = burst->wraps ? in->start : address + (uint64_t)burst->words * WORD_BYTES;
        *burst_at(s, s->bursts) = *burst;
        s->bursts++;
        s->begun = (uint16_t)(s->begun + burst->words);
        s->waiting = (uint16_t)(s->waiting - burst->words);
    }
}

static void step_data(nt_axi_writer *s, bool last) {
    s->first = (uint16_t)((s->first + 1) % s->params.words);
    s->begun--;
    s->beat++;
    if (last) {
        s->beat = 0;
        s->sent++;
    }
}

void nt_axi_writer_step(nt_axi_writer *s, const nt_axi_writer_inputs *in) {
    if (in->rst) {
        nt_axi_writer_params params = s->params;
        nt_axi_writer_init(s, &params);
        return;
    }
    nt_axi_outputs out;
    nt_axi_writer_out(s, false, &out);
    bool write = in->in_valid && nt_axi_writer_ready(s) && !in->drop;
    nt_axi_burst burst;
    uint64_t address;
    bool begins = next_burst(s, in, &burst, &address);

    if (write) {
        s->word[(s->first + s->begun + s->waiting) % s->params.words] = in->in;
        s->waiting++;
        s->quiet = 0;
    } else if (s->quiet != s->params.idle_cycles) {
        s->quiet++;
    }
    if (in->drop) {
        s->waiting = 0;
    }
    step_address(s, in, begins, &burst, address);
    if (out.WVALID && in->axi.WREADY) {
        step_data(s, out.WLAST);
    }
    if (out.BREADY && in->axi.BVALID) {
        s->first_burst = (uint8_t)((s->first_burst + 1) % s->params.outstanding);
        s->bursts--;
        s->sent--;
    }
}
