// Copy of the integer registers as the trace has told them: what a GPR was before an instruction.
// A register is known from its first update after a reset on; x0 has no copy.
`default_nettype none

module nt_tv_copy #(
    // Width of a register, 32 or 64
    parameter XLEN = 64,
    // Instructions in a cycle, 1 to 4
    parameter NRET = 1
) (
    input  wire                 clk,
    input  wire                 rst,

    // What is taken in this cycle, in this order: nothing is known any more; one register from outside;
    // those of the lanes
    input  wire                 forget,
    input  wire                 init_valid,
    input  wire [4:0]           init_addr,
    input  wire [XLEN-1:0]      init_data,
    input  wire [NRET-1:0]      write,
    input  wire [NRET*5-1:0]    addr,
    input  wire [NRET*XLEN-1:0] data,

    // The register that each lane writes, before that
    output reg  [NRET-1:0]      known,
    output reg  [NRET*XLEN-1:0] value
);

    reg [31:0]     known_reg;
    reg [XLEN-1:0] value_reg [0:31];  // no reset: known_reg tells which have a value
    reg [31:0]     known_next;
    reg [4:0]      at;

    integer l;
    integer older;

    always @* begin
        known_next = forget ? 32'd0 : known_reg;
        if (init_valid) known_next[init_addr] = 1'b1;
        for (l = 0; l < NRET; l = l + 1) begin
            at = addr[5*l +: 5];
            known[l] = known_next[at];
            value[XLEN*l +: XLEN] = init_valid && init_addr == at ? init_data : value_reg[at];
            for (older = 0; older < l; older = older + 1)
                if (write[older] && addr[5*older +: 5] == at)
                    value[XLEN*l +: XLEN] = data[XLEN*older +: XLEN];
            if (write[l]) known_next[at] = 1'b1;
        end
    end

    integer w;
    always @(posedge clk) begin
        known_reg <= rst ? 32'd0 : known_next;
        if (init_valid) value_reg[init_addr] <= init_data;
        for (w = 0; w < NRET; w = w + 1)
            if (write[w]) value_reg[addr[5*w +: 5]] <= data[XLEN*w +: XLEN];
    end

endmodule

`default_nettype wire
