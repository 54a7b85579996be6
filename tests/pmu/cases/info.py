# SPDX-License-Identifier: Apache-2.0
"""num_counters (FID 0), get_info (FID 1), and functions that there are not."""
from tests.pmu.vocabulary import (CYCLES, FIRMWARE_COUNTERS, FIXED, INVALID_PARAM, NOT_SUPPORTED,
                                  NUMBER, PROGRAMMABLE, call, get_info, match, num_counters, one,
                                  row, start, top)

WIDTH_64 = 63 << 12


def firmware(xlen):
    return top(xlen)


def type_and_reserved(xlen):
    """What a caller may look at where the type is firmware."""
    return (1 << xlen) - 1 & ~0x3FFFF


def beyond():
    yield from ((f"{number:#x}", number) for number in (
        1, NUMBER, NUMBER + 1, 63, 64, 255, 0xC00, 1 << 31, 1 << 32, 1 << 32 | 3, 1 << 63,
                                                        (1 << 63) + 3))
    yield from (("all-ones", -1), ("minus-32", -32), ("minus-61", -61))


def rows():
    yield row("num/answer", "FID 0: number of counters", num_counters())
    yield row("num/arguments", "FID 0 has no arguments",
              call(0, -1, -1, -1, -1, -1, -1, value=NUMBER))
    yield row("num/configured", "number of counters, not of free ones",
              match(one(3), CYCLES, 3), start(one(3)), num_counters())
    for counter in (*FIXED, *PROGRAMMABLE):
        yield row(f"info/{counter}", "FID 1: CSR, width, type 0",
                  get_info(counter, 0xC00 + counter | WIDTH_64))
    for counter in FIRMWARE_COUNTERS:
        yield row(f"info/{counter}", "FID 1: type 1", get_info(counter, firmware,
                                                               mask=type_and_reserved))
    yield row("info/firmware-csr-and-width", "decided: CSR 0, width 63 on RV32 too",
              *(get_info(counter,
                         lambda xlen: top(xlen) | WIDTH_64) for counter in FIRMWARE_COUNTERS))
    for name, number in beyond():
        yield row(f"info/no-counter-{name}", "FID 1: INVALID_PARAM",
                  get_info(number, error=INVALID_PARAM))
    yield row("info/arguments", "FID 1 has one argument",
              call(1, 3, -1, -1, -1, -1, -1, value=0xC03 | WIDTH_64))
    yield row("info/running", "the details of a counter do not change",
              match(one(3), CYCLES, 3), start(one(3)), get_info(3, 0xC03 | WIDTH_64))
    for fid in (9, 10, 15, 16, 63, 255, 0x100, 1 << 31, 1 << 32, 1 << 32 | 1, 1 << 63):
        yield row(f"fid/{fid:#x}", "chapter Binary Encoding: NOT_SUPPORTED",
                  call(fid, 0, 1, error=NOT_SUPPORTED))
    for fid in (-1, -2):
        yield row(f"fid/minus{fid}", "chapter Binary Encoding: NOT_SUPPORTED",
                  call(fid, 0, 1, error=NOT_SUPPORTED))
