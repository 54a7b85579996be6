# SPDX-License-Identifier: Apache-2.0
"""Judges the log of tests/pmu/random_calls.c with the witness: every answer, and after each record
all CSRs and pages of the hart.

    python3 -m tests.pmu.replay LOG

The records are those of tests/pmu/random_log.h.
"""
import sys
from array import array
from collections import Counter

from tests.pmu import clauses
from tests.pmu.hart import PAGE, PAGES, Hart, Memory, bits_of
from tests.pmu.witness import Platform, Pmu

# Kinds of records, and how many words they have
KINDS = (("platform", 15), ("init", 0), ("call", 9), ("count", 2), ("fw_event", 1),
         ("fw_platform", 2), ("mip", 1), ("poke", 0), ("pages", 1), ("save", 0), ("restore", 0),
         ("read", 3), ("state", 68 + 2048), ("passed", 2), ("check", 0), ("end", 1))
KIND, CHECKED, CHANGES = 0x7f, 1 << 7, 8  # of a record's first word
# Words of the state; the counters are from 0 on
EVENT, INHIBIT, ENABLE, MIP, MISUSE, MEMORY = 32, 64, 65, 66, 67, 68
MOST = 3 * (MEMORY + PAGES * PAGE // 8)  # no record has more words
READ_BYTES = 1 << 20
VERSIONS = {3: "0.3", 0x02000000: "2.0", 0x03000000: "3.0"}
WITH_FLAGS = tuple(clauses.FLAGS)


class Wrong(Exception):
    """The witness says otherwise."""


def event_map(salt):
    """What the platform of random_hart.c can count."""
    def event(event_idx, event_data, index):
        total = event_data % 2 ** 16 + (event_data >> 32) + event_idx + 3 * index
        if salt != 0 and (total + salt) % 2 ** 64 % (salt % 5 + 2) == 0:
            return None
        raw = event_idx >> 16 in (clauses.RAW, clauses.RAW_V2)
        return ((event_data if raw else event_idx) + (salt << 40)) % 2 ** 64
    return event


class Shown:
    """The state that the log shows."""

    def __init__(self, hart):
        self.value, self.event = dict.fromkeys(hart.value, 0), dict.fromkeys(hart.event, 0)
        self.inhibited = self.readable = set()
        self.mip = self.misuse = 0
        self.memory = bytearray(PAGE * PAGES)

    def change(self, where, word):
        if where >= MEMORY:
            at = 8 * (where - MEMORY)
            self.memory[at:at + 8] = word.to_bytes(8, "little")
        elif where < EVENT:
            self.value[where] = word
        elif where < INHIBIT:
            self.event[where - EVENT] = word
        elif where == INHIBIT:
            self.inhibited = set(bits_of(word))
        elif where == ENABLE:
            self.readable = set(bits_of(word))
        elif where == MIP:
            self.mip = word
        else:
            self.misuse = word


class Judge:
    def __init__(self):
        self.platforms = self.records = self.calls = 0
        self.reached = Counter()  # answers: FID, error, reason, flags of calls that have some
        self.seen = Counter()
        self.ended = False
        self.takes = [(getattr(self, "take_" + name), words) for name, words in KINDS]
        self.what = "nothing"

    def replay(self, file):
        """The whole of a log."""
        words, at = [], 0
        while not self.ended:
            if len(words) - at < MOST:
                words, at = words[at:] + read_words(file), 0
            if at >= len(words):
                raise Wrong(f"the log ends without an end, after {self.records} records")
            at = self.take(words, at)
        if at != len(words):
            raise Wrong("something follows the end of the log")

    def take(self, words, at):
        """The record there; where the next one is."""
        head = words[at]
        take, number = self.takes[head & KIND]
        after = at + 1 + number
        end = after + 2 * (head >> CHANGES)
        if end > len(words):
            raise Wrong(f"the log ends within record {self.records}")
        self.changes = words[after:end]
        take(*words[at + 1:after])
        self.records += 1
        if head & CHECKED:
            self.compare()
        return end

    def compare(self):
        shown, hart, changes = self.shown, self.hart, self.changes
        for at in range(0, len(changes), 2):
            shown.change(changes[at], changes[at + 1])
        if shown.value != hart.value:
            self.differ("counters", hart.value, shown.value)
        if shown.event != hart.event:
            self.differ("mhpmevent", hart.event, shown.event)
        if shown.inhibited != hart.inhibited:
            self.differ("mcountinhibit", hart.inhibited, shown.inhibited)
        if shown.readable != hart.readable:
            self.differ("mcounteren", hart.readable, shown.readable)
        if shown.mip != hart.mip:
            self.differ("mip", hart.mip, shown.mip)
        if shown.memory != hart.memory.content:
            expected = hart.memory.content
            at = next(at for at in range(0, len(expected), 8)
                      if expected[at:at + 8] != shown.memory[at:at + 8])
            self.differ(f"memory at {at:#x}", bytes(expected[at:at + 8]),
                        bytes(shown.memory[at:at + 8]))
        if shown.misuse != 0:
            self.differ("what the library asked its firmware for wrongly", 0, shown.misuse)

    def differ(self, what, expected, got):
        if isinstance(expected, dict):
            which = [n for n in sorted({*expected, *got}) if expected.get(n) != got.get(n)]
            what = f"{what} {which}"
            expected, got = ([hex(of.get(n, 0)) for n in which] for of in (expected, got))
        raise Wrong(f"platform {self.platforms - 1}, record {self.records}, {self.what}: {what}: "
                    f"the witness expects {expected}, not {got}")

    def expect(self, what, expected, got):
        if expected != got:
            self.differ(what, expected, got)

    def take_platform(self, xlen, version, counters, width, fw_counters, sscofpmf, counts_m,
                      shares_memory, salt, base, pages, first, inhibited, readable,
                      stops_fixed):
        self.finish_platform()
        self.platforms += 1
        self.platform = Platform(
            xlen=xlen, version=VERSIONS[version], counters=set(bits_of(counters)), width=width,
            fw_counters=fw_counters, sscofpmf=bool(sscofpmf), stops_fixed=bool(stops_fixed), counts_m=bool(counts_m),
            shares_memory=bool(shares_memory), event=event_map(salt))
        self.hart = Hart(xlen, self.platform.counters, width, self.platform.sscofpmf,
                         Memory(base, [0] * PAGES), first)
        # Bits of counters that the platform does not give: they are never touched
        self.hart.inhibited.update(bits_of(inhibited))
        self.hart.readable.update(bits_of(readable))
        self.take_pages(pages)
        self.shown = Shown(self.hart)
        self.word = 2 ** xlen
        self.what = f"the platform {self.platform}"

    def finish_platform(self):
        if self.platforms:
            self.seen += self.hart.seen

    def take_init(self):
        self.what = "nt_pmu_init()"
        self.pmu = Pmu(self.platform, self.hart)

    def take_call(self, fid, *words):
        self.calls += 1
        self.what = f"call {fid:#x}", words
        error, value = self.pmu.call(fid, words[:6])
        if (error % self.word, value) != words[6:]:
            signed = words[6] - self.word * (words[6] >= self.word // 2)
            self.differ(f"the answer ({self.pmu.why})", (error, value), (signed, words[7]))
        if fid == 2 and error == clauses.SUCCESS:
            self.seen[f"counters with an event of type {words[3] >> 16}"] += 1
        flags = words[2] if fid in WITH_FLAGS else 0
        self.reached[fid if fid < 9 else 9, error, self.pmu.why, flags] += 1

    def take_count(self, n, number):
        self.what = f"count {number} in {n}"
        self.hart.count(n, number)

    def take_fw_event(self, code):
        self.what = f"firmware event {code}"
        self.pmu.fw_event(code)

    def take_fw_platform(self, event_data, number):
        self.what = f"platform's firmware event {event_data:#x}"
        self.pmu.fw_platform_event(event_data, number)

    def take_mip(self, word):
        self.what = f"write {word:#x} to mip"
        self.hart.mip = word

    def take_poke(self):
        """What is changed is as the log has it."""
        self.what = "poke"
        hart, changes = self.hart, self.changes
        for where, word in zip(changes[::2], changes[1::2]):
            if where >= MEMORY:
                hart.memory.write(8 * (where - MEMORY), 8, word)
            elif where < EVENT:
                hart.value[where] = word
            elif where < INHIBIT:
                hart.event[where - EVENT] = word
            elif where == INHIBIT:
                hart.inhibited = set(bits_of(word))
            elif where == ENABLE:
                hart.readable = set(bits_of(word))

    def take_pages(self, pages):
        self.hart.memory.pages = [pages >> 2 * page & 3 for page in range(PAGES)]

    def take_save(self):
        self.what = "save"
        self.saved = self.pmu.save()

    def take_restore(self):
        self.what = "restore"
        self.pmu.restore(self.saved)
        self.seen["suspends"] += 1

    def take_read(self, csr, allowed, value):
        self.what = f"read of {csr:#x}"
        self.seen["reads by S mode"] += allowed
        self.seen["illegal reads by S mode"] += not allowed
        self.expect("the answer", self.hart.user_read(csr), value if allowed else None)

    def take_state(self, *words):
        """All that the log has shown before, once more."""
        self.what = "the whole state"
        for where in (*self.shown.value, *(EVENT + n for n in self.shown.event),
                      *range(INHIBIT, len(words))):
            self.shown.change(where, words[where])
        self.changes = ()
        self.compare()

    def take_passed(self, n, number):
        self.seen["counts within calls"] += 1
        self.hart.count(n, number)

    def take_check(self):
        pass

    def take_end(self, records):
        self.finish_platform()
        self.expect("records", self.records, records)
        self.ended = True


def read_words(file):
    words = array("Q")
    words.frombytes(file.read(READ_BYTES))
    if sys.byteorder == "big":
        words.byteswap()
    return words.tolist()


def replay(file):
    """The judge of a log, with all that it has reached. Raises Wrong."""
    judge = Judge()
    judge.replay(file)
    return judge


def main():
    with open(sys.argv[1], "rb") as file:
        try:
            judge = replay(file)
        except Wrong as wrong:
            sys.exit(str(wrong))
    print(f"{judge.calls} calls on {judge.platforms} platforms, {judge.records} records")
    for (fid, error, why, _), number in sorted(sum_flags(judge.reached).items(), key=str):
        print(f"  {fid} {clauses.ERRORS[error]:16} {why or '':50} {number}")
    for what, number in sorted(judge.seen.items()):
        print(f"  {what:69} {number}")


def sum_flags(reached):
    total = Counter()
    for (fid, error, why, _), number in reached.items():
        total[fid, error, why, 0] += number
    return total


if __name__ == "__main__":
    main()
