/// A group of configurations before or within property names, for which undeclared names have the same tokens.
///
/// Alternatives differ in the names that they declare, but seldom in which other names are possible: the token trie is
/// walked once for the undeclared names of all of them, and once along the declared ones.
struct NameGroup {
  /// The property that the members of a group have in common.
  struct Key: Hashable {
    var undeclared: Undeclared
    /// The state of the text decoder.
    var partial: UInt32
    var allowsEveryEscape: Bool
    /// True if names are recorded.
    var isRecorded: Bool
  }

  /// The possible undeclared names.
  enum Undeclared: Hashable {
    case none
    /// Every name, from a character boundary.
    case all
    /// Those that continue from a state of the general rule of the classes.
    case classified(ObjectIdentifier, Int32, UInt64)
  }

  struct Member {
    var configuration: Configuration
    var rule: Int32
    var progress: Int32
    var state: KeyState
    var object: Grammar.ObjectRuleBox
    var choices: ObjectChoices
    /// The class of undeclared names, where every name is possible.
    var kind = 0
  }

  let key: Key
  /// The rule of the classes of undeclared names, without declared ones.
  let general: Grammar.ObjectRuleBox
  /// The state of the general rule.
  let state: KeyState
  var members: [Member] = []

  /// Creates a group for a member, without it; sets the member's class.
  init(_ member: inout Member) {
    let state = member.state
    let isBoundary = state.partial == 0 || state.partial == TextDecoder.unopened
    let classifier = member.object.rule.classifier
    let general = classifier?.general ?? Grammar.ObjectRuleBox.anyName
    var extra = state.extra
    if extra >= 0, let classifier { extra = classifier.generalStates[Int(extra)] }
    let undeclared: Undeclared
    if extra < 0 {
      undeclared = .none
    } else if isBoundary, general.rule.classifier?.isFree[Int(extra)] ?? true {
      undeclared = .all
      member.kind = general.rule.kind(extra) ?? 0
    } else {
      undeclared = .classified(ObjectIdentifier(general), extra, member.choices.classes)
    }
    key = Key(
      undeclared: undeclared, partial: state.partial,
      allowsEveryEscape: member.object.decoder(state).allowsEveryEscape,
      isRecorded: member.configuration.spelling != 0)
    self.general = general
    self.state = KeyState(low: 0, high: 0, depth: 0, extra: extra, partial: state.partial)
  }
}

extension Grammar.ObjectRuleBox {
  /// The rule of objects with any names, none of which is declared.
  static let anyName: Grammar.ObjectRuleBox = {
    var rule = ObjectRule()
    rule.extras = [[]]
    return .init(rule)
  }()
}
