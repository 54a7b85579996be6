# SPDX-License-Identifier: Apache-2.0
"""Everything that judges ntrace. tests/run runs all of it."""
