// SPDX-License-Identifier: Apache-2.0
// Trace system: an encoder a hart, funnels, and the sinks that a build has, behind one APB slave.
//
//   encoders -> (local funnels ->) top funnel -> sink switch -> PIB, RAM sink, ATB bridge
//
// One hart has no funnel. With CLUSTER every so many harts have a local funnel, all of which lead
// into the top funnel. With LOCAL_RAM the last hart is in no cluster and can also, or instead, be
// traced into a RAM sink of its own. Each component has a page of 4 KiB (docs/system.md); what is
// not built reads 0 and ignores writes. Everything is in one clock.
`default_nettype none

module nt_system #(
    // Harts, 1 to 16
    parameter integer NHARTS = 2,
    // Harts a local funnel, 2 to 16, at most 4 local funnels; 0: the encoders lead into the top one
    parameter integer CLUSTER = 0,
    // 1: the last hart has a RAM sink of its own, of LOCAL_WORDS words of 32 bits; needs 2 harts
    parameter integer LOCAL_RAM = 0,
    parameter integer LOCAL_WORDS = 1024,
    // Bytes a cycle between components, 1, 2, 4 or 8, at least OUT_BYTES
    parameter integer STREAM_BYTES = 4,
    // Sinks: 1: a PIB; words of 32 bits in the RAM sink's memory, 0: no SRAM mode; 1: SMEM mode;
    // bits of ATDATA, 8 to 128, 0: no ATB bridge
    parameter integer PIB = 1,
    parameter integer SRAM_WORDS = 1024,
    parameter integer SMEM = 1,
    parameter integer ATB_W = 32,
    `include "nt_encoder_parameters.vh"
    // Widths of ports (derived; do not set)
    parameter integer CONTEXT_W = SCONTEXT_W + HCONTEXT_W > 0 ? SCONTEXT_W + HCONTEXT_W : 1,
    parameter integer TIME_W = TSTAMP_W > 0 ? TSTAMP_W : 1,
    parameter integer TRIGGERS_W = NTRIGGERS > 0 ? NTRIGGERS : 1,
    parameter integer ATDATA_W = ATB_W > 0 ? ATB_W : 8,
    parameter integer ATBYTES_W = ATDATA_W > 8 ? $clog2(ATDATA_W / 8) : 1
) (
    input  wire                                clk,
    input  wire                                rst,

    // Control registers of all components: APB4, PCLK is clk and PRESETn not rst
    input  wire                                PSEL,
    input  wire                                PENABLE,
    input  wire [16:0]                         PADDR,
    input  wire                                PWRITE,
    input  wire [31:0]                         PWDATA,
    input  wire [3:0]                          PSTRB,
    output wire                                PREADY,
    output wire [31:0]                         PRDATA,
    output wire                                PSLVERR,

    // Trace ingress ports, hart 0 in the low bits of each
    input  wire [NHARTS*NBLOCKS*ITYPE_W-1:0]   itype,
    input  wire [NHARTS*NBLOCKS*XLEN-1:0]      iaddr,
    input  wire [NHARTS*NBLOCKS*IRETIRE_W-1:0] iretire,
    input  wire [NHARTS*2*NBLOCKS-1:0]         ilastsize,
    input  wire [NHARTS*NBLOCKS-1:0]           sijump,
    input  wire [NHARTS*6-1:0]                 cause,
    input  wire [NHARTS*XLEN-1:0]              tval,
    input  wire [NHARTS*3-1:0]                 priv,
    input  wire [NHARTS*CONTEXT_W-1:0]         hart_context,
    input  wire [NHARTS*2-1:0]                 ctype,
    input  wire [NHARTS*32-1:0]                impdef,
    input  wire [NHARTS*(NBLOCKS+2)-1:0]       trigger,
    input  wire [NHARTS-1:0]                   halted,
    input  wire [NHARTS-1:0]                   reset,
    input  wire [NHARTS-1:0]                   lowpower,
    input  wire [NHARTS*TIME_W-1:0]            hart_time,
    output wire [NHARTS-1:0]                   stall,

    // External triggers. With an ATB bridge the last input of each encoder is also SYNCREQ's.
    input  wire [NHARTS*TRIGGERS_W-1:0]        ext_trigger,
    output wire [NHARTS*TRIGGERS_W-1:0]        ext_trigger_out,

    // Time
    input  wire                                system_tick,  // a clock of the system's counter
    input  wire [TIME_W-1:0]                   system_time,  // for External at the top funnel
    input  wire [TIME_W-1:0]                   shared_time,  // for Shared there

    // PIB; idle without one
    output wire                                TRC_CLK,
    output wire [15:0]                         TRC_DATA,

    // RAM sink in SMEM mode: an AXI4 write master of 32-bit words
    output wire                                AWVALID,
    output wire [63:0]                         AWADDR,
    output wire [7:0]                          AWLEN,
    output wire [2:0]                          AWSIZE,
    output wire [1:0]                          AWBURST,
    output wire [3:0]                          AWCACHE,
    output wire [2:0]                          AWPROT,
    input  wire                                AWREADY,
    output wire                                WVALID,
    output wire [31:0]                         WDATA,
    output wire [3:0]                          WSTRB,
    output wire                                WLAST,
    input  wire                                WREADY,
    input  wire                                BVALID,
    input  wire [1:0]                          BRESP,
    output wire                                BREADY,

    // ATB bridge (AMBA 4 ATB)
    output wire                                ATVALID,
    input  wire                                ATREADY,
    output wire [ATDATA_W-1:0]                 ATDATA,
    output wire [ATBYTES_W-1:0]                ATBYTES,
    output wire [6:0]                          ATID,
    input  wire                                AFVALID,
    output wire                                AFREADY,
    input  wire                                SYNCREQ
);

    // What leads into the top funnel: local funnels, and encoders that are in none
    localparam integer CLUSTERED   = CLUSTER > 0 ? NHARTS - LOCAL_RAM : 0;
    localparam integer LOCALS      = CLUSTER > 0 ? (CLUSTERED + CLUSTER - 1) / CLUSTER : 0;
    localparam integer TOP_INPUTS  = LOCALS + NHARTS - CLUSTERED;
    localparam integer INPUTS      = TOP_INPUTS > 1 ? TOP_INPUTS : 2;
    localparam [0:0] HAS_FUNNEL  = NHARTS > 1;
    localparam integer COUNT_W     = $clog2(STREAM_BYTES + 1);
    localparam integer BYTES_W     = 8 * STREAM_BYTES;
    localparam integer OUT_COUNT_W = $clog2(OUT_BYTES + 1);

    // Sinks of the switch
    localparam integer SINK_PIB = 0;
    localparam integer SINK_RAM = 1;
    localparam integer SINK_ATB = 2;
    localparam integer SINKS    = 3;

    // Bytes of a link into the top funnel: those of an encoder, where no local funnel leads there
    localparam integer TOP_BYTES   = LOCALS > 0 ? STREAM_BYTES : OUT_BYTES;
    localparam integer TOP_COUNT_W = $clog2(TOP_BYTES + 1);

    // Inputs of the top funnel that are slower than its output, or behind a switch
    localparam [INPUTS-1:0] SLOW      = {INPUTS{OUT_BYTES < STREAM_BYTES}};
    localparam [INPUTS-1:0] FORKED    = {LOCAL_RAM != 0, {INPUTS-1{1'b0}}};
    localparam [INPUTS-1:0] TOP_WHOLE = ((SLOW >> LOCALS) << LOCALS) | FORKED;

    // Pages of the address map
    localparam integer PAGES        = 32;
    localparam integer PAGE_TOP     = 16;
    localparam integer PAGE_LOCAL   = 17;
    localparam integer PAGE_PIB     = 24;
    localparam integer PAGE_RAM     = 25;
    localparam integer PAGE_ATB     = 26;
    localparam integer PAGE_LOCAL_RAM = 27;

    // Parameters out of range stop the elaboration: there is no module of that name.
    generate
        if (NHARTS < 1 || NHARTS > 16 || CLUSTER < 0 || CLUSTER == 1 || CLUSTER > 16 ||
            LOCALS > 4 || (CLUSTER > 0 && NHARTS == 1) || LOCAL_RAM < 0 || LOCAL_RAM > 1 ||
            (LOCAL_RAM == 1 && NHARTS < 2) || LOCAL_WORDS < 2 ||
            (LOCAL_WORDS & (LOCAL_WORDS - 1)) != 0 ||
            !(STREAM_BYTES == 1 || STREAM_BYTES == 2 || STREAM_BYTES == 4 || STREAM_BYTES == 8) ||
            STREAM_BYTES < OUT_BYTES || PIB < 0 || PIB > 1 || SMEM < 0 || SMEM > 1) begin : check
            nt_system_parameters_out_of_range stop();
        end
    endgenerate

    // ---- the bus: each page has a component, or nothing that reads 0 ----

    wire [PAGES-1:0]    page_select;
    wire [PAGES-1:0]    page_ready;
    wire [32*PAGES-1:0] page_rdata;
    wire [PAGES-1:0]    page_error;

    genvar p;
    generate
        for (p = 0; p < PAGES; p = p + 1) begin : page
            assign page_select[p] = PSEL && PADDR[16:12] == p;
        end
    endgenerate

    assign PREADY  = page_ready[PADDR[16:12]];
    assign PRDATA  = page_rdata[32*PADDR[16:12] +: 32];
    assign PSLVERR = page_error[PADDR[16:12]];

    // Pages of what is not built
    generate
        for (p = 0; p < PAGES; p = p + 1) begin : missing
            if (!(p < NHARTS || (p == PAGE_TOP && HAS_FUNNEL) ||
                  (p >= PAGE_LOCAL && p < PAGE_LOCAL + LOCALS) || (p == PAGE_PIB && PIB != 0) ||
                  (p == PAGE_RAM && (SRAM_WORDS != 0 || SMEM != 0)) ||
                  (p == PAGE_ATB && ATB_W != 0) ||
                  (p == PAGE_LOCAL_RAM && LOCAL_RAM != 0))) begin : hole
                assign page_ready[p]         = 1'b1;
                assign page_rdata[32*p +: 32] = 32'd0;
                assign page_error[p]         = 1'b0;
            end
        end
    endgenerate

    // ---- encoders ----

    wire [NHARTS-1:0]         encoder_valid;
    wire [NHARTS*COUNT_W-1:0] encoder_count;
    wire [NHARTS*BYTES_W-1:0] encoder_bytes;
    wire [NHARTS-1:0]         encoder_ready;
    wire [TIME_W-1:0]         timestamp;     // all encoders share it
    wire                      sync_request;

    // The last external trigger input is SYNCREQ's too
    wire [TRIGGERS_W-1:0] sync_trigger = {sync_request, {TRIGGERS_W-1{1'b0}}};

    genvar h;
    generate
        for (h = 0; h < NHARTS; h = h + 1) begin : hart
            wire                   out_valid;
            wire [8*OUT_BYTES-1:0] out;
            wire [OUT_COUNT_W-1:0] out_count;

            nt_trace_encoder #(
                .XLEN(XLEN), .NBLOCKS(NBLOCKS), .ITYPE_W(ITYPE_W), .IRETIRE_W(IRETIRE_W),
                .ICNT_W(ICNT_W), .HIST_W(HIST_W), .FIFO_DEPTH(FIFO_DEPTH),
                .SCONTEXT_W(SCONTEXT_W), .HCONTEXT_W(HCONTEXT_W), .SRC_W(SRC_W),
                .TSTAMP_W(TSTAMP_W), .STACK_DEPTH(STACK_DEPTH), .PARTIAL_W(PARTIAL_W),
                .REPEAT_W(REPEAT_W), .PERIOD_W(PERIOD_W), .OPTIONS(OPTIONS),
                .SIJUMP(SIJUMP), .BTYPE_TRAP(BTYPE_TRAP), .DRAFT(DRAFT), .NFILTERS(NFILTERS),
                .NCOMPARATORS(NCOMPARATORS), .NTRIGGERS(NTRIGGERS), .OUT_BYTES(OUT_BYTES)
            ) encoder (
                .clk(clk), .rst(rst),
                .PSEL(page_select[h]), .PENABLE(PENABLE), .PADDR(PADDR[11:0]), .PWRITE(PWRITE),
                .PWDATA(PWDATA), .PSTRB(PSTRB), .PREADY(page_ready[h]),
                .PRDATA(page_rdata[32*h +: 32]), .PSLVERR(page_error[h]),
                .itype(itype[h*NBLOCKS*ITYPE_W +: NBLOCKS*ITYPE_W]),
                .iaddr(iaddr[h*NBLOCKS*XLEN +: NBLOCKS*XLEN]),
                .iretire(iretire[h*NBLOCKS*IRETIRE_W +: NBLOCKS*IRETIRE_W]),
                .ilastsize(ilastsize[h*2*NBLOCKS +: 2*NBLOCKS]),
                .sijump(sijump[h*NBLOCKS +: NBLOCKS]), .cause(cause[h*6 +: 6]),
                .tval(tval[h*XLEN +: XLEN]), .priv(priv[h*3 +: 3]),
                .hart_context(hart_context[h*CONTEXT_W +: CONTEXT_W]), .ctype(ctype[h*2 +: 2]),
                .impdef(impdef[h*32 +: 32]), .trigger(trigger[h*(NBLOCKS+2) +: NBLOCKS+2]),
                .halted(halted[h]), .reset(reset[h]), .lowpower(lowpower[h]),
                .hart_time(hart_time[h*TIME_W +: TIME_W]), .stall(stall[h]),
                .ext_trigger(ext_trigger[h*TRIGGERS_W +: TRIGGERS_W] | sync_trigger),
                .ext_trigger_out(ext_trigger_out[h*TRIGGERS_W +: TRIGGERS_W]),
                .system_tick(system_tick),
                .shared_time(HAS_FUNNEL ? timestamp : shared_time), .timestamp(),
                .out_valid(out_valid), .out(out), .out_count(out_count),
                .out_ready(encoder_ready[h])
            );

            assign encoder_valid[h]                    = out_valid;
            assign encoder_count[h*COUNT_W +: COUNT_W] = {{COUNT_W-OUT_COUNT_W{1'b0}}, out_count};
            assign encoder_bytes[h*BYTES_W +: BYTES_W] = {{BYTES_W-8*OUT_BYTES{1'b0}}, out};
        end
    endgenerate

    // ---- the last hart's own RAM sink, beside its way to the top funnel ----

    localparam integer LAST = NHARTS - 1;

    wire [INPUTS-1:0]             top_in_valid;
    wire [INPUTS*TOP_COUNT_W-1:0] top_in_count;
    wire [INPUTS*8*TOP_BYTES-1:0] top_in_bytes;
    wire [INPUTS-1:0]             top_in_ready;
    wire                          trFunnelActive;
    wire [15:0]                   trFunnelDisInput;

    // The last encoder's link as the top funnel sees it
    wire                          last_valid;
    wire [OUT_COUNT_W-1:0]        last_count;
    wire [8*OUT_BYTES-1:0]        last_bytes;
    wire                          last_ready;

    generate
        if (LOCAL_RAM != 0) begin : local_ram
            wire [1:0]               fork_valid;
            wire [2*OUT_COUNT_W-1:0] fork_count;
            wire [16*OUT_BYTES-1:0]  fork_bytes;
            wire                     ram_ready;
            wire                     trRamActive;
            wire                     trRamEnable;

            nt_sink_switch #(.SINKS(2), .BYTES(OUT_BYTES)) fork_switch (
                .clk(clk), .rst(rst),
                .enable({trRamEnable, !trFunnelDisInput[INPUTS-1]}),
                .active({trRamActive, trFunnelActive}),
                .in_valid(encoder_valid[LAST]),
                .in_count(encoder_count[LAST*COUNT_W +: OUT_COUNT_W]),
                .in(encoder_bytes[LAST*BYTES_W +: 8*OUT_BYTES]),
                .in_ready(encoder_ready[LAST]),
                .out_valid(fork_valid), .out_count(fork_count), .out(fork_bytes),
                .out_ready({ram_ready, last_ready})
            );

            nt_ram_unit #(
                .BYTES(OUT_BYTES), .SRAM_WORDS(LOCAL_WORDS), .SMEM(0)
            ) ram (
                .clk(clk), .rst(rst),
                .PSEL(page_select[PAGE_LOCAL_RAM]), .PENABLE(PENABLE), .PADDR(PADDR[11:0]),
                .PWRITE(PWRITE), .PWDATA(PWDATA), .PSTRB(PSTRB),
                .PREADY(page_ready[PAGE_LOCAL_RAM]),
                .PRDATA(page_rdata[32*PAGE_LOCAL_RAM +: 32]),
                .PSLVERR(page_error[PAGE_LOCAL_RAM]),
                .trRamActive(trRamActive), .trRamEnable(trRamEnable),
                .in_valid(fork_valid[1]), .in_count(fork_count[OUT_COUNT_W +: OUT_COUNT_W]),
                .in(fork_bytes[8*OUT_BYTES +: 8*OUT_BYTES]), .in_ready(ram_ready),
                .AWVALID(), .AWADDR(), .AWLEN(), .AWSIZE(), .AWBURST(), .AWCACHE(), .AWPROT(),
                .AWREADY(1'b0), .WVALID(), .WDATA(), .WSTRB(), .WLAST(), .WREADY(1'b0),
                .BVALID(1'b0), .BRESP(2'd0), .BREADY()
            );

            assign last_valid = fork_valid[0];
            assign last_count = fork_count[0 +: OUT_COUNT_W];
            assign last_bytes = fork_bytes[0 +: 8*OUT_BYTES];
        end else begin : no_local_ram
            assign last_valid = encoder_valid[LAST];
            assign last_count = encoder_count[LAST*COUNT_W +: OUT_COUNT_W];
            assign last_bytes = encoder_bytes[LAST*BYTES_W +: 8*OUT_BYTES];
            // Without funnels, or within a cluster, somebody else answers
            if (HAS_FUNNEL && CLUSTERED < NHARTS) begin : leads_to_top
                assign encoder_ready[LAST] = last_ready;
            end
        end
    endgenerate

    // ---- local funnels ----

    genvar f;
    genvar i;
    generate
        for (f = 0; f < LOCALS; f = f + 1) begin : cluster
            // The last cluster may have fewer harts
            localparam integer FIRST = f * CLUSTER;
            localparam integer HARTS = FIRST + CLUSTER <= CLUSTERED ? CLUSTER : CLUSTERED - FIRST;
            localparam integer PAGE  = PAGE_LOCAL + f;

            wire [CLUSTER-1:0]             in_valid;
            wire [CLUSTER*OUT_COUNT_W-1:0] in_count;
            wire [CLUSTER*8*OUT_BYTES-1:0] in_bytes;
            wire [CLUSTER-1:0]             in_ready;

            for (i = 0; i < CLUSTER; i = i + 1) begin : input_link
                if (i < HARTS) begin : of_hart
                    assign in_valid[i] = encoder_valid[FIRST+i];
                    assign in_count[i*OUT_COUNT_W +: OUT_COUNT_W] =
                        encoder_count[(FIRST+i)*COUNT_W +: OUT_COUNT_W];
                    assign in_bytes[i*8*OUT_BYTES +: 8*OUT_BYTES] =
                        encoder_bytes[(FIRST+i)*BYTES_W +: 8*OUT_BYTES];
                    assign encoder_ready[FIRST+i] = in_ready[i];
                end else begin : of_none
                    assign in_valid[i] = 1'b0;
                    assign in_count[i*OUT_COUNT_W +: OUT_COUNT_W] = {OUT_COUNT_W{1'b0}};
                    assign in_bytes[i*8*OUT_BYTES +: 8*OUT_BYTES] = {8*OUT_BYTES{1'b0}};
                end
            end

            nt_funnel_unit #(
                .INPUTS(CLUSTER), .IN_BYTES(OUT_BYTES), .BYTES(STREAM_BYTES), .TSTAMP_W(TSTAMP_W)
            ) unit (
                .clk(clk), .rst(rst),
                .PSEL(page_select[PAGE]), .PENABLE(PENABLE), .PADDR(PADDR[11:0]),
                .PWRITE(PWRITE), .PWDATA(PWDATA), .PSTRB(PSTRB), .PREADY(page_ready[PAGE]),
                .PRDATA(page_rdata[32*PAGE +: 32]), .PSLVERR(page_error[PAGE]),
                .system_tick(system_tick), .external_time(system_time),
                .shared_time(timestamp), .timestamp(),
                .trFunnelActive(), .trFunnelDisInput(),
                .in_valid(in_valid), .in_count(in_count), .in(in_bytes), .in_ready(in_ready),
                .out_valid(top_in_valid[f]), .out_count(top_in_count[f*COUNT_W +: COUNT_W]),
                .out(top_in_bytes[f*BYTES_W +: BYTES_W]), .out_ready(top_in_ready[f])
            );
        end
    endgenerate

    // ---- top funnel ----

    wire               stream_valid;
    wire [COUNT_W-1:0] stream_count;
    wire [BYTES_W-1:0] stream_bytes;
    wire               stream_ready;

    generate
        // Encoders that are in no cluster come behind the local funnels
        for (i = LOCALS; i < INPUTS; i = i + 1) begin : top_link
            localparam integer HART = CLUSTERED + i - LOCALS;
            if (!HAS_FUNNEL || HART > LAST) begin : of_none
                assign top_in_valid[i] = 1'b0;
                assign top_in_count[i*TOP_COUNT_W +: TOP_COUNT_W] = {TOP_COUNT_W{1'b0}};
                assign top_in_bytes[i*8*TOP_BYTES +: 8*TOP_BYTES] = {8*TOP_BYTES{1'b0}};
            end else if (HART == LAST) begin : of_last
                assign top_in_valid[i] = last_valid;
                assign top_in_count[i*TOP_COUNT_W +: TOP_COUNT_W] =
                    {{TOP_COUNT_W-OUT_COUNT_W{1'b0}}, last_count};
                assign top_in_bytes[i*8*TOP_BYTES +: 8*TOP_BYTES] =
                    {{8*TOP_BYTES-8*OUT_BYTES{1'b0}}, last_bytes};
                assign last_ready = top_in_ready[i];
            end else begin : of_hart
                assign top_in_valid[i] = encoder_valid[HART];
                assign top_in_count[i*TOP_COUNT_W +: TOP_COUNT_W] =
                    encoder_count[HART*COUNT_W +: TOP_COUNT_W];
                assign top_in_bytes[i*8*TOP_BYTES +: 8*TOP_BYTES] =
                    encoder_bytes[HART*BYTES_W +: 8*TOP_BYTES];
                assign encoder_ready[HART] = top_in_ready[i];
            end
        end

        if (HAS_FUNNEL) begin : top
            nt_funnel_unit #(
                .INPUTS(INPUTS), .IN_BYTES(TOP_BYTES), .BYTES(STREAM_BYTES), .WHOLE(TOP_WHOLE),
                .TSTAMP_W(TSTAMP_W)
            ) unit (
                .clk(clk), .rst(rst),
                .PSEL(page_select[PAGE_TOP]), .PENABLE(PENABLE), .PADDR(PADDR[11:0]),
                .PWRITE(PWRITE), .PWDATA(PWDATA), .PSTRB(PSTRB), .PREADY(page_ready[PAGE_TOP]),
                .PRDATA(page_rdata[32*PAGE_TOP +: 32]), .PSLVERR(page_error[PAGE_TOP]),
                .system_tick(system_tick), .external_time(system_time),
                .shared_time(shared_time), .timestamp(timestamp),
                .trFunnelActive(trFunnelActive), .trFunnelDisInput(trFunnelDisInput),
                .in_valid(top_in_valid), .in_count(top_in_count), .in(top_in_bytes),
                .in_ready(top_in_ready), .out_valid(stream_valid), .out_count(stream_count),
                .out(stream_bytes), .out_ready(stream_ready)
            );
        end else begin : no_top
            assign stream_valid     = encoder_valid[0];
            assign stream_count     = encoder_count[0 +: COUNT_W];
            assign stream_bytes     = encoder_bytes[0 +: BYTES_W];
            assign encoder_ready[0] = stream_ready;
            assign top_in_ready     = {INPUTS{1'b0}};
            assign timestamp        = {TIME_W{1'b0}};
            assign trFunnelActive   = 1'b0;
            assign trFunnelDisInput = 16'd0;
            assign last_ready       = 1'b0;
        end
    endgenerate

    // ---- sinks ----

    wire [SINKS-1:0]         sink_enable;
    wire [SINKS-1:0]         sink_active;
    wire [SINKS-1:0]         sink_valid;
    wire [SINKS*COUNT_W-1:0] sink_count;
    wire [SINKS*BYTES_W-1:0] sink_bytes;
    wire [SINKS-1:0]         sink_ready;

    nt_sink_switch #(.SINKS(SINKS), .BYTES(STREAM_BYTES)) switch (
        .clk(clk), .rst(rst), .enable(sink_enable), .active(sink_active),
        .in_valid(stream_valid), .in_count(stream_count), .in(stream_bytes),
        .in_ready(stream_ready), .out_valid(sink_valid), .out_count(sink_count),
        .out(sink_bytes), .out_ready(sink_ready)
    );

    generate
        if (PIB != 0) begin : pib
            nt_pib_unit #(.BYTES(STREAM_BYTES)) unit (
                .clk(clk), .rst(rst), .PSEL(page_select[PAGE_PIB]), .PENABLE(PENABLE),
                .PADDR(PADDR[11:0]), .PWRITE(PWRITE), .PWDATA(PWDATA), .PSTRB(PSTRB),
                .PREADY(page_ready[PAGE_PIB]), .PRDATA(page_rdata[32*PAGE_PIB +: 32]),
                .PSLVERR(page_error[PAGE_PIB]), .trPibActive(sink_active[SINK_PIB]),
                .trPibEnable(sink_enable[SINK_PIB]), .in_valid(sink_valid[SINK_PIB]),
                .in_count(sink_count[SINK_PIB*COUNT_W +: COUNT_W]),
                .in(sink_bytes[SINK_PIB*BYTES_W +: BYTES_W]), .in_ready(sink_ready[SINK_PIB]),
                .TRC_CLK(TRC_CLK), .TRC_DATA(TRC_DATA)
            );
        end else begin : no_pib
            assign sink_active[SINK_PIB] = 1'b0;
            assign sink_enable[SINK_PIB] = 1'b0;
            assign sink_ready[SINK_PIB]  = 1'b0;
            assign TRC_CLK  = 1'b0;
            assign TRC_DATA = 16'hffff;
        end

        if (SRAM_WORDS != 0 || SMEM != 0) begin : ram
            nt_ram_unit #(
                .BYTES(STREAM_BYTES), .SRAM_WORDS(SRAM_WORDS), .SMEM(SMEM)
            ) unit (
                .clk(clk), .rst(rst),
                .PSEL(page_select[PAGE_RAM]), .PENABLE(PENABLE), .PADDR(PADDR[11:0]),
                .PWRITE(PWRITE), .PWDATA(PWDATA), .PSTRB(PSTRB), .PREADY(page_ready[PAGE_RAM]),
                .PRDATA(page_rdata[32*PAGE_RAM +: 32]), .PSLVERR(page_error[PAGE_RAM]),
                .trRamActive(sink_active[SINK_RAM]), .trRamEnable(sink_enable[SINK_RAM]),
                .in_valid(sink_valid[SINK_RAM]),
                .in_count(sink_count[SINK_RAM*COUNT_W +: COUNT_W]),
                .in(sink_bytes[SINK_RAM*BYTES_W +: BYTES_W]), .in_ready(sink_ready[SINK_RAM]),
                .AWVALID(AWVALID), .AWADDR(AWADDR), .AWLEN(AWLEN), .AWSIZE(AWSIZE),
                .AWBURST(AWBURST), .AWCACHE(AWCACHE), .AWPROT(AWPROT), .AWREADY(AWREADY),
                .WVALID(WVALID), .WDATA(WDATA), .WSTRB(WSTRB), .WLAST(WLAST), .WREADY(WREADY),
                .BVALID(BVALID), .BRESP(BRESP), .BREADY(BREADY)
            );
        end else begin : no_ram
            assign sink_active[SINK_RAM] = 1'b0;
            assign sink_enable[SINK_RAM] = 1'b0;
            assign sink_ready[SINK_RAM]  = 1'b0;
            assign AWVALID = 1'b0;
            assign AWADDR  = 64'd0;
            assign AWLEN   = 8'd0;
            assign AWSIZE  = 3'd2;
            assign AWBURST = 2'd1;
            assign AWCACHE = 4'd0;
            assign AWPROT  = 3'd0;
            assign WVALID  = 1'b0;
            assign WDATA   = 32'd0;
            assign WSTRB   = 4'd0;
            assign WLAST   = 1'b0;
            assign BREADY  = 1'b0;
        end

        if (ATB_W != 0) begin : atb
            wire       trAtbBridgeEmpty;
            wire [6:0] trAtbBridgeID;

            nt_atb_registers registers (
                .clk(clk), .rst(rst), .PSEL(page_select[PAGE_ATB]), .PENABLE(PENABLE),
                .PADDR(PADDR[11:0]), .PWRITE(PWRITE), .PWDATA(PWDATA), .PSTRB(PSTRB),
                .PREADY(page_ready[PAGE_ATB]), .PRDATA(page_rdata[32*PAGE_ATB +: 32]),
                .PSLVERR(page_error[PAGE_ATB]), .trAtbBridgeEmpty(trAtbBridgeEmpty),
                .trAtbBridgeActive(sink_active[SINK_ATB]),
                .trAtbBridgeEnable(sink_enable[SINK_ATB]), .trAtbBridgeID(trAtbBridgeID)
            );

            nt_atb_bridge #(.BYTES(STREAM_BYTES), .ATB_W(ATB_W)) unit (
                .clk(clk), .rst(rst), .trAtbBridgeActive(sink_active[SINK_ATB]),
                .trAtbBridgeEnable(sink_enable[SINK_ATB]), .trAtbBridgeID(trAtbBridgeID),
                .trAtbBridgeEmpty(trAtbBridgeEmpty), .sync_request(sync_request),
                .in_valid(sink_valid[SINK_ATB]),
                .in_count(sink_count[SINK_ATB*COUNT_W +: COUNT_W]),
                .in(sink_bytes[SINK_ATB*BYTES_W +: BYTES_W]), .in_ready(sink_ready[SINK_ATB]),
                .ATVALID(ATVALID), .ATREADY(ATREADY), .ATDATA(ATDATA), .ATBYTES(ATBYTES),
                .ATID(ATID), .AFVALID(AFVALID), .AFREADY(AFREADY), .SYNCREQ(SYNCREQ)
            );
        end else begin : no_atb
            assign sink_active[SINK_ATB] = 1'b0;
            assign sink_enable[SINK_ATB] = 1'b0;
            assign sink_ready[SINK_ATB]  = 1'b0;
            assign sync_request = 1'b0;
            assign ATVALID = 1'b0;
            assign ATDATA  = {ATDATA_W{1'b0}};
            assign ATBYTES = {ATBYTES_W{1'b0}};
            assign ATID    = 7'd0;
            assign AFREADY = 1'b0;
        end
    endgenerate

endmodule

`default_nettype wire
