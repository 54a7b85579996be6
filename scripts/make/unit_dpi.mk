# SPDX-License-Identifier: Apache-2.0
# Golden models for simulators of SystemVerilog, by DPI-C: build/dpi has the library, the package and for each unit
# and build the modules; docs/dpi.md.
DPI        = $(BUILD)/dpi
DPI_BUILDS = $(foreach u,$(FLAT_UNITS),$(addprefix $(u)/,$($(u)_BUILDS)))
DPI_FLAT   = $(filter-out $(addprefix tb/flat/,cycles.c encoding.c importing.c judging.c),$(FLAT_SRC)) $(sort $(wildcard tb/dpi/*.c))
DPI_OBJ    = $(patsubst %.c,$(BUILD)/library/%.o,$(DPI_FLAT) $(MODEL_SRC)) $(BUILD)/library/configs.o $(PYTHON)/flat/units.o $(FLAT_CPP:.cpp=.o)

.PHONY: dpi
dpi: $(DPI)/libntrace_dpi.so $(DPI_BUILDS:%=$(DPI)/%/made) $(DPI)/nt_dpi.sv ## golden models for SystemVerilog, by DPI-C: library and modules

# The simulator has the functions of svdpi.h.
$(BUILD)/library/tb/dpi/%.o $(BUILD)/obj/tb/dpi/%.o: CFLAGS += -isystem $(VERILATOR_ROOT)/include/vltstd
$(DPI)/libntrace_dpi.so: $(DPI_OBJ)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) -shared -Wl,-Bsymbolic $^ -lm -o $@

$(DPI)/nt_dpi.sv: tb/dpi/nt_dpi.sv
	@mkdir -p $(@D)
	$(Q)cp $< $@

# $(1) unit, $(2) build
define dpi_modules
$(DPI)/$(1)/$(2)/made: $(call unit_folder,$(1))/$(1).ports $(TABLE_ROWS) $(TABLE_READER) scripts/unit_dpi.py $(call unit_cfg,$(1),$(2))
	@mkdir -p $$(@D)
	$$(Q)python3 scripts/unit_dpi.py $$< $(2) $$(@D) $(call unit_words,$(1),$(2))
	$$(Q)touch $$@
endef
$(foreach b,$(DPI_BUILDS),$(eval $(call dpi_modules,$(word 1,$(subst /, ,$(b))),$(word 2,$(subst /, ,$(b))))))

# Where it is built: beside what `ntrace lockstep` has
.PHONY: install-dpi
install: install-dpi
install-dpi:
	$(Q)for file in $(addprefix $(BUILD)/dpi/,libntrace_dpi.so nt_dpi.sv */*/*_model.sv */*/*_scoreboard.sv); do \
	    [ ! -e "$$file" ] || install -D -m 644 "$$file" $(call to,$(PREFIX)/lib/ntrace)/"$${file#$(BUILD)/}" || exit 1; \
	done

# RTL beside model, in a program that Verilator makes by itself. RTL=DIR: over another copy.
DPI_BUILD ?= tiny
DPI_UNIT  ?= trace_encoder
DPI_BENCH ?= $(DPI)/bench/$(DPI_UNIT)-$(DPI_BUILD)
DPI_OPT   ?= -O1
DPI_MADE   = $(DPI)/$(DPI_UNIT)/$(DPI_BUILD)
# $(1) the top's source, $(2) what comes before all sources
dpi_verilate = verilator --binary --timing --timescale 1ns/1ns -O3 --top-module $$(basename $(1) .sv) \
    -Mdir $(@D)/$(@F).made -o ../$(@F) -MAKEFLAGS 'OPT_FAST=$(DPI_OPT) OPT_SLOW=-O0 OPT_GLOBAL=$(DPI_OPT) -s' \
    $(addprefix -I,$(RTL_FOLDERS)) $(2) $(DPI)/nt_dpi.sv $(DPI_MADE)/*_model.sv $(DPI_MADE)/*_scoreboard.sv $(1) \
    $(abspath $(DPI)/libntrace_dpi.so) > $@.log 2>&1 || { cat $@.log; exit 1; }
DPI_PARTS  = $(DPI)/libntrace_dpi.so $(DPI_MADE)/made $(DPI)/nt_dpi.sv $(BENCH_RTL)

.PHONY: dpi-bench dpi-random
dpi-bench: $(DPI_BENCH)/bench ## nt_trace_encoder (DPI_BUILD, tiny) beside its model in SystemVerilog alone, by Verilator
dpi-random: $(DPI_BENCH)/random ## a unit (DPI_UNIT, DPI_BUILD) beside its model at random inputs, likewise

$(DPI_BENCH)/bench: examples/dpi/nt_trace_encoder_tb.sv tests/icarus/nt_ingress_hex.vh $(DPI_PARTS)
	@mkdir -p $(@D)
	$(call say,VERILATE)
	$(Q)python3 scripts/config.py vh rtl/config/$(DPI_BUILD).cfg > $(@D)/build.vh
	$(Q)$(call dpi_verilate,$<,-Itests/icarus $(@D)/build.vh)

$(DPI_BENCH)/random: $(DPI_PARTS)
	@mkdir -p $(@D)
	$(call say,VERILATE)
	$(Q)$(call dpi_verilate,$(DPI_MADE)/*_random_tb.sv)
