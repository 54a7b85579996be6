/* SPDX-License-Identifier: Apache-2.0 */
/* Trace RAM sink: bytes become 32-bit words in a circular buffer, in a memory of its own (SRAM
   mode) or by AXI4 in system memory (SMEM mode) (Trace Control Interface 1.0, "Trace RAM Sink"). */
#ifndef NT_MODEL_TRANSPORT_RAM_SINK_H
#define NT_MODEL_TRANSPORT_RAM_SINK_H

#include "model/control/ram_registers.h"
#include "model/transport/axi_writer.h"
#include "model/transport/stream_buffer.h"

typedef struct nt_ram_sink_params {
    uint8_t bytes;       /* BYTES: most bytes of a beat, 1, 2, 4 or 8 */
    uint32_t sram_words; /* SRAM_WORDS: a power of two, at least 2; 0: no SRAM mode */
    bool smem;           /* SMEM: has SMEM mode */
    nt_axi_writer_params axi;
} nt_ram_sink_params;

typedef struct nt_ram_sink {
    nt_ram_sink_params params;
    uint32_t *sram; /* sram_words words, the caller's */
    nt_stream_buffer buffer;
    nt_axi_writer writer;
    uint64_t wp; /* byte address */
    bool wrap;
    uint64_t rp;   /* byte address, SRAM mode */
    bool loaded;   /* `data` is the word at trRamRP */
    uint32_t data; /* what the SRAM read last */
    bool stopped;  /* until what was held and the message are gone */
    bool closing;  /* bursts from before a reset are not finished */
    bool error;
    uint64_t error_address; /* valid with `error` */
} nt_ram_sink;

typedef struct nt_ram_sink_inputs {
    bool rst;
    const nt_ram_control *control;
    uint8_t pointer_write; /* nt_ram_registers: the half of a pointer that takes pointer_value */
    uint32_t pointer_value;
    bool data_read; /* an access to trRamData ends */
    nt_beat in;
    nt_axi_inputs axi;
} nt_ram_sink_inputs;

typedef struct nt_ram_sink_outputs {
    bool in_ready;
    bool trRamEmpty;
    bool stop;        /* trRamEnable is to become 0 */
    uint64_t trRamWP; /* bit 0: trRamWrap */
    uint64_t trRamRP;
    uint32_t data; /* trRamData, with data_valid */
    bool data_valid;
    bool error;             /* a response was not OKAY; until trRamWPLow is written */
    uint64_t error_address; /* of that burst, with `error` */
    nt_axi_outputs axi;
} nt_ram_sink_outputs;

/* `sram`: sram_words words, which must outlive the sink. */
void nt_ram_sink_init(nt_ram_sink *s, const nt_ram_sink_params *params, uint32_t *sram);
/* From state, reset and the control fields alone. AWVALID and WVALID are 0 in reset. */
void nt_ram_sink_out(const nt_ram_sink *s, bool rst, const nt_ram_control *control,
                     nt_ram_sink_outputs *out);
void nt_ram_sink_step(nt_ram_sink *s, const nt_ram_sink_inputs *in);

#endif
