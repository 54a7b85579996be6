/* SPDX-License-Identifier: Apache-2.0 */
/* An AXI4 memory for benches: takes bursts of a write master into a byte array, with random
   back-pressure and errors, and judges the master by the rules of AMBA AXI4 (channel handshakes,
   burst length and place of WLAST, 4 KiB boundary). Each cycle: nt_axi_memory_drive, settle,
   nt_axi_memory_cycle, clock edge. Knows neither RTL nor model. */
#ifndef NT_TB_AXI_MEMORY_H
#define NT_TB_AXI_MEMORY_H

#include "sim/util/random.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NT_AXI_MEMORY_BURSTS = 32 };

/* What the master drives. */
typedef struct nt_axi_master_pins {
    bool AWVALID;
    uint64_t AWADDR;
    uint8_t AWLEN;
    uint8_t AWSIZE;
    uint8_t AWBURST;
    bool WVALID;
    uint32_t WDATA;
    uint8_t WSTRB;
    bool WLAST;
    bool BREADY;
} nt_axi_master_pins;

/* What the memory drives. */
typedef struct nt_axi_slave_pins {
    bool AWREADY;
    bool WREADY;
    bool BVALID;
    uint8_t BRESP;
} nt_axi_slave_pins;

/* How the memory behaves; all 0: always ready, response in the next cycle, no error. May be changed
   at any time. */
typedef struct nt_axi_behaviour {
    uint16_t aw_wait;    /* AWREADY is 0 so many times of 256, 0 to 255 */
    uint16_t w_wait;     /* and WREADY */
    uint16_t b_wait;     /* a response is held back so many times of 256, 0 to 255 */
    uint32_t error_rate; /* so many bursts of 65536 get SLVERR; their data are not written */
    bool aw_waits_for_w; /* no AWREADY before data are offered */
} nt_axi_behaviour;

typedef struct nt_axi_memory_burst {
    uint64_t address;
    uint16_t words;
    uint16_t written;
    bool accepted; /* AWREADY was given */
    bool fails;
} nt_axi_memory_burst;

typedef struct nt_axi_memory {
    uint8_t *bytes; /* the caller's */
    uint64_t base;  /* address of bytes[0], a multiple of 4 */
    uint64_t size;  /* a multiple of 4; what lies outside gets DECERR */
    nt_axi_behaviour behaviour;
    nt_random random;
    nt_axi_slave_pins pins; /* of this cycle */
    nt_axi_master_pins before;
    bool aw_waited; /* AWVALID was not taken in the cycle before */
    bool w_waited;
    /* Bursts that were offered, a ring; the oldest without a response first. */
    nt_axi_memory_burst burst[NT_AXI_MEMORY_BURSTS];
    uint32_t first;
    uint32_t bursts;  /* offered and not answered */
    uint32_t written; /* of these, whose last word has come */

    uint64_t words;        /* taken */
    uint64_t answered;     /* bursts */
    uint64_t failed;       /* of these, not OKAY */
    uint64_t first_failed; /* address of the first of these */
    uint64_t sure;         /* words of the bursts answered before it */
    uint32_t most_bursts;  /* accepted and not answered at a time */
    uint32_t longest;      /* words of the longest burst */
    uint64_t wrong;        /* broken rules */
    char first_wrong[128]; /* the first one in words, or empty */
} nt_axi_memory;

void nt_axi_memory_init(nt_axi_memory *m, uint8_t *bytes, uint64_t base, uint64_t size,
                        uint64_t seed);

/* What the memory drives in this cycle. */
const nt_axi_slave_pins *nt_axi_memory_drive(nt_axi_memory *m);

/* The clock edge at the end of the cycle. `rst` (ARESETn low) forgets all but the bytes. */
void nt_axi_memory_cycle(nt_axi_memory *m, bool rst, const nt_axi_master_pins *master);

/* Nothing is under way. */
bool nt_axi_memory_is_idle(const nt_axi_memory *m);

#endif
