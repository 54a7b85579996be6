# SPDX-License-Identifier: Apache-2.0
"""nt_trace_encoder in a simulator, with its golden model as the scoreboard: every output is compared in every cycle, and
the bytes are judged by the rules of N-Trace. NTI is the ingress file that drives both, BUILD the encoder's build; BYTES,
where it is set, is a file for the bytes that the RTL sends."""
import os
from pathlib import Path

import cocotb

from ntrace import Cycles, Model, check, encoder_inputs, messages
from ntrace.cocotb import ByteMonitor, Scoreboard, cycle


@cocotb.test()
async def the_rtl_does_what_its_model_does(dut):
    build = os.environ["BUILD"]
    dut.clk.value = 0
    with Model("trace_encoder", build) as model, Cycles(os.environ["NTI"]) as cycles:
        board, sent = Scoreboard(dut, model), ByteMonitor(dut)
        try:
            for one in cycles:
                await cycle(dut, board, encoder_inputs(one, model.input_widths), sent)
        finally:
            if os.environ.get("BYTES"):
                Path(os.environ["BYTES"]).write_bytes(sent.data)
    verdict = check(bytes(sent.data), build=build)
    assert verdict.good, verdict.findings
    for message in messages(bytes(sent.data), build=build):
        dut._log.info(message.text)
