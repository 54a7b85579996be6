# SPDX-License-Identifier: Apache-2.0
"""Builds libntrace by CMake, installs it, and on it the program digest, which finds it by find_package."""
import os
import subprocess
from pathlib import Path

from tests.lib.catalogue import ROOT

HERE = Path(__file__).resolve().parent
STRICT = "-Wall -Wextra -Wconversion -Werror"
NOTHING = ("-DNTRACE_ELF=OFF", "-DNTRACE_ZSTD=OFF", "-DNTRACE_ZLIB=OFF")
# What else compilers and linkers read must be the port's own
CLEAN = {name: value for name, value in os.environ.items() if name not in ("CC", "CFLAGS", "LDFLAGS", "MAKEFLAGS")}


def run(*command, **options):
    done = subprocess.run(list(map(str, command)), check=False, capture_output=True, text=True,
                          **{"env": CLEAN, **options})
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def configure(source, folder, *options):
    run("cmake", "-S", source, "-B", folder, *options)
    run("cmake", "--build", folder, "-j", 2)


def build(folder, *options, source=ROOT / "libntrace", optimize="-O2"):
    """Returns the program; the library is installed in FOLDER/prefix."""
    platform = [word for word in options if word.startswith(("-DCMAKE_TOOLCHAIN_FILE=", "-DSYSROOT=", "-DNTRACE_z_"))]
    configure(source, folder / "library", f"-DCMAKE_INSTALL_PREFIX={folder / 'prefix'}", "-DCMAKE_INSTALL_LIBDIR=lib",
              f"-DCMAKE_C_FLAGS={STRICT} {optimize}", "-DCMAKE_BUILD_TYPE=None", *options)
    run("cmake", "--install", folder / "library")
    configure(HERE, folder / "digest", f"-DCMAKE_PREFIX_PATH={folder / 'prefix'}",
              f"-DCMAKE_C_FLAGS=-std=c11 {STRICT} {optimize}", *platform)
    return next(path for name in ("digest", "digest.exe") if (path := folder / "digest" / name).exists())


def build_reference(folder):
    """The same program on the library of make."""
    program = folder / "reference"
    run("gcc", "-std=c11", "-O2", f"-I{ROOT}/include", HERE / "digest.c", ROOT / "build/libntrace.a", "-ldw", "-lelf",
        "-lzstd", "-lz", "-o", program)
    return program
