/* SPDX-License-Identifier: Apache-2.0 */
/* The machine around a hart of Spike: memory that is mapped, a device, and a watch on accesses. */
#ifndef NT_TANDEM_SPIKE_MACHINE_H
#define NT_TANDEM_SPIKE_MACHINE_H

#include <ntrace/reference.h>

#include <map>
#include <memory>
#include <vector>

#include <riscv/cfg.h>
#include <riscv/memtracer.h>
#include <riscv/mmu.h>
#include <riscv/processor.h>
#include <riscv/simif.h>

namespace ntrace {

/* Is memory, of all harts of a reference. */
class memory {
  public:
    void add(uint64_t address, size_t size, uint8_t *bytes);
    /* Returns the place of an address, and how many bytes there are from it on; or nullptr. */
    uint8_t *find(uint64_t address, size_t *left);

  private:
    struct page {
        uint64_t address;
        size_t size;
        uint8_t *bytes;
    };
    std::vector<page> pages;
    size_t recent = 0;
};

/* Is the last access to data; with `whole` loads are watched too. */
struct access {
    bool accessed;
    bool stored;
    uint8_t size;
    uint64_t address;
    uint64_t data;
};

/* Is what Spike asks for memory. It looks up the host's address of a store before it writes, and
   traces the store after: between them it is known what was there. */
class machine final : public simif_t, public memtracer_t {
  public:
    /* With `whole` there is a device wherever there is no memory. */
    machine(const nt_reference_host &host, memory &ram, bool whole);

    char *addr_to_mem(reg_t address) override;
    bool mmio_load(reg_t address, size_t size, uint8_t *bytes) override;
    bool mmio_store(reg_t address, size_t size, const uint8_t *bytes) override;
    bool mmio_fetch(reg_t, size_t, uint8_t *) override {
        return false;
    }
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

    bool interested_in_range(uint64_t, uint64_t, access_type type) override {
        return type == STORE || (whole && type == LOAD);
    }
    void trace(uint64_t address, size_t size, access_type type) override;
    void clean_invalidate(uint64_t, size_t, bool, bool) override {}

    processor_t &hart() {
        return *processor;
    }

    access last = {};    /* the caller clears it */
    uint64_t loaded = 0; /* what the device answers */

  private:
    struct old {
        uint64_t address;
        uint64_t value;
    };
    enum { OLDS = 4 };

    void note(uint64_t address, size_t size, bool store, const uint8_t *bytes);

    const nt_reference_host &host;
    memory &ram;
    const bool whole;
    cfg_t config;
    std::map<size_t, processor_t *> harts;
    old olds[OLDS] = {};
    unsigned next = 0;
    std::unique_ptr<processor_t> processor;
};

} // namespace ntrace

#endif
