public import SwiftletJSON

extension JSONSchema {
  /// The declared members of the schema's objects: true for those that can only be strings.
  ///
  /// Empty if the schema is not supported.
  public var stringMembers: [String: Bool] {
    let store = LexemeStore(spelling: NumberSpelling(GuideOptions()), allowsEveryEscape: true)
    let normalizer = Normalizer(SubschemaTable(root), SchemaOptions(isLenient: true), store)
    let builder = GrammarBuilder(store: store, isOrdered: true, spacing: .compact)
    guard let objects = try? normalizer.shape([1]).objects,
      let members = try? MemberGrammar.stringMembers(of: objects, normalizer, builder)
    else { return [:] }
    return Dictionary(members.map { (String(decoding: $0.key, as: UTF8.self), $0.value) }) { $0 && $1 }
  }
}
