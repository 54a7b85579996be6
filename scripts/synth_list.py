# SPDX-License-Identifier: Apache-2.0
"""What scripts/synth.py synthesizes beside the builds: what the units name (tb/units/NAME/unit.toml), and the
encoder with options."""
from scripts import units

PIB = "nt_pib"
# By table of docs/synthesis.md, by name: module, and what differs from its defaults.
TABLES = units.synthesis(units.own())
TABLES["transport"]["nt_cdc_fifo"] = ("nt_cdc_fifo", {})  # of no unit
# Also those of units that bring their RTL, which the page does not have
GUESTS = units.synthesis(units.guests())
COMPONENTS = {name: row for rows in (*TABLES.values(), *GUESTS.values()) for name, row in rows.items()}

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
