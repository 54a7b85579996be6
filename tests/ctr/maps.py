# SPDX-License-Identifier: Apache-2.0
"""Both register maps of Control Transfer Records, typed by hand from the texts, by number.

A view is a CSR as some modes see it: VS mode reaches vsctrctl by sctrctl's number, so that number
has two views. A field that a view does not list reads 0 there and keeps its value where it is.

The CSR numbers and the state enable bit of 1.0 are in the manual's tables, not in its chapter.
"""
from dataclasses import dataclass


@dataclass(frozen=True)
class Field:
    name: str
    high: int
    low: int
    has: str = ""  # the option that it depends on

    @property
    def mask(self):
        return (1 << self.high + 1) - (1 << self.low)


@dataclass(frozen=True)
class View:
    number: int
    name: str
    modes: tuple  # that reach it, with all state enables set
    state: str  # what is behind: views of one state show the same bits
    fields: tuple
    xlen: tuple = (32, 64)
    has: str = ""  # "h": only where there is a hypervisor

    def mask(self, names=None):
        return sum(field.mask for field in self.fields if names is None or field.name in names)


def fields(text):
    """Lines of: bit or high:low, name, option."""
    found = []
    for line in text.strip().splitlines():
        place, name, *has = line.split()
        high, _, low = place.partition(":")
        found.append(Field(name, int(high), int(low or high), "".join(has)))
    return tuple(found)


# Control registers of 1.0. Without bits 63:32, no RV32 has filters.

MCTRCTL = fields("""
     0 U
     1 S
     2 M
     7 RASEMU     ras
     8 STE        external
     9 MTE        external
    11 BPFRZ
    12 LCOFIFRZ   freeze
    33 EXCINH     filters
    34 INTRINH    filters
    35 TRETINH    filters
    36 NTBREN     filters
    37 TKBRINH    filters
    40 INDCALLINH filters
    41 DIRCALLINH filters
    42 INDJMPINH  filters
    43 DIRJMPINH  filters
    44 CORSWAPINH filters
    45 RETINH     filters
    46 INDLJMPINH filters
    47 DIRLJMPINH filters
""")

SCTRCTL = fields("""
     0 U
     1 S
     7 RASEMU     ras
     8 STE        external
    11 BPFRZ
    12 LCOFIFRZ   freeze
    33 EXCINH     filters
    34 INTRINH    filters
    35 TRETINH    filters
    36 NTBREN     filters
    37 TKBRINH    filters
    40 INDCALLINH filters
    41 DIRCALLINH filters
    42 INDJMPINH  filters
    43 DIRJMPINH  filters
    44 CORSWAPINH filters
    45 RETINH     filters
    46 INDLJMPINH filters
    47 DIRLJMPINH filters
""")

VSCTRCTL = fields("""
     0 U
     1 S
     7 RASEMU     ras
     8 STE        external
    11 BPFRZ
    12 LCOFIFRZ   freeze
    33 EXCINH     filters
    34 INTRINH    filters
    35 TRETINH    filters
    36 NTBREN     filters
    37 TKBRINH    filters
    40 INDCALLINH filters
    41 DIRCALLINH filters
    42 INDJMPINH  filters
    43 DIRJMPINH  filters
    44 CORSWAPINH filters
    45 RETINH     filters
    46 INDLJMPINH filters
    47 DIRLJMPINH filters
""")

# Control registers of the draft. CLR (bit 7) reads 0; DEPTH is read-only in vsctrcontrol.

MCTRCONTROL = fields("""
     0 M
     1 S
     2 U
     7 CLR
     8 MTE        external
     9 STE        external
    10 RASEMU     ras
    11 BPFRZ      freeze
    12 LCOFIFRZ   freeze
 19:16 DEPTH
    33 EXCINH     filters
    34 INTRINH    filters
    35 TRETINH    filters
    36 NTBREN     filters
    37 TKBRINH    filters
    38 ETEN       external
    40 INDCALLINH filters
    41 DIRCALLINH filters
    42 INDJUMPINH filters
    43 DIRJUMPINH filters
    44 CORSWAPINH filters
    45 RETINH     filters
    46 INDOJMPINH filters
    47 DIROJMPINH filters
""")

SCTRCONTROL = fields("""
     1 S
     2 U
     7 CLR
     9 STE        external
    10 RASEMU     ras
    11 BPFRZ      freeze
    12 LCOFIFRZ   freeze
 19:16 DEPTH
    33 EXCINH     filters
    34 INTRINH    filters
    35 TRETINH    filters
    36 NTBREN     filters
    37 TKBRINH    filters
    38 ETEN       external
    40 INDCALLINH filters
    41 DIRCALLINH filters
    42 INDJUMPINH filters
    43 DIRJUMPINH filters
    44 CORSWAPINH filters
    45 RETINH     filters
    46 INDOJMPINH filters
    47 DIROJMPINH filters
""")

VSCTRCONTROL = fields("""
     1 VS
     2 VU
     7 CLR
     9 VSTE       external
    10 RASEMU     ras
    11 BPFRZ      freeze
    12 LCOFIFRZ   freeze
 19:16 DEPTH
    33 EXCINH     filters
    34 INTRINH    filters
    35 TRETINH    filters
    36 NTBREN     filters
    37 TKBRINH    filters
    38 ETEN       external
    40 INDCALLINH filters
    41 DIRCALLINH filters
    42 INDJUMPINH filters
    43 DIRJUMPINH filters
    44 CORSWAPINH filters
    45 RETINH     filters
    46 INDOJMPINH filters
    47 DIROJMPINH filters
""")

CTRCONTROLH = fields("""
     1 EXCINH     filters
     2 INTRINH    filters
     3 TRETINH    filters
     4 NTBREN     filters
     5 TKBRINH    filters
     6 ETEN       external
     8 INDCALLINH filters
     9 DIRCALLINH filters
    10 INDJUMPINH filters
    11 DIRJUMPINH filters
    12 CORSWAPINH filters
    13 RETINH     filters
    14 INDOJMPINH filters
    15 DIROJMPINH filters
""")

STATUS = fields("""
   7:0 WRPTR
    31 FROZEN
""")

DRAFT_STATUS = fields("""
   7:0 WRPTR
    14 WRAP
    15 FROZEN
""")

DEPTH = fields("""
   2:0 DEPTH
""")

# Entries. PC goes up to XLEN-1. Unlisted: the fourth to sixth register, which are 0.

CTRSOURCE = fields("""
     0 V
  63:1 PC
""")

CTRTARGET = fields("""
     0 MISP       misp
  63:1 PC
""")

CTRDATA = fields("""
   3:0 TYPE
    15 CCV        cc
 31:16 CC         cc
""")

CCM, CCE = Field("CCM", 27, 16), Field("CCE", 31, 28)  # the parts of CC


def entries(first, name, modes, has=""):
    """The six registers of an indirect access, by their places from the first number on."""
    return tuple(View(first + place, name + suffix, modes, "entry", shown, has=has)
                 for place, suffix, shown in (
                     (0, "", CTRSOURCE), (1, "2", CTRTARGET), (2, "3", CTRDATA),
                     (4, "4", ()), (5, "5", ()), (6, "6", ())))


RATIFIED = (
    View(0x34e, "mctrctl", ("M",), "control", MCTRCTL),
    View(0x14e, "sctrctl", ("M", "S"), "control", SCTRCTL),
    View(0x14e, "sctrctl", ("VS",), "vs control", VSCTRCTL, has="h"),
    View(0x24e, "vsctrctl", ("M", "S"), "vs control", VSCTRCTL, has="h"),
    View(0x14f, "sctrstatus", ("M", "S", "VS"), "status", STATUS),
    View(0x15f, "sctrdepth", ("M", "S"), "depth", DEPTH),
    *entries(0x151, "sireg", ("M", "S", "VS")),
    *entries(0x251, "vsireg", ("M", "S"), has="h"),
)

DRAFT = (
    View(0x381, "mctrcontrol", ("M",), "control", MCTRCONTROL),
    View(0x181, "sctrcontrol", ("M", "S"), "control", SCTRCONTROL),
    View(0x181, "sctrcontrol", ("VS",), "vs control", VSCTRCONTROL, has="h"),
    View(0x281, "vsctrcontrol", ("M", "S"), "vs control", VSCTRCONTROL, has="h"),
    View(0x382, "mctrcontrolh", ("M",), "high control", CTRCONTROLH, (32,)),
    View(0x182, "sctrcontrolh", ("M", "S"), "high control", CTRCONTROLH, (32,)),
    View(0x182, "sctrcontrolh", ("VS",), "vs high control", CTRCONTROLH, (32,), "h"),
    View(0x282, "vsctrcontrolh", ("M", "S"), "vs high control", CTRCONTROLH, (32,), "h"),
    View(0x383, "mctrstatus", ("M",), "status", DRAFT_STATUS),
    View(0x183, "sctrstatus", ("M", "S", "VS"), "status", DRAFT_STATUS),
    *entries(0x351, "mireg", ("M",)),
    *entries(0x151, "sireg", ("M", "S", "VS")),
    *entries(0x251, "vsireg", ("M", "S"), has="h"),
)

MAPS = {"ratified": RATIFIED, "draft": DRAFT}
MODES = {"U": 0, "S": 1, "M": 3, "VU": 5, "VS": 6}
FIRST_ENTRY, LAST_ENTRY = 0x200, 0x2ff  # of miselect, siselect, vsiselect

# depth: code that is read; and what the other codes act as, where every depth is there
DEPTH_CODES = {"ratified": {16: 0, 32: 1, 64: 2, 128: 3, 256: 4},
               "draft": {16: 0, 32: 1, 64: 3, 128: 7, 256: 15}}
OTHER_CODES = {"ratified": {5: 256, 6: 256, 7: 256},
               "draft": {2: 32, 4: 64, 5: 64, 6: 64, 8: 128, 9: 128, 10: 128, 11: 128, 12: 128, 13: 128,
                         14: 128}}

# Transfer types: code, the control bit that filters it; 4 is recorded if its bit is 1, others if 0.
TYPE_FILTERS = {1: 33, 2: 34, 3: 35, 4: 36, 5: 37, 8: 40, 9: 41, 10: 42, 11: 43, 12: 44, 13: 45, 14: 46,
                15: 47}

# What software of both maps calls the same: field of mctrctl, in the draft's map
ENABLE_BITS = {"ratified": {"U": 0, "S": 1, "M": 2, "VU": 0, "VS": 1},
               "draft": {"M": 0, "S": 1, "U": 2, "VS": 1, "VU": 2}}
TRAP_ENABLE_BITS = {"ratified": {"S": 8, "M": 9, "VS": 8}, "draft": {"M": 8, "S": 9, "VS": 9}}
RASEMU_BIT = {"ratified": 7, "draft": 10}
BPFRZ_BIT = {"ratified": 11, "draft": 11}
LCOFIFRZ_BIT = {"ratified": 12, "draft": 12}
FROZEN_BIT = {"ratified": 31, "draft": 15}
ETEN_BIT, CLR_BIT, WRAP_BIT, DRAFT_DEPTH_BIT = 38, 7, 14, 16

# Where software finds them
MCONTROL = {"ratified": 0x34e, "draft": 0x381}
SCONTROL = {"ratified": 0x14e, "draft": 0x181}
VSCONTROL = {"ratified": 0x24e, "draft": 0x281}
SSTATUS = {"ratified": 0x14f, "draft": 0x183}
SCTRDEPTH = 0x15f
