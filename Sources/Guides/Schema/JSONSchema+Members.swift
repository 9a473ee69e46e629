public import SwiftletJSON

extension JSONSchema {
  /// Which members of the objects that satisfy the schema are strings and nothing else, by the names that it declares;
  /// empty if it cannot be expressed.
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
