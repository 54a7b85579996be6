# SPDX-License-Identifier: Apache-2.0
"""What the texts say about the counters' CSRs, typed by hand: numbers, who may access what, events.

Numbers and access: the RISC-V privileged architecture, machine and supervisor levels and the
hypervisor extension's list of virtual-instruction exceptions; Sscofpmf 1.0. Nothing here is made of the
tables of RTL and model.
"""

MODES = ("M", "S", "U", "VS", "VU")

# Number: name, and the counter that it is about. Upper halves exist on RV32 alone.
NAMES = {
    0xB00: ("mcycle", 0), 0xB02: ("minstret", 2),
    0xC00: ("cycle", 0), 0xC02: ("instret", 2),
    0x106: ("scounteren", None), 0x306: ("mcounteren", None), 0x606: ("hcounteren", None),
    0x320: ("mcountinhibit", None), 0xDA0: ("scountovf", None),
    **{0xB03 + i: ("mhpmcounter", 3 + i) for i in range(29)},    # to 0xB1F
    **{0xC03 + i: ("hpmcounter", 3 + i) for i in range(29)},     # to 0xC1F
    **{0x323 + i: ("mhpmevent", 3 + i) for i in range(29)},      # to 0x33F
}
NAMES_RV32 = {
    0xB80: ("mcycleh", 0), 0xB82: ("minstreth", 2),
    0xC80: ("cycleh", 0), 0xC82: ("instreth", 2),
    **{0xB83 + i: ("mhpmcounterh", 3 + i) for i in range(29)},   # to 0xB9F
    **{0xC83 + i: ("hpmcounterh", 3 + i) for i in range(29)},    # to 0xC9F
    **{0x723 + i: ("mhpmeventh", 3 + i) for i in range(29)},     # to 0x73F
}

# Smcntrpmf
NAMES_CNTRPMF = {0x321: ("mcyclecfg", 0), 0x322: ("minstretcfg", 2)}
NAMES_CNTRPMF_RV32 = {0x721: ("mcyclecfgh", 0), 0x722: ("minstretcfgh", 2)}

# Ssccfg: scountinhibit, and what sireg* has for a siselect of 0x40 + number of the counter: "Indirect HPM State Mappings"
NAMES_CDELEG = {0x120: ("scountinhibit", None)}
SIREG = {0x151: "sireg", 0x152: "sireg2", 0x153: "sireg3", 0x155: "sireg4", 0x156: "sireg5", 0x157: "sireg6"}
VSIREG = {0x251: "vsireg", 0x252: "vsireg2", 0x253: "vsireg3", 0x255: "vsireg4", 0x256: "vsireg5", 0x257: "vsireg6"}
SELECTS = range(0x40, 0x60)
#         siselect: sireg, sireg4, sireg2, sireg5
MAPPINGS = {
    0x40: ("mcycle", "mcycleh", "mcyclecfg", "mcyclecfgh"),
    0x42: ("minstret", "minstreth", "minstretcfg", "minstretcfgh"),
    **{0x43 + i: ("mhpmcounter", "mhpmcounterh", "mhpmevent", "mhpmeventh") for i in range(29)},     # to 0x5F
}
PLACE_OF_SIREG = {"sireg": 0, "sireg4": 1, "sireg2": 2, "sireg5": 3}
NO_MINH = ("mcyclecfg", "mcyclecfgh", "minstretcfg", "minstretcfgh", "mhpmevent", "mhpmeventh")

USER = ("cycle", "instret", "hpmcounter", "cycleh", "instreth", "hpmcounterh")
READ_ONLY = (*USER, "scountovf")
# The mode without which the CSR is not there
NEEDS = {"mcounteren": "U", "scounteren": "S", "scountovf": "S", "hcounteren": "VS"}

OK, ILL, VIRT = "ok", "illegal", "virtual"

# By mode: the outcome of reading a user counter for the bits of mcounteren, hcounteren, scounteren
#       m h s = 000  001  010  011  100   101   110   111
USER_ACCESS = {
    "M":       (OK,  OK,  OK,  OK,  OK,   OK,   OK,   OK),
    "S":       (ILL, ILL, ILL, ILL, OK,   OK,   OK,   OK),
    "U":       (ILL, ILL, ILL, ILL, ILL,  OK,   ILL,  OK),
    "VS":      (ILL, ILL, ILL, ILL, VIRT, VIRT, OK,   OK),
    "VU":      (ILL, ILL, ILL, ILL, VIRT, VIRT, VIRT, OK),
}
# U without S mode: there is no scounteren
USER_ACCESS_WITHOUT_S = (ILL, ILL, ILL, ILL, OK, OK, OK, OK)

# All other CSRs, by mode. Machine-level ones are none of a guest's: illegal, not virtual.
MACHINE_ACCESS = {"M": OK, "S": ILL, "U": ILL, "VS": ILL, "VU": ILL}
ACCESS = {
    "scounteren": {"M": OK, "S": OK, "U": ILL, "VS": OK, "VU": VIRT},
    "hcounteren": {"M": OK, "S": OK, "U": ILL, "VS": VIRT, "VU": VIRT},
    "scountovf": {"M": OK, "S": OK, "U": ILL, "VS": OK, "VU": VIRT},
}

# Ssccfg, by mode and menvcfg.CDE, 0 and 1. Both hold for M and S: sireg* is there where the counter is delegated too
SCOUNTINHIBIT_ACCESS = {"M": (ILL, OK), "S": (ILL, OK), "U": (ILL, ILL), "VS": (ILL, VIRT), "VU": (ILL, VIRT)}
SIREG_OF_A_GUEST = {"VS": (ILL, VIRT), "VU": (VIRT, VIRT)}
# scountovf of a guest with CDE, with the H extension
SCOUNTOVF_OF_A_GUEST = VIRT
# Sscsrind: sireg* or vsireg* by mode, for bit 60 of mstateen0 and hstateen0; None: the other tables decide
#       m h = 00   01   10    11
STATEEN_SIREG = {"M": (None, None, None, None), "S": (ILL, ILL, None, None), "U": (ILL, ILL, ILL, ILL),
                 "VS": (ILL, ILL, VIRT, None), "VU": (ILL, ILL, VIRT, VIRT)}
STATEEN_VSIREG = {"M": (ILL, ILL, ILL, ILL), "S": (ILL, ILL, ILL, ILL), "U": (ILL, ILL, ILL, ILL),
                  "VS": (ILL, ILL, VIRT, VIRT), "VU": (ILL, ILL, VIRT, VIRT)}

# mhpmevent: bits of the 64-bit register, or plus 32 of mhpmeventh
OF = 63
INHIBIT = {"M": 62, "S": 61, "U": 60, "VS": 59, "VU": 58}

# Numbers of events. 1, 2 and 5 are the SBI's; the others are ours.
EVENTS = {
    0x1: "cycles", 0x2: "instructions", 0x5: "branches",
    0x8000: "taken branches", 0x8001: "not-taken branches", 0x8002: "calls", 0x8003: "returns",
    0x8004: "jumps", 0x8005: "exceptions", 0x8006: "interrupts", 0x8007: "trap returns",
    0x8010: "messages", 0x8011: "bytes", 0x8012: "stalls", 0x8013: "losses",
    0x8020: "ext 0", 0x8021: "ext 1", 0x8022: "ext 2", 0x8023: "ext 3",
    0x8024: "ext 4", 0x8025: "ext 5", 0x8026: "ext 6", 0x8027: "ext 7",
}
# What the end of a block is, by itype
EVENTS_OF_ITYPE = {
    0: (), 1: ("exceptions",), 2: ("interrupts",), 3: ("trap returns",),
    4: ("branches", "not-taken branches"), 5: ("branches", "taken branches"),
    8: ("calls",), 9: ("calls",), 10: ("jumps",), 11: ("jumps",), 12: ("jumps",), 13: ("returns",),
    14: ("jumps",), 15: ("jumps",),
}
