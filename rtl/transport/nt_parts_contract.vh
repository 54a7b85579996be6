// SPDX-License-Identifier: Apache-2.0
// What a receiver must read of a descriptor's messages, from the descriptor alone: for the contracts
// of the serializers. Included in them; uses `in`, the settings and f_second.
//
// A message has up to four variable-length fields. The first is taken with the fixed-length ones
// before it: all bits behind TCODE up to its end.
localparam [1:0] F_HEAD   = 2'd0;
localparam [1:0] F_ADDR   = 2'd1;
localparam [1:0] F_HIST   = 2'd2;
localparam [1:0] F_TSTAMP = 2'd3;

localparam integer F_HEAD_BYTES   = (COUNT_W + 5) / 6;
localparam integer F_ADDR_BYTES   = (XLEN - 1 + 5) / 6;
localparam integer F_HIST_BYTES   = (HIST_W + 5) / 6;
localparam integer F_TSTAMP_BYTES = (TSTAMP_W + 5) / 6;
localparam integer F_MAX_BYTES    = 1 + F_HEAD_BYTES + F_ADDR_BYTES + F_HIST_BYTES + F_TSTAMP_BYTES;
localparam integer F_LIMIT        = 38;  // N-Trace 1.0, "Max standard message size"
// As wide as the widest field with another byte
localparam integer F_WIDER_W = COUNT_W > TSTAMP_W ? COUNT_W : TSTAMP_W;
localparam integer F_W       = (F_WIDER_W > XLEN - 1 ? F_WIDER_W : XLEN - 1) + 6;
localparam [F_W-1:0] F_ONES     = {F_W{1'b1}};
localparam [F_W-1:0] F_ADDRESS  = ~(F_ONES << (XLEN - 1));
localparam [F_W-1:0] F_SCONTEXT = ~(F_ONES << SCONTEXT_W);
localparam [F_W-1:0] F_HCONTEXT = ~(F_ONES << HCONTEXT_W);

wire [5:0]     f_tcode = in[5:0];
wire [3:0]     f_code  = in[9:6];
wire [1:0]     f_btype = in[11:10];
wire [F_W-1:0] f_icnt  = in[12 +: ICNT_W];
wire [F_W-1:0] f_addr  = in[12+ICNT_W +: XLEN-1];
wire [F_W-1:0] f_hist  = in[12+ICNT_W+XLEN-1 +: HIST_W];
wire [F_W-1:0] f_time  = (in >> (MESSAGE_W - TSTAMP_W)) & ~(F_ONES << TSTAMP_W);

// The twelve messages, as far as there are any
wire f_is_context = f_tcode == 6'd2 && SCONTEXT_W > 0;
wire f_is_repeat  = f_tcode == 6'd30 && REPEAT_W > 0;
wire f_legal =
    f_tcode == 6'd3 || f_tcode == 6'd4 || f_tcode == 6'd8 || f_tcode == 6'd9 || f_tcode == 6'd11 ||
    f_tcode == 6'd12 || f_tcode == 6'd28 || f_tcode == 6'd29 || f_is_repeat ||
    (f_is_context && !f_code[3] && f_btype != 2'd1 && (f_btype != 2'd3 || HCONTEXT_W > 0)) ||
    (f_tcode == 6'd27 && f_code[2:0] <= (REPEAT_W > 0 ? 3'd2 : 3'd1) && f_code != 4'd8) ||
    (f_tcode == 6'd33 && !f_btype[1]);

// Two in one
wire           f_pair   = (f_tcode == 6'd27 && f_code[3]) || (f_tcode == 6'd2 && f_btype == 2'd3);
wire [3:0]     f_rcode  = !f_code[3] ? f_code : f_second ? f_code - 4'd8 : 4'd0;
wire [1:0]     f_format = f_pair && f_second ? 2'd2 : f_btype;
wire [F_W-1:0] f_context = f_format == 2'd3 ? (f_addr >> SCONTEXT_W) & F_HCONTEXT :
                           f_format == 2'd2 ? f_addr & F_SCONTEXT : {F_W{1'b0}};

wire f_has_addr = f_tcode == 6'd4 || f_tcode == 6'd9 || f_tcode == 6'd11 || f_tcode == 6'd12 ||
                  f_tcode == 6'd28 || f_tcode == 6'd29 || (f_tcode == 6'd27 && f_rcode == 4'd2);
wire f_has_hist = f_tcode == 6'd28 || f_tcode == 6'd29 || (f_tcode == 6'd33 && f_btype == 2'd1);
wire f_has_time = ts_enable && TSTAMP_W > 0;
wire f_extends  = extend_msb && OPTIONS > 0 && f_tcode != 6'd27;

reg  [4:0]     f_bits;      // of the fixed-length fields behind SRC
reg  [F_W-1:0] f_variable;  // what stands behind them
reg  [F_W-1:0] f_fixed;
always @* begin
    f_bits     = 5'd4;
    f_fixed    = {{F_W-4{1'b0}}, f_code};
    f_variable = f_icnt;
    case (f_tcode)
        6'd2: begin
            f_bits = trim_ownership ? 5'd0 : 5'd4;  // else FORMAT and PRV are as fixed, V follows
            f_fixed = trim_ownership ? {F_W{1'b0}} : {{F_W-4{1'b0}}, f_code[1:0], f_format};
            f_variable = {f_context[F_W-6:0], f_code[2:0], f_format} >> f_bits;
        end
        6'd3: begin
            f_bits = 5'd0;
            f_fixed = {F_W{1'b0}};
        end
        6'd30: begin
            f_bits = 5'd0;
            f_fixed = {F_W{1'b0}};
            f_variable = f_addr & ~(F_ONES << REPEAT_W);
        end
        6'd4, 6'd28: begin
            f_bits = 5'd2;
            f_fixed = {{F_W-2{1'b0}}, f_btype};
        end
        6'd12, 6'd29, 6'd33: begin
            f_bits = 5'd6;
            f_fixed = {{F_W-6{1'b0}}, f_btype, f_code};
        end
        6'd27: begin
            f_fixed = {{F_W-4{1'b0}}, f_rcode};
            if (f_rcode != 4'd0) f_variable = f_hist;
        end
        default: ;
    endcase
end

wire [4:0]     f_head_bits  = {1'b0, src_bits} + f_bits;
wire [3:0]     f_head_bytes = f_head_bits / 6;  // that fixed-length fields fill
wire [F_W-1:0] f_source     = src_id & ~({F_W{1'b1}} << src_bits);
wire [F_W-1:0] f_head       = (f_variable << f_head_bits) | (f_fixed << src_bits) | f_source;

// The fields in their order, and how many
wire [1:0] f_fields = f_has_addr + f_has_hist + f_has_time;  // behind the first

function [1:0] f_kind(input [1:0] field, input has_addr, input has_hist);
    f_kind = field == 2'd0 ? F_HEAD :
             field == 2'd1 ? (has_addr ? F_ADDR : has_hist ? F_HIST : F_TSTAMP) :
             field == 2'd2 && has_addr && has_hist ? F_HIST : F_TSTAMP;
endfunction

// What of a field has been read gives its value: zeros follow, or in an address the last bit
function f_reads(input [1:0] kind, input [F_W-1:0] value, input [3:0] places,
                 input extends, input [F_W-1:0] expected);
    reg [F_W-1:0] top;  // the last bit read
    begin
        top     = (value >> (6 * places - 1)) & 1;
        f_reads = kind == F_ADDR && extends && top[0]
                  ? ((value | F_ONES << (6 * places)) & F_ADDRESS) == expected : value == expected;
    end
endfunction
