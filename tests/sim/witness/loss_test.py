# SPDX-License-Identifier: Apache-2.0
"""Loss over code that changes: the witness keeps the image in step with what the trace lacks."""
import json
import subprocess
import unittest

NEEDS = ("bench-rv64", "build/programs/selfmod.ntr")
RECORDING = "build/programs/selfmod.ntr"


class Loss(unittest.TestCase):
    def test_a_program_that_changes_itself_is_exact_around_its_losses(self):
        for mode, backpressure in ((6, 60), (6, 97), (3, 95)):
            result = subprocess.run(
                ["build/ntrace", "lockstep", RECORDING, "--json", "--sink", "bytes",
                 "--backpressure", str(backpressure), "--set", f"trTeInstMode={mode}",
                 "--set", "trTeInstStallEna=0"], capture_output=True, text=True, check=False)
            self.assertEqual(result.returncode, 0, result.stderr)
            told = json.loads(result.stdout)
            self.assertEqual(told["roundtrip"],
                             f"exact but for {told['instructions_lost']} instructions lost")
            self.assertEqual(told["rules_broken"], 0)
            self.assertGreater(told["losses"], 0)
            self.assertGreater(told["instructions_lost"], 0)


if __name__ == "__main__":
    unittest.main()
