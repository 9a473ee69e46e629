/// The flags of a regular expression.
struct RegexFlags {
  /// True if letters match in either case.
  var ignoresCase = false
  /// True if `.` matches line terminators as well.
  var dotMatchesAll = false

  /// Returns the characters that match a set under the flags.
  func folded(_ set: CodePointSet) -> CodePointSet { ignoresCase ? set.caseFolded : set }
}

extension CodePointSet {
  /// The set together with the other cases of its members.
  var caseFolded: CodePointSet {
    let others = Self.cases.filter { group in group.contains(where: contains) }
    return CodePointSet(ranges + others.joined().map { $0...$0 })
  }

  /// The groups of characters that differ only in case, by Unicode's simple case folding.
  ///
  /// Two characters are the same if the lowercase of their uppercase is; mappings to several characters do not count.
  private static let cases: [[UInt32]] = {
    func single(_ text: String, _ other: Unicode.Scalar) -> Unicode.Scalar {
      let scalars = text.unicodeScalars
      return scalars.count == 1 ? scalars.first ?? other : other
    }
    var groups: [UInt32: [UInt32]] = [:]
    // The last letters with case are those of Adlam. The dotless i folds to itself, although its uppercase is I.
    for point in UInt32(0x41)..<0x1_E944 where point != 0x131 {
      guard let scalar = Unicode.Scalar(point), scalar.properties.changesWhenCaseMapped else { continue }
      let upper = single(scalar.properties.uppercaseMapping, scalar)
      groups[single(upper.properties.lowercaseMapping, upper).value, default: []].append(point)
    }
    return groups.values.filter { $0.count > 1 }
  }()
}
