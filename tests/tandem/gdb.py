# SPDX-License-Identifier: Apache-2.0
"""A client of QEMU's gdb stub at its standard input and output: runs a program to an address and reads
memory there."""
import subprocess

MACHINE = ["-machine", "virt", "-accel", "tcg,thread=single", "-icount", "shift=0,sleep=off",
           "-rtc", "base=2020-01-01T00:00:00,clock=vm", "-seed", "1", "-nodefaults", "-display",
           "none", "-monitor", "none", "-serial", "null", "-S", "-gdb", "stdio", "-bios", "none"]


class Gdb:
    def __init__(self, elf, xlen):
        # pylint: disable=consider-using-with
        self.qemu = subprocess.Popen([f"qemu-system-riscv{xlen}", *MACHINE, "-cpu",
                                      f"rv{xlen},h=off", "-kernel", elf], stdin=subprocess.PIPE,
                                     stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def close(self):
        self.qemu.kill()
        self.qemu.communicate()

    def ask(self, question):
        self.qemu.stdin.write(f"${question}#{sum(question.encode()) & 255:02x}".encode())
        self.qemu.stdin.flush()
        while self.qemu.stdout.read(1) not in (b"$", b""):
            pass
        answer = b""
        while (byte := self.qemu.stdout.read(1)) not in (b"#", b""):
            answer += byte
        self.qemu.stdout.read(2)
        return answer.decode()

    def run_to(self, address):
        assert self.ask(f"Z0,{address:x},4") == "OK"
        answer = self.ask("c")
        assert answer.startswith("T05"), answer

    def memory(self, address, size):
        return b"".join(bytes.fromhex(self.ask(f"m{address + at:x},{min(512, size - at):x}"))
                        for at in range(0, size, 512))
