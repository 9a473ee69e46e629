import Synchronization

extension ScriptedHub {
  /// A request of the hub with what answers it.
  private struct Exchange {
    let method: Substring
    /// The path with its query.
    let target: String
    let connection: ScriptedConnection

    /// Answers with JSON.
    func json(_ text: String, status: Int = 200, fields: [String: String] = [:]) throws {
      try connection.answer(method == "HEAD" ? "" : text, status: status, fields: fields)
    }

    /// Answers with an error of the hub.
    func fail(_ status: Int, _ code: String) throws {
      try json("{\"error\":\"\(code)\"}", status: status, fields: ["X-Error-Code": code])
    }

    /// Leads elsewhere.
    func redirect(to location: String, status: Int = 307, fields: [String: String] = [:]) throws {
      try connection.answer("", status: status, fields: fields.merging(["Location": location]) { $1 })
    }
  }

  static func answerHub(
    _ request: ScriptedServer.Request, _ connection: ScriptedConnection, _ shared: Shared
  ) throws {
    let words = request.line.split(separator: " ")
    let exchange = Exchange(method: words[0], target: String(words[1]), connection: connection)
    let path = exchange.target.prefix { $0 != "?" }
    let state = shared.state.withLock { state in
      state.requests.append("\(words[0]) hub\(path)")
      return state
    }
    if let status = state.statuses.first(where: { path.contains($0.key) })?.value {
      return try connection.answer("", status: status)
    }
    switch state.fault {
    case .loop: return try exchange.redirect(to: exchange.target)
    case .mirrored: return try exchange.redirect(to: state.mirror + exchange.target, status: 308)
    case .missing: return try exchange.fail(404, "RepoNotFound")
    case .gated where request.fields["authorization"] == nil: return try exchange.fail(401, "GatedRepo")
    case .renamed where path.contains("/ok"):
      return try exchange.redirect(to: exchange.target.replacing("/ok", with: "/new"))
    case .busyHead where words[0] == "HEAD" && state.isFirst("HEAD hub"):
      return try connection.answer("", status: 429, fields: ["Retry-After": "7"])
    case .compressed where words[0] != "HEAD": return try exchange.json("…", fields: ["Content-Encoding": "gzip"])
    default: try answer(exchange, path.split(separator: "/").map(String.init), state)
    }
  }

  private static func answer(_ exchange: Exchange, _ parts: [String], _ state: State) throws {
    let start = parts.first == "api" ? 2 : 0
    guard parts.count > start + 2 else { return try exchange.fail(404, "EntryNotFound") }
    // The former name of a renamed repository stands for it.
    let identifier = "\(parts[start])/\(parts[start + 1] == "new" ? "ok" : parts[start + 1])"
    guard let repository = state.repositories[identifier] else { return try exchange.fail(404, "RepoNotFound") }
    let commit = repository.commit
    switch parts[start + 2] {
    case "refs": try exchange.json("{\"branches\":[{\"name\":\"main\",\"targetCommit\":\"\(commit)\"}]}")
    case "revision":
      guard parts.count > start + 3, ["main", commit].contains(parts[start + 3]) else {
        return try exchange.fail(404, "RevisionNotFound")
      }
      let names = repository.files.keys.sorted(by: >).map { "{\"rfilename\":\"\($0)\"}" }
      try exchange.json("{\"sha\":\"\(commit)\",\"siblings\":[\(names.joined(separator: ","))]}")
    case "tree": try answerTree(exchange, identifier, repository, state)
    case "resolve":
      let path = parts.dropFirst(start + 4).joined(separator: "/")
      guard let file = repository.files[path] else { return try exchange.fail(404, "EntryNotFound") }
      if path.hasSuffix(".gguf") {
        let fields = [
          "X-Repo-Commit": commit, "X-Linked-ETag": "\"\(file.sha256)\"", "X-Linked-Size": "\(file.bytes.count)",
        ]
        let location = "http://127.0.0.1:\(state.storagePort)/\(identifier)/\(path)?signature=1"
        return try exchange.redirect(to: location, status: 302, fields: fields)
      }
      try exchange.connection.send(
        "HTTP/1.1 200 OK\r\nETag: \"\(file.git)\"\r\nX-Repo-Commit: \(commit)\r\n"
          + "Content-Length: \(file.bytes.count)\r\n\r\n")
      if exchange.method != "HEAD" { try exchange.connection.send(bytes: file.bytes[...]) }
    default: try exchange.fail(404, "EntryNotFound")
    }
  }

  private static func answerTree(
    _ exchange: Exchange, _ identifier: String, _ repository: Repository, _ state: State
  ) throws {
    var entries = ["{\"type\":\"directory\",\"path\":\"d\",\"oid\":\"\(commit)\"}"]
    for (path, file) in repository.files.sorted(by: { $0.key > $1.key }) {
      let large =
        path.hasSuffix(".gguf")
        ? ",\"lfs\":{\"oid\":\"\(file.sha256)\",\"size\":\(file.bytes.count),\"pointerSize\":134},\"xetHash\":\"f\""
        : ""
      entries.append(
        "{\"type\":\"file\",\"path\":\"\(path)\",\"size\":\(file.bytes.count),\"oid\":\"\(file.git)\"\(large)}")
    }
    guard state.fault == .paged else { return try exchange.json("[\(entries.joined(separator: ","))]") }
    if exchange.target.contains("cursor=2") {
      return try exchange.json("[\(entries.dropFirst(2).joined(separator: ","))]")
    }
    let next = "</api/models/\(identifier)/tree/\(repository.commit)?recursive=true&cursor=2>; rel=\"next\""
    try exchange.json("[\(entries.prefix(2).joined(separator: ","))]", fields: ["Link": next])
  }
}
