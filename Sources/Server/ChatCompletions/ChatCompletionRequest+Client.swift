import SwiftletGuides
import SwiftletJSON

// The members of requests that OpenAI's API does not have, as other servers name them.

extension JSONFields {
  /// Throws if a member asks for something that would change the answer and that no model here does.
  ///
  /// - Parameter supported: The members that the protocol has in spite of the list.
  /// - Throws: ``FieldError`` that names the member.
  func refuseUnsupportedMembers(except supported: Set<String> = []) throws(FieldError) {
    try refuse(Self.unsupported, except: supported)
    if let format = try text("reasoning_format"), !["auto", "deepseek"].contains(format) {
      throw FieldError(path(of: "reasoning_format"), "found \(format.prefix(40)), expected auto or deepseek")
    }
  }

  /// Throws if one of some members is there, unless it is empty or has a value that asks for nothing.
  func refuse(
    _ unsupported: KeyValuePairs<String, [JSONValue]>, except supported: Set<String> = []
  ) throws(FieldError) {
    for (name, allowed) in unsupported where !supported.contains(name) {
      guard let value = member(name), !allowed.contains(value) else { continue }
      let isEmpty = value.elements?.isEmpty == true || value.members?.isEmpty == true
      guard !isEmpty else { continue }
      throw FieldError(
        path(of: name), "found \(value.excerpt), which is not supported here", code: "unsupported_parameter")
    }
  }

  /// The members that are refused, with the values that ask for nothing.
  private static let unsupported: KeyValuePairs<String, [JSONValue]> = [
    "audio": [], "web_search_options": [], "min_tokens": [.number("0")],
    "min_keep": [.number("0")], "post_sampling_probs": [false], "adaptive_target": [], "adaptive_decay": [],
    "t_max_predict_ms": [.number("0"), .number("-1")], "return_tokens": [false], "response_fields": [],
    "length_penalty": [.number("1"), .number("1.0")], "use_beam_search": [false], "best_of": [.number("1")],
    "logits_processors": [], "bad_words": [], "allowed_token_ids": [], "prompt_logprobs": [], "echo": [false],
    "stop_token_ids": [], "chat_template": [], "documents": [],
  ]

  /// The number of alternatives of each token's log-probability; `nil` if none are asked for.
  var logProbabilityCount: Int? {
    get throws(FieldError) {
      let isAsked = try bool("logprobs") ?? false
      let count = try integer("top_logprobs", in: 0...20)
      // The name of llama.cpp's server, which needs no flag.
      let other = try integer("n_probs", in: 0...20).flatMap { $0 > 0 ? $0 : nil }
      guard isAsked || other != nil else {
        guard count == nil || count == 0 else {
          throw FieldError(path(of: "top_logprobs"), "found without logprobs, expected \"logprobs\": true beside it")
        }
        return nil
      }
      return count ?? other ?? 0
    }
  }

  /// Returns the guide of `grammar`, `structured_outputs` and vLLM's older members; `nil` if there is none.
  ///
  /// Schemas under these names are those of ``answerSchema``.
  func answerGuide(besideSchema hasSchema: Bool, tools hasTools: Bool) throws(FieldError) -> GuideSource? {
    var found: (name: String, guide: GuideSource)?
    func add(_ name: String, _ guide: GuideSource?) throws(FieldError) {
      guard let guide else { return }
      if hasSchema || found != nil {
        throw FieldError(name, "found beside \(found?.name ?? "a schema"), expected one of the two")
      }
      found = (name, guide)
    }
    func choices(_ fields: JSONFields, _ name: String) throws(FieldError) -> GuideSource? {
      guard let texts = try fields.texts(name) else { return nil }
      guard !texts.isEmpty else { throw FieldError(fields.path(of: name), "found none, expected at least one text") }
      return .choice(texts)
    }
    try add("grammar", try text("grammar").flatMap { $0.isEmpty ? nil : .grammar($0) })
    try add("guided_grammar", try text("guided_grammar").map { .grammar($0) })
    try add("guided_regex", try text("guided_regex").map { .pattern($0) })
    try add("guided_choice", try choices(self, "guided_choice"))
    if let outputs = try fields("structured_outputs") {
      let path = outputs.path
      try add("\(path).grammar", try outputs.text("grammar").map { .grammar($0) })
      try add("\(path).regex", try outputs.text("regex").map { .pattern($0) })
      try add("\(path).choice", try choices(outputs, "choice"))
      if let other = ["structural_tag", "json_object"].first(where: { outputs.member($0) != nil }),
        outputs.member(other) != false
      {
        throw FieldError(outputs.path(of: other), "found a form that is not supported here")
      }
    }
    if let found, hasTools {
      throw FieldError(found.name, "found beside tools, expected one of the two; use response_format")
    }
    return found?.guide
  }
}
