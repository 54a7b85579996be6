# SPDX-License-Identifier: Apache-2.0
# What a chip team takes: RTL with lists that work from any folder, models, driver, examples.
SHARED = $(call to,$(PREFIX)/share/ntrace)

.PHONY: install-rtl
install: install-rtl
install-rtl:
	$(Q)for file in $$(find rtl driver model examples -type f ! -path '*/lists/*' ! -name '*.pyc'); do \
	    install -D -m $$([ -x "$$file" ] && echo 755 || echo 644) "$$file" $(SHARED)/"$$file" || exit 1; \
	done
	$(Q)python3 scripts/packages.py --installed $(call quoted,$(PREFIX)/share/ntrace) $(SHARED)
