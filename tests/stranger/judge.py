# SPDX-License-Identifier: Apache-2.0
"""The judge under test: `ntrace check` and `ntrace decode`, given a stream and what it was made of."""
import json
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NTRACE = str(ROOT / "build/ntrace")
OTHER = ("trTeActive", "trTeFilter0Control", "trTeFilter0MatchInst", "trTeTrigExtInControl")


class Judge:
    """Judges streams in a folder of its own."""

    def __init__(self, folder, command):
        self.folder, self.command = Path(folder), command
        self.folder.mkdir(parents=True, exist_ok=True)
        self.written = None   # the stream whose program and pins are there

    def write(self, stream, data):
        (self.folder / "stream.nex").write_bytes(data)
        if self.written is stream:
            return
        self.written = stream
        (self.folder / "program.bin").write_bytes(stream.program.image)
        (self.folder / "pins.nti").write_text(stream.pins.text(), encoding="ascii")

    def image(self, stream):
        return ["--image", f"{self.folder}/program.bin,at={stream.program.base:#x},xlen={stream.port['xlen']}"]

    def settings(self, stream):
        return [word for name, value in stream.settings.items() if name not in OTHER
                for word in ("--set", f"{name}={value}")]

    def given(self, stream, level):
        """Arguments of `check`: by the bytes, with settings and code, or with the pins; `middle`: the
        bytes of a capture of a part, `wrapped`: of one that begins within a message."""
        if level == "pins":
            return [*self.image(stream), "--ingress", f"{self.folder}/pins.nti"]
        settings = self.settings(stream)
        return {"settings": settings, "code": [*self.image(stream), *settings],
                "middle": settings, "wrapped": [*settings, "--wrapped"]}[level]

    def run(self, command, *arguments):
        return subprocess.run([self.command, command, f"{self.folder}/stream.nex", *arguments],
                              capture_output=True, text=True, check=False)

    def check(self, stream, data, level, without=()):
        """Exit status, ids of findings that are none's consequence, primary, and the judge's words. `without`:
        freedoms that the judge does not have."""
        self.write(stream, data)
        removed = [word for name in without for word in ("--without", name)]
        done = self.run("check", *self.given(stream, level), *removed, "--json")
        if done.returncode == 2 or not done.stdout:
            return done.returncode, [], None, done.stderr.strip()
        result = json.loads(done.stdout)
        broken = [rule for rule in result["results"] if rule["state"] in ("broken", "follows")]
        words = "; ".join(f"{rule['id']}: offset {rule['offset']}: {rule['text']}" for rule in broken)
        return (done.returncode, [rule["id"] for rule in broken if rule["state"] == "broken"],
                result["primary"], words)

    def decode(self, stream):
        """What `decode` makes of the stream: exit status, addresses, words."""
        self.write(stream, stream.bytes())
        done = self.run("decode", *self.image(stream), *self.settings(stream), "--to", "pc")
        addresses = [int(line, 16) for line in done.stdout.splitlines() if line.startswith("0x")]
        return done.returncode, addresses, done.stderr.strip()
