# SPDX-License-Identifier: Apache-2.0
"""The snapshot area: TAKE_SNAPSHOT of stop, INIT_SNAPSHOT of start."""
from tests.pmu.cases.memory import PATTERN_BITMAP, pattern
from tests.pmu.cases.start import raw
from tests.pmu.vocabulary import (ALREADY_STARTED, ALREADY_STOPPED, AUTO_START, CALLS, CLEAR_VALUE,
                                  CYCLES, FIRMWARE, FIRMWARE_COUNTERS, INIT_SNAPSHOT, INSTRUCTIONS,
                                  INVALID_PARAM, LCOFIP, MIP, OF, PAGE, PROGRAMMABLE, RAW, RESET,
                                  SET_INIT_VALUE, SET_TIMER, TAKE_SNAPSHOT, counter_is, csr_write,
                                  event_info, event_is, event_write, fw_event, fw_read, fw_read_hi,
                                  get_info, match, num_counters, one, page, poke64, row, running,
                                  set_shmem, slot, some, start, stop, will64)

BIG = 0x123456789ABCDEF0
AREA = set_shmem(page(0))


def bitmap(clear=(), put=(), before=PATTERN_BITMAP):
    """What becomes of the bitmap: bits of the set by OF, the others as they were."""
    bits = before
    for bit in clear:
        bits &= ~(1 << bit)
    for bit in put:
        bits |= 1 << bit
    return will64(0, bits)


def value(counter, number):
    """A hardware counter that runs from a value on, and that nothing counts."""
    return [match(one(counter), RAW, counter, 0, CALLS),
            start(one(counter), SET_INIT_VALUE, number)]


def firmware(counter, number):
    return [match(one(counter), FIRMWARE + 9, counter), start(one(counter), SET_INIT_VALUE, number)]


def take_rows():
    for counter in PROGRAMMABLE:
        yield row(f"snapshot/take-{counter}", "the value of a hardware counter",
                  AREA, value(counter, BIG + counter), will64(slot(0), BIG + counter),
                  bitmap(clear=[0]), stop(one(counter), TAKE_SNAPSHOT))
    for counter in FIRMWARE_COUNTERS:
        yield row(f"snapshot/take-{counter}", "the value of a firmware counter",
                  AREA, firmware(counter, BIG + counter), will64(slot(0), BIG + counter),
                  bitmap(clear=[0]), stop(one(counter), TAKE_SNAPSHOT))
    yield row("snapshot/take-fixed", "the value of minstret", AREA, match(one(2), INSTRUCTIONS, 2),
              start(one(2), SET_INIT_VALUE, BIG), will64(slot(0), BIG), bitmap(clear=[0]),
              stop(one(2), TAKE_SNAPSHOT), needs=["count"])
    for base in (0, 2, 3, 10, 17):
        yield row(f"snapshot/base-{base}", "indices are relative to base",
                  AREA, value(17, BIG), will64(slot(17 - base), BIG), bitmap(clear=[17 - base]),
                  stop(some(17, base=base), TAKE_SNAPSHOT))
    for base in (4, 20, 34):
        yield row(f"snapshot/base-{base}-firmware", "indices are relative to base",
                  AREA, firmware(34, BIG), will64(slot(34 - base), BIG), bitmap(clear=[34 - base]),
                  stop(some(34, base=base), TAKE_SNAPSHOT))
    yield row("snapshot/slot-34", "RV64: a slot beyond those of RV32", AREA, firmware(34, 5),
              will64(slot(34), 5), bitmap(clear=[34]), stop(some(34, base=0), TAKE_SNAPSHOT))
    yield row("snapshot/set", "each of the set, and no other", AREA, value(3, 3), value(4, 4),
              value(6, 6),
              will64(slot(0), 3), will64(slot(3), 6), bitmap(clear=[0, 3]),
              stop(some(3, 6), TAKE_SNAPSHOT))
    yield row("snapshot/mixed", "both kinds", AREA, value(18, 18), firmware(19, 19),
              will64(slot(0), 18),
              will64(slot(1), 19), bitmap(clear=[0, 1]), stop(some(18, 19), TAKE_SNAPSHOT))
    yield row("snapshot/many", "a set of all programmable counters", AREA,
              *(value(counter, BIG + counter) for counter in PROGRAMMABLE),
              *(will64(slot(counter), BIG + counter) for counter in PROGRAMMABLE),
              bitmap(clear=PROGRAMMABLE), stop(some(*PROGRAMMABLE, base=0), TAKE_SNAPSHOT))
    yield row("snapshot/reset", "RESET with TAKE_SNAPSHOT", AREA, value(3, BIG),
              will64(slot(0), BIG),
              bitmap(clear=[0]), stop(one(3), TAKE_SNAPSHOT | RESET),
              start(one(3), error=INVALID_PARAM))
    yield row("snapshot/already-stopped", "a counter that was stopped is saved too", AREA,
              value(3, BIG), stop(one(3)),
              will64(slot(0), BIG), bitmap(clear=[0]), stop(one(3), TAKE_SNAPSHOT,
                                                            error=ALREADY_STOPPED))
    yield row("snapshot/one-already-stopped", "all of the set are saved and stopped", AREA,
              value(3, 33), value(4, 44),
              value(5, 55), stop(one(4)), *(will64(slot(n), 33 + 11 * n) for n in range(3)),
              bitmap(clear=[0, 1, 2]),
              stop(some(3, 4, 5), TAKE_SNAPSHOT, error=ALREADY_STOPPED), start(some(3, 4, 5)))
    yield row("snapshot/one-already-stopped-reset", "all of the set are saved and reset", AREA,
              value(3, 33),
              value(4, 44), stop(one(3)), will64(slot(0), 33), will64(slot(1), 44),
              bitmap(clear=[0, 1]),
              stop(some(3, 4), TAKE_SNAPSHOT | RESET, error=ALREADY_STOPPED),
              start(one(3), error=INVALID_PARAM), start(one(4), error=INVALID_PARAM))
    yield row("snapshot/already-stopped-firmware", "a counter that was stopped is saved too", AREA,
              firmware(19, BIG), stop(one(19)), will64(slot(0), BIG), bitmap(clear=[0]),
              stop(one(19), TAKE_SNAPSHOT, error=ALREADY_STOPPED))
    yield row("snapshot/unconfigured", "decided: a counter without an event is saved too", AREA,
              value(3, BIG), stop(one(3), RESET), will64(slot(0), BIG), bitmap(clear=[0]),
              stop(one(3), TAKE_SNAPSHOT, error=ALREADY_STOPPED))
    yield row("snapshot/unconfigured-firmware", "decided: a counter without an event is saved too",
              AREA,
              firmware(19, BIG), stop(one(19), RESET), will64(slot(0), BIG), bitmap(clear=[0]),
              stop(one(19), TAKE_SNAPSHOT, error=ALREADY_STOPPED))
    yield row("snapshot/again", "a second snapshot over the first", AREA, value(3, BIG),
              will64(slot(0), BIG),
              bitmap(clear=[0]), stop(one(3), TAKE_SNAPSHOT), start(one(3), SET_INIT_VALUE, 1),
              will64(slot(0), 1), stop(one(3), TAKE_SNAPSHOT))
    yield row("snapshot/counted", "a firmware counter's events", AREA,
              match(one(19), SET_TIMER, 19, CLEAR_VALUE | AUTO_START), fw_event(SET_TIMER, 9),
              will64(slot(0), 9),
              bitmap(clear=[0]), stop(one(19), TAKE_SNAPSHOT), fw_event(SET_TIMER, 2),
              fw_read(19, 9))
    yield row("snapshot/other-area", "the area that was set last", set_shmem(page(1)),
              set_shmem(page(2)), value(3, BIG), will64(2 * PAGE + slot(0), BIG),
              will64(2 * PAGE, (pattern(2 * PAGE // 4 + 1) << 32 | pattern(2 * PAGE // 4)) & ~1),
              stop(one(3), TAKE_SNAPSHOT))


def overflow_rows():
    for counter in (3, 11, 18):
        yield row(f"snapshot/overflow-{counter}", "the bitmap has OF", AREA, value(counter, 7),
                  event_write(counter, OF | CALLS), will64(slot(0), 7), bitmap(put=[0]),
                  stop(one(counter), TAKE_SNAPSHOT))
    yield row("snapshot/overflow-base", "the bitmap is relative to base", AREA, value(11, 7),
              event_write(11, OF | CALLS), will64(slot(9), 7), bitmap(put=[9]),
              stop(some(11, base=2), TAKE_SNAPSHOT))
    yield row("snapshot/overflow-one-of-set", "each bit of the set by OF", AREA, value(3, 3),
              value(4, 4), value(5, 5),
              event_write(4, OF | CALLS), *(will64(slot(n), 3 + n) for n in range(3)),
              bitmap(clear=[0, 2], put=[1]), stop(some(3, 4, 5), TAKE_SNAPSHOT))
    yield row("snapshot/overflow-not-of-set", "OF of a counter that is not of the set", AREA,
              value(3, 3), value(4, 4),
              event_write(4, OF | CALLS), will64(slot(0), 3), bitmap(clear=[0]),
              stop(one(3), TAKE_SNAPSHOT))
    yield row("snapshot/overflow-reset", "with RESET the bit still has OF", AREA, value(3, 3),
              event_write(3, OF | CALLS), will64(slot(0), 3), bitmap(put=[0]),
              stop(one(3), TAKE_SNAPSHOT | RESET), event_is(3, 0))
    yield row("snapshot/overflow-already-stopped", "OF of a counter that was stopped", AREA,
              value(3, 3), stop(one(3)),
              event_write(3, OF | CALLS), will64(slot(0), 3), bitmap(put=[0]),
              stop(one(3), TAKE_SNAPSHOT, error=ALREADY_STOPPED), event_is(3, OF | CALLS))
    yield row("snapshot/overflow-cleared", "a bit of the set is cleared without OF", AREA,
              poke64(0, (1 << 64) - 1),
              value(3, 3), value(5, 5), will64(slot(0), 3), will64(slot(2), 5),
              bitmap(clear=[0, 2], before=(1 << 64) - 1), stop(some(3, 5), TAKE_SNAPSHOT))
    yield row("snapshot/overflow-kept", "bits of others stay 0", AREA, poke64(0, 0), value(3, 3),
              value(4, 4),
              event_write(3, OF | CALLS), event_write(4, OF | CALLS), will64(slot(0), 3),
              will64(0, 1), stop(one(3), TAKE_SNAPSHOT))
    yield row("snapshot/overflow-firmware", "decided: firmware counters do not overflow", AREA,
              poke64(0, (1 << 64) - 1), firmware(19, -1), fw_event(FIRMWARE + 9, 2),
              will64(slot(0), 1),
              bitmap(clear=[0], before=(1 << 64) - 1), stop(one(19), TAKE_SNAPSHOT))
    yield row("snapshot/overflow-fixed", "fixed counters have no OF", AREA,
              poke64(0, (1 << 64) - 1),
              match(one(2), INSTRUCTIONS, 2), start(one(2), SET_INIT_VALUE, 4), will64(slot(0), 4),
              bitmap(clear=[0], before=(1 << 64) - 1), stop(one(2), TAKE_SNAPSHOT), needs=["count"])
    yield row("snapshot/overflow-high-half", "bit 32 and up", AREA, poke64(0, 0), firmware(34, 4),
              will64(slot(34), 4), stop(some(34, base=0), TAKE_SNAPSHOT))
    yield row("snapshot/overflow-bit-31", "the highest bit of an RV32 mask", AREA,
              poke64(0, (1 << 64) - 1),
              firmware(34, 4), will64(slot(31), 4), bitmap(clear=[31], before=(1 << 64) - 1),
              stop(some(34, base=3), TAKE_SNAPSHOT))


def init_rows():
    for counter in (3, 4, 17, 18):
        yield row(f"snapshot/init-{counter}", "the value from the area", AREA, raw(counter),
                  poke64(slot(0), BIG),
                  start(one(counter), INIT_SNAPSHOT), counter_is(counter, BIG), running(counter))
    for counter in (19, 26, 34):
        yield row(f"snapshot/init-{counter}", "the value from the area", AREA,
                  match(one(counter), FIRMWARE + 9, counter),
                  poke64(slot(0), 77 << 32 | counter), start(one(counter), INIT_SNAPSHOT),
                  will64(slot(1), 77 << 32 | counter), bitmap(clear=[1]),
                  stop(some(counter, base=counter - 1), TAKE_SNAPSHOT))
    yield row("snapshot/init-fixed", "the value of minstret", AREA, match(one(2), INSTRUCTIONS, 2),
              poke64(slot(0), BIG), start(one(2), INIT_SNAPSHOT), counter_is(2, BIG))
    yield row("snapshot/init-back", "saved as it was loaded", AREA, raw(3), poke64(slot(0), BIG),
              start(one(3), INIT_SNAPSHOT), will64(slot(1), BIG), bitmap(clear=[1]),
              stop(some(3, base=2), TAKE_SNAPSHOT))
    for base in (0, 2, 3, 17):
        yield row(f"snapshot/init-base-{base}", "indices are relative to base", AREA, raw(17),
                  poke64(slot(17 - base), BIG), start(some(17, base=base), INIT_SNAPSHOT),
                  counter_is(17, BIG))
    yield row("snapshot/init-base-firmware", "indices are relative to base", AREA,
              match(one(34), FIRMWARE + 9, 34),
              poke64(slot(30), 99), start(some(34, base=4), INIT_SNAPSHOT), fw_read(34, 99))
    yield row("snapshot/init-set", "each has its own value", AREA, raw(3, 5),
              match(one(19), FIRMWARE + 9, 19),
              poke64(slot(0), 30), poke64(slot(2), 50), poke64(slot(16), 190),
              start(some(3, 5, 19), INIT_SNAPSHOT),
              counter_is(3, 30), counter_is(5, 50), fw_read(19, 190))
    yield row("snapshot/init-high", "both halves", AREA, match(one(19), FIRMWARE + 9, 19),
              poke64(slot(0), 7 << 32 | 8),
              start(one(19), INIT_SNAPSHOT), fw_read_hi(19, 7), fw_read(19, 8), needs=["rv32"])
    yield row("snapshot/init-running", "a counter that runs keeps its value", AREA, value(3, 1),
              raw(4),
              poke64(slot(0), 30), poke64(slot(1), 40),
              start(some(3, 4), INIT_SNAPSHOT, error=ALREADY_STARTED),
              counter_is(3, 1), counter_is(4, 40))
    yield row("snapshot/init-running-firmware", "a counter that runs keeps its value", AREA,
              firmware(19, 1),
              poke64(slot(0), 30), start(one(19), INIT_SNAPSHOT, error=ALREADY_STARTED),
              fw_read(19, 1))
    yield row("snapshot/init-ignores-argument", "initial_value is not for INIT_SNAPSHOT", AREA,
              match(one(19), FIRMWARE + 9, 19), poke64(slot(0), 30),
              start(one(19), INIT_SNAPSHOT, 55), fw_read(19, 30))
    yield row("snapshot/init-unconfigured", "INVALID_PARAM before anything is loaded", AREA, raw(3),
              start(one(3), SET_INIT_VALUE, 5), stop(one(3)), poke64(slot(0), 30),
              start(some(3, 4), INIT_SNAPSHOT, error=INVALID_PARAM), counter_is(3, 5), running())
    yield row("snapshot/init-both-flags",
              "SET_INIT_VALUE and INIT_SNAPSHOT exclude each other, with an area too",
              AREA, match(one(3), CYCLES, 3), start(one(3), 3, error=INVALID_PARAM), start(one(3)))
    yield row("snapshot/init-of", "OF is cleared as by any start", AREA, raw(3),
              event_write(3, OF | CALLS),
              poke64(slot(0), 1), start(one(3), INIT_SNAPSHOT), event_is(3, CALLS))
    yield row("snapshot/init-of-pending", "OF stays while LCOFIP is pending", AREA, raw(3),
              event_write(3, OF | CALLS),
              csr_write(MIP, LCOFIP), poke64(slot(0), 1), start(one(3), INIT_SNAPSHOT),
              event_is(3, OF | CALLS))
    yield row("snapshot/init-bitmap", "the bitmap means nothing at start", AREA, raw(3),
              poke64(0, (1 << 64) - 1),
              poke64(slot(0), 6), start(one(3), INIT_SNAPSHOT), counter_is(3, 6),
              event_is(3, CALLS | 1 << 62))


def quiet_rows():
    """Calls that have no business with the area; the table compares every byte of it."""
    yield row("snapshot/quiet-calls", "no access at any other time", AREA, num_counters(),
              get_info(3),
              match(one(3), CYCLES, 3, AUTO_START | CLEAR_VALUE), stop(one(3)), start(one(3)),
              stop(one(3), RESET),
              match(one(19), SET_TIMER, 19, CLEAR_VALUE), fw_read(19, 0), fw_read_hi(19, 0))
    yield row("snapshot/quiet-start", "start only reads", AREA, raw(3),
              start(one(3), INIT_SNAPSHOT))
    yield row("snapshot/quiet-errors", "a call that fails writes nothing", AREA, value(3, 3),
              stop(one(3), TAKE_SNAPSHOT | 4, error=INVALID_PARAM),
              stop((1, 1), TAKE_SNAPSHOT, error=INVALID_PARAM),
              stop((3, 0), TAKE_SNAPSHOT, error=INVALID_PARAM),
              stop((35, 1), TAKE_SNAPSHOT, error=INVALID_PARAM),
              stop((0, 0xF), TAKE_SNAPSHOT, error=INVALID_PARAM),
              stop((-1, 0x10), TAKE_SNAPSHOT, error=INVALID_PARAM),
              start(one(3), error=ALREADY_STARTED))
    yield row("snapshot/quiet-stop", "without TAKE_SNAPSHOT nothing is saved", AREA, value(3, 3),
              stop(one(3)), stop(one(3), RESET, error=ALREADY_STOPPED))
    yield row("snapshot/quiet-event-info", "event_get_info has memory of its own", AREA,
              event_info(page(1), 1, error=INVALID_PARAM))
    yield row("snapshot/linux", "as Linux takes samples: base 0, all that it uses", AREA,
              value(3, 3), value(4, 4),
              event_write(4, OF | CALLS), will64(slot(3), 3), will64(slot(4), 4),
              bitmap(clear=[3], put=[4]),
              stop(some(3, 4, base=0), TAKE_SNAPSHOT), poke64(slot(4), BIG),
              start(some(3, 4, base=0), INIT_SNAPSHOT),
              counter_is(3, 3), counter_is(4, BIG), event_is(4, CALLS))
    yield row("snapshot/linux-base-64", "as Linux asks beyond the last counter", AREA,
              stop((64, 1), TAKE_SNAPSHOT, error=INVALID_PARAM))


def rows():
    for part in (take_rows, overflow_rows, init_rows, quiet_rows):
        yield from part()
