// SPDX-License-Identifier: Apache-2.0
// Writes what a trace ingress port says to a file, in text: an ingress file, docs/ingress.md. For simulators. A port of
// single instructions, whose iretire is 0 or 1, connects iretire as half-words: iretire ? 1 << ilastsize : 0.
//
//   +port=FILE
`default_nettype none

module nt_ingress_log #(
    parameter integer XLEN      = 64,
    parameter integer NBLOCKS   = 1,
    parameter integer ITYPE_W   = 4,
    parameter integer IRETIRE_W = 6
) (
    input wire                         clk,
    input wire                         rst,

    // Trace ingress port; block 0 in the low bits is the oldest
    input wire [NBLOCKS*ITYPE_W-1:0]   itype,
    input wire [NBLOCKS*XLEN-1:0]      iaddr,
    input wire [NBLOCKS*IRETIRE_W-1:0] iretire,
    input wire [2*NBLOCKS-1:0]         ilastsize,
    input wire [NBLOCKS-1:0]           sijump,
    input wire [5:0]                   cause,
    input wire [XLEN-1:0]              tval,
    input wire [2:0]                   priv,
    input wire                         halted,
    input wire                         reset,
    input wire                         lowpower,

    // The run is over: the file ends with this cycle
    input wire                         done
);

    reg [8*1024-1:0] path;
    integer          file = 0, idle = 0, b;
    reg              closed = 1'b0;

    wire used    = itype != {NBLOCKS*ITYPE_W{1'b0}} || iretire != {NBLOCKS*IRETIRE_W{1'b0}};
    wire stopped = halted || reset || lowpower;

    initial if ($value$plusargs("port=%s", path)) begin
        file = $fopen(path, "w");
        $fwrite(file, "ntrace-ingress 2 xlen=%0d nblocks=%0d itype_w=%0d iretire_w=%0d\n", XLEN, NBLOCKS, ITYPE_W, IRETIRE_W);
    end

    always @(posedge clk) if (file != 0 && !closed) begin
        if ((rst || used || stopped || done) && idle != 0) $fwrite(file, "idle %0d\n", idle);
        idle <= rst || used || stopped || done ? 0 : idle + 1;
        if (rst) $fwrite(file, "rst=1\n");
        else if (used || stopped) begin
            $fwrite(file, "halted=%0d reset=%0d lowpower=%0d priv=%0d cause=%0d tval=0x%0h", halted, reset, lowpower, priv,
                    cause, tval);
            for (b = 0; b < NBLOCKS; b = b + 1)
                $fwrite(file, " b iaddr=0x%0h iretire=%0d itype=%0d ilastsize=%0d sijump=%0d", iaddr[b*XLEN +: XLEN],
                        iretire[b*IRETIRE_W +: IRETIRE_W], itype[b*ITYPE_W +: ITYPE_W], ilastsize[2*b +: 2], sijump[b]);
            $fwrite(file, "\n");
        end
        if (done) begin
            $fwrite(file, "end\n");
            $fclose(file);
            closed <= 1'b1;
        end
    end

endmodule

`default_nettype wire
