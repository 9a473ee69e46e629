import SwiftletJSON
import SwiftletServer
import Testing

/// Members of requests that are wrong, or that cannot be honoured.
@Suite struct ChatCompletionErrorTests {
  private func parameter(_ body: String) throws -> String? {
    let value = try JSONValue.read(Array(body.utf8), options: .init())
    do throws(FieldError) {
      _ = try ChatCompletionRequest(value, rules: .client)
      return nil
    } catch {
      return error.member
    }
  }

  @Test func errorsNameTheMember() throws {
    for (members, expected) in [
      (#""temperature": 3"#, "temperature"), (#""temperature": "1""#, "temperature"), (#""top_p": 1.5"#, "top_p"),
      (#""frequency_penalty": -2.5"#, "frequency_penalty"), (#""presence_penalty": 9"#, "presence_penalty"),
      (#""max_tokens": -2"#, "max_tokens"), (#""max_completion_tokens": 1.5"#, "max_completion_tokens"),
      (#""n": 0"#, "n"), (#""stop": [""]"#, "stop"), (#""top_logprobs": 2"#, "top_logprobs"),
      (#""logprobs": true, "top_logprobs": 21"#, "top_logprobs"), (#""logit_bias": {"5": "a"}"#, "logit_bias.5"),
      (#""tools": [{"type": "web_search"}]"#, "tools.0.type"), (#""tool_choice": "sometimes""#, "tool_choice"),
      (#""tool_choice": "required""#, "tool_choice"), (#""modalities": ["audio"]"#, "modalities"),
      (#""reasoning_effort": "much""#, "reasoning_effort"), (#""chat_template_kwargs": 1"#, "chat_template_kwargs"),
      (#""chat_template_kwargs": {"messages": []}"#, "chat_template_kwargs.messages"),
      (#""chat_template_kwargs": {"enable_thinking": "false"}"#, "chat_template_kwargs.enable_thinking"),
      (#""samplers": ["top_a"]"#, "samplers"), (#""ignore_eos": 1"#, "ignore_eos"), (#""mirostat": 1"#, "mirostat"),
      (#""lora": [{"id": 0}]"#, "lora.0"), (#""lora": [{"id": 1, "scale": 1}]"#, "lora.0.id"),
      (#""return_tokens": true"#, "return_tokens"), (#""t_max_predict_ms": 5"#, "t_max_predict_ms"),
      (#""reasoning_format": "none""#, "reasoning_format"), (#""stream": "yes""#, "stream"),
      (#""stream_options": 1"#, "stream_options"), (#""keep_alive": "soon""#, "keep_alive"),
      (#""grammar": "root ::= \"a\"", "tools": [{"name": "f"}]"#, "grammar"),
    ] {
      let found = try parameter(#"{"messages": [{"role": "user", "content": "Hi"}], \#(members)}"#)
      #expect(found == expected, "\(members)")
    }
  }

  @Test func errorsOfMessagesNameTheirPlace() throws {
    for (messages, expected) in [
      ("[]", "messages"), (#"[{"role": "robot"}]"#, "messages.0.role"), ("[1]", "messages.0"),
      (#"[{"role": "user", "content": 1}]"#, "messages.0.content"),
      (
        #"[{"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "image_url", "image_url": {"url": "http://a/b.png"}}]}]"#,
        "messages.0.content.1.image_url"
      ),
      (
        #"[{"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "f"}}]}]"#, "messages.0.tool_calls"
      ),
    ] {
      let found = try parameter(#"{"messages": \#(messages)}"#)
      #expect(found == expected, "\(messages)")
    }
  }

  @Test func membersWithoutAMeaningAndThoseThatAskForNothingAreIgnored() throws {
    for members in [
      #""user": "a", "metadata": {}, "store": true, "service_tier": "auto", "prediction": {}, "unknown": [1]"#,
      #""samplers": [], "ignore_eos": false, "min_keep": 0, "lora": [], "id_slot": -1, "cache_prompt": true"#,
      #""stop": null, "tools": null, "n": null, "response_format": null, "stream_options": null, "max_tokens": -1"#,
      #""repeat_penalty": 1.1, "n_predict": 4, "thinking_budget_tokens": 5, "min_p": 0.05, "dry_multiplier": 0.5"#,
      #""logit_bias": {"5": -100, "6": false}, "seed": -1"#, #""logit_bias": [[5, 1.5], [6, false]]"#,
      #""reasoning": {"effort": "low"}, "reasoning_format": "auto", "keep_alive": "5m""#,
      #""functions": [{"name": "f"}], "function_call": "auto""#,
    ] {
      let found = try parameter(#"{"messages": [{"role": "user", "content": "Hi"}], \#(members)}"#)
      #expect(found == nil, "\(members)")
    }
  }

  @Test func filesKeepTheirStricterRules() throws {
    let user = #"{"role": "user", "content": "Hi"}"#
    for (body, expected) in [
      (#"{"messages": [\#(user)], "logprobs": true}"#, "logprobs"),
      (#"{"messages": [{"role": "function", "content": "a"}]}"#, "messages.0.role"),
    ] {
      let value = try JSONValue.read(Array(body.utf8), options: .init())
      #expect {
        _ = try ChatCompletionRequest(value, rules: .file)
      } throws: { error in
        (error as? FieldError)?.member == expected
      }
    }
  }
}
