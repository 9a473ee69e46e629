import Swiftlet
import SwiftletInference
import SwiftletJSON
import SwiftletServer

extension BatchRequest {
  /// Returns the answer in the form of the request.
  ///
  /// - Parameters:
  ///   - answers: The choices, or the error of the request.
  ///   - model: The name of the model that answered.
  /// - Returns: The line of JSON, without its end.
  func answerLine(_ answers: Result<[CompleteAnswer], any Error>, model: String) -> String {
    let members = form == .plain ? plainMembers(answers) : openAIMembers(answers, model: model)
    return JSONWriter.text(.members(members), layout: .line)
  }

  private func plainMembers(_ answers: Result<[CompleteAnswer], any Error>) -> [(String, JSONValue?)] {
    do {
      let choices = try answers.get().map { try $0.members }
      guard choices.count != 1 else { return [("id", id)] + choices[0] }
      return [("id", id), ("choices", .array(choices.map { .members($0) }))]
    } catch {
      let cause: any Error = if let failure = error as? Failure { failure.error } else { error }
      return [("id", id), ("error", .string("\(location): \(CommandErrorText(cause))"))]
    }
  }

  private func openAIMembers(
    _ answers: Result<[CompleteAnswer], any Error>, model: String
  ) -> [(String, JSONValue?)] {
    var (response, fault) = (JSONValue.null, JSONValue.null)
    func respond(_ status: Int, _ body: JSONValue) {
      response = .members([
        ("status_code", .count(status)), ("request_id", .string("req_\(Identifier.new())")),
        ("body", body),
      ])
    }
    do {
      let choices = try answers.get().map { CollectedAnswer($0) }
      let identity = AnswerIdentity(newWith: "chatcmpl", model: model)
      respond(200, ChatCompletionAnswer(identity: identity, choices: choices).json)
    } catch Failure.line(let error) {
      // A line that is no request has no response.
      fault = .members([("code", "invalid_request"), ("message", .string("\(location): \(error)"))])
    } catch {
      let cause: any Error = if let failure = error as? Failure { failure.error } else { error }
      let failure = RequestFailure(cause)
      respond(failure.status, ErrorForm.openAI.body(failure))
    }
    return [
      ("id", .string("batch_req_\(Identifier.new())")), ("custom_id", id ?? .null),
      ("response", response), ("error", fault),
    ]
  }
}

extension CompleteAnswer {
  /// The members of an answer in the plain form, which says it if a limit has cut the answer off.
  fileprivate var members: [(String, JSONValue?)] {
    get throws {
      let calls = try calls.map { try $0.json }
      let isCutOff = finishReason == .maximumTokens || finishReason == .contextFull
      return [
        ("text", .string(text)), ("calls", calls.isEmpty ? nil : .array(calls)),
        ("finish_reason", isCutOff ? "length" : nil),
      ]
    }
  }
}

extension CompleteAnswer.Call {
  /// The call as JSON.
  var json: JSONValue {
    get throws(FileError) {
      do throws(JSONError) {
        // A model may write an unpaired surrogate; that costs the character, not the call.
        let value = try JSONValue.read(Array(arguments.utf8), options: .init(replacesLoneSurrogates: true))
        return .members([("name", .string(name)), ("arguments", value)])
      } catch {
        throw FileError("the arguments of a call of \(name)", "not JSON at byte \(error.offset): \(error.reason)")
      }
    }
  }
}
