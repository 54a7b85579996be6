// PIB: Pin Interface Block, 8-bit parallel mode.
//
// Trace Control Interface 1.0, "Trace PIB Sink": TRC_CLK runs all the time and a byte goes with
// each of its edges, coincident with it (trPibClkCenter = 0). Between messages TRC_DATA is all
// ones (N-Trace 1.0, "PIB Idle Cycles Explained"), never inside one: the source must offer the
// bytes of a message without a gap. Where it does not, being reset, the message is over.
`default_nettype none

module nt_pib (
    input  wire        clk,
    input  wire        rst,

    // Control
    input  wire        trPibActive,
    input  wire        trPibEnable,
    input  wire [3:0]  trPibMode,
    input  wire [15:0] trPibDivider,
    output wire        trPibEmpty,

    // Bytes: {MDO, MSEO}
    input  wire        in_valid,
    input  wire [7:0]  in,
    output wire        in_ready,

    // Pins
    output wire        TRC_CLK,
    output wire [7:0]  TRC_DATA
);

    localparam [3:0] MODE_PARALLEL_8     = 4'd11;
    localparam [7:0] IDLE                = 8'hff;
    localparam [1:0] MSEO_END_OF_MESSAGE = 2'b11;

    reg        clk_reg;
    reg [7:0]  data_reg;
    reg [15:0] divider_reg;     // cycles until the next edge of TRC_CLK
    reg        in_message_reg;  // a message has begun and not ended

    wire runs = trPibActive && trPibMode == MODE_PARALLEL_8;
    wire edge_now = runs && divider_reg == 16'd0;
    wire accepts  = trPibEnable || in_message_reg;  // a message that has begun is finished
    wire take     = in_valid && in_ready;

    assign in_ready   = edge_now && accepts;
    assign trPibEmpty = !in_message_reg;
    assign TRC_CLK    = clk_reg;
    assign TRC_DATA   = data_reg;

    always @(posedge clk) begin
        if (rst || !runs) begin
            clk_reg        <= 1'b0;
            data_reg       <= IDLE;
            divider_reg    <= 16'd0;
            in_message_reg <= 1'b0;
        end else if (edge_now) begin
            clk_reg     <= !clk_reg;
            data_reg    <= take ? in : IDLE;
            divider_reg <= trPibDivider;
            // Without a byte there is no message, be it that the encoder was reset within one
            in_message_reg <= take && in[1:0] != MSEO_END_OF_MESSAGE;
        end else begin
            divider_reg <= divider_reg - 16'd1;
        end
    end

`ifdef FORMAL
    // Contract
    reg        f_started = 1'b0;
    reg        f_ran;         // neither reset nor stopped in the cycle before
    reg        f_took;        // a byte was taken in the cycle before
    reg        f_offered;     // a byte was offered in the cycle before
    reg        f_clk;         // TRC_CLK in the cycle before
    reg [7:0]  f_data;        // TRC_DATA in the cycle before
    reg        f_in_message;  // a message has begun and not ended
    reg        f_was_inside;  // the same in the cycle before
    reg        f_enabled;     // trPibEnable in the cycle before
    reg        f_carries;     // a byte is on the pins
    reg [7:0]  f_byte;        // that byte
    reg [15:0] f_since;       // cycles since TRC_CLK changed
    reg [15:0] f_period;      // trPibDivider when it changed

    wire f_edge = TRC_CLK != f_clk;

    always @(posedge clk) begin
        f_started    <= 1'b1;
        f_ran        <= !rst && runs;
        f_took       <= !rst && take;
        f_offered    <= in_valid;
        f_clk        <= TRC_CLK;
        f_data       <= TRC_DATA;
        f_was_inside <= f_in_message;
        f_enabled    <= trPibEnable;
        if (rst || !runs) begin
            f_in_message <= 1'b0;
            f_carries    <= 1'b0;
            f_since      <= 16'd0;
            f_period     <= 16'd0;
        end else begin
            f_since <= f_since + 16'd1;
            if (f_since == f_period) begin
                f_since   <= 16'd0;
                f_period  <= trPibDivider;
                f_carries <= take;
                f_byte    <= in;
                // As the receiver sees it: idle bytes have MSEO=11
                f_in_message <= take && in[1:0] != MSEO_END_OF_MESSAGE;
            end
        end
    end

    always @* if (!f_started) a_reset: assume (rst);

    reg f_due;  // TRC_CLK must change now
    always @(posedge clk) f_due <= !rst && runs && f_since == f_period;

    always @* if (f_started) begin
        // TRC_CLK changes every trPibDivider + 1 cycles while it runs, and is 0 while it does not
        if (f_ran)  p_clock:   assert (f_edge == f_due);
        if (!f_ran) p_stopped: assert (!TRC_CLK && TRC_DATA == IDLE);
        // TRC_DATA is the byte that was taken, else all ones; it changes with TRC_CLK alone
        p_data: assert (TRC_DATA == (f_carries ? f_byte : IDLE));
        if (f_ran && !f_edge) p_steady: assert (TRC_DATA == f_data);
        // A byte that is taken goes with an edge of its own
        if (f_ran && f_took) p_once: assert (f_edge && f_carries);
        // Never idle inside a message, unless the source has nothing
        if (f_ran && f_edge && f_was_inside && f_offered) p_gapless: assert (f_took);
        // Nothing begins while disabled
        if (!f_enabled && !f_was_inside) p_disabled: assert (!f_took);
        p_empty: assert (trPibEmpty == !f_in_message);

        // For the induction: what is left of the period
        i_divider: assert (divider_reg == f_period - f_since && f_since <= f_period);
        i_clock:   assert (!f_due || f_since == 16'd0);
    end

    // The contract can be met
    always @* if (f_started && f_ran) begin
        c_slow:   cover (f_edge && f_took && f_period == 16'd3);
        c_idle:   cover (f_edge && !f_took && f_enabled && f_data != IDLE);
        c_cut:    cover (f_edge && f_was_inside && !f_in_message && !f_took);
        c_finish: cover (f_took && !f_enabled && !f_in_message);
    end
`endif

endmodule

`default_nettype wire
