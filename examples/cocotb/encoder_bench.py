"""nt_trace_encoder in a simulator, with its golden model as the scoreboard: every output is compared in every cycle, and
the bytes are judged by the rules of N-Trace. NTI is the ingress file that drives both, BUILD the encoder's build; BYTES,
where it is set, is a file for the bytes that the RTL sends."""
import os
from pathlib import Path

import cocotb
from cocotb.triggers import Timer

from ntrace import Cycles, Model, check, encoder_inputs, messages


class Scoreboard:
    """The RTL and its model at the same inputs."""

    def __init__(self, dut, model):
        self.dut, self.model = dut, model
        self.was_reset = False
        self.sent = bytearray()

    def drive(self, inputs):
        self.model.set(**inputs)
        for name, value in inputs.items():
            getattr(self.dut, name).value = value

    def compare(self, number):
        """Outputs begin unknown in the RTL; from the first reset on none may be."""
        for name, expected in self.model.outputs.items():
            got = getattr(self.dut, name).value
            if expected is not None and (not got.is_resolvable or got.integer != expected):
                raise AssertionError(f"cycle {number}: {name} is {got.binstr}, expected {expected:#x}")

    async def cycle(self, number, inputs):
        self.drive(inputs)
        await Timer(5, "ns")
        if self.was_reset:
            if self.dut.out_valid.value == 1 and inputs["out_ready"]:
                self.sent += self.dut.out.value.integer.to_bytes(8, "little")[:self.dut.out_count.value.integer]
            self.compare(number)
        self.was_reset |= bool(inputs["rst"])
        self.model.step()
        self.dut.clk.value = 1
        await Timer(5, "ns")
        self.dut.clk.value = 0


@cocotb.test()
async def the_rtl_does_what_its_model_does(dut):
    build = os.environ["BUILD"]
    dut.clk.value = 0
    with Model("trace_encoder", build) as model, Cycles(os.environ["NTI"]) as cycles:
        board = Scoreboard(dut, model)
        try:
            for number, cycle in enumerate(cycles):
                await board.cycle(number, encoder_inputs(cycle, model.input_widths))
        finally:
            if "BYTES" in os.environ:
                Path(os.environ["BYTES"]).write_bytes(board.sent)
    verdict = check(board.sent, build=build)
    assert verdict.good, verdict.findings
    for message in messages(board.sent, build=build):
        dut._log.info(message.text)
