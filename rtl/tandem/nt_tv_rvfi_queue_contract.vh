// SPDX-License-Identifier: Apache-2.0
// Contract of nt_tv_rvfi_queue: one row, any, is watched from where it is shown to where it is done with.
// That it comes out unchanged, behind as many rows as there were older ones, with the mark of a loss
// exactly if one came since the row before it, says that rows are lost only where in_ready is low.
    (* anyseq *) wire     f_pick;    // watch the row that comes in now
    reg                   f_started = 1'b0;
    reg                   f_watching;
    reg  [WIDTH:0]        f_row;
    reg  [LEVEL_W-1:0]    f_ahead;   // older rows that are held
    reg  [LEVEL_W-1:0]    f_held;    // rows that are, counted anew
    reg                   f_due;     // a loss that no row is marked with

    wire f_comes = in_ready && (in[WIDTH-1 -: VALID_W] != {VALID_W{1'b0}} || f_due || in_changed);
    wire f_goes  = out_valid && out_ready;
    always @(posedge clk) begin
        f_started <= 1'b1;
        if (rst) begin
            f_watching <= 1'b0;
            f_held     <= {LEVEL_W{1'b0}};
            f_due      <= 1'b0;
        end else begin
            f_held <= f_held + {{LEVEL_W-1{1'b0}}, f_comes} - {{LEVEL_W-1{1'b0}}, f_goes};
            f_due  <= (f_due || in_changed) && !f_comes;
            if (f_watching && f_goes) begin
                f_watching <= f_ahead != {LEVEL_W{1'b0}};
                f_ahead    <= f_ahead - 1'b1;
            end else if (!f_watching && f_pick && f_comes) begin
                f_watching <= 1'b1;
                f_row      <= {f_due || in_changed, in};
                f_ahead    <= f_held - {{LEVEL_W-1{1'b0}}, f_goes};
            end
        end
    end

    // Where the watched row lies
    wire [LEVEL_W:0]   f_far   = {1'b0, f_ahead} + {{LEVEL_W+1-PLACE_W{1'b0}}, head_reg};
    wire [LEVEL_W:0]   f_wrap  = f_far >= FULL[LEVEL_W:0] ? f_far - FULL[LEVEL_W:0] : f_far;
    wire [PLACE_W-1:0] f_place = f_wrap[PLACE_W-1:0];
    wire [LEVEL_W:0]   f_end   = {1'b0, level_reg} + {{LEVEL_W+1-PLACE_W{1'b0}}, head_reg};
    wire [LEVEL_W:0]   f_tail  = f_end >= FULL[LEVEL_W:0] ? f_end - FULL[LEVEL_W:0] : f_end;

    always @* begin
        if (!f_started) a_reset: assume (rst);
    end
    always @* if (f_started) begin
        p_level: assert (f_held == level_reg && f_held <= FULL[LEVEL_W-1:0]);
        p_ready: assert (in_ready == (f_held != FULL[LEVEL_W-1:0]));
        p_valid: assert (out_valid == (f_held != {LEVEL_W{1'b0}}));
        p_none:  assert (out_valid || (out[WIDTH-1 -: VALID_W] == {VALID_W{1'b0}} && !out_lost));
        p_row:   assert (!f_watching || f_ahead != {LEVEL_W{1'b0}} || {out_lost, out} == f_row);
        i_due:   assert (f_due == lost_reg);
        i_place: assert ({1'b0, head_reg} < FULL[PLACE_W:0] && {1'b0, tail_reg} < FULL[PLACE_W:0] &&
                         f_tail[PLACE_W-1:0] == tail_reg);
        i_ahead: assert (!f_watching || f_ahead < f_held);
        i_row:   assert (!f_watching || row_reg[f_place] == f_row);
    end
    always @* if (f_started && !rst) begin
        c_full: cover (f_watching && f_ahead == FULL[LEVEL_W-1:0] - 1'b1);
        c_lost: cover (out_lost && f_goes && f_watching);
        c_alone: cover (out_lost && out[WIDTH-1 -: VALID_W] == {VALID_W{1'b0}});
    end
