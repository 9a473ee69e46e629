// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// <dispatch/queue.h>, <dispatch/source.h> and <dispatch/time.h> as Apple's Dispatch has them in Swift.
//
// Classes are `@unchecked Sendable` where Apple's are so: the conformance is a part of the declaration. Here it holds
// since nothing of this is ever linked or run, so that no two threads share an instance.

public struct DispatchQoS: Sendable {
  public enum QoSClass: Sendable {
    case background, utility, `default`, userInitiated, userInteractive, unspecified
  }

  public static let unspecified = DispatchQoS()
}

public struct DispatchWorkItemFlags: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
}

public struct DispatchTime: Comparable, Sendable {
  public static func now() -> DispatchTime { DispatchTime() }
  public static func < (_ one: DispatchTime, _ other: DispatchTime) -> Bool { false }
  public static func + (time: DispatchTime, seconds: Double) -> DispatchTime { time }
}

open class DispatchObject {}

open class DispatchQueue: DispatchObject, @unchecked Sendable {
  public struct Attributes: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let concurrent = Attributes(rawValue: 1)
  }

  public class func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { DispatchQueue() }

  public func async(
    qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    execute work: @escaping @Sendable @convention(block) () -> Void
  ) {}

  public func asyncAfter(
    deadline: DispatchTime, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    execute work: @escaping @Sendable @convention(block) () -> Void
  ) {}
}

public protocol DispatchSourceProtocol: AnyObject {
  typealias DispatchSourceHandler = @Sendable @convention(block) () -> Void
  func setEventHandler(qos: DispatchQoS, flags: DispatchWorkItemFlags, handler: DispatchSourceHandler?)
  func activate()
  func cancel()
}

extension DispatchSourceProtocol {
  public func setEventHandler(
    qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], handler: DispatchSourceHandler?
  ) {}
  public func activate() {}
  public func cancel() {}
}

public protocol DispatchSourceMemoryPressure: DispatchSourceProtocol {}
public protocol DispatchSourceSignal: DispatchSourceProtocol {}

open class DispatchSemaphore: DispatchObject, @unchecked Sendable {
  public init(value: Int) {}
  @discardableResult public func signal() -> Int { 0 }
  public func wait() {}
}

open class DispatchSource: DispatchObject {
  public struct MemoryPressureEvent: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let normal = MemoryPressureEvent(rawValue: 1)
    public static let warning = MemoryPressureEvent(rawValue: 2)
    public static let critical = MemoryPressureEvent(rawValue: 4)
  }

  private final class MemoryPressure: DispatchSourceMemoryPressure {}
  private final class Signal: DispatchSourceSignal {}

  public class func makeSignalSource(
    signal: Int32, queue: DispatchQueue? = nil
  ) -> any DispatchSourceSignal { Signal() }

  public class func makeMemoryPressureSource(
    eventMask: MemoryPressureEvent, queue: DispatchQueue? = nil
  ) -> any DispatchSourceMemoryPressure { MemoryPressure() }
}
