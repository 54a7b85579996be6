// PIB: Pin Interface Block, 8-bit parallel mode.
//
// Trace Control Interface 1.0, "Trace PIB Sink": TRC_CLK runs all the time and a byte goes with
// each of its edges, coincident with it (trPibClkCenter = 0). Between messages TRC_DATA is all
// ones (N-Trace 1.0, "PIB Idle Cycles Explained"), never inside one: the source must offer the
// bytes of a message without a gap.
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
            if (take) in_message_reg <= in[1:0] != MSEO_END_OF_MESSAGE;
        end else begin
            divider_reg <= divider_reg - 16'd1;
        end
    end

endmodule

`default_nettype wire
