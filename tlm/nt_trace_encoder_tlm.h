/* SPDX-License-Identifier: Apache-2.0 */
/* The trace encoder as a loosely timed TLM-2.0 component: the golden model of nt_trace_encoder
   behind a socket for its registers and an interface for what the hart retires, with its bytes at a
   socket of its own. docs/systemc.md describes it.

   The model is stepped cycle by cycle, but only when somebody calls: an access or a retirement
   first lets the cycles pass that lie before its time, and then takes its own. An initiator that is
   ahead of simulation time (temporal decoupling) takes the model with it. */
#ifndef NT_TRACE_ENCODER_TLM_H
#define NT_TRACE_ENCODER_TLM_H

extern "C" {
#include "model/trace_encoder.h"
}

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>

/* What an instruction-set simulator calls, from a thread. */
class nt_retire_if : public virtual sc_core::sc_interface {
  public:
    /* Presents one clock cycle of the trace ingress port, at sc_time_stamp() + delay or as soon
       after that as the encoder takes it: while it asks for a stall the hart waits. Adds to `delay`
       the time that passed. A hart presents what retired, and each cycle in which another signal of
       the port changes; cycles in which nothing happens pass by time alone. */
    virtual void retire(const nt_ingress &ingress, sc_core::sc_time &delay) = 0;
};

class nt_trace_encoder_tlm : public sc_core::sc_module, public nt_retire_if {
  public:
    /* 4 KiB of registers: words at multiples of 4. Byte enables become the strobes of a write. */
    tlm_utils::simple_target_socket<nt_trace_encoder_tlm> registers{"registers"};
    /* The trace: writes of 1 to 8 bytes to address 0, the oldest byte first. */
    tlm_utils::simple_initiator_socket<nt_trace_encoder_tlm> trace{"trace"};
    sc_core::sc_export<nt_retire_if> hart{"hart"};

    /* `config`: the build, the caller's for the component's life; `period`: of the clock. The model
       is as after two cycles of reset. */
    nt_trace_encoder_tlm(const sc_core::sc_module_name &name, const nt_config &config,
                         const sc_core::sc_time &period)
        : sc_module(name), period(period) {
        SC_HAS_PROCESS(nt_trace_encoder_tlm);
        nt_trace_encoder_init(&model, &config);
        registers.register_b_transport(this, &nt_trace_encoder_tlm::access);
        registers.register_transport_dbg(this, &nt_trace_encoder_tlm::look);
        hart(*this);
        for (unsigned cycle = 0; cycle < 2; cycle++) {
            nt_trace_encoder_inputs in = inputs();
            in.rst = true;
            nt_trace_encoder_out(&model, &in, &out);
            nt_trace_encoder_step(&model, &in, &out);
        }
        SC_THREAD(flush);
    }

    void retire(const nt_ingress &presented, sc_core::sc_time &delay) override {
        Turn turn(*this, delay);
        while (out.core.encoder.stall) {
            cycle(nt_apb{});
        }
        /* What a cycle has of blocks and triggers is of this one; the other signals stay. */
        port = presented;
        cycle(nt_apb{});
        for (nt_block &block : port.block) {
            block = nt_block{};
        }
        port.trigger = 0;
        port.ext_trigger = 0;
    }

    /* Cycles since the reset, for reports. */
    uint64_t cycles() const {
        return passed;
    }

  private:
    static constexpr unsigned PAGE = 1 << 12, WORD = 4;
    static constexpr double REST =
        64; /* cycles after which what was presented has been sent, or bytes come */

    const sc_core::sc_time period;
    nt_trace_encoder model;
    nt_trace_encoder_outputs out{}; /* of the cycle before */
    nt_ingress port{};
    uint64_t passed = 0;    /* cycles */
    uint64_t sent = 0;      /* bytes */
    sc_core::sc_mutex busy; /* a sink may take time while another initiator calls */
    sc_core::sc_event called;

    sc_core::sc_time now() const {
        return static_cast<double>(passed) * period;
    }

    /* One caller's use of the model: from its time on, and with its delay as of the end. */
    class Turn {
      public:
        Turn(nt_trace_encoder_tlm &encoder, sc_core::sc_time &delay)
            : encoder(encoder), delay(delay) {
            encoder.busy.lock();
            encoder.pass_until(sc_core::sc_time_stamp() + delay);
        }
        ~Turn() {
            delay = std::max(delay, encoder.ahead());
            encoder.called.notify(sc_core::SC_ZERO_TIME);
            encoder.busy.unlock();
        }

      private:
        nt_trace_encoder_tlm &encoder;
        sc_core::sc_time &delay;
    };

    /* How far the model is ahead of simulation time. */
    sc_core::sc_time ahead() const {
        return std::max(now(), sc_core::sc_time_stamp()) - sc_core::sc_time_stamp();
    }

    void pass_until(const sc_core::sc_time &time) {
        while (now() + period <= time) {
            cycle(nt_apb{});
        }
    }

    nt_trace_encoder_inputs inputs() const {
        nt_trace_encoder_inputs in{};
        in.ingress = &port;
        in.system_tick = true;
        in.out_ready = true;
        return in;
    }

    nt_apb_answer cycle(const nt_apb &apb) {
        nt_trace_encoder_inputs in = inputs();
        in.apb = apb;
        nt_trace_encoder_out(&model, &in, &out);
        nt_apb_answer answer = {out.bus.PREADY, out.bus.PSLVERR, out.bus.PRDATA};
        nt_trace_encoder_step(&model, &in, &out);
        passed++;
        if (out.core.encoder.out_valid) {
            send(out.core.encoder.out, out.core.encoder.out_count);
        }
        return answer;
    }

    void send(uint64_t bits, unsigned count) {
        std::array<uint8_t, 8> bytes;
        sent += count;
        for (unsigned i = 0; i < count; i++) {
            bytes[i] = static_cast<uint8_t>(bits >> (8 * i));
        }
        tlm::tlm_generic_payload payload;
        payload.set_command(tlm::TLM_WRITE_COMMAND);
        payload.set_data_ptr(bytes.data());
        payload.set_data_length(count);
        payload.set_streaming_width(count);
        sc_core::sc_time delay = ahead();
        trace->b_transport(payload, delay);
        if (payload.is_response_error()) {
            SC_REPORT_ERROR(name(), ("trace: " + payload.get_response_string()).c_str());
        }
    }

    /* What is wrong with an access, or TLM_OK_RESPONSE. */
    static tlm::tlm_response_status refusal(const tlm::tlm_generic_payload &payload) {
        if (payload.get_address() % WORD != 0 || payload.get_address() >= PAGE) {
            return tlm::TLM_ADDRESS_ERROR_RESPONSE;
        }
        if (payload.get_data_length() != WORD || payload.get_streaming_width() < WORD) {
            return tlm::TLM_BURST_ERROR_RESPONSE;
        }
        if (payload.get_byte_enable_ptr() != nullptr &&
            (payload.is_read() || payload.get_byte_enable_length() == 0)) {
            return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
        }
        return tlm::TLM_OK_RESPONSE;
    }

    /* The access as a transfer on the bus, in its first cycle. */
    static nt_apb transfer(const tlm::tlm_generic_payload &payload) {
        nt_apb apb{};
        apb.PSEL = true;
        apb.PWRITE = payload.is_write();
        apb.PADDR = static_cast<uint16_t>(payload.get_address());
        for (unsigned i = 0; i < WORD && apb.PWRITE; i++) {
            const uint8_t *enable = payload.get_byte_enable_ptr();
            bool enabled = enable == nullptr ||
                           enable[i % payload.get_byte_enable_length()] == TLM_BYTE_ENABLED;
            apb.PSTRB = static_cast<uint8_t>(apb.PSTRB | (enabled ? 1 << i : 0));
            apb.PWDATA |= static_cast<uint32_t>(payload.get_data_ptr()[i]) << (8 * i);
        }
        return apb;
    }

    static void put_word(uint8_t *bytes, uint32_t word) {
        for (unsigned i = 0; i < WORD; i++) {
            bytes[i] = static_cast<uint8_t>(word >> (8 * i));
        }
    }

    void access(tlm::tlm_generic_payload &payload, sc_core::sc_time &delay) {
        payload.set_dmi_allowed(false);
        payload.set_response_status(refusal(payload));
        if (payload.is_response_error() || payload.get_command() == tlm::TLM_IGNORE_COMMAND) {
            return;
        }
        Turn turn(*this, delay);
        nt_apb apb = transfer(payload);
        cycle(apb);
        apb.PENABLE = true;
        nt_apb_answer answer = cycle(apb);
        while (!answer.PREADY) {
            answer = cycle(apb);
        }
        if (answer.PSLVERR) {
            payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
        } else if (payload.is_read()) {
            put_word(payload.get_data_ptr(), answer.PRDATA);
        }
    }

    /* Reads registers as they are, in no time: words are asked for on a copy. Nothing is written.
     */
    unsigned look(tlm::tlm_generic_payload &payload) {
        unsigned length = payload.get_data_length() / WORD * WORD;
        if (!payload.is_read() || payload.get_address() % WORD != 0) {
            return 0;
        }
        unsigned done = 0;
        for (; done < length && payload.get_address() + done < PAGE; done += WORD) {
            put_word(payload.get_data_ptr() + done,
                     looked(static_cast<uint16_t>(payload.get_address() + done)));
        }
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
        return done;
    }

    uint32_t looked(uint16_t address) const {
        nt_trace_encoder copy = model;
        nt_trace_encoder_outputs copied = out;
        nt_trace_encoder_inputs in = inputs();
        in.apb.PSEL = true;
        in.apb.PADDR = address;
        do {
            nt_trace_encoder_out(&copy, &in, &copied);
            nt_trace_encoder_step(&copy, &in, &copied);
        } while (!std::exchange(in.apb.PENABLE, true) || !copied.bus.PREADY);
        return copied.bus.PRDATA;
    }

    /* Lets time pass for an encoder that nobody calls, until it sends nothing more. */
    void flush() {
        for (;;) {
            wait(called);
            uint64_t before;
            do {
                before = sent;
                wait(std::max(tlm::tlm_global_quantum::instance().get(), REST * period) + ahead());
                busy.lock();
                pass_until(sc_core::sc_time_stamp());
                busy.unlock();
            } while (sent != before);
        }
    }
};

#endif
