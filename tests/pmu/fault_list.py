# SPDX-License-Identifier: Apache-2.0
"""Faults of the SBI PMU library, by a sentence of the text that each breaks: the build that has it,
and changes of text. A change is file, text that is there once, text that is there then.
"""
CALL, COUNTER, EVENT, INFO, FIRMWARE, MATCH, SAVE, SET, SNAPSHOT = (
    f"pmu/{name}.c" for name in ("call", "counter", "event", "event_info", "firmware", "match",
                                 "save", "set", "snapshot"))
BOTH = "(flags & SBI_PMU_CFG_FLAG_{}) != 0"
GENERAL_ALONE = " && event->idx >> EVENT_TYPE == SBI_PMU_EVENT_TYPE_HW"
STOPS = "    nt_pmu_stop(hart, &end);\n"
TAKES = "        nt_pmu_take_snapshot(hart, area, &set, (unsigned)args[0]);\n"


def one(file, old, new, build="host64"):
    return build, [(file, old, new)]


FAULTS = {
    # Sets
    "an empty set is refused": one(SET, "mask == 0 || base", "base"),
    "a set with a hole is refused": one(SET, "(low & ~hart->counters.word[0])", "0u"),
    "a set beyond the firmware counters is refused": one(
        SET, "(high & ~hart->counters.word[1])", "0u"),
    "a set beyond 64 indices is refused": one(SET, "beyond |= high >> (32 - by);", "beyond |= 0;"),
    "so is one from 32 on": one(SET, "beyond = high;", "beyond = 0;"),
    "bits of the mask above 32 count from the base on": one(
        SET, "high << by | low >> (32 - by)", "high << by"),

    # Information
    "instret has 64 bits": one(
        CALL, "index < FIRST_PROGRAMMABLE ? WIDTH_64", "index < 1 ? WIDTH_64"),
    "the type is in bit XLEN - 1": one(CALL, "<< (NT_PMU_XLEN - 1)", "<< 31"),
    "the width is told less one": one(CALL, "platform->width - 1;", "platform->width & 63;"),
    "a hole has no information": one(
        CALL, "index >= nt_pmu_indices(hart) || !nt_pmu_is_counter(hart, (unsigned)index)",
        "index >= nt_pmu_indices(hart)"),

    # Match
    "reserved flags of match are refused": one(
        MATCH, "(flags & ~(nt_pmu_word)FLAGS) != 0 || !nt_pmu_take_set", "!nt_pmu_take_set"),
    "a configured counter is not free": one(
        MATCH, "nt_pmu_without(&set, &hart->configured);", "set;"),
    "programmable counters come first": one(
        MATCH, "{{free->word[0] & ~fixed, free->word[1]}}", "{{free->word[0], free->word[1]}}"),
    "fixed counters have no inhibits": one(MATCH, "(flags & INHIBITS) == 0 ? free", "fixed ? free"),
    "fixed counters are found at all": one(
        MATCH, "(flags & INHIBITS) == 0 ? free->word[0] & fixed", "fixed ? 0"),
    "SKIP_MATCH takes the first of the set, not the base": one(
        MATCH, "skip ? lowest(&set)", "skip ? (unsigned)args[0]"),
    "SKIP_MATCH leaves a running counter alone": one(
        MATCH, "skip && nt_pmu_in(&running, index)", "skip && index > 64"),
    "a running counter is refused before the event": one(
        MATCH, "skip && nt_pmu_in(&running, index)",
        "skip && nt_pmu_in(&running, index) && args[3] != 0"),
    "SKIP_MATCH looks whether the counter can": one(
        MATCH, "&mhpmevent)) {\n        index = NONE;",
        "&mhpmevent) && skip == 0) {\n        index = NONE;"),
    "CLEAR_VALUE is for all types": one(
        MATCH, BOTH.format("CLEAR_VALUE"), BOTH.format("CLEAR_VALUE") + GENERAL_ALONE),
    "AUTO_START is for all types": one(
        MATCH, BOTH.format("AUTO_START"), BOTH.format("AUTO_START") + GENERAL_ALONE),
    "AUTO_START does not change the value": one(
        MATCH, "set_t one = {{0, 0}};",
        "set_t one = {{0, 0}};\n        nt_pmu_set_value(hart, index, 1);"),
    "VSINH is of VS mode": one(
        MATCH, "{SBI_PMU_CFG_FLAG_SET_VSINH, EVENT_VSINH}",
        "{SBI_PMU_CFG_FLAG_SET_VSINH, EVENT_SINH}"),
    "M mode is never counted": one(
        MATCH, "hart->platform->counts_m ? 0 : EVENT_MINH",
        "hart->platform->counts_m ? EVENT_MINH : 0"),
    "the upper bits of mhpmevent are the library's": one(
        MATCH, "mhpmevent & nt_pmu_event_bits(hart, event->idx >> EVENT_TYPE)", "mhpmevent"),
    "event_data has its low half first": one(
        MATCH, "nt_pmu_argument64(args, 4)",
        "(nt_pmu_argument64(args, 4) << 32 | nt_pmu_argument64(args, 4) >> 32)", "host32"),

    # Events
    "event_idx has 20 bits": one(
        EVENT, "event_idx >= (nt_pmu_word)TYPES << EVENT_TYPE", "event_idx == ~data"),
    "event 0 is none": one(EVENT, "code != SBI_PMU_HW_NO_EVENT && ", ""),
    "general events end at 10": one(EVENT, "code <= SBI_PMU_HW_REF_CPU_CYCLES", "code <= 11"),
    "general events have no event_data": one(
        EVENT, "REF_CPU_CYCLES && data == 0;", "REF_CPU_CYCLES;"),
    "there are seven caches": one(EVENT, "code >> 3 < CACHES", "code >> 3 <= CACHES"),
    "there are three operations": one(
        EVENT, " && (code >> 1 & 3) <= SBI_PMU_HW_CACHE_OP_PREFETCH", ""),
    "raw events have code 0": one(EVENT, "return code == 0;", "return code < 256;"),
    "raw events have 48 bits": one(
        EVENT, "type == SBI_PMU_EVENT_TYPE_RAW ?", "type == SBI_PMU_EVENT_TYPE_HW ?"),
    "an mhpmevent of 32 bits has no more": one(
        EVENT, "return UINT32_MAX;", "return UINT64_MAX;", "host32"),
    "raw events v2 are of SBI 3.0": one(
        EVENT, "NT_PMU_VERSION < NT_PMU_VERSION_3_0", "NT_PMU_VERSION < NT_PMU_VERSION_2_0",
        "host64-2.0"),
    "firmware event 22 is reserved": one(
        EVENT, "code < SBI_PMU_FW_MAX ||", "code <= SBI_PMU_FW_MAX ||"),
    "firmware event 255 is reserved": one(
        EVENT, "code >= SBI_PMU_FW_IMPLEMENTATION", "code >= SBI_PMU_FW_IMPLEMENTATION - 1"),
    "firmware events have no event_data": one(EVENT, "(data == 0 || code", "(data != 1 || code"),
    "mcycle counts cycles": one(
        EVENT, "index == FIXED_CYCLE ? CYCLES_IDX", "index == 2 ? CYCLES_IDX"),
    "firmware counters count firmware events alone": one(
        EVENT, "firmware != nt_pmu_is_firmware(hart, index)",
        "firmware && !nt_pmu_is_firmware(hart, index)"),

    # Start
    "reserved flags of start are refused": one(
        CALL, "(flags & ~(nt_pmu_word)START_FLAGS) != 0 || (initial", "(initial"),
    "the two initial values exclude each other": one(CALL, "(initial && snapshot) ||", ""),
    "a counter without an event is not started": one(CALL, "!nt_pmu_is_empty(&unknown)",
        "nt_pmu_is_empty(&set)"),
    "it is refused before the area is looked for": one(
        CALL, "!nt_pmu_is_empty(&unknown)",
        "!nt_pmu_is_empty(&unknown) && (!snapshot || nt_pmu_snapshot(hart, false) != 0)"),
    "ALREADY_STARTED is answered": one(
        CALL, "nt_pmu_common(&set, &running);\n    return",
        "nt_pmu_common(&begin, &running);\n    return"),
    "a running counter keeps its value": one(CALL, "nt_pmu_in(&begin, i)", "nt_pmu_in(&set, i)"),
    "start only reads the area": one(
        CALL, "nt_pmu_snapshot(hart, false)", "nt_pmu_snapshot(hart, true)"),
    "slots are relative to the base, at start": one(
        CALL, "area->value[i - base]", "area->value[i]"),
    "the value comes before the start": one(
        CALL, "unsigned base = (unsigned)args[0];",
        "unsigned base = (unsigned)args[0];\n    nt_pmu_start(hart, &begin);"),
    "initial_value has its low half first": one(
        CALL, "nt_pmu_argument64(args, 3)",
        "(nt_pmu_argument64(args, 3) << 32 | nt_pmu_argument64(args, 3) >> 32)", "host32"),
    "the upper half of a counter is written": one(
        COUNTER, "csr_write(hart, high, (union words){.whole = value}.half[1]);", "(void)high;",
        "host32"),
    "start arms the interrupt": one(COUNTER, ">> MIP_LCOFIP & 1) == 0", ">> MIP_LCOFIP & 1) > 1"),
    "not while an overflow waits": one(
        COUNTER, ">> MIP_LCOFIP & 1) == 0", ">> MIP_LCOFIP & 1) < 2"),
    "LCOFIP is bit 13": one(COUNTER, ">> MIP_LCOFIP & 1) == 0", ">> 12 & 1) == 0"),
    "OF is cleared before the counter is released": one(
        COUNTER, "uint32_t hardware = hardware_of(hart, set);\n    if (hart->platform",
        "uint32_t hardware = hardware_of(hart, set);\n    csr_write(hart, CSR_MCOUNTINHIBIT, "
        "csr_read(hart, CSR_MCOUNTINHIBIT) & ~(nt_pmu_word)hardware);\n    if (hart->platform"),
    "what was served stays so while others start": one(
        COUNTER, "hart->served &= ~hardware", "hart->served = 0"),
    "what runs again is not served": one(COUNTER, "hart->served &= ~hardware", "(void)0"),
    "start leaves counters alone that are not the supervisor's": one(
        COUNTER, "csr_read(hart, CSR_MCOUNTINHIBIT) & ~(nt_pmu_word)hardware",
        "csr_read(hart, CSR_MCOUNTINHIBIT) & hart->platform->counters & ~(nt_pmu_word)hardware"),
    "start does not start others": one(
        COUNTER, "csr_read(hart, CSR_MCOUNTINHIBIT) & ~(nt_pmu_word)hardware", "0"),

    # Stop
    "reserved flags of stop are refused": one(
        CALL, "(flags & ~(nt_pmu_word)STOP_FLAGS) != 0 || !nt", "!nt"),
    "TAKE_SNAPSHOT is of SBI 2.0": one(
        CALL, "(flags & ~(nt_pmu_word)STOP_FLAGS) != 0 ||", "(flags & ~(nt_pmu_word)3) != 0 ||",
        "host64-0.3"),
    "NO_SHMEM is answered before anything is stopped": one(
        CALL, "struct snapshot *area = snapshot ? nt_pmu_snapshot(hart, true) : 0;",
        "struct snapshot *area = snapshot ? nt_pmu_snapshot(hart, true) : 0;\n    "
        "nt_pmu_stop(hart, &set);"),
    "stop writes to the area": one(
        CALL, "nt_pmu_snapshot(hart, true)", "nt_pmu_snapshot(hart, false)"),
    "stop does not stop others": one(
        COUNTER, "csr_read(hart, CSR_MCOUNTINHIBIT) | hardware",
        "csr_read(hart, CSR_MCOUNTINHIBIT) | 0xff"),
    "stop leaves counters alone that are not the supervisor's": one(
        COUNTER, "csr_read(hart, CSR_MCOUNTINHIBIT) | hardware",
        "(csr_read(hart, CSR_MCOUNTINHIBIT) & hart->platform->counters) | hardware"),
    "ALREADY_STOPPED is answered": one(
        CALL, "set_t already = nt_pmu_without(&set, &running);", "set_t already = {{0, 0}};"),
    "RESET is for those too that were stopped": one(
        CALL, "nt_pmu_in(&set, i)) {\n            nt_pmu_reset",
        "nt_pmu_in(&end, i)) {\n            nt_pmu_reset"),
    "RESET takes the mapping away": one(
        COUNTER, "&= ~(UINT32_C(1) << index % 32)", "&= ~(UINT32_C(0) << index % 32)"),
    "RESET clears mhpmevent": one(
        COUNTER, "nt_pmu_write_event(hart, index, 0);",
        "nt_pmu_write_event(hart, index, nt_pmu_read_event(hart, index));"),
    "those that were stopped are saved too": one(CALL, TAKES, TAKES.replace("&set", "&end")),
    "the snapshot is taken of counters that stand": ("host64", [
        (CALL, STOPS, ""), (CALL, TAKES, TAKES + STOPS),
        (CALL, "    if (snapshot) {\n",
         "    if (!snapshot) {\n    " + STOPS + "    }\n    if (snapshot) {\n")]),
    "with RESET the bit tells the overflow all the same": one(
        CALL, STOPS,
        STOPS + "    for (unsigned i = 0; (flags & 1) != 0 && i < nt_pmu_indices(hart); i++) {\n"
        "        if (nt_pmu_in(&set, i)) {\n"
        "            nt_pmu_reset(hart, i);\n        }\n    }\n"),

    # Snapshot
    "flags of set_shmem are reserved": one(SNAPSHOT, "if (args[2] != 0) {", "if (args[2] == 77) {"),
    "only both all-ones disable": one(
        SNAPSHOT, "args[0] == none && args[1]", "args[0] == none || args[1]"),
    "all-ones disable": one(
        SNAPSHOT, "hart->has_shmem = false;", "hart->has_shmem = hart->has_shmem;"),
    "the area is a page": one(SNAPSHOT, "args[0] % AREA_BYTES", "args[0] % 1024"),
    "a page must be writable": one(
        SNAPSHOT, "address, AREA_BYTES, true) == 0", "address, AREA_BYTES, false) == 0"),
    "a failed set_shmem keeps the area": one(
        SNAPSHOT, "    if (args[0] % AREA_BYTES",
        "    hart->has_shmem = false;\n    if (args[0] % AREA_BYTES"),
    "set_shmem does not write": one(
        SNAPSHOT, "hart->shmem = address;", "hart->shmem = address;\n    *(unsigned char *)"
        "hart->platform->ops->memory(hart->context, address, AREA_BYTES, true) = 0;"),
    "slots are relative to the base": one(SNAPSHOT, "slot = index - base", "slot = index"),
    "bits of the set are cleared": one(SNAPSHOT, "& ~bits[i].there) | bits", ") | bits"),
    "other bits are kept": one(
        SNAPSHOT, "(load(&area->overflow[i]) & ~bits[i].there) | bits[i].set", "bits[i].set"),
    "without Sscofpmf the bitmap is 0": one(
        SNAPSHOT, "if (!hart->platform->sscofpmf) {", "if (i > 1) {"),
    "the bitmap has OF": one(
        COUNTER, "return (event.half[1] & EVENT_OF) != 0;",
        "return (event.half[1] & EVENT_MINH) != 0;"),
    "the upper half of an address counts": one(
        CALL, "return nt_pmu_snapshot_set_shmem(hart, args);",
        "return nt_pmu_snapshot_set_shmem(hart, (const nt_pmu_word[6]){args[0], "
        "args[1] == ~(nt_pmu_word)0 ? args[1] : 0, args[2]});", "host32"),

    # event_get_info
    "flags of event_get_info are reserved": one(INFO, "args[3] != 0 ||", ""),
    "entries are aligned": one(INFO, "args[0] % ENTRY_BYTES != 0", "args[0] % 8 != 0"),
    "there is an entry": one(INFO, "number == 0 ||", ""),
    "so many entries there cannot be": one(
        INFO, "number > ~(nt_pmu_word)0 / ENTRY_BYTES", "number == ~(nt_pmu_word)0"),
    "entries are written": one(INFO, "number * ENTRY_BYTES, true", "number * ENTRY_BYTES, false"),
    "reserved bits of an entry are refused": one(INFO, ">> IDX_BITS != 0", ">> 30 > 3"),
    "nothing is written where one is refused": one(
        INFO, "    if (has_reserved", "    answer(hart, &entry[0]);\n    if (has_reserved"),
    "the whole word is written": one(
        INFO, "store(&entry->output,\n          is_supported",
        "store(&entry->output,\n          (load(&entry->output) & ~1u) | is_supported"),
    "firmware events are supported": one(INFO, "i < nt_pmu_indices(hart)", "i < hart->fw_base"),
    "supported is not free now": one(
        INFO, "if (nt_pmu_is_counter(hart, i)",
        "if (nt_pmu_is_counter(hart, i) && !nt_pmu_in(&hart->configured, i)"),

    # Firmware counters
    "a firmware counter without an event is not read": one(
        CALL, "!nt_pmu_in(&hart->configured, (unsigned)index)", "index > 64"),
    "a hardware counter is not read": one(
        CALL, "!nt_pmu_is_firmware(hart, (unsigned)index) ||", ""),
    "fw_read_hi has the upper half": one(CALL, "half[high ? 1 : 0]", "half[0]", "host32"),
    "halves are of 31 bits of the count": one(FIRMWARE, "halves >> 1}", "halves}", "host32"),
    "fw_read_hi is 0 on RV64": one(CALL, "high ? 0 : value", "value"),
    "fw_read_hi is of SBI 2.0": one(
        CALL, "fid > SBI_EXT_PMU_COUNTER_FW_READ)", "fid > 6)", "host64-0.3"),
    "event_get_info is of SBI 3.0": one(
        CALL, "fid > SBI_EXT_PMU_SNAPSHOT_SET_SHMEM)", "fid > 8)", "host64-2.0"),
    "each counter of an event counts": one(
        FIRMWARE, "            add_one(&hart->fw[i]);\n",
        "            add_one(&hart->fw[i]);\n            return;\n"),
    "events of the platform are told apart": one(
        FIRMWARE, "load_both(hart->fw[i].event_data) == data", "i < 64"),
    "events are told apart": one(FIRMWARE, "load(&hart->fw[i].event) == code", "i < 64"),
    "a stopped firmware counter does not count": one(
        FIRMWARE, "(started & 1) != 0 && load", "load"),
    "what the platform counted is kept": one(
        FIRMWARE, "set_count(&hart->fw[i], nt_pmu_fw_value(hart, i));", "(void)i;"),
    "the platform counts on from the value": one(FIRMWARE, "count_of(&hart->fw[i]));", "0);"),
    "the platform is asked while it counts": one(
        FIRMWARE, "(hart->fw_started >> number & 1) != 0", "(hart->fw_started >> number & 1) < 2"),

    # A hart begins, or sleeps
    "S mode may read all counters": one(
        COUNTER, "csr_read(hart, CSR_MCOUNTEREN) | hart->platform->counters",
        "csr_read(hart, CSR_MCOUNTEREN)"),
    "S mode may read them after a suspend": one(SAVE, "    nt_pmu_enable(hart);\n", ""),
    "mcycle and minstret run from boot": one(CALL, "platform->stops_fixed ? 0 :", "platform != 0 ? 0 :"),
    "unless they are to be stopped": one(CALL, "platform->stops_fixed ? 0 :", "platform == 0 ? 0 :"),
    "no call has started what runs from boot": one(
        COUNTER, "hardware &= hart->configured.word[0] | ~FIXED_COUNTERS;", "hardware &= ~0u;"),
    "an event stops what runs from boot": one(
        MATCH, "index < FIRST_PROGRAMMABLE && !nt_pmu_is", "index > 99 && !nt_pmu_is"),
    "S mode keeps what it may read of others": one(
        COUNTER, "csr_read(hart, CSR_MCOUNTEREN) | hart->platform->counters", "hart->platform->counters"),
    "a hart begins without a change of others": one(
        CALL, "csr_read(hart, CSR_MCOUNTINHIBIT) | platform->counters", "platform->counters"),
    "restore leaves others alone": one(
        SAVE, "(csr_read(hart, CSR_MCOUNTINHIBIT) & ~(nt_pmu_word)hart->platform->counters) |", ""),
    "all counters begin stopped": one(
        CALL, "csr_read(hart, CSR_MCOUNTINHIBIT) | platform->counters",
        "csr_read(hart, CSR_MCOUNTINHIBIT)"),
    "all counters begin without an event": one(
        CALL, "nt_pmu_write_event(hart, i, 0);",
        "nt_pmu_write_event(hart, i, nt_pmu_read_event(hart, i));"),
    "firmware counters begin at 0": one(
        FIRMWARE, "set_count(counter, 0);", "set_count(counter, 1);"),
    "no counter has an event at first": one(
        CALL, "hart->configured = (set_t){{0, 0}};", "hart->configured = (set_t){{8, 0}};"),
    "save stops the counters": one(SAVE, "inhibit | hart->platform->counters", "inhibit"),
    "restore brings the values back": one(
        SAVE, "nt_pmu_set_value(hart, i, saved->value[i]);",
        "nt_pmu_set_value(hart, i, saved->value[0]);"),
    "restore brings the events back": one(
        SAVE, "if (i >= FIRST_PROGRAMMABLE) {\n                nt_pmu_write",
        "if (i > FIRST_PROGRAMMABLE) {\n                nt_pmu_write"),
    "restore starts what ran": one(
        SAVE, "(saved->inhibit & hart->platform->counters)", "hart->platform->counters"),
}
