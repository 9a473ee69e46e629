import Foundation
import SwiftletHashing
import SwiftletServer
import Testing

/// The page as it is served, and the file it was made of.
struct ChatPageTests {
  static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Server/Page/chat.html").standardizedFileURL

  private func body(_ response: HTTPResponse) -> [UInt8]? {
    if case .bytes(let bytes) = response.body { bytes } else { nil }
  }

  @Test func theServedPageIsTheFile() throws {
    let file = try Data(contentsOf: Self.file)
    let response = ChatPage.response(to: HTTPRequest(method: "GET", path: "/"))
    #expect(response.status == 200)
    #expect(response.headers["Content-Type"] == "text/html; charset=utf-8")
    #expect(response.headers["Cache-Control"] == "no-cache")
    #expect(response.headers["X-Content-Type-Options"] == "nosniff")
    #expect(response.headers["Referrer-Policy"] == "no-referrer")
    let isSame = body(response) == Array(file)
    #expect(isSame, "run Sources/Server/embed.py")
    #expect(file.count < 150_000)
  }

  @Test func aKnownPageIsNotSentAgain() throws {
    let tag = try #require(ChatPage.response(to: HTTPRequest(method: "GET", path: "/")).headers["ETag"])
    for known in [tag, "W/" + tag, "\"other\", " + tag, "*"] {
      let response = ChatPage.response(to: HTTPRequest(method: "GET", path: "/", headers: ["If-None-Match": known]))
      #expect(response.status == 304)
      #expect(response.headers["ETag"] == tag)
      #expect(body(response)?.isEmpty == true)
    }
    for other in ["\"other\"", String(tag.dropLast()), ""] {
      let response = ChatPage.response(to: HTTPRequest(method: "GET", path: "/", headers: ["If-None-Match": other]))
      #expect(response.status == 200)
    }
  }

  @Test func thePolicyAllowsOneScriptAndNoOtherServer() throws {
    let response = ChatPage.response(to: HTTPRequest(method: "GET", path: "/"))
    let policy = try #require(response.headers["Content-Security-Policy"])
    let parts = policy.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(parts.contains("default-src 'none'"))
    #expect(parts.contains("connect-src 'self'"))
    #expect(parts.contains("base-uri 'none'"))
    let script = try #require(parts.first { $0.hasPrefix("script-src ") })
    let page = try String(contentsOf: Self.file, encoding: .utf8)
    let text = try #require(page.split(separator: "<script>").last?.components(separatedBy: "</script>").first)
    let digest = Data(SHA256.digest(of: Array(text.utf8).span).bytes).base64EncodedString()
    #expect(script == "script-src 'sha256-\(digest)'")
  }

  @Test func thePageLoadsNothingAndParsesNoHTML() throws {
    let page = try String(contentsOf: Self.file, encoding: .utf8)
    let forbidden = [
      "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "src=", "@import",
    ]
    for word in forbidden {
      #expect(!page.contains(word), "the page has \(word)")
    }
    #expect(page.split(separator: "<script>").count == 2)
  }
}
