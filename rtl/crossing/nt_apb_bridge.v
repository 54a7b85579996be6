// SPDX-License-Identifier: Apache-2.0
// APB4 from one clock to another: a debugger's bus to registers in the clock of a hart. An access is kept here, done on the
// other side, and ready when its answer has come back: some four edges of either clock, and its own time.
//
// Both sides are reset together: neither leaves its reset before the other has had a clock edge in its own.
`default_nettype none

module nt_apb_bridge #(
    parameter integer ADDR_W = 12
) (
    // From the manager
    input  wire              in_clk,
    input  wire              in_rst,
    input  wire              in_PSEL,
    input  wire              in_PENABLE,
    input  wire [ADDR_W-1:0] in_PADDR,
    input  wire              in_PWRITE,
    input  wire [31:0]       in_PWDATA,
    input  wire [3:0]        in_PSTRB,
    output wire              in_PREADY,
    output wire [31:0]       in_PRDATA,
    output wire              in_PSLVERR,

    // To the registers
    input  wire              out_clk,
    input  wire              out_rst,
    output wire              out_PSEL,
    output wire              out_PENABLE,
    output wire [ADDR_W-1:0] out_PADDR,
    output wire              out_PWRITE,
    output wire [31:0]       out_PWDATA,
    output wire [3:0]        out_PSTRB,
    input  wire              out_PREADY,
    input  wire [31:0]       out_PRDATA,
    input  wire              out_PSLVERR
);

    generate
        if (ADDR_W < 1 || ADDR_W > 64) begin : out_of_range
            nt_apb_bridge_parameters_out_of_range stop();
        end
    endgenerate

    // Input's clock. The access stands still while the other side looks at it.
    reg              asked_reg;     // changes with each access
    reg              waiting_reg;   // for its answer
    reg [ADDR_W-1:0] addr_reg;
    reg              write_reg;
    reg [31:0]       wdata_reg;
    reg [3:0]        strb_reg;

    // Output's clock. So does the answer.
    reg              answered_reg;  // follows asked_reg
    reg              select_reg;
    reg              enable_reg;
    reg [31:0]       rdata_reg;
    reg              slverr_reg;

    wire asked_seen;
    wire answered_seen;

`ifdef FORMAL
    wire f_to_out;
    wire f_to_in;
`endif
    nt_sync2 to_out (
`ifdef FORMAL
        .f_meta(f_to_out),
`endif
        .clk(out_clk), .rst(out_rst), .in(asked_reg), .out(asked_seen)
    );
    nt_sync2 to_in (
`ifdef FORMAL
        .f_meta(f_to_in),
`endif
        .clk(in_clk), .rst(in_rst), .in(answered_reg), .out(answered_seen)
    );

    wire begins = in_PSEL && !in_PENABLE && !waiting_reg;
    wire ends   = waiting_reg && answered_seen == asked_reg;

    assign in_PREADY  = ends;
    assign in_PRDATA  = ends && !write_reg ? rdata_reg : 32'd0;
    assign in_PSLVERR = ends && slverr_reg;

    always @(posedge in_clk) begin
        if (begins) begin
            addr_reg  <= in_PADDR;
            write_reg <= in_PWRITE;
            wdata_reg <= in_PWDATA;
            strb_reg  <= in_PSTRB;
        end
        asked_reg   <= !in_rst && (asked_reg ^ begins);
        waiting_reg <= !in_rst && (begins || (waiting_reg && !(ends && in_PENABLE)));
    end

    assign out_PSEL    = select_reg && !out_rst;
    assign out_PENABLE = enable_reg && !out_rst;
    assign out_PADDR   = addr_reg;
    assign out_PWRITE  = write_reg;
    assign out_PWDATA  = wdata_reg;
    assign out_PSTRB   = strb_reg;

    wire done = select_reg && enable_reg && out_PREADY;

    always @(posedge out_clk) begin
        if (done) begin
            rdata_reg  <= out_PRDATA;
            slverr_reg <= out_PSLVERR;
        end
        if (out_rst) begin
            select_reg   <= 1'b0;
            enable_reg   <= 1'b0;
            answered_reg <= 1'b0;
        end else begin
            select_reg   <= done ? 1'b0 : select_reg || asked_seen != answered_reg;
            enable_reg   <= select_reg && !done;
            answered_reg <= done ? asked_seen : answered_reg;
        end
    end

`ifdef FORMAL
    // Contract, with both clocks arbitrary, behind the reset of both sides
    initial begin
        asked_reg    = 0;
        waiting_reg  = 0;
        answered_reg = 0;
        select_reg   = 0;
        enable_reg   = 0;
    end

    // The manager keeps to APB
    reg f_select = 1'b0;  // an access has begun and not ended
    always @(posedge in_clk) f_select <= in_PSEL && !(in_PENABLE && in_PREADY);
    always @* begin
        a_reset:  assume (!in_rst && !out_rst);
        a_select: assume (!f_select || in_PSEL);
        a_enable: assume (in_PENABLE == f_select);
    end

    reg               f_begun = 1'b0;  // in the output's cycle before an access was there, and not done
    reg [ADDR_W+36:0] f_access;        // it
    reg [32:0]        f_answer;        // the latest
    always @(posedge out_clk) begin
        f_begun  <= select_reg && !done;
        f_access <= {out_PADDR, out_PWRITE, out_PWDATA, out_PSTRB};
        if (done) f_answer <= {out_PSLVERR, out_PRDATA};
    end

    always @* begin
        // The registers see APB: a cycle of setup, then the access, which stays as it is until it is done
        if (out_PENABLE) p_setup: assert (out_PSEL && f_begun);
        if (f_begun) p_steady: assert (out_PSEL && out_PENABLE && f_access == {out_PADDR, out_PWRITE, out_PWDATA, out_PSTRB});
        // Ready only when the access is over on the other side, with its answer
        if (in_PREADY) p_ready: assert (!select_reg && answered_reg == asked_reg);
        if (in_PREADY) p_answer: assert (in_PSLVERR == f_answer[32] && (write_reg || in_PRDATA == f_answer[31:0]));
        // Nothing is there that nobody asked for
        if (out_PSEL) p_asked: assert (waiting_reg);

        // Of what leads around, one place at most differs from the one before it
        i_one: assert ({2'd0, asked_reg ^ f_to_out} + {2'd0, f_to_out ^ asked_seen} + {2'd0, asked_seen ^ answered_reg} +
                       {2'd0, answered_reg ^ f_to_in} + {2'd0, f_to_in ^ answered_seen} <= 3'd1);
        if (!waiting_reg) i_rest: assert (asked_reg == answered_seen);
        if (select_reg) i_select: assert (asked_seen != answered_reg);
        i_begun: assert (f_begun == enable_reg && (!enable_reg || select_reg));
        i_waits: assert (!waiting_reg || f_select);
        if (answered_reg != f_to_in || f_to_in != answered_seen || (waiting_reg && answered_reg == asked_reg))
            i_answer: assert (f_answer == {slverr_reg, rdata_reg});
        if (enable_reg) i_access: assert (f_access == {addr_reg, write_reg, wdata_reg, strb_reg});
    end

    always @* begin
        c_read:  cover (in_PREADY && in_PENABLE && !write_reg && in_PRDATA != 0);
        c_error: cover (in_PREADY && in_PENABLE && in_PSLVERR);
    end
`endif

endmodule

`default_nettype wire
