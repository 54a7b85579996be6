# SPDX-License-Identifier: Apache-2.0
"""What it takes to break a clause at one place of a legal stream."""
import random
from dataclasses import dataclass

from tests.stranger.messages import FIXED, Message, serialize

# What may first show that the path is another one: the code, or an event that does not come where it should. Where a
# loop ends in low power a pass too early, that is a stop which is left out, and the start behind it does not come.
PATH = ("image.*", "ingress.path", "ingress.trap", "ingress.stop", "ingress.off", "ingress.end", "ingress.sync", "ingress.mark",
        "ingress.start")
NAMES = {2: "ownership", 3: "direct-branch", 4: "indirect-branch", 8: "error", 9: "prog-trace-sync",
         11: "direct-branch-sync", 12: "indirect-branch-sync", 27: "resource-full", 28: "indirect-branch-hist",
         29: "indirect-branch-hist-sync", 30: "repeat-branch", 33: "prog-trace-correlation"}


@dataclass
class Break:
    id: str
    clause: str
    what: str
    rules: tuple   # those of the judge that are this clause's; NAME.* all of a kind
    make: object   # breaks a Case; whether it could
    level: str

    def named(self, rule):
        return any(rule == own or own.endswith("*") and rule.startswith(own[:-1]) for own in self.rules)


BREAKS = []


def clause(ident, title, what, *rules, level="settings"):
    def add(make):
        BREAKS.append(Break(ident, title, what, rules or (ident,), make, level))
        return make
    return add


class Case:
    """Messages of a stream that are its own copies, and the place that is broken."""

    def __init__(self, stream, rng, path=False):
        """`path`: what is broken is judged by the pins: an Error leaves open which of them the rest is of."""
        self.stream, self.rng, self.settings = stream, rng, stream.settings
        self.messages = [copy_of(message) for message in stream.messages]
        self.sure = next((at for at, message in enumerate(self.messages) if path and message.tcode == 8), len(self.messages))
        self.at, self.cut, self.idle = None, 0, stream.idle
        self.btm = stream.settings["trTeInstMode"] == 3
        self.source = stream.source()

    def pick(self, fits, last=True):
        """A random message that fits; `last`: also one of the last three."""
        places = [at for at, message in enumerate(self.messages[:None if last else -3])
                  if fits(message) and at < self.sure]
        if not places:
            return None
        self.at = self.rng.choice(places)
        return self.messages[self.at]

    def after(self, ahead=1):
        return self.messages[self.at + ahead] if self.at + ahead < len(self.messages) else None

    def change(self, fits, last=True, **fields):
        """Sets fields of a random message that fits; a function is given the value."""
        message = self.pick(fits, last)
        if message is None:
            return False
        for name, value in fields.items():
            name = name.replace("_", "-")
            message.widths.pop(name, None)
            message.fields[name] = value(message.fields.get(name)) if callable(value) else value
        return True

    def insert(self, message, fits=lambda message: True, behind=1):
        """Adds a message after a random one that fits, and after its Ownership."""
        if self.pick(fits) is None:
            return False
        self.at += behind
        while behind and self.at < len(self.messages) and self.messages[self.at].tcode == 2:
            self.at += 1
        if self.at and self.messages[self.at - 1].tcode == 8:   # Error is followed at once
            return False
        self.messages.insert(self.at, message)
        return True

    def remove(self, fits, last=False):
        """Takes a random message away, of a stream that reports all that retired. Of a loop one pass
        less could be a stop that came early."""
        if self.stream.encoder.untold or self.pick(fits, last) is None:
            return False
        before, after = ([message for message in side if known(message) and message.tcode != 2]
                         for side in (self.messages[:self.at], self.messages[self.at + 1:]))
        near = [*after[:1], *before[-1:]]
        again = (message.tcode == 30 or pass_of(message) == pass_of(self.messages[self.at]) for message in near)
        if any(again) or after and after[0].tcode == 8:
            return False   # before Error messages may be lost
        if not last and after and (after[0].begins or after[0].tcode == 33):
            return False   # tracing may stop earlier
        if any(message.begins for message in [message for message in before if message.tcode != 27][-2:]):
            return False   # and start later, in a loop a pass later
        if self.loses():
            return False
        del self.messages[self.at]
        return True

    def loses(self):
        """Whether Error comes next: what is missing before it may be lost ("Error Message")."""
        following = (message for message in self.messages[self.at + 1:] if known(message))
        return next(following, Message(0)).tcode == 8

    def lost(self):
        """Whether Error comes right before: it may have been any, of a vendor too."""
        before = [message for message in self.messages[:self.at] if known(message)]
        return bool(before) and before[-1].tcode == 8

    def bytes_of(self, message):
        return bytearray(serialize(message, self.source, None if message.time is None else 0))

    def fixed(self, message):
        return 6 + self.source[1] + sum(FIXED.get(name, 0) for name in message.names())

    def draw(self, low, high):
        return self.rng.randrange(low, high)


class Broken:
    """A stream with one clause broken: its bytes, and what was done."""

    def __init__(self, case, rule):
        message = case.messages[case.at].text() if case.at is not None and case.at < len(case.messages) else "the end"
        self.what = f"{rule.what}: message {case.at}, {message}"
        self.bytes = case.stream.bytes(case.messages, case.idle)
        self.bytes = self.bytes[:len(self.bytes) - case.cut]

    @staticmethod
    def change(rule, stream):
        """The messages, with the clause broken."""
        case = Case(stream, random.Random(f"{stream.seed} {rule.id}"))
        assert rule.make(case), rule.id
        return case.messages

    @staticmethod
    def make(rule, stream):
        """None where the stream has no place for it, or it changes nothing."""
        case = Case(stream, random.Random(f"{stream.seed} {rule.id}"), rule.level == "pins")
        if not any(map(known, case.messages)) or not rule.make(case):
            return None
        return Broken(case, rule)


def copy_of(message):
    """Each clause has a copy of all of them: `copy.copy` takes a fifth of the time of a run."""
    made = Message.__new__(Message)
    made.__dict__.update(message.__dict__, fields=dict(message.fields), widths=dict(message.widths))
    return made


def known(message):
    return message.tcode in NAMES and message.fields.get("RCODE", 0) < 8


def pass_of(message):
    """What it reports of a pass of a loop: with SYNC too, and with an empty history or none."""
    if message.tcode not in (3, 4, 11, 12, 28, 29):
        return message.fields
    return message.i_cnt, message.b_type or 0, message.fields.get("HIST", 1)


def tcode(*codes):
    return lambda message: message.tcode in codes


def has(name, *codes):
    return lambda message: name in message.fields and (not codes or message.tcode in codes)


def inner(message):
    """A synchronizing message within running trace."""
    return message.synchronizes and not message.begins


def starts(message):
    return message.synchronizes and message.begins and message.fields["SYNC"] in (3, 5) and message.tcode == 9


def rcode(code):
    return lambda message: message.tcode == 27 and message.fields["RCODE"] == code


def overrun(message):
    """The table of ECODE is that of ETYPE=0; with a vendor's ETYPE it is the vendor's."""
    return message.tcode == 8 and message.fields["ETYPE"] == 0


def trap(message):
    return message.fields.get("B-TYPE", 0) != 0


def jump(message):
    return message.tcode in (4, 28) and message.fields["B-TYPE"] == 0


def turn(fits, code, drop=(), **more):
    """Makes a message one of another TCODE."""
    def make(case):
        message = case.pick(fits)
        if message is None:
            return False
        message.tcode = code
        message.fields = {**{name: value for name, value in message.fields.items() if name not in drop},
                          **{name.replace("_", "-"): value for name, value in more.items()}}
        return True
    return make
