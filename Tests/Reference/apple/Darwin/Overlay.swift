// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The Swift part of the module, which has what Swift cannot import from the headers: variadic functions and macros that
// are expressions. On Apple's platforms it is a part of the SDK.

@_exported import Darwin

// <sys/errno.h>

public var errno: Int32 {
  get { unsafe __error().pointee }
  set { unsafe __error().pointee = newValue }
}

// <sys/fcntl.h>

public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { -1 }
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 { -1 }
public func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32 { -1 }
public func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32 { -1 }
public func fcntl(_ fd: Int32, _ cmd: Int32, _ ptr: UnsafeMutableRawPointer) -> Int32 { -1 }

// EWOULDBLOCK is another name of a number.
public var EWOULDBLOCK: Int32 { EAGAIN }

// <sys/stat.h>

public var S_IFMT: mode_t { 0o170000 }
public var S_IFIFO: mode_t { 0o010000 }
public var S_IFCHR: mode_t { 0o020000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFBLK: mode_t { 0o060000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFLNK: mode_t { 0o120000 }
public var S_IFSOCK: mode_t { 0o140000 }

// <sys/ioctl.h>

public var TIOCGWINSZ: UInt { 0x4008_7468 }
public func ioctl(_ fd: Int32, _ request: UInt, _ ptr: UnsafeMutableRawPointer) -> Int32 { -1 }

// <signal.h>

public typealias sig_t = @convention(c) (Int32) -> Void
public var SIG_DFL: sig_t? { nil }
public var SIG_IGN: sig_t { unsafe unsafeBitCast(1, to: sig_t.self) }

// <sys/mman.h>

public var MAP_FAILED: UnsafeMutableRawPointer? { unsafe UnsafeMutableRawPointer(bitPattern: -1) }

// <math.h>: the functions of two types have one name, as with <tgmath.h>.

public func cos(_ x: Float) -> Float { cosf(x) }
public func exp(_ x: Float) -> Float { expf(x) }
public func log(_ x: Float) -> Float { logf(x) }
public func log1p(_ x: Float) -> Float { log1pf(x) }
public func pow(_ x: Float, _ y: Float) -> Float { powf(x, y) }
public func tanh(_ x: Float) -> Float { tanhf(x) }
