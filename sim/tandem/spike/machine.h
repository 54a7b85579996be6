/* The machine around Spike's hart: memory that is mapped, and a watch on its stores. */
#ifndef NT_TANDEM_SPIKE_MACHINE_H
#define NT_TANDEM_SPIKE_MACHINE_H

#include <ntrace/reference.h>

#include <map>
#include <memory>
#include <vector>

/* Spike's own headers are not written for our warnings. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#include <riscv/cfg.h>
#include <riscv/memtracer.h>
#include <riscv/mmu.h>
#include <riscv/processor.h>
#include <riscv/simif.h>
#pragma GCC diagnostic pop

namespace ntrace {

/* Is what Spike asks for memory. It looks up the host's address of a store before it writes, and
   traces the store after: between them it is known what was there. */
class machine final : public simif_t, public memtracer_t {
  public:
    explicit machine(const nt_reference_host &host);

    void add(uint64_t address, size_t size, uint8_t *bytes);
    char *addr_to_mem(reg_t address) override;
    bool mmio_load(reg_t, size_t, uint8_t *) override {
        return false;
    }
    bool mmio_store(reg_t, size_t, const uint8_t *) override {
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
        return type == STORE;
    }
    void trace(uint64_t address, size_t size, access_type type) override;
    void clean_invalidate(uint64_t, size_t, bool, bool) override {}

    processor_t &hart() {
        return *processor;
    }

  private:
    struct page {
        uint64_t address;
        size_t size;
        uint8_t *bytes;
    };
    struct old {
        uint64_t address;
        uint64_t value;
    };
    enum { OLDS = 4 };

    const page *find(uint64_t address);
    void keep(uint64_t address, const char *place, const page &there);

    const nt_reference_host &host;
    cfg_t config;
    std::map<size_t, processor_t *> harts;
    std::vector<page> pages;
    size_t recent = 0;
    old olds[OLDS] = {};
    unsigned next = 0;
    std::unique_ptr<processor_t> processor;
};

} // namespace ntrace

#endif
