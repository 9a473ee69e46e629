/// Compares the kernels for NEON with the portable ones; built and run by `check-neon.sh`.
@c(main)
func main() -> Int32 {
  var random = Random(2024)
  var report = Report()
  checkMatrices(&random, &report)
  // Of what both sets of kernels have alike, one check is enough.
  #if !MATRICES
    checkAttention(&random, &report)
    checkElementwise(&random, &report)
  #endif
  print("\(report.comparisons) comparisons, \(report.failures) failures")
  return report.failures == 0 ? 0 : 1
}
