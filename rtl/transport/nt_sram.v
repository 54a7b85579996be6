// SPDX-License-Identifier: Apache-2.0
// SRAM of the RAM sink: one port, 32-bit words; a word is read a clock after its address.
// An integrator may put a memory macro in its place.
`default_nettype none

module nt_sram #(
    // Words of 32 bits, a power of two, at least 2
    parameter integer WORDS = 1024,
    // Derived; do not set
    parameter integer ADDRESS_W = $clog2(WORDS)
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

`ifdef FORMAL
    // Contract: one word, any, is watched from its last write on
    (* anyconst *) reg [ADDRESS_W-1:0] f_address;
    reg        f_started = 1'b0;
    reg        f_written;
    reg        f_wrote;    // any word in the cycle before
    reg        f_read;     // the watched word was read, and none since
    reg [31:0] f_word;
    reg [31:0] f_expected; // as it was when it was read

    wire f_here = address == f_address;

    always @(posedge clk) begin
        f_started <= 1'b1;
        f_written <= f_started && (f_written || (write && f_here));
        f_wrote   <= write;
        if (write && f_here) f_word <= write_data;
        if (!write) f_read <= f_started && f_here && f_written;
        if (!f_started) f_read <= 1'b0;
        if (!write) f_expected <= f_word;
    end

    always @* if (f_started) begin
        if (f_read) p_read: assert (read_data == f_expected);
        if (f_written) i_word: assert (words_reg[f_address] == f_word);
        c_read: cover (f_read && f_wrote && f_word != f_expected);
    end
`endif

endmodule

`default_nettype wire
