/* SPDX-License-Identifier: Apache-2.0 */
/* A platform of SystemC with the encoder as a TLM-2.0 component: a processor that replays a
   recording or an ingress file and programs the encoder's registers, and a memory that takes the
   trace.

   platform [-c BUILD] [-s FIELD=VALUE]... [-q CYCLES] [-e EXPECTED] INPUT OUT.nex

   -q: the processor runs ahead of simulation time by so many cycles at most (1000). -e: the bytes
   that must come. Exit status 0; 1: the bytes are others; 2: an error. */
#include "tlm/nt_trace_encoder_tlm.h"

extern "C" {
#include "driver/driver.h"
#include "sim/ingress/input.h"
#include "sim/ingress/shape.h"
}

#include <tlm_utils/tlm_quantumkeeper.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

const sc_core::sc_time CLOCK(10, sc_core::SC_NS);

using Bytes = std::vector<uint8_t>;

/* Takes what is written, at whatever address. */
class Memory : public sc_core::sc_module {
  public:
    tlm_utils::simple_target_socket<Memory> socket{"socket"};
    Bytes bytes;

    explicit Memory(const sc_core::sc_module_name &name) : sc_module(name) {
        socket.register_b_transport(this, &Memory::take);
    }

  private:
    void take(tlm::tlm_generic_payload &payload, sc_core::sc_time &) {
        const uint8_t *data = payload.get_data_ptr();
        bytes.insert(bytes.end(), data, data + payload.get_data_length());
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
    }
};

/* Sets the error and returns false. */
template <typename... Values> bool fails(nt_error *error, const char *format, Values... values) {
    (void)nt_fail(error, format, values...);
    return false;
}

struct Options {
    nt_settings settings;
    const char *input, *output, *expected;
    bool is_ingress;
    unsigned quantum = 1000; /* cycles */
};

/* Executes the input, and is the debugger too. */
class Processor : public sc_core::sc_module {
  public:
    tlm_utils::simple_initiator_socket<Processor> bus{"bus"};
    sc_core::sc_port<nt_retire_if> trace{"trace"};
    nt_error error{};

    Processor(const sc_core::sc_module_name &name, nt_source source, const Options &options)
        : sc_module(name), source(source), options(options) {
        SC_HAS_PROCESS(Processor);
        component.type = NT_DRIVER_ENCODER;
        SC_THREAD(run);
    }

  private:
    nt_source source;
    const Options &options;
    tlm_utils::tlm_quantumkeeper time;
    nt_ingress last{};
    nt_driver_component component{};
    const nt_driver driver = {{this, read32, write32}, {}, 1 << 20};

    bool transfer(tlm::tlm_command command, uint64_t address, uint32_t &value,
                  uint8_t *strobes = nullptr) {
        tlm::tlm_generic_payload payload;
        uint8_t bytes[4];
        for (unsigned i = 0; i < 4; i++) {
            bytes[i] = static_cast<uint8_t>(value >> (8 * i));
        }
        payload.set_command(command);
        payload.set_address(address);
        payload.set_data_ptr(bytes);
        payload.set_data_length(4);
        payload.set_streaming_width(4);
        payload.set_byte_enable_ptr(strobes);
        payload.set_byte_enable_length(strobes == nullptr ? 0 : 4);
        sc_core::sc_time delay = time.get_local_time();
        bus->b_transport(payload, delay);
        time.set(delay);
        value = 0;
        for (unsigned i = 0; i < 4; i++) {
            value |= static_cast<uint32_t>(bytes[i]) << (8 * i);
        }
        return payload.is_response_ok();
    }

    static bool read32(void *self, uint64_t address, uint32_t *value) {
        return static_cast<Processor *>(self)->transfer(tlm::TLM_READ_COMMAND, address, *value);
    }

    static bool write32(void *self, uint64_t address, uint32_t value) {
        return static_cast<Processor *>(self)->transfer(tlm::TLM_WRITE_COMMAND, address, value);
    }

    void run() {
        time.reset();
        if ((options.is_ingress || start()) && replay() && !options.is_ingress) {
            stop();
        }
        time.sync();
    }

    bool judge(int result) {
        char text[200];
        if (result != NT_DRIVER_OK) {
            (void)nt_driver_describe(&component, result, text, sizeof text);
            (void)nt_fail(&error, "%s", text);
        }
        return result == NT_DRIVER_OK;
    }

    /* The word at an offset of an encoder with the settings' fields. */
    uint32_t setting(uint16_t offset) const {
        nt_encoder_registers registers;
        nt_encoder_registers_init(&registers, options.settings.config);
        registers.control = options.settings.control;
        nt_encoder_registers_inputs in{};
        nt_encoder_registers_outputs out{};
        in.apb.PSEL = in.apb.PENABLE = true;
        in.apb.PADDR = offset;
        nt_encoder_registers_out(&registers, &in, &out);
        return out.PRDATA;
    }

    bool start() {
        nt_driver_encoder_setup setup = {setting(0x000), setting(0x008), setting(0x00c),
                                         setting(0x040)};
        return judge(nt_driver_reset(&driver, &component)) &&
               judge(nt_driver_set_encoder(&driver, &component, &setup)) &&
               judge(nt_driver_enable(&driver, &component, 1, nullptr)) &&
               judge(nt_driver_start(&driver, &component, 1, nullptr));
    }

    /* trTeInstTracing becomes 0, then the encoder is emptied. */
    void stop() {
        uint32_t control = 0;
        if (read32(this, 0, &control) && write32(this, 0, control & ~(UINT32_C(1) << 2))) {
            (void)judge(nt_driver_disable(&driver, &component, 1, nullptr));
        } else {
            (void)nt_fail(&error, "trTeControl cannot be accessed");
        }
    }

    bool replay() {
        nt_cycle cycle;
        int result;
        while ((result = source.next(source.self, false, &cycle, &error)) > 0 && present(cycle)) {
            if (time.need_sync()) {
                time.sync();
            }
        }
        return result == 0;
    }

    /* Whether nothing retires and no signal changes, time aside. */
    bool is_idle(const nt_ingress &now) const {
        for (const nt_block &block : now.block) {
            if (block.iretire != 0 || block.itype != NT_ITYPE_NONE) {
                return false;
            }
        }
        return now.trigger == 0 && now.ext_trigger == 0 && now.halted == last.halted &&
               now.reset == last.reset && now.lowpower == last.lowpower;
    }

    /* A cycle of the input. A transfer is made in its access phase: its setup phase is part of it.
     */
    bool present(const nt_cycle &cycle) {
        bool idle = is_idle(cycle.ingress);
        if (cycle.rst || (cycle.apb.PSEL && !cycle.apb.PENABLE)) {
            return idle || fails(&error, "a block in a reset or a transfer's setup phase");
        }
        if (cycle.apb.PSEL) {
            return (idle || fails(&error, "a block in a transfer's access phase")) &&
                   access(cycle.apb);
        }
        if (idle) {
            time.inc(CLOCK);
            return true;
        }
        sc_core::sc_time delay = time.get_local_time();
        trace->retire(cycle.ingress, delay);
        time.set(delay);
        last = cycle.ingress;
        return true;
    }

    bool access(const nt_apb &apb) {
        uint32_t value = apb.PWDATA;
        uint8_t strobes[4];
        for (unsigned i = 0; i < 4; i++) {
            strobes[i] = apb.PSTRB >> i & 1 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
        }
        bool done = apb.PWRITE ? transfer(tlm::TLM_WRITE_COMMAND, apb.PADDR, value, strobes)
                               : transfer(tlm::TLM_READ_COMMAND, apb.PADDR, value);
        return done || fails(&error, "the access of 0x%x is refused", apb.PADDR);
    }
};

bool open_source(nt_source *source, Options &options, nt_error *error) {
    if (nt_input_fit(&options.settings, options.input, &options.is_ingress, error) != 0) {
        return false;
    }
    const nt_config *config = options.settings.config;
    if (options.is_ingress) {
        return nt_ingress_file_open(source, options.input, config, error) == 0;
    }
    nt_shape_options shape{};
    shape.blocks = config->nblocks;
    shape.ctype = 1;
    shape.settings = &options.settings;
    return nt_shape_open(source, options.input, config, &shape, error) == 0;
}

bool parse(int argc, char **argv, Options &options, nt_error *error) {
    nt_settings_init(&options.settings);
    int letter, result = 0;
    char rest;
    while (result == 0 && (letter = getopt(argc, argv, "c:s:q:e:")) != -1) {
        switch (letter) {
        case 'c':
            result = nt_settings_config(&options.settings, optarg, error);
            break;
        case 's':
            result = nt_settings_set(&options.settings, optarg, error);
            break;
        case 'q':
            if (std::sscanf(optarg, "%u%c", &options.quantum, &rest) != 1) {
                result = nt_fail(error, "-q %s: not a number of cycles", optarg);
            }
            break;
        case 'e':
            options.expected = optarg;
            break;
        default:
            result = -1;
        }
    }
    if (result != 0 || argc - optind != 2) {
        return fails(error,
                     "[-c BUILD] [-s FIELD=VALUE]... [-q CYCLES] [-e EXPECTED] INPUT OUT.nex");
    }
    options.input = argv[optind];
    options.output = argv[optind + 1];
    return true;
}

/* Whether the bytes are those of a file. */
bool as_expected(const Bytes &sent, const char *path, nt_error *error) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return fails(error, "%s cannot be read", path);
    }
    Bytes expected{std::istreambuf_iterator<char>(file), {}};
    size_t at = 0;
    while (at < sent.size() && at < expected.size() && sent[at] == expected[at]) {
        at++;
    }
    if (at == sent.size() && at == expected.size()) {
        return true;
    }
    std::printf("byte %zu differs from that of %s\n", at, path);
    return false;
}

int simulate(const Options &options, nt_source source, nt_error *error) {
    tlm::tlm_global_quantum::instance().set(static_cast<double>(options.quantum) * CLOCK);
    nt_trace_encoder_tlm encoder("encoder", *options.settings.config, CLOCK);
    Processor processor("processor", source, options);
    Memory memory("memory");
    processor.bus.bind(encoder.registers);
    processor.trace(encoder.hart);
    encoder.trace.bind(memory.socket);
    sc_core::sc_start();
    if (processor.error.text[0] != '\0') {
        return nt_fail(error, "%s", processor.error.text);
    }
    std::ofstream file(options.output, std::ios::binary);
    file.write(reinterpret_cast<const char *>(memory.bytes.data()),
               static_cast<std::streamsize>(memory.bytes.size()));
    if (!file.flush()) {
        return nt_fail(error, "%s cannot be written", options.output);
    }
    std::printf("%llu cycles, %zu bytes\n", static_cast<unsigned long long>(encoder.cycles()),
                memory.bytes.size());
    return options.expected == nullptr || as_expected(memory.bytes, options.expected, error) ? 0
                                                                                             : 1;
}

} // namespace

int sc_main(int argc, char **argv) {
    nt_error error{};
    nt_source source;
    auto options = std::make_unique<Options>();
    int result = -1;
    if (parse(argc, argv, *options, &error) && open_source(&source, *options, &error)) {
        result = simulate(*options, source, &error);
        source.close(source.self);
    }
    if (error.text[0] != '\0') {
        std::fprintf(stderr, "platform: %s\n", error.text);
        return 2;
    }
    return result;
}
