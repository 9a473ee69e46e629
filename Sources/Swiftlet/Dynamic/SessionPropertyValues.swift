public import Observation
import Synchronization

/// The name of a value that belongs to a session, with what it is at first.
///
/// The macro ``SessionPropertyEntry()`` writes such a type and the property for it.
public protocol SessionPropertyKey: SendableMetatype {
  /// The type of the value.
  ///
  /// Values are read and assigned as a whole, one thread at a time. Whoever has read one shares what it refers to: a
  /// class that is not `Sendable` has to stay with code that runs on one thread at a time, which tools do not.
  associatedtype Value

  /// What the value is in a new session.
  static var defaultValue: Self.Value { get }
}

/// Values that belong to a session and live as long as it.
///
/// ```swift
/// struct CityKey: SessionPropertyKey { static let defaultValue = "Rome" }
/// extension SessionPropertyValues {
///   var city: String {
///     get { self[CityKey.self] }
///     set { self[CityKey.self] = newValue }
///   }
/// }
/// session.properties.city = "Oslo"
/// ```
///
/// Tools, dynamic instructions and profiles reach them through ``LanguageModelSession/SessionProperty``.
public final class SessionPropertyValues: Sendable {
  private let values = Mutex<[ObjectIdentifier: Box]>([:])
  private let owner = Mutex(Owner())
  private let registrar = ObservationRegistrar()

  /// A value of any type.
  ///
  /// `@unchecked`: the box does not change, boxes are exchanged under the lock alone, and copies of them only count
  /// references, so nobody reads a value while it is written. For values that are `Sendable` that is all there is to
  /// prove. For others it cannot be proved here: the interface followed makes this class `Sendable`, takes values of any
  /// type and hands out the same reference to all who ask, so what such a value refers to is up to its owner, as
  /// ``SessionPropertyKey/Value`` says.
  private struct Box: @unchecked Sendable {
    let value: Any
  }

  private struct Owner {
    weak var session: LanguageModelSession?
  }

  init() {}

  /// Says whose values these are.
  func belong(to session: LanguageModelSession) {
    owner.withLock { $0.session = session }
  }

  /// The session's transcript without leading instructions.
  ///
  /// Assigning changes the transcript for good, also while a request runs if that is done by a hook of the session's
  /// profile. Tools and dynamic instructions may only read it: assigning there has no effect, and the request fails with
  /// ``LanguageModelSession/Error/transcriptMutationWhileResponding``, as it does for a transcript that is assigned from
  /// elsewhere.
  public final var history: Transcript.HistoryView {
    get { owner.withLock(\.session)?.transcript.history ?? [] }
    set { owner.withLock(\.session)?.rewriteHistory(newValue) }
  }

  /// The value of a key.
  ///
  /// - Parameter key: The key's type.
  @inline(__always)
  public final subscript<K>(key: K.Type) -> K.Value where K: SessionPropertyKey {
    get { value(of: key) }
    set { setValue(newValue, of: key) }
  }

  private func value<K: SessionPropertyKey>(of key: K.Type) -> K.Value {
    registrar.access(self, keyPath: \.observed)
    // A cast of nothing to an optional type would succeed and hide the default.
    guard let box = values.withLock({ $0[ObjectIdentifier(key)] }), let value = box.value as? K.Value else {
      return K.defaultValue
    }
    return value
  }

  private func setValue<K: SessionPropertyKey>(_ value: K.Value, of key: K.Type) {
    let box = Box(value: value)
    registrar.withMutation(of: self, keyPath: \.observed) {
      values.withLock { $0[ObjectIdentifier(key)] = box }
    }
  }

  /// What observers are told of: a change of any value.
  private var observed: Int { values.withLock(\.count) }
}

extension SessionPropertyValues: nonisolated Observable {}

extension LanguageModelSession {
  /// A value that belongs to the session on whose behalf the code runs.
  ///
  /// For tools, dynamic instructions, profiles and their modifiers:
  ///
  /// ```swift
  /// struct Guide: DynamicInstructions {
  ///   @SessionProperty(\.city) var city
  ///   var body: some DynamicInstructions { Instructions("You show people around \(city).") }
  /// }
  /// ```
  ///
  /// Elsewhere there is no such session: the value is then that of a new session, and assigning it has no effect.
  @propertyWrapper
  public struct SessionProperty<Value> {
    private let keyPath: ReferenceWritableKeyPath<SessionPropertyValues, Value>

    /// Chooses a value.
    ///
    /// - Parameter keyPath: The way to the value.
    public init(_ keyPath: ReferenceWritableKeyPath<SessionPropertyValues, Value>) {
      self.keyPath = keyPath
    }

    /// The value in the session on whose behalf the code runs.
    public var wrappedValue: Value {
      get { values[keyPath: keyPath] }
      nonmutating set { values[keyPath: keyPath] = newValue }
    }

    private var values: SessionPropertyValues { SessionContext.current?.session.properties ?? SessionPropertyValues() }
  }
}

// `@unchecked`: the only stored property is a key path, which is immutable and written as a literal without captures.
extension LanguageModelSession.SessionProperty: @unchecked Sendable where Value: Sendable {}
