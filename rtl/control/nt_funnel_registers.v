// SPDX-License-Identifier: Apache-2.0
// The funnel's control registers behind an APB4 slave, with those of its timestamp unit.
//
// Trace Control Interface 1.0, "Trace Funnel" and "Timestamp Unit"; docs/registers.md has every
// field. The bus is as that of nt_registers: no wait state, but one for reading the timestamp
// counter; what a build lacks reads 0 and ignores writes, and so does everything but
// trFunnelControl while trFunnelActive is 0.
`default_nettype none

module nt_funnel_registers #(
    // Inputs of the funnel, 2 to 16
    parameter integer INPUTS = 2,
    // Width of timestamps, 1 to 63; 0: no timestamp unit
    parameter integer TSTAMP_W = 48,
    // Width of a port (derived; do not set)
    parameter integer TIME_W = TSTAMP_W > 0 ? TSTAMP_W : 1
) (
    input  wire              clk,    // PCLK
    input  wire              rst,    // not PRESETn

    // APB4
    input  wire              PSEL,
    input  wire              PENABLE,
    input  wire [11:0]       PADDR,
    input  wire              PWRITE,
    input  wire [31:0]       PWDATA,
    input  wire [3:0]        PSTRB,
    output wire              PREADY,
    output wire [31:0]       PRDATA,
    output wire              PSLVERR,

    // Status
    input  wire              trFunnelEmpty,
    input  wire [TIME_W-1:0] timestamp,         // of nt_timestamp

    // Control fields
    output wire              trFunnelActive,
    output wire              trFunnelEnable,
    output wire [15:0]       trFunnelDisInput,  // those above INPUTS are 0
    output wire              trTsActive,
    output wire              trTsCount,
    output wire              trTsReset,         // pulse
    output wire [2:0]        trTsMode,
    output wire [1:0]        trTsPrescale
);

    localparam [11:0] FUNNEL_CONTROL   = 12'h000;
    localparam [11:0] FUNNEL_IMPL      = 12'h004;
    localparam [11:0] FUNNEL_DIS_INPUT = 12'h008;
    localparam [11:0] TS_CONTROL       = 12'h040;
    localparam [11:0] TS_COUNTER_LOW   = 12'h048;
    localparam [11:0] TS_COUNTER_HIGH  = 12'h04c;

    // trFunnelVerMajor 1, trFunnelCompType 8
    localparam [31:0] IMPL = 32'h0000_0801;

    localparam [0:0]        HAS_TIMESTAMP = TSTAMP_W > 0;
    localparam [15:0] INPUTS_MASK   = 16'hffff >> (16 - INPUTS);
    localparam [5:0]  TS_WIDTH      = TSTAMP_W[5:0];

    // Parameters out of range stop the elaboration: there is no module of that name.
    generate
        if (INPUTS < 2 || INPUTS > 16 || TSTAMP_W < 0 || TSTAMP_W > 63) begin : out_of_range
            nt_funnel_registers_parameters_out_of_range stop ();
        end
    endgenerate

    reg        active_reg;
    reg        enable_reg;
    reg [15:0] dis_input_reg;
    reg        ts_active_reg;
    reg        ts_count_reg;
    reg [2:0]  ts_mode_reg;
    reg [1:0]  ts_prescale_reg;
    reg        sampled_reg;  // the second cycle of an access to the timestamp counter
    reg [31:0] sample_reg;   // half of the counter; no reset: read only while sampled

    // Reading
    wire [31:0] ts_control = {2'd0, TS_WIDTH, 14'd0, ts_prescale_reg, 1'b0, ts_mode_reg, 2'd0,
                              ts_count_reg, ts_active_reg};
    reg  [31:0] read_other;

    always @* begin
        case (PADDR)
            FUNNEL_IMPL:      read_other = IMPL;
            FUNNEL_DIS_INPUT: read_other = {16'd0, dis_input_reg};
            TS_CONTROL:       read_other = ts_control;
            TS_COUNTER_LOW,
            TS_COUNTER_HIGH:  read_other = HAS_TIMESTAMP ? sample_reg : 32'd0;
            default:          read_other = 32'd0;
        endcase
    end

    wire        control = PADDR == FUNNEL_CONTROL;
    wire [31:0] fields  = control ? {30'd0, enable_reg, active_reg} :
                          active_reg ? read_other : 32'd0;
    wire [31:0] status  = {28'd0, control && trFunnelEmpty, 3'd0};

    wire reads_counter = HAS_TIMESTAMP && PSEL && PENABLE && !PWRITE &&
                         (PADDR == TS_COUNTER_LOW || PADDR == TS_COUNTER_HIGH);

    // Bus
    wire        read;
    wire        write;
    wire [31:0] word;
    wire [31:0] ones;

    nt_apb_slave bus (
        .PSEL(PSEL), .PENABLE(PENABLE), .PADDR(PADDR[1:0]), .PWRITE(PWRITE), .PWDATA(PWDATA),
        .PSTRB(PSTRB), .PREADY(PREADY), .PRDATA(PRDATA), .PSLVERR(PSLVERR),
        .waits(reads_counter && !sampled_reg), .fields(fields), .status(status), .read(read),
        .write(write), .word(word), .ones(ones)
    );

    // Writing
    wire write_control    = write && control;
    wire write_dis_input  = write && PADDR == FUNNEL_DIS_INPUT;
    wire write_ts_control = write && active_reg && PADDR == TS_CONTROL && HAS_TIMESTAMP;
    wire active_next      = write_control ? word[0] : active_reg;
    wire clear            = rst || !active_reg || !active_next;

    // The text has none, external, internal system and shared for funnels
    wire       ts_mode_legal = word[6:4] == 3'd1 || word[6:4] == 3'd2 || word[6:4] == 3'd4;
    wire [2:0] legal_ts_mode = word[0] && ts_mode_legal ? word[6:4] : 3'd0;

    assign trTsReset = write_ts_control && ones[2];

    wire [63:0] wide = {{64-TIME_W{1'b0}}, timestamp};
    always @(posedge clk) sample_reg <= PADDR[2] ? wide[63:32] : wide[31:0];

    always @(posedge clk) begin
        active_reg  <= !rst && active_next;
        sampled_reg <= !rst && reads_counter && !sampled_reg;
        if (clear) begin
            enable_reg      <= 1'b0;
            dis_input_reg   <= 16'd0;
            ts_active_reg   <= 1'b0;
            ts_count_reg    <= 1'b0;
            ts_mode_reg     <= 3'd0;
            ts_prescale_reg <= 2'd0;
        end else begin
            if (write_control)   enable_reg    <= word[1];
            if (write_dis_input) dis_input_reg <= word[15:0] & INPUTS_MASK;
            if (write_ts_control) begin
                ts_active_reg   <= word[0];
                ts_count_reg    <= word[0] && word[1];
                ts_mode_reg     <= legal_ts_mode;
                ts_prescale_reg <= word[0] ? word[9:8] : 2'd0;
            end
        end
    end

    assign trFunnelActive   = active_reg;
    assign trFunnelEnable   = enable_reg;
    assign trFunnelDisInput = dis_input_reg;
    assign trTsActive       = ts_active_reg;
    assign trTsCount        = ts_count_reg;
    assign trTsMode         = ts_mode_reg;
    assign trTsPrescale     = ts_prescale_reg;

    wire unused = &{1'b0, read, word, ones};

endmodule

`default_nettype wire
