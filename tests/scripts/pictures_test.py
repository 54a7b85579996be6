"""scripts/flamegraph.py and scripts/timeline.py: the pictures of docs/decode.md."""
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
    def test_a_box_is_as_wide_as_its_share_and_under_its_caller(self):
        made = picture("flamegraph.py", "main 10\nmain;a<b> 30\nmain;c 60\n", "--width", "1020")
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        boxes = {}
        for group in ElementTree.fromstring(made.stdout).iter(SVG + "g"):
            rect = group.find(SVG + "rect")
            name = group.find(SVG + "title").text.split(":")[0]
            boxes[name] = tuple(float(rect.get(key)) for key in ("x", "width", "y"))
        self.assertEqual(boxes["main"][:2], (10, 1000))
        self.assertEqual((boxes["a<b>"][1], boxes["c"][1]), (300, 600))
        self.assertEqual(boxes["a<b>"][0] + 300, boxes["c"][0])
        self.assertGreater(boxes["c"][2], boxes["main"][2])

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
        for script, text in (("flamegraph.py", "no number\n"), ("timeline.py", "{}"),
                             ("timeline.py", "nonsense"), ("timeline.py", '{"traceEvents": []}')):
            made = picture(script, text)
            self.assertEqual((made.returncode, made.stdout, made.stderr.count("\n")), (2, "", 1))


if __name__ == "__main__":
    unittest.main()
