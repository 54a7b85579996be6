"""A build whose parameters are out of range is refused, by scripts/config.py and at elaboration."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from scripts import config  # noqa: E402 (the path comes first)
from scripts.rtl_files import files_of  # noqa: E402

# What is changed in rv64, and what must be said; one more than fits.
REFUSED = [
    ({"XLEN": 48}, "XLEN = 48: 32 or 64"),
    ({"NBLOCKS": 0}, "NBLOCKS = 0: 1 to 4"),
    ({"NBLOCKS": 5, "FIFO_DEPTH": 64}, "NBLOCKS = 5: 1 to 4"),
    ({"ITYPE_W": 5}, "ITYPE_W = 5: 3 or 4"),
    ({"IRETIRE_W": 9}, "IRETIRE_W = 9: 2 to 8"),
    ({"ICNT_W": 6}, "ICNT_W is more than IRETIRE_W"),
    ({"ICNT_W": 23}, "ICNT_W = 23: 5 to 22"),
    ({"HIST_W": 33}, "HIST_W = 33: 5 to 32"),
    ({"HIST_W": 4, "PERIOD_W": 0}, "HIST_W = 4: 5 to 32"),
    ({"FIFO_DEPTH": 24}, "FIFO_DEPTH = 24: 8, 16, 32, 64 or 128"),
    ({"FIFO_DEPTH": 256}, "FIFO_DEPTH = 256: 8, 16, 32, 64 or 128"),
    ({"NBLOCKS": 2, "FIFO_DEPTH": 8}, "FIFO_DEPTH is at least 8 * NBLOCKS"),
    ({"SCONTEXT_W": 50}, "SCONTEXT_W + HCONTEXT_W is at most XLEN - 1"),
    ({"SCONTEXT_W": 0}, "HCONTEXT_W needs SCONTEXT_W"),
    ({"SRC_W": 13}, "SRC_W = 13: 0 to 12"),
    ({"TSTAMP_W": 64}, "TSTAMP_W = 64: 0 to 63"),
    ({"STACK_DEPTH": 12}, "STACK_DEPTH = 12: 0, 1, 2, 4, 8, 16 or 32"),
    ({"STACK_DEPTH": 64}, "STACK_DEPTH = 64: 0, 1, 2, 4, 8, 16 or 32"),
    ({"ITYPE_W": 3}, "STACK_DEPTH needs ITYPE_W = 4"),
    ({"PARTIAL_W": 64}, "PARTIAL_W = 64: 1 to 63"),
    ({"XLEN": 32, "SCONTEXT_W": 16, "PARTIAL_W": 32}, "PARTIAL_W is at most XLEN - 1"),
    ({"REPEAT_W": 19}, "REPEAT_W = 19: 0 to 18"),
    ({"PERIOD_W": 6}, "PERIOD_W = 6: 0 to 5"),
    ({"REPEAT_W": 0}, "PERIOD_W needs HIST_W - 1 + (HIST_W - 1) / 2 < 2^REPEAT_W - 1"),
    ({"REPEAT_W": 5}, "PERIOD_W needs HIST_W - 1 + (HIST_W - 1) / 2 < 2^REPEAT_W - 1"),
    ({"HIST_W": 31}, "2^PERIOD_W is at most HIST_W"),
    ({"HIST_W": 6, "PERIOD_W": 2, "REPEAT_W": 3},
     "PERIOD_W needs HIST_W - 1 + (HIST_W - 1) / 2 < 2^REPEAT_W - 1"),
    ({"OPTIONS": 2}, "OPTIONS = 2: 0 or 1"),
    ({"BTYPE_TRAP": 2}, "BTYPE_TRAP = 2: 0 or 1"),
    ({"DRAFT": 2}, "DRAFT = 2: 0 or 1"),
    ({"NFILTERS": 17}, "NFILTERS = 17: 0 to 16"),
    ({"NCOMPARATORS": 9}, "NCOMPARATORS = 9: 0 to 8"),
    ({"NTRIGGERS": 9}, "NTRIGGERS = 9: 0 to 8"),
    ({"OUT_BYTES": 2}, "OUT_BYTES = 2: 1, 4 or 8"),
    ({"OUT_BYTES": 16}, "OUT_BYTES = 16: 1, 4 or 8"),
]
# The most and the least that fits.
ACCEPTED = [
    {"REPEAT_W": 6},
    {"HIST_W": 16, "PERIOD_W": 4, "REPEAT_W": 5},
    {"HIST_W": 5, "PERIOD_W": 2, "REPEAT_W": 3},
    {"HIST_W": 31, "PERIOD_W": 4},
    {"REPEAT_W": 0, "PERIOD_W": 0},
    {"SCONTEXT_W": 49},
    {"ICNT_W": 7},
    {"OUT_BYTES": 8},
]


def elaborate(values):
    """Icarus' errors for nt_encoder; none where it elaborates."""
    files = [str(ROOT / path) for path in files_of("nt_encoder", str(ROOT / "rtl"))]
    return subprocess.run(
        ["iverilog", "-g2005", "-t", "null", "-s", "nt_encoder", f"-I{ROOT}/rtl/encoder",
         *(f"-Pnt_encoder.{key}={value}" for key, value in values.items()), *files],
        capture_output=True, text=True, check=False).stderr


class ConfigTest(unittest.TestCase):
    def setUp(self):
        self.rv64 = config.read(str(ROOT / "rtl/config/rv64.cfg"))

    def test_a_file_out_of_range_is_refused_with_what_is_wrong(self):
        with tempfile.TemporaryDirectory() as folder:
            for change, text in REFUSED:
                path = Path(folder) / "other.cfg"
                config.write({**self.rv64, **change}, str(path))
                for form in ("c", "vh", "g"):
                    done = subprocess.run([sys.executable, ROOT / "scripts/config.py", form, path],
                                          capture_output=True, text=True, check=False)
                    self.assertEqual((done.returncode, done.stderr), (2, f"{path}: {text}\n"))

    def test_every_build_and_the_corners_of_the_ranges_are_taken(self):
        for path in (ROOT / "rtl/config").glob("*.cfg"):
            config.read(str(path))
        for change in ACCEPTED:
            self.assertIsNone(config.complaint({**self.rv64, **change}), change)

    def test_elaboration_stops_where_parameters_are_out_of_range(self):
        for change, _ in REFUSED:
            self.assertIn("nt_encoder_parameters_out_of_range",
                          elaborate({**self.rv64, **change}), change)

    def test_elaboration_takes_what_is_in_range(self):
        for change in ACCEPTED:
            self.assertEqual(elaborate({**self.rv64, **change}), "", change)


if __name__ == "__main__":
    unittest.main()
