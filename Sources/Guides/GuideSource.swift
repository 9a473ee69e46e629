/// A description of what an answer has to be.
public indirect enum GuideSource: Sendable, Hashable {
  /// JSON that satisfies a schema; the payload is the schema's JSON text.
  case schema(String)
  /// Text that a regular expression (ECMA-262) matches wholly.
  case pattern(String)
  /// Text that a grammar in GBNF, the notation of llama.cpp, derives from its rule `root`; the payload is the grammar.
  ///
  /// The whole notation is understood but for terminals that name tokens (`<think>`, `<[1000]>`). Rules may be recursive,
  /// though not to their left.
  case grammar(String)
  /// One of some texts.
  case choice([String])
  /// Any text up to the first occurrence of a tag, the tag included.
  case textUntil(tag: String)
  /// Any text in which none of the tags occurs, possibly empty.
  case text(without: [String])
  /// One after the other.
  case sequence([GuideSource])
  /// One of several.
  case anyOf([GuideSource])
  /// Any number of times, or none at all; the part must not be possibly empty.
  case repeated(GuideSource)
}
