/* SPDX-License-Identifier: Apache-2.0 */
/* The vector unit of Spike, for one instruction at a time: registers and memory are the caller's.
 */
#ifndef NT_TANDEM_SPIKE_VECTORS_H
#define NT_TANDEM_SPIKE_VECTORS_H

#include <ntrace/reference.h>

#include <map>
#include <memory>

#include <riscv/cfg.h>
#include <riscv/mmu.h>
#include <riscv/processor.h>
#include <riscv/simif.h>

namespace ntrace {

class vectors final : public simif_t {
  public:
    vectors(const nt_reference_host &host, size_t vlenb);

    /* Whether Spike has vectors of this length. */
    static bool may_be(const nt_reference_host &host, size_t vlenb);

    size_t vlenb() const {
        return length;
    }

    void step(nt_reference_vector &vector);

    /* All memory is the caller's, as a device. */
    char *addr_to_mem(reg_t) override {
        return nullptr;
    }
    bool mmio_load(reg_t address, size_t size, uint8_t *bytes) override;
    bool mmio_store(reg_t address, size_t size, const uint8_t *bytes) override;
    bool mmio_fetch(reg_t address, size_t size, uint8_t *bytes) override;
    void proc_reset(unsigned) override {}
    const cfg_t &get_cfg() const override {
        return config;
    }
    const std::map<size_t, processor_t *> &get_harts() const override {
        return harts;
    }
    const char *get_symbol(uint64_t) override {
        return "";
    }

  private:
    enum { PC = 0x1000 };

    bool take(const nt_reference_vector &vector);
    void give(nt_reference_vector &vector) const;

    const nt_reference_host &host;
    const size_t length;
    cfg_t config;
    std::map<size_t, processor_t *> harts;
    std::unique_ptr<processor_t> processor;
    nt_reference_vector *current = nullptr;
};

} // namespace ntrace

#endif
