// SPDX-License-Identifier: Apache-2.0
// The encoder's control registers behind an APB4 slave.
//
// Trace Control Interface 1.0, "Trace Encoder Control Interface"; docs/registers.md has every
// field. Accesses take no wait state, but for reading the timestamp counter, which takes one: the
// half that is read is held, so that no path leads from the timestamp's source to the bus. What a
// build lacks reads 0 and ignores writes, as the text wants; so does everything but trTeControl
// while trTeActive is 0. An address that is not a multiple of 4 is none of any register: PSLVERR.
//
// In one cycle trace_off wins over trace_on, and both over a write of trTeInstTracing: the bus can
// repeat what it wants, a hart cannot.
`include "nt_control_fields.vh"
`default_nettype none

module nt_registers #(
    // As in nt_encoder
    parameter integer XLEN = 64,
    parameter integer ITYPE_W = 4,
    parameter integer FIFO_DEPTH = 32,
    parameter integer SCONTEXT_W = 32,
    parameter integer HCONTEXT_W = 14,
    parameter integer SRC_W = 12,
    parameter integer TSTAMP_W = 48,
    parameter integer STACK_DEPTH = 32,
    parameter integer REPEAT_W = 18,
    parameter integer PERIOD_W = 5,
    parameter integer OPTIONS = 1,
    parameter integer SIJUMP = 1,
    parameter integer DRAFT = 0,
    parameter integer NFILTERS = 16,
    parameter integer NCOMPARATORS = 8,
    parameter integer NTRIGGERS = 8,
    // Widths of ports (derived; do not set)
    parameter integer TIME_W = TSTAMP_W > 0 ? TSTAMP_W : 1,
    parameter integer FILTERS_W = NFILTERS > 0 ? NFILTERS * 192 : 1,
    parameter integer COMPARATORS_W = NCOMPARATORS > 0 ? NCOMPARATORS * 160 : 1
) (
    input  wire                     clk,    // PCLK
    input  wire                     rst,    // not PRESETn

    // APB4
    input  wire                     PSEL,
    input  wire                     PENABLE,
    input  wire [11:0]              PADDR,
    input  wire                     PWRITE,
    input  wire [31:0]              PWDATA,
    input  wire [3:0]               PSTRB,
    output wire                     PREADY,
    output wire [31:0]              PRDATA,
    output wire                     PSLVERR,

    // Status
    input  wire                     trTeEmpty,
    input  wire                     stall_or_overflow,  // a stall is asked for, or messages lost
    input  wire                     trace_on,           // of nt_trigger
    input  wire                     trace_off,
    input  wire [TIME_W-1:0]        timestamp,          // of nt_timestamp

    output wire                     trTsReset,          // pulse

    // Control fields, packed as in nt_control_fields.vh
    output wire [`NT_CONTROL_W-1:0] control,
    output wire [FILTERS_W-1:0]     filters,            // packed as in nt_control.vh
    output wire [COMPARATORS_W-1:0] comparators
);

    localparam [11:0] TE_CONTROL       = 12'h000;
    localparam [11:0] TE_IMPL          = 12'h004;
    localparam [11:0] TE_INST_FEATURES = 12'h008;
    localparam [11:0] TE_INST_FILTERS  = 12'h00c;
    localparam [11:0] TS_CONTROL       = 12'h040;
    localparam [11:0] TS_COUNTER_LOW   = 12'h048;
    localparam [11:0] TS_COUNTER_HIGH  = 12'h04c;
    localparam [11:0] TRIG_EXT_IN      = 12'h054;
    localparam [11:0] TRIG_EXT_OUT     = 12'h058;
    localparam [11:0] RESUME_LEVEL     = 12'he00;
    localparam [11:0] EN_REPEAT_BRANCH = 12'he04;
    localparam [11:0] EN_SYNC_ICNT     = 12'he08;
    localparam [11:0] RC7              = 12'he0c;
    localparam [11:0] TRIM_OWNERSHIP   = 12'he10;

    // trTeVerMajor 1, trTeCompType 1, trTeProtocolMajor 1
    localparam [31:0] IMPL = 32'h0001_0101;

    // What the build has
    localparam [0:0] HAS_CONTEXT   = SCONTEXT_W > 0;
    localparam [0:0] HAS_OPTIONS   = OPTIONS != 0;
    localparam [0:0] HAS_SIJUMP    = OPTIONS != 0 && SIJUMP != 0;
    localparam [0:0] HAS_RETURNS   = STACK_DEPTH > 0 && ITYPE_W == 4 && DRAFT == 0;
    localparam [0:0] HAS_PERIODS   = REPEAT_W > 0 && PERIOD_W > 0;
    localparam [0:0] HAS_REPEATS   = REPEAT_W > 0;
    localparam [0:0] HAS_SRC       = SRC_W > 0;
    localparam [0:0] HAS_TIMESTAMP = TSTAMP_W > 0;

    localparam [11:0] SRC_MASK     = 12'hfff >> (12 - SRC_W);
    localparam [3:0]  SRC_LAST     = SRC_W[3:0];
    localparam [15:0] FILTERS_MASK = 16'hffff >> (16 - NFILTERS);
    localparam [7:0]  LEVEL_LAST   = FIFO_DEPTH[7:0] - 8'd1;
    localparam [5:0]  TS_WIDTH     = TSTAMP_W[5:0];

    reg        active_reg;
    reg        enable_reg;
    reg        tracing_reg;
    reg [2:0]  mode_reg;
    reg        context_reg;
    reg        trig_enable_reg;
    reg        stall_or_overflow_reg;
    reg        stall_ena_reg;
    reg        inhibit_src_reg;
    reg [1:0]  sync_mode_reg;
    reg [3:0]  sync_max_reg;
    reg        sequential_jump_reg;
    reg [1:0]  return_mode_reg;
    reg        repeated_history_reg;
    reg        all_jumps_reg;
    reg        extend_msb_reg;
    reg [11:0] src_id_reg;
    reg [3:0]  src_bits_reg;
    reg [15:0] inst_filters_reg;
    reg        ts_active_reg;
    reg        ts_count_reg;
    reg        ts_run_in_debug_reg;
    reg [2:0]  ts_mode_reg;
    reg [1:0]  ts_prescale_reg;
    reg        ts_enable_reg;
    reg [31:0] trig_in_reg;
    reg [31:0] trig_out_reg;
    reg [7:0]  resume_level_reg;
    reg        repeat_branch_reg;
    reg        sync_icnt_reg;
    reg        rc7_reg;
    reg        trim_ownership_reg;
    reg        sampled_reg;  // the second cycle of an access to the timestamp counter
    reg [31:0] sample_reg;   // half of the counter; no reset: read only while sampled

    // The access
    wire access        = PSEL && PENABLE;
    wire aligned       = PADDR[1:0] == 2'b00;
    wire reads_counter = HAS_TIMESTAMP && access && !PWRITE &&
                         (PADDR == TS_COUNTER_LOW || PADDR == TS_COUNTER_HIGH);
    wire done          = access && PREADY;
    wire write         = done && PWRITE && aligned;
    wire write_others  = write && active_reg;  // any but trTeControl

    assign PREADY  = !reads_counter || sampled_reg;
    assign PSLVERR = done && !aligned;

    // Filters and comparators
    wire        filter_address     = PADDR[11:9] == 3'b010 && aligned;
    wire        comparator_address = PADDR[11:8] == 4'b0110 && aligned;
    wire [31:0] filters_read;
    wire [31:0] comparators_read;
    wire [31:0] word;       // what is written, bytes without strobe as they are
    wire        clear;

    genvar i;
    generate
        if (NFILTERS > 0) begin : filter
            wire [NFILTERS*32-1:0] read;
            for (i = 0; i < NFILTERS; i = i + 1) begin : unit
                nt_filter_registers #(.NCOMPARATORS(NCOMPARATORS)) registers (
                    .clk(clk), .clear(clear),
                    .select(filter_address && PADDR[8:5] == i), .word(PADDR[4:2]),
                    .write(write_others), .write_data(word), .read_data(read[32*i +: 32]),
                    .filter(filters[i*192 +: 192])
                );
            end
            reg [31:0] any_read;
            integer k;
            always @* begin
                any_read = 32'd0;
                for (k = 0; k < NFILTERS; k = k + 1) any_read = any_read | read[32*k +: 32];
            end
            assign filters_read = any_read;
        end else begin : no_filter
            assign filters      = 1'b0;
            assign filters_read = 32'd0;
            wire unused = &{1'b0, filter_address};
        end

        if (NCOMPARATORS > 0) begin : comparator
            wire [NCOMPARATORS*32-1:0] read;
            for (i = 0; i < NCOMPARATORS; i = i + 1) begin : unit
                nt_comparator_registers #(
                    .XLEN(XLEN), .CONTEXT_W(SCONTEXT_W + HCONTEXT_W)
                ) registers (
                    .clk(clk), .clear(clear),
                    .select(comparator_address && PADDR[7:5] == i), .word(PADDR[4:2]),
                    .write(write_others), .write_data(word), .read_data(read[32*i +: 32]),
                    .comparator(comparators[i*160 +: 160])
                );
            end
            reg [31:0] any_read;
            integer k;
            always @* begin
                any_read = 32'd0;
                for (k = 0; k < NCOMPARATORS; k = k + 1) any_read = any_read | read[32*k +: 32];
            end
            assign comparators_read = any_read;
        end else begin : no_comparator
            assign comparators      = 1'b0;
            assign comparators_read = 32'd0;
            wire unused = &{1'b0, comparator_address};
        end
    endgenerate

    // Reading; trTeEmpty, which nobody writes, comes last: it matters to the bus alone
    wire        return_enable = return_mode_reg != 2'd0;
    wire [31:0] te_control = {5'd0, 3'd1 /* trTeFormat */, sync_max_reg, 2'd0, sync_mode_reg,
                              inhibit_src_reg, 1'b0, stall_ena_reg, stall_or_overflow_reg,
                              trig_enable_reg, 1'b0, context_reg, 2'd0, mode_reg, 1'b0,
                              tracing_reg, enable_reg, active_reg};
    wire [31:0] inst_features = {src_bits_reg, src_id_reg, 5'd0, extend_msb_reg, all_jumps_reg,
                                 repeated_history_reg, return_mode_reg, 2'd0, return_enable,
                                 sequential_jump_reg, 2'd0};
    wire [31:0] ts_control = {2'd0, TS_WIDTH, 8'd0, ts_enable_reg, 5'd0, ts_prescale_reg, 1'b0,
                              ts_mode_reg, ts_run_in_debug_reg, 1'b0, ts_count_reg, ts_active_reg};
    reg  [31:0] read_other;

    always @* begin
        case (PADDR)
            TE_IMPL:          read_other = IMPL;
            TE_INST_FEATURES: read_other = inst_features;
            TE_INST_FILTERS:  read_other = {16'd0, inst_filters_reg};
            TS_CONTROL:       read_other = ts_control;
            TS_COUNTER_LOW,
            TS_COUNTER_HIGH:  read_other = sample_reg;
            TRIG_EXT_IN:      read_other = trig_in_reg;
            TRIG_EXT_OUT:     read_other = trig_out_reg;
            RESUME_LEVEL:     read_other = {24'd0, resume_level_reg};
            EN_REPEAT_BRANCH: read_other = {31'd0, repeat_branch_reg};
            EN_SYNC_ICNT:     read_other = {31'd0, sync_icnt_reg};
            RC7:              read_other = {31'd0, rc7_reg};
            TRIM_OWNERSHIP:   read_other = {31'd0, trim_ownership_reg};
            default:          read_other = filters_read | comparators_read;
        endcase
    end

    wire [31:0] read = PADDR == TE_CONTROL ? te_control : active_reg ? read_other : 32'd0;

    wire [31:0] status = {28'd0, PADDR == TE_CONTROL && trTeEmpty, 3'd0};

    assign PRDATA = done && !PWRITE ? read | status : 32'd0;

    // Writing
    wire [31:0] strobes = {{8{PSTRB[3]}}, {8{PSTRB[2]}}, {8{PSTRB[1]}}, {8{PSTRB[0]}}};
    wire [31:0] ones    = PWDATA & strobes;  // for fields where writing 0 does nothing
    assign      word    = ones | (read & ~strobes);

    wire write_te_control = write && PADDR == TE_CONTROL;
    wire write_ts_control = write_others && PADDR == TS_CONTROL && HAS_TIMESTAMP;
    wire active_next      = write_te_control ? word[0] : active_reg;
    wire enable_next      = write_te_control ? word[1] : enable_reg;
    wire enabled          = enable_next && !enable_reg;

    assign clear     = rst || !active_reg || !active_next;
    assign trTsReset = write_ts_control && ones[2];

    wire [2:0] legal_mode     = word[6:4] == 3'd0 ? 3'd0 : word[6] ? 3'd6 : 3'd3;
    wire [1:0] legal_return   = word[7:6] == 2'd0 && word[3] ? 2'd3 : word[7:6];
    wire [3:0] legal_src_bits = !HAS_SRC ? 4'd0 :
                                word[31:28] > SRC_LAST ? SRC_LAST : word[31:28];
    wire [2:0] legal_ts_mode  = word[6:4] > 3'd4 ? 3'd0 : word[6:4];
    wire [7:0] legal_level    = |(word[7:0] & ~LEVEL_LAST) ? LEVEL_LAST : word[7:0] & LEVEL_LAST;

    wire [31:0] legal_actions;
    wire [31:0] legal_events;
    generate
        for (i = 0; i < 8; i = i + 1) begin : trigger
            wire [3:0] action = word[4*i +: 4];
            assign legal_actions[4*i +: 4] = i < NTRIGGERS && action > 4'd1 && action < 4'd5 ?
                                             action : 4'd0;
            assign legal_events[4*i +: 4]  = i < NTRIGGERS ? {2'd0, word[4*i +: 2]} : 4'd0;
        end
    endgenerate

    generate
        if (HAS_TIMESTAMP) begin : counter
            wire [63:0] wide = {{64-TIME_W{1'b0}}, timestamp};
            always @(posedge clk) sample_reg <= PADDR[2] ? wide[63:32] : wide[31:0];
        end else begin : no_counter
            wire unused = &{1'b0, timestamp};
            always @(posedge clk) sample_reg <= 32'd0;
        end
    endgenerate

    always @(posedge clk) begin
        active_reg  <= !rst && active_next;
        sampled_reg <= !rst && reads_counter && !sampled_reg;
        if (clear) begin
            enable_reg            <= 1'b0;
            tracing_reg           <= 1'b0;
            mode_reg              <= 3'd0;
            context_reg           <= 1'b0;
            trig_enable_reg       <= 1'b0;
            stall_or_overflow_reg <= 1'b0;
            stall_ena_reg         <= 1'b0;
            inhibit_src_reg       <= 1'b0;
            sync_mode_reg         <= 2'd0;
            sync_max_reg          <= 4'd0;
            sequential_jump_reg   <= 1'b0;
            return_mode_reg       <= 2'd0;
            repeated_history_reg  <= 1'b0;
            all_jumps_reg         <= 1'b0;
            extend_msb_reg        <= 1'b0;
            src_id_reg            <= 12'd0;
            src_bits_reg          <= 4'd0;
            inst_filters_reg      <= 16'd0;
            ts_active_reg         <= 1'b0;
            ts_count_reg          <= 1'b0;
            ts_run_in_debug_reg   <= 1'b0;
            ts_mode_reg           <= 3'd0;
            ts_prescale_reg       <= 2'd0;
            ts_enable_reg         <= 1'b0;
            trig_in_reg           <= 32'd0;
            trig_out_reg          <= 32'd0;
            resume_level_reg      <= 8'd0;
            repeat_branch_reg     <= 1'b0;
            sync_icnt_reg         <= 1'b0;
            rc7_reg               <= 1'b0;
            trim_ownership_reg    <= 1'b0;
        end else begin
            enable_reg <= enable_next;
            tracing_reg <= trace_off ? 1'b0 : trace_on ? 1'b1 :
                           write_te_control ? word[2] : tracing_reg;
            stall_or_overflow_reg <= !enabled && (stall_or_overflow || (stall_or_overflow_reg &&
                                     !(write_te_control && ones[12])));
            if (write_te_control) begin
                mode_reg        <= legal_mode;
                context_reg     <= HAS_CONTEXT && word[9];
                trig_enable_reg <= word[11];
                stall_ena_reg   <= word[13];
                inhibit_src_reg <= HAS_SRC && word[15];
                sync_mode_reg   <= word[17:16];
                sync_max_reg    <= word[23:20];
            end
            if (write_ts_control) begin
                ts_active_reg       <= word[0];
                ts_count_reg        <= word[0] && word[1];
                ts_run_in_debug_reg <= word[0] && word[3];
                ts_mode_reg         <= word[0] ? legal_ts_mode : 3'd0;
                ts_prescale_reg     <= word[0] ? word[9:8] : 2'd0;
                ts_enable_reg       <= word[0] && word[15];
            end
            if (write) case (PADDR)
                TE_INST_FEATURES: begin
                    sequential_jump_reg  <= HAS_SIJUMP && word[2];
                    return_mode_reg      <= HAS_RETURNS ? legal_return : 2'd0;
                    repeated_history_reg <= HAS_PERIODS && word[8];
                    all_jumps_reg        <= HAS_OPTIONS && word[9];
                    extend_msb_reg       <= HAS_OPTIONS && word[10];
                    src_id_reg           <= word[27:16] & SRC_MASK;
                    src_bits_reg         <= legal_src_bits;
                end
                TE_INST_FILTERS:  inst_filters_reg  <= word[15:0] & FILTERS_MASK;
                TRIG_EXT_IN:      trig_in_reg       <= legal_actions;
                TRIG_EXT_OUT:     trig_out_reg      <= legal_events;
                RESUME_LEVEL:     resume_level_reg  <= legal_level;
                EN_REPEAT_BRANCH: repeat_branch_reg <= HAS_REPEATS && word[0];
                EN_SYNC_ICNT:     sync_icnt_reg     <= word[0];
                RC7:              rc7_reg           <= word[0];
                TRIM_OWNERSHIP:   trim_ownership_reg <= HAS_CONTEXT && word[0];
                default: ;
            endcase
        end
    end

    assign control[`NT_trTeActive]                   = active_reg;
    assign control[`NT_trTeEnable]                   = enable_reg;
    assign control[`NT_trTeInstTracing]              = tracing_reg;
    assign control[`NT_trTeInstMode]                 = mode_reg;
    assign control[`NT_trTeContext]                  = context_reg;
    assign control[`NT_trTeInstTrigEnable]           = trig_enable_reg;
    assign control[`NT_trTeInstStallEna]             = stall_ena_reg;
    assign control[`NT_trTeInhibitSrc]               = inhibit_src_reg;
    assign control[`NT_trTeInstSyncMode]             = sync_mode_reg;
    assign control[`NT_trTeInstSyncMax]              = sync_max_reg;
    assign control[`NT_trTeInstEnSequentialJump]     = sequential_jump_reg;
    assign control[`NT_trTeInstEnImplicitReturn]     = return_enable;
    assign control[`NT_trTeInstImplicitReturnMode]   = return_mode_reg;
    assign control[`NT_trTeInstEnRepeatedHistory]    = repeated_history_reg;
    assign control[`NT_trTeInstEnAllJumps]           = all_jumps_reg;
    assign control[`NT_trTeInstExtendAddrMSB]        = extend_msb_reg;
    assign control[`NT_trTeSrcID]                    = src_id_reg;
    assign control[`NT_trTeSrcBits]                  = src_bits_reg;
    assign control[`NT_trTeInstFilters]              = inst_filters_reg;
    assign control[`NT_trTsActive]                   = ts_active_reg;
    assign control[`NT_trTsCount]                    = ts_count_reg;
    assign control[`NT_trTsRunInDebug]               = ts_run_in_debug_reg;
    assign control[`NT_trTsMode]                     = ts_mode_reg;
    assign control[`NT_trTsPrescale]                 = ts_prescale_reg;
    assign control[`NT_trTsEnable]                   = ts_enable_reg;
    assign control[`NT_trTeTrigExtInControl]         = trig_in_reg;
    assign control[`NT_trTeTrigExtOutControl]        = trig_out_reg;
    assign control[`NT_ntResumeLevel]                = resume_level_reg;
    assign control[`NT_ntEnRepeatBranch]             = repeat_branch_reg;
    assign control[`NT_ntEnSyncICNT]                 = sync_icnt_reg;
    assign control[`NT_ntRc7]                        = rc7_reg;
    assign control[`NT_ntTrimOwnership]              = trim_ownership_reg;

`ifdef FORMAL
    // Contract. A manager that keeps to APB: setup, then access until ready, nothing changing.
    localparam integer FIELDS_W = `NT_CONTROL_W - 1 + FILTERS_W + COMPARATORS_W;

    wire        trTeActive                 = control[`NT_trTeActive];
    wire        trTeEnable                 = control[`NT_trTeEnable];
    wire        trTeInstTracing            = control[`NT_trTeInstTracing];
    wire [2:0]  trTeInstMode               = control[`NT_trTeInstMode];
    wire        trTeInstEnImplicitReturn   = control[`NT_trTeInstEnImplicitReturn];
    wire [1:0]  trTeInstImplicitReturnMode = control[`NT_trTeInstImplicitReturnMode];
    wire [11:0] trTeSrcID                  = control[`NT_trTeSrcID];
    wire [3:0]  trTeSrcBits                = control[`NT_trTeSrcBits];
    wire [31:0] trTeTrigExtInControl       = control[`NT_trTeTrigExtInControl];

    // All but trTeActive, the first one
    wire [FIELDS_W-1:0] f_fields = {control[`NT_CONTROL_W-1:1], filters, comparators};

    reg                f_started = 1'b0;
    reg                f_rst;         // in the cycle before
    reg                f_setup;       // a transfer was set up in the cycle before
    reg                f_waits;       // an access was not ready
    reg                f_write;       // an access wrote
    reg [11:0]         f_address;
    reg [31:0]         f_data;
    reg [3:0]          f_strobes;
    reg                f_direction;
    reg                f_on;          // trace_on
    reg                f_off;
    reg                f_active;
    reg                f_enable;
    reg [FIELDS_W-1:0] f_before;
    reg                f_owed;        // trTeInstStallOrOverflow must be 1

    // What may clear trTeInstStallOrOverflow: written, reset, enabled
    wire f_control = PSEL && PENABLE && PREADY && PWRITE && PADDR == 12'h000;

    always @(posedge clk) begin
        f_started   <= 1'b1;
        f_rst       <= rst;
        f_setup     <= PSEL && !PENABLE;
        f_waits     <= PSEL && PENABLE && !PREADY;
        f_write     <= PSEL && PENABLE && PREADY && PWRITE;
        f_address   <= PADDR;
        f_data      <= PWDATA;
        f_strobes   <= PSTRB;
        f_direction <= PWRITE;
        f_on        <= trace_on;
        f_off       <= trace_off;
        f_active    <= trTeActive;
        f_enable    <= trTeEnable;
        f_before    <= f_fields;
        f_owed      <= !rst && trTeActive && !f_control && (f_owed || stall_or_overflow);
    end

    always @* if (!f_started) a_reset: assume (rst);
    always @* if (f_started) begin
        a_access: assume (PENABLE == (f_setup || f_waits));
        if (f_setup || f_waits) a_stable: assume (PSEL && PADDR == f_address && PWDATA == f_data &&
                                                  PSTRB == f_strobes && PWRITE == f_direction);
    end

    wire f_kept = f_started && !f_rst && f_active && trTeActive;

    always @* if (f_started) begin
        // The bus: at most one wait state, and nothing said but in the cycle that ends an access
        if (f_waits && !f_rst) p_wait: assert (PREADY);
        if (!(PSEL && PENABLE && PREADY)) p_silent: assert (PRDATA == 32'd0 && !PSLVERR);
        p_error: assert (PSLVERR == (PSEL && PENABLE && PREADY && PADDR[1:0] != 2'd0));
        if (PSLVERR) p_nothing: assert (PRDATA == 32'd0);
        // Held in reset everything is 0, also in the cycle in which that ends
        if (!trTeActive || !f_active) p_inactive: assert (f_fields == {FIELDS_W{1'b0}});
        // Fields change by a write alone, but for what triggers do
        if (f_kept && !f_write && !f_on && !f_off) p_kept: assert (f_fields == f_before);
        if (f_kept && f_write && f_address[11:9] != 3'b010)
            p_filters: assert (filters == f_before[COMPARATORS_W +: FILTERS_W]);
        if (f_kept && f_off) p_off: assert (!trTeInstTracing);
        if (f_kept && f_on && !f_off) p_on: assert (trTeInstTracing);
        // Written alone enables, and as written
        if (trTeEnable && !f_enable)
            p_enable: assert (f_write && f_address == 12'h000 && f_data[1] && f_strobes[0]);
        if (f_kept && f_write && f_address == 12'h000 && f_strobes[0])
            p_written: assert (trTeEnable == f_data[1]);
        // Only legal values
        p_mode: assert (trTeInstMode == 3'd0 || trTeInstMode == 3'd3 || trTeInstMode == 3'd6);
        if (f_kept && f_write && f_address == 12'h000 && f_strobes[0] && f_data[6:4] != 3'd0)
            p_mode_not_0: assert (trTeInstMode != 3'd0);
        p_src:     assert (trTeSrcBits <= SRC_W && (trTeSrcID >> SRC_W) == 12'd0);
        p_returns: assert (trTeInstEnImplicitReturn == (trTeInstImplicitReturnMode != 2'd0));
        p_action:  assert (trTeTrigExtInControl[3:0] != 4'd1 && trTeTrigExtInControl[3:0] < 4'd5);
        // What happened stays told until it is written, reset, or tracing enabled
        if (f_owed && f_kept && PSEL && PENABLE && !PWRITE && PADDR == 12'h000)
            p_told: assert (PRDATA[12]);
        // Reading tells the fields
        if (PSEL && PENABLE && !PWRITE && PADDR == 12'h000)
            p_read: assert (PRDATA[6:0] == {trTeInstMode, trTeEmpty, trTeInstTracing, trTeEnable,
                                            trTeActive});

        i_sampled: assert (sampled_reg == (f_waits && !f_rst));
        if (f_owed) i_told: assert (!trTeActive || stall_or_overflow_reg);
    end

    always @* if (f_started) begin
        c_wait:    cover (f_waits && PRDATA[0]);
        c_error:   cover (PSLVERR && PWRITE);
        c_trigger: cover (trTeInstTracing && f_kept && f_on && !f_write);
        c_told:    cover (f_owed && PRDATA[12]);
        c_filter:  cover (f_kept && filters[0] && PSEL && PENABLE && !PWRITE && PADDR == 12'h400 &&
                          PRDATA[0]);
    end
`endif

endmodule

`default_nettype wire
