public import Observation
import Synchronization

/// The key of a session property, with its default value.
///
/// The macro ``SessionPropertyEntry()`` generates such a type and its property.
public protocol SessionPropertyKey: SendableMetatype {
  /// The type of the value.
  ///
  /// Values are read and assigned atomically as a whole. Readers share the objects that a value refers to: a
  /// class that is not `Sendable` must be used by one thread at a time, which excludes tools.
  associatedtype Value

  /// The value in a new session.
  static var defaultValue: Self.Value { get }
}

/// Values that belong to a session and have its lifetime.
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
/// Tools, dynamic instructions and profiles access them through ``LanguageModelSession/SessionProperty``.
public final class SessionPropertyValues: Sendable {
  private let values = Mutex<[ObjectIdentifier: Box]>([:])
  private let owner = Mutex(Owner())
  private let registrar = ObservationRegistrar()

  /// A value of any type.
  ///
  /// `@unchecked`: the box is immutable, boxes are replaced only under the lock, and copying them only retains
  /// references, so no value is read while it is written. For `Sendable` values this is a complete
  /// proof. For others there is none: Apple's API makes this class `Sendable`, accepts values of any
  /// type and returns the same reference to all readers, so synchronising such a value is its owner's responsibility;
  /// see ``SessionPropertyKey/Value``.
  private struct Box: @unchecked Sendable {
    let value: Any
  }

  private struct Owner {
    weak var session: LanguageModelSession?
  }

  init() {}

  /// Sets the session that owns the values.
  func belong(to session: LanguageModelSession) {
    owner.withLock { $0.session = session }
  }

  /// The session's transcript without leading instructions.
  ///
  /// Assigning changes the transcript permanently, also during a request if a hook of the session's profile does it.
  /// Tools and dynamic instructions may only read it: assigning there has no effect, and the request fails with
  /// ``LanguageModelSession/Error/transcriptMutationWhileResponding``, as for an assignment from other code.
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
    // Casting nil to an optional type would succeed and hide the default.
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

  /// The observed property, which stands for all values.
  private var observed: Int { values.withLock(\.count) }
}

extension SessionPropertyValues: nonisolated Observable {}

extension LanguageModelSession {
  /// A value of the session in whose context the code runs.
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
  /// In other code there is no session: the value is the default, and assigning it has no effect.
  @propertyWrapper
  public struct SessionProperty<Value> {
    private let keyPath: ReferenceWritableKeyPath<SessionPropertyValues, Value>

    /// Creates a property for a value.
    ///
    /// - Parameter keyPath: The key path of the value.
    public init(_ keyPath: ReferenceWritableKeyPath<SessionPropertyValues, Value>) {
      self.keyPath = keyPath
    }

    /// The value in the session in whose context the code runs.
    public var wrappedValue: Value {
      get { values[keyPath: keyPath] }
      nonmutating set { values[keyPath: keyPath] = newValue }
    }

    private var values: SessionPropertyValues { SessionContext.current?.session.properties ?? SessionPropertyValues() }
  }
}

// `@unchecked`: the only stored property is a key path, which is immutable and written as a literal without captures.
extension LanguageModelSession.SessionProperty: @unchecked Sendable where Value: Sendable {}
