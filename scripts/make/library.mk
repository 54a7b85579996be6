# SPDX-License-Identifier: Apache-2.0
# libntrace for others: static and shared library, headers, pkg-config file, `make install`.
PREFIX     ?= /usr/local
LIBDIR     ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
MANDIR     ?= $(PREFIX)/share/man
BASHCOMPDIR ?= $(PREFIX)/share/bash-completion/completions
ZSHCOMPDIR  ?= $(PREFIX)/share/zsh/site-functions
LIBRARY_VERSION := $(shell cat VERSION)
LIBRARY_SONAME  := libntrace.so.$(firstword $(subst ., ,$(LIBRARY_VERSION)))
LIBRARY_OBJ := $(patsubst %.c,$(BUILD)/library/%.o,$(LIBNTRACE_SRC))
API         := $(BUILD)/api/xml/index.xml
PUBLIC_H    := $(sort $(wildcard include/ntrace/*.h))

.PHONY: library install man api
library: $(BUILD)/libntrace.a $(BUILD)/libntrace.so

# Position-independent, and without link-time code: another compiler may link it.
$(BUILD)/library/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(filter-out -flto% -ffat-lto-objects,$(CFLAGS_ALL)) -fPIC -c $< -o $@

$(BUILD)/libntrace.a: $(LIBRARY_OBJ)
	$(call say,AR)
	$(Q)rm -f $@ && ar rcs $@ $^

# What the public headers do not declare stays inside.
$(BUILD)/libntrace.so: $(LIBRARY_OBJ) libntrace/libntrace.map
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) -shared -Wl,-soname,$(LIBRARY_SONAME) -Wl,-z,defs \
	    -Wl,--version-script=libntrace/libntrace.map $(LIBRARY_OBJ) $(LIBNTRACE_LIBS) -o $@

# What lies beside the command there: the benches that are built, for `ntrace lockstep`, and the
# plugin of QEMU, for `ntrace record`
INSTALLED = ntrace-memory.so */nt_bench */system-*/nt_system_bench units/ctr/*/bench units/hpm/*/bench units/tv/*/bench

# A word of the shell, and a text that sed puts in place, whatever is in them: folders may have blanks.
quoted = '$(subst ','\'',$(1))'
in_sed = $(subst ','\'',$(subst &,\&,$(subst |,\|,$(subst \,\\,$(1)))))
pc_file = sed -e 's|@PREFIX@|$(call in_sed,$(PREFIX))|; s|@LIBDIR@|$(call in_sed,$(LIBDIR))|' \
    -e 's|@INCLUDEDIR@|$(call in_sed,$(INCLUDEDIR))|' \
    -e 's|@VERSION@|$(LIBRARY_VERSION)|; s|@LIBS@|$(LIBNTRACE_LIBS)|'
to = $(call quoted,$(DESTDIR)$(1))

install: $(BUILD)/ntrace library man completion ## install command, plugin, benches that are built, vectors, library, headers and manual under PREFIX (/usr/local), after DESTDIR
	install -d $(call to,$(PREFIX)/bin) $(call to,$(LIBDIR)/pkgconfig) $(call to,$(INCLUDEDIR)/ntrace)
	install -m 755 $(BUILD)/ntrace $(call to,$(PREFIX)/bin/ntrace)
	install -m 644 $(PUBLIC_H) $(call to,$(INCLUDEDIR)/ntrace)
	install -m 644 $(BUILD)/libntrace.a $(call to,$(LIBDIR)/libntrace.a)
	install -m 755 $(BUILD)/libntrace.so $(call to,$(LIBDIR)/libntrace.so.$(LIBRARY_VERSION))
	ln -sf libntrace.so.$(LIBRARY_VERSION) $(call to,$(LIBDIR)/$(LIBRARY_SONAME))
	ln -sf $(LIBRARY_SONAME) $(call to,$(LIBDIR)/libntrace.so)
	$(pc_file) libntrace/ntrace.pc.in > $(call to,$(LIBDIR)/pkgconfig/ntrace.pc)

	$(Q)for file in $(addprefix $(BUILD)/,$(INSTALLED)); do \
	    if [ -e "$$file" ]; then \
	        install -s -D -m 755 "$$file" $(call to,$(PREFIX)/lib/ntrace)/"$${file#$(BUILD)/}" || exit 1; \
	    fi; \
	done
	$(Q)for file in tests/vectors/*/*; do \
	    install -D -m 644 "$$file" $(call to,$(PREFIX)/share/ntrace/vectors)/"$${file#tests/vectors/}" || exit 1; \
	done
	install -d $(call to,$(MANDIR)/man1) $(call to,$(MANDIR)/man3)
	install -m 644 $(BUILD)/man/*.1 $(call to,$(MANDIR)/man1)
	install -m 644 $(BUILD)/man/*.3 $(call to,$(MANDIR)/man3)
	install -D -m 644 $(BUILD)/completion/ntrace $(call to,$(BASHCOMPDIR)/ntrace)
	install -D -m 644 $(BUILD)/completion/_ntrace $(call to,$(ZSHCOMPDIR)/_ntrace)

# Completion, from the table of commands.
.PHONY: completion
completion: $(BUILD)/completion/ntrace $(BUILD)/completion/_ntrace
$(BUILD)/completion/ntrace: SHELL_NAME = bash
$(BUILD)/completion/_ntrace: SHELL_NAME = zsh
$(BUILD)/completion/ntrace $(BUILD)/completion/_ntrace: $(BUILD)/ntrace scripts/completion.py
	@mkdir -p $(@D)
	$(call say,COMPLETION)
	$(Q)$< help --json | scripts/completion.py $(SHELL_NAME) $< > $@.part && mv $@.part $@

# A manual page for the command and one for each of its subcommands, from what --help says.
man: $(BUILD)/man/ntrace.1 $(BUILD)/man/libntrace.3
$(BUILD)/man/ntrace.1: $(BUILD)/ntrace scripts/man.py
	$(call say,MAN)
	$(Q)python3 scripts/man.py $< $(@D)

# A page for each public function, from what Doxygen reads in the headers.
$(BUILD)/man/libntrace.3: $(API) scripts/man_library.py VERSION
	$(call say,MAN)
	$(Q)rm -f $(@D)/*.3
	$(Q)scripts/man_library.py $(<D) $(@D) $(LIBRARY_VERSION)

# What others take the RTL by, committed; a test keeps them in step.
.PHONY: packages venv venv-if-possible
packages: $(BUILD)/ntrace ## write rtl/nt_*_system.v, rtl/lists, rtl/*.core, rtl/registers and Bender.yml again
	scripts/ready_tops.py
	scripts/packages.py
	scripts/systemrdl.py

# What PeakRDL makes of rtl/registers.
REGISTERS = $(patsubst rtl/registers/%.rdl,%,$(wildcard rtl/registers/*.rdl))
.PHONY: register-files
register-files: venv ## make IP-XACT, C headers and HTML of the registers (build/registers)
	$(Q)mkdir -p $(BUILD)/registers
	$(Q)for name in $(REGISTERS); do \
	    $(BUILD)/venv/bin/peakrdl ip-xact rtl/registers/$$name.rdl --vendor ntrace -o $(BUILD)/registers/$$name.xml && \
	    $(BUILD)/venv/bin/peakrdl c-header rtl/registers/$$name.rdl -o $(BUILD)/registers/$$name.h && \
	    $(BUILD)/venv/bin/peakrdl html rtl/registers/$$name.rdl -o $(BUILD)/registers/$$name || exit 1; \
	done

venv: ## make a virtual environment of what tests take from PyPI (build/venv)
	$(Q)scripts/venv $(BUILD)/venv

# Without PyPI the tests that take something from there fail, and no others.
venv-if-possible:
	-$(Q)scripts/venv $(BUILD)/venv

# What needs other systems' compilers and emulators: scripts/setup nightly
.PHONY: ports-test
ports-test: library $(BUILD)/ntrace build/programs/sort.elf build/programs/sort.ntr ## compare libntrace of CMake, for Windows, big-endian and with threads, with make's
	$(Q)python3 -m unittest tests.libntrace.ports.world

# API pages; a warning is an error.
api: $(API) ## make the API pages of libntrace (build/api/html)
$(API): docs/api/Doxyfile docs/api/comments.sed docs/api/mainpage.md $(PUBLIC_H)
	@mkdir -p $(BUILD)
	$(call say,DOXYGEN)
	$(Q){ cat $<; echo 'OUTPUT_DIRECTORY = $(BUILD)/api'; } | doxygen -

-include $(LIBRARY_OBJ:.o=.d)
