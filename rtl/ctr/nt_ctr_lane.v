// SPDX-License-Identifier: Apache-2.0
// What one block does to the CTR buffer: qualification of its transfer, and freeze (1.0 "Behavior";
// draft chapter 5).
`include "nt_ctr_fields.vh"
`default_nettype none

module nt_ctr_lane #(
    // Register map and rules: 0 of 1.0, 1 of draft 0.1.4
    parameter integer DRAFT = 0
) (
    input  wire        valid,
    input  wire [3:0]  itype,
    input  wire [15:0] cause,
    input  wire [2:0]  from,      // modes before and after the block
    input  wire [2:0]  to,

    input  wire [47:0] control,   // mctrctl, as held
    input  wire [47:0] vscontrol, // vsctrctl
    input  wire        frozen,    // before the block

    output wire        push,      // one of these: entry 0 becomes the transfer, after a step up;
    output wire        swap,      // without it;
    output wire        pop,       // or is no longer valid, and a step down
    output wire        freeze,    // FROZEN is set
    output wire        trap,
    output wire        from_on,   // the modes are enabled for recording
    output wire        to_on,
    output wire        ras        // RASEMU counts
);

    localparam [2:0] U = 3'd0, S = 3'd1, M = 3'd3, VU = 3'd5, VS = 3'd6;
    localparam [3:0] EXCEPTION = 4'd1, INTERRUPT = 4'd2, NOT_TAKEN = 4'd4, INDIRECT_CALL = 4'd8,
        DIRECT_CALL = 4'd9, COROUTINE_SWAP = 4'd12, FUNCTION_RETURN = 4'd13;
    localparam [15:0] BREAKPOINT = 16'd3, LOCAL_OVERFLOW = 16'd13;

    function enabled(input [2:0] mode, input [2:0] by_control, input [1:0] by_vscontrol);
        case (mode)
            U: enabled = by_control[`NT_CTR_U];
            S: enabled = by_control[`NT_CTR_S];
            M: enabled = by_control[`NT_CTR_M];
            VU: enabled = by_vscontrol[`NT_CTR_U];
            VS: enabled = by_vscontrol[`NT_CTR_S];
            default: enabled = 1'b0;
        endcase
    endfunction

    assign from_on = enabled(from, control[2:0], vscontrol[1:0]);
    assign to_on   = enabled(to, control[2:0], vscontrol[1:0]);

    // Where V changes, whichever way, vsctrctl has what is not about a mode
    wire guest = from == VU || from == VS || to == VU || to == VS;
    wire [15:0] filter = guest ? vscontrol[47:32] : control[47:32];
    assign ras = guest ? vscontrol[`NT_CTR_RASEMU] : control[`NT_CTR_RASEMU];

    // External traps
    wire mte  = control[`NT_CTR_MTE];
    wire ste  = control[`NT_CTR_STE];
    wire vste = vscontrol[`NT_CTR_STE];
    assign trap = itype == EXCEPTION || itype == INTERRUPT;
    wire to_te = to == M ? mte : to == VS ? vste : ste;
    wire eten = from == VU || from == VS ? vscontrol[`NT_CTR_ETEN] : control[`NT_CTR_ETEN];
    // Enables of the modes between: S in a trap from below it to M, VS in one from VU past it
    wire between = (to != M || from == S || ste) && (from != VU || to == VS || vste);
    wire external = to_te && (DRAFT != 0 ? eten : between);

    // What would be recorded, were nothing frozen
    wire inhibited = itype == NOT_TAKEN ? !filter[itype] : filter[itype];
    wire listed = !trap ? from_on && !inhibited : to_on ? !inhibited : from_on && external;
    wire record = itype != 4'd0 && listed;

    // Freeze: by the register of the mode that traps to
    wire [47:0] by = to == VS ? vscontrol : control;
    assign freeze = valid && ((itype == EXCEPTION && cause == BREAKPOINT && by[`NT_CTR_BPFRZ]) ||
                              (itype == INTERRUPT && cause == LOCAL_OVERFLOW && by[`NT_CTR_LCOFIFRZ]));

    wire active = valid && !frozen && !freeze;
    wire stack = active && ras && from_on;
    assign push = (active && !ras && record) ||
                  (stack && (itype == INDIRECT_CALL || itype == DIRECT_CALL));
    assign swap = stack && itype == COROUTINE_SWAP;
    assign pop  = stack && itype == FUNCTION_RETURN;

    // Fields that concern other modules
    wire unused = &{1'b0, control, vscontrol, by};

`ifdef FORMAL
    // Contract: what every row of the texts' tables has in common
    wire f_call = itype == INDIRECT_CALL || itype == DIRECT_CALL;
    always @* begin
        p_one: assert (push + swap + pop <= 2'd1);
        p_frozen: assert (!(frozen || freeze || !valid || itype == 4'd0) || (!push && !swap && !pop));
        p_freeze: assert (!freeze || (itype == EXCEPTION && cause == BREAKPOINT) ||
                          (itype == INTERRUPT && cause == LOCAL_OVERFLOW));
        p_off: assert (from_on || to_on || (!push && !swap && !pop));
        p_source: assert (!(push && !from_on) || (trap && to_on));
        p_stack: assert (!(swap || pop) || (ras && from_on));
        p_calls: assert (!(push && ras) || f_call);
        p_external: assert (!(push && trap && !to_on) || to_te);
        c_external: cover (push && trap && !to_on);
        c_partial: cover (push && !from_on);
        c_freeze: cover (freeze && to == VS);
        c_pop: cover (pop && from == VU);
    end
`endif

endmodule

`default_nettype wire
