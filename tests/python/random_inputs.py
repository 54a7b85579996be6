# SPDX-License-Identifier: Apache-2.0
"""Random inputs of a unit, for its RTL beside its golden model: anything but what the rules of its port exclude, and often
what makes it do something. docs/python.md has the rules that matter to the models."""
MODES = {"HAS_U": (0,), "HAS_S": (1,), "HAS_H": (5, 6)}  # of nt_hpm, beside M and debug mode
CSR_PAGES = (0xB00, 0xB80, 0xC00, 0xC80, 0x320, 0x720)  # of 32 counters each
OTHER_CSRS = (0x320, 0x306, 0x606, 0x106, 0xDA0)
EVENTS = (1, 2, 5, 0x8000, 0x8001, 0x8002, 0x8010, 0x8011, 0x8012, 0x8020)
INIT_REGISTER = 0
REGISTERS = 0x1040  # addresses: CSRs, GPRs, FPRs


def anything(dice, widths):
    """Each input is random in three of ten cycles, else 0."""
    return {name: dice.getrandbits(width) if dice.random() < 0.3 else 0 for name, width in widths.items()}


def pins(dice, parameters, drawn, before):
    """Settings of a PIB, which stay for a while, long enough for messages."""
    kept = {name: value for name, value in before.items() if name.startswith("trPib")}
    if not kept or dice.random() <= 0.01:
        kept = {**{name: value for name, value in drawn.items() if name.startswith("trPib")},
                "trPibActive": dice.random() < 0.9, "trPibEnable": dice.random() < 0.9,
                "trPibDivider": dice.randrange(3), "trPibMode": dice.choice((4, 5, 8, 9, 10, 11, 12))}
    return {**drawn, **kept, "in_count": min(drawn["in_count"], parameters["BYTES"])}


def counters(dice, parameters, drawn, _):
    """A block is there only if all older ones are; modes are those of the build."""
    modes = [3, 3, 4, *(mode for name, some in MODES.items() if parameters[name] for mode in some)]
    number = dice.choice((0, 2, 3, 3, dice.randrange(32)))
    return {**drawn,
            "block_valid": drawn["block_valid"] & (drawn["block_valid"] ^ drawn["block_valid"] + 1),  # its lowest ones
            "priv": dice.choice(modes),
            "tpriv": sum(dice.choice(modes) << 3 * block for block in range(parameters["NBLOCKS"])),
            "csr_valid": dice.random() < 0.5, "csr_op": dice.randrange(4),
            "csr_addr": dice.choice((drawn["csr_addr"], *(dice.choice(OTHER_CSRS) for _ in range(3)),
                                     *(dice.choice(CSR_PAGES) + number for _ in range(6)))),
            "csr_wdata": dice.choice((drawn["csr_wdata"], dice.choice(EVENTS), (1 << parameters["XLEN"]) - 2))}


def tandem(dice, _, drawn, __):
    """A register that is initialized has an address."""
    register = drawn["init_kind"] == INIT_REGISTER
    return {**drawn, "init_addr": dice.randrange(REGISTERS) if register else drawn["init_addr"],
            "out_ready": dice.random() < 0.7}


RULES = {"pib": pins, "hpm": counters, "tv": tandem}  # of units that do not take anything


def cycles(dice, model, count, rules):
    """The inputs of so many cycles; they begin with a reset. `rules`: RULES, or others by unit."""
    inputs = {}
    rule = rules.get(model.unit, lambda dice, parameters, drawn, before: drawn)
    for cycle in range(count):
        inputs = rule(dice, model.parameters, anything(dice, model.input_widths), inputs)
        yield {**inputs, "rst": cycle < 2 or dice.random() < 0.004}
