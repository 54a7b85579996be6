# SPDX-License-Identifier: Apache-2.0
"""scripts/timeline.py: the pictures of docs/decode.md."""
import json
import subprocess
import unittest
import xml.etree.ElementTree as ElementTree

from tests.lib.catalogue import ROOT

SVG = "{http://www.w3.org/2000/svg}"


def picture(script, text, *arguments):
    return subprocess.run([ROOT / "scripts" / script, *arguments], input=text, capture_output=True,
                          text=True, check=False)


class PicturesTest(unittest.TestCase):
    def test_a_timeline_has_each_hart_with_its_slices(self):
        events = [{"ph": "M", "pid": 1, "tid": 0, "name": "process_name",
                   "args": {"name": "hart 0"}},
                  {"ph": "M", "pid": 1, "tid": 1, "name": "thread_name", "args": {"name": "calls"}},
                  {"ph": "B", "pid": 1, "tid": 1, "ts": 0, "cat": "call", "name": "outer"},
                  {"ph": "B", "pid": 1, "tid": 1, "ts": 25, "cat": "exception", "name": "inner"},
                  {"ph": "E", "pid": 1, "tid": 1, "ts": 75},
                  {"ph": "E", "pid": 1, "tid": 1, "ts": 100}]
        made = picture("timeline.py", json.dumps({"traceEvents": events}), "--width", "500")
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        root = ElementTree.fromstring(made.stdout)
        texts = [text.text for text in root.iter(SVG + "text")]
        self.assertLessEqual({"hart 0", "calls", "outer", "inner"}, set(texts))
        widths = [float(rect.get("width")) for rect in root.iter(SVG + "rect")][1:]
        self.assertEqual(widths, [400, 200])

    def test_what_is_no_input_is_one_line_and_status_2(self):
        for text in ("{}", "nonsense", '{"traceEvents": []}'):
            made = picture("timeline.py", text)
            self.assertEqual((made.returncode, made.stdout, made.stderr.count("\n")), (2, "", 1))


if __name__ == "__main__":
    unittest.main()
