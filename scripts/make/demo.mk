# What a person runs to see it work, and what takes long.
.PHONY: demo bench soak mutation mutation-short
demo: host bench-binary ## a firmware boot through RTL and model, judged; see build/demo
	@python3 scripts/demo.py

bench: host links ## how fast everything is, in one run
	$(Q)$(MAKE) --no-print-directory SETUP=no PIB_BYTES=4 pib-bench
	$(Q)$(MAKE) --no-print-directory SETUP=no RAM=sram ram-bench
	$(Q)$(MAKE) --no-print-directory SETUP=no RAM=smem ram-bench
	$(Q)for config in rv64 rv64-wide; do \
	    $(MAKE) --no-print-directory SETUP=no CONFIG=$$config bench-binary || exit 1; \
	done
	@python3 scripts/bench.py

soak: host benches system-benches ## the long runs: 60 million instructions, 500 million random cycles a build
	@python3 scripts/soak.py

mutation: host benches ## wrong lines of RTL, one at a time: who notices?
	@python3 scripts/mutation.py

mutation-short: host ## four of them
	@python3 scripts/mutation.py --number 4 --seed 2
