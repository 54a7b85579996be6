# SPDX-License-Identifier: Apache-2.0
"""The vectors of the encoder: which there are, their text, and the rules that they exercise."""
import collections
import functools
import importlib
import json

from scripts.vectors import needs, unexercised
from scripts.vectors.tool import Wrong, call

NAME, SUFFIX = "encoder", "nti"
REASONS = unexercised.REASONS
COUNTED = "rule of `ntrace check`"
SWITCHES = ("trTeActive", "trTeEnable", "trTeInstTracing")
SUBJECTS = ["examples", "starts", "counters", "addresses", "fields", "events", "recordings", "ordinary"]


def vectors():
    return [vector for subject in SUBJECTS for vector in importlib.import_module(f"scripts.vectors.{subject}").vectors()]


@functools.cache
def rules():
    return [line.split("\t")[0] for line in call("check", "--list").splitlines()]


def lists(texts):
    """What the vectors need, for `ntrace vectors features`."""
    counts = collections.Counter(name for text in texts for name in needs.said(text))
    return {"features.txt": "\n".join(needs.catalogue(counts)) + "\n"}


def build_words(vector, folder):
    """--config with the vector's own parameters."""
    if not vector.parameters:
        return []
    path = folder / f"{vector.build}.cfg"
    path.write_text("".join(f"{name} = {value}\n" for name, value in vector.values.items()), encoding="ascii")
    return ["--config", path]


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
    call("encode", path, "-o", trace, "--no-sidecar", *more)
    data = trace.read_bytes()
    held, decoded = set(), []
    said = json.loads(call("shape", "--check", path, "--json", *more, good=(0, 1)))
    if said["broken"] and not vector.values["DRAFT"]:  # whose itype codes are others
        raise Wrong(f"{vector.name}: the ingress breaks the port's rules: {said}")
    if data:
        held = judged(vector, path, trace, more) | held_by_settings(vector, path, trace)
        if vector.decodes:
            decoded = call("decode", trace, "--image", path, "--to", "ranges", *set_words(vector.fields),
                           *more).splitlines()
    exercised = [rule for rule in rules() if rule in held]
    return vector.text(exercised, message_lines(vector, data, trace), decoded), exercised
