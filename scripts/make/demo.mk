# SPDX-License-Identifier: Apache-2.0
# What a person runs to see it work, and what takes long.
.PHONY: demo bench instructions decode-instructions decode-instructions-gate soak
demo: host bench-binary ## a firmware boot through RTL and model, judged; see build/demo
	@python3 scripts/demo.py

bench: bench-pair $(addprefix $(UNITS)/,pib/4/bench ram_sink/sram/bench ram_sink/smem/bench atb/all/bench funnel/all/bench) ## how fast everything is, in one run
	@python3 scripts/bench.py
	@python3 scripts/bench_instructions.py

instructions: bench-pair ## machine instructions per cycle of lockstep, by part
	@python3 scripts/bench_instructions.py

decode-instructions: host ## machine instructions of the decoder for each traced one
	@python3 scripts/bench_decode_instructions.py
decode-instructions-gate: # built before: a part of `make check`
	@python3 scripts/bench_decode_instructions.py --gate

# What is measured
.PHONY: bench-pair
bench-pair: host
	$(Q)for config in rv64 rv64-wide; do \
	    $(MAKE) --no-print-directory SETUP=no CONFIG=$$config bench-binary || exit 1; \
	done

soak: host benches system-benches ## the long runs: 60 million instructions, 500 million random cycles a build
	@python3 scripts/soak.py
