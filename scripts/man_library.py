#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the manual pages of libntrace, section 3, of what Doxygen read in the public headers (make api).

    man_library.py XML FOLDER VERSION

A page for each function, with the types that it names, and libntrace(3), which lists them by header.
"""
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

SENTENCE = re.compile(r"(?<=[a-z)]\.)\s+")
DECLARED = {"struct", "typedef", "enum"}


def words(element):
    """The text of an element, in one line."""
    return "" if element is None else " ".join("".join(element.itertext()).split())


def comment(element):
    return words(element.find("briefdescription")) or words(element.find("detaileddescription"))


def paragraphs(element):
    found = element.findall("briefdescription/para") + element.findall("detaileddescription/para")
    return [words(each) for each in found if words(each)]


def roff(text):
    """Text as roff takes it."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in (".", "'") else text


def code(text):
    """A declaration with each asterisk at its name."""
    return re.sub(r" ?(\*+) ?(?=\w)", r" \1", text).replace("( ", "(")


class Library:
    """What the XML has, by identifier."""

    def __init__(self, folder):
        self.headers = []
        self.members = {}
        self.structs = {}
        for path in sorted(folder.glob("*.xml")):
            root = ElementTree.parse(path).getroot()
            for compound in root.findall("compounddef"):
                name = words(compound.find("compoundname"))
                if compound.get("kind") == "file" and name.endswith(".h"):
                    self.headers.append((f"ntrace/{name}", compound))
                    self.members.update({each.get("id"): each for each in compound.iter("memberdef")})
                elif compound.get("kind") == "struct":
                    self.structs[compound.get("id")] = compound

    @staticmethod
    def functions(header):
        return [each for each in header.iter("memberdef") if each.get("kind") == "function"]

    def types(self, function):
        """What the function's arguments and result are, each once."""
        found = {}
        for reference in function.iterfind(".//type/ref"):
            identifier = reference.get("refid")
            element = self.structs.get(identifier)
            element = element if element is not None else self.members.get(identifier)
            if element is not None and element.get("kind") in DECLARED:
                found[identifier] = element
        return list(found.values())


def pages(names):
    """References to pages, of which none is broken at a line's end."""
    return ",\n".join(f"\\fB\\%{name}\\fR(3)" for name in names)


def described(term, text):
    return [".TP", f"\\fB{roff(term)}\\fR", roff(text) if text else "\\&"]


def type_lines(element):
    """A type's comment and its members."""
    kind = element.get("kind")
    name = words(element.find("compoundname" if kind == "struct" else "name"))
    lines = [f".SS {name}", roff(comment(element))]
    if kind == "enum":
        for value in element.findall("enumvalue"):
            lines += described(words(value.find("name")), comment(value))
    for member in element.iter("memberdef") if kind == "struct" else ():
        declared = words(member.find("definition")).replace(f"{name}::", "") + words(member.find("argsstring"))
        lines += described(code(re.sub(r"@\d+", "", declared)), comment(member))
    return lines


def synopsis(function):
    text = f"{words(function.find('definition'))}{words(function.find('argsstring'))};"
    return code(text.replace("static ", ""))


def title(name, version):
    return [f'.TH {name.upper()} 3 "" "libntrace {version}" "libntrace"']


def short(sentence):
    return sentence.rstrip(".").replace("\n", " ")


def sections(function):
    """What it does, and what it returns."""
    does, returns = [], []
    for paragraph in paragraphs(function):
        parts = SENTENCE.split(paragraph)
        returns += [part for part in parts if part.startswith("Returns ")]
        does.append(" ".join(part for part in parts if not part.startswith("Returns ")))
    does = [part for part in does if part]
    return (does, returns) if does else (paragraphs(function), [])


def page(library, header, function, others, version):
    name = words(function.find("name"))
    does, returns = sections(function)
    first = SENTENCE.split(paragraphs(function)[0])[0]
    lines = [*title(name, version), ".SH NAME", f"{name} \\- {roff(short(first))}", ".SH SYNOPSIS", ".nf",
             roff(f"#include <{header}>"), "", roff(synopsis(function)), ".fi", ".PP",
             "Compile and link with what \\fBpkg\\-config \\-\\-cflags \\-\\-libs ntrace\\fR prints.", ".SH DESCRIPTION"]
    for number, text in enumerate(does):
        lines += [".PP"] * (number > 0) + [roff(text)]
    if returns:
        lines += [".SH RETURN VALUE", roff(" ".join(returns))]
    types = library.types(function)
    if types:
        lines += [".SH TYPES"]
        for element in types:
            lines += type_lines(element)
    lines += [".SH SEE ALSO", pages(other for other in ["libntrace", *others] if other != name)]
    return "\n".join(lines) + "\n"


def overview(library, version):
    lines = [*title("libntrace", version), ".SH NAME", "libntrace \\- decoder of N\\-Trace, the Nexus\\-based trace of RISC\\-V"]
    for header, compound in library.headers:
        functions = library.functions(compound)
        lines += [f".SH <{header}>", roff(comment(compound))]
        if functions:
            lines += [".PP", pages(words(each.find('name')) for each in functions)]
    return "\n".join(lines) + "\n"


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__.strip())
    library, folder, version = Library(Path(sys.argv[1])), Path(sys.argv[2]), sys.argv[3]
    folder.mkdir(parents=True, exist_ok=True)
    for header, compound in library.headers:
        functions = library.functions(compound)
        names = [words(each.find("name")) for each in functions]
        for name, function in zip(names, functions):
            text = page(library, header, function, names, version)
            (folder / f"{name}.3").write_text(text, encoding="utf-8")
    (folder / "libntrace.3").write_text(overview(library, version), encoding="utf-8")


if __name__ == "__main__":
    main()
