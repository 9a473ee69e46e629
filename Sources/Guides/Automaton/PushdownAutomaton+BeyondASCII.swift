/// Properties of states that decide how the costs of tokens are found.
extension PushdownAutomaton {
  /// Returns the number of declared names of the objects whose current names are recorded in a state.
  func recordedNameCount(_ state: Int32) -> Int {
    states[Int(state)].reduce(0) { sum, number in
      let configuration = configurations[Int(number)]
      guard case .key(let rule, _, _) = configuration.position, configuration.spelling != 0 else { return sum }
      return sum + grammar.objects[Int(rule)].rule.names.count
    }
  }

  /// Returns true if all characters beyond ASCII lead from a state to the same one, or are all not allowed.
  func treatsAlikeBeyondASCII(_ state: Int32) -> Bool {
    states[Int(state)].allSatisfy { treatsAlikeBeyondASCII(configurations[Int($0)]) }
  }

  private func treatsAlikeBeyondASCII(_ configuration: Configuration) -> Bool {
    switch configuration.position {
    case .openObject, .openArray, .firstKey, .colon, .after: return true
    case .value, .firstElement, .element: return false
    case .lexeme(let number, let state):
      let lexeme = grammar.lexemes[Int(number)]
      if state.partial == TextDecoder.unopened { return true }
      return configuration.spelling == 0 && state.partial == 0 && lexeme.decoder.isQuoted
        && lexeme.automaton.beyondASCII[Int(state.state)] != -2
    case .key(let rule, _, let state):
      let object = grammar.objects[Int(rule)].rule
      if state.partial == TextDecoder.unopened { return true }
      guard configuration.spelling == 0, state.partial == 0, object.usedUp.isEmpty,
        !object.nextBytes(state).contains(where: { $0 >= 0x80 })
      else { return false }
      return state.extra < 0 || object.classifier?.isUniformBeyondASCII(state.extra) ?? true
    }
  }
}

extension KeyClassifier {
  /// Returns true if all characters beyond ASCII lead from a state to the same one.
  fileprivate func isUniformBeyondASCII(_ state: Int32) -> Bool {
    let targets = alphabet.classes[alphabet.interval(of: 128)...].lazy.map {
      self.next[Int(state) * self.alphabet.count + Int($0)]
    }
    return targets.allSatisfy { $0 == targets.first }
  }
}
