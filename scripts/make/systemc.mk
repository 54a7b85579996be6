# SPDX-License-Identifier: Apache-2.0
# A unit in SystemC: its RTL made by verilator --sc and its model as a module, at the same signals,
# under the bench of the unit: build/units/NAME/BUILD/systemc/bench. docs/systemc.md describes the module.
SYSTEMC_BENCHES = trace_encoder/tiny trace_encoder/rv64
UNIT_CPP_systemc = tb/lockstep/systemc.cpp

.PHONY: systemc
systemc: $(SYSTEMC_BENCHES:%=$(UNITS)/%/systemc/bench) ## the encoder and its model as SystemC modules, in lockstep

# $(1) unit, $(2) build
define systemc_bench
$(UNITS)/$(1)/$(2)/systemc/systemc.inc: $(call unit_folder,$(1))/$(1).ports $(TABLE_ROWS) $(TABLE_READER) scripts/unit_systemc.py $(call unit_cfg,$(1),$(2))
	@mkdir -p $$(@D)
	$$(Q)python3 scripts/unit_systemc.py $$< $(2) $$(@D) $(call unit_words,$(1),$(2))

$(UNITS)/$(1)/$(2)/systemc/all.cpp: $(UNITS)/$(1)/$(2)/systemc/systemc.inc $(BENCH_RTL)
	$$(call say,VERILATE)
	$$(Q)rm -f $$(@D)/Vsystemc*
	$$(Q)verilator --sc --prefix Vsystemc -Mdir $$(@D) -O3 --x-assign unique --x-initial unique \
	    $$$$(cat $$(@D)/verilator.args) $(addprefix -I,$(RTL_FOLDERS)) $$$$(sed -n 's/^--top-module //p' $$(@D)/verilator.args).v
	$$(Q)cd $$(@D) && $(call one_source,Vsystemc) > all.cpp

$(call unit_code,$(UNITS)/$(1)/$(2),$(call unit_folder,$(1))/$(1).ports,systemc,-DVM_SC=1 $(or $($(1)_CXXFLAGS),-O1),)

$(UNITS)/$(1)/$(2)/systemc/bench: $(addprefix $(UNITS)/$(1)/$(2)/,bench.o systemc/unit.o systemc/all.o) $($(1)_OBJ) \
                                  $(HARNESS_OBJ) $(BENCH_MODEL) $(BUILD)/host.a $(RUNTIME_OBJ)
	$$(call say,LINK)
	$$(Q)$$(CXX) $$(CXXFLAGS) -fno-lto $$^ $$(LIBS) -lsystemc -lpthread -o $$@
endef
$(foreach b,$(SYSTEMC_BENCHES),$(eval $(call systemc_bench,$(word 1,$(subst /, ,$(b))),$(word 2,$(subst /, ,$(b))))))

# The encoder as a TLM-2.0 component in an example platform: docs/systemc.md. MODEL=DIR TLM=FOLDER: with a model of
# one's own; TLM_FROM=DIR: with DIR/tlm
TLM      ?= $(BUILD)/tlm
TLM_FROM ?= .
.PHONY: tlm
systemc: tlm
tlm: $(TLM)/platform $(TLM)/sockets ## the encoder as a TLM-2.0 component in a platform of SystemC

tlm_object = $(CXX) $(if $(BENCH_MODEL),-I$(MODEL)/..) -std=c++17 -I$(TLM_FROM) -I. -Iinclude -MMD -MP -O1 -Wall -Werror -c $< -o $@
$(TLM)/%.o: examples/tlm/%.cpp
	@mkdir -p $(@D)
	$(call say,C++)
	$(Q)$(tlm_object)

$(TLM)/%.o: tests/tb/tlm/%.cpp
	@mkdir -p $(@D)
	$(call say,C++)
	$(Q)$(tlm_object)

$(TLM)/platform $(TLM)/sockets: $(TLM)/%: $(TLM)/%.o $(BENCH_MODEL) $(BUILD)/host.a
	$(call say,LINK)
	$(Q)$(CXX) $^ $(LIBS) -lsystemc -lpthread -o $@

-include $(wildcard $(TLM)/*.d)
