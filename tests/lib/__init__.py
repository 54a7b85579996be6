# SPDX-License-Identifier: Apache-2.0
"""What several Python tests share, and the pieces of tests/run."""
