/* What a run reached: counted from the golden model's state and the RTL's bytes. */
#ifndef NT_TB_ENCODER_COUNTS_H
#define NT_TB_ENCODER_COUNTS_H

#include "ntrace/messages.h"
#include "tb/encoder/encoder.h"

/* Each count by its name in the JSON. What depends on the state between two blocks is counted for
   the first block of a cycle alone. */
#define NT_COUNTS(COUNT)                                                                           \
    /* full counters */                                                                            \
    COUNT(icnt_full)                                                                               \
    COUNT(hist_full)                                                                               \
    COUNT(icnt_and_hist_full) /* of one block; of these: */                                        \
    COUNT(icnt_full_with_repeat)                                                                   \
    COUNT(hist_repeated) /* ResourceFull RCODE=2 */                                                \
    COUNT(hrepeat_maximum)                                                                         \
    COUNT(history_before_a_message) /* ResourceFull that the end of a run causes */                \
    COUNT(repeat_branch_maximum)                                                                   \
    COUNT(repeat_of_direct_branch) /* cycles in which B-CNT counts these */                        \
    COUNT(repeat_of_indirect_branch)                                                               \
    COUNT(repeat_of_indirect_branch_hist)                                                          \
    /* loss */                                                                                     \
    COUNT(fifo_most) /* messages it held at most */                                                \
    COUNT(fifo_full_cycles)                                                                        \
    COUNT(drops) /* cycles whose messages were dropped */                                          \
    COUNT(error_messages)                                                                          \
    COUNT(error_with_ownership) /* its ECODE says so */                                            \
    COUNT(error_at_stop)        /* tracing does not start behind it */                             \
    COUNT(stall_cycles)                                                                            \
    /* traps */                                                                                    \
    COUNT(exceptions)                                                                              \
    COUNT(exceptions_without_retirement)                                                           \
    COUNT(interrupts)                                                                              \
    COUNT(interrupts_without_retirement)                                                           \
    COUNT(trap_returns)                                                                            \
    COUNT(btype_trap)                                                                              \
    COUNT(btype_exception)                                                                         \
    COUNT(btype_interrupt)                                                                         \
    /* messages and cycles */                                                                      \
    COUNT(two_messages_in_a_cycle)                                                                 \
    COUNT(messages_in_consecutive_cycles)                                                          \
    COUNT(cycles_with_every_block)                                                                 \
    COUNT(messages_with_src)                                                                       \
    COUNT(messages_with_tstamp)                                                                    \
    COUNT(messages_with_a_late_tstamp) /* of an event in an earlier cycle */                       \
    COUNT(messages_with_extended_address)                                                          \
    COUNT(messages_of_rc7)                                                                         \
    /* starts and stops */                                                                         \
    COUNT(start_enable)                                                                            \
    COUNT(start_reset)                                                                             \
    COUNT(start_debug)                                                                             \
    COUNT(start_lowpower)                                                                          \
    COUNT(sync_after_loss)                                                                         \
    COUNT(stop_debug)                                                                              \
    COUNT(stop_lowpower)                                                                           \
    COUNT(stop_disabled)                                                                           \
    COUNT(stop_with_history)     /* CDF=1 */                                                       \
    COUNT(stop_waits_for_target) /* cycles */                                                      \
    COUNT(trace_on)              /* by a trigger */                                                \
    COUNT(trace_off)                                                                               \
    COUNT(blocks_filtered)                                                                         \
    COUNT(filter_starts_within_a_cycle)                                                            \
    COUNT(filter_stops_within_a_cycle)                                                             \
    /* synchronization while tracing */                                                            \
    COUNT(sync_external_trigger)                                                                   \
    COUNT(sync_trace_event)                                                                        \
    COUNT(sync_icnt)                                                                               \
    COUNT(sync_periodic_by_messages)                                                               \
    COUNT(sync_periodic_by_cycles)                                                                 \
    COUNT(sync_periodic_by_halfwords)                                                              \
    COUNT(notify_of_a_trace_event)       /* SYNC=6 */                                              \
    COUNT(notify_of_an_external_trigger) /* SYNC=0 */                                              \
    /* implicit returns, sequential jumps, all-jumps */                                            \
    COUNT(return_implicit_by_counting)                                                             \
    COUNT(return_implicit_by_partial)                                                              \
    COUNT(return_implicit_by_full)                                                                 \
    COUNT(return_elsewhere) /* not to the address on the stack */                                  \
    COUNT(return_with_empty_stack)                                                                 \
    COUNT(call_with_full_stack)                                                                    \
    COUNT(coroutine_swaps)                                                                         \
    COUNT(sequential_jump_inferred)                                                                \
    COUNT(sequential_jump_split)                                                                   \
    COUNT(direct_call_as_branch)                                                                   \
    /* ownership */                                                                                \
    COUNT(ownership_format_0)                                                                      \
    COUNT(ownership_format_2)                                                                      \
    COUNT(ownership_format_3)                                                                      \
    COUNT(ctype_imprecise)                                                                         \
    COUNT(ctype_precise)                                                                           \
    COUNT(ctype_discontinuity)                                                                     \
    /* privilege of blocks that are traced */                                                      \
    COUNT(priv_u)                                                                                  \
    COUNT(priv_s)                                                                                  \
    COUNT(priv_m)                                                                                  \
    COUNT(priv_debug)                                                                              \
    COUNT(priv_vu)                                                                                 \
    COUNT(priv_vs)                                                                                 \
    /* the port's and the bus's side */                                                            \
    COUNT(sink_waits) /* cycles in which a byte waits for the sink */                              \
    COUNT(register_accesses)                                                                       \
    COUNT(register_errors) /* PSLVERR */

typedef struct nt_counts {
#define NT_COUNT(name) uint64_t name;
    NT_COUNTS(NT_COUNT)
#undef NT_COUNT
    uint64_t by_tcode[NT_TCODES];
    bool had_messages; /* the cycle before */
    bool in_message;   /* the byte taken last did not end one */
} nt_counts;

/* A cycle, of RTL and model that agree. */
void nt_counts_cycle(nt_counts *counts, const nt_encoder_view *view, const nt_encoder_seen *rtl);

/* An access to the registers, in its second phase. */
void nt_counts_access(nt_counts *counts, const nt_encoder_registers_outputs *bus);

#endif
