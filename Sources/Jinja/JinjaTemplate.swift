/// A chat template in Jinja, compiled.
///
/// Model files carry their templates in Jinja, as it runs inside of Python. This is an engine for all of that language
/// that works on one template alone, with the settings, the filter `tojson` and the functions that the model libraries
/// add to it; it prints values as Python does. A template sees nothing but the variables it is given.
///
///     let template = try JinjaTemplate("{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% endfor %}")
///     let segments = try template.render(["messages": [["role": "user", "content": "Hello"]]])
///
/// A template is compiled once and may then be run any number of times, on several threads at once.
///
/// The result is cut where its origin changes. Text of the template, and of variables that are ``JinjaValue/trusted(_:)``,
/// may contain control tokens; all other text never does, whatever filters and methods it went through: strings carry
/// their origin, code point by code point, and what mixes origins so that they cannot be told apart any more (the JSON
/// of a value, say) is not trusted.
public struct JinjaTemplate: Sendable {
  private let body: JinjaBlock
  /// The source as offsets count it.
  private let source: [UInt8]
  /// The variables that the template mentions.
  private let variables: [String: Int]

  /// Compiles a template.
  ///
  /// - Throws: ``JinjaError`` if the source is not a template, with the place.
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

  /// Runs the template.
  ///
  /// - Parameters:
  ///   - variables: What the template is given: `messages`, `tools`, `add_generation_prompt`, …
  ///   - limits: How much it may use.
  ///   - now: What `strftime_now` writes.
  /// - Returns: The text, cut where its origin changes.
  /// - Throws: ``JinjaError`` if the template refuses the input, works with values in a way that they don't allow, or
  ///   uses too much.
  public func render(
    _ variables: JinjaDictionary, limits: JinjaLimits = .standard, now: @escaping () -> JinjaDate = JinjaDate.current
  ) throws(JinjaError) -> [JinjaSegment] {
    try render(variables, functions: [], limits: limits, now: now)
  }

  /// Runs the template with more functions than it has by itself.
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
  /// The output, cut where its origin changes.
  fileprivate var segments: [JinjaSegment] {
    let text = JinjaText(written.string, isTrusted: true)
    var start = 0
    return written.runs.map { run in
      defer { start = run.end }
      return JinjaSegment(text: String(text.substring(start..<run.end)), isTrusted: run.isTrusted)
    }
  }
}
