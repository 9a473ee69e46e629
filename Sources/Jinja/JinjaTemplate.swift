/// A compiled Jinja template.
///
/// The chat templates of model files are written for Python's Jinja2. This interpreter implements the language except
/// for the features that involve several templates, with the settings, the filter `tojson` and the functions that
/// `transformers` adds; values print as in Python. A template has access only to the variables that are passed to it.
///
///     let template = try JinjaTemplate("{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% endfor %}")
///     let segments = try template.render(["messages": [["role": "user", "content": "Hello"]]])
///
/// A template may be rendered any number of times, also concurrently.
///
/// The output is split into segments by origin. Text of the template and of variables that are
/// ``JinjaValue/trusted(_:)`` may contain control tokens; in all other text they are never parsed, regardless of the
/// filters and methods applied to it. Strings track their origin per code point; operations that mix origins
/// inseparably, such as converting a value to JSON, give untrusted strings.
public struct JinjaTemplate: Sendable {
  private let body: JinjaBlock
  /// The normalised source, which offsets refer to.
  private let source: [UInt8]
  /// The index of each variable that the template uses.
  private let variables: [String: Int]

  /// Compiles a template.
  ///
  /// - Throws: ``JinjaError`` with the position if the source is invalid.
  public init(_ source: String) throws(JinjaError) {
    var parser: JinjaParser
    do throws(JinjaFault) {
      parser = try JinjaParser(source)
    } catch {
      throw error.error(in: Array(source.utf8), otherwiseAt: 0)
    }
    do throws(JinjaFault) {
      body = try parser.template()
    } catch {
      throw error.error(in: parser.source, otherwiseAt: parser.offset)
    }
    self.source = parser.source
    variables = parser.variables
  }

  /// Renders the template.
  ///
  /// - Parameters:
  ///   - variables: The variables: `messages`, `tools`, `add_generation_prompt`, …
  ///   - limits: The resource limits.
  ///   - now: Returns the current time for `strftime_now`.
  /// - Returns: The output, split by origin.
  /// - Throws: ``JinjaError`` if the template raises an exception, applies an operation to values that do not support
  ///   it, or exceeds a limit.
  public func render(
    _ variables: JinjaDictionary, limits: JinjaLimits = .standard, now: @escaping () -> JinjaDate = JinjaDate.current
  ) throws(JinjaError) -> [JinjaSegment] {
    try render(variables, functions: [], limits: limits, now: now)
  }

  /// Renders the template with additional functions.
  func render(
    _ variables: JinjaDictionary, functions: [(name: String, body: JinjaFunction.Body)], limits: JinjaLimits,
    now: @escaping () -> JinjaDate
  ) throws(JinjaError) -> [JinjaSegment] {
    let run = JinjaRun(variables: self.variables.count, limits: limits, now: now)
    defer { run.finish() }
    do throws(JinjaFault) {
      for (name, body) in JinjaFunctions.all + functions {
        if let index = self.variables[name] { run.scope.set(index, to: .function(JinjaFunction(.native(name, body)))) }
      }
      for (name, value) in variables {
        guard let index = self.variables[name] else { continue }
        run.scope.set(index, to: try JinjaRuntimeValue(value, run.budget))
      }
      _ = try body.execute(run)
    } catch {
      throw error.error(in: source, otherwiseAt: run.offset)
    }
    return run.segments
  }
}

extension JinjaRun {
  /// The output, split by origin.
  fileprivate var segments: [JinjaSegment] {
    let text = JinjaText(renderedOutput.string, isTrusted: true)
    var start = 0
    return renderedOutput.runs.map { run in
      defer { start = run.end }
      return JinjaSegment(text: String(text.substring(start..<run.end)), isTrusted: run.isTrusted)
    }
  }
}
