/* Trace out of a RAM sink, as a debugger takes it when tracing has ended: by register accesses
   (SRAM mode) or out of system memory (SMEM mode), and where its decoding can start (Trace Control
   Interface 1.0, "Trace RAM Sink" and "Enabling and Disabling"; N-Trace 1.0, "MSEO Transitions").
   Shares nothing with the model of the sink. */
#ifndef NT_RECEIVE_RAM_TRACE_H
#define NT_RECEIVE_RAM_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Access to the registers of one RAM sink, by offsets in its page. Both return 0, or what they want
   to be handed up as NT_RAM_ACCESS. */
typedef struct nt_ram_port {
    int (*read32)(void *context, uint32_t offset, uint32_t *value);
    int (*write32)(void *context, uint32_t offset, uint32_t value);
    void *context;
} nt_ram_port;

typedef enum nt_ram_status {
    NT_RAM_OK = 0,
    NT_RAM_ACCESS,    /* a register access failed */
    NT_RAM_BUSY,      /* trRamEnable is 1 or trRamEmpty is 0: tracing has not ended */
    NT_RAM_MODE,      /* the sink is not in the mode that was asked for */
    NT_RAM_POINTERS,  /* trRamStart, trRamLimit and trRamWP make no circular buffer */
    NT_RAM_TOO_LARGE, /* the buffer is larger than the caller allows */
    NT_RAM_REFUSED,   /* trRamRP does not take what is written: nothing can be read here */
    NT_RAM_OUTSIDE,   /* the buffer is not inside of the memory image */
    NT_RAM_NO_MEMORY,
    NT_RAM_STATUSES,
} nt_ram_status;

/* In words; static text. */
const char *nt_ram_status_text(nt_ram_status status);

/* Where the trace lies. Addresses are of bytes, multiples of 4. */
typedef struct nt_ram_buffer {
    uint64_t start; /* of the first word */
    uint64_t limit; /* of the last word */
    uint64_t wp;    /* where the next word would go */
    bool wrap;      /* trRamWrap: the oldest word lies at `wp`, else at `start` */
    bool smem;      /* in system memory */
} nt_ram_buffer;

/* Bytes of the whole circular buffer. */
static inline uint64_t nt_ram_buffer_size(const nt_ram_buffer *buffer) {
    return buffer->limit - buffer->start + 4;
}

/* Reads where the trace lies. NT_RAM_BUSY while it is taken. */
nt_ram_status nt_ram_read_buffer(const nt_ram_port *port, nt_ram_buffer *buffer);

/* The bytes, oldest first, without looking at what they are. */
typedef struct nt_ram_trace {
    uint8_t *bytes; /* nt_ram_trace_free frees them */
    size_t size;
    bool cut; /* after a wrap: what came before is lost, so it may begin within a message */
} nt_ram_trace;

/* SRAM mode: reads the trace by trRamRP and trRamData. `most`: bytes at most. */
nt_ram_status nt_ram_read_sram(const nt_ram_port *port, uint64_t most, nt_ram_trace *trace);

/* SMEM mode: copies the trace out of `size` bytes of memory, the first at address `base`. */
nt_ram_status nt_ram_copy_smem(const nt_ram_buffer *buffer, const uint8_t *memory, uint64_t base,
                               uint64_t size, nt_ram_trace *trace);

void nt_ram_trace_free(nt_ram_trace *trace);

/* Offset of the oldest message that is whole, of the oldest one that is a synchronizing message
   (TCODE 9, 11, 12 or 29) and whole; `size` where there is none. A message starts behind a byte
   with MSEO=11 (idle is one), or at offset 0 of what is not cut. */
size_t nt_ram_oldest_message(const uint8_t *bytes, size_t size, bool cut);
size_t nt_ram_oldest_sync(const uint8_t *bytes, size_t size, bool cut);

#endif
