# SPDX-License-Identifier: Apache-2.0
"""The encoder as a TLM-2.0 component: what its sockets take and refuse, and the platform's bytes for recordings."""
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.lib.bench import run
from tests.lib.catalogue import ROOT
from tests.lib.faults import put_fault

NEEDS = ("build/host.a", "build/programs/kernel.ntr", "build/tlm/platform", "build/tlm/sockets")
PLATFORM = str(ROOT / "build/tlm/platform")
HEADER = "tlm/nt_trace_encoder_tlm.h"
RECORDING = ROOT / "build/programs/kernel.ntr"
SETTINGS = ("-s", "trTeInstMode=6", "-s", "trTeContext=1", "-s", "trTeInstEnRepeatedHistory=1", "-s", "trTeInstSyncMode=1",
            "-s", "trTeInstSyncMax=2", "-s", "trTeInstStallEna=1")
# By what is then not so: what is in the component, and what is there then
FAULTS = {
    "an address after the page is refused": ("payload.get_address() >= PAGE", "payload.get_address() > PAGE"),
    "its bytes are written": ("(enabled ? 1 << i : 0)", "(enabled ? 0 : 1 << i)"),
    "an access takes two cycles": ("delay = std::max(delay, encoder.ahead());", ""),
    "what retired is sent without another call": ("SC_THREAD(flush);", ""),
}


class TlmTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_the_sockets_take_and_refuse_what_tlm_and_the_bus_say(self):
        done = run(program=str(ROOT / "build/tlm/sockets"))
        self.assertEqual((done.returncode, "not so" in done.stdout), (0, False), done.stdout)

    def test_faults_in_the_component_are_found(self):
        (self.folder / "tlm").mkdir()
        shutil.copy(ROOT / HEADER, self.folder / HEADER)
        for fault in FAULTS.values():
            put_fault(self.folder, HEADER, *fault)
        subprocess.run(["make", "-s", "-C", ROOT, "SETUP=no", f"TLM_FROM={self.folder}", f"TLM={self.folder}/out",
                        f"{self.folder}/out/sockets"], check=True, capture_output=True)
        done = run(program=str(self.folder / "out/sockets"))
        self.assertEqual(done.returncode, 1, done.stdout)
        for what in FAULTS:
            self.assertIn(f"not so: {what}\n", done.stdout)

    def test_the_bytes_of_a_recording_are_those_of_encode_whatever_the_quantum(self):
        wanted, sent = self.folder / "wanted.nex", self.folder / "sent.nex"
        made = run("encode", RECORDING, "-o", wanted, *SETTINGS)
        self.assertEqual(made.returncode, 0, made.stderr)
        for quantum in 0, 7, 100000:
            with self.subTest(quantum=quantum):
                done = run(*SETTINGS, "-q", quantum, "-e", wanted, RECORDING, sent, program=PLATFORM)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                self.assertEqual(sent.read_bytes(), wanted.read_bytes())

    def test_bad_input_is_one_line(self):
        absent = self.folder / "absent.ntr"
        for words, reason in (((), "INPUT OUT.nex"), ((absent, self.folder / "out"), "No such file"),
                              ((RECORDING, self.folder / "absent/out"), "cannot be written"),
                              (("-q", "x", RECORDING, self.folder / "out"), "x: not a number of cycles")):
            with self.subTest(words=words):
                done = run(*words, program=PLATFORM)
                lines = [line for line in done.stderr.splitlines() if line.startswith("platform: ")]
                self.assertEqual((done.returncode, len(lines)), (2, 1), done.stderr)
                self.assertIn(reason, lines[0])


if __name__ == "__main__":
    unittest.main()
