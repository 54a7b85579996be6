# Qualify with filters and comparators in lockstep, without the rest of the encoder:
# build/filter/NAME/bench. Over other sources, for instance a copy with a fault:
#   make filter-bench FILTER=tiny RTL=DIR/rtl MODEL=DIR/model FILTER_DIR=DIR/build
FILTER_NAMES  = tiny rv32-min rv64 rv64-wide
FILTER       ?= rv64
FILTER_DIR   ?= $(BUILD)/filter/$(FILTER)
# The parameters that concern these modules
FILTER_USES   = XLEN|NBLOCKS|ITYPE_W|IRETIRE_W|SCONTEXT_W|HCONTEXT_W|NFILTERS|NCOMPARATORS|NTRIGGERS
FILTER_RTL    = $(addprefix $(RTL)/encoder/,nt_qualify.v nt_filter.v nt_comparator.v nt_codes.vh)
FILTER_MODEL  = $(if $(filter-out model,$(MODEL)),$(wildcard $(addprefix $(MODEL)/encoder/,qualify.c filter.c comparator.c)))

.PHONY: filter-benches filter-bench
filter-benches: host ## build the lockstep of filters and comparators alone
	$(Q)for name in $(FILTER_NAMES); do \
	    $(MAKE) --no-print-directory SETUP=no FILTER=$$name filter-bench || exit 1; \
	done

filter-bench: $(FILTER_DIR)/bench

$(FILTER_DIR)/all.cpp: tests/rtl/encoder/nt_filter_top.v $(FILTER_RTL) rtl/config/$(FILTER).cfg
	@mkdir -p $(@D)
	$(call say,VERILATE)
	$(Q)rm -f $(@D)/Vfilter*
	$(Q)verilator --cc --prefix Vfilter -Mdir $(@D) -O3 --x-assign unique --x-initial unique \
	    $$(python3 scripts/config.py g rtl/config/$(FILTER).cfg | tr ' ' '\n' | \
	       grep -E '^-G($(FILTER_USES))=') \
	    --top-module nt_filter_top -I$(RTL)/encoder $<
	$(Q)cd $(@D) && for f in Vfilter*.cpp; do echo "#include \"$$f\""; done > all.cpp

$(FILTER_DIR)/all.o: $(FILTER_DIR)/all.cpp
	$(call say,C++)
	$(Q)$(CXX) $(CXXFLAGS_ALL) -w -I$(@D) -c $< -o $@

$(FILTER_DIR)/bench.o: tests/rtl/encoder/filter_bench.cpp $(FILTER_DIR)/all.cpp
	$(call say,C++)
	$(Q)$(CXX) $(CXXFLAGS_ALL) -Wall -Werror -isystem $(@D) -DFILTER_CONFIG='"$(FILTER)"' -c $< -o $@

# A model with a fault stands before the archive, in place of what is in it.
$(FILTER_DIR)/%.o: $(MODEL)/encoder/%.c
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) -I$(MODEL)/.. $(CFLAGS_ALL) -c $< -o $@

$(FILTER_DIR)/bench: $(FILTER_DIR)/bench.o $(FILTER_DIR)/all.o \
                     $(patsubst $(MODEL)/encoder/%.c,$(FILTER_DIR)/%.o,$(FILTER_MODEL)) \
                     $(BUILD)/host.a $(RUNTIME_OBJ)
	$(call say,LINK)
	$(Q)$(CXX) $(CXXFLAGS) $(LTO) $^ $(LIBS) -lpthread -o $@

-include $(call dependencies,$(BUILD)/filter)
