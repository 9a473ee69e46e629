import Foundation
import SwiftletJSON
import SwiftletServer
import Testing

@Test func theServedDescriptionIsTheFile() throws {
  let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Server/OpenAPI/openapi.json").standardizedFileURL
  guard case .bytes(let bytes) = OpenAPIDescription.response.body else {
    Issue.record("the body is a stream")
    return
  }
  let isSame = try Array(Data(contentsOf: file)) == bytes
  #expect(isSame, "run Sources/Server/embed.py")
}

@Test func openAPIDescriptionIsJSONAndItsReferencesExist() throws {
  let response = OpenAPIDescription.response
  guard case .bytes(let bytes) = response.body else {
    Issue.record("the body is a stream")
    return
  }
  let description = try JSONValue.read(bytes, options: JSONScanner.Options())
  #expect(response.headers["Content-Type"] == "application/json")
  #expect(description["openapi"]?.string == "3.1.0")
  var references: Set<String> = []
  collectReferences(of: description, into: &references)
  #expect(references.count > 20)
  for reference in references {
    let names = reference.split(separator: "/")
    #expect(names.first == "#")
    let target = names.dropFirst().reduce(description as JSONValue?) { $0?[String($1)] }
    #expect(target != nil, "there is no \(reference)")
  }
}

private func collectReferences(of value: JSONValue, into references: inout Set<String>) {
  if let reference = value["$ref"]?.string { references.insert(reference) }
  for member in value.members ?? [] { collectReferences(of: member.value, into: &references) }
  for element in value.elements ?? [] { collectReferences(of: element, into: &references) }
}
