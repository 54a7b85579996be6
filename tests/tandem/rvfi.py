# SPDX-License-Identifier: Apache-2.0
"""What a tandem trace must have of a core's RVFI: made of the text of RVFI and docs/tandem-rvfi.md alone.

    python3 -m tests.tandem.rvfi LOG

replays a log of tb/units/tv_rvfi/tv_rvfi_log.c: each lane has to be as it is told here. A lane is a list
of texts, one for each element, as the log has them.
"""
import sys

LONG, MASK, PART, MANY, EXTAMO, MODE = 1, 2, 4, 8, 16, 32
XRET = {0x30200073: "mret", 0x10200073: "sret", 0x00200073: "uret", 0x70200073: "mnret", 0x7b200073: "dret"}
RESERVED = 2  # of the modes


class Wrong(Exception):
    """A lane, or what is said of the port, is another."""


class Instruction:
    """What one channel said, by the names of its signals."""

    def __init__(self, words):
        self.csrs = []
        for word in words:
            name, value = word.split("=")
            if name.startswith("csr_"):
                self.csrs.append((int(name[4:], 16), *(int(part, 16) for part in value.split("/"))))
            else:
                setattr(self, name, int(value, 16))

    @property
    def size(self):
        return 4 if self.insn & 3 == 3 else 2

    @property
    def is_long(self):
        return self.insn & 31 == 31


class Witness:
    """`params`: those of nt_tv_rvfi, by name in lower case."""

    def __init__(self, params):
        self.params = params
        self.reset()

    def reset(self):
        self.lanes = []      # that must have come
        self.entries = 0     # those without an instruction
        self.open = None     # the instruction whose lane waits for the next one
        self.next_pc = None  # where the last one that is told has left off, and in which mode
        self.mode = None
        self.lost = False    # it trapped, and nobody knows where to
        self.next_order = None
        self.gap = False
        self.refused = 0

    def ones(self, width=None):
        return (1 << (width or self.params["xlen"])) - 1

    def retire(self, now):
        """The next instruction in program order."""
        last = self.open
        if last is None:
            if self.lost or now.intr or now.pc_rdata != self.next_pc or now.mode != self.mode:
                self.enter(now)
        elif last.trap:
            self.close(now.pc_rdata, now.mode)
        elif now.intr or now.pc_rdata != last.pc_wdata:
            self.close(last.pc_wdata, None)
            self.enter(now)
        else:
            self.close(last.pc_wdata, now.mode)
        self.open = now
        self.gap |= self.next_order is not None and now.order != self.next_order
        self.next_order = (now.order + 1) & self.ones(64)
        self.refused |= self.refusals(now)

    def rest(self):
        """The core rests: nothing is known of what follows."""
        if self.open is not None:
            last = self.open
            self.close(last.pc_wdata, None)
            self.lost = bool(last.trap)
            self.next_pc, self.mode = last.pc_wdata, last.mode

    def lose(self):
        """Instructions were lost here."""
        self.rest()
        self.lanes.append([])
        self.entries += 1
        self.lost = True

    def enter(self, now):
        """The pc and the mode before an instruction that the one before did not lead to."""
        lane = [f"pc={now.pc_rdata:x}"]
        if now.mode in (1, 3):
            for place in (0x41, 0x42, 0x00, 0x43):  # epc, cause, status, tval
                number = now.mode << 8 | place
                known = [rdata for addr, rmask, _, rdata, _ in now.csrs
                         if addr == number and rmask == self.ones()]
                lane += [f"csr_{number:03x}={known[-1]:x}"] if known else []
        lane += [f"priv={now.mode}"] if now.mode != RESERVED else []
        self.lanes.append(lane)
        self.entries += 1

    def close(self, pc, mode):
        """The lane of the instruction that waited; `mode` after it, or None: unknown."""
        last, self.open, lane = self.open, None, []
        if last.trap or last.is_long or pc != (last.pc_rdata + last.size) & self.ones():
            lane.append(f"pc={pc:x}")
        if not last.is_long:
            lane.append(f"insn{8 * last.size}={last.insn:x}")
        if not last.trap:
            lane += [f"x{last.rd_addr}={last.rd_wdata:x}"] if last.rd_addr else []
            lane += [f"f{last.frd_addr}={last.frd_wdata:x}"] if self.params["flen"] and last.frd_wvalid else []
        lane += [f"csr_{addr:03x}={value:x}" for addr, value in self.csrs(last)[0][:4]]
        lane += self.memory(last)[0]
        may_change = last.trap or last.insn in XRET or mode != last.mode
        if mode is not None and mode != RESERVED and may_change:
            lane.append(f"priv={mode}")
        self.lanes.append(lane)

    def csrs(self, now):
        """Those that are another now, with their values; and whether one is not known whole."""
        found, part = [], False
        for addr, rmask, wmask, rdata, wdata in now.csrs:
            stays = rmask & (rdata ^ wdata ^ self.ones())  # these bits are known to be what they were
            if wmask & ~stays:
                if rmask | wmask == self.ones():
                    found.append((addr, rdata & ~wmask | wdata & wmask))
                else:
                    part = True
        return found, part

    def memory(self, now):
        """Elements of what is loaded or stored; and the refusals."""
        read = now.mem_rmask if self.params["loads"] else 0
        places = [{place for place in range(8) if mask >> place & 1} for mask in (read, now.mem_wmask)]
        either = places[0] | places[1]
        if now.trap or not either:
            return [], 0
        first = min(either)
        refused = EXTAMO if now.mem_extamo and places[1] else 0
        accesses = [set(range(first, first + size)) for size in (1, 2, 4, 8)]
        if any(some and some not in accesses for some in places):
            return [], refused | MASK
        effective = (now.mem_addr + first) & self.ones()
        physical = now.mem_paddr + first if self.params["addresses"] == 2 else effective
        lane = [f"paddr={physical & self.ones(self.params['mlen']):x}"] if self.params["addresses"] != 1 else []
        lane += [f"eaddr={effective:x}"] if self.params["addresses"] != 0 else []
        if places[1] and not now.mem_extamo:
            bits = 8 * len(places[1])
            lane.append(f"store{bits}={now.mem_wdata >> 8 * first & self.ones(bits):x}")
        return lane, refused

    def refusals(self, now):
        found, part = self.csrs(now)
        return self.memory(now)[1] | LONG * now.is_long | PART * part | MANY * (len(found) > 4) | \
            MODE * (now.mode == RESERVED)


class Replay:
    """Cycles of a log, held against the witness."""

    def __init__(self, params):
        self.witness = Witness(params)
        self.instructions = self.entries = self.losses = 0
        self.clear()

    def clear(self):
        self.witness.reset()
        self.came = []
        self.halted = False   # the last instruction was the last for now
        self.waits = 0        # cycles in which an entry let the core wait
        self.waiting = None   # the channels, if they have to stay
        self.overrun = False

    def cycle(self, port, channels, lanes):
        witness = self.witness
        self.check(port["overrun"] == self.overrun, "overrun")
        if self.overrun:
            return  # nobody knows what was taken
        orders = [now.order for now in channels]
        if self.waiting is not None and orders != self.waiting:
            self.overrun = True
            return
        if self.waiting is None:
            self.check(port["held"] == (witness.open is not None), "held")
            self.check(port["gap"] == witness.gap, "gap")
            self.check(port["refused"] == witness.refused, "refused")
        self.came += lanes
        self.waiting = orders if channels and not port["rvfi_ready"] else None
        if not port["ready"]:
            self.check(not port["rvfi_ready"], "rvfi_ready")
        elif not port["rvfi_ready"]:
            self.waits += 1
            self.check(self.waits <= len(channels), "more cycles of waiting than channels")
        else:
            self.take(port, channels)

    def take(self, port, channels):
        witness = self.witness
        for now in channels:
            witness.retire(now)
            self.halted = now.halt
        if not channels and (port["flush"] or self.halted):
            witness.rest()
            self.halted = False
        self.check(self.came == witness.lanes, f"lanes {self.came}, expected {witness.lanes}")
        self.check(self.waits == witness.entries, f"{self.waits} cycles of waiting, expected {witness.entries}")
        self.entries += witness.entries
        self.instructions += len(witness.lanes) - witness.entries
        witness.lanes, witness.entries, self.came, self.waits = [], 0, [], 0

    @staticmethod
    def check(good, what):
        if not good:
            raise Wrong(what)


class QueuedReplay(Replay):
    """Cycles of a log with a queue: lanes come later."""

    def __init__(self, params):
        self.depth = params["depth"]
        super().__init__(params)

    def clear(self):
        super().clear()
        self.told = 0         # lanes that came
        self.rows = []        # of each that is inside, the lanes up to its last
        self.lost = False     # since the last row that was taken

    def cycle(self, port, channels, lanes):
        witness = self.witness
        self.check(port["overrun"] == self.overrun, "overrun")
        self.check(port["held"] == (witness.open is not None or self.told < len(witness.lanes)), "held")
        self.check(not port["gap"] or witness.gap, "gap")
        self.check(not port["refused"] & ~witness.refused, "refused")
        self.rows = [end for end in self.rows if end > self.told]
        self.check(port["rvfi_ready"] or len(self.rows) >= self.depth, "no room though there is")
        for lane in lanes:
            if self.told == len(witness.lanes) and (port["flush"] or self.halted):
                witness.rest()
            self.check(self.told < len(witness.lanes), f"a lane {lane} too many")
            self.check(lane == witness.lanes[self.told], f"lanes {lane}, expected {witness.lanes[self.told]}")
            self.told += 1
            self.entries += not any(text.startswith("insn") for text in lane)
            self.instructions += any(text.startswith("insn") for text in lane)
        self.come(port, channels)

    def come(self, port, channels):
        witness = self.witness
        orders = [now.order for now in channels]
        if self.waiting is not None and orders != self.waiting:
            self.overrun = self.lost = True
        self.waiting = orders if channels and not port["rvfi_ready"] else None
        if port["rvfi_ready"] and (channels or self.lost):
            if self.lost:
                witness.lose()
                self.losses += 1
            for now in channels:
                witness.retire(now)
            self.halted = channels[-1].halt if channels else False
            self.lost = False
            self.rows.append(len(witness.lanes) + (witness.open is not None))


def values(words, base=10):
    return {name: int(value, base) for name, value in (word.split("=") for word in words)}


def replay(lines):
    """How many instructions and entries were told as they should, of the lines of a log."""
    lines = iter(lines)
    params = values(next(lines).split()[1:])
    run = QueuedReplay(params) if params["depth"] else Replay(params)
    port, channels, lanes = None, [], []
    for number, line in enumerate([*lines, "end"], 2):
        word, *rest = line.split()
        if word == "rvfi":
            channels.append(Instruction(rest))
        elif word == "lane":
            lanes.append(rest)
        else:
            try:
                if port is not None:
                    run.cycle(port, channels, lanes)
            except Wrong as wrong:
                raise Wrong(f"before line {number}: {wrong}") from None
            port, channels, lanes = None, [], []
            if word == "cycle":
                port = values(rest, 16)
            elif word == "reset":
                run.clear()
    return run.instructions, run.entries, run.losses


def main():
    with open(sys.argv[1], encoding="ascii") as file:
        print("%u instructions, %u entries, %u losses" % replay(file))


if __name__ == "__main__":
    main()
