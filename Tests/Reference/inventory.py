#!/usr/bin/env python3
"""Compares the declarations of the module Swiftlet with the inventory of Apple's API.

    swift build --target Swiftlet
    python3 Tests/Reference/inventory.py            # --verbose: also list missing declarations of Apple's platforms

Reads chapter 20 ("Checklist") of ../shared/api/FoundationModels-26.md, a table with one symbol per line: releases 26 and 27.
Without that file, the script prints a message and succeeds. The declarations of the module are read from the compiler's
symbol graph. Missing declarations must be listed in Sources/Swiftlet/Swiftlet.docc/AppleOnly.md, where a name also covers
its members. Other missing declarations cause exit status 1.

A symbol is declared if its path and labels match the inventory, or if a protocol of this module to which the type
conforms declares it. Types, effects and attributes are checked by compiling Tests/InventoryTests.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CHECKLIST = ROOT.parent / "shared" / "api" / "FoundationModels-26.md"
ARTICLE = ROOT / "Sources" / "Swiftlet" / "Swiftlet.docc" / "AppleOnly.md"

# What the inventory spells otherwise than the release or than the compiler's symbol graph.
SPELLINGS = {
    "ImageReference.resolve(in:)": "ImageReference.resolved(in:)",
    "LanguageModelSession.GenerationError.refusal(_:)": "LanguageModelSession.GenerationError.refusal(_:_:)",
}


def checklist():
    """Returns the symbols of the checklist with their releases; None for symbols of the first beta only."""
    text = CHECKLIST.read_text().split("\n## 20. ", 1)[1]
    for symbol, release in re.findall(r"^\| `(.+)` \| (?:yes|no) \| (.+) \|$", text, re.MULTILINE):
        yield symbol, None if "beta" in release else release


def symbol_graphs(folder):
    """Returns the symbol graphs of the module and of its extensions of other modules."""
    build = subprocess.run(
        ["swift", "build", "--package-path", ROOT, "--show-bin-path"], check=True, capture_output=True, text=True)
    target = json.loads(subprocess.run(
        ["swift", "-print-target-info"], check=True, capture_output=True, text=True).stdout)["target"]
    subprocess.run(
        ["swift", "symbolgraph-extract", "-module-name", "Swiftlet", "-target", target["triple"],
         "-I", Path(build.stdout.strip()) / "Modules", "-I", ROOT / "Sources" / "Kernels" / "Intrinsics",
         "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", folder],
        check=True, stdout=sys.stderr)
    return [json.loads(file.read_text()) for file in sorted(Path(folder).glob("*.symbols.json"))]


class Module:
    """The contents of the symbol graphs."""

    def __init__(self, graphs):
        self.macros = set()
        self.symbols = set()
        self.protocols = {}
        paths = {}
        for symbol in (symbol for graph in graphs for symbol in graph["symbols"]):
            path = ".".join(symbol["pathComponents"])
            paths[symbol["identifier"]["precise"]] = path
            if symbol["kind"]["identifier"] == "swift.macro":
                self.macros.add(path)
            else:
                self.symbols.update(self.forms(path, symbol.get("swiftExtension", {}).get("constraints", [])))
            # Other modules' types have no symbol of their own, only members.
            extension = symbol.get("swiftExtension", {})
            if extension.get("extendedModule") not in (None, "Swiftlet"):
                self.symbols.add(symbol["pathComponents"][0])
        for relation in (relation for graph in graphs for relation in graph["relationships"]):
            if relation["kind"] == "memberOf":
                paths.setdefault(relation["target"], ".".join(paths[relation["source"]].split(".")[:-1]))
        for relation in (relation for graph in graphs for relation in graph["relationships"]):
            if relation["kind"] == "conformsTo" and relation["source"] in paths:
                target = paths.get(relation["target"]) or relation["targetFallback"].split(".", 1)[1]
                self.protocols.setdefault(paths[relation["source"]], set()).add(target)

    @staticmethod
    def forms(path, constraints):
        """Returns the spellings of a symbol, with and without the type argument of its extension."""
        yield path
        for constraint in constraints:
            if constraint["kind"] == "sameType":
                head, _, member = path.partition(".")
                yield f"{head}<{constraint['rhs']}>.{member}"

    def conforms(self, name, protocol):
        """Returns true if a type conforms to a protocol, directly or through another protocol."""
        if protocol == "Codable":
            return self.conforms(name, "Encodable") and self.conforms(name, "Decodable")
        seen, waiting = set(), [name]
        while waiting:
            for other in self.protocols.get(waiting.pop(), set()) - seen:
                seen.add(other)
                waiting.append(other)
        return protocol in seen

    def declares(self, symbol):
        """Returns true if the module declares a symbol of the checklist."""
        symbol = SPELLINGS.get(symbol, symbol)
        if symbol.startswith("@__"):
            # The symbol graph leaves out what begins with underscores.
            name = symbol[1:].partition("(")[0]
            return any(f"macro {name}(" in file.read_text() for file in (ROOT / "Sources" / "Swiftlet").rglob("*.swift"))
        if symbol.startswith("@"):
            return symbol[1:] in self.macros
        symbol = re.sub(r" \((?:where .*|String|GeneratedContent)\)$", "", symbol)
        if " : " in symbol:
            name, protocols = symbol.split(" : ")
            return all(self.conforms(name, re.sub(r"^(nonisolated |@unchecked )*(Observation\.)?", "", protocol))
                       for protocol in protocols.split(", "))
        # A subscript's parameter names are not labels.
        symbol = re.sub(r"subscript\(.*\)", "subscript(_:)", symbol)
        if symbol in self.symbols:
            return True
        name, _, member = symbol.rpartition(".")
        return any(self.conforms(name, protocol) and f"{protocol}.{member}" in self.symbols
                   for protocol in {other.rpartition(".")[0] for other in self.symbols})


def main():
    """Prints the comparison."""
    if not CHECKLIST.exists():
        print(f"inventory: skipped, there is no {CHECKLIST}")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        module = Module(symbol_graphs(folder))
    rows = list(checklist())
    released = [symbol for symbol, release in rows if release]
    missing = [symbol for symbol in released if not module.declares(symbol)]
    left_out = set(re.findall(r"(?<!`)`([^`\n]+)`(?!`)", ARTICLE.read_text()))
    unnamed = [
        symbol for symbol in missing
        if not any(symbol == name or symbol.startswith((name + ".", name + " ")) for name in left_out)]
    print(f"declared {len(released) - len(missing)} of {len(released)}")
    print(f"left out, named in {ARTICLE.relative_to(ROOT)}: {len(missing) - len(unnamed)}")
    if "--verbose" in sys.argv:
        for symbol in missing:
            if symbol not in unnamed:
                print(f"  {symbol}")
    beta = [symbol for symbol, release in rows if not release]
    print(f"of the first beta alone: declared {sum(map(module.declares, beta))} of {len(beta)}, others are in the table")
    print(f"missing: {len(unnamed)}")
    for symbol in unnamed:
        print(f"  {symbol}")
    return 1 if unnamed else 0


if __name__ == "__main__":
    sys.exit(main())
