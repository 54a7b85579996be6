#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the manual pages: man.py NTRACE FOLDER. help2man turns what --help says of the command and
of each subcommand, those of `ntrace tv` too, into a page."""
import json
import os
import re
import subprocess
import sys


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def page(command, name, summary, version, see, folder):
    text = output("help2man", "--no-info", "--section=1", f"--version-string={version}",
                  f"--name={summary}", "--manual=ntrace", command)
    # Its heading names the program alone.
    text = re.sub(r'(?m)^\.TH \S+', f'.TH {name.upper()}', text, count=1)
    text = re.sub(r'(?m)^(\.SH NAME\n).*? \\?-', rf'\1{name} \\-', text, count=1)
    text = re.sub(r'(?m)^(\.SH) DESCRIPTION\nusage: (.*)\n', r'\1 SYNOPSIS\n\2\n\1 DESCRIPTION\n', text)
    text += ".SH SEE ALSO\n" + ",\n".join(f"\\fB{other}\\fR(1)" for other in see) + "\n"
    with open(os.path.join(folder, f"{name}.1"), "w", encoding="utf-8") as file:
        file.write(text)


def names(commands):
    return ["ntrace-" + command["name"].replace(" ", "-") for command in commands]


def pages(ntrace, above, commands, version, folder):
    for command, name in zip(commands, names(commands)):
        below = command.get("commands", [])
        page(f"{ntrace} {command['name']}", name, command["summary"], version,
             [above] + names(below), folder)
        pages(ntrace, name, below, version, folder)


def main():
    ntrace, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    version = output(ntrace, "--version").split()[1]
    table = json.loads(output(ntrace, "help", "--json"))
    pages(ntrace, "ntrace", table, version, folder)
    page(ntrace, "ntrace", "RISC-V N-Trace: record, encode, verify and decode", version,
         names(table), folder)


if __name__ == "__main__":
    main()
