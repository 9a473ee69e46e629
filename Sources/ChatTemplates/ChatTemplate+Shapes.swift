// The templates that are recognised, as `NormalTemplate` writes them. All that varies between models without any effect
// on the outcome is gone from them, so each stands for many templates.

extension ChatTemplate {
  /// The known templates by their normal text.
  static let shapes: [String: ChatTemplate] = {
    var shapes: [String: ChatTemplate] = [:]
    for trim in [false, true] {
      let content = trim ? "message.content|trim" : "message.content"
      for text in chatML(content) {
        shapes[text] = ChatTemplate(.chatML, trimsContent: trim)
      }
      for text in chatMLOpen(content) {
        shapes[text] = ChatTemplate(.chatML, trimsContent: trim, leavesLastTurnOpen: true)
      }
      for text in llama3(content) {
        shapes[text] = ChatTemplate(.llama3, trimsContent: trim)
      }
      shapes[llama3WithSequence(content)] = ChatTemplate(.llama3, trimsContent: trim, writesBOS: true)
      shapes[gemma(content)] = ChatTemplate(.gemma, trimsContent: trim)
    }
    shapes[llama2] = ChatTemplate(.llama2, trimsContent: true, writesBOS: true)
    return shapes
  }()

  fileprivate init(_ form: Form, trimsContent: Bool, writesBOS: Bool = false, leavesLastTurnOpen: Bool = false) {
    self.init(form)
    self.trimsContent = trimsContent
    self.trimsInstructions = trimsContent
    self.writesBOS = writesBOS
    self.leavesLastTurnOpen = leavesLastTurnOpen
  }

  /// Longer templates, which also write tools, reasoning or pictures, by the fingerprint of their normal text.
  ///
  /// Each was run on conversations of plain text, with and without instructions, white space and answers, and did what
  /// its form here does.
  static let fingerprints: [UInt64: ChatTemplate] = [
    // Qwen 2.5, MiMo
    0xbe84_6bb5_dc6b_1db7: ChatTemplate(.chatML, trimsContent: false),
    // Qwen 2.5 VL
    0x875e_e65c_bea7_89a0: ChatTemplate(.chatML, trimsContent: false),
    // Qwen 3 Coder, in two versions
    0x55da_8fcc_9168_37b5: ChatTemplate(.chatML, trimsContent: false),
    0xe545_4464_d510_265d: ChatTemplate(.chatML, trimsContent: false),
    // LFM 2
    0x2313_fab0_68ec_4a8f: ChatTemplate(.chatML, trimsContent: false, writesBOS: true),
    // Llama 2, which may bring instructions along but does so only when asked
    0x0659_e595_7170_957b: ChatTemplate(.llama2, trimsContent: true, writesBOS: true),
    // Gemma 3n
    0x3daa_8b22_dfd4_4942: {
      var template = ChatTemplate(.gemma, trimsContent: true, writesBOS: true)
      template.trimsInstructions = false
      return template
    }(),
  ]
}

extension ChatTemplate {
  private static let loop = "{%for message in messages%}"
  private static let chatMLRequest = #"{%if add_generation_prompt%}{{'<|im_start|>assistant\n'}}{%endif%}"#
  private static let defaultTurn =
    #"{%if loop.first and messages[0].role!='system'%}"#
    + "{{'<|im_start|>system\\n\(NormalTemplate.placeholder)<|im_end|>\\n'}}{%endif%}"

  /// Each turn between its marks; the instructions, if the template brings some, in the first pass or before the loop.
  private static func chatML(_ content: String) -> [String] {
    let turn = #"{{'<|im_start|>'+message.role+'\n'+"# + content + #"+'<|im_end|>\n'}}{%endfor%}"# + chatMLRequest
    let defaultBefore = defaultTurn.replacing("loop.first and ", with: "")
    return [loop + turn, loop + defaultTurn + turn, defaultBefore + loop + turn]
  }

  /// The same, but the last turn is closed only if an answer is asked for.
  private static func chatMLOpen(_ content: String) -> [String] {
    let turn =
      #"{{'<|im_start|>'+message.role+'\n'+"# + content + "}}"
      + #"{%if(loop.last and add_generation_prompt)or not loop.last%}{{'<|im_end|>\n'}}{%endif%}{%endfor%}"#
      + #"{%if add_generation_prompt and messages[-1].role!='assistant'%}{{'<|im_start|>assistant\n'}}{%endif%}"#
    return [loop + turn, loop + defaultTurn + turn]
  }

  private static func llama3Turn(_ content: String) -> String {
    #"'<|start_header_id|>'+message.role+'<|end_header_id|>\n\n'+"# + content + "+'<|eot_id|>'"
  }
  private static let llama3Answer = #"{{'<|start_header_id|>assistant<|end_header_id|>\n\n'}}"#

  /// Each turn after a head with its role; older templates always ask for an answer.
  private static func llama3(_ content: String) -> [String] {
    let turns = loop + "{{" + llama3Turn(content) + "}}{%endfor%}"
    return [turns + "{%if add_generation_prompt%}" + llama3Answer + "{%endif%}", turns + llama3Answer]
  }

  /// The same, with the text that begins a sequence put before the first turn.
  private static func llama3WithSequence(_ content: String) -> String {
    loop + "{%set content=" + llama3Turn(content) + "%}{%if loop.index0==0%}{%set content=bos_token+content%}{%endif%}"
      + "{{content}}{%endfor%}{%if add_generation_prompt%}" + llama3Answer + "{%endif%}"
  }

  private static func gemma(_ content: String) -> String {
    loop + "{%if message.role=='assistant'%}{%set role='model'%}{%else%}{%set role=message.role%}{%endif%}"
      + #"{{'<start_of_turn>'+role+'\n'+"# + content + #"+'<end_of_turn>\n'}}{%endfor%}"#
      + #"{%if add_generation_prompt%}{{'<start_of_turn>model\n'}}{%endif%}"#
  }

  private static let llama2 =
    "{%if messages[0].role=='system'%}{%set loop_messages=messages[1:]%}"
    + "{%set system_message=messages[0].content%}{%else%}{%set loop_messages=messages%}"
    + "{%set system_message=false%}{%endif%}{%for message in loop_messages%}"
    + #"{%if loop.index0==0 and system_message!=false%}{%set content='<<SYS>>\n'+system_message+'\n<</SYS>>\n\n'"#
    + "+message.content%}{%else%}{%set content=message.content%}{%endif%}"
    + "{%if message.role=='user'%}{{bos_token+'[INST] '+content|trim+' [/INST]'}}"
    + "{%elif message.role=='assistant'%}{{' '+content|trim+' '+eos_token}}{%endif%}{%endfor%}"
}
