# SPDX-License-Identifier: Apache-2.0
"""The witnesses and the checker share no code with the golden model: no function of model/ is called
by their objects, and no header of it gives them more than the types that both need."""
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT

NEEDS = ("build/host.a",)


# What decides about right and wrong: round trip, rules, and how the decoder in them is set up.
JUDGES = ["sim/witness", "sim/check", "sim/decode/flow_options"]

# Headers of the model that they may include, and why.
HEADERS = {
    "model/config.h": "the build's parameters",
    "model/control/control.h": "the control fields as a struct, and their names",
    "model/control/apb.h": "the signals of the bus",
    "model/encoder/ingress.h": "the signals of the ingress port",
}
# Symbols that they may use, and why.
SYMBOLS = {
    "nt_control_fields": "the names of the fields, by which files and command line set them",
}
# The one way to the golden model: of an encoder whose pins alone are known.
GOLDEN = {
    "sim/witness/ingress_cycle.h": {"sim/ingress/golden.h"},  # hints, and trTeEmpty
}


def names(path, *options):
    """Symbols of objects."""
    done = subprocess.run(["nm", *options, "--format=posix", *map(str, path)], check=True,
                          capture_output=True, text=True)
    return {line.split()[0] for line in done.stdout.splitlines() if len(line.split()) > 1}


def objects(*folders):
    found = [path for folder in folders for path in
             [*(ROOT / "build/obj" / folder).glob("**/*.o"), ROOT / f"build/obj/{folder}.o"]
             if path.exists()]
    assert found, folders
    return found


def sources(*folders):
    return [path for folder in folders for path in
            [*(ROOT / folder).glob("**/*.[ch]"), *ROOT.glob(f"{folder}.[ch]")]]


def model_functions():
    return names(objects("model"), "--defined-only", "--extern-only")


def called(paths):
    """Functions and tables of the model that objects use."""
    return (names(paths, "--undefined-only") & model_functions()) - SYMBOLS.keys()


def inline_functions():
    text = "".join(path.read_text() for path in (ROOT / "model").glob("**/*.h"))
    return set(re.findall(r"^static inline [^(;]*?\b(nt_\w+)\(", text, re.M))


def inlined(text):
    return inline_functions() & set(re.findall(r"\bnt_\w+", text))


class IndependenceTest(unittest.TestCase):
    def test_no_function_of_the_model_is_called(self):
        self.assertEqual(called(objects(*JUDGES)), set())

    def test_no_inline_function_of_the_model_is_used(self):
        self.assertGreater(len(inline_functions()), 5)
        for path in sources(*JUDGES):
            self.assertEqual(inlined(path.read_text()), set(), path)

    def test_headers_of_the_model_give_types_alone(self):
        included = set()
        for path in sources(*JUDGES):
            for header in re.findall(r'#include "(model/\S+)"', path.read_text()):
                self.assertIn(header, HEADERS, path)
                included.add(header)
        self.assertEqual(included, HEADERS.keys())

    def test_the_golden_model_runs_for_hints_alone(self):
        for path in sources(*JUDGES):
            used = set(re.findall(r'#include "(sim/ingress/golden\S+|tb/\S+)"', path.read_text()))
            self.assertEqual(used, GOLDEN.get(str(path.relative_to(ROOT)), set()), path)

    def test_a_call_would_be_seen(self):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "judge.c"
            source.write_text('#include "model/encoder/qualify.h"\n'
                              "bool judge(const nt_ingress_latch *in, const nt_config *config);\n"
                              "bool judge(const nt_ingress_latch *in, const nt_config *config) {\n"
                              "    return nt_qualify_tracing(in) && nt_block_has_address(in->block, config);\n"
                              "}\n")
            subprocess.run(["gcc", "-std=c11", f"-I{ROOT}", f"-I{ROOT}/include", "-c", source,
                            "-o", f"{folder}/judge.o"], check=True)
            self.assertEqual(called([f"{folder}/judge.o"]), {"nt_qualify_tracing"})
            self.assertEqual(inlined(source.read_text()), {"nt_block_has_address"})


if __name__ == "__main__":
    unittest.main()
