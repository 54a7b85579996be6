/* SPDX-License-Identifier: Apache-2.0 */
/* A hart of Spike, executed instruction by instruction by Spike's own functions. */
#ifndef NT_TANDEM_SPIKE_HART_H
#define NT_TANDEM_SPIKE_HART_H

#include "sim/tandem/spike/machine.h"

namespace ntrace {

class hart {
  public:
    hart(const nt_reference_host &host, memory &ram, bool whole);

    void reset();
    void read(nt_reference_registers &registers, bool floats) const;
    void write(const nt_reference_registers &registers, bool floats);

    uint64_t pc() const {
        return cut(state.pc);
    }
    void set_pc(uint64_t pc) {
        state.pc = extend(pc);
    }

    /* Executes the instruction at pc of memory that is not translated. Throws what it raises. */
    void execute();

    /* The whole hart's. */
    bool read_csr(unsigned csr, uint64_t *value) const;
    bool write_csr(unsigned csr, uint64_t value);
    void step(nt_reference_event &event);
    void forget();

    memory &ram;

  private:
    enum { DECODED = 1 << 12, CSRS = 4096 };
    /* What was decoded, by the bytes of the instruction: code that is written needs no care. */
    struct decoded {
        uint32_t code;
        bool known;
        insn_fetch_t insn;
    };

    reg_t extend(uint64_t value) const {
        return host.xlen == 32 ? reg_t(int64_t(int32_t(value))) : value;
    }
    uint64_t cut(reg_t value) const {
        return host.xlen == 32 ? uint32_t(value) : value;
    }
    csr_t *find(unsigned csr) const;
    void write_fprs(const nt_reference_registers &registers);
    const insn_fetch_t &fetch(reg_t pc);
    void perform(const insn_fetch_t &insn, reg_t pc);
    bool try_instruction(nt_reference_event &event);
    bool took(const nt_reference_event &event, reg_t pc) const;

    const nt_reference_host &host;
    machine around;
    processor_t &processor;
    state_t &state;
    decoded cache[DECODED] = {};
    csr_t *csrs[CSRS] = {};
};

} // namespace ntrace

#endif
