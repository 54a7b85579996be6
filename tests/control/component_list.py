# SPDX-License-Identifier: Apache-2.0
"""The registers of funnel, PIB, RAM sink and ATB bridge, typed from the specification, and apart
from the project's own tables.

RISC-V Trace Control Interface 1.0 (ratified), chapters "Trace Component Register Map", "Timestamp
Unit", "Trace RAM Sink", "Trace Funnel", "Trace PIB Sink" and "Trace ATB Bridge". From 0xE00 on, the
project's own registers. Legal sets are of a build, the parameters of scripts/make/components.mk.
"""
from tests.control.register_list import Bits, Field, ONE, UNDEF, ZERO, always, bits

FUNNEL_PAGE, PIB_PAGE, RAM_PAGE, ATB_PAGE = 16, 24, 25, 26


def if_timestamp(legal):
    return lambda build: legal if build["TSTAMP_W"] else Bits(0)


def pib_modes(build):
    return {0} | {mode for mode in (4, 5, 8, 9, 10, 11, 12) if build["MODES"] >> mode & 1}


def ram_mode(build):
    return {mode for mode, built in ((0, build["SRAM_WORDS"]), (1, build["SMEM"])) if built}


class Limit:
    """Words of an SRAM, up to the last one."""
    def __init__(self, words):
        self.last = words - 1

    def __contains__(self, value):
        return 0 <= value <= self.last

    def samples(self):
        return [0, 1, self.last // 2, self.last]


def address(width):
    """In SRAM mode, in which a RAM sink is out of reset if it can be, 0."""
    return lambda build: Bits(0 if build["SRAM_WORDS"] else width)


def limit_low(build):
    return Limit(build["SRAM_WORDS"]) if build["SRAM_WORDS"] else Bits(30)


def versions(prefix, component):
    return [
        Field(f"{prefix}VerMajor", 3, 0, "RO", 1, ONE),
        Field(f"{prefix}VerMinor", 7, 4, "RO", 0, ZERO),
        Field(f"{prefix}CompType", 11, 8, "RO", component, always({component})),
    ]


def control(prefix):
    return [
        Field(f"{prefix}Active", 0, 0, "RW", 0, bits(1)),
        Field(f"{prefix}Enable", 1, 1, "RW", 0, bits(1)),
        Field(f"{prefix}Empty", 3, 3, "RO", 1, ONE),
    ]


FUNNEL = {
    0x000: ("trFunnelControl", control("trFunnel")),
    0x004: ("trFunnelImpl", versions("trFunnel", 0x8)),
    0x008: ("trFunnelDisInput", [
        Field("trFunnelDisInput", 15, 0, "WARL", UNDEF, lambda build: Bits(build["INPUTS"]))]),
    0x040: ("trTsControl", [
        Field("trTsActive", 0, 0, "WARL", UNDEF, if_timestamp(Bits(1))),
        Field("trTsCount", 1, 1, "WARL", UNDEF, if_timestamp(Bits(1))),
        Field("trTsReset", 2, 2, "W1", UNDEF, ZERO),
        Field("trTsRunInDebug", 3, 3, "WARL", UNDEF, ZERO),  # internal core alone
        Field("trTsMode", 6, 4, "WARL", UNDEF, if_timestamp({0, 1, 2, 4})),
        Field("trTsPrescale", 9, 8, "WARL", UNDEF, if_timestamp(Bits(2))),
        Field("trTsEnable", 15, 15, "WARL", UNDEF, ZERO),  # for encoders alone
        Field("trTsVendor", 23, 16, "WARL", UNDEF, ZERO),
        Field("trTsWidth", 29, 24, "RO", UNDEF, lambda build: {build["TSTAMP_W"]}),
    ]),
    0x048: ("trTsCounterLow", [Field("trTsCounterLow", 31, 0, "RO", 0, ZERO)]),
    0x04c: ("trTsCounterHigh", [Field("trTsCounterHigh", 31, 0, "RO", 0, ZERO)]),
}

PIB = {
    0x000: ("trPibControl", control("trPib") + [
        Field("trPibMode", 7, 4, "WARL", UNDEF, pib_modes),
        # Written alone it is written with trPibMode 0, which is no parallel mode
        Field("trPibClkCenter", 8, 8, "WARL", UNDEF, ZERO),
        Field("trPibCalibrate", 9, 9, "WARL", UNDEF,
              lambda build: Bits(1 if build["CALIBRATE"] else 0)),
        Field("trPibAsyncFreq", 14, 12, "WARL", UNDEF, ZERO),
        Field("trPibDivider", 31, 16, "WARL", UNDEF, lambda build: Bits(build["DIVIDER_W"])),
    ]),
    0x004: ("trPibImpl", versions("trPib", 0xa)),
}

RAM = {
    0x000: ("trRamControl", control("trRam") + [
        Field("trRamMode", 4, 4, "WARL", UNDEF, ram_mode),
        Field("trRamStopOnWrap", 8, 8, "WARL", UNDEF, bits(1)),
        Field("trRamMemFormat", 10, 9, "WARL", UNDEF, ZERO),
        Field("trRamAsyncFreq", 14, 12, "WARL", UNDEF, ZERO),
    ]),
    0x004: ("trRamImpl", versions("trRam", 0x9) + [
        Field("trRamHasSRAM", 12, 12, "RO", UNDEF, lambda build: {int(build["SRAM_WORDS"] > 0)}),
        Field("trRamHasSMEM", 13, 13, "RO", UNDEF, lambda build: {build["SMEM"]}),
    ]),
    0x010: ("trRamStartLow", [Field("trRamStartLow", 31, 2, "WARL", UNDEF, address(30))]),
    0x014: ("trRamStartHigh", [Field("trRamStartHigh", 31, 0, "WARL", UNDEF, address(32))]),
    0x018: ("trRamLimitLow", [Field("trRamLimitLow", 31, 2, "WARL", UNDEF, limit_low)]),
    0x01c: ("trRamLimitHigh", [Field("trRamLimitHigh", 31, 0, "WARL", UNDEF, address(32))]),
    0x020: ("trRamWPLow", [
        Field("trRamWrap", 0, 0, "WARL", UNDEF, bits(1)),
        Field("trRamWPLow", 31, 2, "WARL", UNDEF, bits(30)),
    ]),
    0x024: ("trRamWPHigh", [Field("trRamWPHigh", 31, 0, "WARL", UNDEF, bits(32))]),
    0x028: ("trRamRPLow", [
        Field("trRamRPLow", 31, 2, "WARL", UNDEF,
              lambda build: Bits(30 if build["SRAM_WORDS"] else 0))]),
    0x02c: ("trRamRPHigh", [
        Field("trRamRPHigh", 31, 0, "WARL", UNDEF,
              lambda build: Bits(32 if build["SRAM_WORDS"] else 0))]),
    0x040: ("trRamData", [Field("trRamData", 31, 0, "RO", UNDEF, ZERO)]),
    0xe00: ("ntRamError", [Field("ntRamError", 0, 0, "RO", 0, ZERO)]),
    0xe04: ("ntRamErrorAddressLow", [Field("ntRamErrorAddressLow", 31, 0, "RO", 0, ZERO)]),
    0xe08: ("ntRamErrorAddressHigh", [Field("ntRamErrorAddressHigh", 31, 0, "RO", 0, ZERO)]),
}

ATB = {
    0x000: ("trAtbBridgeControl", control("trAtbBridge") + [
        Field("trAtbBridgeID", 14, 8, "RW", UNDEF, bits(7)),
    ]),
    0x004: ("trAtbBridgeImpl", versions("trAtbBridge", 0xe) + [
        Field("trAtbBridgeAsyncFreq", 14, 12, "WARL", UNDEF, ZERO),
    ]),
}

# By the names of `ntrace registers`
COMPONENTS = {"funnel": FUNNEL, "pib": PIB, "ram": RAM, "atb": ATB}
PAGES = {FUNNEL_PAGE: FUNNEL, PIB_PAGE: PIB, RAM_PAGE: RAM, ATB_PAGE: ATB}


def everything():
    """Every register: page's base, address, name, fields."""
    for page, registers in PAGES.items():
        for offset, (name, fields) in registers.items():
            yield page << 12, page << 12 | offset, name, fields
