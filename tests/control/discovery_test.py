# SPDX-License-Identifier: Apache-2.0
"""What a debugger does with the registers, as the Trace Control Interface's last chapter tells it:
reset, discovery, enabling and disabling; and what triggers and timestamps do to them. RTL and model
run in lockstep."""
import unittest

from tests.control.bench import CONFIGS, Debugger, build_of

NEEDS = ("unit-control",)
CONTROL, IMPL, FEATURES, FILTERS = 0x000, 0x004, 0x008, 0x00c
DATA_CONTROL, DATA_FILTERS, TS_CONTROL, TS_LOW, TS_HIGH = 0x010, 0x01c, 0x040, 0x048, 0x04c
TRIG_DBG, TRIG_IN, TRIG_OUT = 0x050, 0x054, 0x058
FILTER, COMPARATOR, STRIDE = 0x400, 0x600, 0x20
RESUME_LEVEL, REPEAT_BRANCH = 0xe00, 0xe04

ACTIVE, ENABLE, TRACING, EMPTY = 1 << 0, 1 << 1, 1 << 2, 1 << 3
TRIG_ENABLE, STALL_OR_OVERFLOW = 1 << 11, 1 << 12
HTM = 6 << 4
TS_ACTIVE, TS_COUNT, TS_RESET, TS_RUN_IN_DEBUG = 1 << 0, 1 << 1, 1 << 2, 1 << 3
EXTERNAL, INTERNAL_SYSTEM, INTERNAL_CORE, SHARED = (mode << 4 for mode in (1, 2, 3, 4))
TRACE_ON, TRACE_OFF, NOTIFY = 2, 3, 4

# "Trace Components Reset": what to write for a predictable state.
RESET_WRITES = [(CONTROL, 1), (FEATURES, 0), (FILTERS, 0), (DATA_CONTROL, 0), (DATA_FILTERS, 0),
                (TRIG_DBG, 0), (TRIG_IN, 0), (TRIG_OUT, 0), (TS_CONTROL, 0)]


def field(word, high, low):
    return word >> low & ((1 << (high - low + 1)) - 1)


def write_and_read(debugger, address, value):
    debugger.write(address, value)
    return debugger.read(address)


def poll(debugger, address, mask, value):
    """A debugger waits with a reasonable timeout."""
    for _ in range(100):
        word = debugger.read(address)
        if word & mask == value:
            return word
    raise AssertionError(f"0x{address:03x} & {mask:#x} is not {value:#x}")


def reset(debugger):
    """Reset and Discovery, first steps. trTeControl as it is then."""
    debugger.write(CONTROL, 0)
    poll(debugger, CONTROL, ACTIVE, 0)
    debugger.write(CONTROL, ACTIVE)
    word = poll(debugger, CONTROL, ACTIVE, ACTIVE)
    assert word & ENABLE == 0
    for address, value in RESET_WRITES:
        debugger.write(address, value)
    return word


def discover(debugger):
    """What the encoder has, by writing and reading back, in the words of a build's parameters."""
    impl = debugger.read(IMPL)
    assert field(impl, 3, 0) == 1, "trTeVerMajor"
    assert field(impl, 11, 8) == 1, "trTeCompType: a trace encoder"
    assert (field(impl, 19, 16), field(impl, 23, 20)) == (1, 0), "N-Trace 1.0"

    control = write_and_read(debugger, CONTROL, 0xffffffff & ~(ENABLE | TRACING))
    features = write_and_read(debugger, FEATURES, 0xffffffff)
    filters = write_and_read(debugger, FILTERS, 0xffffffff)
    ts = write_and_read(debugger, TS_CONTROL, 0xffffffff & ~(7 << 4) | EXTERNAL)
    triggers = write_and_read(debugger, TRIG_IN, 0x44444444)
    level = write_and_read(debugger, RESUME_LEVEL, 0xffffffff)
    repeat = write_and_read(debugger, REPEAT_BRANCH, 1)
    comparator = write_and_read(debugger, FILTER, 0xffffffff)
    high = write_and_read(debugger, COMPARATOR + 0x14, 0xffffffff)
    found = {
        "modes": {field(write_and_read(debugger, CONTROL, ACTIVE | mode << 4), 6, 4)
                  for mode in range(1, 8)},
        "format": field(control, 26, 24),
        "SCONTEXT_W": field(control, 9, 9),
        "sync modes": {field(write_and_read(debugger, CONTROL, ACTIVE | mode << 16), 17, 16)
                       for mode in range(4)},
        "OPTIONS": field(features, 9, 9) & field(features, 10, 10),
        "SIJUMP": field(features, 2, 2),
        "returns": field(features, 7, 6),
        "PERIOD_W": field(features, 8, 8),
        "SRC_W": (field(features, 31, 28), field(features, 27, 16)),
        "NFILTERS": filters.bit_count(),
        "TSTAMP_W": field(ts, 29, 24),
        "ts active": field(ts, 0, 0),
        "NTRIGGERS": triggers.bit_count(),
        "FIFO_DEPTH": level + 1,
        "REPEAT_W": repeat,
        "NCOMPARATORS": field(comparator, 7, 5) + field(comparator, 4, 4),
        "match": high.bit_count(),
    }
    return found


def expected(build):
    returns = build["STACK_DEPTH"] > 0 and build["ITYPE_W"] == 4
    return {
        "modes": {3, 6}, "format": 1, "SCONTEXT_W": int(build["SCONTEXT_W"] > 0),
        "sync modes": {0, 1, 2, 3}, "OPTIONS": build["OPTIONS"],
        "SIJUMP": build["OPTIONS"] & build["SIJUMP"], "returns": 3 if returns else 0,
        "PERIOD_W": int(build["PERIOD_W"] > 0),
        "SRC_W": (build["SRC_W"], (1 << build["SRC_W"]) - 1), "NFILTERS": build["NFILTERS"],
        "TSTAMP_W": build["TSTAMP_W"], "ts active": int(build["TSTAMP_W"] > 0),
        "NTRIGGERS": build["NTRIGGERS"], "FIFO_DEPTH": build["FIFO_DEPTH"],
        "REPEAT_W": int(build["REPEAT_W"] > 0), "NCOMPARATORS": build["NCOMPARATORS"],
        "match": build["XLEN"] - 32 if build["NCOMPARATORS"] else 0,
    }


class EachBuild(unittest.TestCase):
    configs = CONFIGS

    def each(self):
        for config in self.configs:
            with self.subTest(config), Debugger(config) as debugger:
                reset(debugger)
                yield debugger


class DiscoveryTest(EachBuild):
    def test_discovery_finds_what_the_build_has(self):
        for debugger in self.each():
            self.assertEqual(discover(debugger), expected(build_of(debugger.config)))

    def test_power_up_leaves_the_encoder_inactive(self):
        for config in CONFIGS:
            with self.subTest(config), Debugger(config) as debugger:
                self.assertEqual(debugger.read(CONTROL) & (ACTIVE | ENABLE), 0)
                self.assertEqual(debugger.read(IMPL), 0)
                debugger.write(FILTER, 1)
                self.assertEqual(debugger.read(FILTER), 0)

    def test_releasing_from_reset_takes_trTeActive_alone(self):
        for debugger in self.each():
            debugger.write(CONTROL, 0)
            debugger.write(CONTROL, ACTIVE | ENABLE | TRACING | HTM)
            self.assertEqual(debugger.read(CONTROL) & 0xffffff, ACTIVE | EMPTY)

    def test_trTeActive_resets_everything(self):
        for debugger in self.each():
            first = {address: debugger.read(address) for address in range(0, 0x1000, 4)}
            for address in range(0xffc, -4, -4):
                debugger.write(address, 0xffffffff)
            debugger.write(CONTROL, 0)
            debugger.write(CONTROL, ACTIVE)
            for address, value in first.items():
                self.assertEqual(debugger.read(address), value, hex(address))

    def test_an_unsupported_mode_becomes_a_supported_one_and_not_0(self):
        for debugger in self.each():
            for mode, becomes in enumerate([0, 3, 3, 3, 6, 6, 6, 6]):
                word = write_and_read(debugger, CONTROL, ACTIVE | mode << 4)
                self.assertEqual(field(word, 6, 4), becomes)


class ReturnsTest(EachBuild):
    configs = ["tiny", "rv64"]

    def test_either_field_turns_implicit_returns_on_and_both_tell(self):
        for debugger in self.each():
            # trTeInstEnImplicitReturn, trTeInstImplicitReturnMode: written, read
            for enable, mode, reads in (0, 0, (0, 0)), (1, 0, (1, 3)), (0, 1, (1, 1)), (1, 2, (1, 2)):
                word = write_and_read(debugger, FEATURES, enable << 3 | mode << 6)
                self.assertEqual((field(word, 3, 3), field(word, 7, 6)), reads)


class EnablingTest(EachBuild):
    def enable(self, debugger):
        """Enabling and Disabling; what the encoder does is on the pins."""
        debugger.write(CONTROL, ACTIVE | HTM)
        self.assertEqual(field(debugger.read(CONTROL), 6, 4), 6)
        debugger.write(CONTROL, ACTIVE | HTM | ENABLE)
        poll(debugger, CONTROL, ENABLE, ENABLE)
        debugger.write(CONTROL, ACTIVE | HTM | ENABLE | TRACING)
        debugger.pin("trTeEmpty", 0)

    def test_enabling_and_disabling_as_the_text_wants(self):
        for debugger in self.each():
            self.enable(debugger)
            self.assertEqual(debugger.read(CONTROL) & (ENABLE | TRACING | EMPTY), ENABLE | TRACING)
            self.assertEqual((debugger.get("trTeEnable"), debugger.get("trTeInstTracing"),
                              debugger.get("trTeInstMode")), (1, 1, 6))
            debugger.write(CONTROL, ACTIVE | HTM)
            poll(debugger, CONTROL, ENABLE, 0)
            self.assertEqual(debugger.read(CONTROL) & EMPTY, 0)  # not all is sent yet
            debugger.pin("trTeEmpty", 1)
            poll(debugger, CONTROL, EMPTY, EMPTY)

    def test_disabling_leaves_trTeInstTracing(self):
        for debugger in self.each():
            self.enable(debugger)
            debugger.write(CONTROL, ACTIVE | HTM | TRACING)
            self.assertEqual(debugger.read(CONTROL) & (ENABLE | TRACING), TRACING)

    def test_stall_or_overflow_is_cleared_by_1_and_by_enabling(self):
        for debugger in self.each():
            base = ACTIVE | HTM | ENABLE
            debugger.write(CONTROL, base)
            debugger.pulse("stall_or_overflow")
            self.assertTrue(debugger.read(CONTROL) & STALL_OR_OVERFLOW)
            debugger.write(CONTROL, base)  # enabled before: not enabling
            debugger.write(CONTROL, base | STALL_OR_OVERFLOW, 0b1101)  # not in a byte that counts
            self.assertTrue(debugger.read(CONTROL) & STALL_OR_OVERFLOW)
            debugger.write(CONTROL, base | STALL_OR_OVERFLOW)
            self.assertFalse(debugger.read(CONTROL) & STALL_OR_OVERFLOW)
            debugger.pulse("stall_or_overflow")
            debugger.write(CONTROL, base & ~ENABLE)
            self.assertTrue(debugger.read(CONTROL) & STALL_OR_OVERFLOW)
            debugger.write(CONTROL, base)
            self.assertFalse(debugger.read(CONTROL) & STALL_OR_OVERFLOW)
            debugger.pin("stall_or_overflow", 1)
            debugger.write(CONTROL, base | STALL_OR_OVERFLOW)  # it goes on: not lost
            self.assertTrue(debugger.read(CONTROL) & STALL_OR_OVERFLOW)


class TriggerTest(EachBuild):
    def tracing(self, debugger):
        return bool(debugger.read(CONTROL) & TRACING)

    def test_debug_triggers_set_and_clear_trTeInstTracing_where_allowed(self):
        for debugger in self.each():
            debugger.pulse("trigger", 1)
            self.assertFalse(self.tracing(debugger))
            debugger.write(CONTROL, ACTIVE | TRIG_ENABLE)
            debugger.pulse("trigger", 1)
            self.assertTrue(self.tracing(debugger))
            debugger.pulse("trigger", 3)  # off wins
            self.assertFalse(self.tracing(debugger))
            debugger.pin("trigger", 2)
            debugger.write(CONTROL, ACTIVE | TRIG_ENABLE | TRACING)  # and over a write
            debugger.pin("trigger", 0)
            self.assertFalse(self.tracing(debugger))

    def test_external_triggers_do_what_their_action_says(self):
        for debugger in self.each():
            debugger.write(CONTROL, ACTIVE | TRIG_ENABLE)
            for number in range(build_of(debugger.config)["NTRIGGERS"]):
                pin = 1 << number
                debugger.write(TRIG_IN, TRACE_ON << 4 * number)
                debugger.pulse("ext_trigger", pin ^ 0xff)
                self.assertFalse(self.tracing(debugger))
                debugger.pulse("ext_trigger", pin)
                self.assertTrue(self.tracing(debugger))
                debugger.write(TRIG_IN, NOTIFY << 4 * number)
                debugger.pin("ext_trigger", pin)
                debugger.wait()
                debugger.pin("ext_trigger", 0)
                self.assertTrue(self.tracing(debugger))
                debugger.write(TRIG_IN, TRACE_OFF << 4 * number)
                debugger.pulse("ext_trigger", pin)
                self.assertFalse(self.tracing(debugger))

    def test_external_outputs_pulse_when_tracing_starts_and_stops(self):
        for debugger in self.each():
            for number in range(build_of(debugger.config)["NTRIGGERS"]):
                for event, start in (1, True), (2, False):
                    debugger.write(CONTROL, ACTIVE | TRIG_ENABLE | (0 if start else TRACING))
                    debugger.wait(3)
                    debugger.write(TRIG_OUT, event << 4 * number)
                    debugger.pulse("trigger", 1 if start else 2)
                    out = []
                    for _ in range(4):
                        debugger.wait()
                        out.append(debugger.get("ext_trigger_out"))
                    self.assertEqual(out, [0, 1 << number, 0, 0])


class TimestampTest(EachBuild):
    configs = ["tiny", "rv64"]

    def counter(self, debugger):
        return debugger.read(TS_HIGH) << 32 | debugger.read(TS_LOW)

    def cycles(self, debugger, settings, cycles):
        """How far the counter goes, from 0, in so many cycles of these settings."""
        debugger.write(TS_CONTROL, settings | TS_ACTIVE | TS_RESET)  # 0 at the end of this
        debugger.write(TS_CONTROL, settings | TS_ACTIVE | TS_COUNT | TS_RESET)
        debugger.wait(cycles - 2)
        debugger.write(TS_CONTROL, settings | TS_ACTIVE)  # two cycles more, then it stands
        return self.counter(debugger)

    def test_the_core_counter_counts_cycles_by_1_4_16_64(self):
        for debugger in self.each():
            for prescale in range(4):
                self.assertEqual(
                    self.cycles(debugger, INTERNAL_CORE | prescale << 8, 128), 128 >> 2 * prescale)

    def test_the_core_counter_stops_in_debug_mode_unless_told_to_run(self):
        for debugger in self.each():
            debugger.pin("halted", 1)
            self.assertEqual(self.cycles(debugger, INTERNAL_CORE, 32), 0)
            self.assertEqual(self.cycles(debugger, INTERNAL_CORE | TS_RUN_IN_DEBUG, 32), 32)
            debugger.pin("system_tick", 1)
            self.assertEqual(self.cycles(debugger, INTERNAL_SYSTEM, 32), 32)

    def test_the_system_counter_counts_the_systems_ticks(self):
        for debugger in self.each():
            self.assertEqual(self.cycles(debugger, INTERNAL_SYSTEM, 32), 0)
            debugger.pin("system_tick", 1)
            self.assertEqual(self.cycles(debugger, INTERNAL_SYSTEM, 32), 32)

    def test_external_and_shared_times_pass_through(self):
        for debugger in self.each():
            mask = (1 << build_of(debugger.config)["TSTAMP_W"]) - 1
            debugger.pin("external_time", 0x123456789abcdef0)
            debugger.pin("shared_time", 0x0fedcba987654321)
            debugger.write(TS_CONTROL, TS_ACTIVE | EXTERNAL)
            self.assertEqual(self.counter(debugger), 0x123456789abcdef0 & mask)
            debugger.write(TS_CONTROL, TS_ACTIVE | SHARED)
            self.assertEqual(self.counter(debugger), 0x0fedcba987654321 & mask)
            debugger.write(TS_CONTROL, TS_ACTIVE)
            self.assertEqual(self.counter(debugger), 0)

    def test_trTsActive_and_trTsReset_start_the_counter_anew(self):
        for debugger in self.each():
            self.assertEqual(self.cycles(debugger, INTERNAL_CORE, 20), 20)
            debugger.write(TS_CONTROL, TS_ACTIVE | TS_RESET | INTERNAL_CORE)
            self.assertEqual(self.counter(debugger), 0)
            self.assertEqual(debugger.read(TS_CONTROL) & TS_RESET, 0)
            self.assertEqual(self.cycles(debugger, INTERNAL_CORE, 20), 20)
            debugger.write(TS_CONTROL, INTERNAL_CORE | TS_COUNT)
            self.assertEqual(debugger.read(TS_CONTROL) & 0xffffff, 0)
            debugger.write(TS_CONTROL, TS_ACTIVE | INTERNAL_CORE)
            self.assertEqual(self.counter(debugger), 0)


if __name__ == "__main__":
    unittest.main()
