#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prove the contracts at the foot of the RTL modules (`ifdef FORMAL), with Yosys.

    formal.py [--short] [-j N] [NAME...]

Each proof of tests/formal/proofs is run; each cover statement must be reached; and each fault
put into a copy of the RTL must break the property it is meant for. Exit status 1 where any of this
is not so. What Yosys said is left in build/formal.
"""
import argparse
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True
ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
sys.path.insert(0, ROOT)
os.chdir(ROOT)

from scripts import limits, result_file  # noqa: E402 (the path comes first)
from scripts.rtl_files import includes  # noqa: E402
from tests.formal import proofs  # noqa: E402

BUILD = "build/formal"
LIMIT = 3600  # seconds of processor time per run

# Turns a cover statement into an assertion that it never happens.
COVER_MAP = r"""(* techmap_celltype = "$cover" *)
module nt_cover (input A, input EN);
    \$assert _TECHMAP_REPLACE_ (.A(~A), .EN(EN));
endmodule
"""


class Failure(Exception):
    pass


def prepare(proof, files):
    """Yosys commands that read a proof's design into one flat module with single-bit memories."""
    # After chparam the module may have another name: it is the only one that nobody instantiates.
    parameters = " ".join(f"-set {name} {value}" for name, value in proof.parameters.items())
    return [
        f"read_verilog -formal {' '.join(includes())} {' '.join(files)}",
        f"chparam {parameters} {proof.top}" if parameters else "",
        "hierarchy -check -auto-top",
        "prep -flatten",
        "delete t:$assert t:$assume %u t:$cover %u c:*.* %i" if proof.alone else "",
        *(f"chformal -assume2assert t:$assume c:{label} %i" for label in proof.closed),
        "memory_map", "clk2fflogic" if proof.clocks > 1 else "async2sync", "opt_clean",
    ]


def sat(method, steps, wave=None):
    command = f"sat -set-assumes -prove-asserts -tempinduct -maxsteps {steps}"
    if method == "bmc":
        command += " -tempinduct-baseonly"
    if wave:
        command += f" -dump_vcd {wave}"
    return ["dffunmap", "opt_clean", command]


def only(kind, label):
    """Keep one assertion or cover statement of all."""
    # In an instance: by the end of its path
    cells = f"c:{label} c:*.{label} %u" if "." in label else f"c:{label}"
    return [f"select -assert-min 1 t:${kind} {cells} %i",
            f"select t:${kind} {cells} %d", "delete", "select -clear"]


def run(name, commands):
    """Runs Yosys; its log. Ends where Yosys ends or after LIMIT seconds of processor time."""
    script = os.path.join(BUILD, name + ".ys")
    log = os.path.join(BUILD, name + ".log")
    with open(script, "w", encoding="utf-8") as file:
        file.write("\n".join(filter(None, commands)) + "\n")
    with open(log, "w", encoding="utf-8") as file:
        status = subprocess.run(limits.within(LIMIT, ["yosys", "-Q", "-s", script]), stdout=file,
                                stderr=subprocess.STDOUT, check=False)
    if status.returncode == -signal.SIGXCPU:
        raise Failure(f"no answer in {LIMIT} s of processor time: {log}")
    with open(log, encoding="utf-8", errors="replace") as file:
        text = file.read()
    if status.returncode != 0:
        error = [line for line in text.splitlines() if line.startswith("ERROR")]
        raise Failure(f"{log}: {error[0] if error else 'Yosys failed'}")
    return text


def holds(text, name):
    """True: proven. False: a counterexample, or no induction."""
    if "SUCCESS!" in text:
        return True
    if "proof failed" in text or "FAIL!" in text:
        return False
    raise Failure(f"{BUILD}/{name}.log: neither proven nor refuted")



def prove(proof):
    name = proof.name
    wave = f"{BUILD}/{name}.vcd"
    started = time.monotonic()
    text = run(name, prepare(proof, proof.files) +
               [f"tee -o {BUILD}/{name}.labels select -list t:$assert t:$cover",
                "chformal -cover -remove"] + sat(proof.method, proof.steps, wave))
    if not holds(text, name):
        raise Failure(f"a counterexample, or no induction in {proof.steps} steps: {wave}")
    with open(f"{BUILD}/{name}.labels", encoding="utf-8") as file:
        labels = [line.strip().split("/", 1)[1] for line in file if "/" in line]
    length = re.findall(r"\[induction step (\d+)\]", text)
    how = f"induction, {length[-1]} step(s)" if length else f"BMC, {proof.steps} steps"
    return how, labels, time.monotonic() - started


def cover(proof, labels):
    """All cover statements, one after another. What is wrong."""
    name = f"{proof.name}.covers"
    commands = prepare(proof, proof.files) + ["chformal -assert -remove", "design -save prepared"]
    for label in labels:
        commands += ["design -load prepared", "log begin of a cover", *only("cover", label),
                     f"techmap -map {BUILD}/cover.v", *sat("bmc", proof.cover_steps)]
    texts = run(name, commands).split("\nbegin of a cover\n")[1:]
    if len(texts) != len(labels):
        raise Failure(f"{BUILD}/{name}.log: {len(texts)} of {len(labels)} covers")
    return [f"cover {label} is not reached in {proof.cover_steps} steps"
            for label, text in zip(labels, texts) if holds(text, name)]


def broken_files(proof, fault, number):
    """The proof's files, with a copy in place of the one that has the fault."""
    with open(fault.file, encoding="utf-8") as file:
        source = file.read()
    if source.count(fault.old) != 1:
        raise Failure(f"the fault's place is not there once: {fault.file}: {fault.old}")
    copy = os.path.join(BUILD, f"fault{number}.{os.path.basename(fault.file)}")
    with open(copy, "w", encoding="utf-8") as file:
        file.write(source.replace(fault.old, fault.new))
    return [copy if path == fault.file else path for path in proof.files]


def refute(proof, fault, number):
    name = f"{proof.name}.fault{number}"
    files = broken_files(proof, fault, number)
    text = run(name, prepare(proof, files) + ["chformal -cover -remove"] +
               only("assert", fault.label) + sat("bmc", fault.steps))
    if holds(text, name):
        raise Failure(f"{fault.label} holds with the fault '{fault.new}' in {fault.file}")


def is_property(proof, label):
    """In a whole of modules: its own, and what its modules assume. Theirs have been proven."""
    if proof.closed or not proof.inner:
        return label in proof.closed or label.startswith("p_")
    return label.split(".")[-1].startswith("p_")


def unbroken(proof, labels):
    """Properties that no fault breaks: nobody has shown that they can fail."""
    tops = {one.name for one in proofs.PROOFS if one.top == proof.top}
    broken = [fault.label for fault in proofs.FAULTS if fault.proof in tops]
    return [label for label in labels if is_property(proof, label) and
            not any(label == one or label.endswith("." + one) for one in broken)]


def check(proof, every=1):
    """A proof, and one of so many of its covers and of its faults. A line to print, and what is wrong."""
    wrong = []
    labels = []
    how, seconds = "not proven", 0.0
    covers = faults = 0
    try:
        how, labels, seconds = prove(proof)
    except Failure as failure:
        wrong.append(str(failure))
    wrong += [f"no fault breaks {label}" for label in unbroken(proof, labels)]
    properties = sum(is_property(proof, label) for label in labels)
    if not properties and not wrong:
        wrong.append("no property found")
    reached = [label for label in labels if proof.covers and label.startswith("c_")][::every]
    try:
        failed = cover(proof, reached) if reached else []
        covers = len(reached) - len(failed)
        wrong += failed
    except Failure as failure:
        wrong.append(str(failure))
    own = [(number, fault) for number, fault in enumerate(proofs.FAULTS) if fault.proof == proof.name]
    for number, fault in own[::every]:
        try:
            refute(proof, fault, number)
            faults += 1
        except Failure as failure:
            wrong.append(str(failure))
    return (f"{'FAILED' if wrong else 'proven':7} {proof.name:20} {how:22} {properties:3} "
            f"{covers:3} {faults:3} {seconds:6.1f} s", wrong)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="*", help="run these proofs alone")
    parser.add_argument("--short", action="store_true", help="the short ones, with a third of their covers and faults")
    parser.add_argument("-j", "--jobs", type=int, default=2, help="how many at once (2)")
    result_file.add_option(parser)
    options = parser.parse_args()
    os.makedirs(BUILD, exist_ok=True)
    with open(os.path.join(BUILD, "cover.v"), "w", encoding="utf-8") as file:
        file.write(COVER_MAP)
    chosen = [proof for proof in proofs.PROOFS
              if (not options.name or proof.name in options.name) and
              (proof.short or not options.short)]
    if not chosen or set(options.name) - {proof.name for proof in proofs.PROOFS}:
        sys.exit("formal.py: no such proof; there are " +
                 " ".join(proof.name for proof in proofs.PROOFS))
    print("        proof                method          properties covers faults  time")
    failed = 0
    with ThreadPoolExecutor(max_workers=options.jobs) as pool:
        every = 3 if options.short else 1
        for line, wrong in pool.map(lambda proof: check(proof, every), chosen):
            print(line, flush=True)
            for text in wrong:
                print(f"        {text}", flush=True)
            failed += bool(wrong)
    print(f"{len(chosen) - failed} proofs hold, {failed} failed")
    result_file.write(options.results, "proofs", {"proofs": len(chosen), "proven": len(chosen) - failed},
                      f"{failed} proofs failed" if failed else None)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
