/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The PMU extension of the SBI (RISC-V SBI 3.0, EID 0x504D55) as a library for M-mode firmware and
 * hypervisors. Freestanding: no libc, no allocation, no locks, no global state.
 *
 * An SBI implementation keeps a struct nt_pmu_hart for each hart, fills in one struct
 * nt_pmu_platform, calls nt_pmu_init() on each hart when it starts, and nt_pmu_call() where S mode
 * makes a call of the extension. All that the library does outside these structs goes through
 * struct nt_pmu_ops. docs/sbi-pmu.md has an example and what is decided where the text is open.
 */
#ifndef NT_PMU_H
#define NT_PMU_H

#include "sbi_pmu.h"

#include <stdbool.h>
#include <stdint.h>

/* XLEN of the supervisor: 32 or 64. On another machine than RISC-V, that which is tested. */
#ifndef NT_PMU_XLEN
#ifdef __riscv_xlen
#define NT_PMU_XLEN __riscv_xlen
#else
#define NT_PMU_XLEN 64
#endif
#endif

#if NT_PMU_XLEN == 32
typedef uint32_t nt_pmu_word;
#else
typedef uint64_t nt_pmu_word;
#endif

/* Version of the SBI that is answered, major in bits 30:24, as sbi_get_spec_version has it: 0.3,
   2.0 or 3.0. What a later one added answers NOT_SUPPORTED, or is a reserved bit. */
#define NT_PMU_VERSION_0_3 0x00000003u
#define NT_PMU_VERSION_2_0 0x02000000u
#define NT_PMU_VERSION_3_0 0x03000000u
#ifndef NT_PMU_VERSION
#define NT_PMU_VERSION NT_PMU_VERSION_3_0
#endif

/* Most counters of each kind, so that all indices fit into 64 bits. */
enum { NT_PMU_HW_MAX = 32 };
enum { NT_PMU_FW_MAX = 32 };

/* What the library asks of its firmware. Each gets the hart's context. */
struct nt_pmu_ops {
    /* Reads and writes an M-mode CSR of the calling hart by number: mcountinhibit (0x320),
       mhpmeventN (0x320 + N) and mhpmeventNh (0x720 + N), mcycle, minstret and mhpmcounterN
       (0xB00 + N) and their upper halves (0xB80 + N), mcounteren (0x306), mip (0x344, read only).
     */
    nt_pmu_word (*csr_read)(void *context, unsigned csr);
    void (*csr_write)(void *context, unsigned csr, nt_pmu_word value);

    /* Says whether the counter with index `counter` can count an event, and what mhpmevent is to
       hold for it. event_data of raw events comes without the bits that the text reserves. Is not
       asked for what the text makes reserved, for the fixed counters, and for firmware events 0 to
       21; for those from 256 on it is, with the index of a firmware counter, and *mhpmevent is
       ignored. Bits of mhpmevent that are the library's (the upper 8, or 16 for type 2) are too. */
    bool (*event)(void *context, uint32_t event_idx, uint64_t event_data, unsigned counter,
                  uint64_t *mhpmevent);

    /* Checks that the supervisor may read, and where `writes` write, all `size` bytes at a physical
       address, and gives where the library reaches them; a null pointer where not. The pointer is
       used until nt_pmu_call() returns, for words of 32 bits. NULL in place of the function: there
       is no shared memory.
     */
    void *(*memory)(void *context, uint64_t address, uint64_t size, bool writes);

    /* Lets a platform count SBI_PMU_FW_PLATFORM itself; NULL where nt_pmu_fw_platform_event() does.
       fw_start counts on from `value`; fw_read gives the count of a counter that runs. */
    void (*fw_start)(void *context, unsigned counter, uint64_t event_data, uint64_t value);
    void (*fw_stop)(void *context, unsigned counter);
    uint64_t (*fw_read)(void *context, unsigned counter);
};

/* The same for all harts, and constant once a hart is initialized. */
struct nt_pmu_platform {
    const struct nt_pmu_ops *ops;
    uint32_t counters;   /* bit 0: mcycle, bit 2: minstret, bit N from 3 on: mhpmcounterN;
                            bit 1 is 0 */
    uint8_t width;       /* bits of mhpmcounterN, 1 to 64; mcycle and minstret have 64 */
    uint8_t fw_counters; /* 0 to 32; their indices follow that of the last hardware counter */
    bool sscofpmf;       /* the hart has Sscofpmf: inhibits, overflow, mhpmeventNh on RV32 */
    bool stops_fixed; /* nt_pmu_init() stops mcycle and minstret too. Otherwise they run from boot,
                         so that rdcycle and rdinstret count without a driver, until a call gives
                         them an event */
    bool counts_m;    /* M mode is counted unless SET_MINH forbids it. Otherwise it never is,
                         where the counter has inhibits: firmware is not to be seen */
};

/* A set of counter indices. */
struct nt_pmu_set {
    uint32_t word[2]; /* bit I of word W: index 32 * W + I */
};

/* A firmware counter. Other harts add to its count while it runs. */
struct nt_pmu_fw_counter {
    uint32_t event_data[2]; /* low half, high half */
    uint32_t event;         /* code */
#if NT_PMU_XLEN == 32
    uint64_t base;   /* the count less the events of the next two words */
    uint32_t low;    /* bits 31:0 of the number of events since nt_pmu_init */
    uint32_t halves; /* bits 62:31 of it, or one less for a moment */
#else
    uint64_t count;
#endif
};

/* The state of a hart. Belongs to the library; only nt_pmu_fw_event() comes from other harts. */
struct nt_pmu_hart {
    const struct nt_pmu_platform *platform;
    void *context;
    uint64_t shmem;               /* physical address of the snapshot area */
    struct nt_pmu_set counters;   /* all that there are */
    struct nt_pmu_set configured; /* counters that have an event */
    uint32_t fw_started;          /* bit N: firmware counter N runs */
    uint32_t served;              /* bit N: counter N stands, and LCOFIP has been 0 since */
    bool has_shmem;
    uint8_t fw_base; /* index of the first firmware counter */
    struct nt_pmu_fw_counter fw[NT_PMU_FW_MAX];
};

/* What a call returns: a0 and a1. */
struct nt_pmu_ret {
    nt_pmu_word error; /* SBI_SUCCESS or SBI_ERR_..., sign-extended */
    nt_pmu_word value;
};

/* Starts a hart: stops all its counters, takes their events away, lets S mode read them
   (mcounteren). To be called on that hart, before any other function for it. */
void nt_pmu_init(struct nt_pmu_hart *hart, const struct nt_pmu_platform *platform, void *context);

/* Makes a call of S mode: function in a6, arguments a0 to a5. On the calling hart alone. */
struct nt_pmu_ret nt_pmu_call(struct nt_pmu_hart *hart, nt_pmu_word fid, const nt_pmu_word args[6]);

/* Counts a firmware event (code 0 to 65534) of a hart; may be called on any hart. The firmware does
   so where it handles the event: for the ..._SENT once for each hart that it sends to. */
void nt_pmu_fw_event(struct nt_pmu_hart *hart, uint32_t code);

/* Counts SBI_PMU_FW_PLATFORM with this event_data; for a platform without fw_start. */
void nt_pmu_fw_platform_event(struct nt_pmu_hart *hart, uint64_t event_data);

/* Counters of a hart while it loses its state. */
struct nt_pmu_saved {
    uint64_t value[NT_PMU_HW_MAX];
    uint64_t event[NT_PMU_HW_MAX];
    uint32_t inhibit;
};

/* Stops the hardware counters and keeps them: before a suspend that does not retain them. */
void nt_pmu_save(struct nt_pmu_hart *hart, struct nt_pmu_saved *saved);

/* Brings them back, those that ran running, and mcounteren. mip.LCOFIP is the firmware's. */
void nt_pmu_restore(struct nt_pmu_hart *hart, const struct nt_pmu_saved *saved);

/* Reads and writes the CSRs of csr_read and csr_write on a RISC-V hart in M mode (csr_riscv.S). */
nt_pmu_word nt_pmu_riscv_csr_read(void *context, unsigned csr);
void nt_pmu_riscv_csr_write(void *context, unsigned csr, nt_pmu_word value);

#endif
