# SPDX-License-Identifier: Apache-2.0
"""What scripts/formal.py proves, and the faults that show that each proof can fail: a file for each part
of the RTL."""
from tests.formal.proofs import adapter, control, encoder, profile, tandem, transport

PARTS = (encoder, transport, control, profile, tandem, adapter)
PROOFS = [proof for part in PARTS for proof in part.PROOFS]
FAULTS = [fault for part in PARTS for fault in part.FAULTS]
