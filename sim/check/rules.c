#include "sim/check/rules.h"

#define ALWAYS NT_REQUIRED, NT_SPEC_ANY
#define ADVICE NT_RECOMMENDED, NT_SPEC_ANY

#define MSEO      "MSEO Sequences"
#define STRUCTURE "Unified N-Trace Message Structure"
#define SIZES     "Maximum Field Sizes"
#define FIELDS    "Common Fields"
#define SYNCS     "Synchronizing Messages"
#define RULES     "Rules of Generating Messages"
#define OWNERSHIP "Ownership Message"
#define DECODING  "Decoding Algorithm Principles"

const nt_rule nt_rules[NT_RULES] = {
    [NT_RULE_FRAME_RESERVED] = {"frame.reserved", MSEO, ALWAYS, "no byte has MSEO=10"},
    [NT_RULE_FRAME_START] = {"frame.start", MSEO, ALWAYS,
                             "the first byte of a message has MSEO=00, not 01"},
    [NT_RULE_FRAME_IDLE] = {"frame.idle", MSEO, ALWAYS,
                            "a byte with MSEO=11 between messages is idle: all its bits are 1"},
    [NT_RULE_FRAME_FIXED] = {"frame.fixed", MSEO, ALWAYS,
                             "no variable field ends within or right before a fixed field"},
    [NT_RULE_FRAME_SHORT] = {"frame.short", "Fields in Messages", ALWAYS,
                             "a message has all fields of its layout, each variable field ended "
                             "by MSEO=01, the last by 11"},
    [NT_RULE_FRAME_LONG] = {"frame.long", "Fields in Messages", ALWAYS,
                            "a message ends with the last field of its layout"},
    [NT_RULE_FRAME_WHOLE] = {"frame.whole", MSEO, ALWAYS,
                             "the stream does not end within a message"},

    [NT_RULE_SIZE_MESSAGE] = {"size.message", "N-Trace subset", ALWAYS,
                              "a standard message has at most 38 bytes"},
    [NT_RULE_SIZE_ICNT] = {"size.icnt", SIZES, ALWAYS, "I-CNT has at most 22 bits"},
    [NT_RULE_SIZE_ADDRESS] = {"size.address", SIZES, ALWAYS,
                              "F-ADDR and U-ADDR have at most 63 bits"},
    [NT_RULE_SIZE_XLEN] = {"size.xlen", "Address Compression", ALWAYS,
                           "F-ADDR and U-ADDR fit an address of XLEN bits without its bit 0"},
    [NT_RULE_SIZE_HIST] = {"size.hist", SIZES, ALWAYS,
                           "HIST has at most 32 bits with its stop-bit"},
    [NT_RULE_SIZE_HREPEAT] = {"size.hrepeat", SIZES, NT_REQUIRED, NT_SPEC_1_0,
                              "HREPEAT has at most 18 bits"},
    [NT_RULE_SIZE_BCNT] = {"size.bcnt", SIZES, NT_REQUIRED, NT_SPEC_1_0,
                           "B-CNT has at most 18 bits"},
    [NT_RULE_SIZE_TSTAMP] = {"size.tstamp", SIZES, ALWAYS, "TSTAMP has at most 64 bits"},
    [NT_RULE_SIZE_OTHER] = {"size.other", "N-Trace subset", ALWAYS,
                            "the other variable fields (PROCESS, ECODE) have at most 64 bits"},
    [NT_RULE_SIZE_SHORTEST] =
        {"size.shortest", "Address Compression", ADVICE,
         "variable fields do not end in a byte of zeros, or of what need not be sent "
         "of an address"},
    [NT_RULE_SRC_CONSTANT] = {"src.constant", STRUCTURE, ALWAYS,
                              "all messages of a source have the same SRC: that of trTeSrcID"},

    [NT_RULE_CODE_TCODE] = {"code.tcode", "Fields in Messages", ALWAYS,
                            "TCODE is not one of the reserved values"},
    [NT_RULE_CODE_SYNC] = {"code.sync", SYNCS, ALWAYS, "SYNC is not reserved (8, 10 to 13)"},
    [NT_RULE_CODE_BTYPE] = {"code.btype", FIELDS, ALWAYS,
                            "traps are told either all by B-TYPE=1 or all by 2 and 3"},
    [NT_RULE_CODE_RCODE] = {"code.rcode", "ResourceFull Message", ALWAYS,
                            "RCODE is not reserved (3 to 7)"},
    [NT_RULE_CODE_EVCODE] = {"code.evcode", "ProgTraceCorrelation Message", ALWAYS,
                             "EVCODE is not reserved (2, 3, 5 to 7)"},
    [NT_RULE_CODE_CDF] = {"code.cdf", "ProgTraceCorrelation Message", ALWAYS,
                          "CDF is not reserved (2, 3)"},
    [NT_RULE_CODE_ETYPE] = {"code.etype", "Error Message", ALWAYS,
                            "ETYPE is not reserved (1 to 7)"},
    [NT_RULE_CODE_ECODE] = {"code.ecode", "Error Message", ALWAYS,
                            "no reserved bit of ECODE is set (0, 1, 4, 5, 6)"},

    [NT_RULE_OWNERSHIP_FORMAT] = {"ownership.format", OWNERSHIP, ALWAYS,
                                  "FORMAT of PROCESS is not reserved (1)"},
    [NT_RULE_OWNERSHIP_PRIVILEGE] = {"ownership.privilege", OWNERSHIP, ALWAYS,
                                     "V and PRV of PROCESS encode U, S, M, VU or VS"},
    [NT_RULE_OWNERSHIP_CONTEXT] = {"ownership.context", OWNERSHIP, ALWAYS,
                                   "PROCESS with FORMAT=0 has no CONTEXT"},
    [NT_RULE_OWNERSHIP_HCONTEXT] = {"ownership.hcontext", OWNERSHIP, ALWAYS,
                                    "Ownership with hcontext is followed at once by one with "
                                    "scontext"},
    [NT_RULE_OWNERSHIP_PAIR] = {"ownership.pair", OWNERSHIP, ALWAYS,
                                "where hcontext is implemented, scontext comes right after it"},
    [NT_RULE_OWNERSHIP_ONE] = {"ownership.one", OWNERSHIP, ADVICE,
                               "the two messages of hcontext and scontext have the same V and PRV"},
    [NT_RULE_OWNERSHIP_WIDTH] = {"ownership.width", OWNERSHIP, ALWAYS,
                                 "scontext and hcontext are not wider than in the hart"},
    [NT_RULE_OWNERSHIP_FULL] = {"ownership.full", OWNERSHIP, ALWAYS,
                                "Ownership right after a synchronizing message has a context"},
    [NT_RULE_OWNERSHIP_CHANGE] = {"ownership.change", OWNERSHIP, NT_REQUIRED, NT_SPEC_1_0,
                                  "FORMAT=0 tells a privilege other than the one before (in rc7 "
                                  "each trap has one)"},
    [NT_RULE_OWNERSHIP_SYNC] = {"ownership.sync", OWNERSHIP, ALWAYS,
                                "where trTeContext is 1, each synchronizing message is followed at "
                                "once by Ownership"},
    [NT_RULE_OWNERSHIP_TRAP] = {"ownership.trap", OWNERSHIP, NT_REQUIRED, NT_SPEC_RC7,
                                "where trTeContext is 1, each message of a trap is followed at "
                                "once by Ownership (in 1.0 if the privilege has changed)"},
    [NT_RULE_OWNERSHIP_ENABLED] = {"ownership.enabled", OWNERSHIP, ALWAYS,
                                   "no Ownership where trTeContext is 0"},

    [NT_RULE_MODE_DIRECT] = {"mode.direct", "DirectBranch Message", ALWAYS,
                             "no DirectBranch in HTM"},
    [NT_RULE_MODE_DIRECT_SYNC] = {"mode.direct-sync", "DirectBranchSync Message", ADVICE,
                                  "no DirectBranchSync in HTM"},
    [NT_RULE_MODE_HIST] = {"mode.hist", "Main N-Trace Trace Modes", ALWAYS,
                           "no message with HIST in BTM"},
    [NT_RULE_MODE_CDF_BTM] = {"mode.cdf-btm", "ProgTraceCorrelation Message", ALWAYS,
                              "CDF is 0 in BTM"},
    [NT_RULE_MODE_CDF_HTM] = {"mode.cdf-htm", "ProgTraceCorrelation Message", ALWAYS,
                              "CDF is 1 in HTM, also where HIST is empty"},
    [NT_RULE_MODE_REPEAT] = {"mode.repeat", "Repeated History Optimization", ADVICE,
                             "no RepeatBranch in HTM"},

    [NT_RULE_START_SYNC] = {"start.sync", DECODING, ALWAYS,
                            "the first program trace message is a synchronizing one, but for a "
                            "ProgTraceCorrelation or Error"},
    [NT_RULE_START_REFERENCE] = {"start.reference", "Address Compression", ALWAYS,
                                 "no U-ADDR before the first F-ADDR, which it is relative to"},
    [NT_RULE_START_MESSAGE] = {"start.message", RULES, ADVICE,
                               "tracing starts with ProgTraceSync, not another synchronizing "
                               "message"},
    [NT_RULE_START_ICNT] = {"start.icnt", "ProgTraceSync Message", ALWAYS,
                            "I-CNT is 0 where tracing starts or restarts"},
    [NT_RULE_START_BTYPE] = {"start.btype", FIELDS, ALWAYS,
                             "B-TYPE is 0 where tracing starts or restarts"},
    [NT_RULE_START_REASON] = {"start.reason", SYNCS, ALWAYS,
                              "tracing does not restart with a SYNC that tells of running trace "
                              "(2 periodic, 4 I-CNT)"},
    [NT_RULE_START_EXTERNAL] = {"start.external", SYNCS, ADVICE,
                                "a restart by an external trigger has SYNC=5, not 0"},
    [NT_RULE_STOP_NEXT] = {"stop.next", RULES, ALWAYS,
                           "after ProgTraceCorrelation program trace goes on with a synchronizing "
                           "message"},
    [NT_RULE_STOP_IDLE] = {"stop.idle", "Corner Cases and Sequences", ALWAYS,
                           "ProgTraceCorrelation while nothing is traced has I-CNT=0 and no "
                           "history"},

    [NT_RULE_ERROR_NEXT] = {"error.next", "Error Message", ALWAYS,
                            "Error is followed at once by a synchronizing message, another Error "
                            "or the end"},
    [NT_RULE_ERROR_SYNC] = {"error.sync", SYNCS, ALWAYS,
                            "the first synchronizing message after Error has SYNC=7, or the "
                            "reason of a new start (1, 3, 5, 9)"},
    [NT_RULE_ERROR_OVERRUN] = {"error.overrun", "Error Message", ALWAYS,
                               "SYNC=7 comes right after Error, unless the stream starts with it"},
    [NT_RULE_ERROR_OWNERSHIP] = {"error.ownership", "Error Message", ALWAYS,
                                 "ECODE tells of lost Ownership messages only where trTeContext is "
                                 "1"},

    [NT_RULE_SYNC_DEBUG] = {"sync.debug", SYNCS, ALWAYS,
                            "SYNC=3 (exit from debug mode) only where tracing had stopped"},
    [NT_RULE_SYNC_ICNT] = {"sync.icnt", "I-CNT Details", NT_REQUIRED, NT_SPEC_1_0,
                           "SYNC=4 only in BTM (rc7 allows it in HTM)"},
    [NT_RULE_SYNC_EVENT] = {"sync.event", "Examples of Synchronizing Messages", ADVICE,
                            "SYNC=6 in HTM comes in a message that can hold the history, not in "
                            "ProgTraceSync"},
    [NT_RULE_SYNC_PERIODIC] = {"sync.periodic", SYNCS, ALWAYS,
                               "SYNC=2 only where trTeInstSyncMode is not 0"},
    [NT_RULE_SYNC_INTERVAL] =
        {"sync.interval", SYNCS, ADVICE,
         "counted by messages, synchronization does not stay away for four of its intervals"},

    [NT_RULE_HIST_STOP_BIT] = {"hist.stop-bit", "HIST Field Generation", ALWAYS,
                               "HIST has a stop-bit: it is not 0"},
    [NT_RULE_HIST_TWO_BITS] = {"hist.two-bits", "ResourceFull Message", ALWAYS,
                               "HIST in ResourceFull has at least 2 bits with its stop-bit"},
    [NT_RULE_ICNT_FULL] = {"icnt.full", "ResourceFull Message", ALWAYS,
                           "the I-CNT that ResourceFull calls full is not 0"},
    [NT_RULE_ICNT_BRANCH] = {"icnt.branch", "I-CNT Details", ALWAYS,
                             "I-CNT of DirectBranch counts at least the branch"},
    [NT_RULE_ICNT_JUMP] = {"icnt.jump", "I-CNT Details", ALWAYS,
                           "I-CNT of IndirectBranch(Hist) with B-TYPE=0 counts at least the jump"},
    [NT_RULE_ICNT_HIST] = {"icnt.hist", "I-CNT Details", ALWAYS,
                           "I-CNT counts at least one half-word for each branch in HIST"},
    [NT_RULE_REPEAT_HISTORY] = {"repeat.history", "ResourceFull Message", ALWAYS,
                                "HREPEAT is not 0"},
    [NT_RULE_REPEAT_PREVIOUS] = {"repeat.previous", "RepeatBranch Message", ALWAYS,
                                 "RepeatBranch follows a branch message without SYNC, or another "
                                 "RepeatBranch"},
    [NT_RULE_REPEAT_COUNT] = {"repeat.count", "RepeatBranch Message", ADVICE, "B-CNT is not 0"},
    [NT_RULE_REPEAT_ENABLED] = {"repeat.enabled", "Repeated History Optimization", ALWAYS,
                                "RCODE=2 only where trTeInstEnRepeatedHistory is 1"},

    [NT_RULE_TIME_SYNC] = {"time.sync", "Timestamp Reporting", ALWAYS,
                           "where timestamps are on, each synchronizing message has one"},
    [NT_RULE_TIME_FORWARD] = {"time.forward", "Timestamp Reporting", ADVICE,
                              "absolute timestamps do not go back"},
    [NT_RULE_TIME_WIDTH] = {"time.width", "Timestamp Reporting", ALWAYS,
                            "TSTAMP is not wider than the timestamps"},

    [NT_RULE_IMAGE_ICNT] = {"image.icnt", "I-CNT Details", ALWAYS,
                            "I-CNT ends at an instruction's end, and not behind an indirect jump"},
    [NT_RULE_IMAGE_PATH] = {"image.path", DECODING, ALWAYS,
                            "the path that is told runs through code that exists"},
    [NT_RULE_IMAGE_HIST] = {"image.hist", "HIST Field Generation", ALWAYS,
                            "HIST has one bit for each conditional branch that I-CNT covers"},
    [NT_RULE_IMAGE_BRANCH] = {"image.branch", "DirectBranch Message", ALWAYS,
                              "I-CNT of DirectBranch ends with a conditional branch"},
    [NT_RULE_IMAGE_JUMP] = {"image.jump", "IndirectBranch Message", ALWAYS,
                            "I-CNT of IndirectBranch(Hist) with B-TYPE=0 ends with an indirect "
                            "jump"},
    [NT_RULE_IMAGE_SYNC] = {"image.sync", SYNCS, ALWAYS,
                            "F-ADDR of a synchronizing message within the trace is the PC that "
                            "the messages before it lead to"},
    [NT_RULE_IMAGE_ALL_JUMPS] = {"image.all-jumps", "N-Trace Specific Trace Controls", ALWAYS,
                                 "where trTeInstEnAllJumps is 1, each direct jump is told as a "
                                 "taken branch"},
};
