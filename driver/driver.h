/* SPDX-License-Identifier: Apache-2.0 */
/* Drives trace components by their registers, as a trace tool does: Trace Control Interface 1.0,
   "Reset and Discovery", "Enabling and Disabling", "Accessing and Detecting RAM Sink Registers"
   and "Versioning of Components". It uses only standard registers, so it drives any conforming
   component.

   It needs neither libc nor an operating system: registers are accessed by two functions of the
   caller, all memory is the caller's, and waiting is a bounded number of reads. Firmware, a
   debugger and a bench can use it. Every function returns 0 or an nt_driver_error; nt_driver_text
   returns it in words, nt_driver_describe with the component. */
#ifndef NT_DRIVER_DRIVER_H
#define NT_DRIVER_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

/* Provides 32-bit accesses at byte addresses. False: the access failed. */
typedef struct nt_driver_bus {
    void *context; /* passed to both */
    bool (*read32)(void *context, uint64_t address, uint32_t *value);
    bool (*write32)(void *context, uint64_t address, uint32_t value);
} nt_driver_bus;

typedef struct nt_driver {
    nt_driver_bus registers;
    nt_driver_bus memory; /* the system's memory, which SMEM sinks write; only read32 is used */
    uint32_t polls;       /* reads of a bit before an error is returned, at least 1 */
} nt_driver;

typedef enum nt_driver_error {
    NT_DRIVER_OK = 0,
    NT_DRIVER_BUS,           /* an access failed */
    NT_DRIVER_STAYS_ACTIVE,  /* tr??Active stays 1 */
    NT_DRIVER_NEVER_ACTIVE,  /* tr??Active never becomes 1, but a component responds */
    NT_DRIVER_ABSENT,        /* no component responds: tr??Control reads 0 or all ones */
    NT_DRIVER_ENABLED,       /* tr??Enable is 1 directly after a reset */
    NT_DRIVER_NOT_EMPTY,     /* tr??Empty stays 0 after a reset */
    NT_DRIVER_VERSION_0,     /* pre-ratified version 0.x */
    NT_DRIVER_VERSION_NEW,   /* a major version above the supported one */
    NT_DRIVER_WRONG_TYPE,    /* tr??CompType is another component's */
    NT_DRIVER_NOT_SETTABLE,  /* a field did not accept the written value: `wanted`, `found` */
    NT_DRIVER_STAYS_ENABLED, /* tr??Enable stays 1 */
    NT_DRIVER_NEVER_ENABLED, /* tr??Enable never becomes 1 */
    NT_DRIVER_NEVER_EMPTY,   /* tr??Empty never becomes 1 */
    NT_DRIVER_BUSY,          /* the sink is enabled or not empty: it cannot be read back */
    NT_DRIVER_NO_READ_BACK,  /* SRAM mode without trRamRP */
    NT_DRIVER_POINTER,       /* trRamWP is not within the buffer */
    NT_DRIVER_NO_ROOM,       /* the caller's buffer is too small */
    NT_DRIVER_BAD_CALL,      /* an argument that no component accepts */
    NT_DRIVER_NOT_VERSION_0, /* a component of version 1 or later, where one of 0 was expected */
    NT_DRIVER_ERRORS
} nt_driver_error;

/* Lists warnings: versions that work but should be reported. */
typedef enum nt_driver_warning {
    NT_DRIVER_NO_WARNING = 0,
    NT_DRIVER_MINOR_NEWER,  /* 1.1 to 1.14: features of 1.0 are used */
    NT_DRIVER_EXPERIMENTAL, /* 1.15: likewise */
} nt_driver_warning;

/* Lists the types of components, by tr??CompType. */
typedef enum nt_driver_type {
    NT_DRIVER_ENCODER = 0x1,
    NT_DRIVER_FUNNEL = 0x8,
    NT_DRIVER_RAM_SINK = 0x9,
    NT_DRIVER_PIB_SINK = 0xa,
    NT_DRIVER_ATB_BRIDGE = 0xe,
} nt_driver_type;

/* Describes a timestamp unit. Masks have bit n set if value n was accepted. */
typedef struct nt_driver_timestamps {
    uint8_t width;  /* bits; 0: no timestamp unit */
    uint32_t modes; /* of trTsMode */
} nt_driver_timestamps;

typedef struct nt_driver_encoder {
    uint32_t modes;      /* of trTeInstMode */
    uint32_t sync_modes; /* of trTeInstSyncMode */
    uint32_t control;    /* value of trTeControl with all options written as 1, not enabled */
    uint32_t features;   /* trTeInstFeatures likewise */
    uint32_t filters;    /* trTeInstFilters likewise */
    uint8_t format;      /* trTeFormat: 0 E-Trace, 1 N-Trace */
    uint8_t protocol_major, protocol_minor;
    nt_driver_timestamps timestamps;
} nt_driver_encoder;

typedef struct nt_driver_funnel {
    uint32_t inputs; /* those that can be disabled */
    nt_driver_timestamps timestamps;
} nt_driver_funnel;

typedef struct nt_driver_ram {
    bool sram, smem;     /* modes */
    bool limit_settable; /* SRAM: trRamLimit can be trimmed */
    bool stop_on_wrap;
    uint32_t sram_limit; /* SRAM: the highest trRamLimit */
} nt_driver_ram;

typedef struct nt_driver_pib {
    uint32_t modes;      /* of trPibMode, without 0 */
    uint32_t clk_center; /* those of them that accept trPibClkCenter */
    bool calibrate;
    uint16_t divider_reset;
    uint16_t divider_most;
} nt_driver_pib;

typedef struct nt_driver_atb {
    bool id_settable;
} nt_driver_atb;

/* Lists the sinks of a component of version 0: values of its field teSink or tfSink. */
typedef enum nt_driver_0_sink {
    NT_DRIVER_0_SRAM = 4,
    NT_DRIVER_0_ATB = 5,
    NT_DRIVER_0_PIB = 6,
    NT_DRIVER_0_SMEM = 7, /* system memory */
    NT_DRIVER_0_FUNNEL = 8,
} nt_driver_0_sink;

typedef struct nt_driver_version0 {
    uint32_t sinks; /* bit nt_driver_0_sink is set: it has that one */
    uint8_t sink;   /* the one that is chosen */
} nt_driver_version0;

/* Describes a component. The caller sets `type` and `base`; the driver sets the rest. */
typedef struct nt_driver_component {
    nt_driver_type type;
    uint64_t base;
    uint32_t control; /* tr??Control as released from reset */
    uint32_t impl;    /* tr??Impl; 0 until it was read */
    uint8_t major, minor;
    nt_driver_warning warning;
    uint32_t offset, wanted, found; /* of the access that caused the last error */
    union {
        nt_driver_encoder encoder;
        nt_driver_funnel funnel;
        nt_driver_ram ram;
        nt_driver_pib pib;
        nt_driver_atb atb;
        nt_driver_version0 version0; /* by nt_driver_discover_0 */
    } has;
} nt_driver_component;

/* Resets a component: tr??Active 0, then 1, each read back; checks the values of the table
   "Trace Components Reset". The component is then active and not enabled. */
int nt_driver_reset(const nt_driver *driver, nt_driver_component *component);

/* Resets a component, reads version and type, determines the accepted values of WARL fields, and
   resets it again. In SMEM mode no address is tried: the text forbids any that the user did not
   give. */
int nt_driver_discover(const nt_driver *driver, nt_driver_component *component);

/* Functions that write settings and verify each. The component must be active and not enabled. */

/* Holds register values; of `control` tr??Active, trTeEnable, trTeInstTracing and fields set by
   hardware are ignored. */
typedef struct nt_driver_encoder_setup {
    uint32_t control;    /* trTeControl */
    uint32_t features;   /* trTeInstFeatures */
    uint32_t filters;    /* trTeInstFilters */
    uint32_t timestamps; /* trTsControl; with trTsActive or 0 */
} nt_driver_encoder_setup;

typedef struct nt_driver_pib_setup {
    uint8_t mode; /* trPibMode */
    bool clk_center;
    bool calibrate;
    uint16_t divider;
} nt_driver_pib_setup;

typedef struct nt_driver_ram_setup {
    bool smem;
    bool stop_on_wrap;
    uint64_t start, limit; /* byte addresses of first and last word */
} nt_driver_ram_setup;

int nt_driver_set_encoder(const nt_driver *driver, nt_driver_component *component,
                          const nt_driver_encoder_setup *setup);
int nt_driver_set_funnel(const nt_driver *driver, nt_driver_component *component,
                         uint32_t disabled_inputs, uint32_t timestamps);
int nt_driver_set_pib(const nt_driver *driver, nt_driver_component *component,
                      const nt_driver_pib_setup *setup);
int nt_driver_set_atb(const nt_driver *driver, nt_driver_component *component, uint8_t id);

/* Configures a RAM sink: trRamWP becomes trRamStart, trRamWrap 0. In SRAM mode `start` is 0. */
int nt_driver_set_ram(const nt_driver *driver, nt_driver_component *component,
                      const nt_driver_ram_setup *setup);

/* Sequences over a whole system. The list is in the order in which trace flows: encoders first,
   a funnel before the one that it feeds, sinks last. *failed, where not null, is the component
   that caused an error. */

/* Sets tr??Enable of sinks and bridges, then funnels, then encoders, each read back. */
int nt_driver_enable(const nt_driver *driver, nt_driver_component *list, unsigned count,
                     nt_driver_component **failed);

/* Sets trTeInstTracing of every encoder in the list. Triggers may set it instead. */
int nt_driver_start(const nt_driver *driver, nt_driver_component *list, unsigned count,
                    nt_driver_component **failed);

/* Disables encoders, then funnels, then sinks and bridges: clears tr??Enable, and waits until
   all queued bytes have left (tr??Empty) before the next one is accessed. If one does not follow
   within `polls`, those after it are still disabled and flushed; returns the first error. */
int nt_driver_disable(const nt_driver *driver, nt_driver_component *list, unsigned count,
                      nt_driver_component **failed);

/* Read-out of a RAM sink. */

typedef struct nt_driver_trace {
    bool smem;
    bool wrapped;          /* the oldest message may be cut */
    uint64_t start, limit; /* first and last word of the buffer */
    uint64_t pointer;      /* address of the next word */
    uint64_t length;       /* bytes of trace, including idle bytes after it */
} nt_driver_trace;

/* Determines the size and place of the trace. */
int nt_driver_trace_of(const nt_driver *driver, nt_driver_component *component,
                       nt_driver_trace *trace);

/* Reads the trace, the oldest byte first: SRAM by trRamData, SMEM from memory, after a wrap in
   two ranges. */
int nt_driver_read_trace(const nt_driver *driver, nt_driver_component *component, uint8_t *bytes,
                         uint64_t room, nt_driver_trace *trace);

/* Encoders and funnels of the pre-ratified version 0 (SiFive's), whose sinks are part of them.
   These functions read; they reset nothing and change no setting. */

/* Reads which sinks a component has. Returns NT_DRIVER_NOT_VERSION_0 for one of a later version. */
int nt_driver_discover_0(const nt_driver *driver, nt_driver_component *component);

/* Determines the size and place of the trace in its SRAM or in system memory, whichever it has
   chosen; NT_DRIVER_NO_READ_BACK for other sinks. It must be disabled and empty. An SRAM's size is
   found by what its write pointer accepts, which gets its value back. */
int nt_driver_trace_of_0(const nt_driver *driver, nt_driver_component *component,
                         nt_driver_trace *trace);

/* Reads the trace, the oldest byte first. */
int nt_driver_read_trace_0(const nt_driver *driver, nt_driver_component *component, uint8_t *bytes,
                           uint64_t room, nt_driver_trace *trace);

/* Returns the name of a type in the specification, as "Trace Funnel". */
const char *nt_driver_name(nt_driver_type type);

/* Return an error, or a warning, in words. */
const char *nt_driver_text(int error);
const char *nt_driver_warning_text(nt_driver_warning warning);

/* Writes a line about a component: name, base, version, tr??Impl, and the error or warning, with
   a NUL at the end; truncated if `room` is too small. Returns the required room with the NUL. */
unsigned nt_driver_describe(const nt_driver_component *component, int error, char *text,
                            unsigned room);

#endif
