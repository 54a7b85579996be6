// SRAM of the RAM sink: one port, 32-bit words; a word is read a clock after its address.
// An integrator may put a memory macro in its place.
`default_nettype none

module nt_sram #(
    // Words of 32 bits, a power of two, at least 2
    parameter WORDS = 1024,
    // Derived; do not set
    parameter ADDRESS_W = $clog2(WORDS)
) (
    input  wire                 clk,

    input  wire                 write,       // else the word at `address` is read
    input  wire [ADDRESS_W-1:0] address,     // of a word
    input  wire [31:0]          write_data,
    output wire [31:0]          read_data    // what the last read brought
);

    // Neither has a reset: what was written is to outlive one
    reg [31:0] words_reg [0:WORDS-1];
    reg [31:0] read_data_reg;

    assign read_data = read_data_reg;

    always @(posedge clk)
        if (write) words_reg[address] <= write_data;
        else read_data_reg <= words_reg[address];

endmodule

`default_nettype wire
