/* SPDX-License-Identifier: Apache-2.0 */
// The RAM sink in lockstep: Verilated RTL against the golden model in every cycle, under random
// messages, settings, pointers, stops, errors and resets; and what the receivers read back against
// the bytes that the sink took.
//
//   ram_sink_bench CYCLES SEED [sent|stored]   the last: break what is compared, to see it caught
//   ram_sink_bench throughput                  words a cycle while bytes are pending
//
// Exit status 1 with one line on standard error where something differs.
extern "C" {
#include "receive/ram_trace.h"
#include "sim/util/random.h"
#include "tb/axi_memory.h"
#include "tb/lockstep/lockstep.h"
#include "tb/units/ram_sink/ram_sink.h"
}

#include "tb/lockstep/over.h"

#include <cinttypes>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr uint64_t MEMORY_LOW = UINT64_C(0x7fffe000); // blocks on both sides of 0x80000000
constexpr uint64_t MEMORY_HIGH =
    UINT64_C(0x9e3779b9); // times the seed: the upper half of addresses
constexpr uint64_t MEMORY_SIZE = 0x8000;
constexpr unsigned PATIENCE = 40000; // cycles that a flush may take

const nt_ram_sink_params PARAMS = {
    P_BYTES,
    P_SRAM_WORDS,
    P_SMEM,
    {P_AXI_WORDS, P_AXI_BURST, P_AXI_OUTSTANDING, P_AXI_IDLE_CYCLES}};

struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

[[noreturn]] __attribute__((format(printf, 1, 2))) void fail(const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    throw Failure(text);
}

bool ends_message(uint8_t byte) {
    return (byte & 3) == 3;
}

// Messages as encoders send them, cut by resets and held up by other sinks.
struct Source {
    nt_random random{};
    std::deque<uint8_t> bytes; // of whole messages, from the first one offered on
    unsigned offered = 0;      // bytes that wait
    bool inside = false;       // the sink has taken part of a message
    unsigned rate = 256;       // a message begins in so many of 256 cycles
    unsigned trouble = 0;      // cut or held up in so many of 4096 cycles within a message
    nt_beat beat{};

    void append_message() {
        unsigned length = nt_random_between(&random, 2, 38);
        for (unsigned i = 0; i < length; i++) {
            unsigned mdo = nt_random_below(&random, 64);
            unsigned mseo = i + 1 == length ? 3 : i != 0 && nt_random_chance(&random, 50) ? 1 : 0;
            bytes.push_back(static_cast<uint8_t>(mdo << 2 | mseo));
        }
    }

    const nt_beat &offer() {
        beat = nt_beat{};
        bool may_pause = !inside && offered == 0;
        if (may_pause && !nt_random_chance(&random, rate)) {
            return beat;
        }
        if (inside && nt_random_below(&random, 4096) < trouble) {
            if (nt_random_chance(&random, 100)) { // reset within the message
                bytes.clear();
                offered = 0;
                return beat;
            }
            beat.waits = true;
            return beat;
        }
        unsigned count = rate == 256 ? P_BYTES : nt_random_between(&random, 1, P_BYTES);
        offered = count > offered ? count : offered;
        while (bytes.size() < offered) {
            append_message();
        }
        beat.count = static_cast<uint8_t>(offered);
        for (unsigned i = 0; i < offered; i++) {
            beat.byte[i] = bytes[i];
        }
        return beat;
    }

    // The sink has taken the beat. What it took, with the byte that ends a message that was cut.
    void taken(bool ready, std::vector<uint8_t> *to) {
        if (inside && beat.count == 0 && !beat.waits) {
            to->push_back(0xff);
            inside = false;
        }
        if (!ready || beat.count == 0) {
            return;
        }
        to->insert(to->end(), beat.byte, beat.byte + beat.count);
        bytes.erase(bytes.begin(), bytes.begin() + beat.count);
        offered = 0;
        inside = !ends_message(beat.byte[beat.count - 1]);
    }
};

// Register accesses of a cycle
struct Access {
    uint8_t pointer_write = 0;
    uint32_t value = 0;
    bool data_read = false;
};

struct Counts {
    uint64_t sessions, bytes, words, wraps, stops, errors, read, cut, resets;
};

struct Bench {
    nt_lockstep *lockstep;
    nt_random random{};
    std::vector<uint32_t> sram = std::vector<uint32_t>(P_SRAM_WORDS + 1);
    ram_sink_view view{}; // with the model
    nt_ram_sink &model = view.model;
    nt_ram_sink_outputs &out = view.out; // of the cycle that comes
    nt_ram_control control{};
    Access access;
    std::vector<uint8_t> bytes = std::vector<uint8_t>(MEMORY_SIZE);
    const uint64_t memory_base;
    nt_axi_memory memory{};
    Source source;
    Counts counts{};
    std::vector<uint8_t> sent; // what the sink took since trRamWP was set
    uint64_t moved = 0;        // words over which trRamWP moved since then
    bool judged = false;       // the tool keeps to the rules
    bool stopped = false;      // the sink stopped by itself since then
    std::string broken;        // what to break

    Bench(nt_lockstep *of, uint64_t seed)
        : lockstep(of),
          memory_base(static_cast<uint32_t>(seed * MEMORY_HIGH) * (UINT64_C(1) << 32) |
                      MEMORY_LOW) {
        nt_random_seed(&random, seed);
        nt_random_seed(&source.random, seed + 1);
        nt_ram_sink_init(&model, &PARAMS, P_SRAM_WORDS != 0 ? sram.data() : nullptr);
        nt_axi_memory_init(&memory, bytes.data(), memory_base, MEMORY_SIZE, seed + 2);
        // Memory comes up with anything; the model's with the same as the RTL's.
        for (unsigned i = 0; i < P_SRAM_WORDS; i++) {
            sram[i] = 0;
        }
        nt_ram_sink_out(&model, false, &control, &out);
        for (unsigned i = 0; i < 2; i++) {
            cycle(true);
        }
    }

    bool smem() const {
        return P_SRAM_WORDS == 0 || (P_SMEM && control.trRamMode);
    }
    uint64_t start() const {
        return smem() ? static_cast<uint64_t>(control.trRamStartHigh) << 32 | control.trRamStartLow
                      : 0;
    }
    uint64_t limit() const {
        return smem() ? static_cast<uint64_t>(control.trRamLimitHigh) << 32 | control.trRamLimitLow
                      : control.trRamLimitLow;
    }

    void same(const char *name, uint64_t is, uint64_t expected) const {
        if (is != expected) {
            fail("%s is 0x%" PRIx64 ", not 0x%" PRIx64, name, is, expected);
        }
    }

    void watch_pointer(uint64_t before) {
        uint64_t now = out.trRamWP & ~UINT64_C(3);
        before &= ~UINT64_C(3);
        if (!judged) {
            return;
        }
        if (now != before && (access.pointer_write & (NT_RAM_WP_LOW | NT_RAM_WP_HIGH)) == 0) {
            bool wraps = now < before;
            moved += wraps ? (limit() + 4 - before + now - start()) / 4 : (now - before) / 4;
            counts.wraps += wraps;
            if (now < start() || (now > limit() && now != start())) {
                fail("trRamWP 0x%" PRIx64 " is outside of the buffer", now);
            }
        }
    }

    void cycle(bool rst = false) {
        static const nt_beat nothing = {};
        const nt_axi_slave_pins pins = *nt_axi_memory_drive(&memory);
        const nt_beat beat = rst ? nothing : source.offer();
        view.in = {rst,
                   &control,
                   access.pointer_write,
                   access.value,
                   access.data_read,
                   beat,
                   {pins.AWREADY, pins.WREADY, pins.BVALID, pins.BRESP}};
        nt_ram_sink_out(&model, rst, &control, &out);
        if (rst) {
            nt_lockstep_uncompared(lockstep, &view);
        } else {
            cycle_or_over(lockstep, &view);
        }
        const nt_axi_outputs &axi = out.axi;
        const nt_axi_master_pins master = {axi.AWVALID, axi.AWADDR, axi.AWLEN, 2,
                                           1,           axi.WVALID, axi.WDATA, 15,
                                           axi.WLAST,   axi.BREADY};
        nt_axi_memory_cycle(&memory, rst, &master);
        if (memory.wrong != 0) {
            fail("%s", memory.first_wrong);
        }
        if (rst || !control.trRamActive) {
            source.inside = false;
        }
        source.taken(out.in_ready && !rst, &sent);

        uint64_t pointer = out.trRamWP;
        bool stops = out.stop && !rst;
        nt_ram_sink_step(&model, &view.in);
        if (stops) {
            counts.stops += control.trRamEnable;
            stopped = true;
            control.trRamEnable = 0;
        }
        nt_ram_sink_out(&model, false, &control, &out);
        watch_pointer(pointer);
        access = Access{};
    }

    uint64_t number() const {
        return nt_lockstep_number(lockstep);
    }

    // ---- registers, as nt_ram_registers would have them ----

    int read32(uint32_t offset, uint32_t *value) {
        switch (offset) {
        case 0x000:
            *value = control.trRamActive | control.trRamEnable << 1 | out.trRamEmpty << 3 |
                     static_cast<uint32_t>(smem()) << 4 | control.trRamStopOnWrap << 8;
            return 0;
        case 0x010:
            *value = static_cast<uint32_t>(start());
            return 0;
        case 0x014:
            *value = static_cast<uint32_t>(start() >> 32);
            return 0;
        case 0x018:
            *value = static_cast<uint32_t>(limit());
            return 0;
        case 0x01c:
            *value = static_cast<uint32_t>(limit() >> 32);
            return 0;
        case 0x020:
            *value = static_cast<uint32_t>(out.trRamWP);
            return 0;
        case 0x024:
            *value = static_cast<uint32_t>(out.trRamWP >> 32);
            return 0;
        case 0x028:
            *value = static_cast<uint32_t>(out.trRamRP);
            return 0;
        case 0x040:
            for (unsigned waits = 0; !out.data_valid; waits++) {
                if (waits == 4) {
                    fail("trRamData does not come");
                }
                cycle();
            }
            *value = out.data;
            access.data_read = true;
            cycle();
            counts.read++;
            return 0;
        default:
            return 1;
        }
    }

    int write32(uint32_t offset, uint32_t value) {
        access.value = value;
        access.pointer_write = static_cast<uint8_t>(1 << (offset - 0x020) / 4);
        cycle();
        return offset < 0x020 || offset > 0x02c;
    }

    nt_ram_port port() {
        return nt_ram_port{[](void *bench, uint32_t offset, uint32_t *value) {
                               return static_cast<Bench *>(bench)->read32(offset, value);
                           },
                           [](void *bench, uint32_t offset, uint32_t value) {
                               return static_cast<Bench *>(bench)->write32(offset, value);
                           },
                           this};
    }

    // ---- sessions ----

    unsigned below(unsigned bound) {
        return nt_random_below(&random, bound);
    }
    bool chance(unsigned of_256) {
        return nt_random_chance(&random, of_256);
    }

    void set_pressure() {
        static const uint16_t waits[] = {0, 0, 40, 128, 230};
        nt_axi_behaviour &how = memory.behaviour;
        how = nt_axi_behaviour{};
        how.aw_wait = waits[below(5)];
        how.w_wait = waits[below(5)];
        how.b_wait = waits[below(5)];
        how.aw_waits_for_w = chance(40);
        how.error_rate = chance(50) ? 3000 : 0;
        source.rate = chance(80) ? 256 : 1 + below(below(2) != 0 ? 256 : 12);
        source.trouble = chance(100) ? 1 + below(200) : 0;
    }

    // Waits for what was begun to be flushed.
    void wait_empty() {
        for (unsigned waits = 0; !out.trRamEmpty; waits++) {
            if (waits == PATIENCE) {
                fail("trRamEmpty stays 0");
            }
            cycle();
        }
    }

    void set_buffer() {
        control.trRamMode = below(2);
        control.trRamStopOnWrap = chance(60);
        if (smem()) {
            uint64_t words = MEMORY_SIZE / 4;
            uint64_t size = 1 + below(chance(128) ? 40 : 3000);
            uint64_t first = below(static_cast<unsigned>(words - size));
            uint64_t from = memory_base + 4 * first;
            uint64_t last = from + 4 * (size - 1);
            control.trRamStartLow = static_cast<uint32_t>(from);
            control.trRamStartHigh = static_cast<uint32_t>(from >> 32);
            control.trRamLimitLow = static_cast<uint32_t>(last);
            control.trRamLimitHigh = static_cast<uint32_t>(last >> 32);
        } else {
            control.trRamStartLow = below(1u << 16) << 2; // nobody looks at it
            control.trRamLimitLow = 4 * (chance(128) ? P_SRAM_WORDS - 1 : below(P_SRAM_WORDS));
        }
    }

    void set_write_pointer() {
        uint64_t words = (limit() - start()) / 4 + 1;
        uint64_t at = start() + (chance(128) ? 0 : 4 * below(static_cast<unsigned>(words)));
        write32(0x020, static_cast<uint32_t>(at));
        write32(0x024, static_cast<uint32_t>(at >> 32));
        same("trRamWP as written", out.trRamWP, at);
        sent.clear();
        memory.sure = 0;
        moved = 0;
        stopped = false;
        judged = true;
    }

    // Accesses that a tool should not make while tracing; they must change nothing.
    void meddle() {
        access = Access{};
        access.value = static_cast<uint32_t>(nt_random_next(&random));
        access.pointer_write = static_cast<uint8_t>((1 << below(5)) & 15);
        access.data_read = access.pointer_write == 0;
    }

    void trace(unsigned cycles) {
        control.trRamEnable = 1;
        uint64_t read_pointer = out.trRamRP;
        for (unsigned i = 0; i < cycles && control.trRamEnable; i++) {
            if (chance(4)) {
                meddle();
            }
            cycle();
            same("trRamRP while tracing", out.trRamRP, read_pointer);
        }
        control.trRamEnable = 0;
        nt_ram_sink_out(&model, false, &control, &out);
        for (unsigned waits = 0; !out.trRamEmpty; waits++) {
            if (waits == PATIENCE) {
                fail("trRamEmpty stays 0");
            }
            if (!stopped && chance(4)) {
                meddle();
            }
            cycle();
        }
        while (sent.size() % 4 != 0) {
            sent.push_back(0xff);
        }
    }

    // How much of what was sent is in memory.
    size_t stored(uint64_t from) const {
        uint64_t room = limit() + 4 - from;
        if (out.error) {
            if (out.error_address != (out.trRamWP & ~UINT64_C(3))) {
                fail("the failed burst is not where trRamWP stands");
            }
            return memory.sure * 4;
        }
        if (memory.failed != 0) {
            fail("a response was not OKAY, and the sink does not say so");
        }
        if (stopped && sent.size() < room) {
            fail("the sink stopped with room left");
        }
        return control.trRamStopOnWrap && sent.size() > room ? room : sent.size();
    }

    // What the receiver reads back is what was sent last.
    void check(uint64_t from) {
        uint64_t size = limit() + 4 - start();
        size_t length = stored(from);
        nt_ram_port registers = port();
        nt_ram_trace trace;
        nt_ram_status status;
        nt_ram_buffer buffer;
        // A write that is under way must not be lost by the read
        if (smem()) {
            status = nt_ram_read_buffer(&registers, &buffer);
            if (status == NT_RAM_OK) {
                status = nt_ram_copy_smem(&buffer, bytes.data(), memory_base, MEMORY_SIZE, &trace);
            }
        } else {
            status = nt_ram_read_sram(&registers, P_SRAM_WORDS * 4, &trace);
        }
        if (status != NT_RAM_OK) {
            fail("receiver: %s", nt_ram_status_text(status));
        }
        counts.cut += trace.cut;
        if (trace.cut != (length >= limit() + 4 - from)) {
            fail("trRamWrap is %d with %zu bytes from 0x%" PRIx64 " on", trace.cut, length, from);
        }
        // A failed burst, and those behind it, may have gone over the oldest words
        uint64_t lost = out.error ? 4 * P_AXI_BURST * P_AXI_OUTSTANDING : 0;
        uint64_t sure = size > lost ? size - lost : 0;
        size_t compared = length < sure ? length : sure;
        compared = compared < trace.size ? compared : trace.size;
        if (broken == "sent" && !sent.empty()) {
            sent.erase(sent.begin() + static_cast<long>(below(static_cast<unsigned>(length))));
        }
        if (broken == "stored" && compared != 0) {
            trace.bytes[trace.size - 1 - below(static_cast<unsigned>(compared))] ^= 1;
        }
        if (!out.error && compared != (length < size ? length : size)) {
            fail("%zu bytes were read, of %zu", compared, length);
        }
        const uint8_t *got = trace.bytes + trace.size - compared;
        const uint8_t *expected = sent.data() + length - compared;
        for (size_t i = 0; i < compared; i++) {
            if (got[i] != expected[i]) {
                fail("byte %zu of %zu read is 0x%02x, 0x%02x was sent", i, compared, got[i],
                     expected[i]);
            }
        }
        counts.bytes += compared;
        counts.errors += out.error;
        nt_ram_trace_free(&trace);
    }

    void session() {
        counts.sessions++;
        memory.failed = 0;
        set_pressure();
        set_buffer();
        control.trRamActive = 1;
        cycle();
        set_write_pointer();
        uint64_t from = out.trRamWP;
        for (unsigned parts = 1 + below(3); parts != 0 && !stopped; parts--) {
            trace(1 + below(chance(60) ? 6000 : 400));
        }
        source.trouble = 0;
        // A buffer of one word that wraps cannot be told from one that does not move
        if (limit() != start()) {
            check(from);
        }
        judged = false;
        counts.words += moved;
    }

    // Of the whole system, some cycles after it was turned off: bursts may be under way.
    void reset(unsigned cycles) {
        control = nt_ram_control{};
        for (; cycles != 0; cycles--) {
            cycle();
        }
        cycle(true);
    }

    // A tool that does as it likes: nothing may hang, and the bus must stay whole.
    void wild_session() {
        set_pressure();
        for (unsigned steps = 20 + below(100); steps != 0; steps--) {
            switch (below(8)) {
            case 0:
                control.trRamActive ^= 1;
                control.trRamEnable &= control.trRamActive;
                counts.resets += !control.trRamActive;
                break;
            case 1:
            case 2:
                control.trRamEnable = control.trRamActive & below(2);
                break;
            case 3:
                if (!control.trRamEnable) {
                    set_buffer();
                }
                break;
            case 4:
                control.trRamStopOnWrap ^= 1;
                break;
            default:
                meddle();
            }
            if (below(32) == 0) {
                reset(below(4));
            }
            for (unsigned cycles = below(40); cycles != 0; cycles--) {
                if (chance(20)) {
                    meddle();
                }
                cycle();
            }
        }
        control.trRamEnable = 0;
        nt_ram_sink_out(&model, false, &control, &out);
        wait_empty();
        control.trRamActive = 0;
        cycle();
    }

    void run(uint64_t cycles) {
        while (number() < cycles) {
            if (chance(200)) {
                session();
            } else {
                wild_session();
            }
            if (below(20) == 0) {
                reset(below(200));
            }
        }
    }

    // Words a cycle while bytes are pending.
    double throughput(bool in_memory) {
        control = nt_ram_control{};
        control.trRamActive = 1;
        control.trRamMode = in_memory;
        control.trRamStartLow = static_cast<uint32_t>(memory_base);
        control.trRamStartHigh = control.trRamLimitHigh = static_cast<uint32_t>(memory_base >> 32);
        control.trRamLimitLow = in_memory ? static_cast<uint32_t>(memory_base + MEMORY_SIZE - 4)
                                          : 4 * (P_SRAM_WORDS - 1);
        source.rate = 256;
        source.trouble = 0;
        memory.behaviour = nt_axi_behaviour{};
        cycle();
        set_write_pointer();
        control.trRamEnable = 1;
        for (unsigned i = 0; i < 200; i++) {
            cycle();
        }
        uint64_t before = moved;
        uint64_t first = number();
        for (unsigned i = 0; i < 20000; i++) {
            cycle();
        }
        double words = static_cast<double>(moved - before);
        double cycles = static_cast<double>(number() - first);
        control.trRamEnable = 0;
        nt_ram_sink_out(&model, false, &control, &out);
        wait_empty();
        return words / cycles;
    }
};

void print_throughput(Bench &bench) {
    if (P_SRAM_WORDS != 0) {
        std::printf("sram %.4f\n", bench.throughput(false));
    }
    if (P_SMEM) {
        std::printf("smem %.4f\n", bench.throughput(true));
    }
}

void print_counts(const Bench &bench) {
    const Counts &c = bench.counts;
    std::printf("cycles %" PRIu64 "\nsessions %" PRIu64 "\nbytes %" PRIu64 "\nwords %" PRIu64
                "\nwraps %" PRIu64 "\nstops %" PRIu64 "\nerrors %" PRIu64 "\nread %" PRIu64
                "\ncut %" PRIu64 "\nresets %" PRIu64 "\nbursts %u\nlongest %u\n",
                bench.number(), c.sessions, c.bytes, c.words, c.wraps, c.stops, c.errors, c.read,
                c.cut, c.resets, bench.memory.most_bursts, bench.memory.longest);
}

int run(nt_lockstep *lockstep, int argc, char **argv) {
    bool throughput = argc == 2 && std::strcmp(argv[1], "throughput") == 0;
    if (!throughput && argc != 3 && argc != 4) {
        return 2;
    }
    uint64_t seed = throughput ? 1 : std::strtoull(argv[2], nullptr, 10);
    if (!nt_lockstep_begin(lockstep, seed)) {
        return 1;
    }
    try {
        Bench bench(lockstep, seed);
        if (throughput) {
            print_throughput(bench);
        } else {
            bench.broken = argc == 4 ? argv[3] : "";
            bench.run(std::strtoull(argv[1], nullptr, 10));
            print_counts(bench);
        }
    } catch (const Over &) {
        return 1;
    } catch (const Failure &failure) {
        return nt_lockstep_fail(lockstep, "%s", failure.what()) ? 0 : 1;
    }
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    return nt_lockstep_main(argc, argv, "CYCLES SEED [sent|stored] | throughput", run);
}
