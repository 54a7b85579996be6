# SPDX-License-Identifier: Apache-2.0
"""Whether a test takes all of what is a sample anyway: `make nightly` does, `make test` what is quick."""
import os

WHOLE = os.environ.get("NT_TIER") == "nightly"
