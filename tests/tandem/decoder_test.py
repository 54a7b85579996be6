# SPDX-License-Identifier: Apache-2.0
"""The second decoder against the vectors typed by hand, random groups whose meaning is known, and
each point of the text that is easily missed. libntrace is then judged by it (dump_test.py)."""
import unittest

from tests.lib import tier
from tests.tandem import vectors
from tests.tandem.decoder import Parameters, decode
from tests.tandem.make_groups import ALL_PARAMETERS, Maker, to_bytes
from tests.tandem.violations import violations, warnings

RV64, RV32, RV32_34 = Parameters(64, 64, 64), Parameters(32, 64, 32), Parameters(32, 64, 34)
STREAMS = 400 if tier.WHOLE else 40  # of each parameters


def plain(group):
    """Without offsets."""
    return [(field.kind, field.key, field.value) for field in group.fields]


def read(text, parameters=RV64):
    return decode(vectors.data(text), parameters)


class VectorsTest(unittest.TestCase):
    def check(self, vector):
        with self.subTest(vector.name):
            data = vectors.data(vector.hex)
            trace = decode(data, RV64)
            self.assertEqual((trace.error, violations(trace)), (None, []))
            self.assertEqual([plain(group) for group in trace.groups], [vector.fields])
            self.assertEqual(b"\x01" + b"".join(to_bytes(*field, RV64) for field in vector.fields) +
                             b"\x02", data)

    def test_the_eight_examples_mean_what_the_text_says(self):
        for vector in vectors.EXAMPLES:
            self.check(vector)
            size = len(vectors.data(vector.hex))
            self.assertEqual(vectors.SIZE_OF_EXAMPLE.get(vector.name[:3], size), size)
        self.assertEqual([len(vectors.data(vector.hex)) for vector in vectors.EXAMPLES
                          if vector.name.startswith("C.7")], [64, 62])

    def test_each_slip_of_the_examples_gives_the_error_that_it_must(self):
        for slip in vectors.SLIPS:
            with self.subTest(slip.name):
                trace = read(slip.hex)
                if slip.error is not None:
                    self.assertEqual((trace.groups, trace.error), ([], (slip.error, slip.offset)))
                else:
                    self.assertIsNone(trace.error)
                    self.assertIn(("register", 0x1010, 0xffffffff12345678), plain(trace.groups[0]))

    def test_an_instruction_of_zeros_and_32_bits_is_a_warning(self):
        for vector in vectors.EXAMPLES:
            has = vector.name == "C.7 illegal instruction"
            self.assertEqual(warnings(read(vector.hex)), [("size of instruction", 11)] * has)

    def test_groups_of_another_maker(self):
        self.assertEqual(len(vectors.FOREIGN), 9)
        for vector in vectors.FOREIGN:
            self.check(vector)

    def test_all_vectors_one_behind_the_other(self):
        for end in ("02", ""):  # sent, or implied by the next begin
            data = b"".join(vectors.data(vector.hex)[:-1] + vectors.data(end)
                            for vector in vectors.EXAMPLES + vectors.FOREIGN)
            trace = decode(data + b"\x02" * (not end), RV64)
            self.assertIsNone(trace.error)
            self.assertEqual([plain(group) for group in trace.groups],
                             [vector.fields for vector in vectors.EXAMPLES + vectors.FOREIGN])


class SizesTest(unittest.TestCase):
    COLUMNS = [("rv64", 4, RV64), ("rv64c", 2, RV64), ("rv32", 4, RV32), ("rv32_34", 4, RV32_34)]

    @staticmethod
    def fields(row, insn, parameters):
        word = parameters.xlen // 8
        kinds = {"inc": [vectors.INCREMENT], "insn": [vectors.insn(insn, 3 if insn == 4 else 1)],
                 "pc": [vectors.pc(4)], "gpr": [vectors.gpr(1, 5)], "fpr": [vectors.fpr(1, 5)],
                 "csr": [vectors.csr(vectors.MIE, 5)], "fcsr": [("or", vectors.FCSR, 1)],
                 "paddr": [("physical", None, 8)], "eaddr": [("effective", None, 8)],
                 "memdata": [("store", word, 9)], "fpdata": [("store", 8, 9)],
                 "trap": vectors.ILLEGAL, "priv": [vectors.M_MODE]}
        return [field for name in row.fields.split() for field in kinds[name]]

    def test_the_table_of_sizes_follows_from_chapter_2(self):
        for row in vectors.SIZES:
            for column, insn, parameters in self.COLUMNS:
                if getattr(row, column) is None:
                    continue
                with self.subTest(f"{row.category}, {column}"):
                    fields = self.fields(row, insn, parameters)
                    size = getattr(row, column)
                    data = b"".join(to_bytes(*one, parameters) for one in fields)
                    self.assertEqual(1 + len(data) + 1, size)
                    trace = decode(b"\x01" + data + b"\x02\x01\x02", parameters)
                    self.assertEqual([group.offset for group in trace.groups], [0, size])
                    self.assertEqual(len(trace.groups[0].fields), len(fields))

    def test_the_printed_table_is_4_too_large_where_there_is_an_instruction(self):
        for row in vectors.SIZES:
            more = {"branch, jump": 10, "interrupt": 0}.get(row.category, 4)
            self.assertEqual(row.printed - row.rv64, more, row.category)


class TextTest(unittest.TestCase):
    """Bytes of a group, and what they are; RV64, FLEN 64 unless it is said."""

    def check_error(self, text, name, offset, parameters=RV64):
        self.assertEqual(read(text, parameters).error, (name, offset), text)

    def check_fine(self, text, parameters=RV64):
        trace = read(text, parameters)
        self.assertEqual((trace.error, violations(trace)), (None, []), text)
        return [field for group in trace.groups for field in plain(group)]

    def test_opcodes_that_are_not_defined(self):
        known = {*range(1, 12), 16, 17}
        for opcode in range(256):
            name = getattr(decode(bytes([1, opcode])).error, "name", None)
            self.assertEqual(name == "unknown opcode", opcode not in known, opcode)
        self.check_error("01 0c 02", "unknown opcode", 1)

    def test_identifiers_that_are_not_defined(self):
        for number in range(256):
            error = decode(bytes([1, 7, number, *[0] * 8, 2])).error
            self.assertEqual(error == ("unknown identifier", 2), number not in range(1, 11), number)

    def test_sizes_ops_and_results_that_are_not_defined(self):
        address = "01 08" + 8 * " 00"
        for both in range(256):
            size, op = both >> 4, both & 15
            name = getattr(read(f"{address} {both:02x}").error, "name", None)
            expected = "unknown op" if op > 13 else "unknown size" if size > 3 else "cut off"
            self.assertEqual(name, expected, hex(both))
            result, size = both >> 4, both & 15
            error = read(f"{address} 01 00 09 {both:02x} 02").error
            expected = "unknown size" if size > 3 else "unknown result" if result > 1 else None
            self.assertEqual(error, expected and (expected, 13), hex(both))

    def test_which_side_has_the_data_and_how_long(self):
        for op in range(14):
            for size in range(4):
                data = " aa" * (1 << size)
                of_request = data if op in (1, 3, *range(4, 13)) else ""
                of_response = data if op in (0, 2, 13, *range(4, 13)) else ""
                for result in (0, 1):  # a failed load has its data bytes too
                    fields = self.check_fine(f"01 08 {8 * '10'} {size}{op:x} {of_request} "
                                             f"09 {result}{size} {of_response} 02")
                    value = int(data.replace(" ", ""), 16)
                    request = 0x1010101010101010, value if of_request else None
                    response = result, value if of_response else None
                    self.assertEqual(fields, [("request", (op, size), request),
                                              ("response", size, response)])

    def test_a_response_follows_its_request_at_once(self):
        request = f"08 {8 * '00'} 00"
        self.check_fine(f"01 {request} 02")
        self.check_error(f"01 {request} 03 09 00 00 02", "response without request", 12)
        self.check_error(f"01 {request} 09 00 00 09 00 00 02", "response without request", 14)
        self.check_error(f"01 {request} 02 09 00 00", "response without request", 12)
        self.check_error("01 09 00 00 02", "response without request", 1)

    def test_privileges(self):
        for mode in range(256):
            error = decode(bytes([1, 7, 1, mode, 2])).error
            self.assertEqual(error, None if mode in (0, 1, 3) else ("unknown privilege", 3))

    def test_addresses_of_34_bits_take_5_bytes(self):
        for identifier in (2, 3, 9):
            fields = self.check_fine(f"01 07 0{identifier} ff ff ff ff 03 02", RV32_34)
            self.assertEqual(fields[0][2], 2 ** 34 - 1)
            self.check_error(f"01 07 0{identifier} 00 00 00 00 04 02", "address over MLEN", 7,
                             RV32_34)
        self.check_error("01 08 00 00 00 00 80 00 00 02", "address over MLEN", 6, RV32_34)
        self.assertEqual(self.check_fine("01 07 0a 04 00 00 80 02", RV32_34),
                         [vectors.pc(0x80000004)])

    def test_widths_of_registers(self):
        for xlen, flen, address, width in [
                (64, 64, "27 10", 8), (64, 32, "27 10", 4), (32, 64, "27 10", 8),
                (32, 32, "20 10", 4), (32, 64, "1f 10", 4), (64, 32, "1f 10", 8),
                (32, 64, "ff 0f", 4), (64, 0, "00 00", 8), (32, 64, "3f 10", 8)]:
            parameters = Parameters(xlen, flen, 64 if xlen == 64 else 32)
            fields = self.check_fine(f"01 04 {address} {width * ' 81'} 02", parameters)
            self.assertEqual(fields[0][2], int(width * "81", 16))

    def test_registers_that_are_not_there(self):
        for opcode in (4, 5, 6):
            self.check_error(f"01 0{opcode} 40 10", "unknown register", 2)
            self.check_error(f"01 0{opcode} ff ff", "unknown register", 2)
            for address in ("20 10", "3f 10"):
                self.check_error(f"01 0{opcode} {address}", "unknown register", 2,
                                 Parameters(64, 0, 64))

    def test_one_increment_has_a_sign_and_the_other_none(self):
        self.assertEqual(self.check_fine("01 05 01 10 ff 06 02 10 ff 02"),
                         [("add", 0x1001, -1), ("or", 0x1002, 255)])
        self.assertEqual(self.check_fine("01 05 01 10 80 05 02 10 7f 02"),
                         [("add", 0x1001, -128), ("add", 0x1002, 127)])

    def test_mtime_has_64_bits_on_rv32_too(self):
        self.assertEqual(self.check_fine("07 08 01 02 03 04 05 06 07 08", RV32),
                         [("mtime", None, 0x0807060504030201)])

    def test_a_cut_group_is_none(self):
        for vector in vectors.EXAMPLES + vectors.FOREIGN:
            data = vectors.data(vector.hex)
            for length in range(1, len(data)):
                trace = decode(data + data[:length])
                self.assertEqual(len(trace.groups), 1)
                self.assertEqual(trace.error, ("cut off", len(data) + length))

    def test_an_end_is_implied_by_a_begin_alone(self):
        trace = read("01 03 11 03 00 00 00 01 02")
        self.assertEqual([(group.offset, len(group.fields)) for group in trace.groups],
                         [(0, 2), (7, 0)])
        self.check_error("01 03 11 03 00 00 00", "cut off", 7)

    def test_fields_between_groups_are_no_group(self):
        trace = read("01 02 07 01 03 04 01 10" + 8 * " 01" + " 01 02 07 01 00")
        self.assertEqual([(group.offset, group.inside) for group in trace.groups],
                         [(0, True), (2, False), (16, True), (18, False)])

    def test_what_is_wrong_and_costs_nothing(self):
        insn, init, full = "11 03 00 00 00", "0b", "00 00 00 00 00 00 00 01"
        for text, *expected in [
                ("02", ("end without begin", 0)),
                ("01 02 02 01 02", ("end without begin", 2)),
                ("01 03 02", ("increment without instruction", 1)),
                ("03", ("increment without instruction", 0)),
                (f"{insn} 03", ("increment without instruction", 5)),
                (f"01 {insn} {insn} 02", ("changed twice", 6)),
                (f"01 {insn} 10 01 00 02", ("changed twice", 6)),
                (f"01 {insn} 03 03 02", ("changed twice", 7)),
                (f"01 {insn} 03 07 0a {full} 02", ("changed twice", 7)),
                (f"01 04 01 10 {full} 05 01 10 01 02", ("changed twice", 12)),
                ("01 06 01 10 01 06 01 10 02 02", ("changed twice", 5)),
                ("06 01 10 01 06 01 10 02", ("changed twice", 4)),
                ("01 06 03 00 01 06 01 00 01 02", ("changed twice", 5)),
                ("01 06 02 00 01 06 03 00 01 02", ("changed twice", 5)),
                ("01 06 00 01 01 06 00 03 01 02", ("changed twice", 5)),
                ("01 06 04 01 01 06 04 03 01 02", ("changed twice", 5)),
                ("01 06 44 01 01 06 44 03 01 02", ("changed twice", 5)),
                ("01 07 01 03 07 01 03 02", ("changed twice", 4)),
                ("01 07 04 01 07 05 01 00 02", ("changed twice", 4)),
                (f"01 07 02 {full} 07 02 {full} 02", ("changed twice", 11)),
                (f"01 04 00 10 {full} 02", ("x0 is not 0", 1)),
                ("01 05 00 10 ff 02", ("x0 is not 0", 1)),
                (init, ("initialization outside a group", 0)),
                (f"01 {init} {insn} 02", ("initialization with execution", 1)),
                (f"01 0a {init} 02", ("initialization with execution", 2))]:
            trace = read(text)
            self.assertEqual((trace.error, violations(trace)), (None, expected), text)

    def test_what_is_not_wrong(self):
        insn = "11 03 00 00 00"
        for text in ("", "01 02", f"01 {insn} 02", f"01 {insn} 03 02", f"01 03 {insn} 02",
                     "01 06 01 00 01 06 02 00 01 02", "01 04 00 10" + 8 * " 00" + " 02",
                     "01 06 01 10 01 01 06 01 10 01 02", "06 01 10 01 01 02 06 01 10 01",
                     "01 0b 06 01 10 01 02", f"{insn}"):
            self.check_fine(text)


class RandomTest(unittest.TestCase):
    def test_random_groups_are_read_as_they_were_made(self):
        kinds = set()
        for parameters in ALL_PARAMETERS:
            maker = Maker(1, parameters)
            for number in range(STREAMS):
                data, groups = maker.stream(12)
                trace = decode(data, parameters)
                self.assertEqual((trace.error, violations(trace), trace.groups), (None, [], groups),
                                 f"stream {number} of {parameters}: {data.hex(' ')}")
                kinds |= {(field.kind, field.key) for group in groups for field in group.fields}
        self.assertLessEqual({("request", (op, size)) for op in range(14) for size in range(4)},
                             kinds)
        self.assertLessEqual({("register", number) for number in range(0x1000, 0x1040)}, kinds)

    def test_what_is_wrong_in_wild_groups_costs_nothing(self):
        found = set()
        for parameters in ALL_PARAMETERS:
            maker = Maker(2, parameters, wild=True)
            for _ in range(STREAMS):
                data, groups = maker.stream(12)
                trace = decode(data, parameters)
                self.assertEqual((trace.error, trace.groups), (None, groups))
                found |= {problem.name for problem in violations(trace)}
        self.assertEqual(len(found), 6, found)

    def test_what_ends_before_the_damage_is_the_same(self):
        names = set()
        for parameters in ALL_PARAMETERS:
            maker = Maker(3, parameters)
            for _ in range(2 * STREAMS):
                data, groups = maker.stream(6)
                first, damaged = maker.damaged(data)
                trace = decode(damaged, parameters)
                whole = [group for group, after in zip(groups, groups[1:]) if after.offset < first]
                self.assertEqual(trace.groups[:len(whole)], whole, damaged.hex(" "))
                if trace.error:
                    names.add(trace.error.name)
                    self.assertGreaterEqual(trace.error.offset, groups[len(whole)].offset)
        self.assertGreaterEqual(len(names), 9, names)


if __name__ == "__main__":
    unittest.main()
