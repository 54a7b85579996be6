/* SPDX-License-Identifier: Apache-2.0 */
/* What the golden models would offer is not offered in reset, whatever their state is: the outputs
   that RTL gates by rst, so that they are known before the first clock edge. */
#include "model/encoder.h"
#include "model/tandem/tv_encoder.h"
#include "model/tandem/tv_rvfi.h"
#include "model/transport/atb_bridge.h"
#include "model/transport/funnel.h"
#include "model/transport/pib.h"
#include "model/transport/ram_sink.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void an_encoder_offers_no_byte(void **state) {
    (void)state;
    for (const nt_config *config = nt_configs; config->name != NULL; config++) {
        static nt_encoder s;
        const nt_control control = {.trTeActive = 1};
        nt_encoder_outputs out;
        nt_encoder_init(&s, config);
        s.fifo.level = 1;
        s.serializer_wide.level = 1;
        nt_encoder_out(&s, false, &control, &out);
        assert_true(out.out_valid);
        nt_encoder_out(&s, true, &control, &out);
        assert_false(out.out_valid);
        assert_false(out.trTeEmpty); /* it is what it was */
    }
}

static void a_funnel_offers_no_byte(void **state) {
    (void)state;
    static nt_funnel s;
    const nt_funnel_control control = {.trFunnelActive = 1};
    nt_funnel_outputs out;
    nt_funnel_init(&s, &(nt_funnel_params){.inputs = 2, .bytes = 1});
    s.output.level = 1;
    s.output.whole = 1;
    nt_funnel_out(&s, false, &control, &out);
    assert_int_equal(out.out.count, 1);
    nt_funnel_out(&s, true, &control, &out);
    assert_int_equal(out.out.count, 0);
    assert_false(out.trFunnelEmpty);
}

static void pins_are_at_rest(void **state) {
    (void)state;
    const nt_pib_control control = {.trPibActive = 1};
    nt_pib s;
    nt_pib_outputs out;
    nt_pib_init(&s, &(nt_pib_params){.bytes = 1});
    s.trc_clk = true;
    s.trc_data = 0x1234;
    nt_pib_out(&s, false, &control, &out);
    assert_true(out.TRC_CLK);
    assert_int_equal(out.TRC_DATA, 0x1234);
    nt_pib_out(&s, true, &control, &out);
    assert_false(out.TRC_CLK);
    assert_int_equal(out.TRC_DATA, 0xffff);
}

static void an_atb_bridge_offers_no_transfer_and_ends_no_flush(void **state) {
    (void)state;
    const nt_atb_control control = {.trAtbBridgeActive = 1};
    nt_atb_bridge s = {.valid = true};
    nt_atb_bridge_outputs out;
    nt_atb_bridge_out(&s, false, &control, &out);
    assert_true(out.ATVALID);
    nt_atb_bridge_out(&s, true, &control, &out);
    assert_false(out.ATVALID);
    s = (nt_atb_bridge){.flush = true};
    nt_atb_bridge_out(&s, false, &control, &out);
    assert_true(out.AFREADY);
    nt_atb_bridge_out(&s, true, &control, &out);
    assert_false(out.AFREADY);
}

static void a_ram_sink_offers_no_burst_and_no_word(void **state) {
    (void)state;
    static nt_ram_sink s;
    const nt_ram_control control = {.trRamActive = 1};
    nt_ram_sink_outputs out;
    s.writer.awvalid = true;
    s.writer.begun = 1;
    s.writer.params.outstanding = 2;
    nt_ram_sink_out(&s, false, &control, &out);
    assert_true(out.axi.AWVALID && out.axi.WVALID);
    nt_ram_sink_out(&s, true, &control, &out);
    assert_false(out.axi.AWVALID || out.axi.WVALID);
}

static void a_tandem_encoder_offers_no_byte(void **state) {
    (void)state;
    static nt_tv_encoder s;
    const nt_tv_params params = {.nret = 1, .xlen = 64, .out_bytes = 1};
    nt_tv_outputs out;
    s.buffer.out_valid = true;
    nt_tv_encoder_out(&s, &params, false, &out);
    assert_true(out.out_valid);
    nt_tv_encoder_out(&s, &params, true, &out);
    assert_false(out.out_valid);
}

static void a_tandem_adapter_offers_no_lane(void **state) {
    (void)state;
    const nt_tv_rvfi s = {.valid = true};
    const nt_tv_rvfi_params params = {.xlen = 64, .nret = 1};
    nt_tv_rvfi_inputs in = {.ready = true, .flush = true};
    nt_tv_rvfi_outputs out;
    nt_tv_rvfi_out(&s, &params, &in, &out);
    assert_true(out.lane[0].valid);
    in.rst = true;
    nt_tv_rvfi_out(&s, &params, &in, &out);
    assert_false(out.lane[0].valid);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_encoder_offers_no_byte),
        cmocka_unit_test(a_funnel_offers_no_byte),
        cmocka_unit_test(pins_are_at_rest),
        cmocka_unit_test(an_atb_bridge_offers_no_transfer_and_ends_no_flush),
        cmocka_unit_test(a_ram_sink_offers_no_burst_and_no_word),
        cmocka_unit_test(a_tandem_encoder_offers_no_byte),
        cmocka_unit_test(a_tandem_adapter_offers_no_lane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
