# SPDX-License-Identifier: Apache-2.0
"""Random ingress in tests: runs of several seeds, judged, and what a build must reach in them.

NTRACE_RANDOM_SEED chooses other streams; NTRACE_RANDOM_RUNS how many with register traffic, and
NTRACE_RANDOM_CYCLES how long each is: 10 runs of 10 million cycles are the long campaign, which
takes tens of minutes and is expected to reach every corner in every build. The default is a slice
of it, in which the smallest build alone must reach them all."""
import os

from scripts.config import read
from tests.lib.bench import lockstep, roundtrip
from tests.lib.catalogue import ROOT

SEED = int(os.environ.get("NTRACE_RANDOM_SEED", "1"))
RUNS = int(os.environ.get("NTRACE_RANDOM_RUNS", "6"))
CYCLES = int(os.environ.get("NTRACE_RANDOM_CYCLES", "500000"))
LONG = 100_000_000  # cycles from which on every build is expected to reach every corner

MESSAGES = {"Ownership", "DirectBranch", "IndirectBranch", "Error", "ProgTraceSync",
            "DirectBranchSync", "IndirectBranchSync", "ResourceFull", "IndirectBranchHist",
            "IndirectBranchHistSync", "RepeatBranch", "ProgTraceCorrelation"}

# What a build cannot reach, or send: a condition on its parameters, and the names.
IMPOSSIBLE = [
    (lambda p: p["NBLOCKS"] == 1, "filter_starts_within_a_cycle filter_stops_within_a_cycle"),
    (lambda p: p["BTYPE_TRAP"] == 0, "btype_trap"),
    (lambda p: p["BTYPE_TRAP"] == 1, "btype_exception btype_interrupt"),
    (lambda p: p["NFILTERS"] == 0,
     "blocks_filtered filter_starts_within_a_cycle filter_stops_within_a_cycle"),
    (lambda p: p["NTRIGGERS"] == 0, "sync_external_trigger notify_of_an_external_trigger"),
    (lambda p: p["SRC_W"] == 0, "messages_with_src"),
    (lambda p: p["TSTAMP_W"] == 0, "messages_with_tstamp messages_with_a_late_tstamp"),
    (lambda p: p["SCONTEXT_W"] == 0,
     "Ownership ownership_format_0 ownership_format_2 ownership_format_3 error_with_ownership "
     "ctype_imprecise ctype_precise ctype_discontinuity"),
    (lambda p: p["HCONTEXT_W"] == 0, "ownership_format_3"),
    (lambda p: p["PERIOD_W"] == 0,
     "icnt_full_with_repeat hist_repeated hrepeat_maximum history_before_a_message"),
    (lambda p: p["REPEAT_W"] == 0,
     "RepeatBranch repeat_branch_maximum repeat_of_direct_branch repeat_of_indirect_branch "
     "repeat_of_indirect_branch_hist"),
    (lambda p: p["STACK_DEPTH"] == 0,
     "return_implicit_by_counting return_implicit_by_partial return_implicit_by_full "
     "return_elsewhere return_with_empty_stack call_with_full_stack coroutine_swaps"),
    (lambda p: p["OPTIONS"] == 0,
     "direct_call_as_branch messages_with_extended_address"),
    (lambda p: p["OPTIONS"] == 0 or p["SIJUMP"] == 0,
     "sequential_jump_inferred sequential_jump_split"),
]


def parameters(config):
    """The parameters of a build, by name."""
    return read(str(ROOT / f"rtl/config/{config}.cfg"))


def impossible(config):
    own = parameters(config)
    return {name for is_so, names in IMPOSSIBLE if is_so(own) for name in names.split()}


class Runs:
    """Runs of one build, added up."""

    def __init__(self, test, config):
        self.test = test
        self.config = config
        self.cycles = 0
        self.reached = {}

    def run(self, seed, cycles, *options):
        arguments = ["--random", *options, "--seed", seed, "--cycles", cycles, "--config",
                     self.config]
        again = "build/ntrace lockstep " + " ".join(map(str, arguments))
        status, summary, said = lockstep(*arguments, seconds=7200)
        self.test.assertEqual((status, said), (0, ""), again)
        self.test.assertEqual((summary["mismatches"], roundtrip(summary),
                               summary["rules_broken"], summary["illegal_cycles"]),
                              (0, "exact", 0, 0), again)
        self.cycles += summary["cycles"]
        for counts in (summary["reached"], summary["by_tcode"]):
            for name, count in counts.items():
                self.reached[name] = self.reached.get(name, 0) + count

    def missed(self):
        """What the build can reach and has not."""
        names = self.reached.keys() | MESSAGES
        return sorted(name for name in names - impossible(self.config)
                      if not self.reached.get(name))


def everything(test, config):
    """Everything, as written directly and by APB: all witnesses agree, all that can be is reached."""
    runs = Runs(test, config)
    for seed in range(SEED, SEED + RUNS):
        runs.run(seed, CYCLES, "--everything", "--registers")
    test.assertGreaterEqual(runs.cycles, RUNS * CYCLES)
    for seed in range(SEED, SEED + max(1, RUNS // 5)):
        runs.run(seed, CYCLES // 2, "--everything")
    if config == "tiny" or RUNS * CYCLES >= LONG:
        test.assertEqual(runs.missed(), [], f"{config}, seeds from {SEED}")
