# SPDX-License-Identifier: Apache-2.0
"""Faults of the example's core, its adapter and its memory, all in one build: +fault=N chooses."""
import shutil
import subprocess

from tests.lib.catalogue import ROOT
from tests.lib.faults import put_fault

CHOSEN = "nt_board_bench.fault == {number}"

# Name: file, text, the text with the fault where {} is true, and what is said of it
FAULTS = {
    "the core shows a taken branch as not taken": (
        "core/nt_core.v", "rvfi_pc_wdata  = next_pc;", "rvfi_pc_wdata  = {} && is_branch ? following : next_pc;",
        r"trap \d+ of \d+: the core logged"),
    "the core shows no interrupt": (
        "core/nt_core.v", "rvfi_intr      = intr_reg;", "rvfi_intr      = intr_reg && !{};",
        r"trap \d+ of \d+: the core logged"),
    "the core multiplies some numbers wrong": (
        "core/nt_core_muldiv.v", "result = product[31:0];", "result = product[31:0] ^ {31'd0, {} && product[7:0] == 8'h15};",
        r"mul .*\n +x\d+ +expected|c\.mul .*\n +x\d+ +expected"),
    "the core returns to elsewhere from an interrupt": (
        "core/nt_core_csr.v", "{mepc_next, mcause_next, mtval_next} = {epc, cause, tval};",
        "{mepc_next, mcause_next, mtval_next} = {{} && cause[31] ? epc ^ 32'd2 : epc, cause, tval};",
        "FAILED|mepc|no end"),
    "an instruction counts in the counter that it writes": (
        "core/nt_core_units.v", ".csr_retires(1'b1),", ".csr_retires(!{}),", "FAILED|status|ended"),
    "LCOFI is no interrupt": (
        "core/nt_core_csr.v", "wire [6:0] pending = {lcofip,", "wire [6:0] pending = {lcofip && !{},", "no end|FAILED|limit"),
    "a delegated interrupt goes to M mode": (
        "core/nt_core_csr.v", "(cause[31] ? !takes_m :", "(cause[31] ? !takes_m && !{} :", "FAILED|status|ended"),
    "LCOFI does not freeze the records": (
        "rtl/ctr/nt_ctr_lane.v", "cause == LOCAL_OVERFLOW && by", "cause == LOCAL_OVERFLOW && !{} && by", "FAILED|status|ended"),
    "the adapter drops a trap": (
        "rtl/adapter/nt_rvfi.v", "(known && moves);", "(known && moves && !{});",
        r"hint|trap \d+ of|instruction \d+ of"),
    "the memory loses a word of a burst": (
        "core/nt_board_memory.v", "WVALID && WSTRB[i])", "WVALID && WSTRB[i] && !({} && place_reg[6:2] == 5'd9))",
        "decode"),
}

# The program that shows them, where it is not `timer`
PROGRAM = {"an instruction counts in the counter that it writes": "counters", "LCOFI is no interrupt": "counters",
           "a delegated interrupt goes to M mode": "records", "LCOFI does not freeze the records": "records"}


def build(folder):
    """A board with all faults in a folder."""
    shutil.copytree(ROOT / "examples/core", folder / "core")
    shutil.copytree(ROOT / "rtl", folder / "rtl")
    for number, (file, old, new, _) in enumerate(FAULTS.values(), 1):
        put_fault(folder, file, old, new.replace("{}", f"({CHOSEN.format(number=number)})", 1))
    put_fault(folder, "core/nt_board_bench.v", "    reg rst = 1'b1;\n",
              "    reg rst = 1'b1;\n    integer fault = 0;\n    initial if ($value$plusargs(\"fault=%d\", fault)) ;\n")
    out = folder / "out"
    subprocess.run(["make", "-s", "SETUP=no", f"EXAMPLE={out}", f"EXAMPLE_CORE={folder}/core",
                    f"EXAMPLE_RTL={folder}/rtl", f"{out}/board"], cwd=ROOT, check=True, capture_output=True)
    return out
