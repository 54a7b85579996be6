/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the trace of a RAM sink as a debugger does when tracing has ended: by register accesses
   (SRAM mode) or from system memory (SMEM mode), and finds where decoding can start (Trace
   Control Interface 1.0, "Trace RAM Sink" and "Enabling and Disabling"; N-Trace 1.0, "MSEO
   Transitions"). Shares no code with the model of the sink. */
#ifndef NT_RECEIVE_RAM_TRACE_H
#define NT_RECEIVE_RAM_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Provides access to the registers of one RAM sink, by offsets in its page. Both functions
   return 0, or another value for NT_RAM_ACCESS. */
typedef struct nt_ram_port {
    int (*read32)(void *context, uint32_t offset, uint32_t *value);
    int (*write32)(void *context, uint32_t offset, uint32_t value);
    void *context;
} nt_ram_port;

typedef enum nt_ram_status {
    NT_RAM_OK = 0,
    NT_RAM_ACCESS,    /* a register access failed */
    NT_RAM_BUSY,      /* trRamEnable is 1 or trRamEmpty is 0: tracing has not ended */
    NT_RAM_MODE,      /* the sink is not in the requested mode */
    NT_RAM_POINTERS,  /* trRamStart, trRamLimit and trRamWP do not form a circular buffer */
    NT_RAM_TOO_LARGE, /* the buffer is larger than the caller allows */
    NT_RAM_REFUSED,   /* trRamRP does not accept the written value: nothing can be read */
    NT_RAM_OUTSIDE,   /* the buffer is not inside of the memory image */
    NT_RAM_NO_MEMORY,
    NT_RAM_STATUSES,
} nt_ram_status;

/* Returns the status in words; static text. */
const char *nt_ram_status_text(nt_ram_status status);

/* Describes the buffer in memory. Addresses are those of bytes, multiples of 4. */
typedef struct nt_ram_buffer {
    uint64_t start; /* of the first word */
    uint64_t limit; /* of the last word */
    uint64_t wp;    /* of the next word */
    bool wrap;      /* trRamWrap: the oldest word is at `wp`, else at `start` */
    bool smem;      /* in system memory */
} nt_ram_buffer;

/* Returns the bytes of the whole circular buffer. */
static inline uint64_t nt_ram_buffer_size(const nt_ram_buffer *buffer) {
    return buffer->limit - buffer->start + 4;
}

/* Reads the description of the buffer. Returns NT_RAM_BUSY while trace is taken. */
nt_ram_status nt_ram_read_buffer(const nt_ram_port *port, nt_ram_buffer *buffer);

/* Holds the bytes, oldest first, whatever they are. */
typedef struct nt_ram_trace {
    uint8_t *bytes; /* nt_ram_trace_free frees them */
    size_t size;
    bool cut; /* after a wrap: older bytes are lost, so it may begin within a message */
} nt_ram_trace;

/* Reads the trace in SRAM mode, by trRamRP and trRamData. `most`: maximum of bytes. */
nt_ram_status nt_ram_read_sram(const nt_ram_port *port, uint64_t most, nt_ram_trace *trace);

/* Copies the trace in SMEM mode from `size` bytes of memory, the first at address `base`. */
nt_ram_status nt_ram_copy_smem(const nt_ram_buffer *buffer, const uint8_t *memory, uint64_t base,
                               uint64_t size, nt_ram_trace *trace);

void nt_ram_trace_free(nt_ram_trace *trace);

/* Return the offset of the oldest complete message, and of the oldest complete synchronizing
   message (TCODE 9, 11, 12 or 29); `size` if there is none. A message starts after a byte with
   MSEO=11 (also an idle one), or at offset 0 if the trace is not cut. */
size_t nt_ram_oldest_message(const uint8_t *bytes, size_t size, bool cut);
size_t nt_ram_oldest_sync(const uint8_t *bytes, size_t size, bool cut);

#endif
