// The instructions under LLVM's names for them: not every version of Swift has them in `Builtin`, and Clang's headers have
// them as built-in functions, which Swift cannot see.
#if arch(x86_64)
  @_extern(c, "llvm.x86.sse2.pause")
  private func pauseInstruction()
#elseif arch(arm64)
  @_extern(c, "llvm.aarch64.hint")
  private func hintInstruction(_ kind: UInt32)
#endif

/// Tells the core that it is in a spin loop.
@inline(never)
public func spinHint() {
  #if arch(x86_64)
    pauseInstruction()
  #elseif arch(arm64)
    hintInstruction(1)  // yield
  #endif
}
