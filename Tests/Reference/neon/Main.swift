/// Compares the NEON kernels with the portable ones; built and run by `check-neon.sh`.
@c(main)
func main() -> Int32 {
  var random = Random(2024)
  var report = Report()
  checkMatrices(&random, &report)
  // Parts that both sets of kernels share are checked once.
  #if !MATRICES
    checkAttention(&random, &report)
    checkElementwise(&random, &report)
    checkHashes(&random, &report)
  #endif
  print("\(report.comparisons) comparisons, \(report.failures) failures")
  return report.failures == 0 ? 0 : 1
}
