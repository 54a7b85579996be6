#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes completion of the command line: completion.py bash|zsh [NTRACE] < TABLE, with the table that
`ntrace help --json` prints; with the program also names of registers and control fields, of vectors,
their features and units. The result asks nothing of ntrace: words stand in it."""
import json
import re
import subprocess
import sys
from pathlib import Path

TB = Path(__file__).resolve().parent.parent / "tb"
FILES = ("F", "FILE", "PROGRAM", "REC", "SPEC")


def leaves(commands):
    """Every command that takes options."""
    for command in commands:
        yield from leaves(command["commands"]) if "commands" in command else [command]


def asked(program, *words):
    return json.loads(subprocess.run([program, *words, "--json"], check=True, capture_output=True).stdout)


def names_of(program):
    """What the value of an option may be, by the word for it in the table, and what words of a command."""
    registers = asked(program, "registers")["registers"]
    fields = [field for register in registers for field in register["fields"]]
    vectors = asked(program, "vectors", "list")["vectors"]
    ids = [vector["id"] for vector in vectors]
    programs = [row["id"] for row in asked(program, "kit", "list")["programs"]]
    return ({"FIELD=VALUE": [f"{field['name']}=" for field in fields if field["access"] != "RO"],
             "F,F,...": [row["name"] for row in asked(program, "vectors", "features")["features"]],
             "U": sorted({vector["unit"] for vector in vectors}),
             "UNIT": sorted(path.parent.name for pattern in ("*", "units/*") for path in TB.glob(f"{pattern}/unit.toml"))},
            {"registers": [row["name"] for row in registers + fields],
             "kit emit": programs, "kit judge": programs,
             "vectors emit": ids, "vectors run": ids, "vectors judge": ids})


def add_names(table, program):
    """Gives options and commands the names of what they take."""
    values, operands = names_of(program)
    for command in leaves(table):
        for option in command["options"]:
            value = option.get("value", "")
            known = values.get("FIELD=VALUE" if value.startswith("FIELD=") else value)
            if known is not None:
                option["choices"] = known
        if command["name"] in operands:
            command["words"] = operands[command["name"]]


def choices(option):
    """The values that an option may have, if they are few and known."""
    value = option.get("value", "")
    if "choices" in option:
        return option["choices"]
    return value.split("|") if re.fullmatch(r"[a-z0-9-]+(\|[a-z0-9-]+)*", value) else []


def kind(option):
    """What an option takes: nothing, choices, dir, file, or other."""
    value = option.get("value")
    if value is None:
        return "nothing"
    if choices(option):
        return "choices"
    if value == "DIR":
        return "dir"
    return "file" if value in FILES or re.match(r"F\.\w", value) else "other"


def words(option):
    return [f"--{option['name']}"] + ([f"-{option['letter']}"] if option["letter"] else [])


def last(command):
    return command["name"].rsplit(" ", maxsplit=1)[-1]


BASH = """# Completion of `ntrace` for bash, made by scripts/completion.py.
# Words that go on with $2, of a list by commas with its last
_ntrace_words() {{
    local head=
    if [[ $2 == *,* ]]; then
        head=${{2%,*}},
    fi
    COMPREPLY=($(compgen -P "$head" -W "${{1// /$'\\n'}}" -- "${{2##*,}}"))
    if [[ ${{COMPREPLY[0]-}} == *= ]]; then
        compopt -o nospace 2>/dev/null
    fi
}}

_ntrace() {{
    local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD - 1]}}
    local command=${{COMP_WORDS[1]-}} first=2 IFS=$'\\n'
    COMPREPLY=()
    if [[ $cur == = && $prev == --* ]]; then # "--mode=btm" is three words here
        cur=
    elif [[ $prev == = && ${{COMP_WORDS[COMP_CWORD - 2]-}} == --* ]]; then
        prev=${{COMP_WORDS[COMP_CWORD - 2]}}
    fi
    if ((COMP_CWORD == 1)); then
        _ntrace_words '{commands} help --help --version' "$cur"
        return
    fi
    if [[ $command == help ]]; then
        command=${{COMP_WORDS[2]-}} first=3
        if ((COMP_CWORD == 2)); then
            _ntrace_words '{commands} --json' "$cur"
            return
        fi
    fi
    case $command in
{groups}
    esac
    if [[ ${{COMP_WORDS[1]}} == help ]]; then
        return
    fi
    case "$command $prev" in
{values}
    esac
    if [[ $cur != -* ]]; then
        case $command in
{words}
        esac
        compopt -o filenames 2>/dev/null
        COMPREPLY=($(compgen -f -- "$cur"))
        return
    fi
    case $command in
{options}
    esac
}}

complete -F _ntrace ntrace
"""


def bash(table):
    groups, values, options = [], [], []
    for command in table:
        if "commands" in command:
            known = " ".join(map(last, command["commands"]))
            groups.append(f"    {command['name']})\n"
                          f"        if ((COMP_CWORD == first)); then\n"
                          f"            _ntrace_words '{known} --help' \"$cur\"\n"
                          f"            return\n"
                          f"        fi\n"
                          f"        command=\"$command ${{COMP_WORDS[first]}}\"\n"
                          f"        ;;")
    for command in leaves(table):
        name = command["name"]
        for option in command["options"]:
            pattern = "|".join(f"'{name} {word}'" for word in words(option))
            action = {"choices": f"_ntrace_words '{' '.join(choices(option))}' \"$cur\"",
                      "dir": 'COMPREPLY=($(compgen -d -- "$cur"))',
                      "file": 'COMPREPLY=($(compgen -f -- "$cur"))',
                      "other": ":"}.get(kind(option))
            if action is not None:
                values.append(f"    {pattern})\n        {action}\n        return\n        ;;")
        known = " ".join(f"--{option['name']}" for option in command["options"])
        options.append(f"    '{name}') _ntrace_words '{known}' \"$cur\" ;;")
    named = [f"        '{command['name']}')\n            _ntrace_words '{' '.join(command['words'])}' \"$cur\"\n"
             "            return\n            ;;" for command in leaves(table) if "words" in command]
    return BASH.format(commands=" ".join(map(last, table)), groups="\n".join(groups),
                       words="\n".join(named), values="\n".join(values), options="\n".join(options))


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def spec(option):
    """An option as zsh's _arguments takes it."""
    text = re.sub(r"([\[\]:\\])", r"\\\1", option["help"])
    action = {"nothing": "", "choices": f":{option['name']}:({' '.join(choices(option))})",
              "dir": ":folder:_files -/", "file": ":file:_files",
              "other": f":{option['name']}: "}[kind(option)]
    return [quoted(f"*{word}[{text}]{action}") for word in words(option)]


def described(commands):
    return " ".join(quoted(f"{last(command)}:{command['summary']}") for command in commands)


ZSH = """#compdef ntrace
# Completion of `ntrace` for zsh, made by scripts/completion.py.
_ntrace() {{
    local -a commands
    if ((CURRENT == 2)); then
        commands=({commands} 'help:show the help of a command')
        _describe command commands
        return
    fi
    local command=$words[2]
    local -i first=3
    if [[ $command == help ]]; then
        if ((CURRENT == 3)); then
            commands=({commands})
            _describe command commands
            return
        fi
        command=$words[3]
        first=4
    fi
    case $command in
{groups}
    esac
    [[ $words[2] == help ]] && return
    case $command in
{options}
    esac
}}

_ntrace "$@"
"""


def zsh(table):
    groups, options = [], []
    for command in table:
        if "commands" in command:
            groups.append(f"    {command['name']})\n"
                          f"        if ((CURRENT == first)); then\n"
                          f"            commands=({described(command['commands'])})\n"
                          f"            _describe command commands\n"
                          f"            return\n"
                          f"        fi\n"
                          f"        command=\"$command $words[first]\"\n"
                          f"        ;;")
    for command in leaves(table):
        specs = " \\\n            ".join(one for option in command["options"] for one in spec(option))
        rest = f"*:vector:({' '.join(command['words'])})" if "words" in command else "*:file:_files"
        options.append(f"    '{command['name']}')\n        _arguments {specs} \\\n            '{rest}'\n        ;;")
    return ZSH.format(commands=described(table), groups="\n".join(groups),
                      options="\n".join(options))


def main():
    shells = {"bash": bash, "zsh": zsh}
    if len(sys.argv) not in (2, 3) or sys.argv[1] not in shells:
        sys.exit("usage: completion.py bash|zsh [NTRACE] < TABLE")
    table = json.load(sys.stdin)
    if len(sys.argv) == 3:
        add_names(table, sys.argv[2])
    sys.stdout.write(shells[sys.argv[1]](table))


if __name__ == "__main__":
    main()
