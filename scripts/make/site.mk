# SPDX-License-Identifier: Apache-2.0
# The pages as a site, with search and the library's API: build/site/html. MkDocs comes from PyPI.
SITE = $(BUILD)/site

.PHONY: site
site: api ## make the documentation as a site, and check every link of it: build/site/html/index.html
	$(Q)scripts/venv $(BUILD)/venv-site scripts/requirements-site.txt
	$(Q)scripts/site.py $(SITE) --api $(BUILD)/api/html
	$(Q)NO_MKDOCS_2_WARNING=1 $(BUILD)/venv-site/bin/mkdocs build --quiet --clean --config-file $(SITE)/mkdocs.yml
	$(Q)scripts/site_links.py $(SITE)/html
