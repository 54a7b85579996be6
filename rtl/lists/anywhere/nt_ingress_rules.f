// SPDX-License-Identifier: Apache-2.0
// rules of the trace ingress port, for simulations and formal runs.
// From any folder, with the variable NTRACE: the folder that has rtl/
${NTRACE}/rtl/checker/nt_ingress_rules.v
