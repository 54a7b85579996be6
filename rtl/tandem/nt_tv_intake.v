// Takes what happened in a cycle, and hands it on as items, each of which becomes a group: a reset, an
// initialization and the counters one by one, each in a cycle of its own, then all lanes side by side.
`include "nt_tv_item.vh"
`default_nettype none

module nt_tv_intake #(
    // As in nt_tv_encoder
    parameter XLEN = 64,
    parameter FLEN = 64,
    parameter MLEN = 64,
    parameter NRET = 1,
    parameter INCREMENT = 0,
    // Derived; do not set
    parameter FPR_W  = `NT_TV_FPR_W(FLEN),
    parameter ITEM_W = `NT_TV_ITEM_W(XLEN, FLEN, MLEN)
) (
    input  wire                   clk,
    input  wire                   rst,

    // As in nt_tv_encoder
    output wire                   ready,
    input  wire                   reset,
    input  wire                   init_valid,
    input  wire [1:0]             init_kind,
    input  wire [MLEN-1:0]        init_addr,
    input  wire [1:0]             init_size,
    input  wire [63:0]            init_data,
    input  wire                   mtime_valid,
    input  wire [63:0]            mtime,
    input  wire                   mcycle_valid,
    input  wire [63:0]            mcycle,
    input  wire                   minstret_valid,
    input  wire [63:0]            minstret,
    input  wire [NRET-1:0]        valid,
    input  wire [NRET-1:0]        insn_valid,
    input  wire [NRET-1:0]        insn_size,
    input  wire [NRET*32-1:0]     insn,
    input  wire [NRET-1:0]        pc_given,
    input  wire [NRET*XLEN-1:0]   pc_next,
    input  wire [NRET-1:0]        gpr_valid,
    input  wire [NRET*5-1:0]      gpr_addr,
    input  wire [NRET*XLEN-1:0]   gpr_data,
    input  wire [NRET-1:0]        fpr_valid,
    input  wire [NRET*5-1:0]      fpr_addr,
    input  wire [NRET*FPR_W-1:0]  fpr_data,
    input  wire [NRET*4-1:0]      csr_valid,
    input  wire [NRET*48-1:0]     csr_addr,
    input  wire [NRET*4*XLEN-1:0] csr_data,
    input  wire [NRET-1:0]        flags_valid,
    input  wire [NRET*5-1:0]      flags,
    input  wire [NRET-1:0]        paddr_valid,
    input  wire [NRET*MLEN-1:0]   paddr,
    input  wire [NRET-1:0]        eaddr_valid,
    input  wire [NRET*MLEN-1:0]   eaddr,
    input  wire [NRET-1:0]        mem_valid,
    input  wire [NRET*2-1:0]      mem_size,
    input  wire [NRET*64-1:0]     mem_data,
    input  wire [NRET-1:0]        priv_valid,
    input  wire [NRET*2-1:0]      priv,

    // Items
    input  wire                   go,          // what is offered is taken
    output wire                   busy,        // something is here
    output wire [NRET-1:0]        item_valid,
    output wire [NRET*ITEM_W-1:0] items
);

    localparam RESET    = 0;
    localparam INIT     = 1;
    localparam COUNTERS = 2;
    localparam LANES    = 3;

    localparam [1:0] INIT_REGISTER = 2'd0;
    localparam [1:0] INIT_MEMORY   = 2'd1;
    localparam [1:0] INIT_PC       = 2'd2;

    localparam [11:0] MCYCLE    = 12'hb00;
    localparam [11:0] MINSTRET  = 12'hb02;
    localparam [11:0] MCYCLEH   = 12'hb80;
    localparam [11:0] MINSTRETH = 12'hb82;

    // What is still to be handed on, in the order of the trace
    reg [3:0] pending_reg;

    // No reset: pending_reg and the valid bits tell what means something
    reg [1:0]             init_kind_reg;
    reg [MLEN-1:0]        init_addr_reg;
    reg [1:0]             init_size_reg;
    reg [63:0]            init_data_reg;
    reg                   mtime_valid_reg;
    reg [63:0]            mtime_reg;
    reg                   mcycle_valid_reg;
    reg [63:0]            mcycle_reg;
    reg                   minstret_valid_reg;
    reg [63:0]            minstret_reg;
    reg [NRET-1:0]        valid_reg;
    reg [NRET-1:0]        insn_valid_reg;
    reg [NRET-1:0]        insn_size_reg;
    reg [NRET*32-1:0]     insn_reg;
    reg [NRET-1:0]        pc_given_reg;
    reg [NRET*XLEN-1:0]   pc_next_reg;
    reg [NRET-1:0]        gpr_valid_reg;  // of x0: no
    reg [NRET*5-1:0]      gpr_addr_reg;
    reg [NRET*XLEN-1:0]   gpr_data_reg;
    reg [NRET-1:0]        fpr_valid_reg;
    reg [NRET*5-1:0]      fpr_addr_reg;
    reg [NRET*FPR_W-1:0]  fpr_data_reg;
    reg [NRET*4-1:0]      csr_valid_reg;
    reg [NRET*48-1:0]     csr_addr_reg;
    reg [NRET*4*XLEN-1:0] csr_data_reg;
    reg [NRET-1:0]        flags_valid_reg;
    reg [NRET*5-1:0]      flags_reg;
    reg [NRET-1:0]        paddr_valid_reg;
    reg [NRET*MLEN-1:0]   paddr_reg;
    reg [NRET-1:0]        eaddr_valid_reg;
    reg [NRET*MLEN-1:0]   eaddr_reg;
    reg [NRET-1:0]        mem_valid_reg;
    reg [NRET*2-1:0]      mem_size_reg;
    reg [NRET*64-1:0]     mem_data_reg;
    reg [NRET-1:0]        priv_valid_reg;
    reg [NRET*2-1:0]      priv_reg;

    // The first of what is pending goes; the rest stays
    wire [3:0] first = pending_reg & (~pending_reg + 4'd1);
    wire [3:0] rest  = pending_reg & ~first;

    assign ready = go && rest == 4'd0;
    assign busy  = pending_reg != 4'd0;

    wire take_lanes    = ready && |valid;
    wire take_init     = ready && init_valid;
    wire take_counters = ready && (mtime_valid || mcycle_valid || minstret_valid);

    wire [NRET-1:0] writes_gpr;

    genvar g;
    generate
        for (g = 0; g < NRET; g = g + 1) begin : x0
            assign writes_gpr[g] = gpr_valid[g] && gpr_addr[5*g +: 5] != 5'd0;
        end
    endgenerate

    always @(posedge clk) begin
        if (rst) pending_reg <= 4'd0;
        else if (ready) pending_reg <= {|valid, mtime_valid || mcycle_valid || minstret_valid, init_valid, reset};
        else if (go) pending_reg <= rest;
        if (take_init) begin
            init_kind_reg <= init_kind;
            init_addr_reg <= init_addr;
            init_size_reg <= init_size;
            init_data_reg <= init_data;
        end
        if (take_counters) begin
            mtime_valid_reg    <= mtime_valid;
            mtime_reg          <= mtime;
            mcycle_valid_reg   <= mcycle_valid;
            mcycle_reg         <= mcycle;
            minstret_valid_reg <= minstret_valid;
            minstret_reg       <= minstret;
        end
        if (take_lanes) begin
            valid_reg       <= valid;
            insn_valid_reg  <= insn_valid;
            insn_size_reg   <= insn_size;
            insn_reg        <= insn;
            pc_given_reg    <= pc_given;
            pc_next_reg     <= pc_next;
            gpr_valid_reg   <= writes_gpr;
            gpr_addr_reg    <= gpr_addr;
            gpr_data_reg    <= gpr_data;
            fpr_valid_reg   <= fpr_valid;
            fpr_addr_reg    <= fpr_addr;
            fpr_data_reg    <= fpr_data;
            csr_valid_reg   <= csr_valid;
            csr_addr_reg    <= csr_addr;
            csr_data_reg    <= csr_data;
            flags_valid_reg <= flags_valid;
            flags_reg       <= flags;
            paddr_valid_reg <= paddr_valid;
            paddr_reg       <= paddr;
            eaddr_valid_reg <= eaddr_valid;
            eaddr_reg       <= eaddr;
            mem_valid_reg   <= mem_valid;
            mem_size_reg    <= mem_size;
            mem_data_reg    <= mem_data;
            priv_valid_reg  <= priv_valid;
            priv_reg        <= priv;
        end
    end

    // What each lane's GPR was
    wire [NRET-1:0]   delta_add;
    wire [NRET-1:0]   delta_set;
    wire [NRET*8-1:0] delta_amount;

    generate
        if (INCREMENT != 0) begin : copied
            reg [NRET-1:0]       known_reg;
            reg [NRET*XLEN-1:0]  old_reg;
            wire [NRET-1:0]      known;
            wire [NRET*XLEN-1:0] old;

            nt_tv_copy #(
                .XLEN(XLEN),
                .NRET(NRET)
            ) copy (
                .clk(clk),
                .rst(rst),
                .forget(ready && reset),
                .init_valid(take_init && init_kind == INIT_REGISTER && init_addr[12:5] == 8'h80 &&
                            init_addr[4:0] != 5'd0),
                .init_addr(init_addr[4:0]),
                .init_data(init_data[XLEN-1:0]),
                .write(valid & writes_gpr & {NRET{ready}}),
                .addr(gpr_addr),
                .data(gpr_data),
                .known(known),
                .value(old)
            );

            always @(posedge clk) if (take_lanes) begin
                known_reg <= known;
                old_reg   <= old;
            end

            for (g = 0; g < NRET; g = g + 1) begin : lane
                nt_tv_delta #(
                    .XLEN(XLEN)
                ) delta (
                    .known(known_reg[g]),
                    .old(old_reg[XLEN*g +: XLEN]),
                    .now(gpr_data_reg[XLEN*g +: XLEN]),
                    .add(delta_add[g]),
                    .set(delta_set[g]),
                    .amount(delta_amount[8*g +: 8])
                );
            end
        end else begin : not_copied
            assign delta_add    = {NRET{1'b0}};
            assign delta_set    = {NRET{1'b0}};
            assign delta_amount = {NRET*8{1'b0}};
        end
    endgenerate

    // What initializes: registers go where a lane has them
    wire init_register = first[INIT] && init_kind_reg == INIT_REGISTER;
    wire init_memory   = first[INIT] && init_kind_reg == INIT_MEMORY;
    wire init_pc       = first[INIT] && init_kind_reg == INIT_PC;
    wire init_gpr      = init_register && init_addr_reg[12:5] == 8'h80;
    wire init_fpr      = init_register && init_addr_reg[12:5] == 8'h81;
    wire init_csr      = init_register && !init_addr_reg[12];
    wire counters      = first[COUNTERS];

    // Counters: the lower and upper half of mcycle and minstret, of 32 bits; else one CSR each
    wire [3:0]        counter_valid;
    wire [4*XLEN-1:0] counter_data;

    generate
        if (XLEN == 32) begin : halves
            assign counter_valid = {{2{minstret_valid_reg}}, {2{mcycle_valid_reg}}};
            assign counter_data  = {minstret_reg, mcycle_reg};
        end else begin : whole
            assign counter_valid = {1'b0, minstret_valid_reg, 1'b0, mcycle_valid_reg};
            assign counter_data  = {{XLEN{1'b0}}, minstret_reg, {XLEN{1'b0}}, mcycle_reg};
        end
        for (g = 0; g < NRET; g = g + 1) begin : lane
            wire              item_reset       = g == 0 && first[RESET];
            wire              item_init        = g == 0 && (first[INIT] || first[COUNTERS]);
            wire              own              = g != 0 || first[LANES];
            wire              item_pc_given    = own ? pc_given_reg[g] : init_pc;
            wire              item_insn_valid  = own && insn_valid_reg[g];
            wire              item_pc_step     = item_insn_valid && !pc_given_reg[g];
            wire [XLEN-1:0]   item_pc          = own ? pc_next_reg[XLEN*g +: XLEN] : init_data_reg[XLEN-1:0];
            wire              item_insn_size   = insn_size_reg[g];
            wire [31:0]       item_insn        = insn_reg[32*g +: 32];
            wire              item_gpr_valid   = own ? gpr_valid_reg[g] : init_gpr;
            wire              item_gpr_add     = own && delta_add[g];
            wire              item_gpr_set     = own && delta_set[g];
            wire [7:0]        item_gpr_amount  = delta_amount[8*g +: 8];
            wire [4:0]        item_gpr_addr    = own ? gpr_addr_reg[5*g +: 5] : init_addr_reg[4:0];
            wire [XLEN-1:0]   item_gpr_data    = own ? gpr_data_reg[XLEN*g +: XLEN] : init_data_reg[XLEN-1:0];
            wire              item_fpr_valid   = own ? fpr_valid_reg[g] : init_fpr;
            wire [4:0]        item_fpr_addr    = own ? fpr_addr_reg[5*g +: 5] : init_addr_reg[4:0];
            wire [FPR_W-1:0]  item_fpr_data    = own ? fpr_data_reg[FPR_W*g +: FPR_W] : init_data_reg[FPR_W-1:0];
            wire [3:0]        item_csr_valid   = own ? csr_valid_reg[4*g +: 4]
                                                     : {3'd0, init_csr} | (counter_valid & {4{counters}});
            wire [47:0]       item_csr_addr    = own ? csr_addr_reg[48*g +: 48]
                                               : {MINSTRETH, MINSTRET, MCYCLEH,
                                                  counters ? MCYCLE : init_addr_reg[11:0]};
            wire [4*XLEN-1:0] item_csr_data    = own ? csr_data_reg[4*XLEN*g +: 4*XLEN]
                                               : {counter_data[4*XLEN-1:XLEN],
                                                  counters ? counter_data[XLEN-1:0] : init_data_reg[XLEN-1:0]};
            wire              item_flags_valid = own && flags_valid_reg[g];
            wire [4:0]        item_flags       = flags_reg[5*g +: 5];
            wire              item_request     = !own && init_memory;
            wire              item_paddr_valid = own ? paddr_valid_reg[g] : init_memory;
            wire [MLEN-1:0]   item_paddr       = own ? paddr_reg[MLEN*g +: MLEN] : init_addr_reg;
            wire              item_eaddr_valid = own && eaddr_valid_reg[g];
            wire [MLEN-1:0]   item_eaddr       = eaddr_reg[MLEN*g +: MLEN];
            wire              item_mem_time    = !own && counters;
            wire              item_mem_valid   = own ? mem_valid_reg[g] : init_memory || (counters && mtime_valid_reg);
            wire [1:0]        item_mem_size    = own ? mem_size_reg[2*g +: 2] : counters ? 2'd3 : init_size_reg;
            wire [63:0]       item_mem_data    = own ? mem_data_reg[64*g +: 64] : counters ? mtime_reg : init_data_reg;
            wire              item_priv_valid  = own && priv_valid_reg[g];
            wire [1:0]        item_priv        = priv_reg[2*g +: 2];

            assign items[ITEM_W*g +: ITEM_W] = `NT_TV_ITEM;
            assign item_valid[g] = first[LANES] ? valid_reg[g] : g == 0 && busy;
        end
    endgenerate

    wire unused = &{1'b0, init_addr_reg};

endmodule

`default_nettype wire
