# SPDX-License-Identifier: Apache-2.0
"""The operators that put an error into a line, by which the mutants of rtl/ and of C code can be compared."""

OPERATORS = {
    "limit": ("<", "<=", ">", ">="),
    "negation": ("==", "!=", "!", "~"),
    "arithmetic": ("+", "-", "*", "/", "%"),
    "bits": ("&", "|", "^", "|=", "&=", "="),
    "shift": ("<<", ">>"),
    "connective": ("&&", "||"),
}
KINDS = {
    "limit": "a limit that is off by one",
    "negation": "a condition or a value that is negated",
    "arithmetic": "a sum for a difference, and the like",
    "bits": "another operation on bits",
    "shift": "a shift the other way",
    "connective": "`&&` for `||`, and the reverse",
    "term": "a term that is missing",
    "value": "a constant or a code that is another, a value that is not connected",
    "statement": "an assignment or a statement that is missing",
}


def kind_of(old, new, is_statement):
    """What kind of error it is that `old` becomes `new`; `is_statement`: it is one, and is missing."""
    if is_statement:
        return "statement"
    for kind, signs in OPERATORS.items():
        if old in signs and (new in signs or new == ""):
            return kind
    if new.startswith("!"):
        return "negation"
    return "value" if new else "arithmetic" if old == "-" else "term"
