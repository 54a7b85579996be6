# Streams of another encoder, made from the text alone; tests/stranger/README.md has more.
.PHONY: stranger
stranger: NUMBER = 1000
stranger: $(BUILD)/ntrace ## judge NUMBER (1000) streams of a stranger's encoder, and broken ones, of SEED (1)
	@tests/stranger/run.py --number $(NUMBER) --seed $(SEED) $(STRANGER)
