# SPDX-License-Identifier: Apache-2.0
# Plants errors in tandem traces and asks the verifier: tests/tandem/plant_test.py
PLANT     = $(BUILD)/tests/tandem/plant
PLANT_OBJ = $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard tests/tandem/plant/*.c)))
unit: $(PLANT)
$(PLANT): $(PLANT_OBJ) $(BUILD)/host.a
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(call link,-fno-lto) -o $@
