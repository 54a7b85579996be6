# Stream buffers, funnels, sink switches and ATB bridges in lockstep with their models, several
# shapes side by side: build/links/NAME_bench. Over other sources:
#   make build/x/stream_bench RTL=DIR/rtl LINKS_DIR=build/x
LINKS_NAMES = stream funnel switch atb
LINKS_DIR  ?= $(BUILD)/links
LINKS_RTL   = $(addprefix $(RTL)/transport/,nt_stream_buffer.v nt_message_end.v nt_funnel.v \
                nt_funnel_merge.v nt_sink_switch.v nt_atb_bridge.v)

.PHONY: links
links: $(LINKS_NAMES:%=$(LINKS_DIR)/%_bench) ## build the locksteps of stream buffer, funnel, sink switch and ATB bridge
test: links

# $(1) its name
define links_bench
$(LINKS_DIR)/$(1)/all.cpp: tests/rtl/transport/nt_$(1)_top.v $(LINKS_RTL)
	@mkdir -p $$(@D)
	$$(call say,VERILATE)
	$$(Q)rm -f $$(@D)/V$(1)*
	$$(Q)verilator --cc --prefix V$(1) -Mdir $$(@D) -O3 --x-assign unique --x-initial unique \
	    --top-module nt_$(1)_top -I$(RTL)/transport $$<
	$$(Q)cd $$(@D) && for f in V$(1)*.cpp; do echo "#include \"$$$$f\""; done > all.cpp

$(LINKS_DIR)/$(1)/all.o: $(LINKS_DIR)/$(1)/all.cpp
	$$(call say,C++)
	$$(Q)$$(CXX) $$(CXXFLAGS_ALL) -w -I$$(@D) -c $$< -o $$@

$(LINKS_DIR)/$(1)/bench.o: tests/rtl/transport/$(1)_bench.cpp $(LINKS_DIR)/$(1)/all.cpp
	$$(call say,C++)
	$$(Q)$$(CXX) $$(CXXFLAGS_ALL) -Wall -Werror -isystem $$(@D) -c $$< -o $$@

$(LINKS_DIR)/$(1)_bench: $(LINKS_DIR)/$(1)/bench.o $(LINKS_DIR)/$(1)/all.o $(BUILD)/host.a $(RUNTIME_OBJ)
	$$(call say,LINK)
	$$(Q)$$(CXX) $$(CXXFLAGS) $$(LTO) $$^ $$(LIBS) -lpthread -o $$@
endef
$(foreach name,$(LINKS_NAMES),$(eval $(call links_bench,$(name))))

# What those that start make share is built before they do.
links: $(RUNTIME_OBJ)

-include $(call dependencies,$(BUILD)/links)
