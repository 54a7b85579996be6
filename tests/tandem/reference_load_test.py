# SPDX-License-Identifier: Apache-2.0
"""`ntrace tv verify --reference FILE.so`: the example of a reference verifies and notices what is wrong;
what is no reference is refused in one line, and what lies does no harm."""
import json
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.catalogue import ROOT

EXAMPLE = ROOT / "examples/reference/rvi.c"
TRACE = ROOT / "tests/data/tandem/integer.ntv.gz"
OPERATIONS = ("open", "close", "reset", "read", "write", "map", "forget", "step")
TABLE = "const nt_reference ntrace_reference = {"
VERSION = ".version = NT_REFERENCE_VERSION,"
XOR = 0x80000160


def compile_object(text, path):
    path.with_suffix(".c").write_text(text, encoding="utf-8")
    subprocess.run(["gcc", "-std=c11", "-w", "-O1", "-shared", "-fPIC", "-I", str(ROOT / "include"),
                    str(path.with_suffix(".c")), "-o", str(path)], check=True)


class ReferenceLoadTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        cls.example = EXAMPLE.read_text(encoding="utf-8")
        compile_object(cls.example, cls.folder / "rvi.so")

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def verify(self, reference, *options):
        return subprocess.run([str(ROOT / "build/ntrace"), "tv", "verify", "--reference", str(reference), *options,
                               str(TRACE)], capture_output=True, check=False, text=True, cwd=self.folder)

    def changed(self, name, *pairs):
        """The example with parts of its text replaced, compiled."""
        text = self.example
        for old, new in pairs:
            self.assertIn(old, text)
            text = text.replace(old, new)
        path = self.folder / f"{name}.so"
        compile_object(text, path)
        return path

    def assert_refused(self, reference, reason):
        done = self.verify(reference)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertIn(reason, done.stderr)

    def test_the_example_is_built_as_its_head_says_and_verifies_what_it_has(self):
        done = self.verify("rvi.so", "--json", "--least", "50")
        result = json.loads(done.stdout)
        self.assertEqual((done.returncode, result["verdict"], result["differences"]), (0, "passed", []))
        self.assertEqual(set(result["unverified"]), {"extension", "memory-unknown"})
        strict = ["gcc", "-std=c11", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-O2", "-shared", "-fPIC",
                  "-I", str(ROOT / "include"), str(EXAMPLE), "-o", str(self.folder / "strict.so")]
        subprocess.run(strict, check=True)

    def test_unicorn_is_behind_the_same_option(self):
        self.assertEqual(self.verify("unicorn").stdout, subprocess.run(
            [str(ROOT / "build/ntrace"), "tv", "verify", str(TRACE)], capture_output=True, check=True,
            text=True).stdout)

    def test_a_reference_that_is_wrong_at_one_instruction_is_reported_there(self):
        stop = "    if (cause == -1) {\n        r->pc"
        wrong = f"    result ^= r->pc == {XOR:#x} ? 4 : 0;\n"
        done = self.verify(self.changed("wrong", (stop, wrong + stop)), "--json", "--least", "50")
        result = json.loads(done.stdout)
        self.assertEqual(done.returncode, 1)
        self.assertEqual({int(difference["pc"], 16) for difference in result["differences"]}, {XOR})

    def test_what_is_no_shared_object_is_refused(self):
        (self.folder / "text.so").write_text("no object\n" * 100, encoding="utf-8")
        (self.folder / "empty.so").write_bytes(b"")
        (self.folder / "folder.so").mkdir()
        whole = (self.folder / "rvi.so").read_bytes()
        (self.folder / "cut.so").write_bytes(whole[:len(whole) // 2])
        for name, reason in (("none.so", "No such file"), ("text.so", "invalid ELF header"), ("empty.so", "too short"),
                             ("folder.so", "no regular file"), ("cut.so", "cut.so"), ("/dev/null", "no regular file"),
                             ("nosuch", "there is no reference nosuch"), ("x" * 5000, "there is no reference xxx")):
            with self.subTest(name[:20]):
                self.assert_refused(name, reason)

    def test_damaged_objects_are_refused_or_run(self):
        whole = (self.folder / "rvi.so").read_bytes()
        for at in range(0, 4096, 61):
            with self.subTest(at):
                damaged = bytearray(whole)
                damaged[at] ^= 0xff
                (self.folder / "damaged.so").write_bytes(damaged)
                done = self.verify("damaged.so", "--least", "50")
                self.assertIn(done.returncode, (0, 2), done.stderr)
                self.assertLessEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_another_version_is_refused_whatever_its_size(self):
        for version in (0, 1, 2, 4, 0xffffffff):
            self.assert_refused(self.changed("version", (VERSION, f".version = {version}U,")),
                                f"version {version} of the interface of references; this one is 3")
        compile_object("const unsigned ntrace_reference = 7;", self.folder / "short.so")
        self.assert_refused("short.so", "version 7")

    def test_a_table_that_is_none_is_refused(self):
        compile_object("int other;", self.folder / "other.so")
        self.assert_refused("other.so", "it has no table ntrace_reference")
        compile_object("const unsigned ntrace_reference = 3;", self.folder / "size.so")
        self.assert_refused("size.so", "its table ntrace_reference has 4 bytes")
        compile_object("const char ntrace_reference = 2;", self.folder / "char.so")
        self.assert_refused("char.so", "it has no table")
        compile_object('__asm__(".globl ntrace_reference\\n ntrace_reference = 0x10");', self.folder / "address.so")
        self.assert_refused("address.so", "it has no table")
        for name, reason in (("0", "no name"), ('""', "no name"), ('"a\\nb"', "no name"), ("(char *)16", "no name"),
                             ('"' + 64 * "x" + '"', "no name")):
            self.assert_refused(self.changed("name", ('.name = "rvi"', f".name = {name}")), reason)
        self.assert_refused(self.changed("bits", (VERSION, VERSION + ".wrong = 0x80000000,")), "0x80000000")

    def test_each_operation_has_to_be_there(self):
        for operation in OPERATIONS:
            with self.subTest(operation):
                old = next(line for line in self.example.splitlines() if line.startswith(f"    .{operation} ="))
                self.assert_refused(self.changed("null", (old, f"    .{operation} = 0,")),
                                    f"has no operation {operation}")
                self.assert_refused(self.changed("wild", (old, f"    .{operation} = (void *)16,")),
                                    f"its operation {operation} is no function")

    def test_a_whole_hart_has_all_of_its_operations(self):
        step = "    .step = step_hart,"
        for there, missing in (("read_csr", "write_csr"), ("write_csr", "read_csr"), ("step_whole", "read_csr")):
            self.assert_refused(self.changed("part", (step, f"{step} .{there} = (void *)step_hart,")),
                                f"has no operation {missing}")

    def test_vectors_may_be_there_without_a_whole_hart(self):
        step = "    .step = step_hart,"
        verdict = self.verify(self.changed("some", (step, f"{step} .step_vector = (void *)step_hart,")), "--least", "50")
        self.assertEqual((verdict.returncode, verdict.stderr), (0, ""))
        self.assert_refused(self.changed("wild", (step, f"{step} .step_vector = (void *)16,")),
                            "its operation step_vector is no function")

    def test_what_loading_executes_ends_nothing_but_itself(self):
        for name, body, reason in (("abort", "abort();", "signal 6"), ("quit", "exit(0);", "ended the process"),
                                   ("crash", "*(volatile int *)8 = 1;", "signal 11")):
            with self.subTest(name):
                head = f"__attribute__((constructor)) static void at_once(void) {{ {body} }}\n"
                self.assert_refused(self.changed(name, (TABLE, head + TABLE)), reason)

    def test_an_operation_that_fails_is_one_line(self):
        failing = {
            "open": ("    hart *h = calloc(1, sizeof *h);", "    hart *h = NULL;", "rvi: out of memory"),
            "mute": ('        return host->fail(host->context, "rvi: out of memory");\n    }\n',
                     "        return -1;\n    }\n    return -1;\n", "rvi cannot be opened"),
            "reset": ("    memset(&h->registers, 0, sizeof h->registers);\n    return 0;", "    return -1;",
                      "rvi cannot be reset"),
            "map": ("h->count == PAGES", "true", "rvi: too much memory"),
        }
        for name, (old, new, reason) in failing.items():
            with self.subTest(name):
                self.assert_refused(self.changed(name, (old, new)), reason)

    def test_what_a_reference_says_wrongly_is_a_difference_and_no_harm(self):
        lies = {
            "counts": ("    return attempt;\n", "    attempt.executed += 1000;\n    return attempt;\n"),
            "goes-on": ("between(context, h->registers.pc))) {",
                        "(between(context, h->registers.pc), h->registers.x[5] ^= 1, 1))) {"),
            "zero": ("r->x[rd] = rd == 0 ? 0 :", "r->x[rd] ="),
            "sizes": ("stored(h->host->context, address, size,", "stored(h->host->context, address, 1000,"),
            "places": ("stored(h->host->context, address, size,", "stored(h->host->context, ~address, size,"),
            "nothing": ("h->registers.pc = pc;", "return attempt;"),
        }
        for name, pair in lies.items():
            with self.subTest(name):
                done = self.verify(self.changed(name, pair), "--least", "50")
                if name == "sizes":
                    self.assertEqual((done.returncode, done.stderr),
                                     (2, "ntrace tv verify: rvi: stores that cannot be followed\n"))
                else:
                    self.assertIn(done.returncode, (0, 1), f"{name}: {done.stderr}")
                    self.assertEqual(done.stderr, "")

    def test_a_name_is_looked_for_beside_the_command(self):
        home = self.folder / "home"
        home.mkdir()
        shutil.copy(ROOT / "build/ntrace", home / "ntrace")
        shutil.copy(self.folder / "rvi.so", home / "reference-rvi.so")
        done = subprocess.run([str(home / "ntrace"), "tv", "verify", "--reference", "rvi", "--least", "50", str(TRACE)],
                              capture_output=True, check=False, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
