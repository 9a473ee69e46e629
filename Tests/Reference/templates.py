"""Generates the fixtures of the template tests: templates and expressions rendered by Python's jinja2.

    pip install -r Tests/Reference/requirements.txt
    python3 Tests/Reference/templates.py ../shared/data/templates    # rewrites Tests/Fixtures/templates/*.json
    python3 Tests/Reference/templates.py FOLDER --dump OUT           # also writes the rendered texts

jinja2 is configured as in `transformers`: an immutable sandbox, trimmed white space around statements, loop controls, a
`generation` tag without effect, `tojson` without HTML escapes, `raise_exception`, and a clock with a fixed time. Templates
that modify lists, which this sandbox forbids, are rendered in the mutable sandbox.

`conversations.json` holds the variables of each case. `renderings.json` holds, for each template file and each case, the
length of the text in code points with its CRC-32, or `!` and the kind of error. `expressions.json` holds small templates
over one set of variables with their texts.
"""

import argparse
import datetime
import functools
import json
import zlib
from pathlib import Path

import jinja2
import jinja2.ext
import jinja2.sandbox
from fixture_paths import fixtures
from templates_cases import CONVERSATIONS, EXPRESSIONS, VARIABLES

FIXTURES = fixtures("templates")
NOW = datetime.datetime(2025, 7, 26, 9, 5, 3)


class Generation(jinja2.ext.Extension):
    """The `{% generation %}…{% endgeneration %}` tag, which renders its body."""

    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
        return jinja2.nodes.CallBlock(self.call_method("_text"), [], [], body).set_lineno(line)

    def _text(self, caller):
        return caller()


class Refusal(jinja2.TemplateError):
    """The error of `raise_exception`."""


def refuse(message):
    raise Refusal(message)


def tojson(value, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


def environment(kind):
    env = kind(trim_blocks=True, lstrip_blocks=True, extensions=[Generation, jinja2.ext.loopcontrols])
    env.filters["tojson"] = tojson
    # Not a filter of jinja2, but used by templates of other engines.
    env.filters["from_json"] = json.loads
    env.globals["raise_exception"] = refuse
    env.globals["strftime_now"] = NOW.strftime
    return env


IMMUTABLE = environment(jinja2.sandbox.ImmutableSandboxedEnvironment)
MUTABLE = environment(jinja2.sandbox.SandboxedEnvironment)


@functools.cache
def compiled(env, source):
    return env.from_string(source)


def render(source, variables):
    """Returns the text, or `!` and the kind of error."""
    try:
        try:
            return compiled(IMMUTABLE, source).render(**json.loads(json.dumps(variables)))
        except jinja2.sandbox.SecurityError:
            return compiled(MUTABLE, source).render(**json.loads(json.dumps(variables)))
    except Refusal as error:
        return "!raised " + str(error)
    except jinja2.TemplateSyntaxError:
        return "!syntax"
    except jinja2.UndefinedError:
        return "!undefined"
    except Exception:
        return "!value"


def sources(folder):
    """Returns the distinct templates in a folder by path, from template files and from JSON."""
    seen = set()
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        source = None
        if path.suffix in (".jinja", ".jinja2"):
            source = path.read_bytes().decode()
        elif path.suffix == ".json":
            source = json.loads(path.read_bytes()).get("chat_template")
        if isinstance(source, str) and source not in seen:
            seen.add(source)
            yield name, source


def summary(text):
    if text.startswith("!"):
        return text
    return f"{len(text)} {zlib.crc32(text.encode()):x}"


def write(name, value):
    (FIXTURES / name).write_text(json.dumps(value, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--dump", type=Path)
    arguments = parser.parse_args()
    renderings = {}
    for name, source in sources(arguments.folder):
        texts = {case: render(source, variables) for case, variables in CONVERSATIONS.items()}
        renderings[name] = [summary(text) for text in texts.values()]
        if arguments.dump:
            for case, text in texts.items():
                path = arguments.dump / f"{name}.{case}.txt"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text.encode())
    write("conversations.json", CONVERSATIONS)
    write("renderings.json", renderings)
    write("expressions.json", {"variables": VARIABLES, "cases": [[e, render(e, VARIABLES)] for e in EXPRESSIONS]})


main()
