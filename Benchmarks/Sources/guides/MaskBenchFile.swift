import Foundation
import SwiftletGuides
import SwiftletTokenizers

/// A MaskBench test file: a schema with valid and invalid instances.
struct MaskBenchFile {
  var schema: String
  var instances: [(text: String, isValid: Bool)]

  /// Loads a file; the texts of schema and instances are kept unchanged, with the order of properties.
  init(path: String) throws {
    let text = try OrderedJSON.members(Array(Data(contentsOf: URL(filePath: path))))
    schema = text["schema"].map { String(decoding: $0, as: UTF8.self) } ?? "true"
    instances = try OrderedJSON.elements(text["tests"] ?? []).map { test in
      let members = try OrderedJSON.members(test)
      let isValid = members["valid"].map { OrderedJSON.compact($0).elementsEqual("true".utf8) } ?? true
      return (String(decoding: OrderedJSON.compact(members["data"] ?? []), as: UTF8.self), isValid)
    }
  }

  /// The result of a file.
  struct Outcome {
    var refusal: String?
    var compile = Duration.zero
    /// The times of mask computations in valid instances.
    var masks: [Duration] = []
    var accepts: [Duration] = []
    /// The first error of each kind.
    var rejectsValid: String?
    var acceptsInvalid: String?
    var wrongMask: String?
  }

  /// Compiles the schema and matches the instances token by token.
  func run(_ tokenizer: Tokenizer, _ index: TokenIndex, _ options: GuideOptions) -> Outcome {
    var outcome = Outcome()
    let clock = ContinuousClock()
    let start = clock.now
    let guide: Guide
    do {
      guide = try Guide(schema: schema, options: options, index: index)
    } catch {
      outcome.refusal = "\(error)"
      outcome.compile = start.duration(to: clock.now)
      return outcome
    }
    outcome.compile = start.duration(to: clock.now)
    let end = index.vocabulary.endOfGeneration.min() ?? 0
    for instance in instances {
      var matcher = guide.makeMatcher()
      let tokens = tokenizer.encode(instance.text, parsingSpecialTokens: false, addingBOSAndEOS: false)
      var failure: Int?
      for (position, token) in (tokens + [end]).enumerated() {
        let start = clock.now
        let mask = matcher.mask()
        if instance.isValid { outcome.masks.append(start.duration(to: clock.now)) }
        let isAllowed = mask.contains(token)
        if matcher.allows(token) != isAllowed { outcome.wrongMask = "token \(token) after \(position)" }
        guard isAllowed else {
          failure = position
          break
        }
        let before = clock.now
        do { try matcher.accept(token) } catch {
          failure = position
          break
        }
        if instance.isValid { outcome.accepts.append(before.duration(to: clock.now)) }
      }
      let isAccepted = failure == nil
      if isAccepted != instance.isValid {
        let text = String(decoding: matcher.text.suffix(60), as: UTF8.self)
        let next = failure.flatMap { $0 < tokens.count ? try? tokenizer.decode([tokens[$0]]) : nil } ?? []
        let location = "after \(text.debugDescription) at \(String(decoding: next, as: UTF8.self).debugDescription)"
        if instance.isValid { outcome.rejectsValid = location } else { outcome.acceptsInvalid = instance.text }
      }
    }
    return outcome
  }
}
