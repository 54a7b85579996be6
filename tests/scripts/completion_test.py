# SPDX-License-Identifier: Apache-2.0
"""Completion of the command line, made of the table of commands: shells are asked for it."""
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT

# _arguments and _describe of zsh's completion system, as far as this needs them: they print what
# they are given.
ZSH = """
_arguments() { print -rl -- "$@" }
_describe() { print -rl -- ${(P)2} }
words=("${(@)argv[2,-1]}")
CURRENT=$#words
set --
source $COMPLETION
"""
BASH = """
source "$COMPLETION"
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_ntrace
printf '%s\\n' "${COMPREPLY[@]}"
"""


def table():
    return json.loads(subprocess.check_output([ROOT / "build/ntrace", "help", "--json"]))


def leaves(commands):
    for command in commands:
        yield from leaves(command["commands"]) if "commands" in command else [command]


class CompletionTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.table = table()
        (cls.folder / "trace one.nex").touch()
        (cls.folder / "results").mkdir()
        for shell in ("bash", "zsh"):
            made = subprocess.run([ROOT / "scripts/completion.py", shell, ROOT / "build/ntrace"], check=True, text=True,
                                  input=json.dumps(cls.table), stdout=subprocess.PIPE)
            (cls.folder / shell).write_text(made.stdout, encoding="utf-8")

    def ask(self, shell, script, *words):
        done = subprocess.run([shell, "-c", script, shell, *words], cwd=self.folder, text=True, check=True,
                              capture_output=True,
                              env={**os.environ, "COMPLETION": str(self.folder / shell)})
        self.assertEqual(done.stderr, "")
        return done.stdout.splitlines()

    def bash(self, *words):
        return sorted(word for word in self.ask("bash", BASH, "ntrace", *words) if word)

    def zsh(self, *words):
        return self.ask("zsh", ZSH, "zsh", "ntrace", *words)

    def test_bash_names_commands_and_their_own_commands(self):
        self.assertEqual(self.bash("deco"), ["decode"])
        self.assertEqual(self.bash("tv", "ver"), ["verify"])
        self.assertEqual(self.bash("help", "tv", "to"), ["to-ntr", "to-rvvi"])
        names = {row["name"] for row in self.table}
        self.assertEqual(set(self.bash("")), names | {"help", "--help", "--version"})

    def test_bash_names_each_option_of_each_command(self):
        for row in leaves(self.table):
            with self.subTest(command=row["name"]):
                self.assertEqual(self.bash(*row["name"].split(), "--"),
                                 sorted(f"--{option['name']}" for option in row["options"]))

    def test_bash_names_what_an_option_may_be(self):
        self.assertEqual(self.bash("decode", "--to", "fl"), ["flame"])
        self.assertEqual(self.bash("decode", "-t", "l"), ["lcov"])
        self.assertEqual(self.bash("lockstep", "--config", "rv32-"), ["rv32-min"])
        self.assertEqual(self.bash("lockstep", "--wave-format", ""), ["fst", "vcd"])
        self.assertEqual(self.bash("tv", "dump", "--xlen", "3"), ["32"])
        self.assertEqual(self.bash("encode", "--limit", ""), [])

    def test_bash_takes_a_value_behind_an_equals_sign_and_a_list_by_commas(self):
        self.assertEqual(self.bash("vectors", "list", "--mode", "=", "h"), ["htm"])
        self.assertEqual(self.bash("vectors", "list", "--mode", "="), ["btm", "htm"])
        self.assertEqual(self.bash("decode", "--image", "=", "tr"), ["trace one.nex"])
        self.assertEqual(self.bash("vectors", "list", "--without", "src,tr"), ["src,triggers"])
        self.assertEqual(self.bash("vectors", "list", "--without", "=", "tstamp,src,tr"), ["tstamp,src,triggers"])
        self.assertEqual(self.bash("vectors", "list", "--mode", "btm,"), ["btm,btm", "btm,htm"])

    def test_both_name_fields_and_vectors(self):
        self.assertEqual(self.bash("encode", "--set", "trTeInstMo"), ["trTeInstMode="])
        self.assertEqual(self.bash("check", "-s", "trTeInstEnRep"), ["trTeInstEnRepeatedHistory="])
        self.assertEqual(self.bash("encode", "--set", "trTeEmp"), [])  # which cannot be set
        self.assertEqual(self.bash("vectors", "emit", "addr-12-bits"), ["addr-12-bits", "addr-12-bits-rv32"])
        self.assertEqual(self.bash("registers", "trTeCont"), ["trTeContext", "trTeControl"])
        self.assertEqual(self.bash("registers", "trTeEmp"), ["trTeEmpty"])
        self.assertEqual(self.bash("vectors", "list", "--without", "tr"), ["triggers"])
        self.assertEqual(self.bash("vectors", "judge", "-u", "t"), ["tv"])
        self.assertEqual(self.bash("lockstep", "--unit", "hp"), ["hpm"])
        self.assertTrue(any(" addr-12-bits " in line for line in self.zsh("vectors", "judge", "")))
        self.assertTrue(any("trTeInstMode=" in line for line in self.zsh("encode", "-")))

    def test_bash_names_files_and_folders_where_they_are_taken(self):
        self.assertEqual(self.bash("decode", "tr"), ["trace one.nex"])
        self.assertEqual(self.bash("decode", "--image", "tr"), ["trace one.nex"])
        self.assertEqual(self.bash("regress", "-o", ""), ["results"])

    def test_zsh_names_commands_and_each_option(self):
        names = [line.split(":")[0] for line in self.zsh("")]
        self.assertEqual(names, [row["name"] for row in self.table] + ["help"])
        self.assertIn("verify", [line.split(":")[0] for line in self.zsh("tv", "")])
        for row in leaves(self.table):
            lines = self.zsh(*row["name"].split(), "-")
            wanted = {f"*--{option['name']}" for option in row["options"]}
            wanted |= {f"*-{option['letter']}" for option in row["options"] if option["letter"]}
            with self.subTest(command=row["name"]):
                self.assertEqual({line.split("[")[0] for line in lines[:-1]}, wanted)
        self.assertTrue(any(line.endswith(":to:(pc insn calls folded flame perfetto stats lcov json ranges)")
                            for line in self.zsh("decode", "-")))


if __name__ == "__main__":
    unittest.main()
