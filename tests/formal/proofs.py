"""What scripts/formal.py proves, and the faults that show that each proof can fail.

A property is an `assert` in the contract at the foot of a module, by its label (p_...); i_... are
invariants that only help the induction; c_... are covers.
"""
from dataclasses import dataclass, field

from scripts.rtl_files import files_of


@dataclass
class Proof:
    name: str
    top: str
    files: list
    parameters: dict = field(default_factory=dict)
    method: str = "induction"  # or "bmc", then `steps` is the depth
    steps: int = 2             # the longest induction tried
    cover_steps: int = 12      # where all covers must be reached
    covers: bool = True        # False: the covers were shown with smaller parameters
    short: bool = False        # part of `make formal-short`
    clocks: int = 1            # more: their edges come in any order, also together
    closed: list = field(default_factory=list)  # assumptions of modules inside that are proven


@dataclass
class Fault:
    proof: str     # the proof that sees it
    label: str     # the property that it breaks
    file: str
    old: str       # stands there once
    new: str
    steps: int = 8  # it shows within


FIFO = "rtl/encoder/nt_message_fifo.v"
PARTS = "rtl/transport/nt_parts.v"
PART_BYTES = "rtl/transport/nt_part_bytes.v"
SERIALIZER = "rtl/transport/nt_serializer.v"
WIDE = "rtl/transport/nt_serializer_wide.v"
PIB = "rtl/transport/nt_pib.v"
CDC = "rtl/transport/nt_cdc_fifo.v"
ANY_BUFFER = "tests/formal/nt_stream_buffer_any.v"
QUALIFY = "rtl/encoder/nt_qualify.v"
FILTER = "rtl/encoder/nt_filter.v"
COMPARATOR = "rtl/encoder/nt_comparator.v"
FLOW = "rtl/encoder/nt_flow.v"
LANE = "rtl/encoder/nt_flow_lane.v"
MESSAGE = "rtl/encoder/nt_message.v"
HISTORY = "rtl/encoder/nt_history_lane.v"
FINDER = "rtl/encoder/nt_history_finder.v"
OWNERSHIP = "rtl/encoder/nt_ownership_lane.v"
OPTIONS = "rtl/encoder/nt_options.v"
STACK = "rtl/encoder/nt_return_stack.v"
STACK_LANE = "rtl/encoder/nt_stack_lane.v"
REPEAT = "rtl/encoder/nt_repeat_lane.v"
HISTORY_CONTRACT = "tests/formal/nt_history_contract.v"
INGRESS = "rtl/encoder/nt_ingress.v"
ENCODER = "rtl/nt_encoder.v"
REGISTERS = "rtl/control/nt_registers.v"
FILTER_REGISTERS = "rtl/control/nt_filter_registers.v"
COMPARATOR_REGISTERS = "rtl/control/nt_comparator_registers.v"
TIMESTAMP = "rtl/control/nt_timestamp.v"
TRIGGER = "rtl/control/nt_trigger.v"

FLOW_FILES = files_of("nt_flow")
TINY_FLOW = {"XLEN": 32, "NBLOCKS": 1, "ITYPE_W": 4, "IRETIRE_W": 3, "ICNT_W": 5, "HIST_W": 5,
             "FIFO_DEPTH": 16, "SCONTEXT_W": 2, "HCONTEXT_W": 1, "TSTAMP_W": 2, "STACK_DEPTH": 1,
             "PARTIAL_W": 4, "REPEAT_W": 3, "PERIOD_W": 2}
MIN_FLOW = {"XLEN": 32, "NBLOCKS": 1, "ITYPE_W": 3, "IRETIRE_W": 3, "ICNT_W": 5, "HIST_W": 5,
            "FIFO_DEPTH": 8, "SCONTEXT_W": 0, "HCONTEXT_W": 0, "TSTAMP_W": 0, "STACK_DEPTH": 0,
            "PARTIAL_W": 1, "REPEAT_W": 0, "PERIOD_W": 0}
TINY_QUALIFY = {"XLEN": 32, "NBLOCKS": 2, "ITYPE_W": 4, "IRETIRE_W": 3, "CONTEXT_W": 4,
                "NFILTERS": 2, "NCOMPARATORS": 2, "NTRIGGERS": 2}

# Every field of every message, all of them short
TINY_MESSAGE = {"XLEN": 32, "ICNT_W": 5, "HIST_W": 5, "SCONTEXT_W": 4, "HCONTEXT_W": 3, "SRC_W": 3,
                "TSTAMP_W": 8, "REPEAT_W": 3, "OPTIONS": 1}
# No option
MIN_MESSAGE = {"SCONTEXT_W": 0, "HCONTEXT_W": 0, "SRC_W": 0, "TSTAMP_W": 0, "REPEAT_W": 0,
               "OPTIONS": 0}

STACK_FILES = ["tests/formal/nt_stack_contract.v", STACK, STACK_LANE]

PROOFS = [
    Proof("fifo", "nt_message_fifo", [FIFO], {"WIDTH": 2, "DEPTH": 8, "WRITES": 4}, short=True),
    Proof("fifo-2-writes", "nt_message_fifo", [FIFO], {"WIDTH": 2, "DEPTH": 4, "WRITES": 2}),
    Proof("fifo-3-writes", "nt_message_fifo", [FIFO], {"WIDTH": 2, "DEPTH": 8, "WRITES": 3}),
    Proof("fifo-rv32-min", "nt_message_fifo", [FIFO], {"WIDTH": 97, "DEPTH": 8, "WRITES": 4},
          covers=False),
    Proof("fifo-rv64", "nt_message_fifo", [FIFO], {"WIDTH": 8, "DEPTH": 32, "WRITES": 4},
          covers=False),
    Proof("serializer", "nt_serializer", [SERIALIZER, PARTS], TINY_MESSAGE, short=True),
    Proof("serializer-rv32-min", "nt_serializer", [SERIALIZER, PARTS],
          {"XLEN": 32, "ICNT_W": 22, "HIST_W": 32, **MIN_MESSAGE}, covers=False),
    Proof("serializer-rv64", "nt_serializer", [SERIALIZER, PARTS],
          {"XLEN": 64, "ICNT_W": 22, "HIST_W": 32}, cover_steps=24),
    Proof("serializer-wide", "nt_serializer_wide", [WIDE, PART_BYTES, PARTS], TINY_MESSAGE,
          short=True),
    Proof("serializer-wide-min", "nt_serializer_wide", [WIDE, PART_BYTES, PARTS],
          {"XLEN": 32, "ICNT_W": 22, "HIST_W": 32, **MIN_MESSAGE}, covers=False),
    Proof("serializer-wide-8", "nt_serializer_wide", [WIDE, PART_BYTES, PARTS],
          {**TINY_MESSAGE, "OUT_BYTES": 8}),
    Proof("pib", "nt_pib", [PIB, ANY_BUFFER], {"BYTES": 1}, cover_steps=16, short=True),
    Proof("pib-4", "nt_pib", [PIB, ANY_BUFFER], {"BYTES": 4}, covers=False),
    Proof("cdc", "nt_cdc_fifo", [CDC], {"BYTES": 1, "DEPTH": 4}, steps=4, cover_steps=24, clocks=2,
          short=True),
    Proof("cdc-deep", "nt_cdc_fifo", [CDC], {"BYTES": 2, "DEPTH": 8}, steps=4, clocks=2,
          covers=False),
    Proof("qualify", "nt_qualify", [QUALIFY, FILTER, COMPARATOR], TINY_QUALIFY, short=True),
    Proof("qualify-rv64", "nt_qualify", [QUALIFY, FILTER, COMPARATOR],
          {"NFILTERS": 3, "NCOMPARATORS": 3}, covers=False),
    Proof("flow", "nt_flow", FLOW_FILES, TINY_FLOW, cover_steps=20, short=True),
    Proof("flow-min", "nt_flow", FLOW_FILES, MIN_FLOW, covers=False, short=True),
    Proof("flow-rv64", "nt_flow", FLOW_FILES, {"FIFO_DEPTH": 32}, covers=False),
    Proof("flow-2-blocks", "nt_flow", FLOW_FILES,
          {**TINY_FLOW, "NBLOCKS": 2, "FIFO_DEPTH": 32}, covers=False),
    Proof("history", "nt_history_contract", [HISTORY_CONTRACT, HISTORY, FINDER],
          {"HIST_W": 5, "REPEAT_W": 3, "PERIOD_W": 2}, cover_steps=16, short=True),
    Proof("history-8", "nt_history_contract", [HISTORY_CONTRACT, HISTORY, FINDER],
          {"HIST_W": 8, "REPEAT_W": 4, "PERIOD_W": 2}, covers=False),
    Proof("stack", "nt_stack_contract", STACK_FILES, {"WIDTH": 2, "WINDOW": 1, "DEPTH": 4},
          short=True),
    Proof("stack-1", "nt_stack_contract", STACK_FILES, {"WIDTH": 2, "WINDOW": 1, "DEPTH": 1}),
    Proof("stack-2-lanes", "nt_stack_contract", STACK_FILES, {"WIDTH": 2, "WINDOW": 2, "DEPTH": 4},
          short=True),
    Proof("stack-rv64-wide", "nt_stack_contract", STACK_FILES,
          {"WIDTH": 2, "WINDOW": 4, "DEPTH": 32}, covers=False),
    Proof("message", "nt_message", [MESSAGE],
          {"XLEN": 32, "SLOTS": 4, "ICNT_W": 5, "HIST_W": 5, "TSTAMP_W": 8}, short=True),
    Proof("message-no-tstamp", "nt_message", [MESSAGE],
          {"XLEN": 32, "SLOTS": 4, "ICNT_W": 5, "HIST_W": 5, "TSTAMP_W": 0}, covers=False),
    Proof("message-rv64", "nt_message", [MESSAGE], {"XLEN": 64}, covers=False),
    Proof("message-2-lanes", "nt_message", [MESSAGE],
          {"XLEN": 32, "SLOTS": 8, "ICNT_W": 5, "HIST_W": 5, "TSTAMP_W": 8}, covers=False),
    Proof("encoder", "nt_encoder",
          files_of("nt_encoder"),
          {**TINY_FLOW, "SRC_W": 3, "OPTIONS": 1, "NFILTERS": 1, "NCOMPARATORS": 1,
           "NTRIGGERS": 1}, steps=3,
          closed=["fifo.a_fits", "flow.a_level", "flow.a_qualify", "narrow.serializer.a_stays",
                  "flow.a_block", "flow.a_settings", "message.a_addressed", "message.a_late",
                  "narrow.serializer.a_settings", "narrow.serializer.a_src",
                  "fifo.a_reset", "flow.a_reset", "qualify.a_reset",
                  "narrow.serializer.a_reset"]),
    Proof("registers", "nt_registers", [REGISTERS, FILTER_REGISTERS, COMPARATOR_REGISTERS],
          {"XLEN": 32, "SRC_W": 3, "TSTAMP_W": 8, "NFILTERS": 1, "NCOMPARATORS": 1,
           "NTRIGGERS": 1}, short=True),
    Proof("registers-rv32-min", "nt_registers", [REGISTERS],
          {"XLEN": 32, "ITYPE_W": 3, "FIFO_DEPTH": 8, "SCONTEXT_W": 0, "HCONTEXT_W": 0, "SRC_W": 0,
           "TSTAMP_W": 0, "STACK_DEPTH": 0, "REPEAT_W": 0, "PERIOD_W": 0, "OPTIONS": 0,
           "NFILTERS": 0, "NCOMPARATORS": 0, "NTRIGGERS": 0}, covers=False),
    Proof("timestamp", "nt_timestamp", [TIMESTAMP], {"TSTAMP_W": 8}, cover_steps=16, short=True),
    Proof("timestamp-rv64", "nt_timestamp", [TIMESTAMP], {"TSTAMP_W": 48}, covers=False),
    Proof("trigger", "nt_trigger", [TRIGGER], {"NTRIGGERS": 2}, short=True),
]

NARROW_SERIALIZER = """) serializer (
                .clk(clk), .rst(hold),
                .src_bits(src_bits), .src_id(src_id), .ts_enable(ts_enable),
                .extend_msb(extend_msb),
                .in_valid(fifo_valid), .in(fifo_data), .in_ready(fifo_ready),
                .out_valid(out_valid), .out(out), .out_ready"""

FAULTS = [
    # The FIFO
    Fault("fifo", "p_order", FIFO, "at[k*PTR_W +: BANK_W] == BANK", "k == BANK"),
    Fault("fifo", "p_order", FIFO, "data  = write_data[k*WIDTH +: WIDTH];",
          "data  = write_data[k*WIDTH +: WIDTH] & 1;"),
    Fault("fifo", "p_order", FIFO, "read_reg + {{PTR_W-1{1'b0}}, read}",
          "read_reg + {{PTR_W-1{1'b0}}, read_valid}"),
    Fault("fifo", "p_kept", FIFO, "level_reg <= level_next;",
          "level_reg <= level_next - (&write_valid ? 1 : 0);"),
    Fault("fifo", "p_level", FIFO, "level_reg <= level_next;",
          "level_reg <= &write_valid ? level_reg : level_next;"),
    Fault("fifo", "p_offer", FIFO, "assign read_valid = level_reg != {LEVEL_W{1'b0}};",
          "assign read_valid = level_reg > 1;"),
    # The serializer
    Fault("serializer", "p_mseo_start", SERIALIZER, "!in_tcode && fixed_reg", "fixed_reg"),
    Fault("serializer", "p_mseo_reserved", SERIALIZER, "MSEO_END_OF_FIELD   = 2'b01;",
          "MSEO_END_OF_FIELD   = 2'b10;"),
    Fault("serializer", "p_gapless", SERIALIZER, "assign out_valid = in_valid;",
          "assign out_valid = in_valid && !(part_reg == PART_ADDR && shift_reg[0]);"),
    Fault("serializer", "p_stable", SERIALIZER, "wire       send            = out_valid && out_ready;",
          "wire       send            = out_valid && (out_ready || in_tcode);"),
    Fault("serializer", "p_tcode", SERIALIZER, "{in_tcode ? tcode :", "{in_tcode ? tcode & 6'd31 :"),
    Fault("serializer", "p_field", SERIALIZER, "{6'd0, shift_reg[SHIFT_W-1:6]}",
          "{6'd0, shift_reg[SHIFT_W-1:7], 1'b1}"),
    Fault("serializer", "p_field", SERIALIZER, "else if (to_hist)       shift_reg <= wide_hist;",
          "else if (to_hist)       shift_reg <= wide_addr;"),
    Fault("serializer", "p_field", SERIALIZER, "in_addr && extend && shift_reg[5]",
          "in_addr && inverted && shift_reg[5]"),
    Fault("serializer", "p_shortest", PARTS, "inverted = extend && &full[XLEN-2:LAST_AT-1];",
          "inverted = extend && &full[XLEN-2:LAST_AT-2];", steps=12),
    Fault("serializer", "p_field", PARTS, "second ? FORMAT_SCONTEXT : btype", "btype"),
    Fault("serializer", "p_field", PARTS, "src_id & ~({SRC_W{1'b1}} << src_bits)", "src_id"),
    Fault("serializer", "p_field", PARTS, " & ~{TSTAMP_W{second}};", ";"),
    Fault("serializer", "p_last", SERIALIZER, "(part_reg == PART_COUNT || in_addr) && has_hist",
          "in_addr && has_hist"),
    Fault("serializer", "p_shortest", SERIALIZER, "shift_reg[SHIFT_W-1:6] == {SHIFT_W-6{1'b0}} &&",
          "shift_reg == {SHIFT_W{1'b0}} &&"),
    Fault("serializer", "p_shortest", PARTS, "extend_msb && !hrepeat", "extend_msb"),
    Fault("serializer", "p_fixed", PARTS, "bits >= 5'd6 ? 2'd1", "bits > 5'd6 ? 2'd1"),
    Fault("serializer", "p_taken", SERIALIZER, "end_of_message && !another;", "end_of_message;"),
    Fault("serializer", "p_length", SERIALIZER, "{6'd0, shift_reg[SHIFT_W-1:6]}",
          "{shift_reg[5:0], shift_reg[SHIFT_W-1:6]}", steps=24),
    # The serializer of four bytes
    Fault("serializer-wide", "p_tcode", WIDE, "{count_bytes, tcode, 2'b00}",
          "{count_bytes, tcode & 6'd31, 2'b00}"),
    Fault("serializer-wide", "p_fields", PART_BYTES, "last      ? MSEO_END_OF_MESSAGE :",
          "last && i != 1 ? MSEO_END_OF_MESSAGE :"),
    Fault("serializer-wide", "p_fields", PART_BYTES, "extend ? mdo << 1 : mdo", "mdo"),
    Fault("serializer-wide", "p_fields", PARTS, "second ? FORMAT_SCONTEXT : btype", "btype"),
    Fault("serializer-wide", "p_shortest", PART_BYTES, "i <= {30'd0, fixed}", "i <= {30'd0, fixed} + 1"),
    Fault("serializer-wide", "p_grammar", PART_BYTES, "valid[i+1 +: REST]      = rest_valid;",
          "valid[i+1 +: REST]      = rest_valid << 1;"),
    Fault("serializer-wide", "p_length", PART_BYTES, "valid[i+1 +: REST]      = rest_valid;",
          "valid[i+1 +: REST]      = {REST{1'b1}};"),
    Fault("serializer-wide", "p_taken", WIDE, "append && !another;", "append;"),
    Fault("serializer-wide", "p_fits", WIDE, "in_valid && !valid_kept[KEPT];", "in_valid;"),
    Fault("serializer-wide", "p_order", WIDE, "bytes_reg >> 8 * OUT_BYTES :", "bytes_reg >> 24 :"),
    Fault("serializer-wide", "p_order", WIDE, "kept_bytes[8*k +: 8] =",
          "if (k != 2) kept_bytes[8*k +: 8] ="),
    Fault("serializer-wide", "p_count", WIDE, "valid_reg >> OUT_BYTES :", "valid_reg >> OUT_BYTES - 1 :"),
    Fault("serializer-wide", "p_zero", WIDE, "bytes_reg >> 8 * OUT_BYTES :",
          "bytes_reg >> 32 | {8'd1, {8*BUFFER-8{1'b0}}} >> 8*BUFFER-32 :"),
    Fault("serializer-wide", "p_stable", WIDE, "take ? bytes_reg >> 8 * OUT_BYTES : bytes_reg;",
          "take ? bytes_reg >> 32 : bytes_reg ^ valid_reg[7];"),
    Fault("serializer-wide", "p_mseo_start", WIDE, "{count_bytes, tcode, 2'b00}",
          "{count_bytes, tcode, 1'b0, tcode[0] && tcode[5]}"),
    Fault("serializer-wide", "p_gapless", WIDE, "assign out_valid = valid_reg[0];",
          "assign out_valid = valid_reg[0] && out_ready;"),
    # The crossing of clocks
    Fault("cdc", "p_room", CDC, "level = write_reg - binary_of(read_seen_reg);",
          "level = write_reg - read_seen_reg;", 24),
    Fault("cdc", "p_there", CDC, "wire                 some = write_seen_reg != read_gray_reg;",
          "wire                 some = write_seen_reg != read_reg;", 24),
    Fault("cdc", "p_same", CDC, "level < MOST;", "level <= MOST + 1;", 30),
    Fault("cdc", "p_once", CDC, "wire                 read = some && out_ready;",
          "wire                 read = some;", 16),
    Fault("cdc", "p_stays", CDC, "assign {out_count, out} = some ?",
          "assign {out_count, out} = some && out_ready ?", 16),
    Fault("cdc", "p_gap", CDC, "assign out_valid = some || out_message_reg;",
          "assign out_valid = some;", 20),
    Fault("cdc", "p_empty", CDC, "read_meta_reg  <= read_gray_reg;",
          "read_meta_reg  <= write_gray_reg;", 20),
    # The PIB
    Fault("pib", "p_clock", PIB, "tick ? trPibDivider :", "tick ? trPibDivider + 16'd1 :"),
    Fault("pib", "p_clock", PIB, "mode[3] && (center ? clk_reg : !clk_reg);",
          "mode[3] && !clk_reg;"),
    Fault("pib", "p_stopped", PIB, "clk_reg        <= 1'b0;", "clk_reg        <= clk_reg && !rst;"),
    Fault("pib", "p_steady", PIB, "data_reg[0] ^ coded_reg;",
          "data_reg[0] ^ (coded_reg || center_reg);"),
    Fault("pib", "p_unused_low", PIB, "{15'd0, bits[0]}", "{15'd1, bits[0]}"),
    Fault("pib", "p_unused_high", PIB, "{14'h3fff, bits[1:0]}", "{14'h3fff & {14{sends}}, bits[1:0]}"),
    Fault("pib", "p_bytes", PIB, "{1'b1, bits[9:2]};", "{1'b1, bits[9:4], bits[2], bits[3]};"),
    Fault("pib", "p_bytes", PIB, "{sends ? second : IDLE, bits[7:0]}",
          "{sends ? second ^ {calibrates, 7'd0} : IDLE, bits[7:0]}"),
    Fault("pib", "p_once", PIB, "wire whole = left_reg == 4'd0;",
          "wire whole = left_reg[2:0] == 3'd0;"),
    Fault("pib", "p_gapless", PIB, "(inside_reg || (begins &&",
          "((inside_reg && (trPibEnable || !uart)) || (begins &&", steps=15),
    Fault("pib", "p_idle", PIB, "{sends ? second : IDLE, bits[7:0]}",
          "{sends ? second : IDLE, bits[7:0] | {8{!trPibEnable}}}"),
    Fault("pib", "p_shape", PIB, "!wide || single || !has_two ?", "!wide || !has_two ?"),
    Fault("pib", "p_shape", PIB, "manchester && (!whole || sends || starts);",
          "manchester && (!whole || sends);"),
    Fault("pib", "p_shape", PIB, "{1'b1, first, 1'b0}", "{1'b0, first, 1'b0}", steps=15),
    Fault("pib", "p_mseo", PIB, "{2'b11, first};", "{2'b11, first | 8'h02};"),
    Fault("pib", "p_pad", PIB, "tcode == TCODE_DIRECT_BRANCH_SYNC ||", "1'b0 ||"),
    Fault("pib", "p_disabled", PIB, "(trPibEnable && !trPibCalibrate) ||", "trPibEnable ||"),
    Fault("pib", "p_finish", PIB, "&& !trPibCalibrate) || in_message_reg);",
          "&& !trPibCalibrate));"),
    Fault("pib", "p_take", PIB, "beat && sends && !calibrates && has ?", "beat && sends && has ?"),
    Fault("pib", "p_empty", PIB, "buffer_empty && !busy_reg;", "buffer_empty && left_reg == 4'd0;"),
    # Qualify
    Fault("qualify", "p_enabled", QUALIFY, "wire enabled = enable &&", "wire enabled ="),
    Fault("qualify", "p_mode", QUALIFY, "(mode == MODE_BTM || mode == MODE_HTM);",
          "mode[1];"),
    Fault("qualify", "p_runs", QUALIFY, "!(halted || reset || lowpower);", "!(halted || reset);"),
    Fault("qualify", "p_always", QUALIFY, "assign tracing   = enabled && hart_runs;",
          "assign tracing   = enabled && hart_runs && !(htm && sync_reg == SYNC_RESET);"),
    Fault("qualify", "p_sync_rst", QUALIFY, "sync_reg    <= SYNC_ENABLE;",
          "sync_reg    <= SYNC_RESET;"),
    Fault("qualify", "p_sync", QUALIFY, "!enabled ? SYNC_ENABLE : block", "block"),
    Fault("qualify", "p_sync", QUALIFY, "!matched_next ? SYNC_ENABLE : sync;", "!matched_next ? sync : sync;"),
    Fault("qualify", "p_sync_legal", QUALIFY, "SYNC_LOWPOWER = 4'd9;", "SYNC_LOWPOWER = 4'd8;"),
    Fault("qualify", "p_evcode", QUALIFY, "lowpower ? EVCODE_LOWPOWER : EVCODE_DISABLED;",
          "EVCODE_DISABLED;"),
    Fault("qualify", "p_evcode_filter", QUALIFY, "lowpower ? EVCODE_LOWPOWER : EVCODE_DISABLED;",
          "lowpower ? EVCODE_LOWPOWER : filters_on ? EVCODE_DEBUG : EVCODE_DISABLED;"),
    Fault("qualify", "p_notify0_once", QUALIFY, "traced[b] && is_last[b] && held;",
          "traced[b] && is_block[b] && held;"),
    Fault("qualify", "p_notify0", QUALIFY, "held && tracing && is_block ==",
          "(|fires) && tracing && is_block =="),
    Fault("qualify", "p_traced", QUALIFY, "tracing && matched_next;", "matched_next;"),
    Fault("qualify", "p_no_filter", QUALIFY, "!filters_on || |filter_match", "|filter_match"),
    Fault("qualify", "p_empty", QUALIFY, "retires || kind == ITYPE_EXCEPTION;",
          "retires || kind != ITYPE_INTERRUPT;"),
    Fault("qualify", "p_notify", QUALIFY, "traced[b] && is_last[b] && held;",
          "traced[b] && (is_last[b] || b == 1) && held;"),
    Fault("qualify", "p_notify6", QUALIFY, "(notify[b] || |comparator_notify)",
          "(notify[b] && |comparator_notify)"),
    Fault("qualify", "p_sync_filter", QUALIFY, "assign sync    = block[b-1].sync_next;",
          "assign sync    = block[b-1].sync;"),
    Fault("qualify", "p_open", FILTER, "(!own[MATCH_COMP2] || comparators[own[COMP2 +: 3]])",
          "comparators[own[COMP2 +: 3]]"),
    Fault("qualify", "p_closed", FILTER, "if (selected[i] && own[ENABLE]) begin",
          "if (selected[i]) begin"),
    # Flow
    Fault("flow", "p_room", FLOW, "> room;", "> room + 1;", steps=12),
    Fault("flow", "p_lossless", FLOW, "UNDER_WAY    = 3 *", "UNDER_WAY    = 2 *", steps=14),
    Fault("flow", "p_most", FLOW, "MOST_OF_LANE = 2 +", "MOST_OF_LANE = 1 +"),
    Fault("flow", "p_error_first", LANE, "has_address && (!error || drained);", "has_address;",
          steps=14),
    Fault("flow", "p_error_once", LANE, "error && !errs;", "error;", steps=14),
    Fault("flow", "p_ecode", FLOW, "error_context_reg <= error_context_reg || lost_owner;",
          "error_context_reg <= lost_owner;", steps=16),
    Fault("flow", "p_start", LANE, "wire on      = state == FLOW_ON;",
          "wire on      = state == FLOW_ON && !overrun && !is_htm;"),
    Fault("flow", "p_on", LANE, "stops    = on && !traced &&", "stops    = !traced &&"),
    Fault("flow", "p_tcode", FLOW, "TCODE_INDIRECT_BRANCH_HIST_SYNC : slot1_tcode;",
          "TCODE_INDIRECT_BRANCH_HIST_SYNC : slot1_tcode ^ 6'd32;"),
    Fault("flow", "p_mode", LANE, "assign slot3_cdf   = is_htm;", "assign slot3_cdf   = htm;"),
    Fault("flow", "p_overrun", LANE, "(!off && overrun) ? SYNC_OVERRUN : sync_reason) :",
          "sync_reason) :", steps=16),
    Fault("flow", "p_due", LANE, "due_here[1] ? SYNC_ICNT :", "due_here[0] ? SYNC_ICNT :", steps=20),
    Fault("flow", "p_owner", FLOW, ".told(told || starts)", ".told(told)"),
    Fault("flow", "p_owner", OWNERSHIP, "wire whole   = synced || owes;", "wire whole   = owes;"),
    Fault("flow", "p_addressed", FLOW, "TCODE_DIRECT_BRANCH} :", "TCODE_INDIRECT_BRANCH} :"),
    Fault("flow", "p_late", FLOW, "late_lanes[b] && i != 3;", "late_lanes[b] && i != 0;"),
    Fault("flow", "p_empty", FLOW, "= !(|valid_reg) && state_reg",
          "= !(|valid_reg[1:0]) && state_reg"),
    Fault("flow", "p_empty", FLOW, "state_reg == FLOW_OFF && !error_reg", "!error_reg"),
    Fault("flow", "p_empty", FLOW, "&& !error_reg && !tracing;", "&& !tracing;", steps=14),
    Fault("flow", "p_pending", LANE, "due_next    = 4'd0;", "due_next    = due;"),
    Fault("flow", "p_slot0", FLOW, ".run(run || awaits[b+1] == AWAIT_BRANCH)", ".run(run)"),
    Fault("flow", "p_slot3", LANE, "wire       direct       = taken && !now_htm;",
          "wire       direct       = taken;"),
    Fault("flow", "p_htm", LANE, "now_htm = off ? htm : is_htm;", "now_htm = is_htm;"),
    Fault("flow", "lane.p_icnt", LANE, "(told || fills || starts) ? ICNT_ZERO : icnt;",
          "(fills || starts) ? ICNT_ZERO : icnt;", steps=10),
    Fault("flow", "lane.p_after", LANE, "(direct_told || full_told) ? ICNT_ZERO :",
          "direct_told ? ICNT_ZERO :", steps=10),
    Fault("flow-min", "p_lossless", FLOW, "OWED         = REPEAT_W > 0 ? 0 : 1;",
          "OWED         = 0;", steps=10),
    Fault("flow-min", "p_hist", HISTORY, "push_valid ? HIST_EMPTY : sum;", "sum;", steps=10),
    # History
    Fault("history", "p_flush_all", HISTORY, "(flush && !in_run) ? MOST", "flush ? MOST", steps=12),
    Fault("history", "p_flush_bit", HISTORY, "with_stop(recent[ROOM-1:0], left);",
          "with_stop(recent[ROOM:1], left);"),
    Fault("history", "p_flush_rcode", HISTORY, "several  = of_run && hrepeat != ONCE;",
          "several  = of_run;", steps=12),
    Fault("history", "p_push_all", HISTORY, "ends ? {{PENDING_W-PERIOD_W{1'b0}}, run_phase} + ONE",
          "ends ? ONE", steps=12),
    Fault("history", "p_push_bit", HISTORY, "left : cuts ? rest", "left : cuts ? rest - ONE",
          steps=12),
    Fault("history", "p_rcode", HISTORY, "push_rcode    = fills ? RCODE_HIST",
          "push_rcode    = fills ? RCODE_HREPEAT"),
    Fault("history", "p_run", HISTORY, "assign run = next > MOST;", "assign run = next >= MOST;"),
    Fault("history", "p_stop", HISTORY, "(HIST_EMPTY << count);", "{HIST_W{1'b0}};"),
    # Return stack
    Fault("stack", "p_back", STACK_LANE, "window_popped << WIDTH", "window_popped"),
    Fault("stack", "p_back", STACK, "BACK = w + 1;", "BACK = w + 2;"),
    Fault("stack", "p_back", STACK_LANE, "pops ? (top - ONE) & LAST : top", "top"),
    Fault("stack", "p_count", STACK_LANE, "push && count_popped != FULL ?", "push ?"),
    Fault("stack", "p_count", STACK_LANE, "assign top_valid = count != {COUNT_W{1'b0}} && !clear;",
          "assign top_valid = !clear;"),
    Fault("stack-2-lanes", "p_back", STACK, "for (i = WINDOW - 1; i >= 0; i = i - 1)",
          "for (i = 0; i >= 0; i = i - 1)"),
    Fault("stack-2-lanes", "p_back", STACK_LANE, "written_popped << 1;", "written_popped;"),
    # Message
    Fault("message", "p_address", MESSAGE, "= addr ^ reference_next;",
          "= addr ^ (reference_next & ~{in_valid[0], 3'd0});"),
    Fault("message", "p_address", MESSAGE, "in_valid[i] && sync[i]", "sync[i]"),
    Fault("message", "p_address", MESSAGE, "if (in_valid[i]) reference_next = addr;",
          "reference_next = addr;"),
    Fault("message", "p_time", MESSAGE, "|(in_valid & ~in_late) ? now : then", "now"),
    Fault("message", "p_time", MESSAGE, "in_late[t] ? then_base : older_then", "older_then"),
    Fault("message", "p_time", MESSAGE, "older_then ? now_then :", "older_then ? now_base :"),
    Fault("message", "p_time", MESSAGE, "if (sync[t])", "if (1'b0)"),
    Fault("message", "p_same", MESSAGE, "compressed[i*IN_W + ADDR_AT +: XLEN-1] = addr ^",
          "compressed[i*IN_W + ADDR_AT +: XLEN] = addr ^"),
    Fault("message", "p_valid", MESSAGE, "assign out_valid = in_valid;",
          "assign out_valid = in_valid << 1;"),
    # The modules together
    Fault("encoder", "fifo.a_fits", FLOW, "> room;", "> room + 1;", steps=10),
    Fault("encoder", "flow.a_level", FIFO, "assign level      = level_reg;",
          "assign level      = level_reg >> 1;"),
    Fault("encoder", "flow.a_qualify", QUALIFY, "assign tracing   = enabled && hart_runs;",
          "assign tracing   = enabled;"),
    Fault("encoder", "narrow.serializer.a_stays", FIFO, "wire               read = read_valid && read_ready;",
          "wire               read = read_valid;"),
    *(Fault("encoder", f"{name}.a_reset", ENCODER, f") {name} (\n        .clk(clk), .rst(hold)",
            f") {name} (\n        .clk(clk), .rst(1'b0)") for name in ("fifo", "flow")),
    Fault("encoder", "qualify.a_reset", ENCODER, ") qualify (\n        .clk(clk), .rst(hold)",
          ") qualify (\n        .clk(clk), .rst(1'b0)"),
    Fault("encoder", "narrow.serializer.a_reset", ENCODER, NARROW_SERIALIZER,
          NARROW_SERIALIZER.replace("hold", "1'b0")),
    Fault("encoder", "flow.a_block", INGRESS, "iretire_reg  <= iretire;", "iretire_reg  <= iretire >> 1;"),
    Fault("encoder", "flow.a_settings", ENCODER, ".idle(hold || (trTeEmpty && !(",
          ".idle(hold || (!("),
    Fault("encoder", "narrow.serializer.a_settings", ENCODER, ".idle(hold || (trTeEmpty && !(",
          ".idle(hold || (!("),
    Fault("encoder", "narrow.serializer.a_src", OPTIONS,
          "trTeSrcBits > MOST_SRC ? MOST_SRC : trTeSrcBits;", "trTeSrcBits;"),
    Fault("encoder", "message.a_addressed", FLOW, "TCODE_DIRECT_BRANCH} :",
          "TCODE_INDIRECT_BRANCH} :"),
    Fault("encoder", "message.a_late", FLOW, "late_lanes[b] && i != 3;",
          "late_lanes[b] && i != 0;"),
    Fault("encoder", "p_empty", ENCODER, "assign trTeEmpty = flow_empty &&", "assign trTeEmpty ="),
    Fault("encoder", "p_quiet", FLOW, "!error_reg && !tracing;", "!error_reg;"),
    Fault("encoder", "p_stall", ENCODER, "trTeEnable && trTeInstStallEna &&", "trTeInstStallEna &&",
          steps=12),

    Fault("registers", "p_wait", REGISTERS, "sampled_reg <= !rst && reads_counter && !sampled_reg;",
          "sampled_reg <= 1'b0;"),
    Fault("registers", "p_silent", REGISTERS, "assign PRDATA = done && !PWRITE",
          "assign PRDATA = PSEL && !PWRITE"),
    Fault("registers", "p_error", REGISTERS, "assign PSLVERR = done && !aligned;",
          "assign PSLVERR = done && !aligned && PWRITE;"),
    Fault("registers", "p_nothing", REGISTERS, "PADDR[11:9] == 3'b010 && aligned;",
          "PADDR[11:9] == 3'b010;", steps=12),
    Fault("registers", "p_inactive", REGISTERS,
          "assign clear     = rst || !active_reg || !active_next;",
          "assign clear     = rst || !active_next;"),
    Fault("registers", "p_kept", REGISTERS, "wire write         = done && PWRITE && aligned;",
          "wire write         = PSEL && PWRITE && aligned;"),
    Fault("registers", "p_filters", REGISTERS, "PADDR[11:9] == 3'b010 && aligned;",
          "PADDR[10:9] == 2'b10 && aligned;"),
    Fault("registers", "p_off", REGISTERS, "trace_off ? 1'b0 : trace_on ? 1'b1 :",
          "trace_on ? 1'b1 : trace_off ? 1'b0 :"),
    Fault("registers", "p_on", REGISTERS, "trace_off ? 1'b0 : trace_on ? 1'b1 :",
          "trace_off ? 1'b0 : trace_on && !write ? 1'b1 :"),
    Fault("registers", "p_enable", REGISTERS, "wire enable_next      = write_te_control ? word[1]",
          "wire enable_next      = trace_on ? 1'b1 : write_te_control ? word[1]"),
    Fault("registers", "p_written", REGISTERS, "write_te_control ? word[1] : enable_reg;",
          "write_te_control ? word[1] || enable_reg : enable_reg;"),
    Fault("registers", "p_mode", REGISTERS, "word[6] ? 3'd6 : 3'd3;", "word[6] ? 3'd4 : 3'd3;"),
    Fault("registers", "p_mode_not_0", REGISTERS, "word[6:4] == 3'd0 ? 3'd0 :",
          "word[5:4] == 2'd0 ? 3'd0 :"),
    Fault("registers", "p_src", REGISTERS, "word[31:28] > SRC_LAST ? SRC_LAST : word[31:28];",
          "word[31:28] > SRC_LAST + 4'd1 ? SRC_LAST : word[31:28];"),
    Fault("registers", "p_returns", REGISTERS, "wire        return_enable = return_mode_reg != 2'd0;",
          "wire        return_enable = return_mode_reg[0];"),
    Fault("registers", "p_action", REGISTERS, "action > 4'd1 && action < 4'd5 ?",
          "action > 4'd1 && action < 4'd6 ?"),
    Fault("registers", "p_told", REGISTERS, "!enabled && (stall_or_overflow ||",
          "!enabled && !trace_on && (stall_or_overflow ||"),
    Fault("registers", "p_read", REGISTERS, "PADDR == TE_CONTROL && trTeEmpty,",
          "PADDR == TE_CONTROL && !trTeEmpty,"),
    Fault("timestamp", "p_external", TIMESTAMP, "external        ? external_time :",
          "external        ? shared_time :"),
    Fault("timestamp", "p_shared", TIMESTAMP, "shared          ? shared_time :",
          "shared          ? counter_reg :"),
    Fault("timestamp", "p_none", TIMESTAMP, "!trTsActive     ? {TSTAMP_W{1'b0}} :",
          "!trTsCount      ? {TSTAMP_W{1'b0}} :"),
    Fault("timestamp", "p_zero", TIMESTAMP, "|| trTsReset) begin", ") begin"),
    Fault("timestamp", "p_still", TIMESTAMP, "(!halted || trTsRunInDebug)", "1'b1"),
    Fault("timestamp", "p_by_one", TIMESTAMP, "{{TSTAMP_W-1{1'b0}}, 1'b1};",
          "{{TSTAMP_W-2{1'b0}}, 2'd2};"),
    Fault("timestamp", "p_rate", TIMESTAMP, "{2{trTsPrescale < 2'd1}}};",
          "{2{trTsPrescale < 2'd2}}};"),
    Fault("trigger", "p_notify", TRIGGER, "assign notify_external = |notify;",
          "assign notify_external = &notify;"),
    Fault("trigger", "p_on", TRIGGER, "trTeInstTrigEnable && (trigger[0] || |on);",
          "trTeInstTrigEnable && trigger[0];"),
    Fault("trigger", "p_off", TRIGGER, "trTeInstTrigEnable && (trigger[1] || |off);",
          "trTeInstTrigEnable && !trace_on && (trigger[1] || |off);"),
    Fault("trigger", "p_debug_on", TRIGGER, "trTeInstTrigEnable && (trigger[0] || |on);",
          "trTeInstTrigEnable && (trigger[0] && !trigger[1] || |on);"),
    Fault("trigger", "p_debug_off", TRIGGER, "trTeInstTrigEnable && (trigger[1] || |off);",
          "trTeInstTrigEnable && |off;"),
    Fault("trigger", "p_gated", TRIGGER, "assign trace_on        = trTeInstTrigEnable &&",
          "assign trace_on        ="),
    Fault("trigger", "p_quiet", TRIGGER, "assign notify[i] = ext_trigger[i] &&",
          "assign notify[i] ="),
    Fault("trigger", "p_out", TRIGGER, "wire stops  = !trTeInstTracing && tracing_reg;",
          "wire stops  = !trTeInstTracing;"),
]
