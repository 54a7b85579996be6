/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/axi_memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    WORD_BYTES = 4,
    PAGE_BYTES = 4096,
    SIZE_4_BYTES = 2,
    BURST_INCR = 1,
    ALL_BYTES = 15,
    OKAY = 0,
    SLVERR = 2,
    DECERR = 3,
};

void nt_axi_memory_init(nt_axi_memory *m, uint8_t *bytes, uint64_t base, uint64_t size,
                        uint64_t seed) {
    *m = (nt_axi_memory){.base = base, .size = size};
    m->bytes = bytes;
    nt_random_seed(&m->random, seed);
}

static nt_axi_memory_burst *burst_at(nt_axi_memory *m, uint32_t place) {
    return &m->burst[(m->first + place) % NT_AXI_MEMORY_BURSTS];
}

static bool is_inside(const nt_axi_memory *m, const nt_axi_memory_burst *burst) {
    uint64_t bytes = (uint64_t)burst->words * WORD_BYTES;
    return burst->address >= m->base && bytes <= m->size &&
           burst->address - m->base <= m->size - bytes;
}

const nt_axi_slave_pins *nt_axi_memory_drive(nt_axi_memory *m) {
    const nt_axi_behaviour *how = &m->behaviour;
    bool has_data = m->w_waited || (m->bursts != 0 && burst_at(m, m->bursts - 1)->written != 0);
    m->pins.AWREADY =
        !nt_random_chance(&m->random, how->aw_wait) && (has_data || !how->aw_waits_for_w);
    m->pins.WREADY = !nt_random_chance(&m->random, how->w_wait);
    const nt_axi_memory_burst *oldest = burst_at(m, 0);
    bool due = m->written != 0 && oldest->accepted;
    if (due && !m->pins.BVALID && !nt_random_chance(&m->random, how->b_wait)) {
        m->pins.BVALID = true;
        m->pins.BRESP = !is_inside(m, oldest) ? DECERR : oldest->fails ? SLVERR : OKAY;
    }
    return &m->pins;
}

static void check(nt_axi_memory *m, bool holds, const char *rule, uint64_t value) {
    if (!holds && m->wrong++ == 0) {
        (void)snprintf(m->first_wrong, sizeof m->first_wrong, "AXI: %s (0x%" PRIx64 ")", rule,
                       value);
    }
}

static void check_handshakes(nt_axi_memory *m, const nt_axi_master_pins *now) {
    const nt_axi_master_pins *before = &m->before;
    if (m->aw_waited) {
        check(m, now->AWVALID, "AWVALID fell before AWREADY", before->AWADDR);
        check(m,
              now->AWADDR == before->AWADDR && now->AWLEN == before->AWLEN &&
                  now->AWSIZE == before->AWSIZE && now->AWBURST == before->AWBURST,
              "the address changed before AWREADY", now->AWADDR);
    }
    if (m->w_waited) {
        check(m, now->WVALID, "WVALID fell before WREADY", before->WDATA);
        check(m,
              now->WDATA == before->WDATA && now->WSTRB == before->WSTRB &&
                  now->WLAST == before->WLAST,
              "the data changed before WREADY", now->WDATA);
    }
}

static void offer_burst(nt_axi_memory *m, const nt_axi_master_pins *now) {
    uint32_t words = now->AWLEN + 1u;
    check(m, now->AWSIZE == SIZE_4_BYTES, "AWSIZE is not 4 bytes", now->AWSIZE);
    check(m, now->AWBURST == BURST_INCR, "AWBURST is not INCR", now->AWBURST);
    check(m, now->AWADDR % WORD_BYTES == 0, "AWADDR is not aligned", now->AWADDR);
    check(m, now->AWADDR % PAGE_BYTES + words * WORD_BYTES <= PAGE_BYTES,
          "a burst crosses a 4 KiB boundary", now->AWADDR);
    check(m, m->bursts < NT_AXI_MEMORY_BURSTS, "more bursts than can be told apart", m->bursts);
    if (m->bursts < NT_AXI_MEMORY_BURSTS) {
        *burst_at(m, m->bursts++) = (nt_axi_memory_burst){
            .address = now->AWADDR,
            .words = (uint16_t)words,
            .fails = nt_random_below(&m->random, 65536) < m->behaviour.error_rate,
        };
    }
    if (words > m->longest) {
        m->longest = words;
    }
}

/* Bursts are told by AWVALID, since their data may be taken before AWREADY. */
static void take_address(nt_axi_memory *m, const nt_axi_master_pins *now) {
    if (now->AWVALID && !m->aw_waited) {
        offer_burst(m, now);
    }
    if (now->AWVALID && m->pins.AWREADY && m->bursts != 0) {
        burst_at(m, m->bursts - 1)->accepted = true;
        m->most_bursts = m->bursts > m->most_bursts ? m->bursts : m->most_bursts;
    }
}

static void take_word(nt_axi_memory *m, const nt_axi_master_pins *now) {
    check(m, m->written < m->bursts, "data without an address", now->WDATA);
    if (m->written == m->bursts) {
        return;
    }
    nt_axi_memory_burst *burst = burst_at(m, m->written);
    if (is_inside(m, burst) && !burst->fails) {
        uint8_t *to = &m->bytes[burst->address - m->base + WORD_BYTES * (size_t)burst->written];
        for (unsigned i = 0; i < WORD_BYTES; i++) {
            if (now->WSTRB >> i & 1) {
                to[i] = (uint8_t)(now->WDATA >> (8 * i));
            }
        }
    }
    check(m, now->WSTRB == ALL_BYTES, "WSTRB leaves bytes of a word out", now->WSTRB);
    m->words++;
    burst->written++;
    bool last = burst->written == burst->words;
    check(m, now->WLAST == last, last ? "the last word without WLAST" : "WLAST too early",
          burst->address);
    m->written += last;
}

static void answer(nt_axi_memory *m) {
    if (m->pins.BRESP != OKAY) {
        m->first_failed = m->failed == 0 ? burst_at(m, 0)->address : m->first_failed;
        m->failed++;
    }
    m->sure += m->failed == 0 ? burst_at(m, 0)->words : 0;
    m->answered++;
    m->pins.BVALID = false;
    m->first = (m->first + 1) % NT_AXI_MEMORY_BURSTS;
    m->bursts--;
    m->written--;
}

static void forget(nt_axi_memory *m) {
    m->pins = (nt_axi_slave_pins){0};
    m->aw_waited = false;
    m->w_waited = false;
    m->first = 0;
    m->bursts = 0;
    m->written = 0;
}

void nt_axi_memory_cycle(nt_axi_memory *m, bool rst, const nt_axi_master_pins *master) {
    if (rst) {
        forget(m);
        return;
    }
    bool answers = m->pins.BVALID && master->BREADY;
    check_handshakes(m, master);
    take_address(m, master);
    if (master->WVALID && m->pins.WREADY) {
        take_word(m, master);
    }
    if (answers) {
        answer(m);
    }
    m->aw_waited = master->AWVALID && !m->pins.AWREADY;
    m->w_waited = master->WVALID && !m->pins.WREADY;
    m->before = *master;
}

bool nt_axi_memory_is_idle(const nt_axi_memory *m) {
    return m->bursts == 0;
}
