# SPDX-License-Identifier: Apache-2.0
"""A codec or verifier that a damaged trace leads astray fails tests/tandem/verify_damage_test.c: faults in
copies of their code, chosen at run time."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib import c_faults
from tests.lib.catalogue import ROOT

NEEDS = ("build/host.a", "build/tests/tandem/verify_damage_test")
READER, FILE, INPUT, VERIFIER, MEMORY = (f"{name}.c" for name in (
    "libntrace/tandem/reader", "libntrace/tandem/container", "sim/tandem/input", "sim/tandem/verifier",
    "sim/tandem/verify_memory"))

# What is wrong, file, text that is there once, what it becomes
FAULTS = [
    ("half a group is handed out where the stream is cut", READER,
     "    if (!reader->within && reader->have == 0) {\n        return finish_group(reader, false);",
     "    if (reader->have == 0) {\n        return finish_group(reader, false);"),
    ("half a group is handed out where the stream is wrong", READER,
     "if (reader->fault.kind == NT_TANDEM_OK || reader->within) {", "if (reader->fault.kind == NT_TANDEM_OK) {"),
    ("an error has the offset of nothing", READER, "reader->fault.offset += reader->offset;",
     "reader->fault.offset = 0;"),
    ("what is cut off is no error", INPUT, "nt_tandem_read_end(&run->reader);", "0;"),
    ("an error without its offset", INPUT,
     'nt_fail_at(run->error, NT_ERROR_FORMAT, run->input->path, fault->offset, "%s", text);',
     'nt_fail_as(run->error, NT_ERROR_FORMAT, "%s", text);'),
    ("a damaged chunk is handed out", FILE,
     "if (nt_checksum(0, unpacker->chunk, size) != unpacker->expected) {", "if (false) {"),
    ("the end of a file need not come", FILE, "    if (!unpacker->ended) {", "    if (false) {"),
    ("a group waits for ever", VERIFIER, "    return drain(v);\n}", "    return v->queued == 1 ? 0 : drain(v);\n}"),
    ("memory is forgotten", MEMORY, "        munmap(page->bytes, NT_TV_PAGE + KNOWN);\n", ""),
]


def run(*arguments, **options):
    return subprocess.run([str(argument) for argument in arguments], cwd=ROOT, check=False, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)


class VerifyDamageFaultsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        held = tempfile.TemporaryDirectory()
        cls.addClassCleanup(held.cleanup)
        cls.program = c_faults.make_program(Path(held.name), [[fault[1:]] for fault in FAULTS],
                                            "build/obj/tests/tandem/verify_damage_test.o", "-lcmocka")

    def fails(self, number, damages):
        environment = {**os.environ, "NT_MUTANT": str(number), "NTRACE_DAMAGES": damages}
        return run(self.program, env=environment).returncode != 0

    def noticed(self, number):
        """Most show at once."""
        return self.fails(number, "1-100") or self.fails(number, "101-1000")

    def test_without_a_fault_it_passes(self):
        self.assertFalse(self.noticed(0))

    def test_each_fault_shows(self):
        missed = [fault[0] for number, fault in enumerate(FAULTS, 1) if not self.noticed(number)]
        self.assertEqual(missed, [])


if __name__ == "__main__":
    unittest.main()
