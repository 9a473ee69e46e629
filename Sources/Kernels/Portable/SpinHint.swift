import Builtin

/// Tells the core that it is in a spin loop.
@inline(never)
public func spinHint() {
  #if arch(x86_64) || arch(i386)
    Builtin.int_x86_sse2_pause()
  #elseif arch(arm64)
    Builtin.int_aarch64_hint(Int32(1)._value)  // yield
  #endif
}
