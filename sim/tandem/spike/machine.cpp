/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/spike/machine.h"

#include <algorithm>
#include <cstring>
#include <iostream>
#include <iterator>
#include <string>

namespace ntrace {

/* ---- memory ---- */

void memory::add(uint64_t address, size_t size, uint8_t *bytes) {
    pages.push_back({address, size, bytes});
}

uint8_t *memory::find(uint64_t address, size_t *left) {
    if (recent >= pages.size() || address - pages[recent].address >= pages[recent].size) {
        auto there = std::find_if(pages.begin(), pages.end(), [address](const page &page) {
            return address - page.address < page.size;
        });
        if (there == pages.end()) {
            return nullptr;
        }
        recent = size_t(there - pages.begin());
    }
    const page &page = pages[recent];
    *left = page.size - (address - page.address);
    return page.bytes + (address - page.address);
}

/* ---- the TLB of stores, which is private ---- */

using store_tlb = dtlb_entry_t (mmu_t::*)[256];

template <store_tlb Member> struct opened {
    friend store_tlb member_of_stores() {
        return Member;
    }
};
store_tlb member_of_stores();
template struct opened<&mmu_t::tlb_store>; /* access does not count here (C++20, 13.9.2) */

/* Without an entry the next store looks up where it goes. */
static void forget_stores(mmu_t &mmu, bool all, uint64_t address) {
    auto &entries = mmu.*member_of_stores();
    if (!all) {
        entries[address / PGSIZE % std::size(entries)].tag = reg_t(-1);
        return;
    }
    for (dtlb_entry_t &entry : entries) {
        entry.tag = reg_t(-1);
    }
}

/* ---- machine ---- */

static std::string isa(const nt_reference_host &host) {
    std::string letters = host.flen == 64 ? "imafdch" : host.flen == 32 ? "imafch" : "imach";
    std::string floats = host.flen == 0 ? "" : "_zfh";
    return "rv" + std::to_string(host.xlen) + letters + floats +
           "_zba_zbb_zbc_zbs_zicond_zicntr_zicsr_zifencei_zicclsm_zimop_zcmop_zcb_zawrs";
}

/* Without PMP, as the verifier: what memory refuses is the trace's. */
machine::machine(const nt_reference_host &host, memory &ram, bool whole)
    : host(host), ram(ram), whole(whole) {
    std::string name = isa(host);
    config.isa = name.c_str();
    config.priv = "MSU";
    config.pmpregions = 0;
    config.hartids = {0};
    processor = std::make_unique<processor_t>(config.isa, config.priv, &config, this, 0, false,
                                              nullptr, std::cerr);
    config.isa = nullptr;
    harts[0] = processor.get();
    processor->set_max_vaddr_bits(host.xlen == 64 ? 57 : 32);
    processor->set_impl(IMPL_MMU_ASID, true);
    processor->get_mmu()->register_memtracer(this);
}

char *machine::addr_to_mem(reg_t address) {
    size_t left;
    uint8_t *place = ram.find(address, &left);
    if (place != nullptr) {
        old &slot = olds[next++ % OLDS];
        slot = {address, 0};
        memcpy(&slot.value, place, std::min(left, sizeof slot.value));
    }
    return reinterpret_cast<char *>(place);
}

/* An access that is split has its first address. */
void machine::note(uint64_t address, size_t size, bool store, const uint8_t *bytes) {
    bool first = !last.accessed || (store && !last.stored);
    uint64_t data = 0;
    memcpy(&data, bytes, std::min(size, sizeof data));
    if (first) {
        last = {true, store, uint8_t(size), address, data};
    } else if (store && last.size + size <= sizeof data) {
        last.data |= data << 8 * last.size;
        last.size = uint8_t(last.size + size);
    }
}

void machine::trace(uint64_t address, size_t size, access_type type) {
    size_t left;
    const uint8_t *place = ram.find(address, &left);
    if (place == nullptr) {
        return;
    }
    note(address, std::min(size, left), type == STORE, place);
    if (type != STORE) {
        return;
    }
    forget_stores(*processor->get_mmu(), whole, address);
    for (unsigned i = 1; i <= OLDS; i++) { /* the latest first */
        const old &slot = olds[(next - i) % OLDS];
        if (slot.address == address) {
            host.stored(host.context, address, size, &slot.value);
            return;
        }
    }
    host.stored(host.context, address, 0, nullptr); /* not seen: the verifier has to know */
}

bool machine::mmio_load(reg_t address, size_t size, uint8_t *bytes) {
    if (whole) {
        memcpy(bytes, &loaded, std::min(size, sizeof loaded));
        note(address, size, false, bytes);
    }
    return whole;
}

bool machine::mmio_store(reg_t address, size_t size, const uint8_t *bytes) {
    if (whole) {
        note(address, size, true, bytes);
    }
    return whole;
}

} // namespace ntrace
