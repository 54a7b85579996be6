/* SPDX-License-Identifier: Apache-2.0 */
/* AXI4 write master of the RAM sink: words go into a circular buffer in system memory in bursts
   (INCR, 32-bit beats) that cross neither 4 KiB nor the buffer's end. A burst is begun only when
   all its words are held. */
#ifndef NT_MODEL_TRANSPORT_AXI_WRITER_H
#define NT_MODEL_TRANSPORT_AXI_WRITER_H

#include <stdbool.h>
#include <stdint.h>

enum { NT_AXI_MAX_WORDS = 256, NT_AXI_MAX_OUTSTANDING = 16 };

typedef struct nt_axi_writer_params {
    uint16_t words;      /* held at most, 1 to NT_AXI_MAX_WORDS */
    uint16_t burst;      /* words of the longest burst, 1 to `words` */
    uint8_t outstanding; /* bursts without a response, 2 to NT_AXI_MAX_OUTSTANDING */
    uint8_t idle_cycles; /* cycles without a new word after which a shorter burst goes out */
} nt_axi_writer_params;

typedef struct nt_axi_burst {
    uint16_t words;
    bool wraps; /* ends at the limit */
} nt_axi_burst;

typedef struct nt_axi_writer {
    nt_axi_writer_params params;
    /* Words, a ring from `first` on: those of bursts begun, then those of none. */
    uint32_t word[NT_AXI_MAX_WORDS];
    uint16_t first;
    uint16_t begun;
    uint16_t waiting;
    uint8_t quiet; /* cycles without a new word, up to idle_cycles */
    /* Bursts, a ring from `first_burst` on: those whose data are sent, then the others. */
    nt_axi_burst burst[NT_AXI_MAX_OUTSTANDING];
    uint8_t first_burst;
    uint8_t bursts; /* without a response */
    uint8_t sent;   /* of these, whose data are sent */
    uint16_t beat;  /* words sent of the burst behind them */
    uint64_t next;  /* byte address of the next burst; valid while there are bursts */
    bool awvalid;
    uint64_t awaddr; /* with awvalid */
    uint8_t awlen;   /* with awvalid */
} nt_axi_writer;

/* What goes to the slave. All but the valids and BREADY only with their valid. */
typedef struct nt_axi_outputs {
    bool AWVALID;
    uint64_t AWADDR;
    uint8_t AWLEN;
    bool WVALID;
    uint32_t WDATA;
    bool WLAST;
    bool BREADY;
} nt_axi_outputs;

/* What comes from the slave. */
typedef struct nt_axi_inputs {
    bool AWREADY;
    bool WREADY;
    bool BVALID;
    uint8_t BRESP; /* 0: OKAY */
} nt_axi_inputs;

typedef struct nt_axi_writer_inputs {
    bool rst;
    uint64_t start;    /* byte address of the circular buffer's first word */
    uint64_t limit;    /* of its last word */
    uint64_t pointer;  /* of the word behind the last acknowledged one */
    bool stop_on_wrap; /* nothing follows the burst that ends at the limit */
    bool flush;        /* no further word comes */
    bool hold;         /* begin no burst */
    bool drop;         /* nor keep words that none has, nor the one that comes */
    bool in_valid;
    uint32_t in;
    nt_axi_inputs axi;
} nt_axi_writer_inputs;

void nt_axi_writer_init(nt_axi_writer *s, const nt_axi_writer_params *params);
/* AWVALID and WVALID are 0 in reset. */
void nt_axi_writer_out(const nt_axi_writer *s, bool rst, nt_axi_outputs *out);
void nt_axi_writer_step(nt_axi_writer *s, const nt_axi_writer_inputs *in);

/* Room for a word. */
static inline bool nt_axi_writer_ready(const nt_axi_writer *s) {
    return s->begun + s->waiting < s->params.words;
}
/* Nothing is held and nothing under way; words that are begun are those of bursts. */
static inline bool nt_axi_writer_idle(const nt_axi_writer *s) {
    return s->waiting == 0 && s->bursts == 0;
}
/* The burst that a response is for; valid while there are bursts. */
static inline const nt_axi_burst *nt_axi_writer_oldest(const nt_axi_writer *s) {
    return &s->burst[s->first_burst];
}

#endif
