// SPDX-License-Identifier: Apache-2.0
// The bus side of a register block: an APB4 slave. What is read and written where is the block's.
//
// An access is done in its first cycle unless the block lets it wait. An address that is not a
// multiple of 4 is none of any register: PSLVERR, it reads 0, and a write does nothing. Bytes
// without their strobe keep what is read there.
`default_nettype none

module nt_apb_slave (
    // APB4
    input  wire        PSEL,
    input  wire        PENABLE,
    input  wire [1:0]  PADDR,      // the bits below a word's
    input  wire        PWRITE,
    input  wire [31:0] PWDATA,
    input  wire [3:0]  PSTRB,
    output wire        PREADY,
    output wire [31:0] PRDATA,
    output wire        PSLVERR,

    // Block
    input  wire        waits,      // the access is not ready
    input  wire [31:0] fields,     // what the address reads, but for ...
    input  wire [31:0] status,     // ... the bits that nobody writes
    output wire        read,       // a read ends in this cycle, at a word's address
    output wire        write,      // likewise
    output wire [31:0] word,       // what is written
    output wire [31:0] ones        // the bits that are written as 1, for those that 0 leaves alone
);

    wire        done    = PSEL && PENABLE && PREADY;
    wire        aligned = PADDR == 2'b00;
    wire [31:0] strobes = {{8{PSTRB[3]}}, {8{PSTRB[2]}}, {8{PSTRB[1]}}, {8{PSTRB[0]}}};

    assign PREADY  = !waits;
    assign PSLVERR = done && !aligned;
    assign PRDATA  = read ? fields | status : 32'd0;
    assign read    = done && !PWRITE && aligned;
    assign write   = done && PWRITE && aligned;
    assign ones    = PWDATA & strobes;
    assign word    = ones | (fields & ~strobes);

endmodule

`default_nettype wire
