#!/usr/bin/env python3
"""Type-checks Sources/SwiftletFoundationModels against Apple's published declarations only.

    SWIFTLET_SYSTEM_FRAMEWORK=stand-in swift build --target SwiftletFoundationModels
    python3 Tests/Reference/system_declarations.py [CLONE]       # a built clone instead of this repository
    python3 Tests/Reference/system_declarations.py --interface FILE     # only the interface

The stand-in for Apple's framework is this package's own module, which may declare more than Apple's. This script converts
the declarations of ../shared/api/FoundationModels-27.md to a textual interface of a resilient module, as in Apple's SDK, and
type-checks the sources against it. Warnings are errors, such as those about missing cases in a switch. Without that file,
the script prints a message and succeeds.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
INVENTORY = ROOT.parent / "shared" / "api" / "FoundationModels-27.md"

# The chapters whose types a provider touches: contents and schemas, tools, transcripts, options, errors, providers.
SECTIONS = [
    "ConvertibleFromGeneratedContent", "ConvertibleToGeneratedContent", "Generable", "GeneratedContent", "GenerationID",
    "GenerationSchema", "Transcript", "Entries", "Segments", "GenerationOptions", "ContextOptions",
    "LanguageModelError", "LanguageModel", "LanguageModelCapabilities", "LanguageModelExecutor",
    "LanguageModelExecutorGenerationRequest", "LanguageModelExecutorGenerationChannel",
]
# Declarations of chapters that are not read as a whole.
ALSO = ["SystemLanguageModel.Error", "SystemLanguageModel.Error.AssetsUnavailable"]

# Types of chapters that are not read, as far as the others mention them.
MENTIONED = """
public struct Prompt : Swift.Sendable {}
public struct Instructions : Swift.Sendable {}
public protocol PromptRepresentable {}
public protocol InstructionsRepresentable {}
public protocol Tool {}
public struct GenerationGuide<Value> {}
extension Transcript { public struct HistoryView : Swift.Sendable {} }
public struct DynamicGenerationSchema : Swift.Sendable {}
final public class SystemLanguageModel : Swift.Sendable { deinit }
final public class LanguageModelSession {
  public struct Response<Content> {}
  public struct ResponseStream<Content> {}
  deinit
}
"""

HEADER = """// swift-interface-format-version: 1.0
// swift-compiler-version: Swift version 6.2
// swift-module-flags: -module-name FoundationModels -enable-library-evolution -swift-version 6 \
-user-module-version 2.0.68 -enable-upcoming-feature MemberImportVisibility
public import Foundation
import Swift
import _Concurrency
import _StringProcessing
"""


def blocks(text):
    """The blocks of Swift, each with the heading that it stands under."""
    heading = None
    for part in re.split(r"(^#{2,3} .*$)", text, flags=re.MULTILINE):
        if part.startswith("#"):
            heading = part.lstrip("# ").split("  ")[0].strip()
        else:
            for block in re.findall(r"^```swift\n(.*?)^```", part, re.MULTILINE | re.DOTALL):
                yield heading, block


def declarations(block):
    """The types and extensions of a block: the line that opens each, and its members."""
    opening, members = None, []
    for line in block.splitlines():
        if line and not line.startswith((" ", "}", "//")):
            if line.rstrip().endswith("}") and "{" in line:
                continue  # an extension that repeats a member
            opening, members = line, []
        elif line.startswith("}"):
            yield opening, members
            opening = None
        elif opening is not None:
            members.append(line.strip())


def member(line, kind):
    """A member as an interface has it; nothing if it is Apple's platforms' alone."""
    if "[Apple-only" in line or line.startswith("//"):
        return None
    line = re.sub(r"\s*//.*$", "", line)
    line = re.sub(r"@backDeployed\(before: [0-9.]+\) ", "", line)
    if not line or line.startswith("case ") or kind in ("protocol", "defaults"):
        return ("public " if kind == "defaults" and line else "") + line or None
    return re.sub(r"^((?:@\w+(?:\([^)]*\))? )*)", r"\1public ", line)


def interface(text):
    """The interface of a module that declares what the inventory does."""
    result = [HEADER, MENTIONED]
    for heading, block in blocks(text):
        for opening, lines in declarations(block):
            match = re.match(
                r"(?:@frozen )?(?:public |final public |nonisolated public )?(struct|enum|protocol|class|extension) ([\w.]+)",
                opening or "")
            if not match or (heading not in SECTIONS and match[2] not in ALSO):
                continue
            kind, name = match.groups()
            conformances = [
                each.strip() for line in lines if line.startswith("// also conforms:")
                for each in line.split(":", 1)[1].split(";")]
            conformances = [re.sub(r" \[.*?\]", "", each) for each in conformances]
            header = re.sub(r"\s*//.*$", "", opening).rstrip(" {")
            if conformances:
                header += (", " if ":" in header else ": ") + ", ".join(conformances)
            outer, _, inner = name.rpartition(".")
            body = [member(line, "defaults" if kind == "extension" else kind) for line in lines]
            if outer:  # an extension does not see what is declared around the type that it extends
                body = [each and re.sub(r"\b(Usage\.\w+put)", name.split(".")[0] + r".\1", each) for each in body]
            lines = [re.sub(r"\b" + re.escape(name), inner, header, count=1) + " {"] + [
                "  " + each for each in body if each] + ["}"]
            if outer:
                lines = [f"extension {outer} {{"] + ["  " + line for line in lines] + ["}"]
            result += lines
    return "\n".join(result) + "\n"


def main():
    if not INVENTORY.exists():
        print(f"{INVENTORY.name} is not here: nothing to read the sources against")
        return 0
    if sys.argv[1:2] == ["--interface"] and len(sys.argv) == 3:
        Path(sys.argv[2]).write_text(interface(INVENTORY.read_text()))
        return 0
    package = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT).resolve()
    build = subprocess.run(
        ["swift", "build", "--package-path", package, "--show-bin-path"], check=True, capture_output=True, text=True)
    if not (Path(build.stdout.strip()) / "Modules" / "Swiftlet.swiftmodule").exists():
        print(f"{package} is not built: SWIFTLET_SYSTEM_FRAMEWORK=stand-in swift build", file=sys.stderr)
        return 1
    sources = package / "Sources" / "SwiftletFoundationModels"
    files = sorted(sources.glob("*.swift"))
    features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "InferIsolatedConformances"]
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "FoundationModels.swiftinterface").write_text(interface(INVENTORY.read_text()))
        # The folder comes before that of the build, where the stand-in has the same name.
        check = subprocess.run(
            ["swiftc", "-typecheck", "-swift-version", "6", "-strict-memory-safety", "-warnings-as-errors",
             *[flag for feature in features for flag in ("-enable-upcoming-feature", feature)],
             "-module-name", sources.name, "-package-name", package.name.lower(),
             "-module-cache-path", f"{folder}/cache", "-I", folder, "-I", Path(build.stdout.strip()) / "Modules",
             "-I", package / "Sources" / "Kernels" / "Intrinsics", *files])
    verdict = "all that they use is declared" if check.returncode == 0 else "not as declared"
    print(f"{len(files)} files read against {INVENTORY.name}: {verdict}")
    return check.returncode


if __name__ == "__main__":
    sys.exit(main())
