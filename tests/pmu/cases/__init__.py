# SPDX-License-Identifier: Apache-2.0
"""The rows of the table, by function."""
from tests.pmu.cases import (counting, decisions, event_info, events, firmware, info, match, memory,
                             other_builds, other_harts, sets, snapshot, start, stop)

MODULES = (info, sets, match, events, start, stop, firmware, memory, snapshot, event_info, counting,
           decisions, other_builds, other_harts)


def all_rows():
    rows = [row for module in MODULES for row in module.rows()]
    names = [row.name for row in rows]
    assert len(set(names)) == len(names), [name for name in names if names.count(name) > 1]
    return rows
