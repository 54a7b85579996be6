# SPDX-License-Identifier: Apache-2.0
"""All clauses that are broken."""
from tests.stranger import clauses_bytes, clauses_trace
from tests.stranger.breaks import BREAKS

assert clauses_bytes and clauses_trace and len({rule.id for rule in BREAKS}) == len(BREAKS)
