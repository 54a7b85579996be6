# SPDX-License-Identifier: Apache-2.0
"""Rules of `ntrace check` that no vector of a conforming encoder exercises, and why."""
REASONS = {
    "frame.idle": "the golden model's sink takes bytes alone: idle stands between messages on pins only; judge takes it",
    "src.vendor": "the golden model sends no vendor's message",
    "stop.idle": "the golden model sends nothing where nothing is traced; judge takes such messages",
}
