// SPDX-License-Identifier: Apache-2.0
// rules of the trace ingress port, for simulations and formal runs.
// From the folder that has rtl/: verilator -f rtl/lists/nt_ingress_rules.f
rtl/checker/nt_ingress_rules.v
