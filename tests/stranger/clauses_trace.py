# SPDX-License-Identifier: Apache-2.0
"""Clauses about what is reported, and when, each with a way to break it."""
from tests.stranger.breaks import (PATH, clause, has, inner, jump, known, rcode, starts, tcode, trap, turn)
from tests.stranger.messages import Message

# Ownership Message

@clause("process-format", "Ownership Message", "FORMAT=1", "ownership.format")
def _(case):
    return case.change(tcode(2), PROCESS=lambda value: value & ~3 | 1)


@clause("process-privilege", "Ownership Message", "PRV=2", "ownership.privilege")
def _(case):
    return case.change(tcode(2), PROCESS=lambda value: value & ~0xC | 8)


@clause("process-virtual", "Ownership Message", "V=1 with PRV=3", "ownership.virtual")
def _(case):
    return case.change(tcode(2), PROCESS=lambda value: value | 0x1C)


@clause("process-context", "Ownership Message", "FORMAT=0 with a context", "ownership.context")
def _(case):
    return case.change(lambda message: message.tcode == 2 and not message.process & 3,
                       PROCESS=lambda value: value | case.draw(1, 99) << 5)


@clause("context-alone", "Ownership Message", "hcontext without scontext after it", "ownership.hcontext")
def _(case):
    if case.pick(lambda message: message.tcode == 2 and message.process & 3 == 3) is None:
        return False
    del case.messages[case.at + 1]
    return case.after() is not None and known(case.after()) and not case.loses()


@clause("context-order", "Ownership Message", "scontext before hcontext", "ownership.pair", "ownership.hcontext",
        "ingress.ownership-format")
def _(case):
    if case.pick(lambda message: message.tcode == 2 and message.process & 3 == 3) is None:
        return False
    at = case.at
    case.messages[at], case.messages[at + 1] = case.messages[at + 1], case.messages[at]
    return case.after(2) is not None and known(case.after(2)) and case.after(2).tcode != 8   # one may be lost


@clause("owner-missing", "Synchronizing Messages", "no Ownership after a synchronizing message", "ownership.sync",
        "ownership.every", "ingress.ownership", level="pins")
def _(case):
    if not case.settings.get("trTeContext") or case.pick(lambda message: message.synchronizes) is None:
        return False
    while case.after() is not None and case.after().tcode == 2:
        del case.messages[case.at + 1]
    return True


@clause("owner-trap-missing", "Ownership Message", "no Ownership where the privilege changes", "ownership.trap",
        "ingress.ownership", level="pins")
def _(case):
    message = case.pick(lambda message: message.tcode == 2 and not message.process & 3)
    following = [message for message in case.messages[case.at + 1:] if message.tcode != 27][:2] if message else []
    # Where tracing stops behind the trap, with a message or without, nothing runs at that privilege; where a
    # synchronizing message is at the handler, or the context is reported, that Ownership says the same.
    merged = any(message.synchronizes and not message.i_cnt or message.tcode == 2 for message in following)
    after = following[0] if following else None
    # Right behind a start it may be that of a start a pass earlier or later, which gets further.
    merged = merged or any(message.begins for message in [message for message in case.messages[:case.at]
                                                          if known(message) and message.tcode not in (2, 27)][-2:])
    lost = any(message.tcode == 8 for message in following)   # what is missing before it may be
    if after is None or merged or lost or after.tcode == 33 or after.begins or case.at and case.messages[case.at - 1].synchronizes:
        return False
    del case.messages[case.at]
    return True


@clause("owner-disabled", "Ownership Message", "Ownership where trTeContext is 0", "ownership.enabled", level="pins")
def _(case):
    return not case.settings.get("trTeContext") and case.insert(Message(2, PROCESS=0xC), inner)


# A start may be at several places of a loop: the one where the hart has that privilege, from which the path is another.
@clause("owner-privilege", "Ownership Message", "another privilege than the hart's", "ingress.ownership-privilege",
        "ownership.one", "ownership.change", "ingress.ownership", "ingress.ownership-none", "ingress.path", level="pins")
def _(case):
    return case.change(lambda message: message.tcode == 2 and message.process & 0x1C != 4,
                       PROCESS=lambda value: value & ~0x1C | 4)


@clause("owner-context", "Ownership Message", "another context than the hart's", "ingress.ownership-context",
        "ingress.ownership-privilege", level="pins")  # in a loop it may be nearest to another pass
def _(case):
    # Without its upper bits it could be the context of a hart that has fewer.
    def other(value):
        flipped = value ^ 32 << case.draw(0, 7)
        return flipped if flipped >> 5 and flipped.bit_length() >= value.bit_length() else value ^ 32 << 9

    return case.change(lambda message: message.tcode == 2 and message.process & 3 == 2, PROCESS=other)


# Starts, stops and losses

@clause("start-missing", "Decoding Algorithm Principles", "the first synchronizing message is missing", "start.sync",
        "start.reference")
def _(case):
    at = next((at for at, message in enumerate(case.messages) if message.synchronizes), None)
    if at is None:
        return False
    case.at = at
    del case.messages[at]
    while at < len(case.messages) and case.messages[at].tcode == 2:
        del case.messages[at]
    return at < len(case.messages) and case.messages[at].tcode in (3, 4, 27, 28) and case.messages[at].rcode not in range(8, 16)


# Where the stop before debug mode was left out, it is SYNC=3 in running trace.
@clause("start-count", "ProgTraceSync Message", "I-CNT is not 0 at a start", "start.icnt", "sync.debug")
def _(case):
    return case.change(starts, I_CNT=case.draw(1, 30))


# Where the stop before was left out, too, what comes in its place is seen first: a start makes it optional. SYNC=2 is
# then periodic, where the hart was before, at another time.
@clause("start-reason", "Synchronizing Messages", "a start has SYNC 0, 2 or 6", "start.*", "ingress.start-reason",
        "ingress.start", "ingress.time", "sync.periodic", "error.sync", *PATH, level="pins")
def _(case):
    return case.change(starts, SYNC=case.rng.choice((0, 2, 6)))


# Where it could be that of a later start, it is taken for that one.
@clause("start-debug", "Synchronizing Messages", "SYNC=5 at exit from debug mode", "ingress.start-reason", "ingress.start", "ingress.time",
        *PATH, level="pins")
def _(case):
    if case.settings.get("trTeFilter0MatchInst", 0) >> 4 & 1:   # where debug mode is traced either may start it
        return False
    return case.change(lambda message: starts(message) and message.sync == 3, SYNC=5)


@clause("stop-goes-on", "Rules of Generating Messages", "no synchronizing message after a stop", "stop.next",
        "start.sync")
def _(case):
    stops = [at for at, message in enumerate(case.messages[:-1])
             if message.tcode == 33 and starts(case.messages[at + 1])]
    if not stops:
        return False
    case.at = case.rng.choice(stops) + 1
    while case.at < len(case.messages) and (case.messages[case.at].synchronizes or case.messages[case.at].tcode == 2):
        del case.messages[case.at]
    return case.at < len(case.messages) and case.messages[case.at].tcode in (3, 4, 28)


# The trace up to it may also be that of a later start, which stops for this reason: the start behind is one too many.
@clause("stop-debug", "ProgTraceCorrelation Message", "EVCODE=4 at entry into debug mode (\"do not send 4 instead!\")",
        "ingress.stop-reason", "ingress.stop", "ingress.trap", "ingress.sync", level="pins")
def _(case):
    # Where tracing is disabled as well, another message may report the entry.
    return case.change(lambda message: message.tcode == 33 and message.evcode == 0 and message.i_cnt, EVCODE=4) and not (
        case.after() and case.after().evcode == 0)


# What a trigger asked for need not come where tracing stops: without the stop that is missed first. So is the target
# of a trap, which the stop may await.
@clause("stop-debug-missing", "ProgTraceCorrelation Message", "entry into debug mode is not reported (required)",
        "ingress.stop", "ingress.mark", "ingress.stop-reason", "sync.debug", "ingress.sync", "ingress.end", "icnt.hist", "ingress.path",
        "ingress.trap", "image.*", level="pins")
def _(case):
    return case.remove(lambda message: message.tcode == 33 and message.evcode == 0 and message.i_cnt, last=True)


@clause("error-alone", "Error Message", "Error, but no synchronizing message after it", "error.next")
def _(case):
    return case.insert(Message(8, ETYPE=0, ECODE=4), tcode(3, 4, 28), 0)


@clause("error-missing", "Error Message", "SYNC=7 without Error", "error.overrun")
def _(case):
    lost = [at for at, message in enumerate(case.messages[:-1]) if message.tcode == 8 and case.messages[at + 1].sync == 7]
    if not lost:
        return False
    case.at = case.rng.choice(lost)
    while case.at >= 0 and case.messages[case.at].tcode == 8:   # messages may have been lost again
        del case.messages[case.at]
        case.at -= 1
    return True


@clause("error-reason", "Synchronizing Messages", "SYNC=2 after Error", "error.sync", "start.reason", "sync.periodic")
def _(case):
    return case.change(lambda message: message.sync == 7, SYNC=2)


@clause("sync-overrun", "Synchronizing Messages", "SYNC=7 where nothing was lost", "error.overrun")
def _(case):
    return case.change(lambda message: inner(message) and message.sync < 8, SYNC=7) and not case.lost()


@clause("sync-debug", "Synchronizing Messages", "SYNC=3 in running trace", "sync.debug")
def _(case):
    return case.change(lambda message: inner(message) and message.i_cnt, SYNC=3)


# Where it could be that of a later start, it is taken for that one.
@clause("sync-enable", "Synchronizing Messages", "SYNC=5 in running trace", "sync.enable", "start.icnt", "ingress.start",
        "ingress.mark-reason", "ingress.time", *PATH, level="pins")
def _(case):
    return case.change(lambda message: inner(message) and message.i_cnt, SYNC=5)


@clause("sync-count", "I-CNT Details", "SYNC=4 in HTM", "sync.icnt")
def _(case):
    return not case.btm and case.change(inner, SYNC=4)


@clause("sync-periodic", "Synchronizing Messages", "SYNC=2 where trTeInstSyncMode is 0", "sync.periodic", level="pins")
def _(case):
    return not case.settings.get("trTeInstSyncMode") and case.change(inner, SYNC=2)


# HIST and I-CNT

@clause("history-stop-bit", "HIST Field Generation", "HIST=0", "hist.stop-bit")
def _(case):
    return case.change(has("HIST"), HIST=0)


@clause("full-stop-bit", "ResourceFull Message", "HIST=0 in ResourceFull", "hist.full-stop-bit", "hist.repeat-stop-bit")
def _(case):
    return case.change(lambda message: rcode(1)(message) or rcode(2)(message), RDATA=0)


@clause("full-two-bits", "ResourceFull Message", "HIST of ResourceFull has no branch", "hist.two-bits")
def _(case):
    return case.change(rcode(1), RDATA=1)


@clause("repeats-none", "Repeated History Optimization", "HREPEAT=0", "repeat.history")
def _(case):
    return case.change(rcode(2), HREPEAT=0)


@clause("repeats-disabled", "Repeated History Optimization", "RCODE=2 where trTeInstEnRepeatedHistory is 0",
        "repeat.enabled", level="pins")
def _(case):
    return not case.settings.get("trTeInstEnRepeatedHistory") and case.change(rcode(1), RCODE=2, HREPEAT=1)


@clause("repeat-of-sync", "RepeatBranch Message", "RepeatBranch after a synchronizing message", "repeat.previous")
def _(case):
    return case.btm and case.insert(Message(30, B_CNT=case.draw(1, 9)), lambda message: message.synchronizes)


# Where ResourceFull has reported a count before, I-CNT=0 alone is legal, and the path is another one.
@clause("branch-uncounted", "I-CNT Details", "I-CNT=0 of a taken branch", "icnt.branch", *PATH, level="pins")
def _(case):
    return case.change(lambda message: message.tcode == 3 and message.i_cnt, I_CNT=0)


@clause("jump-uncounted", "I-CNT Details", "I-CNT=0 of a jump", "icnt.jump", "icnt.jump-hist", *PATH, level="pins")
def _(case):
    return case.change(lambda message: jump(message) and message.i_cnt, I_CNT=0)


# Behind a stop it is the count of one that comes later, for another reason.
@clause("count-more", "I-CNT Details", "I-CNT counts one half-word more", "stop.idle", "ingress.time",
        "ingress.stop-reason", *PATH, level="pins")
def _(case):
    return case.change(lambda message: "I-CNT" in message.fields and not message.begins and message.evcode != 4, last=False,
                       I_CNT=lambda value: value + 1) and not case.lost()   # tracing may be disabled later


@clause("history-flipped", "HIST Field Generation", "a branch goes the other way", *PATH, level="pins")
def _(case):
    return case.change(lambda message: message.fields.get("HIST", 1) > 1, HIST=lambda value: value ^ 1 << case.draw(0, value.bit_length() - 1)) and not case.lost()


@clause("history-dropped", "Rules of Generating Messages", "IndirectBranch where HIST is not empty", "image.hist-empty", *PATH, level="pins")
def _(case):
    return turn(lambda message: message.tcode == 28 and message.hist > 1, 4, drop=("HIST",))(case)


@clause("history-unsaved", "Synchronizing Messages", "synchronization loses pending history", "image.hist-sync", "image.sync", "image.all-jumps", "ingress.path", "ingress.sync",
        level="pins")
def _(case):
    return turn(lambda message: message.tcode == 29 and message.hist > 1 and message.sync in (1, 2, 9, 14, 15), 12, drop=("HIST",))(case) and not case.lost()


# The path

@clause("target-other", "Address Compression", "U-ADDR of another address", *PATH, "ingress.trap-address", "ingress.trap-type", level="pins")
def _(case):
    # A stop that comes late awaits the target, or not; one before new settings may be left out with what ran.
    def leads(message):
        at = next(at for at, other in enumerate(case.messages) if other is message)
        after = next((other for other in case.messages[at + 1:] if known(other) and other.tcode not in (2, 27)), None)
        ends = after is not None and (after.begins or after.tcode == 33)
        return "U-ADDR" in message.fields and after is not None and not (
            ends and (case.stream.encoder.late or case.stream.pins.changed))

    return case.change(leads, last=False, U_ADDR=lambda value: value ^ 1 << case.draw(0, 5))


@clause("address-other", "Synchronizing Messages", "F-ADDR is not the PC", *PATH, "ingress.start",
        "ingress.trap-address", level="pins")
def _(case):
    # A start at another block of its cycle is another legal one: where it starts is only recommended.
    if case.pick(has("F-ADDR"), last=False) is None:
        return False
    low, high = (8, 16) if case.messages[case.at].begins else (0, 5)
    case.messages[case.at].widths.pop("F-ADDR", None)
    case.messages[case.at].fields["F-ADDR"] ^= 1 << case.draw(low, high)
    return True


# Where the path goes round, what shows first may be Ownership: that of another place.
@clause("branch-missing", "DirectBranch Message", "a taken branch is not reported", "repeat.previous", "ingress.ownership*", "ingress.time", *PATH, level="pins")
def _(case):
    return case.remove(tcode(3))


@clause("jump-missing", "Rules of Generating Messages", "a jump is not reported", "repeat.previous", "ingress.ownership*", "ingress.time", "ownership.*", *PATH, level="pins")
def _(case):
    # One that ResourceFull has counted takes no count with it: where it may be inferred, it need not come.
    return case.remove(lambda message: jump(message) and message.i_cnt)


@clause("trap-missing", "Rules of Generating Messages", "a trap is not reported", "repeat.previous", "ingress.ownership*",
        "ingress.time", "ingress.trap-address", "ingress.trap-type", "ownership.*", *PATH, level="pins")
def _(case):
    return case.remove(lambda message: trap(message) and not message.synchronizes)


@clause("full-missing", "ResourceFull Message", "a full I-CNT is not reported", "ingress.ownership*", "ingress.time", *PATH, level="pins")
def _(case):
    # Of a loop a pass less shows only where a count ends, and an Error excuses it.
    def counted(message):
        at = next(at for at, other in enumerate(case.messages) if other is message)
        later = [other for other in case.messages[at + 1:] if known(other)]
        if not rcode(0)(message) or any(other.tcode == 8 for other in later):
            return False
        ends = next((other for other in later if "I-CNT" in other.fields), None)
        return ends is not None and not ends.begins

    return case.remove(counted)


@clause("trap-type", "Common Fields", "an exception is reported as an interrupt, or the other way", "ingress.trap-type", "ingress.trap", level="pins")
def _(case):
    if any(cycle.ctype == 3 for cycle in case.stream.pins.cycles):   # as the text has it, either
        return False
    return case.change(lambda message: message.fields.get("B-TYPE", 0) >= 2, B_TYPE=lambda value: 5 - value)


# Timestamp Reporting

@clause("time-missing", "Timestamp Reporting", "a synchronizing message without TSTAMP", "time.sync")
def _(case):
    message = case.pick(lambda message: message.synchronizes and message.time is not None)
    if message is None:
        return False
    message.time = None
    return True


@clause("time-disabled", "Timestamp Reporting", "TSTAMP where trTsEnable is 0", "time.enabled", "frame.long", level="pins")
def _(case):
    message = None if case.settings.get("trTsEnable") else case.pick(
        lambda message: known(message) and message.fields.get("RCODE", 0) < 8)
    if message is None:
        return False
    message.stamp = case.draw(0, 99)
    return True


@clause("time-back", "Timestamp Reporting", "an absolute time before the one reported before", "time.forward", "ingress.time",
        level="pins")
def _(case):
    times = [message.time for message in case.messages if message.time is not None]
    absolute = [message for message in case.messages if message.synchronizes and message.time is not None]
    end = case.stream.pins.cycles[-1].time + 100   # all may be late

    # A smaller counter may have run over ("Implementations may choose a smaller counter"), but none that has shown
    # a time before it whose bits last until the end.
    def sure(message):
        if message not in absolute or message.time <= times[0] + 100:
            return False
        widest = max((other.time for other in absolute if other.time < message.time), default=0)
        return 1 << widest.bit_length() > end

    message = case.pick(sure)
    if message is None or not times[0]:
        return False
    message.stamp = case.draw(0, times[0])
    return not case.lost()
