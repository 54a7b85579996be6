/* SPDX-License-Identifier: Apache-2.0 */
/* What the sockets of the TLM component of the encoder take and refuse. Prints what is not as it
   should be; exit status 0 where nothing is. */
#include "tlm/nt_trace_encoder_tlm.h"

#include <cstdio>
#include <vector>

namespace {

const sc_core::sc_time CLOCK(10, sc_core::SC_NS);
constexpr uint32_t ACTIVE = 1, ENABLE = 2, TRACING = 4, EMPTY = 8, HTM = 6 << 4;

struct Access {
    tlm::tlm_command command = tlm::TLM_READ_COMMAND;
    uint64_t address = 0;
    std::vector<uint8_t> bytes = {0, 0, 0, 0};
    unsigned width = 4;
    std::vector<uint8_t> enables = {};
};

class Bench : public sc_core::sc_module {
  public:
    tlm_utils::simple_initiator_socket<Bench> bus{"bus"};
    tlm_utils::simple_target_socket<Bench> sink{"sink"};
    sc_core::sc_port<nt_retire_if> hart{"hart"};
    unsigned failures = 0;

    explicit Bench(const sc_core::sc_module_name &name) : sc_module(name) {
        SC_HAS_PROCESS(Bench);
        sink.register_b_transport(this, &Bench::take);
        SC_THREAD(run);
    }

  private:
    sc_core::sc_time delay;
    std::vector<uint8_t> sent;
    tlm::tlm_response_status answer = tlm::TLM_OK_RESPONSE;

    void take(tlm::tlm_generic_payload &payload, sc_core::sc_time &) {
        sent.insert(sent.end(), payload.get_data_ptr(),
                    payload.get_data_ptr() + payload.get_data_length());
        payload.set_response_status(answer);
    }

    void check(bool holds, const char *what) {
        if (!holds) {
            std::printf("not so: %s\n", what);
            failures++;
        }
    }

    static void fill(tlm::tlm_generic_payload &payload, Access &a) {
        payload.set_command(a.command);
        payload.set_address(a.address);
        payload.set_data_ptr(a.bytes.data());
        payload.set_data_length(static_cast<unsigned>(a.bytes.size()));
        payload.set_streaming_width(a.width);
        payload.set_byte_enable_ptr(a.enables.empty() ? nullptr : a.enables.data());
        payload.set_byte_enable_length(static_cast<unsigned>(a.enables.size()));
        payload.set_dmi_allowed(true);
    }

    tlm::tlm_response_status does(Access &a) {
        tlm::tlm_generic_payload payload;
        fill(payload, a);
        bus->b_transport(payload, delay);
        check(!payload.is_dmi_allowed(), "no access hints at DMI");
        return payload.get_response_status();
    }

    uint32_t read(uint64_t address) {
        Access a{tlm::TLM_READ_COMMAND, address};
        check(does(a) == tlm::TLM_OK_RESPONSE, "a register can be read");
        return word(a.bytes);
    }

    static uint32_t word(const std::vector<uint8_t> &bytes) {
        return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | static_cast<uint32_t>(bytes[3]) << 24;
    }

    static std::vector<uint8_t> bytes_of(uint32_t value) {
        return {static_cast<uint8_t>(value), static_cast<uint8_t>(value >> 8),
                static_cast<uint8_t>(value >> 16), static_cast<uint8_t>(value >> 24)};
    }

    void write(uint32_t value) {
        Access a{tlm::TLM_WRITE_COMMAND, 0, bytes_of(value)};
        check(does(a) == tlm::TLM_OK_RESPONSE, "a register can be written");
    }

    void refuses() {
        Access a{tlm::TLM_READ_COMMAND, 2};
        check(does(a) == tlm::TLM_ADDRESS_ERROR_RESPONSE, "an address between words is refused");
        a = {tlm::TLM_READ_COMMAND, 0x1000};
        check(does(a) == tlm::TLM_ADDRESS_ERROR_RESPONSE, "an address after the page is refused");
        a = {tlm::TLM_READ_COMMAND, 0, std::vector<uint8_t>(8), 8};
        check(does(a) == tlm::TLM_BURST_ERROR_RESPONSE, "two words at once are refused");
        a = {tlm::TLM_READ_COMMAND, 0, {0}, 1};
        check(does(a) == tlm::TLM_BURST_ERROR_RESPONSE, "a byte alone is refused");
        a = {tlm::TLM_WRITE_COMMAND, 0, bytes_of(1), 2};
        check(does(a) == tlm::TLM_BURST_ERROR_RESPONSE, "a narrow stream is refused");
        a = {tlm::TLM_READ_COMMAND, 0, bytes_of(0), 4, {0xff}};
        check(does(a) == tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE, "a read of some bytes is refused");
        check(delay == sc_core::SC_ZERO_TIME, "what is refused takes no time");
    }

    void registers() {
        check(read(0) == (EMPTY | 1u << 24), "trTeControl is that of a reset N-Trace encoder");
        check(delay == 2 * CLOCK, "an access takes two cycles");
        Access a{tlm::TLM_WRITE_COMMAND, 0, bytes_of(0xffffff01), 4, {0xff, 0}};
        check(does(a) == tlm::TLM_OK_RESPONSE, "a write of some bytes is taken");
        check((read(0) & 0xff) == (ACTIVE | EMPTY), "its bytes are written");
        check((read(0) >> 8 & 0xff) == 0, "other bytes are not");
        a = {tlm::TLM_IGNORE_COMMAND, 0};
        check(does(a) == tlm::TLM_OK_RESPONSE, "a command to do nothing does nothing");
        tlm::tlm_generic_payload payload;
        tlm::tlm_dmi dmi;
        check(!bus->get_direct_mem_ptr(payload, dmi), "there is no DMI");
    }

    void looks() {
        sc_core::sc_time before = delay;
        Access a{tlm::TLM_READ_COMMAND, 0, std::vector<uint8_t>(8), 8};
        tlm::tlm_generic_payload payload;
        fill(payload, a);
        check(bus->transport_dbg(payload) == 8, "a debugger sees two words");
        check(delay == before, "in no time");
        check(word(a.bytes) == read(0), "as a read gives them");
        a = {tlm::TLM_READ_COMMAND, 0xffc, std::vector<uint8_t>(8), 8};
        fill(payload, a);
        check(bus->transport_dbg(payload) == 4, "but none after the page");
        a = {tlm::TLM_WRITE_COMMAND, 0, bytes_of(0), 4};
        fill(payload, a);
        check(bus->transport_dbg(payload) == 0 && (read(0) & ACTIVE) != 0, "and it writes nothing");
    }

    void traces() {
        nt_ingress ingress{};
        ingress.priv = 3;
        ingress.block[0] = {0x1000, 2, NT_ITYPE_TAKEN, 0, false};
        write(ACTIVE | HTM);
        write(ACTIVE | HTM | ENABLE);
        write(ACTIVE | HTM | ENABLE | TRACING);
        hart->retire(ingress, delay);
        ingress.block[0] = {0x2000, 2, NT_ITYPE_NONE, 0, false};
        sc_core::sc_time before = delay;
        hart->retire(ingress, delay);
        check(delay == before + CLOCK, "a retirement takes a cycle");
        check(sent.empty(), "it is not sent before its time");
        wait(delay + 5000 * CLOCK);
        delay = sc_core::SC_ZERO_TIME;
        check(!sent.empty(), "what retired is sent without another call");
        check((read(0) & EMPTY) == 0, "an encoder that traces is not empty");
        answer = tlm::TLM_ADDRESS_ERROR_RESPONSE;
        write(ACTIVE | HTM | ENABLE);
        wait(5000 * CLOCK);
        check(sc_core::sc_report_handler::get_count(sc_core::SC_ERROR) > 0,
              "a sink that refuses is an error");
    }

    void run() {
        refuses();
        registers();
        looks();
        traces();
    }
};

} // namespace

int sc_main(int, char **) {
    sc_core::sc_report_handler::set_actions(sc_core::SC_ERROR, sc_core::SC_DO_NOTHING);
    tlm::tlm_global_quantum::instance().set(1000 * CLOCK);
    const nt_config *config = nt_config_find("tiny");
    nt_trace_encoder_tlm encoder("encoder", *config, CLOCK);
    Bench bench("bench");
    bench.bus.bind(encoder.registers);
    bench.hart(encoder.hart);
    encoder.trace.bind(bench.sink);
    sc_core::sc_start();
    return bench.failures == 0 ? 0 : 1;
}
