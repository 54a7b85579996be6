/* SPDX-License-Identifier: Apache-2.0 */
#include "receive/ram_trace.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = 4 };

/* Registers and fields ("Trace RAM Sink"). */
enum {
    TR_RAM_CONTROL = 0x000,
    TR_RAM_START_LOW = 0x010,
    TR_RAM_START_HIGH = 0x014,
    TR_RAM_LIMIT_LOW = 0x018,
    TR_RAM_LIMIT_HIGH = 0x01c,
    TR_RAM_WP_LOW = 0x020,
    TR_RAM_WP_HIGH = 0x024,
    TR_RAM_RP_LOW = 0x028,
    TR_RAM_DATA = 0x040,
    TR_RAM_ENABLE = 1 << 1,
    TR_RAM_EMPTY = 1 << 3,
    TR_RAM_MODE = 1 << 4,
    TR_RAM_WRAP = 1 << 0,
};

const char *nt_ram_status_text(nt_ram_status status) {
    static const char *const texts[NT_RAM_STATUSES] = {
        [NT_RAM_OK] = "no error",
        [NT_RAM_ACCESS] = "a register of the RAM sink cannot be accessed",
        [NT_RAM_BUSY] = "the RAM sink is still tracing",
        [NT_RAM_MODE] = "the RAM sink is in the other mode",
        [NT_RAM_POINTERS] = "the pointers of the RAM sink make no circular buffer",
        [NT_RAM_TOO_LARGE] = "the circular buffer is too large",
        [NT_RAM_REFUSED] = "trRamRP cannot be set",
        [NT_RAM_OUTSIDE] = "the circular buffer is not inside of the memory image",
        [NT_RAM_NO_MEMORY] = "out of memory",
    };
    return (unsigned)status < NT_RAM_STATUSES ? texts[status] : "unknown";
}

static bool read_register(const nt_ram_port *port, uint32_t offset, uint32_t *value) {
    return port->read32(port->context, offset, value) == 0;
}

static bool read_pair(const nt_ram_port *port, uint32_t low, uint32_t high, uint64_t *value) {
    uint32_t part[2];
    if (!read_register(port, low, &part[0]) || !read_register(port, high, &part[1])) {
        return false;
    }
    *value = (uint64_t)part[1] << 32 | part[0];
    return true;
}

/* Pointers of whole words, the write pointer in the buffer. */
static bool is_buffer(const nt_ram_buffer *buffer) {
    return ((buffer->start | buffer->limit | buffer->wp) & 3) == 0 && buffer->start <= buffer->wp &&
           buffer->wp <= buffer->limit;
}

nt_ram_status nt_ram_read_buffer(const nt_ram_port *port, nt_ram_buffer *buffer) {
    *buffer = (nt_ram_buffer){0};
    uint32_t control;
    if (!read_register(port, TR_RAM_CONTROL, &control)) {
        return NT_RAM_ACCESS;
    }
    if (control & TR_RAM_ENABLE || !(control & TR_RAM_EMPTY)) {
        return NT_RAM_BUSY;
    }
    if (!read_pair(port, TR_RAM_START_LOW, TR_RAM_START_HIGH, &buffer->start) ||
        !read_pair(port, TR_RAM_LIMIT_LOW, TR_RAM_LIMIT_HIGH, &buffer->limit) ||
        !read_pair(port, TR_RAM_WP_LOW, TR_RAM_WP_HIGH, &buffer->wp)) {
        return NT_RAM_ACCESS;
    }
    buffer->wrap = (buffer->wp & TR_RAM_WRAP) != 0;
    buffer->wp &= ~(uint64_t)TR_RAM_WRAP;
    buffer->smem = (control & TR_RAM_MODE) != 0;
    return is_buffer(buffer) ? NT_RAM_OK : NT_RAM_POINTERS;
}

/* Room for the trace. After a wrap it is the whole buffer. */
static nt_ram_status make_trace(const nt_ram_buffer *buffer, nt_ram_trace *trace) {
    uint64_t size = buffer->wrap ? nt_ram_buffer_size(buffer) : buffer->wp - buffer->start;
    *trace = (nt_ram_trace){.size = (size_t)size, .cut = buffer->wrap};
    if (size > SIZE_MAX / 2) {
        return NT_RAM_TOO_LARGE;
    }
    trace->bytes = malloc(trace->size != 0 ? trace->size : 1);
    return trace->bytes != NULL ? NT_RAM_OK : NT_RAM_NO_MEMORY;
}

/* Reads words from `from` up to the one before `to`, which trRamRP goes through by itself. */
static nt_ram_status read_range(const nt_ram_port *port, uint64_t from, uint64_t to,
                                uint8_t **bytes) {
    uint32_t value;
    if (from == to) {
        return NT_RAM_OK;
    }
    if (port->write32(port->context, TR_RAM_RP_LOW, (uint32_t)from) != 0 ||
        !read_register(port, TR_RAM_RP_LOW, &value)) {
        return NT_RAM_ACCESS;
    }
    if (value != from) {
        return NT_RAM_REFUSED;
    }
    for (uint64_t at = from; at != to; at += WORD_BYTES) {
        if (!read_register(port, TR_RAM_DATA, &value)) {
            return NT_RAM_ACCESS;
        }
        for (unsigned i = 0; i < WORD_BYTES; i++) {
            *(*bytes)++ = (uint8_t)(value >> (8 * i));
        }
    }
    return NT_RAM_OK;
}

nt_ram_status nt_ram_read_sram(const nt_ram_port *port, uint64_t most, nt_ram_trace *trace) {
    *trace = (nt_ram_trace){0};
    nt_ram_buffer buffer;
    nt_ram_status status = nt_ram_read_buffer(port, &buffer);
    if (status != NT_RAM_OK) {
        return status;
    }
    if (buffer.smem) {
        return NT_RAM_MODE;
    }
    if (buffer.limit > UINT32_MAX || nt_ram_buffer_size(&buffer) > most) {
        return NT_RAM_TOO_LARGE;
    }
    status = make_trace(&buffer, trace);
    uint8_t *bytes = trace->bytes;
    if (status == NT_RAM_OK && buffer.wrap) {
        status = read_range(port, buffer.wp, buffer.limit + WORD_BYTES, &bytes);
    }
    if (status == NT_RAM_OK) {
        status = read_range(port, buffer.start, buffer.wp, &bytes);
    }
    if (status != NT_RAM_OK) {
        nt_ram_trace_free(trace);
    }
    return status;
}

nt_ram_status nt_ram_copy_smem(const nt_ram_buffer *buffer, const uint8_t *memory, uint64_t base,
                               uint64_t size, nt_ram_trace *trace) {
    *trace = (nt_ram_trace){0};
    if (!buffer->smem) {
        return NT_RAM_MODE;
    }
    if (!is_buffer(buffer)) {
        return NT_RAM_POINTERS;
    }
    uint64_t from = buffer->start - base;
    uint64_t bytes = nt_ram_buffer_size(buffer);
    if (buffer->start < base || from > size || bytes == 0 || bytes > size - from) {
        return NT_RAM_OUTSIDE;
    }
    nt_ram_status status = make_trace(buffer, trace);
    if (status != NT_RAM_OK) {
        return status;
    }
    size_t behind = buffer->wrap ? (size_t)(buffer->limit + WORD_BYTES - buffer->wp) : 0;
    memcpy(trace->bytes, &memory[buffer->wp - base], behind);
    memcpy(trace->bytes + behind, &memory[from], trace->size - behind);
    return NT_RAM_OK;
}

void nt_ram_trace_free(nt_ram_trace *trace) {
    free(trace->bytes);
    *trace = (nt_ram_trace){0};
}

static bool ends_message(uint8_t byte) {
    return (byte & 3) == 3;
}

static bool starts_message(uint8_t byte) {
    return (byte & 3) == 0;
}

static bool is_sync(uint8_t byte) {
    unsigned tcode = byte >> 2;
    return tcode == 9 || tcode == 11 || tcode == 12 || tcode == 29;
}

static bool is_whole(const uint8_t *bytes, size_t size) {
    while (size != 0 && !ends_message(*bytes)) {
        bytes++;
        size--;
    }
    return size != 0;
}

static size_t oldest(const uint8_t *bytes, size_t size, bool cut, bool sync) {
    bool between = !cut;
    for (size_t i = 0; i < size; i++) {
        if (between && starts_message(bytes[i]) && (!sync || is_sync(bytes[i]))) {
            return is_whole(bytes + i, size - i) ? i : size;
        }
        between = ends_message(bytes[i]);
    }
    return size;
}

size_t nt_ram_oldest_message(const uint8_t *bytes, size_t size, bool cut) {
    return oldest(bytes, size, cut, false);
}

size_t nt_ram_oldest_sync(const uint8_t *bytes, size_t size, bool cut) {
    return oldest(bytes, size, cut, true);
}
