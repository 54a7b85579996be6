/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Numbers of the SBI's PMU extension, by the names of the specification (RISC-V SBI 3.0,
 * "Performance Monitoring Unit Extension"), for both sides of the call.
 */
#ifndef SBI_PMU_H
#define SBI_PMU_H

#define SBI_EXT_PMU 0x504D55 /* EID, in a7; the function (FID) is in a6 */

/* Functions */
enum {
    SBI_EXT_PMU_NUM_COUNTERS = 0,
    SBI_EXT_PMU_COUNTER_GET_INFO = 1,
    SBI_EXT_PMU_COUNTER_CFG_MATCH = 2,
    SBI_EXT_PMU_COUNTER_START = 3,
    SBI_EXT_PMU_COUNTER_STOP = 4,
    SBI_EXT_PMU_COUNTER_FW_READ = 5,
    SBI_EXT_PMU_COUNTER_FW_READ_HI = 6, /* from SBI 2.0 on */
    SBI_EXT_PMU_SNAPSHOT_SET_SHMEM = 7, /* from SBI 2.0 on */
    SBI_EXT_PMU_EVENT_GET_INFO = 8,     /* from SBI 3.0 on */
};

/* Errors (chapter "Binary Encoding") */
#ifndef SBI_SUCCESS
#define SBI_SUCCESS               0
#define SBI_ERR_FAILED            (-1)
#define SBI_ERR_NOT_SUPPORTED     (-2)
#define SBI_ERR_INVALID_PARAM     (-3)
#define SBI_ERR_DENIED            (-4)
#define SBI_ERR_INVALID_ADDRESS   (-5)
#define SBI_ERR_ALREADY_AVAILABLE (-6)
#define SBI_ERR_ALREADY_STARTED   (-7)
#define SBI_ERR_ALREADY_STOPPED   (-8)
#define SBI_ERR_NO_SHMEM          (-9)
#endif

/* config_flags of counter_config_matching */
#define SBI_PMU_CFG_FLAG_SKIP_MATCH  (1u << 0)
#define SBI_PMU_CFG_FLAG_CLEAR_VALUE (1u << 1)
#define SBI_PMU_CFG_FLAG_AUTO_START  (1u << 2)
#define SBI_PMU_CFG_FLAG_SET_VUINH   (1u << 3)
#define SBI_PMU_CFG_FLAG_SET_VSINH   (1u << 4)
#define SBI_PMU_CFG_FLAG_SET_UINH    (1u << 5)
#define SBI_PMU_CFG_FLAG_SET_SINH    (1u << 6)
#define SBI_PMU_CFG_FLAG_SET_MINH    (1u << 7)

/* start_flags of counter_start; the first has two names, the second of them in Linux */
#define SBI_PMU_START_SET_INIT_VALUE      (1u << 0)
#define SBI_PMU_START_FLAG_SET_INIT_VALUE SBI_PMU_START_SET_INIT_VALUE
#define SBI_PMU_START_FLAG_INIT_SNAPSHOT  (1u << 1) /* from SBI 2.0 on */

/* stop_flags of counter_stop */
#define SBI_PMU_STOP_FLAG_RESET         (1u << 0)
#define SBI_PMU_STOP_FLAG_TAKE_SNAPSHOT (1u << 1) /* from SBI 2.0 on */

/* event_idx: type in bits 19:16, code in bits 15:0 */
#define SBI_PMU_EVENT_TYPE_HW     0
#define SBI_PMU_EVENT_TYPE_CACHE  1
#define SBI_PMU_EVENT_TYPE_RAW    2
#define SBI_PMU_EVENT_TYPE_RAW_V2 3 /* from SBI 3.0 on */
#define SBI_PMU_EVENT_TYPE_FW     15

/* Codes of general events (type 0) */
enum {
    SBI_PMU_HW_NO_EVENT,
    SBI_PMU_HW_CPU_CYCLES,
    SBI_PMU_HW_INSTRUCTIONS,
    SBI_PMU_HW_CACHE_REFERENCES,
    SBI_PMU_HW_CACHE_MISSES,
    SBI_PMU_HW_BRANCH_INSTRUCTIONS,
    SBI_PMU_HW_BRANCH_MISSES,
    SBI_PMU_HW_BUS_CYCLES,
    SBI_PMU_HW_STALLED_CYCLES_FRONTEND,
    SBI_PMU_HW_STALLED_CYCLES_BACKEND,
    SBI_PMU_HW_REF_CPU_CYCLES,
};

/* Cache events (type 1): code[15:3] the cache, code[2:1] the operation, code[0] the result */
enum {
    SBI_PMU_HW_CACHE_L1D,
    SBI_PMU_HW_CACHE_L1I,
    SBI_PMU_HW_CACHE_LL,
    SBI_PMU_HW_CACHE_DTLB,
    SBI_PMU_HW_CACHE_ITLB,
    SBI_PMU_HW_CACHE_BPU,
    SBI_PMU_HW_CACHE_NODE,
};
enum { SBI_PMU_HW_CACHE_OP_READ, SBI_PMU_HW_CACHE_OP_WRITE, SBI_PMU_HW_CACHE_OP_PREFETCH };
enum { SBI_PMU_HW_CACHE_RESULT_ACCESS, SBI_PMU_HW_CACHE_RESULT_MISS };

/* Codes of firmware events (type 15); 22 to 255 are reserved, 256 to 65534 the implementation's */
enum {
    SBI_PMU_FW_MISALIGNED_LOAD,
    SBI_PMU_FW_MISALIGNED_STORE,
    SBI_PMU_FW_ACCESS_LOAD,
    SBI_PMU_FW_ACCESS_STORE,
    SBI_PMU_FW_ILLEGAL_INSN,
    SBI_PMU_FW_SET_TIMER,
    SBI_PMU_FW_IPI_SENT,
    SBI_PMU_FW_IPI_RECEIVED,
    SBI_PMU_FW_FENCE_I_SENT,
    SBI_PMU_FW_FENCE_I_RECEIVED,
    SBI_PMU_FW_SFENCE_VMA_SENT,
    SBI_PMU_FW_SFENCE_VMA_RECEIVED,
    SBI_PMU_FW_SFENCE_VMA_ASID_SENT,
    SBI_PMU_FW_SFENCE_VMA_ASID_RECEIVED,
    SBI_PMU_FW_HFENCE_GVMA_SENT,
    SBI_PMU_FW_HFENCE_GVMA_RECEIVED,
    SBI_PMU_FW_HFENCE_GVMA_VMID_SENT,
    SBI_PMU_FW_HFENCE_GVMA_VMID_RECEIVED,
    SBI_PMU_FW_HFENCE_VVMA_SENT,
    SBI_PMU_FW_HFENCE_VVMA_RECEIVED,
    SBI_PMU_FW_HFENCE_VVMA_ASID_SENT,
    SBI_PMU_FW_HFENCE_VVMA_ASID_RECEIVED,
    SBI_PMU_FW_MAX, /* the first that is reserved */
    SBI_PMU_FW_IMPLEMENTATION = 256,
    SBI_PMU_FW_PLATFORM = 65535,
};

#endif
