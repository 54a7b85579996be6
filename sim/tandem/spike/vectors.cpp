/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/spike/vectors.h"

#include <cstring>
#include <iostream>
#include <string>

namespace ntrace {

enum { REGISTERS = 32, FS = 0x6000, VS = 0x600 };

static std::string isa(const nt_reference_host &host, size_t vlenb) {
    return "rv" + std::to_string(host.xlen) + "imafdcv_zvfh_zicsr_zicclsm_zvl" +
           std::to_string(vlenb * 8) + "b";
}

bool vectors::may_be(const nt_reference_host &host, size_t vlenb) {
    return host.flen == 64 && vlenb >= 16 && vlenb <= 512 && (vlenb & (vlenb - 1)) == 0;
}

vectors::vectors(const nt_reference_host &host, size_t vlenb) : host(host), length(vlenb) {
    std::string name = isa(host, vlenb);
    config.isa = name.c_str();
    config.priv = "M";
    config.pmpregions = 0;
    config.hartids = {0};
    processor = std::make_unique<processor_t>(config.isa, config.priv, &config, this, 0, false,
                                              nullptr, std::cerr);
    config.isa = nullptr;
    harts[0] = processor.get();
    processor->reset();
    state_t &state = *processor->get_state();
    state.mstatus->write(state.mstatus->read() | FS | VS);
}

bool vectors::mmio_load(reg_t address, size_t size, uint8_t *bytes) {
    uint64_t value = current->load(current->context, address, size);
    memcpy(bytes, &value, size);
    return true;
}

bool vectors::mmio_store(reg_t address, size_t size, const uint8_t *bytes) {
    uint64_t value = 0;
    memcpy(&value, bytes, size);
    current->store(current->context, address, size, value);
    return true;
}

/* The instruction is at PC. */
bool vectors::mmio_fetch(reg_t address, size_t size, uint8_t *bytes) {
    bool inside = address >= PC && address + size <= PC + sizeof current->code;
    if (inside) {
        uint32_t code = current->code >> 8 * (address - PC);
        memcpy(bytes, &code, size);
    }
    return inside;
}

/* Returns false: it cannot be such a state. */
bool vectors::take(const nt_reference_vector &vector) {
    enum { OTHER = 1 }; /* than x0: vl is as given */
    state_t &state = *processor->get_state();
    vectorUnit_t &unit = processor->VU;
    const nt_reference_registers &registers = vector.registers;
    bool narrow = host.xlen == 32;
    for (unsigned i = 1; i < REGISTERS; i++) {
        uint64_t x = registers.x[i];
        state.XPR.write(i, narrow ? reg_t(int64_t(int32_t(x))) : x);
    }
    for (unsigned i = 0; i < REGISTERS; i++) {
        state.FPR.write(i, freg_t{{registers.f[i], UINT64_MAX}});
    }
    state.fflags->write(registers.fcsr & 31);
    state.frm->write(registers.fcsr >> 5 & 7);
    unit.set_vl(OTHER, OTHER, vector.vl, vector.vtype);
    unit.vstart->write_raw(vector.vstart);
    unit.vstart_alu = true;
    unit.vxrm->write_raw(vector.vcsr >> 1 & 3);
    unit.vxsat->write(vector.vcsr & 1);
    memcpy(unit.reg_file, vector.bytes, REGISTERS * length);
    return unit.vlenb == length && unit.vl->read() == vector.vl &&
           unit.vtype->read() == vector.vtype;
}

void vectors::give(nt_reference_vector &vector) const {
    const state_t &state = *processor->get_state();
    const vectorUnit_t &unit = processor->VU;
    for (unsigned i = 0; i < REGISTERS; i++) {
        uint64_t x = state.XPR[i];
        vector.registers.x[i] = host.xlen == 32 ? uint32_t(x) : x;
        vector.registers.f[i] = state.FPR[i].v[0];
    }
    vector.registers.fcsr = uint32_t(state.fflags->read() | state.frm->read() << 5);
    vector.vl = unit.vl->read();
    vector.vcsr = unit.vxrm->read() << 1 | unit.vxsat->read();
    memcpy(vector.bytes, unit.reg_file, REGISTERS * length);
}

void vectors::step(nt_reference_vector &vector) {
    current = &vector;
    vector.executed = false;
    if (!take(vector)) {
        return;
    }
    try {
        insn_fetch_t insn = processor->get_mmu()->load_insn(PC);
        (void)insn.func(processor.get(), insn.insn, PC);
        give(vector);
        vector.executed = true;
    } catch (...) { /* an exception: whatever it is, the trace has none */
    }
}

} // namespace ntrace
