/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/spike/hart.h"

#include <cstring>

namespace ntrace {

/* What Spike's functions return beside the next pc (its decode_macros.h, which is not installed).
 */
enum { SERIALIZE_BEFORE = 3, SERIALIZE_AFTER = 5, SERIALIZE_WAIT = 7 };

hart::hart(const nt_reference_host &host, memory &ram, bool whole)
    : ram(ram), host(host), around(host, ram, whole), processor(around.hart()),
      state(*processor.get_state()) {
    reset();
}

/* The FPU is on. */
void hart::reset() {
    enum { FS_DIRTY = 0x6000 };
    processor.reset();
    std::fill(std::begin(csrs), std::end(csrs), nullptr);
    for (const auto &[address, csr] : state.csrmap) {
        if (address < CSRS) {
            csrs[address] = csr.get();
        }
    }
    state.mstatus->write(state.mstatus->read() | FS_DIRTY);
}

/* ---- registers ---- */

void hart::read(nt_reference_registers &registers, bool floats) const {
    for (unsigned i = 0; i < 32; i++) {
        registers.x[i] = cut(state.XPR[i]);
    }
    if (floats && host.flen != 0) {
        for (unsigned i = 0; i < 32; i++) {
            uint64_t value = state.FPR[i].v[0];
            registers.f[i] = host.flen == 32 ? uint32_t(value) : value;
        }
        registers.fcsr = uint32_t(state.fflags->read() | state.frm->read() << 5);
    }
}

/* That FS gets dirty is CSRs' alone. */
void hart::write_fprs(const nt_reference_registers &registers) {
    uint64_t box = host.flen == 32 ? UINT64_MAX << 32 : 0;
    for (unsigned i = 0; i < 32; i++) {
        state.FPR.write(i, freg_t{{registers.f[i] | box, UINT64_MAX}});
    }
}

void hart::write(const nt_reference_registers &registers, bool floats) {
    for (unsigned i = 1; i < 32; i++) {
        state.XPR.write(i, extend(registers.x[i]));
    }
    if (floats && host.flen != 0) {
        write_fprs(registers);
        state.fflags->write(registers.fcsr & 31);
        state.frm->write(registers.fcsr >> 5 & 7);
    }
}

csr_t *hart::find(unsigned csr) const {
    return csr < CSRS ? csrs[csr] : nullptr;
}

bool hart::read_csr(unsigned csr, uint64_t *value) const {
    const csr_t *found = find(csr);
    if (found != nullptr) {
        *value = cut(found->read());
    }
    return found != nullptr;
}

/* With the FPU off Spike ends where fcsr is written. */
bool hart::write_csr(unsigned csr, uint64_t value) {
    enum { FCSR = 3, FS = 0x6000 };
    csr_t *found = find(csr);
    if (found != nullptr && csr <= FCSR) {
        reg_t status = state.mstatus->read();
        state.mstatus->write(status | FS);
        found->write(value);
        state.mstatus->write(status);
    } else if (found != nullptr) {
        found->write(value);
    }
    return found != nullptr;
}

void hart::forget() {
    processor.get_mmu()->flush_tlb();
}

/* ---- execution ---- */

const insn_fetch_t &hart::fetch(reg_t pc) {
    static const uint32_t MULTIPLIER = 0x9e3779b1;
    uint16_t halves[2] = {0, 0};
    for (unsigned i = 0; i < 2 && (i == 0 || (halves[0] & 3) == 3); i++) {
        size_t left;
        const uint8_t *place = ram.find(cut(pc + 2 * i), &left);
        if (place == nullptr) {
            throw trap_instruction_access_fault(false, pc, 0, 0);
        }
        memcpy(&halves[i], place, 2);
    }
    uint32_t code = halves[0] | uint32_t(halves[1]) << 16;
    decoded &entry = cache[code * MULTIPLIER >> 20];
    if (!entry.known || entry.code != code) {
        entry = {code, true, processor.get_mmu()->load_insn(pc)};
    }
    return entry.insn;
}

void hart::perform(const insn_fetch_t &insn, reg_t pc) {
    reg_t next = insn.func(&processor, insn.insn, pc);
    if (next == SERIALIZE_BEFORE) {
        state.serialized = true;
        next = insn.func(&processor, insn.insn, pc);
    }
    state.serialized = false;
    if (next != SERIALIZE_AFTER && next != SERIALIZE_WAIT) { /* then it is set */
        state.pc = next;
    }
}

void hart::execute() {
    reg_t pc = state.pc;
    perform(fetch(pc), pc);
}

/* Returns false: it raised an exception, and changed nothing but memory, perhaps. */
bool hart::try_instruction(nt_reference_event &event) {
    reg_t pc = state.pc;
    try {
        insn_fetch_t insn = processor.get_mmu()->load_insn(pc); /* decoded anew */
        event.code = uint32_t(insn.insn.bits());
        event.code_size = uint8_t(insn.insn.length());
        perform(insn, pc);
        return true;
    } catch (trap_t &trap) {
        event.cause = trap.cause();
        return false;
    } catch (...) { /* wfi: it waits, behind itself */
        state.pc = pc + 4;
        return true;
    }
}

/* Whether the interrupt was taken: Spike executes the instruction otherwise. */
bool hart::took(const nt_reference_event &event, reg_t pc) const {
    uint64_t cause = event.cause | uint64_t(1) << (host.xlen - 1);
    bool machine = state.prv == PRV_M;
    uint64_t shown = state.v ? cause - 1 : cause; /* a guest has the numbers of S */
    const csr_t &epc = *(machine ? state.mepc : state.v ? state.vsepc : state.nonvirtual_sepc);
    const csr_t &told = *(machine   ? state.mcause
                          : state.v ? state.vscause
                                    : state.nonvirtual_scause);
    return state.prv != PRV_U && epc.read() == pc && cut(told.read()) == shown;
}

void hart::step(nt_reference_event &event) {
    bool interrupt = event.interrupt && event.cause < 64;
    reg_t pending = interrupt ? reg_t(1) << event.cause : 0;
    write(event.registers, false);
    write_fprs(event.registers);
    set_pc(event.registers.pc);
    if (state.prv != event.privilege || event.guest) {
        processor.set_privilege(event.privilege, event.guest);
    }
    state.mip->backdoor_write_with_mask(~reg_t(0), pending);
    around.last = {};
    around.loaded = event.loaded;
    event.code_size = 0;
    reg_t pc = state.pc;
    if (interrupt) {
        processor.clear_waiting_for_interrupt();
        processor.step(1);
        event.trapped = took(event, pc);
    } else {
        event.trapped = !try_instruction(event);
        if (event.trapped) {
            state.pc = pc;
            processor.clear_waiting_for_interrupt();
            processor.step(1);
        }
    }
    state.mip->backdoor_write_with_mask(~reg_t(0), 0);
    read(event.registers, true);
    event.registers.pc = this->pc();
    event.privilege = uint8_t(state.prv);
    event.guest = state.v;
    if (state.v) { /* CSRs are read and written as those of the host */
        state.v = false;
        processor.get_mmu()->flush_tlb();
    }
    event.accessed = around.last.accessed && !event.trapped;
    event.stored = around.last.stored && !event.trapped;
    event.size = around.last.size;
    event.address = around.last.address;
    event.data = around.last.data;
}

} // namespace ntrace
