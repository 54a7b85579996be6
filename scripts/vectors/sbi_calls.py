# SPDX-License-Identifier: Apache-2.0
"""The SBI's PMU calls: each vector is a row of tests/pmu/cases, with what the row expects; what only M mode sees is left
out."""
from functools import cache

from scripts.vectors.answers import Answers
from scripts.vectors.sbi_table import CHOSEN
from scripts.vectors.tool import Wrong
from tests.pmu import clauses
from tests.pmu.cases import all_rows
from tests.pmu.table_source import plain_steps
from tests.pmu.vocabulary import MCOUNTINHIBIT, MIP, MODES, TAKE_SNAPSHOT, resolved

XLEN, ALL = 64, 2 ** 64 - 1
MEMORY = 0x80200000  # the supervisor's pages
PLATFORMS = {"sscofpmf": {}, "plain": {"SSCOFPMF": 0}, "no-memory": {"MEMORY": 0}, "bare": {"COUNTERS": 0, "FW_COUNTERS": 32}}
USUAL = {"XLEN": XLEN, "COUNTERS": 0x7fffd, "WIDTH": 64, "FW_COUNTERS": 16, "SSCOFPMF": 1, "MEMORY": 1}
EVENT_TYPES = {clauses.GENERAL: "general", clauses.CACHE: "cache", clauses.RAW: "raw", clauses.RAW_V2: "raw-v2",
               clauses.FIRMWARE: "firmware"}
MATCH, STOP, EVENT_INFO = 2, 4, 8
GIVE = (0, 1, 2, 5, 6)  # functions that give a value
MOST_WORDS = 8  # of memory that are looked at after a call
SCOUNTOVF, SIP, MHPMEVENT, MCYCLE, CYCLE = 0xda0, 0x144, 0x320, 0xb00, 0xc00
MODE_NAMES = {number: name for name, number in MODES.items()}


@cache
def table():
    return {row.name: row for row in all_rows()}


def names(word, table_of):
    return "|".join(name for bit, name in table_of.items() if word >> bit & 1)


def event_name(event_idx):
    return EVENT_TYPES.get(event_idx >> 16, "reserved")


class Calls(Answers):
    """`row`: of the table. `others`: by number of an answer, from 1, those that the text permits too."""
    UNIT = "sbi"

    def __init__(self, name, row, shows, clause, others=None):
        self.row = table()[row]
        super().__init__(f"sbi-{name}", shows, clause, None, {f"hart.{self.row.platform}"},
                         **{**USUAL, **PLATFORMS[self.row.platform]})
        self.rules, self.expected, self.others = set(self.rules), [], others or {}
        self.written, self.poked = [], []
        for step in plain_steps(self.row, XLEN):
            getattr(self, f"take_{step.kind.lower()}")(step)

    def look(self, words, value, free=0, **pins):
        """Something that is answered; `value`: as the row has it, None: nothing of it."""
        self.expected.append(value)
        return self.access(words, free, self.others.get(len(self.expected), ()), **pins)

    # ---- steps of a row ----

    def take_call(self, step):
        words, relative = step.words(XLEN)
        words = [word + MEMORY if relative >> i & 1 else word for i, word in enumerate(words)]
        fid = resolved(step.number, XLEN)
        name, error = clauses.FUNCTIONS.get(fid, ("unknown",))[0], clauses.ERRORS[step.error]
        said = self.describe(fid, words) if fid in clauses.FUNCTIONS else f"function {fid:#x}"
        gives = fid in GIVE and step.error == 0
        mask = resolved(step.mask, XLEN) if step.value is not None else 0
        value = f"SUCCESS {resolved(step.value, XLEN) & mask:#x}" if gives and mask else error
        self.look(said, value, ALL & ~mask if gives else 0, fid=fid,
                  **{f"a{i}": word for i, word in enumerate(words) if word})
        self.rules.add(f"{name}.{error}")
        self.count_rules(fid, words, step.error, name)
        self.look_at_memory(fid, words, step.error)

    def count_rules(self, fid, words, error, name):
        if fid in clauses.FLAGS and error == 0:
            self.rules.update(f"{name}.{flag}" for bit, flag in clauses.FLAGS[fid].items() if words[2] >> bit & 1)
        if fid == MATCH and error == 0:
            self.rules.add("event.platform" if words[3] == 0xfffff else f"event.{event_name(words[3])}")
        elif fid == MATCH and error == clauses.NOT_SUPPORTED and self.row.name.startswith("event/"):
            self.rules.add("event.reserved")

    def describe(self, fid, words):
        name = clauses.FUNCTIONS[fid][0]
        if fid in (2, 3, 4):
            flags = names(words[2], clauses.FLAGS[fid])
            event = f", event {words[3]:#x}" if fid == MATCH else ""
            return f"{name}: base {words[0]}, mask {words[1]:#x}{event}" + (f", {flags}" if flags else "")
        return name + (f" {words[0]:#x}" if words else "")

    def look_at_memory(self, fid, words, error):
        """What the call was to write; where it failed, what it might have written."""
        free = dict.fromkeys((0, 4), 0)
        if fid == STOP and words[2] & TAKE_SNAPSHOT:
            free = {0: ~words[1] & 0xffffffff, 4: ~(words[1] >> 32) & 0xffffffff}
        for offset, word in self.written[:MOST_WORDS]:
            self.look(f"the word at {MEMORY + offset:#x}", f"{word:#x}" if not free.get(offset) else None,
                      free.get(offset, 0), load_addr=MEMORY + offset)
            self.rules.add("seen.event-info" if fid == EVENT_INFO else "seen.snapshot")
        if fid == EVENT_INFO and error:
            for offset, word in self.poked[1:2]:
                self.look(f"the word at {MEMORY + offset:#x}: nothing is written", f"{word:#x}", load_addr=MEMORY + offset)
        self.written = []

    def take_will(self, step):
        (word, count, stride), _ = step.words(XLEN)
        self.written += [(step.number + i * stride, word) for i in range(count)]

    def take_poke(self, step):
        (word, count, stride), _ = step.words(XLEN)
        for i in range(count):
            offset = step.number + i * stride
            self.poked.append((offset, word))
            self.cycle(comment="the supervisor writes", store_addr=MEMORY + offset, store_data=word)

    def take_happen(self, step):
        (times, mode), _ = step.words(XLEN)
        self.cycle(comment=f"event {step.number:#x} in {MODE_NAMES[mode]} mode, {times} times", event_idx=step.number,
                   times=times, priv=mode)

    def take_fw_event(self, step):
        (times, data), _ = step.words(XLEN)
        self.cycle(comment=f"firmware event {step.number:#x}, {times} times", fw_code=step.number, times=times,
                   **({"fw_data": data} if data else {}))

    def take_csr_write(self, step):
        if step.number != MIP or step.arguments != (0,):
            raise Wrong(f"{self.name}: {self.row.name} writes what is not the supervisor's")
        self.cycle(comment="the supervisor clears sip.LCOFIP", lcofip_clear=1)

    def take_csr_is(self, step):
        """As the supervisor sees it."""
        counter = step.number & 31
        if step.number == MIP:
            self.rules.add("seen.LCOFIP")
            self.look("sip: LCOFIP", f"{step.value:#x}", 0xffffffff & ~step.mask, csr_addr=SIP)
        elif step.number & ~31 == MCYCLE:
            self.rules.add("seen.counter")
            self.look(f"counter {counter}", f"{resolved(step.value, XLEN):#x}", csr_addr=CYCLE + counter)
        elif step.number & ~31 == MHPMEVENT and step.number != MCOUNTINHIBIT:
            self.rules.add("seen.scountovf")
            of = (step.value >> clauses.OF & 1) << counter
            self.look(f"scountovf: OF of counter {counter}", None, 0xffffffff & ~(1 << counter), csr_addr=SCOUNTOVF)
            self.expected[-1] = of, 1 << counter

    # ---- answers ----

    def answers(self, folder):
        """Those of the library; they must be the row's."""
        lines = super().answers(folder)
        for number, (line, expected, (_, free, _)) in enumerate(zip(lines, self.expected, self.notes), 1):
            got = line[3:].split("  ")[0].split(" any=")[0].split(" | ")[0]
            if not agrees(got, expected, free):
                raise Wrong(f"{self.name}: answer {number}: {got}, but {self.row.name} has {expected}")
        return lines


def agrees(got, expected, free):
    if expected is None:
        return True
    if isinstance(expected, tuple):
        value, mask = expected
        return int(got, 0) & mask == value
    words, wanted = got.split(), expected.split()
    if words[0].startswith("0x") or len(wanted) > 1:
        return words[:-1] == wanted[:-1] and int(words[-1], 0) & ~free == int(wanted[-1], 0) & ~free
    return words[0] == wanted[0]


def vectors():
    return [Calls(*row) for row in CHOSEN]
