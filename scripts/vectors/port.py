# SPDX-License-Identifier: Apache-2.0
"""The ingress kit: small programs, and what a hart's trace ingress port has to say of each. A program is assembled, a hart
of our own (port_hart.py) runs it, and what it shows other than in a line has to be what the program's author wrote."""
import re
import subprocess
import textwrap

from scripts.vectors import port_programs
from scripts.vectors.port_hart import Hart, Unknown, instructions
from scripts.vectors.tool import Wrong

NAME, SUFFIX = "port", "kit"
COUNTED = "part of the port"
BASE = 0x80000000     # where the programs are linked; nothing of them but lui depends on it
ADDRESS = re.compile(r"\b8000[0-9a-f]{4}\b")
LETTERS = {0: "u", 1: "s", 3: "m"}
CAUSES = {"1.0": "instruction address misaligned", "1.1": "instruction access fault", "1.2": "illegal instruction",
          "1.3": "breakpoint", "1.4": "load address misaligned", "1.5": "load access fault", "1.6": "store address misaligned",
          "1.7": "store access fault", "1.8": "environment call from U mode", "1.9": "environment call from S mode",
          "1.11": "environment call from M mode", "1.12": "instruction page fault",
          "2.1": "supervisor software interrupt", "2.3": "machine software interrupt"}
_RULES = [*(f"itype.{code}" for code in range(16)), *(f"cause.{cause}" for cause in CAUSES), "size.2", "size.4",
          "priv.u", "priv.s", "priv.m", "sijump", "trap.no-address", "trap.any-priv"]
REASONS = {"itype.6": "reserved where itype has 4 bits; where it has 3, it stands for 8, 10, 12, 13 and 14",
           "itype.7": "reserved"}
FEATURES = {"compressed": "instructions of 16 bits",
            "user": "U mode",
            "supervisor": "S mode, with its software interrupt in mip",
            "sijump": "the port reports sequentially inferable jumps by sijump",
            "paging": "Sv32 or Sv39",
            "misaligned": "loads and stores that are not aligned are exceptions",
            "taken-to-next": "the port tells a branch to the instruction behind it that is taken from one that is not",
            "absent": "nothing is at addresses below 4 and at 0x1f000: accesses are access faults",
            "clint": "a CLINT at 0x02000000: a store to its first word is a software interrupt",
            "ialign32": "jumps to half of a word are exceptions, since there are no instructions of 16 bits"}
ABSENT = {0, 1, 2, 3, 0x1f000}

# U and S mode get all of memory, where the hart has PMP. Where it has none, the first write traps to `begin`
PRELUDE = """
    .option push
    .option norvc
    la t0, 1f
    csrw mtvec, t0
    li t1, -1
    csrw pmpaddr0, t1
    li t1, 31
    csrw pmpcfg0, t1
    .balign 4
1:  j begin
    .option pop
"""
SOURCE = """
    .option norelax
    .globl begin
    .globl end
    .text
_start:
{prelude}
begin:
{text}
end:
    {end}
"""


def vectors():
    return port_programs.programs()


def rules():
    return _RULES


def call(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Wrong(f"{words[0]}: {done.stderr.strip()}")
    return done.stdout


def built(program, folder):
    """The linked file, and the addresses of `begin` and `end`."""
    source, part, elf = (folder / f"program.{kind}" for kind in ("s", "o", "elf"))
    source.write_text(SOURCE.format(prelude=PRELUDE if program.has_modes else "", text=program.text, end=program.end),
                      encoding="ascii")
    arch = f"rv{program.xlen}i{'c' if program.compressed else ''}_zicsr_zifencei"
    call("riscv64-unknown-elf-as", "-mno-relax", f"-march={arch}", f"-mabi={'ilp32' if program.xlen == 32 else 'lp64'}", "-o",
         part, source)
    call("riscv64-unknown-elf-ld", f"-melf{program.xlen}lriscv", f"-Ttext={BASE:#x}", "-e", f"{BASE:#x}", "-o", elf, part)
    lines = call("riscv64-unknown-elf-nm", elf).splitlines()
    symbols = {name: int(address, 16) for address, _, name in map(str.split, lines)}
    return elf, symbols["begin"], symbols["end"]


def steps_of(program, insns, begin, end):
    compressed = "ialign32" not in program.needs.split()
    hart = Hart(program.xlen, insns, BASE, begin, compressed, ABSENT)
    try:
        steps = hart.run(end)
    except Unknown as unknown:
        raise Wrong(f"{program.name}: {unknown}") from unknown
    shown = " ".join(str(step.itype) if step.size else f"{step.itype}:{step.cause}" for step in steps if step.itype)
    wanted = f"{program.types} {program.end_type}".strip()
    if shown != wanted:
        raise Wrong(f"{program.name}: its author wrote {wanted}, it shows {shown}")
    return steps


def place(address):
    """Relative to the program's first address, or as it is."""
    return f"{address - BASE:#x}" if BASE <= address < BASE + 0x10000 else f"={address:#x}"


def value(number):
    return f"+{number - BASE:#x}" if BASE <= number < BASE + 0x10000 else f"{number:#x}" if number else "0"


def sijump_of(program, step):
    """A hart that has sijump says so of each pair; of a return it is ignored, where itype has 4 bits."""
    if not step.pair:
        return ""
    return " sijump=1" if "sijump" in program.needs.split() and step.itype != 13 else " sijump=0|1"


def what_step(program, step):
    privs = "|".join(LETTERS[priv] for priv in step.privs or (step.priv,))
    if step.size:
        return f"{privs} size={step.size} itype={step.itype}{sijump_of(program, step)}"
    tvals = "|".join(dict.fromkeys(map(value, step.tvals)))
    return f"{privs} itype={step.itype} cause={step.cause}" + (f" tval={tvals}" if step.itype == 1 else "")


def words(text):
    """Of an instruction, with places in the program for its addresses."""
    return ADDRESS.sub(lambda match: f"{int(match[0], 16) - BASE:#x}", " ".join(text.split()))


def runs(rows):
    """(address, size, rest) with the same that follow each other counted."""
    made = []
    for address, size, rest in rows:
        if made and made[-1][2] == rest and size and made[-1][0] + made[-1][1] * made[-1][3] == address and made[-1][1] == size:
            made[-1][3] += 1
        else:
            made.append([address, size, rest, 1])
    return made


def listed(mark, rows):
    for address, _, rest, count in runs(rows):
        yield f"#{mark} {place(address)}{f'*{count}' if count > 1 else ''} {rest}"


def code_rows(insns):
    for insn in insns.values():
        absolute = "+base" if insn.name == "lui" and insn.words[1].startswith("0x80") else ""
        code = insn.code - (BASE if absolute else 0)
        yield insn.address, insn.size, f" {code:0{2 * insn.size}x}{absolute}  {words(insn.text)}"


def step_rows(program, steps):
    for step in steps:
        yield step.address, step.size, f"{what_step(program, step)}  {words(step.text)}"


def needs_of(program):
    return [f"xlen={program.xlen}", *program.needs.split(), *(["compressed"] if program.compressed else [])]


def exercised(steps):
    made = set()
    for before, step in zip([None, *steps], steps):
        made.add(f"itype.{step.itype}")
        made.update(f"priv.{LETTERS[priv]}" for priv in [step.priv])
        if step.size:
            made.add(f"size.{step.size}")
        else:
            made.add(f"cause.{step.itype}.{step.cause}")
            if step.itype == 2 and before is not None and before.itype:
                made.add("trap.no-address")
            if len(step.privs) > 1:
                made.add("trap.any-priv")
        if step.pair:
            made.add("sijump")
    return made


def head(program, has):
    yield f"#= vector {program.name}"
    yield f"#= unit {NAME}"
    for line in textwrap.wrap(program.shows, 100):
        yield f"#= shows {line}"
    yield f"#= clause {program.clause}"
    yield f"#= needs {' '.join(needs_of(program))}"
    for line in textwrap.wrap(" ".join(has), 100):
        yield f"#= rules {line}"


def render(program, folder):
    elf, begin, end = built(program, folder)
    insns = instructions(elf)
    steps = steps_of(program, insns, begin, end)
    has = [rule for rule in _RULES if rule in exercised(steps)]
    lines = [*head(program, has), "", "# Program", *listed(":", code_rows(insns)), "", "# Expected",
             *listed(">", step_rows(program, steps))]
    return "\n".join(lines) + "\n", has


def lists(texts):
    """The features, each with the number of programs that need it."""
    needed = [line.split()[2:] for text in texts for line in text.splitlines() if line.startswith("#= needs ")]
    rows = [f"{name:<14} {sum(name in words for words in needed):>8}  {meaning}" for name, meaning in FEATURES.items()]
    return {"features.txt": "# What a program may need of a hart: feature, number of programs, meaning. Made by "
                            "scripts/vectors/make.py.\n" + "\n".join(rows) + "\n"}
