# SPDX-License-Identifier: Apache-2.0
# Cores that others wrote, from PyPI, traced: examples/cores. Over other sources, for instance copies with a fault:
# make CORES_OUT=OUT CORES_RTL=DIR/rtl CORES_FOLDER=DIR/cores CORES_WORLD=DIR core-picorv32-built, where DIR has the package
CORES       := $(sort $(patsubst examples/cores/%/core.toml,%,$(wildcard examples/cores/*/core.toml)))
CORES_OUT   ?= $(BUILD)/cores
CORES_RTL   ?= rtl
CORES_FOLDER ?= examples/cores
CORES_VENV   = $(BUILD)/venv-cores
CORES_WORLD ?= $(firstword $(wildcard $(CORES_VENV)/lib/python3*/site-packages))

.PHONY: venv-cores cores-if-possible $(CORES:%=core-%) $(CORES:%=core-%-built)
venv-cores:
	$(Q)scripts/venv $(CORES_VENV) scripts/requirements-cores.txt
# For tests, which say in a line that a package cannot be had
cores-if-possible:
	-$(Q)$(MAKE) --no-print-directory SETUP=no venv-cores && $(MAKE) --no-print-directory SETUP=no $(CORES:%=core-%-built)

$(CORES:%=core-%): core-%: venv-cores $(BUILD)/ntrace ## a core that others wrote, traced: picorv32, ibex
	$(Q)$(MAKE) --no-print-directory SETUP=no core-$*-built
	$(Q)python3 -m examples.cores.judge $* $(CORES_OUT)/$*

$(CORES_OUT)/%/core_config.vh: examples/cores/%/core.cfg $(CONFIG_READER)
	@mkdir -p $(@D)
	$(Q)python3 scripts/config.py vh $< > $@

# A core's sources are not ours to lint.
CORES_VERILATOR = --binary --timing -O3 -Wno-fatal -Wno-lint -Wno-TIMESCALEMOD --x-assign fast --x-initial fast \
                  $(addprefix -I,$(sort $(dir $(shell find $(CORES_RTL) -name '*.v'))))
CORES_GCC = $(subst tests/programs/common/program.ld,examples/cores/core.ld,$(RISCV_GCC)) -I. -misa-spec=2.2 \
            -march=$(call core_value,$(1),march) -mabi=$(call core_value,$(1),mabi)
core_value = $(shell sed -n 's/^$(2) = "\(.*\)"/\1/p' examples/cores/$(1)/core.toml)

# $(1) core: its programs, those of tests/programs and of its own folder, and their image for $readmemh
core_programs = $(shell sed -n 's/^programs = \[\(.*\)\]/\1/p' examples/cores/$(1)/core.toml | tr -d '",')
core_software = examples/cores/$(1)/software/start.S examples/core/software/begin.inc examples/cores/core.ld
define core_rules
$(1)_ELFS = $(foreach p,$(call core_programs,$(1)) $($(1)_TESTS:%=test-%),$(CORES_OUT)/$(1)/$(p).elf)
core-$(1)-built: $(CORES_OUT)/$(1)/bench $$($(1)_ELFS) $$($(1)_ELFS:.elf=.hex)
$(foreach p,$(call core_programs,$(1)),$(CORES_OUT)/$(1)/$(p).elf: \
    $(firstword $(wildcard examples/cores/$(1)/programs/$(p).c tests/programs/$(p).c tests/programs/tandem/$(p).c))
)
$(foreach p,$(call core_programs,$(1)),$(CORES_OUT)/$(1)/$(p).elf): $(call core_software,$(1))
	@mkdir -p $$(@D)
	$$(call say,RISCV)
	$$(Q)$$(call CORES_GCC,$(1)) $$(filter %.c %.S,$$^) -lm -o $$@
$(CORES_OUT)/$(1)/%.hex: $(CORES_OUT)/$(1)/%.elf
	$$(Q)riscv64-unknown-elf-objcopy -O verilog --verilog-data-width=4 $$< $$@
endef
# $(1) core, $(2) options of Verilator, $(3) the core's sources
define core_bench
$(CORES_OUT)/$(1)/bench: $(wildcard $(CORES_FOLDER)/$(1)/nt_$(1)_bench.*v) $(CORES_FOLDER)/nt_core_trace.v \
        $(CORES_OUT)/$(1)/core_config.vh $(shell find $(CORES_RTL) -name '*.v')
	$$(call say,VERILATE)
	$$(Q)verilator $(CORES_VERILATOR) $(2) -I$$(@D) -Mdir $$(@D)/verilated -o $$(abspath $$@) --top-module nt_$(1)_bench \
	    $(3) $$(filter $(CORES_FOLDER)/%,$$^) > $$@.log 2>&1 || { cat $$@.log; exit 1; }
endef

# PicoRV32's package has riscv-tests for its own firmware
PICORV32       = $(CORES_WORLD)/pythondata_cpu_picorv32/verilog
picorv32_TESTS = $(notdir $(basename $(wildcard $(PICORV32)/tests/*.S)))
$(CORES_OUT)/picorv32/test-%.elf: $(PICORV32)/tests/%.S examples/cores/picorv32/software/start.S examples/cores/picorv32/software/riscv_test.S
	@mkdir -p $(@D)
	$(Q)$(call CORES_GCC,picorv32) -DTEST_FUNC_NAME=test_begin -DTEST_FUNC_TXT='"$*"' -DTEST_FUNC_RET=test_passed $^ -o $@
$(eval $(call core_bench,picorv32,-DRISCV_FORMAL,$(PICORV32)/picorv32.v))

# Ibex's has riscv-tests without an environment
IBEX       = $(CORES_WORLD)/pythondata_cpu_ibex/system_verilog
IBEX_PRIM  = $(IBEX)/vendor/lowrisc_ip/ip/prim/rtl
IBEX_TESTS = $(IBEX)/vendor/riscv-tests/isa
ibex_TESTS = $(notdir $(basename $(filter-out %/ma_data.S,$(foreach s,ui um uc,$(wildcard $(IBEX_TESTS)/rv32$(s)/*.S)))))
define ibex_test
$(CORES_OUT)/ibex/test-%.elf: $(IBEX_TESTS)/$(1)/%.S examples/cores/ibex/software/start.S examples/cores/riscv-tests/riscv_test.h
	@mkdir -p $$(@D)
	$$(Q)$$(call CORES_GCC,ibex) -Iexamples/cores/riscv-tests -I$(IBEX_TESTS)/macros/scalar $$(filter %.S,$$^) -o $$@
endef
$(foreach s,rv32ui rv32um rv32uc,$(eval $(call ibex_test,$(s))))
$(eval $(call core_bench,ibex,-DRVFI -DSYNTHESIS -I$(IBEX)/rtl -I$(IBEX_PRIM) -I$(IBEX)/vendor/lowrisc_ip/dv/sv/dv_utils \
    -I$(IBEX)/vendor/lowrisc_ip/ip/prim_generic/rtl -I$(IBEX)/dv/uvm/core_ibex/common/prim, \
    $(IBEX_PRIM)/prim_ram_1p_pkg.sv $(IBEX_PRIM)/prim_secded_pkg.sv $(IBEX_PRIM)/prim_cipher_pkg.sv $(IBEX)/rtl/ibex_pkg.sv))

$(foreach c,$(CORES),$(eval $(call core_rules,$(c))))
