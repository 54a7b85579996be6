# SPDX-License-Identifier: Apache-2.0
"""The encoder's registers, typed from the specification, and apart from the project's own table.

RISC-V Trace Control Interface 1.0 (ratified), chapters "Trace Component Register Map" and "Trace
Encoder Control Interface": each register's offset and title, each field's bits, access and reset
value. From 0xE00 on, the project's own registers.

A legal set says what a WARL field may hold in a build: `bits(n)` any n low bits, or the values
themselves. They come from docs/decisions.md and the specification, not from the RTL.
"""
from dataclasses import dataclass

UNDEF = None   # "Undef" or "SD" in the specification: any value out of reset


@dataclass
class Field:
    name: str
    high: int
    low: int
    access: str
    reset: object
    legal: object  # of a build (the keys of its .cfg file): a set, or Bits

    @property
    def width(self):
        return self.high - self.low + 1

    def values(self, build):
        """Those that may be read back."""
        return self.legal(build)


@dataclass
class Bits:
    """All values of so many low bits."""
    count: int

    def __contains__(self, value):
        return 0 <= value < 1 << self.count

    def samples(self):
        """Zero, all ones, every bit alone."""
        return sorted({0, (1 << self.count) - 1, *(1 << bit for bit in range(self.count))})


def always(legal):
    return lambda build: legal


def bits(count):
    return always(Bits(count))


def if_any(key, count, *more):
    """So many bits where the build has what all of the parameters name; else 0."""
    return lambda build: Bits(count if all(build[name] for name in (key, *more)) else 0)


def returns(legal):
    def of(build):
        built = build["STACK_DEPTH"] and build["ITYPE_W"] == 4 and not build["DRAFT"]
        return legal if built else Bits(0)
    return of


def action(number):
    return lambda build: {0, 2, 3, 4} if number < build["NTRIGGERS"] else Bits(0)


def event(number):
    return lambda build: Bits(2 if number < build["NTRIGGERS"] else 0)


def comparator(build):
    return set(range(max(1, build["NCOMPARATORS"])))


def compared(build):
    return {0, 1, 2} if build["SCONTEXT_W"] + build["HCONTEXT_W"] else {0, 2}


def match_high(build):
    return Bits(max(build["XLEN"], build["SCONTEXT_W"] + build["HCONTEXT_W"]) - 32)


ZERO = bits(0)
ONE = always({1})

# Offset: name, fields.
ENCODER = {
    0x000: ("trTeControl", [
        Field("trTeActive", 0, 0, "RW", 0, bits(1)),
        Field("trTeEnable", 1, 1, "RW", 0, bits(1)),
        Field("trTeInstTracing", 2, 2, "RW", UNDEF, bits(1)),
        Field("trTeEmpty", 3, 3, "RO", 1, ONE),
        Field("trTeInstMode", 6, 4, "WARL", UNDEF, always({0, 3, 6})),
        Field("trTeContext", 9, 9, "WARL", UNDEF, if_any("SCONTEXT_W", 1)),
        Field("trTeInstTrigEnable", 11, 11, "WARL", UNDEF, bits(1)),
        Field("trTeInstStallOrOverflow", 12, 12, "RW1C", UNDEF, ZERO),
        Field("trTeInstStallEna", 13, 13, "WARL", UNDEF, bits(1)),
        Field("trTeInhibitSrc", 15, 15, "WARL", UNDEF, if_any("SRC_W", 1)),
        Field("trTeInstSyncMode", 17, 16, "WARL", UNDEF, bits(2)),
        Field("trTeInstSyncMax", 23, 20, "WARL", UNDEF, bits(4)),
        Field("trTeFormat", 26, 24, "WARL", UNDEF, ONE),
    ]),
    0x004: ("trTeImpl", [
        Field("trTeVerMajor", 3, 0, "RO", 1, ONE),
        Field("trTeVerMinor", 7, 4, "RO", 0, ZERO),
        Field("trTeCompType", 11, 8, "RO", 1, ONE),
        # N-Trace 1.0, "N-Trace Specific Trace Controls": must be 1 and 0
        Field("trTeProtocolMajor", 19, 16, "RO", 1, ONE),
        Field("trTeProtocolMinor", 23, 20, "RO", 0, ZERO),
    ]),
    0x008: ("trTeInstFeatures", [
        Field("trTeInstNoAddrDiff", 0, 0, "WARL", UNDEF, ZERO),
        Field("trTeInstNoTrapAddr", 1, 1, "WARL", UNDEF, ZERO),
        Field("trTeInstEnSequentialJump", 2, 2, "WARL", UNDEF, if_any("OPTIONS", 1, "SIJUMP")),
        Field("trTeInstEnImplicitReturn", 3, 3, "WARL", UNDEF, returns(Bits(1))),
        Field("trTeInstEnBranchPrediction", 4, 4, "WARL", UNDEF, ZERO),
        Field("trTeInstEnJumpTargetCache", 5, 5, "WARL", UNDEF, ZERO),
        Field("trTeInstImplicitReturnMode", 7, 6, "WARL", UNDEF, returns(Bits(2))),
        Field("trTeInstEnRepeatedHistory", 8, 8, "WARL", UNDEF, if_any("REPEAT_W", 1, "PERIOD_W")),
        Field("trTeInstEnAllJumps", 9, 9, "WARL", UNDEF, if_any("OPTIONS", 1)),
        Field("trTeInstExtendAddrMSB", 10, 10, "WARL", UNDEF, if_any("OPTIONS", 1)),
        Field("trTeSrcID", 27, 16, "WARL", UNDEF, lambda build: Bits(build["SRC_W"])),
        Field("trTeSrcBits", 31, 28, "WARL", UNDEF, lambda build: set(range(build["SRC_W"] + 1))),
    ]),
    0x00c: ("trTeInstFilters", [
        Field("trTeInstFilters", 15, 0, "WARL", UNDEF, lambda build: Bits(build["NFILTERS"])),
    ]),
    # N-Trace 1.0: no data trace, all must be 0
    0x010: ("trTeDataControl", [
        Field("trTeDataImplemented", 0, 0, "RO", UNDEF, ZERO),
        Field("trTeDataTracing", 1, 1, "WARL", UNDEF, ZERO),
        Field("trTeDataTrigEnable", 2, 2, "WARL", UNDEF, ZERO),
        Field("trTeDataStallOrOverflow", 3, 3, "RW1C", UNDEF, ZERO),
        Field("trTeDataStallEna", 4, 4, "WARL", UNDEF, ZERO),
        Field("trTeDataDrop", 5, 5, "RW1C", UNDEF, ZERO),
        Field("trTeDataDropEna", 6, 6, "WARL", UNDEF, ZERO),
        Field("trTeDataNoValue", 16, 16, "WARL", UNDEF, ZERO),
        Field("trTeDataNoAddr", 17, 17, "WARL", UNDEF, ZERO),
        Field("trTeDataAddrCompress", 19, 18, "WARL", UNDEF, ZERO),
    ]),
    0x01c: ("trTeDataFilters", [
        Field("trTeDataFilters", 15, 0, "WARL", UNDEF, ZERO),
    ]),
    0x040: ("trTsControl", [
        Field("trTsActive", 0, 0, "WARL", UNDEF, if_any("TSTAMP_W", 1)),
        Field("trTsCount", 1, 1, "WARL", UNDEF, if_any("TSTAMP_W", 1)),
        Field("trTsReset", 2, 2, "W1", UNDEF, ZERO),
        Field("trTsRunInDebug", 3, 3, "WARL", UNDEF, if_any("TSTAMP_W", 1)),
        Field("trTsMode", 6, 4, "WARL", UNDEF,
              lambda build: {0, 1, 2, 3, 4} if build["TSTAMP_W"] else {0}),
        Field("trTsPrescale", 9, 8, "WARL", UNDEF, if_any("TSTAMP_W", 2)),
        Field("trTsEnable", 15, 15, "WARL", UNDEF, if_any("TSTAMP_W", 1)),
        Field("trTsVendor", 23, 16, "WARL", UNDEF, ZERO),  # no name in the specification
        Field("trTsWidth", 29, 24, "RO", UNDEF, lambda build: {build["TSTAMP_W"]}),
    ]),
    0x048: ("trTsCounterLow", [Field("trTsCounterLow", 31, 0, "RO", 0, ZERO)]),
    0x04c: ("trTsCounterHigh", [Field("trTsCounterHigh", 31, 0, "RO", 0, ZERO)]),
    0x050: ("trTeTrigDbgControl", [Field("trTeTrigDbgControl", 31, 0, "WARL", UNDEF, ZERO)]),
    0x054: ("trTeTrigExtInControl", [
        Field(f"trTeTrigExtInAction{n}", 4 * n + 3, 4 * n, "WARL", UNDEF, action(n))
        for n in range(8)]),
    0x058: ("trTeTrigExtOutControl", [
        Field(f"trTeTrigExtOutEvent{n}", 4 * n + 3, 4 * n, "WARL", UNDEF, event(n))
        for n in range(8)]),
    0xe00: ("ntResumeLevel", [
        Field("ntResumeLevel", 7, 0, "WARL", 0, lambda build: set(range(build["FIFO_DEPTH"])))]),
    0xe04: ("ntEnRepeatBranch", [
        Field("ntEnRepeatBranch", 0, 0, "WARL", 0, if_any("REPEAT_W", 1))]),
    0xe08: ("ntEnSyncICNT", [Field("ntEnSyncICNT", 0, 0, "WARL", 0, bits(1))]),
    0xe0c: ("ntRc7", [Field("ntRc7", 0, 0, "WARL", 0, bits(1))]),
    0xe10: ("ntTrimOwnership", [
        Field("ntTrimOwnership", 0, 0, "WARL", 0, if_any("SCONTEXT_W", 1))]),
}

FILTER = {
    0x400: ("trTeFilteriControl", [
        Field("trTeFilterEnable", 0, 0, "WARL", UNDEF, bits(1)),
        Field("trTeFilterMatchPrivilege", 1, 1, "WARL", UNDEF, bits(1)),
        Field("trTeFilterMatchEcause", 2, 2, "WARL", UNDEF, bits(1)),
        Field("trTeFilterMatchInterrupt", 3, 3, "WARL", UNDEF, bits(1)),
        Field("trTeFilterMatchComp1", 4, 4, "WARL", UNDEF, if_any("NCOMPARATORS", 1)),
        Field("trTeFilterComp1", 7, 5, "WARL", UNDEF, comparator),
        Field("trTeFilterMatchComp2", 8, 8, "WARL", UNDEF, if_any("NCOMPARATORS", 1)),
        Field("trTeFilterComp2", 11, 9, "WARL", UNDEF, comparator),
        Field("trTeFilterMatchComp3", 12, 12, "WARL", UNDEF, if_any("NCOMPARATORS", 1)),
        Field("trTeFilterComp3", 15, 13, "WARL", UNDEF, comparator),
        Field("trTeFilterMatchImpdef", 16, 16, "WARL", UNDEF, bits(1)),
        Field("trTeFilterMatchDtype", 24, 24, "WARL", UNDEF, ZERO),
        Field("trTeFilterMatchDsize", 25, 25, "WARL", UNDEF, ZERO),
    ]),
    0x404: ("trTeFilteriMatchInst", [
        Field("trTeFilterMatchChoicePrivilege", 7, 0, "WARL", UNDEF, bits(8)),
        Field("trTeFilterMatchValueInterrupt", 8, 8, "WARL", UNDEF, bits(1)),
    ]),
    0x408: ("trTeFilteriMatchEcauseLow", [
        Field("trTeFilterMatchChoiceEcauseLow", 31, 0, "WARL", UNDEF, bits(32))]),
    0x40c: ("trTeFilteriMatchEcauseHigh", [
        Field("trTeFilterMatchChoiceEcauseHigh", 31, 0, "WARL", UNDEF, bits(32))]),
    0x410: ("trTeFilteriMatchValueImpdef", [
        Field("trTeFilterMatchValueImpdef", 31, 0, "WARL", UNDEF, bits(32))]),
    0x414: ("trTeFilteriMatchMaskImpdef", [
        Field("trTeFilterMatchMaskImpdef", 31, 0, "WARL", UNDEF, bits(32))]),
    0x418: ("trTeFilteriMatchData", [
        Field("trTeFilterMatchChoiceDtype", 15, 0, "WARL", UNDEF, ZERO),
        Field("trTeFilterMatchChoiceDsize", 23, 16, "WARL", UNDEF, ZERO),
    ]),
}

COMPARATOR = {
    0x600: ("trTeCompjControl", [
        Field("trTeCompPInput", 1, 0, "WARL", UNDEF, compared),
        Field("trTeCompSInput", 3, 2, "WARL", UNDEF, compared),
        Field("trTeCompPFunction", 6, 4, "WARL", UNDEF, bits(3)),
        Field("trTeCompSFunction", 10, 8, "WARL", UNDEF, bits(3)),
        Field("trTeCompMatchMode", 13, 12, "WARL", UNDEF, bits(2)),
        Field("trTeCompPNotify", 14, 14, "WARL", UNDEF, bits(1)),
        Field("trTeCompSNotify", 15, 15, "WARL", UNDEF, bits(1)),
    ]),
    0x610: ("trTeCompjPmatchLow", [Field("trTeCompPMatchLow", 31, 0, "WARL", UNDEF, bits(32))]),
    0x614: ("trTeCompjPmatchHigh", [Field("trTeCompPMatchHigh", 31, 0, "WARL", UNDEF, match_high)]),
    0x618: ("trTeCompjSmatchLow", [Field("trTeCompSMatchLow", 31, 0, "WARL", UNDEF, bits(32))]),
    0x61c: ("trTeCompjSmatchHigh", [Field("trTeCompSMatchHigh", 31, 0, "WARL", UNDEF, match_high)]),
}

STRIDE = 0x20
REGISTERS = {**ENCODER, **FILTER, **COMPARATOR}


def built(build):
    """Every register that a build has: address, name, fields. Filters and comparators each."""
    for offset, (name, fields) in ENCODER.items():
        yield offset, name, fields
    for kind, count in (FILTER, build["NFILTERS"]), (COMPARATOR, build["NCOMPARATORS"]):
        for unit in range(count):
            for offset, (name, fields) in kind.items():
                yield offset + STRIDE * unit, name, fields


def differ(registers, expected):
    """In words, how registers that `ntrace registers --json` printed differ from a list."""
    found = {one["offset"]: one for one in registers}
    for offset in sorted(found.keys() | expected.keys()):
        if offset not in found or offset not in expected:
            yield f"0x{offset:03x}: only in one of the two"
            continue
        name, fields = expected[offset]
        if found[offset]["name"] != name:
            yield f"0x{offset:03x}: {found[offset]['name']}, not {name}"
        theirs = {one["name"]: one for one in found[offset]["fields"]}
        for field in fields:
            one = theirs.pop(field.name, None)
            if one is None:
                yield f"{name}: no field {field.name}"
                continue
            if (one["lsb"], one["width"], one["access"]) != (field.low, field.width, field.access):
                yield f"{name}.{field.name}: bits or access"
            if field.reset is not UNDEF and one["reset"] != str(field.reset):
                yield f"{name}.{field.name}: reset {one['reset']}, not {field.reset}"
        yield from (f"{name}: a field {left} too many" for left in theirs)


def differences(table):
    """How the encoder's registers differ from this list."""
    return differ(table["registers"], REGISTERS)
