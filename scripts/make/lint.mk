# Lint. Stamps under build/lint keep a second run short; `make -k lint` shows all findings.
LINT_C      := $(shell git ls-files -co --exclude-standard '*.c')
LINT_FORMAT := $(LINT_C) $(shell git ls-files -co --exclude-standard '*.h' '*.cpp')
LINT_SH     := .ci/run scripts/setup $(shell git ls-files -co --exclude-standard '*.sh')
LINT_PYTHON := tests/run $(shell git ls-files -co --exclude-standard '*.py')
LINT_RTL    := $(shell find rtl -name '*.v' -o -name '*.vh')
LINT_TIDY   := $(patsubst %.c,$(BUILD)/lint/%.tidy,$(wildcard $(LINT_C)))
LINT_TOPS   := $(patsubst rtl/config/%.cfg,$(BUILD)/lint/rtl-%,$(CONFIGS))

.PHONY: lint lint-format lint-sh lint-python lint-files format
lint: lint-format lint-sh lint-python lint-files $(LINT_TIDY) $(LINT_TOPS) ## check C, Verilog, shell, Python and files
	@echo 'lint: clean'

# The object stands for the headers that the file includes.
$(BUILD)/lint/%.tidy: %.c $(BUILD)/obj/%.o .clang-tidy
	@mkdir -p $(@D)
	$(call say,TIDY)
	$(Q)clang-tidy --quiet $< -- -std=c11 -D_GNU_SOURCE -I. 2>$@.log || { cat $@.log; exit 1; }
	@touch $@

.SECONDARY: $(patsubst %.c,$(BUILD)/obj/%.o,$(LINT_C))

lint-format:
	$(Q)clang-format --dry-run $(wildcard $(LINT_FORMAT)) 2>&1 | \
	    sed -n 's/^\([^ :]*:[0-9]*\):.*/\1: not as clang-format lays it out (make format)/p' | \
	    uniq | { ! grep .; }

lint-sh:
	$(Q)shellcheck $(wildcard $(LINT_SH))

lint-python:
	$(Q)pyflakes3 $(wildcard $(LINT_PYTHON))

lint-files:
	$(Q)scripts/lint_files.py

# Every top module, with the parameters of every build.
RTL_TOPS  = nt_encoder nt_pib
RTL_PATHS = rtl rtl/encoder rtl/transport
$(BUILD)/lint/rtl-%: rtl/config/%.cfg scripts/config.py $(LINT_RTL)
	@mkdir -p $(@D)
	$(call say,LINT)
	$(Q)parameters=$$(python3 scripts/config.py g $<) && \
	    verilator --lint-only -Wall $(addprefix -I,$(RTL_PATHS)) $$parameters \
	        --top-module nt_encoder rtl/nt_encoder.v
	$(Q)verilator --lint-only -Wall $(addprefix -I,$(RTL_PATHS)) \
	    --top-module nt_pib rtl/transport/nt_pib.v
	@touch $@

format: ## lay out C and C++ with clang-format
	clang-format -i $(wildcard $(LINT_FORMAT))
