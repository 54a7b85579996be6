# SPDX-License-Identifier: Apache-2.0
# The package `ntrace` of Python (docs/python.md): golden models of units, libntrace and the rule checker in one
# shared library, and the wheel of it.
PYTHON     = $(BUILD)/python
# Reads headers: they are the same for all
PREPROCESSOR = $(CC)
PACKAGE    = $(PYTHON)/package/ntrace
# Units with the word `model` in their tables
FLAT_UNITS = ctr hpm pib rvfi trace_encoder tv
# Legal parameters of a unit that have rows which no build has
flat_trace_encoder_most = $(call unit_words,trace_encoder,rv64-wide) FIFO_DEPTH=128
FLAT_CPP   = $(FLAT_UNITS:%=$(PYTHON)/flat/%.cpp)
FLAT_SRC   = $(sort $(wildcard tb/flat/*.c)) tb/lockstep/values.c $(foreach u,$(FLAT_UNITS),$(call unit_folder,$(u))/$(u).c)
# Of the command: the checker without its reports, readers of ingress files, and what encodes
PYTHON_SIM = $(filter-out $(addprefix sim/check/,report.c junit.c),$(wildcard sim/check/*.c)) \
             sim/settings/settings.c sim/settings/config_file.c sim/decode/flow_options.c sim/decode/source.c $(addprefix sim/ingress/,ingress_file.c ingress_text.c \
             ingress_hex.c ingress_binary_reader.c ingress_binary_writer.c pins.c encoding.c input.c golden.c shape.c ending.c \
             returns.c monitor.c control_state.c control_sequence.c random_registers.c shape_blocks.c) sim/stimulus/itype.c sim/stimulus/retire.c \
             sim/stimulus/transfers.c sim/sidecar/watch.c $(addprefix sim/util/,names.c progress.c number.c hex_text.c utf8.c) \
             $(PYTHON_IMPORT) $(PYTHON_JUDGE)
# Importers of recordings
PYTHON_IMPORT = $(filter-out $(addprefix sim/recording/,retired_list.c summary.c names.c),$(wildcard sim/recording/*.c)) \
                sim/isa/insn_access.c sim/isa/register_name.c
# The judge of vectors, with what judges the stream of each unit
PYTHON_JUDGE = $(addprefix sim/vectors/,vector.c judge.c stream_file.c units.c needs.c expected.c columns.c pins.c pins_unit.c \
                 encoder.c encoder_columns.c encoder_open.c answers.c answering.c ctr_pins.c hpm_pins.c sbi_pins.c tv.c tv_pins.c \
                 tv_state.c port_read.c port_judge.c) $(wildcard sim/witness/*.c pmu/*.c) sim/pmu/csr_array.c sim/tandem/follow.c sim/tandem/text_names.c
PYTHON_OBJ = $(patsubst %.c,$(BUILD)/library/%.o,$(FLAT_SRC) $(MODEL_SRC) $(PYTHON_SIM)) $(LIBRARY_OBJ) \
             $(BUILD)/library/configs.o $(PYTHON)/flat/units.o $(FLAT_CPP:.cpp=.o)
PYTHON_H   = ntrace/messages.h ntrace/program.h tb/flat/flat.h tb/flat/cycles.h tb/flat/encoding.h tb/flat/importing.h tb/flat/judging.h ntrace/recording.h sim/check/check.h sim/check/harts.h sim/decode/flow_options.h
# What the package takes of the build's own scripts, as modules
HOUSE      = scripts/unit.py scripts/schema.py
WHEEL_TAG := py3-none-linux_$(shell uname -m)
WHEEL      = $(PYTHON)/dist/ntrace-$(LIBRARY_VERSION)-$(WHEEL_TAG).whl

.PHONY: wheel wheel-if-possible
wheel: $(WHEEL) ## build the package of Python: build/python/dist

# $(1) unit
define flat_unit
$(PYTHON)/flat/$(1).cpp: $(call unit_folder,$(1))/$(1).ports $(TABLE_ROWS) $(TABLE_READER) scripts/unit_flat.py $(call unit_made_of,$(1)) scripts/make/python.mk
	@mkdir -p $$(@D)
	$$(Q)python3 scripts/unit_flat.py $$< $$(@D) $(foreach b,$($(1)_BUILDS) $($(1)_MORE),-- $(b) $(call unit_words,$(1),$(b))) $(if $(flat_$(1)_most),-- most $(flat_$(1)_most))
endef
$(foreach u,$(FLAT_UNITS),$(eval $(call flat_unit,$(u))))

$(PYTHON)/flat/units.c: scripts/make/python.mk
	@mkdir -p $(@D)
	$(Q){ echo '#include "tb/flat/flat.h"'; printf 'extern const nt_flat_unit nt_flat_%s;\n' $(FLAT_UNITS); \
	      echo 'const nt_flat_unit *const nt_flat_units[] = {'; printf '    &nt_flat_%s,\n' $(FLAT_UNITS); echo '    NULL};'; } > $@

$(PYTHON)/flat/units.o $(BUILD)/library/configs.o: $(BUILD)/%.o: $(BUILD)/%.c
	$(call say,CC)
	$(Q)$(CC) $(filter-out -flto% -ffat-lto-objects,$(CFLAGS_ALL)) -fPIC -c $< -o $@

$(BUILD)/library/configs.c: $(BUILD)/configs.c
	@mkdir -p $(@D)
	$(Q)cp $< $@

$(FLAT_CPP:.cpp=.o): %.o: %.cpp
	$(call say,C++)
	$(Q)$(CXX) -std=c++17 -D_GNU_SOURCE -I. -Iinclude -MMD -MP -Wall -Werror -O1 -fPIC -fno-exceptions -c $< -o $@

$(PYTHON)/_ntrace.so: $(PYTHON_OBJ)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) -shared -Wl,-z,defs -Wl,-Bsymbolic $^ $(LIBNTRACE_LIBS) -o $@

$(PYTHON)/_declarations.h: scripts/python_cdef.py $(PUBLIC_H) $(filter-out ntrace/%,$(PYTHON_H)) $(wildcard model/*.h model/control/*.h model/control/*.def sim/check/*.h sim/check/*.def sim/check/rules/*.def)
	@mkdir -p $(@D)
	$(Q)python3 scripts/python_cdef.py $(PREPROCESSOR) $@ $(PYTHON_H)

# All of the package in one folder, as the wheel has it
$(PYTHON)/package/made: $(wildcard python/*.* python/ntrace/*.*) $(HOUSE) $(PYTHON)/_ntrace.so $(PYTHON)/_declarations.h $(FLAT_CPP) rtl/config/parameters.txt LICENSE scripts/python_package.py
	$(call say,PYTHON)
	$(Q)rm -rf $(@D)
	$(Q)python3 scripts/python_package.py $(@D) $(FLAT_UNITS:%=$(PYTHON)/flat/%.ports)
	$(Q)cp $(PYTHON)/_ntrace.so $(PYTHON)/_declarations.h $(PACKAGE)
	$(Q)touch $@

WHEEL_VENV = $(BUILD)/venv-wheel
WHEEL_NEEDS = scripts/requirements-wheel.txt
.PHONY: venv-wheel
venv-wheel:
	$(Q)scripts/venv $(WHEEL_VENV) $(WHEEL_NEEDS)

$(WHEEL): $(PYTHON)/package/made | venv-wheel
	$(call say,WHEEL)
	$(Q)rm -f $(@D)/*.whl
	$(Q)cd $(PYTHON)/package && NTRACE_VERSION=$(LIBRARY_VERSION) $(abspath $(WHEEL_VENV))/bin/pip wheel -q --no-index --no-deps \
	    --no-build-isolation -w $(abspath $(@D)) .

# The wheel without ELF, for any Linux with glibc 2.28 or later: compiled by Zig against that version, with zstd and
# zlib inside; auditwheel gives it the tag, or says what is in the way.
MANYLINUX_VENV = $(BUILD)/venv-manylinux
MANYLINUX_NEEDS = scripts/requirements-manylinux.txt
MANYLINUX      = $(BUILD)/manylinux
MANYLINUX_TAG  = manylinux_2_28_$(shell uname -m)
MANYLINUX_WHEEL = $(MANYLINUX)/dist/ntrace-$(LIBRARY_VERSION)-py3-none-$(MANYLINUX_TAG).whl
MANYLINUX_SYSTEM = /usr/lib/$(shell uname -m)-linux-gnu
zig_wrapper = printf '\043!/bin/sh\nexec $(abspath $(MANYLINUX_VENV))/bin/python -m ziglang $(1) -target $(shell uname -m)-linux-gnu.2.28 "$$@"\n' > $(2) && chmod +x $(2)
.PHONY: wheel-manylinux wheels-test
wheel-manylinux: ## build the package of Python without ELF, for any Linux: build/manylinux/dist
	$(Q)scripts/venv $(MANYLINUX_VENV) $(MANYLINUX_NEEDS)
	$(Q)mkdir -p $(MANYLINUX)/include && cp /usr/include/zlib.h /usr/include/zconf.h /usr/include/zstd*.h /usr/include/jansson*.h $(MANYLINUX)/include
	$(Q)$(call zig_wrapper,cc,$(MANYLINUX)/cc) && $(call zig_wrapper,c++,$(MANYLINUX)/c++)
	$(Q)$(MAKE) --no-print-directory SETUP=no BUILD=$(MANYLINUX) WHEEL_VENV=$(MANYLINUX_VENV) WHEEL_NEEDS=$(MANYLINUX_NEEDS) PREPROCESSOR=gcc LTO= OBJCACHE= \
	    CC=$(abspath $(MANYLINUX))/cc CXX=$(abspath $(MANYLINUX))/c++ CFLAGS='-O2 -w -isystem $(MANYLINUX)/include' \
	    LIBNTRACE_PARTS='no-elf zstd zlib ucontext posix' LIBNTRACE_LIBS='$(MANYLINUX_SYSTEM)/libzstd.a $(MANYLINUX_SYSTEM)/libz.a' \
	    $(MANYLINUX)/python/dist/ntrace-$(LIBRARY_VERSION)-$(WHEEL_TAG).whl
	$(Q)rm -rf $(MANYLINUX)/dist
	$(Q)PATH=$(abspath $(MANYLINUX_VENV))/bin:$$PATH auditwheel repair --only-plat --plat $(MANYLINUX_TAG) -w $(MANYLINUX)/dist \
	    $(MANYLINUX)/python/dist/ntrace-$(LIBRARY_VERSION)-$(WHEEL_TAG).whl > $(MANYLINUX)/auditwheel.log 2>&1 || { cat $(MANYLINUX)/auditwheel.log; exit 1; }
	$(Q)test -e $(MANYLINUX_WHEEL)

wheels-test: wheel wheel-manylinux build/programs/sort.elf build/programs/sort.ntr ## try both wheels in bare virtual environments
	$(Q)python3 -m unittest tests.python.wheels

# Without PyPI there is none, and the tests that need it fail.
wheel-if-possible: venv-if-possible $(PYTHON)/package/made
	-$(Q)test ! -e $(BUILD)/venv/made || $(MAKE) --no-print-directory SETUP=no $(WHEEL)

-include $(PYTHON_OBJ:.o=.d)
