// SPDX-License-Identifier: Apache-2.0
// Parts: the fields of a message in the order of transmission, cut where a byte boundary is.
// Combinational; both serializers send these.
//
// N-Trace 1.0, "Fields in Messages" and "Unified N-Trace Message Structure". TCODE fills a byte.
// Behind it come up to four parts, each of which ends at a byte boundary:
//   count   SRC, the fixed-length fields, and I-CNT or what stands in its place
//   addr    F-ADDR, U-ADDR or HREPEAT
//   hist    HIST
//   tstamp  TSTAMP
// A part's bytes of zeros at its end are not sent, but the fixed-length fields and one bit behind
// them are.
//
// Two messages in one descriptor (Ownership FORMAT 3 and 2; ResourceFull with bit 3 of code) are
// told one after the other by `second`.
`include "nt_descriptor.vh"
`default_nettype none

module nt_parts #(
    // Width of addresses, 32 or 64
    parameter integer XLEN = 64,
    // Width of I-CNT with its overflow bit
    parameter integer ICNT_W = 22,
    // Width of HIST with its stop bit
    parameter integer HIST_W = 32,
    // Width of scontext (0: no Ownership) and hcontext, together at most XLEN - 1
    parameter integer SCONTEXT_W = 32,
    parameter integer HCONTEXT_W = 14,
    // Widest SRC, 0 to 12
    parameter integer SRC_W = 12,
    // Width of TSTAMP, 0 (none) to 63
    parameter integer TSTAMP_W = 48,
    // Width of HREPEAT and B-CNT, 0 (none) to 18
    parameter integer REPEAT_W = 18,
    // 1: addresses can be sent without their equal upper bits
    parameter integer OPTIONS = 1,
    // Width of a descriptor with TSTAMP, and of the parts (derived; do not set)
    parameter integer MESSAGE_W = `NT_MESSAGE_W(XLEN, ICNT_W, HIST_W) + TSTAMP_W,
    parameter integer SRC_ID_W  = SRC_W > 0 ? SRC_W : 1,
    parameter integer TIME_W    = TSTAMP_W > 0 ? TSTAMP_W : 1,
    parameter integer CONTEXT_W = SCONTEXT_W > HCONTEXT_W ? SCONTEXT_W : HCONTEXT_W,
    parameter integer ICNT_END  = 6 + ICNT_W,
    parameter integer RDATA_END = 4 + HIST_W > ICNT_END ? 4 + HIST_W : ICNT_END,
    parameter integer BCNT_END  = REPEAT_W > RDATA_END ? REPEAT_W : RDATA_END,
    parameter integer BODY_W    = SCONTEXT_W > 0 && 5 + CONTEXT_W > BCNT_END ? 5 + CONTEXT_W : BCNT_END,
    parameter integer COUNT_W   = SRC_W + BODY_W
) (
    input  wire [MESSAGE_W-1:0] in,
    input  wire                 second,      // the second message of two

    // Settings, steady while there are messages
    input  wire [3:0]           src_bits,    // width of SRC, 0 to SRC_W
    input  wire [SRC_ID_W-1:0]  src_id,
    input  wire                 ts_enable,   // trTsEnable
    input  wire                 extend_msb,  // trTeInstExtendAddrMSB
    input  wire                 trim_ownership,  // ntTrimOwnership

    output wire [5:0]           tcode,
    output wire [COUNT_W-1:0]   count,
    output wire [1:0]           fixed,       // bytes of it that fixed-length fields fill
    output wire                 has_addr,
    output wire [XLEN-2:0]      addr,
    output wire                 extend,      // its last bit sent stands for those above it
    output wire                 inverted,    // each bit sent is the inverse of that in addr
    output wire                 has_hist,
    output wire [HIST_W-1:0]    hist,
    output wire                 has_tstamp,
    output wire [TIME_W-1:0]    tstamp,
    output wire                 another      // one more message is in this descriptor
);

    `include "nt_codes.vh"

    // Fields of the descriptor
    wire [3:0]        code  = in[`NT_MESSAGE_CODE];
    wire [1:0]        btype = in[`NT_MESSAGE_BTYPE];
    wire [ICNT_W-1:0] icnt  = in[`NT_MESSAGE_ICNT_AT +: ICNT_W];
    wire [XLEN-2:0]   full  = in[`NT_MESSAGE_ADDR_AT(ICNT_W) +: XLEN-1];
    assign tcode = in[`NT_MESSAGE_TCODE];
    assign hist  = in[`NT_MESSAGE_HIST_AT(XLEN, ICNT_W) +: HIST_W];

    wire ownership     = SCONTEXT_W > 0 && tcode == TCODE_OWNERSHIP;
    wire direct        = tcode == TCODE_DIRECT_BRANCH;
    wire indirect      = tcode == TCODE_INDIRECT_BRANCH || tcode == TCODE_INDIRECT_BRANCH_HIST;
    wire sync          = tcode == TCODE_PROG_TRACE_SYNC || tcode == TCODE_DIRECT_BRANCH_SYNC;
    wire indirect_sync = tcode == TCODE_INDIRECT_BRANCH_SYNC ||
                         tcode == TCODE_INDIRECT_BRANCH_HIST_SYNC;
    wire resource_full = tcode == TCODE_RESOURCE_FULL;
    wire repeats       = REPEAT_W > 0 && tcode == TCODE_REPEAT_BRANCH;
    wire correlation   = tcode == TCODE_PROG_TRACE_CORRELATION;

    // Two messages in one
    wire   icnt_first = resource_full && code[3];
    wire   contexts   = HCONTEXT_W > 0 && ownership && btype == FORMAT_HCONTEXT;
    assign another    = (icnt_first || contexts) && !second;

    wire [3:0] rcode      = !code[3] ? code : second ? {1'b0, code[2:0]} : RCODE_ICNT;
    wire       rdata_hist = resource_full && rcode != RCODE_ICNT;
    wire       hrepeat    = REPEAT_W > 0 && resource_full && rcode == RCODE_HREPEAT;

    // PROCESS
    wire [BODY_W-1:0] process_body;
    generate
        if (SCONTEXT_W == 0) begin : no_context
            assign process_body = {BODY_W{1'b0}};
        end else begin : with_context
            wire [1:0]           format   = second ? FORMAT_SCONTEXT : btype;
            wire [CONTEXT_W-1:0] scontext = {{CONTEXT_W-SCONTEXT_W{1'b0}}, full[SCONTEXT_W-1:0]};
            wire [CONTEXT_W-1:0] hcontext;
            if (HCONTEXT_W == 0) begin : no_hcontext
                assign hcontext = {CONTEXT_W{1'b0}};
            end else begin : with_hcontext
                assign hcontext = {{CONTEXT_W-HCONTEXT_W{1'b0}}, full[SCONTEXT_W +: HCONTEXT_W]};
            end
            assign process_body = {{BODY_W-5-CONTEXT_W{1'b0}},
                              format == FORMAT_SCONTEXT ? scontext :
                              format == FORMAT_HCONTEXT ? hcontext : {CONTEXT_W{1'b0}},
                              code[2:0], format};
        end
    endgenerate

    // Fixed-length fields behind SRC and the variable-length one behind them
    wire [BODY_W-1:0] wide_icnt = {{BODY_W-ICNT_W{1'b0}}, icnt};
    wire [BODY_W-5:0] wide_hist = {{BODY_W-4-HIST_W{1'b0}}, hist};
    wire [BODY_W-1:0] wide_bcnt;
    wire              six       = indirect_sync || correlation;  // 6 bits, as many as a byte has
    wire [BODY_W-1:0] body      = ownership  ? process_body :
                                  direct     ? wide_icnt :
                                  repeats    ? wide_bcnt :
                                  indirect   ? {wide_icnt[BODY_W-3:0], btype} :
                                  six        ? {wide_icnt[BODY_W-7:0], btype, code} :
                                  rdata_hist ? {wide_hist, rcode} :
                                               {wide_icnt[BODY_W-5:0],
                                                resource_full ? rcode : code};
    generate
        if (REPEAT_W == 0) begin : no_repeat
            assign wide_bcnt = {BODY_W{1'b0}};
        end else begin : with_repeat
            assign wide_bcnt = {{BODY_W-REPEAT_W{1'b0}}, full[REPEAT_W-1:0]};
        end

        // SRC moves them all. Of PROCESS the first 4 bits are taken as fixed: FORMAT and PRV, and V as
        // the one behind them, are always sent, since some decoders read them so.
        if (SRC_W == 0) begin : no_src
            wire unused = &{1'b0, src_bits, src_id, trim_ownership};
            assign count = body;
            assign fixed = {1'b0, six};
        end else begin : with_src
            wire [4:0]       bits = {1'b0, src_bits} + (six ? 5'd6 : indirect ? 5'd2 :
                                    direct || repeats || (ownership && trim_ownership) ? 5'd0
                                                                                       : 5'd4);
            wire [SRC_W-1:0] src  = src_id & ~({SRC_W{1'b1}} << src_bits);
            assign count = {{SRC_W{1'b0}}, body} << src_bits | {{BODY_W{1'b0}}, src};
            assign fixed = bits >= 5'd18 ? 2'd3 : bits >= 5'd12 ? 2'd2 : bits >= 5'd6 ? 2'd1 : 2'd0;
        end
    endgenerate

    // N-Trace 1.0, "Virtual Addresses Optimization": bits above the last one sent are equal to it.
    // Ones are skipped as zeros of the inverse. Where the last byte of a full address would be
    // needed all the same it is sent as it is, filled with zeros.
    localparam integer LAST_AT = (XLEN - 2) / 6 * 6;  // the first bit in the last byte of a full address
    assign has_addr = indirect || sync || indirect_sync || hrepeat;
    assign extend   = OPTIONS != 0 && extend_msb && !hrepeat;
    assign inverted = extend && &full[XLEN-2:LAST_AT-1];
    assign addr     = full ^ {XLEN-1{inverted}};

    assign has_hist = tcode == TCODE_INDIRECT_BRANCH_HIST ||
                      tcode == TCODE_INDIRECT_BRANCH_HIST_SYNC || (correlation && btype[0]);

    generate
        if (TSTAMP_W == 0) begin : no_tstamp
            wire unused = &{1'b0, ts_enable};
            assign has_tstamp = 1'b0;
            assign tstamp     = 1'b0;
        end else begin : with_tstamp
            // The second of two is at the same time as the first
            assign has_tstamp = ts_enable;
            assign tstamp     = in[MESSAGE_W-TSTAMP_W +: TSTAMP_W] & ~{TSTAMP_W{second}};
        end
    endgenerate

endmodule

`default_nettype wire
