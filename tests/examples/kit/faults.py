# SPDX-License-Identifier: Apache-2.0
"""Faults of a port, all in one bench: +fault=N chooses, 0 none. Each with a program of the kit that shows it, what the kit's
verdict has, and which of the port's rules is broken; None: the port keeps its rules, and the kit alone sees it."""
from tests.examples.kit.bench import ROOT

SIGNALS = {"itype": 4, "iaddr": 32, "iretire": 6, "ilastsize": 2, "sijump": 1, "cause": 6, "tval": 32, "priv": 3, "halted": 1,
           "reset": 1}
# The block that came last, and whether it came in the cycle before
HELD = """
    wire used = board.itype != 4'd0 || board.iretire != 6'd0;
    reg  again = 1'b0;
""" + "".join(f"    reg [{width - 1}:0] held_{name} = {width}'d0;\n" for name, width in SIGNALS.items()) + """
    always @(posedge clk) begin
        again <= used && !rst;
        if (used) begin
""" + "".join(f"            held_{name} <= board.{name};\n" for name in SIGNALS) + """
        end
    end
"""
TWICE = {name: f"again && !used ? held_{name} : board.{name}" for name in SIGNALS}
LATE = {name: f"used ? held_{name} : {width}'d0" for name, width in SIGNALS.items()}

# Name: signal, what it is instead (or those of several), a program, the kit's rule, the port's rule
FAULTS = {
    "a block comes twice": (TWICE, None, "branch-not-taken-rv32", "kit.iaddr", "contiguous"),
    "a block is lost": (
        {"itype": "board.itype == 4'd4 ? 4'd0 : board.itype", "iretire": "board.itype == 4'd4 ? 6'd0 : board.iretire"}, None,
        "branch-not-taken-rv32", "kit.iaddr", "contiguous"),
    "the type of a branch is a block too early": (
        LATE | {"itype": "!used ? 4'd0 : board.itype == 4'd5 && held_itype == 4'd0 ? 4'd5 : "
                         "held_itype == 4'd5 ? 4'd0 : held_itype"},
        None, "branch-taken-rv32", "kit.itype", "contiguous"),
    "a call has a reserved code": (
        "itype", "board.itype == 4'd9 ? 4'd7 : board.itype", "call-ra-rv32", "kit.itype", "itype-reserved"),
    "a jump has the code of 3-bit ports": (
        "itype", "board.itype == 4'd10 ? 4'd6 : board.itype", "jump-by-register-rv32", "kit.itype", "itype-reserved"),
    "a taken branch is not taken": (
        "itype", "board.itype == 4'd5 ? 4'd4 : board.itype", "branch-taken-rv32", "kit.itype", "contiguous"),
    "a direct jump has no type": (
        "itype", "board.itype == 4'd11 ? 4'd0 : board.itype", "jump-rv32c", "kit.itype", "contiguous"),
    "a call has no type": (
        "itype", "board.itype == 4'd9 ? 4'd0 : board.itype", "call-t0-rv32", "kit.itype", "contiguous"),
    "a return has the code of a branch that is not taken": (
        "itype", "board.itype == 4'd13 ? 4'd4 : board.itype", "calls-nested-rv32", "kit.itype", "contiguous"),
    "a swap has no type": (
        "itype", "board.itype == 4'd12 ? 4'd0 : board.itype", "swap-rv32", "kit.itype", "contiguous"),
    "an exception is not told": (
        "itype", "board.itype == 4'd1 ? 4'd0 : board.itype", "ecall-rv32", "kit.trap", "contiguous"),
    "an interrupt is not told": (
        "itype", "board.itype == 4'd2 ? 4'd0 : board.itype", "interrupt-rv32", "kit.trap", "contiguous"),
    "mret has no type": (
        "itype", "board.itype == 4'd3 ? 4'd0 : board.itype", "to-user-rv32", "kit.itype", "priv-change"),
    "a block begins a half-word later": (
        "iaddr", "board.iaddr + {30'd0, board.itype == 4'd4, 1'b0}", "branch-not-taken-rv32c", "kit.iaddr", "contiguous"),
    "addresses are odd": (
        "iaddr", "board.iaddr | {31'd0, board.itype == 4'd4}", "branch-run-rv32", "kit.iaddr", "iaddr-odd"),
    "addresses have 20 bits": (
        "iaddr", "board.itype == 4'd4 ? {12'd0, board.iaddr[19:0]} : board.iaddr", "branch-not-taken-rv32", "kit.iaddr",
        "contiguous"),
    "a block has a half-word less": (
        "iretire", "board.iretire - {5'd0, board.itype == 4'd0 && board.iretire > 6'd1}", "straight-rv32", "kit.iretire",
        "contiguous"),
    "a block has an instruction more": (
        "iretire", "board.iretire + {4'd0, board.itype == 4'd4, 1'b0}", "branch-not-taken-rv32", "kit.iretire", "contiguous"),
    "a branch retires nothing": (
        "iretire", "board.itype == 4'd5 ? 6'd0 : board.iretire", "branch-taken-rv32", "kit.iretire", "retires-nothing"),
    "instructions count, not half-words": (
        "iretire", "board.iretire == 6'd2 ? 6'd1 : board.iretire", "straight-rv32", "kit.iretire", "ilastsize"),
    "ilastsize is that of an instruction of 8 bytes": (
        "ilastsize", "board.iretire == 6'd2 ? 2'd2 : board.ilastsize", "straight-rv32", "kit.ilastsize", "ilastsize"),
    "priv is always that of U mode": (
        "priv", "3'd0", "to-user-rv32", "kit.priv", None),
    "priv is a reserved code": (
        "priv", "board.itype == 4'd5 ? 3'd2 : board.priv", "branch-taken-rv32", "kit.priv", "priv-reserved"),
    "priv changes in a line": (
        "priv", "board.itype == 4'd4 ? 3'd1 : board.priv", "branch-not-taken-rv32", "kit.priv", "priv-change"),
    "the hart is halted and retires": (
        "halted", "board.halted || (board.itype == 4'd5)", "branch-taken-rv32", "port", "stopped"),
    "the hart is in reset and retires": (
        "reset", "board.reset || (board.itype == 4'd11)", "jump-rv32", "port", "stopped"),
    "every jump by a register is inferable": (
        "sijump", "board.sijump || (board.itype == 4'd14)", "jump-by-register-link-other-rv32", "kit.sijump", None),
    "a pair is not told": ("sijump", "1'b0", "pair-auipc-rv32", "kit.sijump", None),
    "a branch that is not taken is taken": (
        "itype", "board.itype == 4'd4 ? 4'd5 : board.itype", "branch-not-taken-rv32", "kit.itype", None),
    "a call is a jump": ("itype", "board.itype == 4'd9 ? 4'd11 : board.itype", "call-ra-rv32", "kit.itype", None),
    "a return is another jump": ("itype", "board.itype == 4'd13 ? 4'd10 : board.itype", "call-ra-rv32", "kit.itype", None),
    "a swap is a call": ("itype", "board.itype == 4'd12 ? 4'd8 : board.itype", "swap-rv32", "kit.itype", None),
    "an interrupt is an exception": ("itype", "board.itype == 4'd2 ? 4'd1 : board.itype", "interrupt-rv32", "kit.itype", None),
    "an exception has another cause": (
        "cause", "board.cause ^ {5'd0, board.itype == 4'd1}", "ebreak-rv32", "kit.cause", None),
    "tval is that of another": ("tval", "board.itype == 4'd1 ? 32'h1234 : board.tval", "load-fault-rv32", "kit.tval", None),
    "an exception has the address of the instruction behind": (
        "iaddr", "board.iaddr + {29'd0, board.itype == 4'd1 && board.iretire == 6'd0, 2'd0}", "ecall-at-target-rv32",
        "kit.iaddr", None),
}


def values():
    """Of each signal, what it is with each fault."""
    made = {name: f"board.{name}" for name in SIGNALS}
    for number, (signal, text, *_) in enumerate(FAULTS.values(), 1):
        for name, instead in ({signal: text} if text is not None else signal).items():
            made[name] = f"fault == {number} ? ({instead}) : {made[name]}"
    return made


def faulty():
    """The bench's text, with all of them."""
    source = (ROOT / "examples/kit/nt_kit_bench.v").read_text(encoding="utf-8")
    for name, value in values().items():
        old = f"= board.{name};"
        if source.count(old) != 1:
            raise AssertionError(f"{old}: not once in the bench")
        source = source.replace(old, f"= {value};")
    begin = "    // The board's trace ingress port\n"
    if source.count(begin) != 1:
        raise AssertionError(f"{begin}: not once in the bench")
    chosen = '    integer fault = 0;\n    initial if ($value$plusargs("fault=%d", fault)) ;\n'
    return source.replace(begin, f"{chosen}{HELD}{begin}")
