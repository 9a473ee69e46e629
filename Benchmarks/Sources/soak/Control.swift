import Swiftlet

/// A prompt with a known answer.
struct Control: Sendable {
  var prompt: String
  var options: GenerationOptions
  /// The answer without concurrent requests.
  var text = ""

  /// Creates control prompts: greedy and sampled, with and without long instructions.
  static func all(_ model: GGUFLanguageModel) async throws -> [Control] {
    var controls = [
      Control(
        prompt: "Once upon a time", options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 40)),
      Control(
        prompt: "Tell me a story about a fox.",
        options: GenerationOptions(samplingMode: .random(top: 40, seed: 7), maximumResponseTokens: 40)),
      Control(
        prompt: "Tell me a story about an owl who could not sleep. " + Texts.tales[0],
        options: GenerationOptions(samplingMode: .random(probabilityThreshold: 0.9, seed: 3), maximumResponseTokens: 24)
      ),
    ]
    for index in controls.indices { controls[index].text = try await controls[index].answer(model) }
    return controls
  }

  /// Generates the answer.
  func answer(_ model: GGUFLanguageModel) async throws -> String {
    try await LanguageModelSession(model: model).respond(to: prompt, options: options).content
  }
}

/// The prompts and instructions of clients.
enum Texts {
  /// The instructions that several clients share.
  static let instructions = tales.map { "You tell short stories for children. This is one that they like. \($0)" }

  static let tales = [
    """
    A small owl lived in the old tower behind the mill. By day she could not sleep, for the wheel was loud and the miller \
    sang. So she flew to the miller and asked him to sing by night. The miller laughed, and that evening he sang, and the \
    wheel stood still, and the owl heard every word.
    """,
    """
    Two brothers had one boat. One wanted to row to the island in the morning, the other in the evening. They went at \
    noon, and it rained, and under the boat on the beach they sat and told each other why.
    """,
    """
    The baker's cat had never seen the sea. She walked along the river until the water tasted of salt. There sat a gull \
    on a post. Is this the sea, asked the cat. This is its edge, said the gull, the rest is farther out. The cat looked \
    for a long time, and then she walked home and slept on the warm oven, and in her sleep she swam.
    """,
    """
    In the winter a fox came to the door and asked for a coat. The old woman had none, but she had wool and two needles. \
    She knitted until spring. When the coat was done it was warm outside, and the fox carried it into the wood for the \
    next year.
    """,
  ]

  static let prompts = [
    "Tell me a story about a hen.", "What was it called?", "Another one, please.", "And then?",
    "Tell me a story about a girl who found a key under the stairs.", "Good night.",
  ]
}
