# SPDX-License-Identifier: Apache-2.0
"""What rtl/config/parameters.txt allows and forbids, scripts/config.py and the RTL's own checks at
elaboration allow and forbid alike: at each border, just inside and one step outside."""
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from scripts import config  # noqa: E402 (the path comes first)
from scripts.rtl_files import files_of, includes, text_of  # noqa: E402
from scripts.schema import Bad, Parameter, Rule, modules  # noqa: E402
from tests.lib.borders import Borders  # noqa: E402
from tests.lib.faults import put_fault  # noqa: E402
from tests.lib.tier import WHOLE  # noqa: E402

MODULES = modules()
STEPS = 6 if WHOLE else 2  # over the border of each rule, by each parameter in it
# Those whose parameters go on to a module inside: one step outside is enough, each was tried there.
PASS_ON = {"nt_trace_encoder", "nt_system"}


def elaborate(module, values, rtl=ROOT / "rtl"):
    """Icarus' complaints about a module; none where it elaborates."""
    files = files_of(module, str(rtl))
    return subprocess.run(
        ["iverilog", "-g2005", "-t", "null", "-s", module, *includes(str(rtl)),
         *(f"-P{module}.{name}={value}" for name, value in values.items()), *files],
        capture_output=True, text=True, check=False).stderr


def refusal(complaints):
    """Whether the elaboration stopped at a check of parameters, and at nothing else before."""
    stops = re.findall(r"Unknown module type: (\w+)", complaints)
    return bool(stops) and all(name.endswith("_parameters_out_of_range") for name in stops)


def points(schema, names=None):
    """(values, what is wrong with them or None) at the borders; only those about `names`."""
    borders = Borders(schema, STEPS)
    about = [(one.name, borders.of_parameter(one)) for one in schema.parameters]
    about += [(" ".join(rule.names), borders.of_rule(rule)) for rule in schema.rules]
    seen = []
    for name, pairs in about:
        if names is not None and not set(name.split()) & set(names):
            continue
        for inside, outside in pairs:
            # RTL takes what is not outside, where the borders of two parameters are one
            for values in (inside, outside):
                if values not in seen and (values is outside or schema.module not in PASS_ON):
                    seen.append(values)
                    yield name, values, schema.complaint(values)
            if schema.module in PASS_ON:
                break


def disagreements(schema, rtl=ROOT / "rtl", names=None):
    """Points where the RTL's checks say otherwise than the schema, in words."""
    found = list(points(schema, names))
    with ThreadPoolExecutor(max_workers=2) as pool:
        answers = pool.map(lambda point: elaborate(schema.module, point[1], rtl), found)
        for (name, values, wrong), answer in zip(found, answers):
            if refusal(answer) if wrong else answer == "":
                continue
            told = " ".join(f"{key}={value}" for key, value in values.items())
            yield (f"{schema.module}, {name}: {wrong or 'legal'}, but RTL " +
                   (f"says {answer.splitlines()[0]}" if answer else "takes it") + f": {told}")


class BordersTest(unittest.TestCase):
    def test_rtl_refuses_what_the_list_forbids_and_takes_the_rest(self):
        for module, schema in MODULES.items():
            with self.subTest(module):
                self.assertEqual(list(disagreements(schema)), [])

    def test_every_check_of_parameters_in_the_rtl_is_in_the_list(self):
        checks = {name for path in (ROOT / "rtl").rglob("*.v") for name in
                  re.findall(r"(\w+)_parameters_out_of_range", path.read_text(encoding="utf-8"))}
        self.assertEqual(checks | PASS_ON, set(MODULES))

    def test_every_parameter_of_a_module_is_in_the_list(self):
        for module, schema in MODULES.items():
            if module == "nt_serializer_wide":  # checks what differs from nt_serializer alone
                continue
            text = text_of(files_of(module, str(ROOT / "rtl"))[0])
            head = re.split(r"// [^\n]*derived; do not set", text.split("\n) (")[0],
                            flags=re.I)[0]
            names = re.findall(r"^    parameter (?:integer|\[31:0\]) (\w+) ", head, re.M)
            with self.subTest(module):
                self.assertEqual(sorted(names), sorted(schema.names()))

    def test_a_check_that_is_too_loose_or_too_tight_is_seen(self):
        for module, file, old, new, name in [
                ("nt_encoder", "nt_encoder.v", "NBLOCKS > 4", "NBLOCKS > 5", "NBLOCKS"),
                ("nt_encoder", "nt_encoder.v", "ICNT_W < IRETIRE_W + 1", "ICNT_W < IRETIRE_W",
                 "ICNT_W"),
                ("nt_encoder", "nt_encoder.v", "(1 << PERIOD_W) > HIST_W",
                 "(1 << PERIOD_W) >= HIST_W", "PERIOD_W"),
                ("nt_pib", "transport/nt_pib.v", "BYTES != 4 && BYTES != 8", "BYTES != 4",
                 "BYTES"),
                ("nt_system", "nt_system.v", ".STACK_DEPTH(STACK_DEPTH)", ".STACK_DEPTH(0)",
                 "STACK_DEPTH")]:
            with self.subTest(new), tempfile.TemporaryDirectory() as folder:
                rtl = Path(shutil.copytree(ROOT / "rtl", Path(folder) / "rtl"))
                put_fault(rtl, file, old, new)
                found = next(disagreements(MODULES[module], rtl, [name]), "")
                self.assertIn(name, found)


class CTest(unittest.TestCase):
    def test_what_c_says_of_a_file_of_parameters_is_what_python_says(self):
        encoder = MODULES["nt_encoder"]
        words = {rule.words for rule in encoder.rules} | {
            f"{one.name} is {one.words()}" for one in encoder.parameters}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "other.cfg"
            for _, values, wrong in points(encoder):
                if min(values.values()) < 0:
                    continue
                config.write(values, str(path))
                done = subprocess.run([ROOT / "build/ntrace", "registers", "--json", "--config",
                                       path], capture_output=True, text=True, check=False)
                with self.subTest(values):
                    if wrong is None:
                        self.assertEqual((done.returncode, done.stderr), (0, ""))
                        continue
                    self.assertEqual(done.returncode, 2)
                    told = done.stderr.strip().split(f"{path}: ")[1]
                    self.assertIn(told, words)
                    self.assertEqual(told, re.sub(" = \\d+:", " is", wrong))


class FilesTest(unittest.TestCase):
    def setUp(self):
        self.rv64 = config.read(str(ROOT / "rtl/config/rv64.cfg"))

    def test_a_file_out_of_range_is_refused_with_what_is_wrong(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "other.cfg"
            for change, text in [
                    ({"XLEN": 48}, "XLEN = 48: 32 or 64"),
                    ({"NBLOCKS": 5}, "NBLOCKS = 5: 1 to 4"),
                    ({"FIFO_DEPTH": 24}, "FIFO_DEPTH = 24: 8, 16, 32, 64 or 128"),
                    ({"SCONTEXT_W": 0}, "HCONTEXT_W needs SCONTEXT_W"),
                    ({"REPEAT_W": 5},
                     "PERIOD_W needs HIST_W - 1 + (HIST_W - 1) / 2 < 2^REPEAT_W - 1")]:
                config.write({**self.rv64, **change}, str(path))
                for form in ("c", "vh", "g"):
                    done = subprocess.run([sys.executable, ROOT / "scripts/config.py", form, path],
                                          capture_output=True, text=True, check=False)
                    self.assertEqual((done.returncode, done.stderr), (2, f"{path}: {text}\n"))

    def test_a_file_with_a_word_too_many_or_too_few_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "other.cfg"
            config.write(self.rv64, str(path))
            good = path.read_text(encoding="utf-8")
            self.assertEqual(config.read(str(path)), self.rv64)
            last = good.count("\n") + 1
            for text, reason in [(good + "XLEN = 64\n", f":{last}: not a parameter: XLEN = 64"),
                                 (good + "WIDTH = 64\n", f":{last}: not a parameter: WIDTH = 64"),
                                 (good + "XLEN\n", f":{last}: not a parameter: XLEN"),
                                 (good + "XLEN = x\n", f":{last}: not a parameter: XLEN = x"),
                                 (good.replace("NBLOCKS ", "# "), ": missing NBLOCKS")]:
                path.write_text(text, encoding="utf-8")
                with self.assertRaises(Bad) as raised:
                    config.read(str(path))
                self.assertEqual(str(raised.exception), f"{path}{reason}")
                done = subprocess.run([ROOT / "build/ntrace", "registers", "--config", path],
                                      capture_output=True, text=True, check=False)
                self.assertEqual((done.returncode, done.stderr),
                                 (2, f"ntrace registers: {path}{reason}\n"))

    def test_what_is_made_of_the_list_is_as_it_would_be_made(self):
        done = subprocess.run([sys.executable, ROOT / "scripts/parameters.py", "--check"],
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_row_more_reaches_the_struct_the_tables_and_the_judge(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder)
            for name in ("scripts", "docs", "rtl/config", "rtl/control"):
                shutil.copytree(ROOT / name, copy / name)
            (copy / "model").mkdir()
            shutil.copy(ROOT / "model/config.h", copy / "model/config.h")

            def run(script, *arguments):
                done = subprocess.run([sys.executable, f"scripts/{script}", *arguments], cwd=copy,
                                      capture_output=True, text=True, check=False)
                return done.returncode, done.stdout, done.stderr

            path = copy / "rtl/config/parameters.txt"
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace("\nmust ", "\nEXTRA | 2 to 4 | something more\n"
                                         "must EXTRA < NBLOCKS + 2 | EXTRA is less\nmust ", 1),
                            encoding="utf-8")
            for build in (copy / "rtl/config").glob("*.cfg"):
                build.write_text(build.read_text(encoding="utf-8") + "EXTRA = 2\n",
                                 encoding="utf-8")
            status, _, error = run("parameters.py", "--check")
            self.assertEqual(status, 1)
            self.assertIn("rtl/control/nt_encoder_parameters.vh, model/config.h, docs/encoder.md", error)
            self.assertEqual(run("parameters.py"), (0, "", ""))
            self.assertEqual(run("parameters.py", "--check"), (0, "", ""))
            self.assertIn("/* something more: 2 to 4 */\n    uint8_t extra;",
                          (copy / "model/config.h").read_text(encoding="utf-8"))
            self.assertIn("    // Something more (2 to 4)\n    parameter integer EXTRA = 2,\n",
                          (copy / "rtl/control/nt_encoder_parameters.vh").read_text(encoding="utf-8"))
            self.assertIn("| `EXTRA` | 2 | 2 | 2 | 2 | 2 | 2 to 4 | something more |",
                          (copy / "docs/encoder.md").read_text(encoding="utf-8"))
            self.assertIn("if (!((EXTRA < (NBLOCKS + 2)))) {\n        return \"EXTRA is less\";",
                          run("config.py", "c", "rtl/config/tiny.cfg")[1])
            self.assertIn(" -GEXTRA=2\n", run("config.py", "g", "rtl/config/tiny.cfg")[1])


class ListTest(unittest.TestCase):
    def test_values_are_numbers_and_ranges(self):
        one = Parameter("P", "0, 2 to 4, 8 and more", "")
        self.assertEqual([one.allows(value) for value in range(-1, 10)],
                         [False, True, False, True, True, True, False, False, False, True, True])
        self.assertEqual((one.least, one.words()), (0, "0, 2 to 4 or 8 and more"))
        for text in ("", "four", "4 to", "4, 2", "8 to 4"):
            self.assertRaises(Bad, Parameter, "P", text, "")

    def test_a_rule_is_a_comparison_of_numbers(self):
        rule = Rule("A == 0 or B - 1 + (B > 3) // 1 < 2 ** A and not A & 1 == 1", "", ["A", "B"])
        self.assertEqual(rule.c, "((A == 0) || ((((B - 1) + ((B > 3) / 1)) < ((int64_t)1 << A))"
                                 " && !((A & 1) == 1)))")
        self.assertEqual([rule.holds({"A": a, "B": 2}) for a in range(3)], [True, False, True])
        for text in ("A +", "A", "C == 1", "A / 2 == 1", "A < B < 3", "f(A) == 1", "A == 'x'",
                     "(A or B) + 1 == 2", "3 ** A == 3"):
            self.assertRaises(Bad, Rule, text, "", ["A", "B"])

    def test_a_row_that_cannot_be_read_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "parameters.txt"
            for text, reason in [("A | 1 | a", ":1: a row before the first module"),
                                 ("= m\nA | 1 | a\nA | 2 | b", ":3: A is there twice"),
                                 ("= m\nA | 1", ":2: neither a parameter nor a rule: A | 1"),
                                 ("= m\nwith n", ":2: no module above: n"),
                                 ("= m\nA | x | a", ":2: not a value: x"),
                                 ("= m\nA | 1 | a\nmust B > 1 | b", ":3: no parameter: B")]:
                path.write_text(text + "\n", encoding="utf-8")
                with self.assertRaises(Bad) as raised:
                    modules(str(path))
                self.assertEqual(str(raised.exception), f"{path}{reason}")


if __name__ == "__main__":
    unittest.main()
