# What a person runs to see it work, and what takes long.
.PHONY: demo bench soak
demo: host bench-binary ## a firmware boot through RTL and model, judged; see build/demo
	@python3 scripts/demo.py

bench: host $(addprefix $(UNITS)/,pib/4/bench ram_sink/sram/bench ram_sink/smem/bench atb/all/bench funnel/all/bench) ## how fast everything is, in one run
	$(Q)for config in rv64 rv64-wide; do \
	    $(MAKE) --no-print-directory SETUP=no CONFIG=$$config bench-binary || exit 1; \
	done
	@python3 scripts/bench.py

soak: host benches system-benches ## the long runs: 60 million instructions, 500 million random cycles a build
	@python3 scripts/soak.py
