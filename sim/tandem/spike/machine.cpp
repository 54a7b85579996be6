#include "sim/tandem/spike/machine.h"

#include <cstring>
#include <iostream>
#include <string>

namespace ntrace {

static std::string isa(const nt_reference_host &host) {
    std::string letters = host.flen == 64 ? "imafdc" : host.flen == 32 ? "imafc" : "imac";
    std::string floats = host.flen == 0 ? "" : "_zfh";
    return "rv" + std::to_string(host.xlen) + letters + floats +
           "_zba_zbb_zbc_zbs_zicond_zicsr_zifencei_zicclsm_zimop_zcmop_zcb_zawrs";
}

/* Without PMP, as the verifier: what memory refuses is the trace's. */
machine::machine(const nt_reference_host &host) : host(host) {
    static const char privileges[] = "MSU";
    std::string name = isa(host);
    config.isa = name.c_str();
    config.priv = privileges;
    config.pmpregions = 0;
    config.hartids = {0};
    processor = std::make_unique<processor_t>(config.isa, config.priv, &config, this, 0, false,
                                              nullptr, std::cerr);
    config.isa = nullptr;
    harts[0] = processor.get();
    processor->get_mmu()->register_memtracer(this);
}

void machine::add(uint64_t address, size_t size, uint8_t *bytes) {
    pages.push_back({address, size, bytes});
}

const machine::page *machine::find(uint64_t address) {
    if (recent < pages.size() && address - pages[recent].address < pages[recent].size) {
        return &pages[recent];
    }
    for (size_t i = 0; i < pages.size(); i++) {
        if (address - pages[i].address < pages[i].size) {
            recent = i;
            return &pages[i];
        }
    }
    return nullptr;
}

void machine::keep(uint64_t address, const char *place, const page &there) {
    old &slot = olds[next++ % OLDS];
    size_t left = there.address + there.size - address;
    slot = {address, 0};
    memcpy(&slot.value, place, left < sizeof slot.value ? left : sizeof slot.value);
}

char *machine::addr_to_mem(reg_t address) {
    const page *there = find(address);
    if (there == nullptr) {
        return nullptr;
    }
    char *place = reinterpret_cast<char *>(there->bytes) + (address - there->address);
    keep(address, place, *there);
    return place;
}

void machine::trace(uint64_t address, size_t size, access_type type) {
    if (type != STORE) {
        return;
    }
    for (unsigned i = 1; i <= OLDS; i++) { /* the latest first */
        const old &slot = olds[(next - i) % OLDS];
        if (slot.address == address) {
            host.stored(host.context, address, size, &slot.value);
            return;
        }
    }
    host.stored(host.context, address, 0, nullptr); /* not seen: the verifier has to know */
}

} // namespace ntrace
