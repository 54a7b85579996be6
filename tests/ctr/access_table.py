# SPDX-License-Identifier: Apache-2.0
"""Who may access which CSR of Control Transfer Records, typed from the clauses.

A cell has a letter for each value 0 to 15 of the state enables: bit 0 is mstateen0.CTR, bit 1
hstateen0.CTR, bit 2 mstateen0.CSRIND, bit 3 hstateen0.CSRIND. h: the access is done; i: illegal
instruction; v: virtual instruction. A bit of hstateen0 counts as 0 where that of mstateen0 is 0.

Clauses, in the order of the rows:
 - machine CSRs: only M mode, privileged architecture; mctrctl is not CTR state of less modes
 - 1.0 "State Enable Access Control", draft 4: mstateen0.CTR=0 is illegal in all modes below M
 - U mode is illegal; VU virtual where HS mode could (hypervisor, "Virtual-instruction exception");
   so is a VS CSR's own number from VS and VU
 - hstateen0.CTR=0 is virtual in VS mode for sctrctl, sctrstatus and SCTRCLR
 - 1.0 "sctrdepth": virtual in VS and VU mode, whatever hstateen0.CTR is
 - sireg*, vsireg*: Sscsrind "Access control by the state-enable CSRs". mstateen0.CSRIND=0 is illegal
   below M. Else vsireg* in VS and VU, and sireg* in VU, are virtual whatever the other bits of
   mstateen0 are; sireg* in VS too if hstateen0.CSRIND=0. What is left goes by the bits CTR.
 - draft 4: in VS mode with hstateen0.CTR=0, sireg* would not have been done either if
   hstateen0.CSRIND=0, so it is illegal (value 5)
"""

ROWS = """
map      CSR           M                S                U                VS               VU

ratified mctrctl       hhhhhhhhhhhhhhhh iiiiiiiiiiiiiiii iiiiiiiiiiiiiiii iiiiiiiiiiiiiiii iiiiiiiiiiiiiiii
ratified sctrctl       hhhhhhhhhhhhhhhh ihihihihihihihih iiiiiiiiiiiiiiii ivihivihivihivih iviviviviviviviv
ratified vsctrctl      hhhhhhhhhhhhhhhh ihihihihihihihih iiiiiiiiiiiiiiii iviviviviviviviv iviviviviviviviv
ratified sctrstatus    hhhhhhhhhhhhhhhh ihihihihihihihih iiiiiiiiiiiiiiii ivihivihivihivih iviviviviviviviv
ratified sctrdepth     hhhhhhhhhhhhhhhh ihihihihihihihih iiiiiiiiiiiiiiii iviviviviviviviv iviviviviviviviv
ratified sireg         hhhhhhhhhhhhhhhh iiiiihihiiiiihih iiiiiiiiiiiiiiii iiiivvvviiiiivih iiiivvvviiiivvvv
ratified vsireg        hhhhhhhhhhhhhhhh iiiiihihiiiiihih iiiiiiiiiiiiiiii iiiivvvviiiivvvv iiiivvvviiiivvvv
ratified SCTRCLR       hhhhhhhhhhhhhhhh ihihihihihihihih iiiiiiiiiiiiiiii ivihivihivihivih iviviviviviviviv

draft    mctrcontrol   hhhhhhhhhhhhhhhh iiiiiiiiiiiiiiii iiiiiiiiiiiiiiii iiiiiiiiiiiiiiii iiiiiiiiiiiiiiii
draft    mctrcontrolh  hhhhhhhhhhhhhhhh iiiiiiiiiiiiiiii iiiiiiiiiiiiiiii iiiiiiiiiiiiiiii iiiiiiiiiiiiiiii
draft    mctrstatus    hhhhhhhhhhhhhhhh iiiiiiiiiiiiiiii iiiiiiiiiiiiiiii iiiiiiiiiiiiiiii iiiiiiiiiiiiiiii
draft    sctrcontrol   hhhhhhhhhhhhhhhh ihihihihihihihih iiiiiiiiiiiiiiii ivihivihivihivih iviviviviviviviv
draft    sctrcontrolh  hhhhhhhhhhhhhhhh ihihihihihihihih iiiiiiiiiiiiiiii ivihivihivihivih iviviviviviviviv
draft    sctrstatus    hhhhhhhhhhhhhhhh ihihihihihihihih iiiiiiiiiiiiiiii ivihivihivihivih iviviviviviviviv
draft    vsctrcontrol  hhhhhhhhhhhhhhhh ihihihihihihihih iiiiiiiiiiiiiiii iviviviviviviviv iviviviviviviviv
draft    vsctrcontrolh hhhhhhhhhhhhhhhh ihihihihihihihih iiiiiiiiiiiiiiii iviviviviviviviv iviviviviviviviv
draft    mireg         hhhhhhhhhhhhhhhh iiiiiiiiiiiiiiii iiiiiiiiiiiiiiii iiiiiiiiiiiiiiii iiiiiiiiiiiiiiii
draft    sireg         hhhhhhhhhhhhhhhh iiiiihihiiiiihih iiiiiiiiiiiiiiii iiiivivviiiiivih iiiivvvviiiivvvv
draft    vsireg        hhhhhhhhhhhhhhhh iiiiihihiiiiihih iiiiiiiiiiiiiiii iiiivvvviiiivvvv iiiivvvviiiivvvv
"""

OUTCOMES = {"h": "hit", "i": "illegal", "v": "virtual"}


def table(chosen):
    """(CSR, mode, state enables) -> outcome. sireg and vsireg stand for all six of theirs."""
    header, *lines = (line.split() for line in ROWS.strip().splitlines() if line.strip())
    return {(name, mode, stateen): OUTCOMES[letter]
            for of, name, *cells in lines if of == chosen
            for mode, cell in zip(header[2:], cells)
            for stateen, letter in enumerate(cell)}
