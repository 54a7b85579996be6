# SPDX-License-Identifier: Apache-2.0
# Lint. Stamps under build/lint keep a second run short; `make -k lint` shows all findings.
# Lists come from find, not from git: a checkout that git refuses must not pass for an empty one.
LINT_TREES  := $(wildcard driver examples include libntrace model pmu receive sim tb tests tlm)
LINT_C      := $(shell find $(LINT_TREES) -name '*.c')
LINT_FORMAT := $(LINT_C) $(shell find $(LINT_TREES) -name '*.h' -o -name '*.cpp')
LINT_SH     := .ci/run scripts/setup scripts/sysroot scripts/venv $(shell find scripts $(LINT_TREES) -name '*.sh')
LINT_PYTHON := tests/run $(shell find scripts python $(LINT_TREES) -name '*.py')
LINT_RTL    := $(shell find rtl -name '*.v' -o -name '*.vh')
# Code for another machine
LINT_OTHER   = examples/core/% examples/cores/% examples/suites/software/% examples/suites/ctr/% examples/suites/counters/% \
               tests/programs/% tests/pmu/example/% tests/pmu/firmware/% tests/pmu/supervisor/% tests/pmu/perf/% tests/pmu/board/% \
               libntrace/util/coroutine_windows.c libntrace/util/output_windows.c tests/pmu/opensbi/ntrace.c pmu/opensbi/check_device.c tests/pmu/cost.c
LINT_HOST_C := $(filter-out $(LINT_OTHER),$(LINT_C))
LINT_TIDY   := $(patsubst %.c,$(BUILD)/lint/%.tidy,$(LINT_HOST_C))
LINT_TOPS   := $(patsubst rtl/config/%.cfg,$(BUILD)/lint/rtl-%,$(CONFIGS)) $(BUILD)/lint/crossing $(UNIT_NAMES:%=$(BUILD)/lint/unit-%) $(BUILD)/lint/systems

.PHONY: lint lint-quick lint-format lint-cppcheck lint-sh lint-python lint-files lint-slang format
lint: lint-format lint-cppcheck lint-sh lint-python lint-files lint-slang $(LINT_TIDY) $(LINT_TOPS) ## check C, Verilog, shell, Python and files
	@echo 'lint: clean'

# What needs no compiler
lint-quick: lint-format lint-sh lint-python lint-files

# A strict front end, from PyPI
lint-slang: venv-if-possible
	$(call say,SLANG)
	$(Q)if $(BUILD)/venv/bin/python3 -c 'import pyslang' 2>/dev/null; then $(BUILD)/venv/bin/python3 scripts/slang.py; \
	    else echo 'lint: the RTL is not read by slang: pyslang is missing'; fi

# The object stands for the headers that the file includes.
$(BUILD)/lint/%.tidy: %.c $(BUILD)/obj/%.o .clang-tidy
	@mkdir -p $(@D)
	$(call say,TIDY)
	$(Q)clang-tidy --quiet $< -- -std=c11 -D_GNU_SOURCE -I. -Iinclude -isystem $(VERILATOR_ROOT)/include/vltstd 2>$@.log || { cat $@.log; exit 1; }
	@touch $@

.SECONDARY: $(patsubst %.c,$(BUILD)/obj/%.o,$(LINT_HOST_C))

lint-format:
	$(Q)clang-format --dry-run $(LINT_FORMAT) 2>&1 | \
	    sed -n 's/^\([^ :]*:[0-9]*\):.*/\1: not as clang-format lays it out (make format)/p' | \
	    uniq | { ! grep .; }

lint-cppcheck:
	$(Q)cppcheck -q --std=c11 --language=c -D_GNU_SOURCE -I. -Iinclude --inline-suppr --error-exitcode=1 \
	    --enable=warning,performance,portability $(LINT_HOST_C)

lint-sh:
	$(Q)shellcheck $(LINT_SH)

lint-python:
	$(Q)pyflakes3 $(LINT_PYTHON)

lint-files:
	$(Q)scripts/lint_files.py

# What Verilator has to say, also without the pass that hides loops which are none (-fno-dfg).
LINT_VERILOG = lint_verilog() { verilator --lint-only -Wall "$$@" && verilator -fno-dfg --lint-only -Wall "$$@"; }

# Every top module, with the parameters of every build.
RTL_TOPS  = nt_encoder nt_trace_encoder nt_pib
RTL_PATHS = rtl rtl/control rtl/encoder rtl/transport
$(BUILD)/lint/rtl-%: rtl/config/%.cfg $(CONFIG_READER) $(LINT_RTL)
	@mkdir -p $(@D)
	$(call say,LINT)
	$(Q)$(LINT_VERILOG); parameters=$$(python3 scripts/config.py g $<) && \
	    lint_verilog $(addprefix -I,$(RTL_PATHS)) $$parameters \
	        --top-module nt_encoder rtl/nt_encoder.v && \
	    lint_verilog $(addprefix -I,$(RTL_PATHS)) $$parameters \
	        --top-module nt_trace_encoder rtl/nt_trace_encoder.v && \
	    lint_verilog $(addprefix -I,$(RTL_PATHS)) \
	        -GBYTES=$$(echo $$parameters | grep -o 'OUT_BYTES=[0-9]*' | cut -d= -f2) \
	        --top-module nt_pib rtl/transport/nt_pib.v
	@touch $@

# Modules with parameters of every kind: those of a unit as its unit.toml has them, which may bring RTL in its folder;
# and one of no unit. Reads lines: MODULE [-GNAME=VALUE...]
LINT_MODULES = while read module parameters; do \
        file=$$(find rtl tb/units -name $$module.v); \
        lint_verilog $(addprefix -I,$(sort $(dir $(LINT_RTL)))) -I$$(dirname $$file) $$parameters --top-module $$module \
            $$file || exit 1; \
    done
$(BUILD)/lint/unit-%: tb/units/%/unit.toml $(LINT_RTL) $(wildcard tb/units/*/*.v) scripts/units.py
	@mkdir -p $(@D)
	$(call say,LINT)
	$(Q)$(LINT_VERILOG); scripts/units.py lint $* > $@.new && $(LINT_MODULES) < $@.new
	@mv $@.new $@

$(BUILD)/lint/crossing: $(LINT_RTL)
	@mkdir -p $(@D)
	$(call say,LINT)
	$(Q)$(LINT_VERILOG); printf '%s\n' nt_sync2 nt_reset_sync nt_cdc_pulse nt_cdc_time 'nt_cdc_time -GWIDTH=1' nt_apb_bridge nt_cdc_fifo \
	    'nt_cdc_fifo -GBYTES=1 -GDEPTH=4' 'nt_cdc_fifo -GBYTES=8 -GDEPTH=64' nt_ingress_rules \
	    'nt_ingress_rules -GXLEN=32 -GITYPE_W=3 -GNBLOCKS=4' | { $(LINT_MODULES); }
	@touch $@

# Systems of many shapes, of tb/system/unit.toml. What one lacks leaves ports and wires without use.
$(BUILD)/lint/systems: $(LINT_RTL) $(CONFIGS) tb/system/unit.toml scripts/units.py
	@mkdir -p $(@D)
	$(call say,LINT)
	$(Q)$(LINT_VERILOG); scripts/units.py lint system > $@.new && while read module parameters; do \
	    lint_verilog -Wno-PINCONNECTEMPTY -Wno-UNUSEDSIGNAL $(addprefix -I,$(RTL_PATHS)) $$parameters \
	        --top-module $$module rtl/$$module.v || exit 1; \
	done < $@.new; for adapter in rvfi tci iti; do \
	    lint_verilog -Wno-PINCONNECTEMPTY -Wno-UNUSEDSIGNAL $(addprefix -I,$(RTL_PATHS)) -Irtl/adapter \
	        --top-module nt_$${adapter}_system rtl/nt_$${adapter}_system.v || exit 1; \
	done
	@touch $@

format: ## lay out C and C++ with clang-format
	clang-format -i $(LINT_FORMAT)
