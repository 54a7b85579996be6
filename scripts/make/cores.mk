# SPDX-License-Identifier: Apache-2.0
# Cores that others wrote, from PyPI, traced: examples/cores. Over other sources, for instance copies with a fault:
# make CORES_OUT=OUT CORES_RTL=DIR/rtl CORES_FOLDER=DIR/cores CORES_WORLD=DIR core-picorv32-built, where DIR has the package
CORES       := $(sort $(patsubst examples/cores/%/core.toml,%,$(wildcard examples/cores/*/core.toml)))
CORES_OUT   ?= $(BUILD)/cores
CORES_RTL   ?= rtl
CORES_FOLDER ?= examples/cores
CORES_VENV   = $(BUILD)/venv-cores
CORES_WORLD ?= $(firstword $(wildcard $(CORES_VENV)/lib/python3*/site-packages))
CORES_TESTS  = $(notdir $(basename $(wildcard $(CORES_WORLD)/pythondata_cpu_picorv32/verilog/tests/*.S)))

.PHONY: venv-cores cores-if-possible $(CORES:%=core-%) $(CORES:%=core-%-built)
venv-cores:
	$(Q)scripts/venv $(CORES_VENV) scripts/requirements-cores.txt
# For tests, which say in a line that a package cannot be had
cores-if-possible:
	-$(Q)$(MAKE) --no-print-directory SETUP=no venv-cores && $(MAKE) --no-print-directory SETUP=no $(CORES:%=core-%-built)

$(CORES:%=core-%): core-%: venv-cores $(BUILD)/ntrace ## a core that others wrote, traced: picorv32
	$(Q)$(MAKE) --no-print-directory SETUP=no core-$*-built
	$(Q)python3 -m examples.cores.judge $* $(CORES_OUT)/$*

$(CORES_OUT)/%/core_config.vh: examples/cores/%/core.cfg $(CONFIG_READER)
	@mkdir -p $(@D)
	$(Q)python3 scripts/config.py vh $< > $@

# A core's sources are not ours to lint.
CORES_VERILATOR = --binary --timing -O3 -Wno-fatal -Wno-lint -Wno-TIMESCALEMOD --x-assign fast --x-initial fast \
                  $(addprefix -I,$(sort $(dir $(shell find $(CORES_RTL) -name '*.v'))))
CORES_GCC = $(subst tests/programs/common/program.ld,examples/cores/$(1)/software/core.ld,$(RISCV_GCC)) -misa-spec=2.2 \
            -march=$(call core_value,$(1),march) -mabi=$(call core_value,$(1),mabi)
core_value = $(shell sed -n 's/^$(2) = "\(.*\)"/\1/p' examples/cores/$(1)/core.toml)

PICORV32 = $(CORES_WORLD)/pythondata_cpu_picorv32/verilog
$(CORES_OUT)/picorv32/bench: $(CORES_FOLDER)/picorv32/nt_picorv32_bench.v $(CORES_FOLDER)/nt_core_trace.v $(CORES_OUT)/picorv32/core_config.vh $(shell find $(CORES_RTL) -name '*.v')
	$(call say,VERILATE)
	$(Q)verilator $(CORES_VERILATOR) -DRISCV_FORMAL -I$(@D) -Mdir $(@D)/verilated -o $(abspath $@) \
	    --top-module nt_picorv32_bench $(filter $(CORES_FOLDER)/%,$^) $(PICORV32)/picorv32.v > $@.log 2>&1 || { cat $@.log; exit 1; }

PICORV32_PROGRAMS = $(shell sed -n 's/^programs = \[\(.*\)\]/\1/p' examples/cores/picorv32/core.toml | tr -d '",')
PICORV32_ELFS = $(PICORV32_PROGRAMS:%=$(CORES_OUT)/picorv32/%.elf) $(CORES_TESTS:%=$(CORES_OUT)/picorv32/test-%.elf)
core-picorv32-built: $(CORES_OUT)/picorv32/bench $(PICORV32_ELFS) $(PICORV32_ELFS:.elf=.hex)

$(CORES_OUT)/picorv32/test-%.elf: $(PICORV32)/tests/%.S examples/cores/picorv32/software/start.S examples/cores/picorv32/software/riscv_test.S
	@mkdir -p $(@D)
	$(Q)$(call CORES_GCC,picorv32) -DTEST_FUNC_NAME=test_begin -DTEST_FUNC_TXT='"$*"' -DTEST_FUNC_RET=test_passed $^ -o $@
$(foreach p,$(PICORV32_PROGRAMS),$(eval \
    $(CORES_OUT)/picorv32/$(p).elf: $(firstword $(wildcard tests/programs/$(p).c tests/programs/tandem/$(p).c))))
$(PICORV32_PROGRAMS:%=$(CORES_OUT)/picorv32/%.elf): examples/cores/picorv32/software/start.S examples/cores/picorv32/software/core.ld
	@mkdir -p $(@D)
	$(call say,RISCV)
	$(Q)$(call CORES_GCC,picorv32) $(filter %.c %.S,$^) -lm -o $@
$(CORES_OUT)/picorv32/%.hex: $(CORES_OUT)/picorv32/%.elf
	$(Q)riscv64-unknown-elf-objcopy -O verilog --verilog-data-width=4 $< $@
