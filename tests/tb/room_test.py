# SPDX-License-Identifier: Apache-2.0
"""Waves where there is no room for them: the file is whole or not there, and nothing else is left."""
import os
import resource
import signal
import subprocess
import time
import unittest

from tests.lib.bench import NTRACE
from tests.lib.waves import Waves
from tests.tb.mismatch_test import Folder

NEEDS = ("bench-tiny",)
RUN = ["lockstep", "--random", "--cycles", "3000", "--config", "tiny", "--quiet"]


class RoomTest(Folder):
    def views(self, name):
        return [f"{name}.{end}" for end in ("gtkw", "sucl")]

    def size(self, name):
        """Of the waves where there is room."""
        done = subprocess.run([NTRACE, *RUN, "--wave", self.path(name)], capture_output=True, text=True, check=True)
        self.assertEqual(done.stderr, "")
        size = os.path.getsize(self.path(name))
        self.assertGreater(size, 20000)
        for file in os.listdir(self.folder):
            os.remove(self.path(file))
        return size

    def outcome(self, done, name):
        """Whether it was written; nothing else may be so."""
        files = os.listdir(self.folder)
        if done.returncode == 0:
            self.assertIn(name, files)
            return True
        self.assertEqual((done.returncode, done.stdout.count("passed"), done.stderr.count("\n")), (2, 0, 1), done.stderr)
        self.assertIn(name, done.stderr)
        self.assertEqual(files, [])
        return False

    def test_under_a_limit_of_a_files_size_it_is_whole_or_not_there(self):
        for name in ("w.fst", "w.vcd"):
            size, written = self.size(name), []
            for step in range(1, 21):
                limit = size * step // 18

                def limited(limit=limit):
                    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
                done = subprocess.run([NTRACE, *RUN, "--wave", self.path(name)], capture_output=True, text=True, check=False,
                                      preexec_fn=limited)
                with self.subTest(name, limit=limit):
                    written.append(self.outcome(done, name))
                    if written[-1]:
                        self.assertEqual(os.path.getsize(self.path(name)), size)
                for file in os.listdir(self.folder):
                    os.remove(self.path(file))
            self.assertEqual((written[0], written[-1]), (False, True))

    def test_on_a_full_disk_it_is_whole_or_not_there(self):
        size = self.size("w.fst")
        sizes = [size * step // 10 for step in (1, 2, 3, 5, 7, 8, 9, 10, 11, 12, 13, 14, 16)]
        for kilobytes in sorted({most // 4096 * 4 + 4 for most in sizes}):
            script = f'mount -t tmpfs -o size={kilobytes}k none "$1" && {{ "$2" {" ".join(RUN)} --wave "$1/w.fst"; ' \
                     'status=$?; ls "$1" | tr "\\n" " "; stat -c %s "$1/w.fst" 2>/dev/null || echo none; exit $status; }'
            done = subprocess.run(["unshare", "-rm", "sh", "-c", script, "sh", self.folder, NTRACE], capture_output=True, text=True,
                                  check=False)
            with self.subTest(kilobytes=kilobytes):
                if done.returncode == 0:
                    self.assertTrue(done.stdout.endswith(f" {size}\n"), done.stdout)
                    continue
                self.assertEqual((done.returncode, done.stdout.splitlines()[-1], done.stderr.count("\n")), (2, "none", 1),
                                 done.stdout + done.stderr)
                self.assertNotIn(".tmp", done.stdout)

    def test_a_signal_leaves_nothing_behind(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            running = subprocess.Popen([NTRACE, *RUN, "--cycles", "100000000", "--wave", self.path("w.fst")],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            while not os.listdir(self.folder):
                time.sleep(0.05)
            running.send_signal(number)
            running.communicate()
            self.assertEqual((running.returncode, os.listdir(self.folder)), (-number, []))

    def test_a_wave_that_is_there_stays_where_a_new_one_has_no_room(self):
        subprocess.run([NTRACE, *RUN, "--wave", self.path("w.vcd")], capture_output=True, check=True)
        with open(self.path("w.vcd"), "rb") as file:
            before = file.read()
        done = subprocess.run([NTRACE, *RUN, "--cycles", "4000", "--wave", self.path("w.vcd")], capture_output=True, text=True, check=False,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000)))
        self.assertEqual(done.returncode, 2)
        with open(self.path("w.vcd"), "rb") as file:
            self.assertEqual(file.read(), before)
        self.assertGreater(len(Waves(self.path("w.vcd")).times()), 3000)


if __name__ == "__main__":
    unittest.main()
