"""`ntrace vectors judge` takes a stream that differs from the golden model's in any freedom that the
text leaves, and refuses damage. `make nightly` takes all vectors and every kind of damage."""
import pathlib
import random
import re
import tempfile
import unittest

from tests.lib.bench import run
from tests.lib.catalogue import ROOT
from tests.lib.tier import WHOLE

FOLDER = ROOT / "tests/vectors/encoder"
STEP = 1 if WHOLE else 12
DAMAGES = 400 if WHOLE else 40
# Fields, and what else they may be in a damaged message
OTHERS = {"SYNC": range(14), "B-TYPE": (0, 2, 3), "RCODE": range(3), "EVCODE": range(8), "CDF": range(2), "ETYPE": range(2)}


def messages_of(text):
    """The messages of a vector, as assembly, with the directives for their format."""
    fields = dict(re.findall(r"(trTe\w+|trTs\w+|nt\w+)=(\w+)", " ".join(re.findall(r"^set (.*)$", text, re.M)[::-1])))
    head = []
    if int(fields.get("trTeSrcBits", "0"), 0) and not int(fields.get("trTeInhibitSrc", "0"), 0):
        head.append(f".src {fields['trTeSrcBits']}")
    if int(fields.get("trTsEnable", "0"), 0):
        head.append(".tstamp")
    if int(fields.get("trTeInstExtendAddrMSB", "0"), 0):
        head.append(f".extend {int(re.search('xlen=([0-9]+)', text)[1]) - 1}")
    return head, re.findall(r"^#> (?:[0-9A-F]{2} ?)+ +([A-Z][a-z].*)$", text, re.M)


def value(message, field):
    found = re.search(rf" {field}=(\w+)", message)
    return int(found[1], 0) if found else None


def idle_between(messages, _):
    return [line for message in messages for line in (".idle 2", message)] + [".idle 1"]


def padded(messages, _):
    """One bit more than a multiple of 6 for a count: a byte of zeros, which is not recommended."""
    return [re.sub(r"I-CNT=(\w+)", lambda m: f"I-CNT={m[1]}/{max(int(m[1], 0).bit_length(), 1) + 6}", message, count=1)
            if (value(message, "I-CNT") or 0) < 1 << 15 else message for message in messages]


def cut_history(messages, _):
    """The first branch of HIST goes ahead in a ResourceFull."""
    out = []
    for message in messages:
        hist = value(message, "HIST")
        if hist is not None and hist > 3 and "RepeatBranch" not in "".join(messages):
            bits = hist.bit_length() - 1
            src, time = (re.search(rf" {field}=\w+", message) for field in ("SRC", "TSTAMP"))
            out.append("ResourceFull" + (src[0] if src else "") + f" RCODE=1 RDATA={hist >> bits - 1:#x}" + (time[0] if time else ""))
            message = re.sub(r"HIST=\w+", f"HIST={1 << bits - 1 | hist & (1 << bits - 1) - 1:#x}", message)
            message = re.sub(r"TSTAMP=\w+", "TSTAMP=0", message) if value(message, "SYNC") is None else message
        out.append(message)
    return out


def sync_elsewhere(messages, _):
    """A vendor's SYNC=14 where a jump is reported."""
    out, reference = [], 0
    for i, message in enumerate(messages):
        reference = value(message, "F-ADDR") if value(message, "F-ADDR") is not None else reference
        jump = re.match(r"(IndirectBranch(?:Hist)?)((?: SRC=\w+)?) B-TYPE=(\w+) I-CNT=(\w+) U-ADDR=(\w+)( HIST=\w+)?$", message)
        if value(message, "U-ADDR") is not None:
            reference ^= value(message, "U-ADDR")
        if jump and not (i + 1 < len(messages) and messages[i + 1].startswith("RepeatBranch")):
            message = f"{jump[1]}Sync{jump[2]} SYNC=14 B-TYPE={jump[3]} I-CNT={jump[4]} F-ADDR={reference:#x}{jump[6] or ''}"
        out.append(message)
    return out


def no_repeats(messages, _):
    """RepeatBranch written out: the message itself, as often."""
    out = []
    for message in messages:
        if message.startswith("RepeatBranch"):
            out += [out[-1] if value(out[-1], "U-ADDR") is None else re.sub("U-ADDR=\\w+", "U-ADDR=0", out[-1])] * value(message, "B-CNT")
        else:
            out.append(message)
    return out


def one_btype(messages, text):
    """An encoder that does not tell exceptions from interrupts."""
    return [re.sub("B-TYPE=[23]", "B-TYPE=1", message) for message in messages]


def hist_for_none(messages, text):
    """IndirectBranchHist with empty HIST for IndirectBranch, in HTM."""
    if "trTeInstMode=6" not in text:
        return messages
    return [re.sub(r"^IndirectBranch( .*?)(?=( TSTAMP|$))", r"IndirectBranchHist\1 HIST=1", message, count=1) for message in messages]


# Freedom, and those that it must not be tried on: words in their text
FREEDOMS = {
    "idle": (idle_between, ()), "padded": (padded, ()), "history": (cut_history, ("trTsEnable=1", "trTeContext=1", "Error")),
    "sync": (sync_elsewhere, ("trTsEnable=1", "trTeContext=1", "ImplicitReturn", "RepeatBranch", "trTeInstSyncMode", "Error", "ExtendAddr",
                              "trTeInstEnSequentialJump", "RCODE=0x2", "RCODE=2", "EnRepeatedHistory")),
    "repeats": (no_repeats, ("Error", "trTsEnable=1")),
    "btype": (one_btype, ("BTYPE_TRAP", "Error", "RepeatBranch")),
    "hist": (hist_for_none, ("Error", "RepeatBranch")),
}


class JudgeTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def judge(self, path, lines):
        """Exit status and words; None where the lines are no stream."""
        text, trace = self.folder / "F.s", self.folder / "F.nex"
        text.write_text("".join(line + "\n" for line in lines), encoding="ascii")
        if run("assemble", text, "-o", trace).returncode != 0:
            return None, ""
        done = run("vectors", "judge", path, "--bytes", trace)
        return done.returncode, done.stdout + done.stderr

    def test_every_freedom_of_the_text_is_taken(self):
        tried = dict.fromkeys(FREEDOMS, 0)
        for path in sorted(FOLDER.glob("*.nti"))[::STEP]:
            text = path.read_text(encoding="ascii")
            head, messages = messages_of(text)
            for name, (rewrite, barred) in FREEDOMS.items():
                other = rewrite(messages, text)
                if other == messages or not messages or any(word in text for word in barred):
                    continue
                with self.subTest(vector=path.stem, freedom=name):
                    status, said = self.judge(path, head + other)
                    tried[name] += 1
                    self.assertEqual(status, 0, f"{said}\n" + "\n".join(other))
                    self.assertIn("conformant", said)
        print(f"freedoms tried: {tried}")
        self.assertTrue(all(tried.values()) if WHOLE else tried["idle"] > 20, tried)


class DamageTest(JudgeTest):
    """Kinds of damage: where it is in the stream and what it does."""
    test_every_freedom_of_the_text_is_taken = None

    def test_damage_is_refused(self):
        chance = random.Random(1)
        paths = [path for path in sorted(FOLDER.glob("*.nti")) if not any(word in path.read_text(encoding="ascii") for word in LEGAL)]
        refused, legal = 0, []
        while refused < DAMAGES and len(legal) <= DAMAGES // 4:
            path = chance.choice(paths)
            text = path.read_text(encoding="ascii")
            head, messages = messages_of(text)
            kind = chance.choice(list(DAMAGE))
            other = DAMAGE[kind](list(messages), chance) if messages else messages
            if other == messages:
                continue
            status, said = self.judge(path, head + other)
            refused += status == 1
            if status == 0:
                legal.append((path.stem, kind, other))
            self.assertIn(status, (None, 0, 1), said)
        self.assertEqual(legal, [])


def drop(messages, chance):
    del messages[chance.randrange(len(messages))]
    return messages


def double(messages, chance):
    at = chance.randrange(len(messages))
    return messages[:at + 1] + messages[at:]


def swap(messages, chance):
    at = chance.randrange(len(messages))
    messages[at - 1], messages[at] = messages[at], messages[at - 1]
    return messages


def change(field, others):
    """One field of one message has another value."""
    def damage(messages, chance):
        at = chance.randrange(len(messages))
        old = value(messages[at], field)
        if old is not None:
            new = chance.choice([other for other in others(old) if other != old and other >= 0])
            messages[at] = re.sub(rf" {field}=\w+", f" {field}={new:#x}", messages[at], count=1)
        return messages
    return damage


def near(old):
    return [old - 1, old + 1, old + 2, old ^ 0x10, old * 2 + 1]


# Where a changed stream may be legal too: what is lost, and periods, are the encoder's
LEGAL = ("Error", "trTeInstSyncMode", "trTsEnable=1", "trTeContext=1")
DAMAGE = {"dropped": drop, "doubled": double, "swapped": swap,
          **{field: change(field, near) for field in ("I-CNT", "F-ADDR", "U-ADDR", "HIST", "RDATA", "HREPEAT", "B-CNT", "SRC")},
          **{field: change(field, lambda old, values=values: values) for field, values in OTHERS.items()}}


if __name__ == "__main__":
    unittest.main()
