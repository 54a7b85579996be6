# The plugin by which QEMU tells the accesses to memory: beside ntrace, where it looks for it.
RECORD_PLUGIN = $(BUILD)/ntrace-memory.so
all host: $(RECORD_PLUGIN)
$(BUILD)/ntrace: | $(RECORD_PLUGIN)
$(RECORD_PLUGIN): sim/record/plugin/memory.c
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) -std=c11 -Wall -Wextra -Wconversion -Werror -O2 -fPIC -shared -fvisibility=hidden $< -o $@
