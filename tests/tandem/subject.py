# SPDX-License-Identifier: Apache-2.0
"""`ntrace tv dump` and `assemble`, compared with the second decoder."""
import json
import re
import tempfile
from pathlib import Path

from tests.lib.programs import ntrace
from tests.tandem.decoder import decode
from tests.tandem.expected import json_of, violations_of
from tests.tandem.names import with_numbers

# What it says of each error of decoder.py
ERRORS = {"unknown opcode": "unknown opcode ", "unknown identifier": "unknown identifier ",
          "unknown size": "unknown memory size ", "unknown op": "unknown memory request opcode ",
          "unknown result": "unknown memory response result ",
          "unknown register": "unknown register address |with FLEN 0 there is no FPR ",
          "unknown privilege": "unknown privilege mode ",
          "address over MLEN": "more bits than MLEN in address ",
          "response without request": "a memory response that does not follow a request ",
          "cut off": "the stream is cut off "}
LINE = re.compile(r"ntrace tv dump: \S+: offset (\d+): (.*)\n")


def _error(stderr, error):
    match = LINE.fullmatch(stderr)
    if error is None:
        if stderr:
            yield f"{stderr!r}, not nothing"
    elif not match or int(match[1]) != error.offset or not re.match(ERRORS[error.name], match[2]):
        yield f"{stderr!r}, not {error}"


class Subject:
    """The command, with a folder for its files. `run`: starts it with words. `csrs`: addresses by
    names, of each XLEN; what is not there is asked for."""

    def __init__(self, run=ntrace, csrs=None):
        self.run = run
        self.csrs = {} if csrs is None else csrs
        self.place = tempfile.TemporaryDirectory()
        self.trace, self.text, self.back = (Path(self.place.name) / name
                                            for name in ("trace", "trace.s", "back"))

    def close(self):
        self.place.cleanup()

    def dump(self, data, parameters, *options):
        self.trace.write_bytes(data)
        lengths = [f"--xlen={parameters.xlen}", f"--flen={parameters.flen}"]
        if parameters.xlen == 32:
            lengths.append(f"--mlen={parameters.mlen}")
        return self.run("tv", "dump", self.trace, *lengths, *options)

    def again(self, data, parameters):
        """Bytes of the text that is shown."""
        self.text.write_text(self.dump(data, parameters).stdout, encoding="utf-8")
        self.back.unlink(missing_ok=True)
        done = self.run("tv", "assemble", self.text, "-o", self.back)
        if (done.returncode, done.stderr) != (0, ""):
            raise AssertionError(f"{done.returncode}, {done.stderr!r}")
        return self.back.read_bytes()

    def csr_names(self, parameters):
        """Of all addresses."""
        groups = [b"\x01\x06" + number.to_bytes(2, "little") + b"\x00" for number in range(0x1000)]
        shown = self.dump(b"".join(groups) + b"\x02", parameters, "--json").stdout
        return [json.loads(line)["csrs"][0]["name"] for line in shown.splitlines()]

    def numbers(self, parameters):
        if parameters.xlen not in self.csrs:
            names = self.csr_names(parameters)
            self.csrs[parameters.xlen] = {name: number for number, name in enumerate(names)}
        return self.csrs[parameters.xlen]

    def differences(self, data, parameters):
        """Sentences; none where command and second decoder agree."""
        numbers = self.numbers(parameters)
        done, trace = self.dump(data, parameters, "--json"), decode(data, parameters)
        status = 2 if trace.error else 1 if violations_of(trace) else 0
        if done.returncode != status:
            yield f"exit status {done.returncode}, not {status}: {done.stderr}"
        yield from _error(done.stderr, trace.error)
        found = [json.loads(line) for line in done.stdout.splitlines()]
        yield from _sizes(found, len(data), trace.error)
        found = [with_numbers(one, numbers) for one in found]
        expected = json_of(trace, parameters)
        if len(found) != len(expected):
            yield f"{len(found)} groups, not {len(expected)}"
        for one, other in zip(found, expected):
            if {key: value for key, value in one.items() if key != "size"} != other:
                yield f"{one}\nnot\n{other}"


def _sizes(found, length, error):
    """Groups lie one behind the other, up to the end or to the one with the error."""
    starts = [one["offset"] for one in found[1:]]
    ends = [one["offset"] + one["size"] for one in found]
    if ends[:-1] != starts:
        yield f"groups begin at {starts}, and end at {ends[:-1]}"
    if found and (ends[-1] > error.offset if error else ends[-1] != length):
        yield f"the last group ends at {ends[-1]}"
