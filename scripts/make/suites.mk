# SPDX-License-Identifier: Apache-2.0
# The suites of programs about CTR and about counters, and the harts that run them: docs/suites.md.
SUITES      ?= $(BUILD)/suites
# A folder with a platform.h of another machine
PLATFORM    ?= examples/suites/software
SUITE_NAMES  = ctr counters
SUITE_KINDS  = $(foreach suite,$(SUITE_NAMES),$(suite)32 $(suite)64)
suite_name   = $(patsubst %32,%,$(patsubst %64,%,$(1)))
suite_objects = $(patsubst examples/suites/%,$(SUITES)/$(1)/%.o,examples/suites/software/start.S \
	examples/suites/software/suite.c $(wildcard examples/suites/$(call suite_name,$(1))/*.c))
SUITE_GCC    = riscv64-unknown-elf-gcc -mcmodel=medany -mno-relax -msmall-data-limit=0 -O2 -ffreestanding -fno-pic \
	-ffunction-sections -fdata-sections -Wall -Wextra -Werror -I$(PLATFORM) -Iexamples/suites/software
SUITE_ARCH32 = -march=rv32i_zicsr -mabi=ilp32
SUITE_ARCH64 = -march=rv64i_zicsr -mabi=lp64

.PHONY: suites ctr-suite counter-suite
suites: $(SUITE_KINDS:%=$(SUITES)/%/list) $(SUITES)/core $(SUITES)/hart $(SUITES)/hart-rtl ## build the suites' programs and harts: docs/suites.md
ctr-suite: suites ## CTR: programs by clause, RV32 on the example's core, RV64 on a hart with the golden model
	@python3 -m examples.suites.run $(SUITES) ctr
counter-suite: suites ## Sscofpmf and Smcntrpmf: likewise
	@python3 -m examples.suites.run $(SUITES) counters

define SUITE_RULES
$(SUITES)/$(1)/%.o: examples/suites/% $$(wildcard examples/suites/*/*.h) $$(PLATFORM)/platform.h scripts/make/suites.mk
	@mkdir -p $$(@D)
	$$(Q)$$(SUITE_GCC) $$(SUITE_ARCH$(if $(filter %32,$(1)),32,64)) $(if $(filter ctr%,$(1)),-DSUITE_CTR) -c $$< -o $$@

# The programs, and what each is about
$(SUITES)/$(1)/list: $$(call suite_objects,$(1)) examples/suites/software/suite.ld examples/suites/programs.py
	$$(call say,RISCV)
	$$(Q)python3 -m examples.suites.programs $$(@D) $$(filter %.o,$$^)
endef
$(foreach kind,$(SUITE_KINDS),$(eval $(call SUITE_RULES,$(kind))))

# A core without its trace, and a hart with the golden model behind its CSRs. Over other sources, for instance
# copies with a fault: make SUITES=OUT SUITE_RTL=DIR/rtl SUITE_CORE=DIR/examples/core OUT/core
SUITE_RTL   ?= rtl
SUITE_CORE  ?= examples/core
SUITE_FOLDERS = $(addprefix $(SUITE_RTL)/,. ctr hpm encoder)
$(SUITES)/core: examples/suites/nt_suite_bench.v $(wildcard $(SUITE_CORE)/*.v $(addsuffix /*.v,$(SUITE_FOLDERS)))
	@mkdir -p $(@D)
	$(call say,VERILATE)
	$(Q)verilator --binary --timing -y $(SUITE_CORE) $(addprefix -y ,$(SUITE_FOLDERS)) $(addprefix -I,$(SUITE_FOLDERS)) \
	    -O3 -Wno-fatal --x-assign fast --x-initial fast -Mdir $(SUITES)/verilated -o $(abspath $@) $< > $@.log || { cat $@.log; exit 1; }

SUITE_MODEL ?= model
SUITE_HARTS ?= examples/suites/hart
SUITE_HART   = $(addprefix $(SUITE_HARTS)/,main.c hart.c csrs.c)
SUITE_BESIDE = $(SUITE_HARTS)/units_model.c $(sort $(wildcard $(SUITE_MODEL)/ctr/*.c $(SUITE_MODEL)/hpm/*.c))
SUITE_HEADERS = $(wildcard $(SUITE_HARTS)/*.h $(SUITE_MODEL)/*/*.h)
suite_cc     = $(CC) -std=c11 -D_GNU_SOURCE -Wall -Wextra -Wconversion -Werror -O2 -I$(dir $(SUITE_MODEL)) -I.
$(SUITES)/hart: $(SUITE_HART) $(SUITE_BESIDE) $(SUITE_HEADERS) $(BUILD)/host.a
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(suite_cc) $(SUITE_HART) $(SUITE_BESIDE) $(BUILD)/host.a $(LIBS) -o $@

# The same hart with the RTL behind its CSRs, as RV64
$(SUITES)/hart-rtl: $(SUITE_HART) $(SUITE_HARTS)/units_rtl.cpp $(SUITE_HEADERS) $(SUITE_CORE)/nt_core_units.v \
    $(wildcard $(addsuffix /*.v,$(SUITE_FOLDERS))) $(BUILD)/host.a
	@mkdir -p $(SUITES)/rtl64
	$(call say,VERILATE)
	$(Q)for one in $(SUITE_HART); do $(suite_cc) -c $$one -o $(SUITES)/rtl64/$$(basename $$one).o || exit 1; done
	$(Q)verilator --cc --exe --build -GXLEN=64 -GDEPTH_MAX=256 -GCCE_W=1 -O3 -Wno-fatal --x-assign fast --x-initial fast \
	    $(addprefix -y ,$(SUITE_FOLDERS)) $(addprefix -I,$(SUITE_FOLDERS)) --top-module nt_core_units -Mdir $(SUITES)/rtl64 \
	    -CFLAGS -I$(abspath $(SUITE_HARTS)) -LDFLAGS "$(LIBS)" -o $(abspath $@) $(SUITE_CORE)/nt_core_units.v \
	    $(abspath $(SUITE_HARTS)/units_rtl.cpp $(SUITE_HART:$(SUITE_HARTS)/%=$(SUITES)/rtl64/%.o) $(BUILD)/host.a) \
	    > $@.log || { cat $@.log; exit 1; }
