# SPDX-License-Identifier: Apache-2.0
# NUMBER and SEED where they are asked for: other targets have other defaults.
MUTANT_WORDS = $(foreach w,NUMBER SEED,$(if $(filter command environment,$(origin $w)),\
                   --$(if $(filter SEED,$w),seed,number) $($w)))

# Mutants of the RTL: tests/mutation/rtl_judges.py has the benches, built over a copy of rtl/.
.PHONY: mutation mutation-short
mutation: bench-parts ## errors in the RTL, NUMBER of them (40; 0: all) by SEED: who notices?
	@scripts/mutation.py $(MUTANT_WORDS)

mutation-short: bench-parts ## those of four parts, before the benches of these
	@scripts/mutation.py --quick --number 0 $(addprefix --match rtl/transport/nt_,stream_buffer sink_switch atb_bridge pib)

# The judges of the model's mutants: programs over a library of the model with all mutants in it, and
# no RTL. scripts/mutation_model.py writes the library's sources, and runs the judges.
MUTANTS       ?= $(BUILD)/mutation-model
MUTANT_LIB    := $(MUTANTS)/lib/libmodel.so
MUTANT_OBJ     = $(patsubst $(MUTANTS)/%.c,$(MUTANTS)/%.o,$(sort $(shell find $(MUTANTS)/model -name '*.c' 2>/dev/null)))
MUTANT_CFLAGS  = -std=c11 -D_GNU_SOURCE -w -O2 -fPIC -I$(MUTANTS) -Iinclude -I. -MMD -MP
# The locksteps of parts that judge without RTL are MUTANT_BENCHES. Builds of $(1): further shapes judge here, where
# a build costs no RTL
mutant_builds  = $($(1)_BUILDS) $(MUTANT_MORE_$(1))
MUTANT_SYSTEM  = {"NHARTS", 2}, {"STREAM_BYTES", 4}, {"ATB_W", 32}
MUTANT_CLUSTER = {"NHARTS", 6}, {"CLUSTER", 3}, {"LOCAL_RAM", 1}, {"STREAM_BYTES", 4}, {"ATB_W", 32}
MUTANT_FORK    = {"NHARTS", 3}, {"LOCAL_RAM", 1}, {"STREAM_BYTES", 4}, {"ATB_W", 32}
MUTANT_SINGLE  = {"NHARTS", 1}, {"STREAM_BYTES", 8}, {"ATB_W", 64}
MUTANT_UNITS   = $(patsubst tests/%.c,%,$(sort $(shell find tests/model tests/driver -name '*_test.c')))
MUTANT_JUDGES  = $(addprefix $(MUTANTS)/judges/,$(foreach c,$(notdir $(basename $(CONFIGS))),nt_bench-$(c)) \
                   nt_system_bench-tiny-2 nt_system_bench-tiny-3 nt_system_bench-tiny-6 nt_system_bench-rv64-wide-1 ntrace ctr_script \
                   $(foreach u,$(MUTANT_BENCHES),$(addprefix $(u)-,$(call mutant_builds,$(u)))) $(MUTANT_UNITS))

.PHONY: mutation-model mutation-model-short mutation-judges
mutation-model: host unit ## errors in the golden model, NUMBER of them (40; 0: all) by SEED: who notices without RTL?
	@scripts/mutation_model.py $(MUTANT_WORDS)

mutation-model-short: host unit ## eight of them
	@scripts/mutation_model.py --number 8 --seed 2

# Pairs of lines of RTL and model: tests/mutation/pairs
.PHONY: mutation-alike mutation-alike-short alike-pairs alike-gone
mutation-alike: host unit ## errors that RTL and model have alike, NUMBER of the pairs (40; 0: all) by SEED: which witness sees them?
	@scripts/mutation_model.py --of alike $(MUTANT_WORDS)

mutation-alike-short: host unit ## eight of them
	@scripts/mutation_model.py --of alike --number 8 --seed 2

alike-pairs: bench-parts ## find the pairs anew, of the lockstep ALIKE (hpm-rv64) alone or of all
	@scripts/alike_find.py $(ALIKE)

alike-gone: ## leave out pairs whose lines are no more
	@scripts/alike_find.py --gone
	@scripts/alike_page.py > docs/alike.md

mutation-judges: $(MUTANT_JUDGES) $(MUTANTS)/xrle.ntr

# A program of RV32 from the reference encoder.
XRLE = tests/data/tg-reference/xrle
$(MUTANTS)/xrle.ntr: $(XRLE).pcseq.gz $(XRLE).pcinfo.gz | $(BUILD)/ntrace
	@mkdir -p $(@D)
	$(Q)$(BUILD)/ntrace import --format pcseq $(XRLE).pcseq.gz --pcinfo $(XRLE).pcinfo.gz --xlen 32 -o $@

$(MUTANTS)/model/%.o: $(MUTANTS)/model/%.c tests/mutation/mutant.h
	$(call say,CC)
	$(Q)$(CC) $(MUTANT_CFLAGS) -include tests/mutation/mutant.h -c $< -o $@

$(MUTANTS)/mutant.o: tests/mutation/mutant.c
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(MUTANT_CFLAGS) -c $< -o $@

$(MUTANT_LIB): $(MUTANT_OBJ) $(MUTANTS)/mutant.o
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) -shared -Wl,-soname,libmodel.so $^ -o $@

# The library stands before the archive, and is linked whether or not the objects alone need it, so
# that nothing of the model comes from there.
mutant_link = $(1) -fno-lto $(filter %.o,$^) -Wl,--no-as-needed $(MUTANT_LIB) $(BUILD)/host.a \
              -Wl,-rpath,$(abspath $(MUTANTS)/lib) -Wl,--enable-new-dtags $(LIBS) $(2) -o $@
MUTANT_HOST = $(MUTANT_LIB) $(BUILD)/host.a

define mutant_bench
$(MUTANTS)/nt_bench-$(1).o: tests/mutation/encoder_alone.c
	@mkdir -p $$(@D)
	$$(Q)$(CC) $$(CFLAGS_ALL) -DNT_CONFIG='"$(1)"' -c $$< -o $$@
$(MUTANTS)/judges/nt_bench-$(1): $(MUTANTS)/nt_bench-$(1).o $(BENCH_OBJ) $$(MUTANT_HOST)
	@mkdir -p $$(@D)
	$$(call say,LINK)
	$$(Q)$$(call mutant_link,$(CC),)
endef
$(foreach c,$(notdir $(basename $(CONFIGS))),$(eval $(call mutant_bench,$(c))))

# $(1) name, $(2) build, $(3) what has its parameters
define mutant_system
$(MUTANTS)/nt_system_bench-$(1).o: tests/mutation/system_alone.c
	@mkdir -p $$(@D)
	$$(Q)$(CC) $$(CFLAGS_ALL) -DNT_CONFIG='"$(2)"' '-DNT_SYSTEM=$$($(3))' -c $$< -o $$@
$(MUTANTS)/judges/nt_system_bench-$(1): $(MUTANTS)/nt_system_bench-$(1).o $(SYSTEM_OBJ) $$(MUTANT_HOST)
	@mkdir -p $$(@D)
	$$(call say,LINK)
	$$(Q)$$(call mutant_link,$(CC),)
endef
$(eval $(call mutant_system,tiny-2,tiny,MUTANT_SYSTEM))
$(eval $(call mutant_system,tiny-3,tiny,MUTANT_FORK))
$(eval $(call mutant_system,tiny-6,tiny,MUTANT_CLUSTER))
$(eval $(call mutant_system,rv64-wide-1,rv64-wide,MUTANT_SINGLE))

# $(1) unit, $(2) build
define mutant_unit
$(MUTANTS)/$(1)-$(2).o: $(call unit_source,$(1))
	@mkdir -p $$(@D)
	$$(call say,$$(if $$(filter %.c,$$<),CC,C++))
	$$(Q)$$(if $$(filter %.c,$$<),$(CC) $$(CFLAGS_ALL),$(CXX) -std=c++17 -I. -Iinclude -MMD -MP $(CXXFLAGS) -Wall -Werror) \
	    $(call unit_defines,$(1),$(2)) -c $$< -o $$@
$(MUTANTS)/judges/$(1)-$(2): $(MUTANTS)/$(1)-$(2).o $($(1)_OBJ) \
                             $(MUTANT_NO_RTL) $$(MUTANT_HOST)
	@mkdir -p $$(@D)
	$$(call say,LINK)
	$$(Q)$$(call mutant_link,$(CXX),)
endef
MUTANT_NO_RTL = $(HARNESS_OBJ) $(BUILD)/obj/tests/mutation/no_rtl.o
$(foreach u,$(MUTANT_BENCHES),$(foreach b,$(call mutant_builds,$(u)),$(eval $(call mutant_unit,$(u),$(b)))))

$(MUTANTS)/judges/ntrace: $(BUILD)/obj/sim/main.o $(MUTANT_HOST)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(call mutant_link,$(CC),)

$(MUTANTS)/judges/ctr_script: $(BUILD)/obj/tests/ctr/ctr_script.o $(MUTANT_HOST)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(call mutant_link,$(CC),)

$(addprefix $(MUTANTS)/judges/,$(MUTANT_UNITS)): $(MUTANTS)/judges/%: $(BUILD)/obj/tests/%.o $(MUTANT_HOST)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(call mutant_link,$(CC),-lcmocka -lm)

# Mutants of the SBI PMU library, by build as scripts/make/pmu_test.mk has them: 64, 32, 64-2.0 ...
.PHONY: mutation-pmu mutation-pmu-short
mutation-pmu: host unit ## errors in the SBI PMU library, NUMBER of them (40; 0: all) by SEED: who notices?
	@scripts/mutation_model.py --of pmu $(MUTANT_WORDS)

mutation-pmu-short: host unit ## sixteen of them
	@scripts/mutation_model.py --of pmu --number 16 --seed 2

PMU_JUDGES        = table_host perf_driver details random_calls
PMU_MUTANT_BUILDS = 64 32 64-2.0 64-0.3
# $(1) build
define mutant_pmu
.PHONY: mutation-pmu$(1)-judges
mutation-pmu$(1)-judges: $$(addprefix $(BUILD)/mutation-pmu$(1)/judges/,$(PMU_JUDGES))

$(BUILD)/mutation-pmu$(1)/pmu/%.o: $(BUILD)/mutation-pmu$(1)/pmu/%.c tests/mutation/mutant.h
	$$(call say,CC)
	$$(Q)$$(CC) -std=c11 -D_GNU_SOURCE -w -O0 -I. -MMD -MP $(call pmu_host_flags,host$(1)) \
	    -include tests/mutation/mutant.h -c $$< -o $$@

$(foreach p,$(PMU_JUDGES),$(eval $(BUILD)/mutation-pmu$(1)/judges/$(p): \
    $(patsubst %,$(BUILD)/pmu/host$(1)/tests/%.o,$(PMU_JUDGE_$(p)) csr_array)))
$(BUILD)/mutation-pmu$(1)/judges/%: $(PMU_C:%.c=$(BUILD)/mutation-pmu$(1)/%.o) $(MUTANTS)/mutant.o
	@mkdir -p $$(@D)
	$$(call say,LINK)
	$$(Q)$$(CC) -fno-lto $$^ -o $$@
endef
PMU_JUDGE_table_host   = table_host table cases
PMU_JUDGE_perf_driver  = perf_driver
PMU_JUDGE_details      = details
PMU_JUDGE_random_calls = random_calls random_draw random_hart random_log
$(foreach x,$(PMU_MUTANT_BUILDS),$(eval $(call mutant_pmu,$(x))))

-include $(call dependencies,$(MUTANTS) $(PMU_MUTANT_BUILDS:%=$(BUILD)/mutation-pmu%))
