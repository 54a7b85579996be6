// SPDX-License-Identifier: Apache-2.0
// How items follow each other, for the contract of who takes them and of who makes them: `in_valid`, `in` and
// `in_ready` are those of the cycle. After it f_well says whether they are as a hart's.
    // What is known after an item: where the next one has to be, and in which privilege
    reg             f_in_known, f_in_free;
    reg [XLEN-1:0]  f_in_pc;
    reg [2:0]       f_in_priv;
    // After those of this cycle
    reg             f_well, f_known, f_free;
    reg [XLEN-1:0]  f_pc;
    reg [2:0]       f_priv;
    integer         f;

    // Whether an item is one, and may follow what is known
    function f_fits(input [ITEM_W-1:0] one, input known, input [XLEN-1:0] pc, input free, input [2:0] from_priv);
        reg follows;
        begin
            follows = (!known || one[12 +: XLEN] == pc) && (free || one[11:9] == from_priv);
            case (one[1:0])
                KIND_INSN: f_fits = follows && one[8:5] != ITYPE_EXCEPTION && one[8:5] != ITYPE_INTERRUPT &&
                                    one[8:6] != 3'd3 && (one[2] == (one[8:5] != ITYPE_NONE) || (ITYPE_W == 3 && one[2]));
                KIND_TRAP: f_fits = follows && (one[8:5] == ITYPE_EXCEPTION || one[8:5] == ITYPE_INTERRUPT) && one[2];
                KIND_STOP: f_fits = one[11:9] != 3'd0;
                default:   f_fits = 1'b0;
            endcase
        end
    endfunction
    function f_goes_on(input [1:0] kind, input [3:0] t, input ends);
        f_goes_on = kind == KIND_INSN && (t == ITYPE_NOT_TAKEN || !ends);
    endfunction
    function f_frees(input [1:0] kind, input [3:0] t);
        f_frees = kind != KIND_INSN || t == ITYPE_TRAP_RETURN;
    endfunction

    always @* begin
        f_well  = 1'b1;
        f_known = f_in_known;
        f_free  = f_in_free;
        f_pc    = f_in_pc;
        f_priv  = f_in_priv;
        for (f = 0; f < ITEMS; f = f + 1)
            if (in_valid[f]) begin
                f_well  = f_well && f_fits(in[ITEM_W*f +: ITEM_W], f_known, f_pc, f_free, f_priv);
                f_known = f_goes_on(in[ITEM_W*f +: 2], in[ITEM_W*f+5 +: 4], in[ITEM_W*f+2]);
                f_free  = f_frees(in[ITEM_W*f +: 2], in[ITEM_W*f+5 +: 4]);
                f_pc    = in[ITEM_W*f+12 +: XLEN] + (in[ITEM_W*f+3] ? 4 : 2);
                f_priv  = in[ITEM_W*f+9 +: 3];
            end
    end
    always @(posedge clk)
        if (rst) begin
            f_in_known <= 1'b0;
            f_in_free  <= 1'b1;
        end else if (in_ready) begin
            f_in_known <= f_known;
            f_in_free  <= f_free;
            f_in_pc    <= f_pc;
            f_in_priv  <= f_priv;
        end
