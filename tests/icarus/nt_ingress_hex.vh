// SPDX-License-Identifier: Apache-2.0
// Reads an ingress file in hex form (docs/ingress.md) in a testbench of Verilog-2005: included within its
// module, after nt_control_fields.vh and the definitions of a build (scripts/config.py vh). The testbench
// opens `ingress`; each read_line makes a cycle of it, as long as `columns` is `wanted`.

    // The columns of a line
    reg                               rst, sink_ready, halted, reset, lowpower;
    reg [2:0]                         priv;
    reg [15:0]                        cause;
    reg [`NT_XLEN-1:0]                tval;
    reg [63:0]                        context_in, time_in;
    reg [1:0]                         ctype;
    reg [31:0]                        impdef;
    reg [`NT_NBLOCKS+1:0]             trigger;
    reg [7:0]                         ext_trigger;
    reg                               psel, penable, pwrite;
    reg [11:0]                        paddr;
    reg [31:0]                        pwdata;
    reg [3:0]                         pstrb;
    reg [`NT_XLEN-1:0]                block_iaddr;
    reg [`NT_IRETIRE_W-1:0]           block_iretire;
    reg [`NT_ITYPE_W-1:0]             block_itype;
    reg [1:0]                         block_ilastsize;
    reg                               block_sijump;
    reg [`NT_CONTROL_W-1:0]           control;
    reg [`NT_CONTROL_W-1:0]           next;
    reg [`NT_CONTROL_W+31:0]          shifted;
    reg [31:0]                        field;
    wire [8*`NT_CONTROL_FIELDS-1:0]   widths = `NT_CONTROL_WIDTHS;
    reg                               trPibActive, trPibEnable;
    reg [3:0]                         trPibMode;
    reg [15:0]                        trPibDivider;

    reg [`NT_NBLOCKS*`NT_ITYPE_W-1:0]   itype;
    reg [`NT_NBLOCKS*`NT_XLEN-1:0]      iaddr;
    reg [`NT_NBLOCKS*`NT_IRETIRE_W-1:0] iretire;
    reg [`NT_NBLOCKS*2-1:0]             ilastsize;
    reg [`NT_NBLOCKS-1:0]               sijump;

    integer ingress, columns, wanted, b;

    task read_line;
        begin
            wanted = 24 + `NT_CONTROL_FIELDS + 5 * `NT_NBLOCKS;
            columns = $fscanf(ingress, "%h %h %h %h %h %h %h %h %h %h %h %h %h %h", rst, sink_ready,
                              halted, reset, lowpower, priv, cause, tval, context_in, ctype, time_in,
                              impdef, trigger, ext_trigger);
            columns = columns + $fscanf(ingress, "%h %h %h %h %h %h", psel, penable, pwrite, paddr,
                                        pwdata, pstrb);
            for (b = 0; b < `NT_NBLOCKS; b = b + 1) begin
                columns = columns + $fscanf(ingress, "%h %h %h %h %h", block_iaddr, block_iretire,
                                            block_itype, block_ilastsize, block_sijump);
                iaddr[b*`NT_XLEN +: `NT_XLEN] = block_iaddr;
                iretire[b*`NT_IRETIRE_W +: `NT_IRETIRE_W] = block_iretire;
                itype[b*`NT_ITYPE_W +: `NT_ITYPE_W] = block_itype;
                ilastsize[b*2 +: 2] = block_ilastsize;
                sijump[b] = block_sijump;
            end
            next = control;
            for (b = 0; b < `NT_CONTROL_FIELDS; b = b + 1) begin
                columns = columns + $fscanf(ingress, "%h", field);
                shifted = {field, next} >> widths[8*b +: 8];
                next = shifted[`NT_CONTROL_W-1:0];
            end
            control = next;
            columns = columns + $fscanf(ingress, "%h %h %h %h", trPibActive, trPibEnable, trPibMode,
                                        trPibDivider);
        end
    endtask
