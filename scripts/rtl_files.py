# SPDX-License-Identifier: Apache-2.0
"""The files of a Verilog module and of all modules inside it, by their instances."""
import os
import re

INSTANCE = re.compile(r"^ *(nt_\w+) (?:#\(|\w+ ?\()", re.M)


def files_of(top, rtl="rtl"):
    """Paths, `top` first. Module NAME is in NAME.v somewhere under `rtl`."""
    paths = {name.removesuffix(".v"): os.path.join(folder, name)
             for folder, _, names in os.walk(rtl) for name in names if name.endswith(".v")}
    found = [top]
    for name in found:  # which grows meanwhile
        with open(paths[name], encoding="utf-8") as file:
            inside = INSTANCE.findall(file.read())
        found += [one for one in dict.fromkeys(inside) if one in paths and one not in found]
    return [paths[name] for name in found]
