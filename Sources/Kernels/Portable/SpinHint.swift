// The instructions under their LLVM intrinsic names: not every Swift version has them in `Builtin`, and Clang's headers
// define them as built-in functions, which Swift cannot import.
#if arch(x86_64)
  @_extern(c, "llvm.x86.sse2.pause")
  private func pauseInstruction()
#elseif arch(arm64)
  @_extern(c, "llvm.aarch64.hint")
  private func hintInstruction(_ kind: UInt32)
#endif

/// Executes the spin-loop hint of the processor.
@inline(never)
public func spinHint() {
  #if arch(x86_64)
    pauseInstruction()
  #elseif arch(arm64)
    hintInstruction(1)  // yield
  #endif
}
