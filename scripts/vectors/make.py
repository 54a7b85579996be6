#!/usr/bin/env python3
"""Makes the compliance vectors of tests/vectors, by the golden model.

    make.py [--check] [--only TEXT] [--part N] [-o DIR]

--check writes nothing, and ends with status 1 if a file is not as it would be written.
--only makes those with TEXT in their names, and leaves the others and the manifest alone; --part
one of N vectors alike.
"""
import argparse
import collections
import functools
import importlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from scripts.vectors.unexercised import REASONS  # noqa: E402

NTRACE = ROOT / "build/ntrace"
SWITCHES = ("trTeActive", "trTeEnable", "trTeInstTracing")
SUBJECTS = ["examples", "starts", "counters", "addresses", "fields", "events", "recordings"]


class Wrong(Exception):
    """A vector that cannot be made."""


def call(*words, good=(0,)):
    done = subprocess.run([NTRACE, *map(str, words)], capture_output=True, text=True, check=False)
    if done.returncode not in good:
        raise Wrong(f"ntrace {' '.join(map(str, words))}\n{done.stdout[-2000:]}{done.stderr}")
    return done.stdout


def build_words(vector, folder):
    """--config with the vector's own parameters."""
    if not vector.parameters:
        return []
    path = folder / f"{vector.build}.cfg"
    path.write_text("".join(f"{name} = {value}\n" for name, value in vector.values.items()), encoding="ascii")
    return ["--config", path]


def format_lines(vector):
    """What the assembly is told of SRC, TSTAMP and addresses."""
    fields = vector.fields
    if fields.get("trTeSrcBits") and not fields.get("trTeInhibitSrc"):
        yield f".src {fields['trTeSrcBits']}"
    if fields.get("trTsEnable"):
        yield f".tstamp {vector.values['TSTAMP_W']}"
    if fields.get("trTeInstExtendAddrMSB"):
        yield f".extend {vector.values['XLEN'] - 1}"


def split_messages(data):
    """Bytes of each message: the last has MSEO=11."""
    message = bytearray()
    for byte in data:
        message.append(byte)
        if byte & 3 == 3:
            yield bytes(message)
            message = bytearray()
    if message:
        raise Wrong("the stream ends within a message")


def set_words(fields):
    return [word for name, value in fields.items() for word in ("-s", f"{name}={value}")]


def message_lines(vector, data, trace):
    """The lines "#> BYTES  MESSAGE"."""
    texts = [line for line in call("dump", "--asm", trace, "--config", vector.build, *set_words(vector.fields)).splitlines()
             if not line.startswith(".")] if data else []
    parts = list(split_messages(data))
    if len(parts) != len(texts):
        raise Wrong(f"{vector.name}: {len(parts)} messages, {len(texts)} lines")
    width = min(max((3 * len(part) - 1 for part in parts), default=0), 60)
    return [f"#> {part.hex(' ').upper():<{width}}  {text}" for part, text in zip(parts, texts)]


def judged(vector, path, trace, more):
    """Ids of the rules that the stream puts to the test; it must break none."""
    said = json.loads(call("check", trace, "--image", path, "--ingress", path, "--json", *more, good=(0, 1)))
    broken = [r for r in said["results"] if r["state"] == "broken" and r["level"] == "required"]
    if broken:
        raise Wrong(f"{vector.name}: {broken[0]['id']}: {broken[0].get('text')}")
    return {r["id"] for r in said["results"] if r["state"] == "held"}


def held_by_settings(vector, path, trace):
    """Those that only settings which never change put to the test."""
    values = {}
    for line in vector.ingress():
        for word in line.split()[1:] if line.startswith("set ") else []:
            values.setdefault(word.split("=")[0], set()).add(word)
    if any(len(words) > 1 and name not in SWITCHES for name, words in values.items()):
        return set()
    words = [word for name, value in vector.fields.items() for word in ("-s", f"{name}={value}")]
    said = json.loads(call("check", trace, "--image", path, "--json", "--config", vector.build, *words, good=(0, 1)))
    return {r["id"] for r in said["results"] if r["state"] == "held"} if not vector.parameters else set()


def render(vector, folder):
    """The text of a vector, and the rules that it exercises."""
    path, trace = folder / "V.nti", folder / "V.nex"
    path.write_text(vector.text(), encoding="ascii")
    more = build_words(vector, folder)
    call("encode", path, "-o", trace, *more)
    data = trace.read_bytes()
    rules, decoded = [], []
    said = json.loads(call("shape", "--check", path, "--json", *more, good=(0, 1)))
    if said["broken"] and not vector.values["DRAFT"]:  # whose itype codes are others
        raise Wrong(f"{vector.name}: the ingress breaks the port's rules: {said}")
    if data:
        rules = judged(vector, path, trace, more) | held_by_settings(vector, path, trace)
        if vector.decodes:
            decoded = call("decode", trace, "--image", path, "--to", "ranges", *set_words(vector.fields),
                           *more).splitlines()
    rules = [rule for rule in all_rules() if rule in rules]
    return vector.text(rules, message_lines(vector, data, trace), decoded), rules


def all_vectors(only, part):
    vectors = []
    for subject in SUBJECTS:
        vectors += importlib.import_module(f"scripts.vectors.{subject}").vectors()
    counts = collections.Counter(vector.name for vector in vectors)
    twice = [name for name, count in counts.items() if count > 1]
    if twice:
        raise Wrong(f"twice: {', '.join(twice)}")
    return [vector for vector in vectors if only is None or only in vector.name][::part]


@functools.cache
def all_rules():
    return [line.split("\t")[0] for line in call("check", "--list").splitlines()]


def manifest(by_rule):
    """Each rule, the number of vectors that exercise it, and the first few; or why there is none."""
    yield "# Which vectors put which rule of `ntrace check` to the test: rule, number, names (the first three);"
    yield "# or 0 and why none can. Made by scripts/vectors/make.py."
    for rule in all_rules():
        names = sorted(by_rule.get(rule, []))
        if names:
            yield f"{rule:<28} {len(names):>4}  {' '.join(names[:3])}"
        elif rule in REASONS:
            yield f"{rule:<28}    0  {REASONS[rule]}"
        else:
            raise Wrong(f"{rule}: no vector exercises it, and scripts/vectors/unexercised.py has no reason")


def make(only, part):
    """The files by their path below tests/vectors."""
    files, by_rule = {}, collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        for vector in all_vectors(only, part):
            text, rules = render(vector, Path(folder))
            files[f"encoder/{vector.name}.nti"] = text
            for rule in rules:
                by_rule[rule].append(vector.name)
    if only is None and part == 1:
        files["encoder/manifest.txt"] = "\n".join(manifest(by_rule)) + "\n"
    return files


def differences(files, folder, whole):
    """Names of files that are not as they would be written, or should not be there."""
    there = {str(path.relative_to(folder)) for path in folder.glob("*/*")} if whole else set()
    return sorted([name for name, text in files.items()
                   if not (folder / name).exists() or (folder / name).read_text(encoding="ascii") != text]
                  + list(there - set(files)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("--part", type=int, default=1)
    parser.add_argument("-o", default=str(ROOT / "tests/vectors"))
    arguments = parser.parse_args()
    folder = Path(arguments.o)
    try:
        files = make(arguments.only, arguments.part)
    except Wrong as wrong:
        sys.exit(f"make.py: {wrong}")
    other = differences(files, folder, arguments.only is None and arguments.part == 1)
    if arguments.check:
        print("".join(f"{name}: not as scripts/vectors makes it (make vectors)\n" for name in other), end="")
        sys.exit(1 if other else 0)
    for name in other:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if name in files:
            (folder / name).write_text(files[name], encoding="ascii")
        else:
            (folder / name).unlink()
    print(f"{len(files)} files, {len(other)} changed")


if __name__ == "__main__":
    main()
