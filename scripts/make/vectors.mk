# SPDX-License-Identifier: Apache-2.0
# Compliance vectors: docs/vectors.md
.PHONY: vectors
vectors: $(BUILD)/ntrace ## make the compliance vectors of tests/vectors
	@scripts/vectors/make.py
