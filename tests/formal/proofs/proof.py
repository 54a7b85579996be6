# SPDX-License-Identifier: Apache-2.0
"""What a proof is, and a fault that shows that it can fail.

A property is an `assert` in the contract at the foot of a module, by its label (p_...); i_... are
invariants that only help the induction; c_... are covers.
"""
from dataclasses import dataclass, field


@dataclass
class Proof:
    name: str
    top: str
    files: list
    parameters: dict = field(default_factory=dict)
    method: str = "induction"  # or "bmc", then `steps` is the depth
    steps: int = 2             # the longest induction tried
    cover_steps: int = 12      # where all covers must be reached
    covers: bool = True        # False: the covers were shown with smaller parameters
    short: bool = False        # part of `make formal-short`: less than a minute, with its faults
    clocks: int = 1            # more: their edges come in any order, also together
    closed: list = field(default_factory=list)  # assumptions of modules inside that are proven
    inner: bool = True         # False: the modules inside have proofs and faults of their own
    alone: bool = False        # True: contracts of modules inside are left out, where they have proofs of their own


@dataclass
class Fault:
    proof: str     # the proof that sees it
    label: str     # the property that it breaks
    file: str
    old: str       # stands there once
    new: str
    steps: int = 8  # it shows within
