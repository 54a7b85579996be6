"""docs/encoder.md has the parameters of every build as rtl/config has them."""
import re
import unittest

from tests.lib.bench import CONFIGS
from tests.lib.catalogue import ROOT


def parameters(config):
    text = (ROOT / f"rtl/config/{config}.cfg").read_text(encoding="utf-8")
    return dict(re.findall(r"^(\w+)\s*=\s*(\d+)", text, re.M))


class ParametersPageTest(unittest.TestCase):
    def test_the_table_is_that_of_the_builds(self):
        lines = (ROOT / "docs/encoder.md").read_text(encoding="utf-8").splitlines()
        start = next(i for i, line in enumerate(lines) if line.startswith("| parameter | `"))
        builds = re.findall(r"`([\w-]+)`", lines[start])
        self.assertEqual(sorted(builds), CONFIGS)
        rows = {}
        for line in lines[start + 2:]:
            if not line.startswith("| `"):
                break
            name, *values = (cell.strip(" `") for cell in line.strip("|").split("|"))
            rows[name] = values[:len(builds)]
        for at, build in enumerate(builds):
            with self.subTest(build):
                self.assertEqual({name: values[at] for name, values in rows.items()},
                                 parameters(build))


if __name__ == "__main__":
    unittest.main()
