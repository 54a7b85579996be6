#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make release: what is published of a version, into a folder: archives and their checksums.

    ntrace-V.tar.gz           the sources; builds and tests without git
    ntrace-V-rtl.tar.gz       RTL, its lists, models and driver: what a chip takes
    ntrace-V-vectors.tar.gz   compliance vectors
    ntrace-V-docs.tar.gz      the pages
    SHA256SUMS

The content is that of the commit alone, so two runs give the same bytes. Files that are not committed
are an error (exit status 2).
"""
import argparse
import gzip
import hashlib
import io
import subprocess
import sys
import tarfile
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import whole_file  # noqa: E402 (the path comes first)

BASICS = ("LICENSE", "LICENSES", "REUSE.toml", "VERSION", "CHANGELOG.md", "README.md")
PARTS = {"": (),  # all
         "-rtl": (*BASICS, "rtl", "model", "driver", "Bender.yml", "docs"),
         "-vectors": (*BASICS, "tests/vectors", "docs/vectors.md", "docs/my-encoder.md", "docs/kit.md"),
         "-docs": (*BASICS, "docs")}


class Unfit(Exception):
    """The tree is not one that can be released."""


def git(*words):
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=False)
    if done.returncode != 0:
        raise Unfit(f"expected a clone of the repository: {done.stderr.decode().strip()}")
    return done.stdout


def archive(name, paths):
    """The bytes of a compressed archive of paths in the commit, without a trace of when it was made."""
    plain = git("archive", f"--prefix={name}/", "HEAD", "--", *paths)
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb", filename="", mtime=0) as packed, \
            tarfile.open(fileobj=io.BytesIO(plain)) as source, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as target:
        for member in sorted(source, key=lambda one: one.name):
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            member.pax_headers = {}
            target.addfile(member, source.extractfile(member) if member.isfile() else None)
    return out.getvalue()


def release(folder):
    if git("status", "--porcelain"):
        raise Unfit("expected all files committed: git status names those that are not")
    version = git("show", "HEAD:VERSION").decode().strip()
    if f"\n## [{version}]" not in git("show", "HEAD:CHANGELOG.md").decode():
        raise Unfit(f"expected an entry of {version} in CHANGELOG.md")
    sums = ""
    for part, paths in PARTS.items():
        name = f"ntrace-{version}{part}"
        content = archive(name, paths)
        whole_file.write(folder / f"{name}.tar.gz", content)
        sums += f"{hashlib.sha256(content).hexdigest()}  {name}.tar.gz\n"
        print(f"{folder / name}.tar.gz: {len(content)} bytes")
    whole_file.write(folder / "SHA256SUMS", sums)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build/release", help="default build/release")
    try:
        release(parser.parse_args().folder)
    except (Unfit, OSError) as error:
        print(f"release: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
