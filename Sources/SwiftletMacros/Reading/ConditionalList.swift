import SwiftSyntax

/// The elements of a type's members, in order, with their `#if` blocks.
struct ConditionalList<Element> {
  /// An element, or an `#if` block with all of its branches.
  enum Entry {
    case element(Element)
    case block([Branch])
  }

  /// A branch of an `#if` block.
  struct Branch {
    /// `#if`, `#elseif` or `#else`, with the condition.
    var directive: String
    var list: ConditionalList
  }

  private(set) var entries: [Entry] = []

  /// Reads the members of a type.
  ///
  /// - Parameters:
  ///   - members: The members; of an `#if` block, those of all branches are read.
  ///   - read: A function that returns the elements of a declaration.
  init(_ members: MemberBlockItemListSyntax, reading read: (DeclSyntax) -> [Element]) {
    for member in members {
      guard let block = member.decl.as(IfConfigDeclSyntax.self) else {
        entries += read(member.decl).map(Entry.element)
        continue
      }
      entries.append(
        .block(
          block.clauses.map { clause in
            let condition = clause.condition.map { " " + $0.trimmedDescription } ?? ""
            return Branch(
              directive: clause.poundKeyword.text + condition,
              list: ConditionalList(clause.elements?.as(MemberBlockItemListSyntax.self) ?? [], reading: read))
          }))
    }
  }

  /// All elements, regardless of conditions.
  var all: [Element] {
    entries.flatMap { entry in
      switch entry {
      case .element(let element): [element]
      case .block(let branches): branches.flatMap(\.list.all)
      }
    }
  }

  /// The elements outside of `#if` blocks.
  var unconditional: [Element] {
    entries.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// Returns lines of source for each element, within its `#if` directives.
  func lines(@Lines _ lines: (Element) -> [String]) -> [String] {
    declarations(lines).flatMap(\.self)
  }

  /// Returns the lines of a declaration for each element; an `#if` block is one declaration.
  func declarations(@Lines _ lines: (Element) -> [String]) -> [[String]] {
    entries.map { entry in
      switch entry {
      case .element(let element): lines(element)
      case .block(let branches): branches.flatMap { [$0.directive] + $0.list.lines(lines) } + ["#endif"]
      }
    }
  }
}
