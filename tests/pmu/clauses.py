# SPDX-License-Identifier: Apache-2.0
"""Tables of the SBI's PMU extension, typed from the text: RISC-V SBI 3.0, "Performance Monitoring
Unit Extension", and for errors its chapter "Binary Encoding"."""

SUCCESS = 0
FAILED, NOT_SUPPORTED, INVALID_PARAM, DENIED, INVALID_ADDRESS = -1, -2, -3, -4, -5
ALREADY_AVAILABLE, ALREADY_STARTED, ALREADY_STOPPED, NO_SHMEM = -6, -7, -8, -9
ERRORS = {0: "SUCCESS", -1: "FAILED", -2: "NOT_SUPPORTED", -3: "INVALID_PARAM", -4: "DENIED",
          -5: "INVALID_ADDRESS", -6: "ALREADY_AVAILABLE", -7: "ALREADY_STARTED",
          -8: "ALREADY_STOPPED", -9: "NO_SHMEM"}

# "Function Listing": the name by FID, and the version of the SBI that it is in from
VERSIONS = ("0.3", "2.0", "3.0")
FUNCTIONS = {0: ("num_counters", "0.3"), 1: ("counter_get_info", "0.3"),
             2: ("counter_config_matching", "0.3"), 3: ("counter_start", "0.3"),
             4: ("counter_stop", "0.3"), 5: ("counter_fw_read", "0.3"),
             6: ("counter_fw_read_hi", "2.0"), 7: ("snapshot_set_shmem", "2.0"),
             8: ("event_get_info", "3.0")}

# Errors that each function's table has, but for FAILED, which nothing here has a reason for. Any
# function answers NOT_SUPPORTED besides, where the version does not have it.
ANSWERS = {
    0: (SUCCESS,),
    1: (SUCCESS, INVALID_PARAM),
    2: (SUCCESS, INVALID_PARAM, NOT_SUPPORTED),
    3: (SUCCESS, INVALID_PARAM, ALREADY_STARTED, NO_SHMEM),
    4: (SUCCESS, INVALID_PARAM, ALREADY_STOPPED, NO_SHMEM),
    5: (SUCCESS, INVALID_PARAM),
    6: (SUCCESS, INVALID_PARAM),
    7: (SUCCESS, NOT_SUPPORTED, INVALID_PARAM, INVALID_ADDRESS),
    8: (SUCCESS, NOT_SUPPORTED, INVALID_PARAM, INVALID_ADDRESS),
}

# "PMU Counter Config Match Flags", "... Start Flags", "... Stop Flags": numbers of bits
SKIP_MATCH, CLEAR_VALUE, AUTO_START = 0, 1, 2
SET_VUINH, SET_VSINH, SET_UINH, SET_SINH, SET_MINH = 3, 4, 5, 6, 7
SET_INIT_VALUE, INIT_SNAPSHOT = 0, 1
RESET, TAKE_SNAPSHOT = 0, 1
SNAPSHOT_SINCE = "2.0"  # INIT_SNAPSHOT and TAKE_SNAPSHOT; reserved bits before
# The function, its flags by bit
FLAGS = {
    2: {SKIP_MATCH: "SKIP_MATCH", CLEAR_VALUE: "CLEAR_VALUE", AUTO_START: "AUTO_START",
        SET_VUINH: "SET_VUINH", SET_VSINH: "SET_VSINH", SET_UINH: "SET_UINH",
        SET_SINH: "SET_SINH", SET_MINH: "SET_MINH"},
    3: {SET_INIT_VALUE: "SET_INIT_VALUE", INIT_SNAPSHOT: "INIT_SNAPSHOT"},
    4: {RESET: "RESET", TAKE_SNAPSHOT: "TAKE_SNAPSHOT"},
}

# mhpmevent with Sscofpmf: OF, and the bit that each flag asks for
OF = 63
INHIBIT = {SET_VUINH: 58, SET_VSINH: 59, SET_UINH: 60, SET_SINH: 61, SET_MINH: 62}
LCOFIP = 13  # of mip

# "PMU Event Type"; raw events have the bits of mhpmevent that event_data may set
GENERAL, CACHE, RAW, RAW_V2, FIRMWARE = 0, 1, 2, 3, 15
RAW_V2_SINCE = "3.0"
RAW_BITS = {RAW: 48, RAW_V2: 56}
RAW_BITS_NARROW = 32  # of an mhpmevent of 32 bits
FIXED = {0: 1, 2: 2}  # the general event that mcycle and minstret count
GENERAL_CODES = range(1, 11)  # 0 is SBI_PMU_HW_NO_EVENT
CACHE_IDS, CACHE_OPS = range(7), range(3)
FIRMWARE_CODES = range(22)
IMPLEMENTATION_CODES = range(256, 65535)
FW_PLATFORM = 65535

# ".SBI PMU Snapshot shared memory layout"
BITMAP, VALUES, VALUE_BYTES, AREA_BYTES = 0, 8, 8, 4096
# ".Event info entry format"
ENTRY_BYTES, OUTPUT = 16, 4
