# SPDX-License-Identifier: Apache-2.0
"""`ntrace vectors judge` of tandem groups takes a stream that differs from the golden model's in any freedom that the
text leaves, and refuses damage. `make nightly` takes all vectors and every kind of damage."""
import random
import re
import tempfile
import unittest
from pathlib import Path

from tests.lib.bench import run
from tests.lib.tier import WHOLE
from tests.sim.vectors import damage_table
from tests.sim.vectors.tv_damages import SAME_AGAIN, all_kinds
from tests.sim.vectors.tv_streams import FOLDER, Stream, judge

DAMAGES = 400 if WHOLE else 40


# Freedoms: the groups in another form, or None where there is nothing to change

def reversed_fields(stream):
    return [["begin", *[line for line in group[1:] if line != "end"][::-1], *group[-1:]] if group[-1] == "end"
            else ["begin", *group[:0:-1]] for group in stream.groups]


def implied_ends(stream):
    return [[line for line in group if line != "end"] for group in stream.groups[:-1]] + stream.groups[-1:]


def ends_sent(stream):
    return [group if group[-1] == "end" else [*group, "end"] for group in stream.groups]


def empty_groups(stream):
    return [lines for group in stream.groups for lines in (["begin", "end"], [*group])]


def pc_given(stream):
    """Where the pc is known, each instruction tells it."""
    pc, groups, changed = None, [], False
    for group in stream.groups:
        size = 4 if any(line.startswith("insn32") for line in group) else 2
        given = [line for line in group if line.startswith("pc = ")]
        pc = int(given[0].split()[2], 0) if given else pc + size if pc is not None and "increment-pc" in group else pc
        changed |= pc is not None and "increment-pc" in group
        groups.append([f"pc = {pc:#x}" if line == "increment-pc" and pc is not None else line for line in group])
    return groups if changed else None


def forms(stream, name, form):
    """Each line as `form` makes it of the register, what it was told before, and what it is now."""
    known, groups, changed = {}, [], False
    for group in stream.groups:
        groups.append([])
        if "reset" in group:
            known = {}
        for line in group:
            found = re.fullmatch(r"(\w+) ([+|]?=) (-?\w+)", line)
            if found and re.fullmatch(name, found[1]):
                register, how, old = found[1], found[2], known.get(found[1])
                value = int(found[3], 0)
                new = value if how == "=" else None if old is None else (old + value) % 2**stream.xlen if how == "+=" else old | value
                known[register] = new
                other = form(register, old, new, line)
                changed |= other != line
                line = other
            groups[-1].append(line)
    return groups if changed else None


def in_full(stream):
    return forms(stream, r"[astg]p?\d*", lambda register, old, new, line: f"{register} = {new:#x}" if new is not None else line)


def by_offset(stream):
    return forms(stream, r"[astg]p?\d*", lambda register, old, new, line: f"{register} += {new - old}"
                 if old is not None and -128 <= new - old < 128 else line)


def by_mask(stream):
    return forms(stream, r"[astg]p?\d*", lambda register, old, new, line: f"{register} |= {new & ~old:#x}"
                 if old is not None and old | new == new and new & ~old < 256 else line)


def each(stream, old, new):
    """Every line that is so, another way."""
    groups = [[re.sub(f"^(?:{old})$", new, line) for line in group] for group in stream.groups]
    return groups if groups != stream.groups else None


def fflags(stream):
    return each(stream, r"fcsr (\|= .*)", r"fflags \1")


def responses(stream):
    groups = [[lines for line in group for lines in
               ([line, f"response {line.split()[2]} success"] if line.startswith("request") else [line])] for group in stream.groups]
    return groups if groups != stream.groups else None


def smaller_stores(stream):
    """What initializes memory comes in bytes."""
    groups = []
    for group in stream.groups:
        found = [line.split() for line in group if line.startswith("request store") and line.split()[2] != "8"]
        if not found:
            groups.append(group)
            continue
        address, data, size = int(found[0][3], 0), int(found[0][4], 0), int(found[0][2])
        groups += [["begin", "initialize", f"request store 8 {address + i:#x} {data >> 8 * i & 255:#x}", "end"]
                   for i in reversed(range(size // 8))]
    return groups if groups != stream.groups else None


def outside(stream):
    """What initializes stands between groups, in no order."""
    groups = [[line for line in group if line not in ("begin", "end", "initialize")] if "initialize" in group else group
              for group in stream.groups]
    return groups if groups != stream.groups else None


def joined(stream):
    """Two groups that initialize are one."""
    for i, (first, second) in enumerate(zip(stream.groups, stream.groups[1:])):
        if "initialize" in first and "initialize" in second:
            return [*stream.groups[:i], [*first[:-1], *second[2:]], *stream.groups[i + 2:]]
    return None


def physical_pcs(stream):
    return [group if not any(line.startswith("insn") for line in group) else [group[0], "pc-paddr = 0x80000000", *group[1:]]
            for group in stream.groups]


FREEDOMS = (reversed_fields, implied_ends, ends_sent, empty_groups, pc_given, in_full, by_offset, by_mask, fflags,
            responses, smaller_stores, outside, joined, physical_pcs)


# Damage: groups, which may be changed in place; nothing where there is nothing to damage

def drop_field(groups, chance):
    group = chance.choice(groups)
    lines = [at for at, line in enumerate(group) if line not in ("begin", "end")]
    del group[chance.choice(lines)]


def drop_group(groups, chance):
    del groups[chance.randrange(len(groups))]


def double_group(groups, chance):
    at = chance.randrange(len(groups))
    if "initialize" not in groups[at]:  # twice the same state is no other state
        groups.insert(at, groups[at])


def swap_groups(groups, chance):
    at = chance.randrange(len(groups))
    groups[at - 1], groups[at] = groups[at], groups[at - 1]


def another_value(groups, chance):
    group = chance.choice(groups)
    at = chance.randrange(len(group))
    found = re.search(r"0x([0-9a-f]+)$", group[at])
    if found:
        place = chance.randrange(len(found[1]))
        digit = int(found[1][place], 16) ^ chance.choice((1, 2, 4, 8))
        group[at] = group[at][:found.start(1)] + found[1][:place] + f"{digit:x}" + found[1][place + 1:]


def another_register(groups, chance):
    group = chance.choice(groups)
    at = chance.randrange(len(group))
    for old, new in (("gp = ", "tp = "), ("mepc", "mtval"), ("mcause", "mip"), ("a2 = ", "a3 = "), ("ft7", "ft6"), ("paddr", "eaddr"),
                     ("privilege = 3", "privilege = 1"), ("privilege = 0", "privilege = 3"), ("store64", "store32"),
                     ("insn32 0x0000", "insn16 0x"), ("gp += 127", "gp += 126"), ("fcsr", "mie"), ("mcycle", "minstret")):
        if group[at].startswith(old):
            group[at] = group[at].replace(old, new)
            return


def invented(groups, chance):
    group = chance.choice(groups)
    if "reset" not in group:
        group.insert(1, chance.choice(("s11 = 0x5", "eaddr = 0x80", "mtime = 0x1", "privilege = 1", "store8 = 0x5", "ft3 = 0x1",
                                       "mscratch = 0x7", "insn32 0x00000033", "pc = 0x4", "s10 += 1", "request store 8 0x40 0x1")))


DAMAGE = (drop_field, drop_group, double_group, swap_groups, another_value, another_register, invented)


class TandemJudgeTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def judge(self, path, stream, groups):
        return judge(self.folder, path, stream, groups)

    def test_every_freedom_of_the_text_is_taken(self):
        tried = {freedom.__name__: 0 for freedom in FREEDOMS}
        for number, path in enumerate(sorted(FOLDER.glob("*.pins"))):
            stream = Stream(path)
            for place, freedom in enumerate(FREEDOMS):
                name = freedom.__name__
                groups = None if not stream.groups or not WHOLE and tried[name] > 1 and (number + place) % 8 else freedom(stream)
                if groups is None or groups == stream.groups:
                    continue
                with self.subTest(f"{path.stem} {name}"):
                    status, said = self.judge(path, stream, groups)
                    tried[name] += 1
                    self.assertEqual(status, 0, f"{said}\n{groups}")
                    self.assertIn("conformant", said)
        self.assertTrue(all(tried.values()), tried)

    def test_damage_is_refused(self):
        chance = random.Random(1)
        paths = [path for path in sorted(FOLDER.glob("*.pins")) if path.stem != SAME_AGAIN]
        refused, wrong = dict.fromkeys((kind.__name__ for kind in DAMAGE), 0), []
        while sum(refused.values()) < DAMAGES and len(wrong) < 5:
            path, kind = chance.choice(paths), chance.choice(DAMAGE)
            stream = Stream(path)
            groups = [[*group] for group in stream.groups]
            kind(groups, chance)
            if groups == stream.groups:
                continue
            status, said = self.judge(path, stream, groups)
            refused[kind.__name__] += status == 1
            if status in (0, 2):
                wrong.append((path.stem, kind.__name__, groups, said))
        self.assertEqual(wrong, [])
        self.assertTrue(all(refused.values()), refused)

    def test_each_kind_of_damage_is_refused_as_the_table_has_it(self):
        self.assertEqual(*damage_table.found(damage_table.TANDEM))
        self.assertGreater(sum(map(len, all_kinds().values())), 60)

    def test_bytes_that_are_cut_or_no_opcode_are_refused_with_their_offset(self):
        path = FOLDER / "tv-example-add.pins"
        run("vectors", "emit", path, "--bytes", "-o", self.folder / "whole")
        whole = (self.folder / "whole").read_bytes()
        for data, found in ((whole[:-1], "cut"), (whole[:7] + b"\x82" + whole[8:], "unknown-opcode  offset 7"),
                            (whole + b"\x02", "end-alone  offset 19"), (b"", "empty")):
            (self.folder / "tv").write_bytes(data)
            done = run("vectors", "judge", path, "--bytes", self.folder / "tv")
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn(found, done.stdout)


if __name__ == "__main__":
    unittest.main()
