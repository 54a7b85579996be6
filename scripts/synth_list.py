# SPDX-License-Identifier: Apache-2.0
"""What scripts/synth.py synthesizes beside the builds: components, and the encoder with options."""

PIB = "nt_pib"
# What lies behind the encoders: by name, module and what differs from its defaults.
TRANSPORT = {
    "nt_stream_buffer": ("nt_stream_buffer", {}),
    "nt_stream_buffer-8": ("nt_stream_buffer", {"IN": 8, "OUT": 8}),
    "nt_stream_buffer-whole": ("nt_stream_buffer", {"IN": 1, "OUT": 4, "WHOLE": 1}),
    "nt_funnel-2": ("nt_funnel", {"INPUTS": 2}),
    "nt_funnel-4": ("nt_funnel", {"INPUTS": 4}),
    "nt_funnel-16": ("nt_funnel", {"INPUTS": 16}),
    "nt_funnel-4-whole": ("nt_funnel", {"INPUTS": 4, "IN_BYTES": 1}),
    "nt_sink_switch-2": ("nt_sink_switch", {"SINKS": 2}),
    "nt_sink_switch-3": ("nt_sink_switch", {"SINKS": 3}),
    PIB: (PIB, {}),
    "nt_ram_sink-sram": ("nt_ram_sink", {"SMEM": 0}),
    "nt_ram_sink-smem": ("nt_ram_sink", {"SRAM_WORDS": 0}),
    "nt_atb_bridge-32": ("nt_atb_bridge", {"ATB_W": 32}),
    "nt_atb_bridge-128": ("nt_atb_bridge", {"ATB_W": 128}),
    "nt_cdc_fifo": ("nt_cdc_fifo", {}),
    **{f"nt_{name}_registers": (f"nt_{name}_registers", {})
       for name in ("funnel", "pib", "ram", "atb")},
}
# The encoder's last stages alone, HIST of 32 and I-CNT of 22 bits: without options, with all.
PLAIN = {"SCONTEXT_W": 0, "HCONTEXT_W": 0, "SRC_W": 0, "TSTAMP_W": 0, "REPEAT_W": 0, "OPTIONS": 0}
RV32 = {"XLEN": 32}
BYTES = {
    "nt_serializer-rv32": ("nt_serializer", {**PLAIN, **RV32}),
    "nt_serializer-rv64": ("nt_serializer", PLAIN),
    "nt_serializer-rv64-all": ("nt_serializer", {}),
    "nt_serializer_wide-rv32": ("nt_serializer_wide", {**PLAIN, **RV32}),
    "nt_serializer_wide-rv64": ("nt_serializer_wide", PLAIN),
    "nt_serializer_wide-rv64-all": ("nt_serializer_wide", {}),
    "nt_serializer_wide-rv64-all-8": ("nt_serializer_wide", {"OUT_BYTES": 8}),
    "nt_message-rv32": ("nt_message", {**RV32, "SLOTS": 4, "TSTAMP_W": 0}),
    "nt_message-rv64": ("nt_message", {"SLOTS": 4, "TSTAMP_W": 0}),
    "nt_message-rv64-tstamp": ("nt_message", {"SLOTS": 4}),
    "nt_message-rv64-tstamp-4-lanes": ("nt_message", {"SLOTS": 16}),
}
# Control Transfer Records: all options at every depth, then one thing different at depth 16.
SHALLOW = {"DEPTH_MAX": 16}
CTR = {
    **{f"nt_ctr-{depth}": ("nt_ctr", {"DEPTH_MAX": depth}) for depth in (16, 32, 64, 128, 256)},
    "nt_ctr-16-rv32": ("nt_ctr", {**SHALLOW, **RV32}),
    "nt_ctr-16-draft": ("nt_ctr", {**SHALLOW, "DRAFT": 1}),
    "nt_ctr-16-1-block": ("nt_ctr", {**SHALLOW, "NBLOCKS": 1}),
    "nt_ctr-16-no-filters": ("nt_ctr", {**SHALLOW, "HAS_FILTERS": 0}),
    "nt_ctr-16-no-cycles": ("nt_ctr", {**SHALLOW, "HAS_CYCLES": 0, "CCE_W": 0}),
    "nt_ctr-16-no-ras": ("nt_ctr", {**SHALLOW, "HAS_RAS": 0}),
    "nt_ctr-16-no-h": ("nt_ctr", {**SHALLOW, "HAS_H": 0}),
    "nt_ctr-16-no-external": ("nt_ctr", {**SHALLOW, "HAS_EXTERNAL": 0}),
    "nt_ctr-16-least": ("nt_ctr", {
        **SHALLOW, "NBLOCKS": 1, "HAS_FILTERS": 0, "HAS_CYCLES": 0, "CCE_W": 0, "HAS_RAS": 0,
        "HAS_H": 0, "HAS_EXTERNAL": 0, "HAS_MISP": 0}),
}
# Performance counters, four blocks per cycle: by their number, then of other widths, modes, inputs.
HPM = {
    **{f"nt_hpm-{count}": ("nt_hpm", {"NBLOCKS": 4, "NCOUNTERS": count}) for count in (0, 1, 4, 29)},
    **{f"nt_hpm-4-{width}": ("nt_hpm", {"NBLOCKS": 4, "WIDTH": width}) for width in (32, 48)},
    "nt_hpm-4-rv32": ("nt_hpm", {**RV32, "NBLOCKS": 4}),
    "nt_hpm-4-1-block": ("nt_hpm", {}),
    "nt_hpm-4-cfg": ("nt_hpm", {"NBLOCKS": 4, "HAS_CNTRPMF": 1}),
    "nt_hpm-4-deleg": ("nt_hpm", {"NBLOCKS": 4, "HAS_CDELEG": 1}),
    "nt_hpm-4-cfg-deleg": ("nt_hpm", {"NBLOCKS": 4, "HAS_CNTRPMF": 1, "HAS_CDELEG": 1}),
    "nt_hpm-4-rv32-deleg": ("nt_hpm", {**RV32, "NBLOCKS": 4, "HAS_CDELEG": 1}),
    "nt_hpm-4-rv32-32-m": ("nt_hpm", {**RV32, "WIDTH": 32, "HAS_U": 0, "HAS_S": 0, "HAS_H": 0}),
}
# The encoder of the tandem trace with one lane, by bytes per cycle; with a copy of the GPRs; and of RV32.
SV32 = {**RV32, "MLEN": 34}
TV = {
    **{f"nt_tv_encoder-1-{out}": ("nt_tv_encoder", {"OUT_BYTES": out}) for out in (8, 32)},
    "nt_tv_encoder-1-32-copy": ("nt_tv_encoder", {"INCREMENT": 1}),
    "nt_tv_encoder-rv32-1-8": ("nt_tv_encoder", {**SV32, "OUT_BYTES": 8}),
    "nt_tv_encoder-rv32-least": ("nt_tv_encoder", {**RV32, "MLEN": 32, "FLEN": 0, "VIRTUAL": 0, "OUT_BYTES": 1}),
}
# From RVFI to that encoder, by XLEN and channels; then with CSRs, and less.
TV_RVFI = {
    "nt_tv_rvfi-1": ("nt_tv_rvfi", {"CSRS": 0}),
    "nt_tv_rvfi-2": ("nt_tv_rvfi", {"CSRS": 0, "NRET": 2}),
    "nt_tv_rvfi-1-4-csrs": ("nt_tv_rvfi", {}),
    "nt_tv_rvfi-1-8-csrs": ("nt_tv_rvfi", {"CSRS": 8}),
    "nt_tv_rvfi-1-4-csrs-deep": ("nt_tv_rvfi", {"DEPTH": 8}),
    "nt_tv_rvfi-rv32-1": ("nt_tv_rvfi", {**SV32, "CSRS": 0}),
    "nt_tv_rvfi-rv32-least": ("nt_tv_rvfi", {**RV32, "MLEN": 32, "FLEN": 0, "CSRS": 0, "LOADS": 0}),
}
# From a core's own signals to the ingress port: channels and blocks; and the least.
ADAPTER = {
    "nt_rvfi-1": ("nt_rvfi", {}),
    "nt_rvfi-2-2": ("nt_rvfi", {"NRET": 2, "NBLOCKS": 2}),
    "nt_rvfi-rv32-1": ("nt_rvfi", {**RV32}),
    "nt_rvfi-rv32-least": ("nt_rvfi", {**RV32, "ITYPE_W": 3, "SIJUMP": 0, "CAUSES": 0, "DEPTH": 2}),
    "nt_tci-1": ("nt_tci", {}),
    "nt_iti-2": ("nt_iti", {}),
}
COMPONENTS = {**TRANSPORT, **BYTES, **CTR, **HPM, **TV, **TV_RVFI, **ADAPTER}
TABLES = {"transport": TRANSPORT, "bytes": BYTES, "ctr": CTR, "hpm": HPM, "tv": TV, "rvfi": TV_RVFI, "adapter": ADAPTER}

MINIMAL = "rv32-min"
NO_FILTERS = {"NFILTERS": 0, "NCOMPARATORS": 0}
DEEPER = {"FIFO_DEPTH": 16}  # where 8 do not hold what comes after a stall
# What is added to rv32-min, and what is taken from rv64 without filters and comparators.
OPTIONS = [
    ("Ownership, hcontext too", {"SCONTEXT_W": 16, "HCONTEXT_W": 6, **DEEPER},
     {"SCONTEXT_W": 0, "HCONTEXT_W": 0}),
    ("SRC of 12 bits", {"SRC_W": 12}, {"SRC_W": 0}),
    ("TSTAMP of 48 bits", {"TSTAMP_W": 48}, {"TSTAMP_W": 0}),
    ("return stack of 32 entries", {"STACK_DEPTH": 32, "PARTIAL_W": 12, "ITYPE_W": 4, **DEEPER},
     {"STACK_DEPTH": 0}),
    ("return stack of 8 entries", {"STACK_DEPTH": 8, "PARTIAL_W": 12, "ITYPE_W": 4, **DEEPER},
     None),
    ("RepeatBranch", {"REPEAT_W": 18, **DEEPER}, None),
    ("repeated history", None, {"PERIOD_W": 0}),
    ("RepeatBranch and repeated history", {"REPEAT_W": 18, "PERIOD_W": 5, **DEEPER},
     {"REPEAT_W": 0, "PERIOD_W": 0}),
    ("sequential jumps, all-jumps, address MSB extension (OPTIONS)", {"OPTIONS": 1, "SIJUMP": 1},
     {"OPTIONS": 0}),
    ("itype of 4 bits", {"ITYPE_W": 4}, None),
    ("port of the draft, itype of 4 bits", {"DRAFT": 1, "ITYPE_W": 4}, None),
    ("blocks of up to 63 half-words (IRETIRE_W 6)", {"IRETIRE_W": 6}, None),
    ("external triggers, 8", {"NTRIGGERS": 8, **DEEPER}, {"NTRIGGERS": 0}),
    ("a filter", {"NFILTERS": 1}, None),
    ("a filter and a comparator", {"NFILTERS": 1, "NCOMPARATORS": 1}, None),
    ("2 blocks per cycle (FIFO of 16)", {"NBLOCKS": 2, "FIFO_DEPTH": 16}, None),
    ("4 blocks per cycle (FIFO of 32)", {"NBLOCKS": 4, "FIFO_DEPTH": 32}, None),
    ("serializer of 4 bytes per cycle", {"OUT_BYTES": 4}, None),
]
