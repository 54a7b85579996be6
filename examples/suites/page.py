#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The page of the suites' clauses, and of the programs that show each: docs/suites-clauses.md.

    python3 -m examples.suites.page FOLDER

FOLDER is build/suites."""
import sys

from examples.suites.run import programs

TITLES = {"ctr": "Smctr and Ssctr 1.0", "counters": "Sscofpmf 1.0 and Smcntrpmf"}

# Clauses without a program, and why
H, MORE = "needs the H extension", "takes more cycles than a small program has"
WITHOUT = {
    "ctr": {
        **dict.fromkeys(("Ssctr_vsctrctl_sz_acc_op", "vsctr-s_op", "vsctrctl-u_op", "vsctrctl-ste_op", "vsctrctl-bpfrz_op", "vsctrctl-lcofifrz_op",
                         "exttrap_vuvs", "exttrap_vuhs", "exttrap_vum", "exttrap_vshs", "exttrap_vsm", "hstateen_ctr", "hstateen_vs",
                         "hstateen0_CTR0-V1_op", "sctrdepth_mode", "vsiselect_op", "ctr_freeze_vs"), H),
        **dict.fromkeys(("ccsize3", "ccsize4"), MORE),
        "debug_recording_inhibited": "needs a debugger",
        "ctrtarget_misp": "needs a predictor that errs; MISP may be 0 or 1 in all programs",
        "ctr_custom_bits": "is about custom extensions",
        "Smctr_Ssctr_depend": "every program rests on it",
        "Ssctr_transfer_steps": "is a definition",
    },
    "counters": {"scountovf_vsmode_read_access": H},
}
# Tags that are not of these texts
OTHER = {"mstateen_csrind": "Smcsrind: bit 60 of mstateen0", "minstret_write": "Zicsr: a written counter"}


def clauses(folder, suite):
    """By clause the programs, by name, with what they check."""
    found = {}
    for xlen in (64, 32):
        for name, (source, tags, sentence) in programs(folder, suite, xlen).items():
            for tag in tags.split():
                found.setdefault(tag, {}).setdefault(name, (source, sentence))
    return found


def main():
    folder = sys.argv[1]
    print("# Clauses of the suites\n\nMade by `python3 -m examples.suites.page build/suites`; [suites.md](suites.md) is about the programs. "
          "A clause goes by its tag in the specification.")
    for suite, title in TITLES.items():
        found = clauses(folder, suite)
        names = {name for some in found.values() for name in some}
        print(f"\n## {title}\n\n{len(found)} clauses, {len(names)} programs.\n\n| clause | programs |\n| --- | --- |")
        for tag in sorted(found, key=str.lower):
            what = f"{OTHER[tag]} (`{tag}`)" if tag in OTHER else f"`{tag}`"
            print(f"| {what} | {', '.join(f'`{name}`' for name in found[tag])} |")
        print("\nWithout a program:\n\n| clause | why |\n| --- | --- |")
        for tag, why in WITHOUT[suite].items():
            print(f"| `{tag}` | {why} |")
        print("\n| program | source | checks |\n| --- | --- | --- |")
        for name, (source, sentence) in sorted({name: what for some in found.values() for name, what in some.items()}.items()):
            print(f"| {name} | [{source}](../examples/suites/{suite}/{source}) | {sentence} |")


if __name__ == "__main__":
    main()
