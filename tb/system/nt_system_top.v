// Top of the system bench: nt_system with its inputs behind registers, so that one clock edge leads
// into a cycle with all that depends on them settled, and every link between components as an
// output. Ports are arrays with an element a hart. For Verilator alone, which builds one library of
// the encoder for as many as there are (system.vlt); parameters come as `define, since -G does not
// reach a design that is built in parts.
`default_nettype none

module nt_system_top #(
    parameter NHARTS = `NT_NHARTS,
    parameter CLUSTER = `NT_CLUSTER,
    parameter LOCAL_RAM = `NT_LOCAL_RAM,
    parameter LOCAL_WORDS = `NT_LOCAL_WORDS,
    parameter STREAM_BYTES = `NT_STREAM_BYTES,
    parameter PIB = 1,
    parameter SRAM_WORDS = `NT_SRAM_WORDS,
    parameter SMEM = 1,
    parameter ATB_W = `NT_ATB_W,
    parameter XLEN = `NT_XLEN,
    parameter NBLOCKS = `NT_NBLOCKS,
    parameter ITYPE_W = `NT_ITYPE_W,
    parameter IRETIRE_W = `NT_IRETIRE_W,
    parameter ICNT_W = `NT_ICNT_W,
    parameter HIST_W = `NT_HIST_W,
    parameter FIFO_DEPTH = `NT_FIFO_DEPTH,
    parameter SCONTEXT_W = `NT_SCONTEXT_W,
    parameter HCONTEXT_W = `NT_HCONTEXT_W,
    parameter SRC_W = `NT_SRC_W,
    parameter TSTAMP_W = `NT_TSTAMP_W,
    parameter STACK_DEPTH = `NT_STACK_DEPTH,
    parameter PARTIAL_W = `NT_PARTIAL_W,
    parameter REPEAT_W = `NT_REPEAT_W,
    parameter PERIOD_W = `NT_PERIOD_W,
    parameter OPTIONS = `NT_OPTIONS,
    parameter SIJUMP = `NT_SIJUMP,
    parameter BTYPE_TRAP = `NT_BTYPE_TRAP,
    parameter DRAFT = `NT_DRAFT,
    parameter NFILTERS = `NT_NFILTERS,
    parameter NCOMPARATORS = `NT_NCOMPARATORS,
    parameter NTRIGGERS = `NT_NTRIGGERS,
    parameter OUT_BYTES = `NT_OUT_BYTES,
    // Derived; do not set
    parameter CONTEXT_W = SCONTEXT_W + HCONTEXT_W > 0 ? SCONTEXT_W + HCONTEXT_W : 1,
    parameter TIME_W = TSTAMP_W > 0 ? TSTAMP_W : 1,
    parameter TRIGGERS_W = NTRIGGERS > 0 ? NTRIGGERS : 1,
    parameter LOCALS = CLUSTER > 0 ? (NHARTS - LOCAL_RAM + CLUSTER - 1) / CLUSTER : 0,
    parameter LINKS = NHARTS + 4 + 1 + 3,
    parameter ATDATA_W = ATB_W > 0 ? ATB_W : 8,
    parameter ATBYTES_W = ATDATA_W > 8 ? $clog2(ATDATA_W / 8) : 1
) (
    input  wire                         clk,

    // The coming cycle's inputs
    input  wire                         next_rst,
    input  wire                         next_PSEL,
    input  wire                         next_PENABLE,
    input  wire [16:0]                  next_PADDR,
    input  wire                         next_PWRITE,
    input  wire [31:0]                  next_PWDATA,
    input  wire [3:0]                   next_PSTRB,
    input  wire [NBLOCKS*ITYPE_W-1:0]   next_itype        [0:NHARTS-1],
    input  wire [NBLOCKS*XLEN-1:0]      next_iaddr        [0:NHARTS-1],
    input  wire [NBLOCKS*IRETIRE_W-1:0] next_iretire      [0:NHARTS-1],
    input  wire [2*NBLOCKS-1:0]         next_ilastsize    [0:NHARTS-1],
    input  wire [NBLOCKS-1:0]           next_sijump       [0:NHARTS-1],
    input  wire [5:0]                   next_cause        [0:NHARTS-1],
    input  wire [XLEN-1:0]              next_tval         [0:NHARTS-1],
    input  wire [2:0]                   next_priv         [0:NHARTS-1],
    input  wire [CONTEXT_W-1:0]         next_hart_context [0:NHARTS-1],
    input  wire [1:0]                   next_ctype        [0:NHARTS-1],
    input  wire [31:0]                  next_impdef       [0:NHARTS-1],
    input  wire [NBLOCKS+1:0]           next_trigger      [0:NHARTS-1],
    input  wire [TRIGGERS_W-1:0]        next_ext_trigger  [0:NHARTS-1],
    input  wire [TIME_W-1:0]            next_hart_time    [0:NHARTS-1],
    input  wire [NHARTS-1:0]            next_halted,
    input  wire [NHARTS-1:0]            next_reset,
    input  wire [NHARTS-1:0]            next_lowpower,
    input  wire                         next_system_tick,
    input  wire [TIME_W-1:0]            next_system_time,
    input  wire                         next_AWREADY,
    input  wire                         next_WREADY,
    input  wire                         next_BVALID,
    input  wire [1:0]                   next_BRESP,
    input  wire                         next_ATREADY,
    input  wire                         next_AFVALID,
    input  wire                         next_SYNCREQ,

    // Outputs of this cycle
    output wire                         PREADY,
    output wire [31:0]                  PRDATA,
    output wire                         PSLVERR,
    output wire [NHARTS-1:0]            stall,
    output wire [TRIGGERS_W-1:0]        ext_trigger_out   [0:NHARTS-1],
    output wire                         TRC_CLK,
    output wire [15:0]                  TRC_DATA,
    output wire                         AWVALID,
    output wire [63:0]                  AWADDR,
    output wire [7:0]                   AWLEN,
    output wire [2:0]                   AWSIZE,
    output wire [1:0]                   AWBURST,
    output wire                         WVALID,
    output wire [31:0]                  WDATA,
    output wire [3:0]                   WSTRB,
    output wire                         WLAST,
    output wire                         BREADY,
    output wire                         ATVALID,
    output wire [ATDATA_W-1:0]          ATDATA,
    output wire [ATBYTES_W-1:0]         ATBYTES,
    output wire [6:0]                   ATID,
    output wire                         AFREADY,

    // Links: of the encoders, of the local funnels, into the switch, into the sinks
    output wire [LINKS-1:0]             link_valid,
    output wire [LINKS-1:0]             link_ready,
    output wire [3:0]                   link_count        [0:LINKS-1],
    output wire [63:0]                  link_bytes        [0:LINKS-1]
);

    localparam COUNT_W = $clog2(STREAM_BYTES + 1);
    localparam BYTES_W = 8 * STREAM_BYTES;

    reg                                rst;
    reg                                PSEL;
    reg                                PENABLE;
    reg [16:0]                         PADDR;
    reg                                PWRITE;
    reg [31:0]                         PWDATA;
    reg [3:0]                          PSTRB;
    reg [NHARTS*NBLOCKS*ITYPE_W-1:0]   itype;
    reg [NHARTS*NBLOCKS*XLEN-1:0]      iaddr;
    reg [NHARTS*NBLOCKS*IRETIRE_W-1:0] iretire;
    reg [NHARTS*2*NBLOCKS-1:0]         ilastsize;
    reg [NHARTS*NBLOCKS-1:0]           sijump;
    reg [NHARTS*6-1:0]                 cause;
    reg [NHARTS*XLEN-1:0]              tval;
    reg [NHARTS*3-1:0]                 priv;
    reg [NHARTS*CONTEXT_W-1:0]         hart_context;
    reg [NHARTS*2-1:0]                 ctype;
    reg [NHARTS*32-1:0]                impdef;
    reg [NHARTS*(NBLOCKS+2)-1:0]       trigger;
    reg [NHARTS*TRIGGERS_W-1:0]        ext_trigger;
    reg [NHARTS*TIME_W-1:0]            hart_time;
    reg [NHARTS-1:0]                   halted;
    reg [NHARTS-1:0]                   reset;
    reg [NHARTS-1:0]                   lowpower;
    reg                                system_tick;
    reg [TIME_W-1:0]                   system_time;
    reg                                AWREADY;
    reg                                WREADY;
    reg                                BVALID;
    reg [1:0]                          BRESP;
    reg                                ATREADY;
    reg                                AFVALID;
    reg                                SYNCREQ;

    always @(posedge clk) begin
        rst         <= next_rst;
        PSEL        <= next_PSEL;
        PENABLE     <= next_PENABLE;
        PADDR       <= next_PADDR;
        PWRITE      <= next_PWRITE;
        PWDATA      <= next_PWDATA;
        PSTRB       <= next_PSTRB;
        halted      <= next_halted;
        reset       <= next_reset;
        lowpower    <= next_lowpower;
        system_tick <= next_system_tick;
        system_time <= next_system_time;
        AWREADY     <= next_AWREADY;
        WREADY      <= next_WREADY;
        BVALID      <= next_BVALID;
        BRESP       <= next_BRESP;
        ATREADY     <= next_ATREADY;
        AFVALID     <= next_AFVALID;
        SYNCREQ     <= next_SYNCREQ;
    end

    wire [NHARTS*TRIGGERS_W-1:0] triggers_out;

    genvar h;
    generate
        for (h = 0; h < NHARTS; h = h + 1) begin : port
            always @(posedge clk) begin
                itype[h*NBLOCKS*ITYPE_W +: NBLOCKS*ITYPE_W]       <= next_itype[h];
                iaddr[h*NBLOCKS*XLEN +: NBLOCKS*XLEN]             <= next_iaddr[h];
                iretire[h*NBLOCKS*IRETIRE_W +: NBLOCKS*IRETIRE_W] <= next_iretire[h];
                ilastsize[h*2*NBLOCKS +: 2*NBLOCKS]               <= next_ilastsize[h];
                sijump[h*NBLOCKS +: NBLOCKS]                      <= next_sijump[h];
                cause[h*6 +: 6]                                   <= next_cause[h];
                tval[h*XLEN +: XLEN]                              <= next_tval[h];
                priv[h*3 +: 3]                                    <= next_priv[h];
                hart_context[h*CONTEXT_W +: CONTEXT_W]            <= next_hart_context[h];
                ctype[h*2 +: 2]                                   <= next_ctype[h];
                impdef[h*32 +: 32]                                <= next_impdef[h];
                trigger[h*(NBLOCKS+2) +: NBLOCKS+2]               <= next_trigger[h];
                ext_trigger[h*TRIGGERS_W +: TRIGGERS_W]           <= next_ext_trigger[h];
                hart_time[h*TIME_W +: TIME_W]                     <= next_hart_time[h];
            end
            assign ext_trigger_out[h] = triggers_out[h*TRIGGERS_W +: TRIGGERS_W];
        end
    endgenerate

    nt_system #(
        .NHARTS(NHARTS), .CLUSTER(CLUSTER), .LOCAL_RAM(LOCAL_RAM), .LOCAL_WORDS(LOCAL_WORDS),
        .STREAM_BYTES(STREAM_BYTES), .PIB(PIB), .SRAM_WORDS(SRAM_WORDS), .SMEM(SMEM),
        .ATB_W(ATB_W), .XLEN(XLEN), .NBLOCKS(NBLOCKS), .ITYPE_W(ITYPE_W),
        .IRETIRE_W(IRETIRE_W), .ICNT_W(ICNT_W), .HIST_W(HIST_W), .FIFO_DEPTH(FIFO_DEPTH),
        .SCONTEXT_W(SCONTEXT_W), .HCONTEXT_W(HCONTEXT_W), .SRC_W(SRC_W), .TSTAMP_W(TSTAMP_W),
        .STACK_DEPTH(STACK_DEPTH), .PARTIAL_W(PARTIAL_W), .REPEAT_W(REPEAT_W),
        .PERIOD_W(PERIOD_W), .OPTIONS(OPTIONS), .SIJUMP(SIJUMP), .BTYPE_TRAP(BTYPE_TRAP),
        .DRAFT(DRAFT), .NFILTERS(NFILTERS), .NCOMPARATORS(NCOMPARATORS), .NTRIGGERS(NTRIGGERS),
        .OUT_BYTES(OUT_BYTES)
    ) system (
        .clk(clk), .rst(rst), .PSEL(PSEL), .PENABLE(PENABLE), .PADDR(PADDR), .PWRITE(PWRITE),
        .PWDATA(PWDATA), .PSTRB(PSTRB), .PREADY(PREADY), .PRDATA(PRDATA), .PSLVERR(PSLVERR),
        .itype(itype), .iaddr(iaddr), .iretire(iretire), .ilastsize(ilastsize),
        .sijump(sijump), .cause(cause), .tval(tval), .priv(priv), .hart_context(hart_context),
        .ctype(ctype), .impdef(impdef), .trigger(trigger), .halted(halted), .reset(reset),
        .lowpower(lowpower), .hart_time(hart_time), .stall(stall), .ext_trigger(ext_trigger),
        .ext_trigger_out(triggers_out), .system_tick(system_tick), .system_time(system_time),
        .shared_time(system_time), .TRC_CLK(TRC_CLK), .TRC_DATA(TRC_DATA), .AWVALID(AWVALID),
        .AWADDR(AWADDR), .AWLEN(AWLEN), .AWSIZE(AWSIZE), .AWBURST(AWBURST), .AWCACHE(),
        .AWPROT(), .AWREADY(AWREADY), .WVALID(WVALID), .WDATA(WDATA), .WSTRB(WSTRB),
        .WLAST(WLAST), .WREADY(WREADY), .BVALID(BVALID), .BRESP(BRESP), .BREADY(BREADY),
        .ATVALID(ATVALID), .ATREADY(ATREADY), .ATDATA(ATDATA), .ATBYTES(ATBYTES), .ATID(ATID),
        .AFVALID(AFVALID), .AFREADY(AFREADY), .SYNCREQ(SYNCREQ)
    );

    // Links by the order of nt_system_outputs.link; those of what is not built are 0
    genvar k;
    generate
        for (k = 0; k < NHARTS; k = k + 1) begin : of_encoder
            assign link_valid[k] = system.encoder_valid[k];
            assign link_ready[k] = system.encoder_ready[k];
            assign link_count[k] = {{4-COUNT_W{1'b0}}, system.encoder_count[k*COUNT_W +: COUNT_W]};
            assign link_bytes[k] = {{64-BYTES_W{1'b0}}, system.encoder_bytes[k*BYTES_W +: BYTES_W]};
        end
        for (k = 0; k < 4; k = k + 1) begin : of_local
            if (k < LOCALS) begin : built
                assign link_valid[NHARTS+k] = system.top_in_valid[k];
                assign link_ready[NHARTS+k] = system.top_in_ready[k];
                assign link_count[NHARTS+k] =
                    {{4-COUNT_W{1'b0}}, system.top_in_count[k*COUNT_W +: COUNT_W]};
                assign link_bytes[NHARTS+k] =
                    {{64-BYTES_W{1'b0}}, system.top_in_bytes[k*BYTES_W +: BYTES_W]};
            end else begin : missing
                assign link_valid[NHARTS+k] = 1'b0;
                assign link_ready[NHARTS+k] = 1'b0;
                assign link_count[NHARTS+k] = 4'd0;
                assign link_bytes[NHARTS+k] = 64'd0;
            end
        end
        for (k = 0; k < 3; k = k + 1) begin : of_sink
            assign link_valid[NHARTS+5+k] = system.sink_valid[k];
            assign link_ready[NHARTS+5+k] = system.sink_ready[k];
            assign link_count[NHARTS+5+k] =
                {{4-COUNT_W{1'b0}}, system.sink_count[k*COUNT_W +: COUNT_W]};
            assign link_bytes[NHARTS+5+k] =
                {{64-BYTES_W{1'b0}}, system.sink_bytes[k*BYTES_W +: BYTES_W]};
        end
    endgenerate

    assign link_valid[NHARTS+4] = system.stream_valid;
    assign link_ready[NHARTS+4] = system.stream_ready;
    assign link_count[NHARTS+4] = {{4-COUNT_W{1'b0}}, system.stream_count};
    assign link_bytes[NHARTS+4] = {{64-BYTES_W{1'b0}}, system.stream_bytes};

endmodule

`default_nettype wire
