import SwiftletServer
import Testing

@Test func headersAreFoundWithoutRegardToCase() {
  var headers: HTTPHeaders = ["Content-Type": "text/plain", "x-a": "1"]
  headers.append(name: "X-A", value: "2")
  #expect(headers["content-TYPE"] == "text/plain")
  #expect(headers["X-a"] == "1, 2")
  headers["x-A"] = "3"
  #expect(headers.values("x-a") == ["3"])
  headers["x-a"] = nil
  #expect(headers["x-a"] == nil)
}
