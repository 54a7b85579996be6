# SPDX-License-Identifier: Apache-2.0
"""make install puts libntrace where others find and use it."""
import json
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

NEEDS = ("benches", "build/ntrace-memory.so", "build/programs/sort.ntr", "build/tandem/integer.elf", "dpi",
         "system-rv32-16", "system-rv64-1", "system-rv64-2", "system-rv64-4", "system-rv64-wide-2",
         "system-tiny-7-c3-ram", "unit-ctr", "unit-hpm", "unit-tv")
ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples/functions.c"
WRITER = ROOT / "examples/recording.c"
CALLS = ROOT / "examples/calls.c"
PROGRAM = ROOT / "build/programs/sort"
STRICT = ["-std=c11", "-Wall", "-Wextra", "-Wconversion", "-Wpedantic", "-Werror"]

CPP = """
#include <ntrace/calls.h>
#include <ntrace/demux.h>
#include <ntrace/pull.h>
#include <ntrace/recording.h>
#include <ntrace/tandem.h>
#include <cstdio>
static nt_insn at(void *, uint64_t) { return nt_insn(); }
int main() {
    nt_error error = nt_error();
    nt_code code = nt_code();
    code.isa.xlen = 64;
    code.at = at;
    nt_flow_options options = nt_flow_options();
    options.src_bits = 13;
    nt_pull_free(nt_pull_new(&code, &options, &error));
    nt_stacks_free(nt_stacks_new(nullptr));
    std::printf("%s: %s\\n", nt_version(), error.text);
    return nt_tandem_violation_get(0) == nullptr;
}
"""


def run(*command, **options):
    return subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True,
                          **options).stdout


class InstallTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.prefix = cls.folder / "prefix"
        run("make", "-s", "SETUP=no", "install", f"PREFIX={cls.prefix}", cwd=ROOT)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def pkg_config(self, *arguments):
        return run("pkg-config", *arguments, "ntrace",
                   env={"PKG_CONFIG_PATH": str(self.prefix / "lib/pkgconfig"),
                        "PATH": "/usr/bin:/bin"}).split()

    def functions(self, program, **options):
        """What the example says of tests/programs/sort.c."""
        trace = self.folder / "sort.nex"
        run(self.prefix / "bin/ntrace", "encode", f"{PROGRAM}.ntr", "-o", trace)
        images = f"{PROGRAM}.ntr", f"{PROGRAM}.elf"  # the first has the reset vector too
        lines = run(program, trace, *images, **options).splitlines()
        return [line.split()[1] for line in lines]

    def test_the_rtl_elaborates_from_its_installed_lists(self):
        shared = self.prefix / "share/ntrace"
        for top in "nt_rvfi_system", "nt_hpm":
            run("iverilog", "-g2005", "-tnull", "-s", top, "-f", shared / f"rtl/lists/{top}.f", cwd=self.folder)

    def test_folders_may_have_blanks_and_what_means_something_to_a_shell(self):
        prefix = self.folder / "of me & 'mine'"
        run("make", "-s", "SETUP=no", "install", f"PREFIX={prefix}", cwd=ROOT)
        words = shlex.split(run("pkg-config", "--cflags", "--libs", "ntrace", env={"PKG_CONFIG_PATH": f"{prefix}/lib/pkgconfig", "PATH": "/usr/bin:/bin"}))
        run("gcc", *STRICT, EXAMPLE, *words, "-o", self.folder / "blanks")
        self.assertEqual(run(prefix / "bin/ntrace", "vectors", "list", "--unit", "sbi"), run(self.prefix / "bin/ntrace", "vectors", "list", "--unit", "sbi"))
        run("verilator", "--lint-only", "--top", "nt_hpm", "-f", prefix / "share/ntrace/rtl/lists/nt_hpm.f", cwd=self.folder)
        staged = self.folder / "of a package"
        run("make", "-s", "SETUP=no", "install", "PREFIX=/usr", f"DESTDIR={staged}", cwd=ROOT)
        self.assertEqual(sorted(path.relative_to(staged / "usr") for path in (staged / "usr").rglob("*")),
                         sorted(path.relative_to(prefix) for path in prefix.rglob("*")))
        self.assertTrue((staged / "usr/lib/pkgconfig/ntrace.pc").read_text(encoding="ascii").startswith("prefix=/usr\n"))

    def test_lockstep_without_a_bench_says_how_to_get_one(self):
        for config, words in (("nobody", "no such build"),
                              (ROOT / "examples/core/board.cfg", "make CONFIG=board CFG=")):
            done = subprocess.run([self.prefix / "bin/ntrace", "lockstep", "--random", "--config", config], check=False,
                                  capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
            self.assertIn(words, done.stderr)
        self.assertIn("lib/ntrace/board/nt_bench", done.stderr)
        self.assertIn("and make install, in the source tree", done.stderr)
        shutil.rmtree(self.prefix / "lib/ntrace/rv64", ignore_errors=True)  # where it is built
        done = subprocess.run([self.prefix / "bin/ntrace", "vectors", "run", "--rtl", "addr-1-bits"], check=False,
                              capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
        self.assertIn("make CONFIG=rv64 and make install, in the source tree", done.stderr)

    def test_models_driver_and_examples_are_installed(self):
        shared = self.prefix / "share/ntrace"
        run("gcc", "-std=c11", "-fsyntax-only", f"-I{shared}", f"-I{self.prefix}/include", shared / "model/encoder.c")
        for name in "driver/driver.h", "examples/functions.c", "examples/core/nt_board.v":
            self.assertEqual((shared / name).read_bytes(), (ROOT / name).read_bytes())

    def test_the_examples_are_short(self):
        for example in EXAMPLE, WRITER, CALLS:
            self.assertLess(len(example.read_text(encoding="ascii").splitlines()), 60)

    def test_the_example_runs_with_the_shared_library(self):
        program = self.folder / "shared"
        run("gcc", *STRICT, EXAMPLE, *self.pkg_config("--cflags", "--libs"), "-o", program)
        self.assertIn("libntrace.so.1", run("readelf", "-d", program))
        functions = self.functions(program, env={"LD_LIBRARY_PATH": str(self.prefix / "lib")})
        self.assertEqual((functions[0], "main" in functions), ("_start", True))

    def test_the_example_runs_with_the_static_library(self):
        program = self.folder / "static"
        libraries = self.pkg_config("--libs", "--static")
        libraries = ["-l:libntrace.a" if word == "-lntrace" else word for word in libraries]
        run("gcc", *STRICT, EXAMPLE, *self.pkg_config("--cflags"), *libraries, "-o", program)
        self.assertNotIn("libntrace.so", run("readelf", "-d", program))
        functions = self.functions(program)
        self.assertEqual((functions[0], "main" in functions), ("_start", True))

    def test_a_recording_is_written_by_the_second_example(self):
        program, recording = self.folder / "recording", self.folder / "loop.ntr"
        run("gcc", *STRICT, WRITER, *self.pkg_config("--cflags", "--libs"), "-o", program)
        env = {"LD_LIBRARY_PATH": str(self.prefix / "lib")}
        run(program, recording, env=env)
        trace = self.folder / "loop.nex"
        run(self.prefix / "bin/ntrace", "encode", recording, "-o", trace)
        listed = run(self.prefix / "bin/ntrace", "decode", "--to", "pc", trace, "--image", recording)
        wanted = [0x80000000] + 5 * [0x80000002, 0x80000004]
        self.assertEqual([int(line, 16) for line in listed.split()], wanted)
        retired = run(self.prefix / "bin/ntrace", "info", "--retired", recording)
        self.assertEqual(re.findall(r"x10=0x(\w+)", retired), list("543210"))
        refused = subprocess.run([program, self.folder / "nowhere/loop.ntr"], env=env, check=False,
                                 stderr=subprocess.PIPE, text=True)
        self.assertEqual((refused.returncode, refused.stderr.count("\n")), (2, 1))

    def test_stacks_of_the_third_example_are_those_of_decode(self):
        program, trace = self.folder / "calls", self.folder / "sort.nex"
        run("gcc", *STRICT, CALLS, *self.pkg_config("--cflags", "--libs"), "-o", program)
        images = f"{PROGRAM}.ntr", f"{PROGRAM}.elf"
        run(self.prefix / "bin/ntrace", "encode", images[0], "-o", trace)
        printed = run(program, trace, *images, env={"LD_LIBRARY_PATH": str(self.prefix / "lib")})
        self.assertEqual(printed, run(self.prefix / "bin/ntrace", "decode", "--to", "folded", trace,
                                      "--image", images[0], "--image", images[1]))

    def test_a_program_in_cpp_links_with_both_libraries(self):
        source = self.folder / "program.cpp"
        source.write_text(CPP, encoding="ascii")
        shared = self.pkg_config("--cflags", "--libs")
        static = ["-l:libntrace.a" if word == "-lntrace" else word
                  for word in self.pkg_config("--cflags", "--libs", "--static")]
        for name, words in ("shared", shared), ("static", static):
            program = self.folder / f"cpp-{name}"
            run("g++", "-std=c++11", "-Wall", "-Wextra", "-Werror", source, *words, "-o", program)
            printed = run(program, env={"LD_LIBRARY_PATH": str(self.prefix / "lib")})
            self.assertEqual(printed, "1.0.0: no decoder: src_bits is above 12\n")

    def test_each_header_stands_alone_in_c_and_in_cpp(self):
        for header in (self.prefix / "include/ntrace").iterdir():
            source = f"#include <ntrace/{header.name}>\n#include <ntrace/{header.name}>\ntypedef int used;\n"
            for language, options in ("c", STRICT), ("c++", ["-std=c++11", "-Wall", "-Werror"]):
                with self.subTest(header=header.name, language=language):
                    run("gcc", "-x", language, *options, "-fsyntax-only",
                        *self.pkg_config("--cflags"), "-", input=source)

    def declared(self):
        """Functions, at the left margin, and tables."""
        found = set()
        for header in (self.prefix / "include/ntrace").iterdir():
            text = re.sub(r"/\*.*?\*/", "", header.read_text(encoding="utf-8"), flags=re.S)
            text = re.sub(r"static inline.*?\n}\n", "", text, flags=re.S)
            found |= set(re.findall(r"^\w[^;{}=#]*?\b(nt_\w+)\([^;{}]*\)[^;{}()]*;", text, re.M))
            found |= set(re.findall(r"^extern const \w+ (nt_\w+)\[", text, re.M))
        return found

    def test_each_function_of_the_library_has_a_manual_page(self):
        folder = self.prefix / "share/man/man3"
        pages = {path.stem for path in folder.iterdir()}
        self.assertLessEqual(self.declared() | {"libntrace"}, pages)
        env = {"PATH": "/usr/bin:/bin", "MANPATH": str(self.prefix / "share/man"), "MANPAGER": "cat", "LC_ALL": "C.UTF-8",
               "MANWIDTH": "100"}
        for name in sorted(pages):
            text = (folder / f"{name}.3").read_text(encoding="utf-8")
            with self.subTest(page=name):
                for heading in ("NAME",) if name == "libntrace" else ("NAME", "SYNOPSIS", "DESCRIPTION", "SEE ALSO"):
                    self.assertIn(f"\n.SH {heading}\n", text)
        shown = run("man", "--warnings", "nt_program_add", env=env, stderr=subprocess.STDOUT)
        self.assertIn("int nt_program_add(nt_program *program, const nt_image_spec *spec, nt_error *error);", shown)
        self.assertIn("the address space of the code", shown)  # a member of a type that it names
        self.assertIn("Returns 0, or -1 with the error set", shown)
        self.assertNotIn("warning", shown)
        self.assertIn("nt_instructions_next(3)", run("man", "libntrace", env=env))

    def test_the_shared_library_has_what_the_headers_declare_and_no_more(self):
        symbols = run("nm", "-D", "--defined-only", self.prefix / "lib/libntrace.so")
        exported = {line.split()[2].split("@")[0] for line in symbols.splitlines() if " A " not in line}
        self.assertEqual(exported, self.declared())

    def test_lockstep_finds_its_benches_from_where_it_is_installed(self):
        elsewhere = self.folder / "moved"
        self.prefix.rename(elsewhere)
        self.addCleanup(elsewhere.rename, self.prefix)
        built = [path.relative_to(ROOT / "build").as_posix()
                 for path in (ROOT / "build").glob("*/nt_bench")]
        self.assertIn("tiny/nt_bench", built)
        for bench in built:
            self.assertTrue((elsewhere / "lib/ntrace" / bench).exists(), bench)
        said = run(elsewhere / "bin/ntrace", "lockstep", "--random", "--config", "tiny", "--cycles",
                   2000, "--quiet", cwd=self.folder, env={"PATH": "/usr/bin:/bin"})
        self.assertTrue(said.startswith("passed: "), said)

    def away(self, *command, **options):
        """Runs a command for which there is neither build folder nor sources."""
        hide = "mount -t tmpfs none " + str(ROOT) + ' && exec "$@"'
        words = ["unshare", "-rm", "sh", "-c", hide, "sh"]
        if subprocess.run([*words, "true"], check=False, capture_output=True).returncode != 0:
            self.fail("unshare may not hide the build folder here: kernel.unprivileged_userns_clone?")
        return run(*words, *command, cwd=self.folder, **options)

    def test_everything_works_without_the_folder_it_was_built_in(self):
        ntrace, trace = self.prefix / "bin/ntrace", self.folder / "away.nex"
        self.assertEqual(self.away("find", ROOT, "-mindepth", 1), "")
        for words in (["--config", "tiny"], ["--config", "tiny", "--everything"], ["--unit", "ctr"]):
            said = self.away(ntrace, "lockstep", "--random", *words, "--cycles", 1000, "--quiet")
            self.assertTrue(said.startswith("passed: "), said)
        said = self.away(ntrace, "vectors", "run", "--unit", "ctr")
        self.assertRegex(said, r"^[1-9]\d* vectors, 0 of them through the RTL: 0 failed")
        recording = self.folder / "away.ntr"
        shutil.copy(f"{PROGRAM}.ntr", recording)
        source = self.folder / "calls.c"
        shutil.copy(CALLS, source)
        env = {"LD_LIBRARY_PATH": str(self.prefix / "lib"), "PATH": "/usr/bin:/bin"}
        self.away(ntrace, "encode", recording, "-o", trace)
        self.away("gcc", source, *self.pkg_config("--cflags", "--libs"), "-o", self.folder / "away")
        self.assertIn(" ", self.away(self.folder / "away", trace, recording, env=env))
        env |= {"MANPATH": str(self.prefix / "share/man"), "MANPAGER": "cat", "LC_ALL": "C.UTF-8"}
        for page in sorted((self.prefix / "share/man/man1").iterdir()):
            self.assertIn("SYNOPSIS", self.away("man", page.name.removesuffix(".1"), env=env), page)

    def test_record_finds_its_plugin_from_where_it_is_installed(self):
        elsewhere = self.folder / "moved"
        self.prefix.rename(elsewhere)
        self.addCleanup(elsewhere.rename, self.prefix)
        integer = ROOT / "build/tandem/integer.elf"
        recordings = (
            ("tv", "record", "--elf", integer, "--limit", 1000, "-o", self.folder / "integer.ntv"),
            ("record", "--registers", "--memory", "--limit", 1000, "-o", self.folder / "integer.ntr",
             "--", "-cpu", "rv64,h=off", "-bios", "none", "-kernel", integer))
        for words in recordings:
            run(elsewhere / "bin/ntrace", *words, cwd=self.folder)
            self.assertGreater(words[words.index("-o") + 1].stat().st_size, 1000)

    def test_manual_pages_are_there_for_each_subcommand(self):
        table = json.loads(run(self.prefix / "bin/ntrace", "help", "--json"))
        table += [part for command in table for part in command.get("commands", [])]
        names = [command["name"].replace(" ", "-") for command in table]
        pages = {path.name for path in (self.prefix / "share/man/man1").iterdir()}
        self.assertEqual(pages, {"ntrace.1", *(f"ntrace-{name}.1" for name in names)})
        self.assertIn("ntrace-tv-verify.1", pages)
        for name in sorted(pages):
            page = (self.prefix / "share/man/man1" / name).read_text(encoding="utf-8")
            with self.subTest(page=name):
                for heading in "NAME", "SYNOPSIS", "DESCRIPTION", "SEE ALSO":
                    self.assertIn(f".SH {heading}", page.replace('"', ""))

    def test_man_shows_the_pages(self):
        env = {"PATH": "/usr/bin:/bin", "MANPATH": str(self.prefix / "share/man"), "MANPAGER": "cat",
               "LC_ALL": "C.UTF-8"}
        shown = run("man", "--warnings", "ntrace-tv-verify", env=env, stderr=subprocess.STDOUT)
        self.assertIn("--amo-load-causes", shown)
        self.assertNotIn("warning", shown)

    def test_completion_is_where_shells_look_for_it(self):
        for place in "bash-completion/completions/ntrace", "zsh/site-functions/_ntrace":
            self.assertIn("ntrace", (self.prefix / "share" / place).read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
