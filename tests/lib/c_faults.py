# SPDX-License-Identifier: Apache-2.0
"""Faults in copies of C code, such as the golden model, that are chosen at run time, by the number that
tests/lib/faults.py has for those of the RTL: each function that a fault changes stands there once more."""
import re
import subprocess
from pathlib import Path

from tests.lib.catalogue import ROOT

# As clang-format lays them out: type, name and parameters, the body's end
FUNCTION = re.compile(r"^(?P<head>[a-z][\w \n*]*?\b\**(?P<name>\w+)\((?P<parameters>[^;{}]*?)\)) \{\n.*?^\}\n",
                      re.M | re.S)
WARNINGS = """#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wunused-variable"
"""
CHOICE = WARNINGS + """#include <stdlib.h>
static int nt_fault;
__attribute__((constructor)) static void nt_fault_choose(void) {
    const char *text = getenv("NT_MUTANT");
    nt_fault = text == NULL ? 0 : atoi(text);
}
"""


def _functions(text):
    return {match["name"]: match for match in FUNCTION.finditer(text)}


def _without(text, functions):
    for match in reversed(functions.values()):
        text = text[:match.start()] + text[match.end():]
    return text


def _arguments(match):
    return ", ".join(re.search(r"(\w+)(\[\w*\])?$", one)[1] for one in match["parameters"].split(",")
                     if one != "void")


def _variant(match, name, number):
    """The function of a faulty copy, by another name."""
    head = match["head"].removeprefix("static ")
    return "static " + re.sub(rf"\b{name}\(", f"{name}_{number}(", head, count=1) + \
        match[0][len(match["head"]):] + "\n"


def choice_in_memory(address):
    """For a program without an environment, such as a firmware: the number is a word of memory."""
    return f"{WARNINGS}#define nt_fault (*(volatile int *){address:#x}u)\n"


def with_choices(text, faulty, choice=CHOICE):
    """`faulty`: the texts with a fault, by its number. What differs lies in functions."""
    functions = _functions(text)
    calls, variants = {}, {}
    for number, other in faulty.items():
        changed = _functions(other)
        if _without(other, changed) != _without(text, functions) or list(changed) != list(functions):
            raise AssertionError(f"fault {number} changes more than bodies of functions")
        for name, match in changed.items():
            if match[0] != functions[name][0]:
                call = f"{name}_{number}({_arguments(functions[name])});"
                is_void = re.match(rf"(static )?void {name}\(", functions[name]["head"])
                does = f"{call}\n        return;" if is_void else f"return {call}"
                calls.setdefault(name, []).append(f"    if (nt_fault == {number}) {{\n        {does}\n    }}\n")
                variants.setdefault(name, []).append(_variant(match, name, number))
    for name, match in reversed(functions.items()):
        if name in calls:
            head, body = match[0].split(" {\n", 1)
            new = "".join(variants[name]) + f"{head} {{\n" + "".join(calls[name]) + body
            text = text[:match.start()] + new + text[match.end():]
    return choice + text


def put_choices(folder, faults, choice=CHOICE):
    """Puts into a copy of folders of the tree, such as folder/model, all of the faults: lists of file,
    text that is there once, text that is there then. Number N, from 1 on, is there with NT_MUTANT=N, or
    as `choice` has it."""
    sources = {}
    for number, changes in enumerate(faults, 1):
        for file, old, new in changes:
            faulty = sources.setdefault(file, {})
            text = faulty.get(number) or (ROOT / file).read_text(encoding="utf-8")
            if text.count(old) != 1:
                raise AssertionError(f"{text.count(old)} times in {file}: {old}")
            faulty[number] = text.replace(old, new)
    for file, faulty in sources.items():
        text = (ROOT / file).read_text(encoding="utf-8")
        (Path(folder) / file).write_text(with_choices(text, faulty, choice), encoding="utf-8")


# What build/host.a needs of others (Makefile, LIBS)
LIBRARIES = "-ldw -lelf -lzstd -lz -ljansson -lmd -lm".split()


def make_program(folder, faults, *words):
    """Builds a program in `folder` that has all of the faults, as for put_choices, beside what is built of
    the tree; `words`: its object with main, and more for the linker. Its path."""
    files = sorted({file for changes in faults for file, _, _ in changes})
    for file in files:
        (Path(folder) / file).parent.mkdir(parents=True, exist_ok=True)
    put_choices(folder, faults)
    program = Path(folder) / "program"
    subprocess.run(["gcc", "-std=c11", "-D_GNU_SOURCE", "-O1", "-fno-lto", "-I.", "-Iinclude",
                    *(Path(folder) / file for file in files), *words, "build/host.a", *LIBRARIES,
                    "-o", program], cwd=ROOT, check=True)
    return program


def make_ntrace(folder, faults):
    """Does so for ntrace, by its name."""
    return make_program(folder, faults, "build/obj/sim/main.o").rename(Path(folder) / "ntrace")
