# SPDX-License-Identifier: Apache-2.0
# What is published of a version
.PHONY: release
release: ## write the archives of this version and their checksums (build/release)
	@scripts/release.py $(BUILD)/release
