#if canImport(Darwin)
  internal import Darwin
  #if !os(macOS)
    internal import os
  #endif

  extension SystemMemory {
    /// The number of bytes that can be allocated without evicting other memory; nil if unknown.
    static var unclaimedByteCount: Int? {
      #if os(macOS)
        unclaimedOfMachine
      #else
        // Apps have a memory limit, beyond which they are terminated; 0 means no limit, as in a simulator.
        switch os_proc_available_memory() {
        case 0: unclaimedOfMachine
        case let share: share
        }
      #endif
    }

    /// The size of free, file-backed and purgeable memory.
    private static var unclaimedOfMachine: Int? {
      var pages = vm_statistics64()
      // The size is in words of 32 bits: HOST_VM_INFO64_COUNT, an expression that Swift does not import.
      let words = MemoryLayout<vm_statistics64>.size / MemoryLayout<integer_t>.size
      var count = mach_msg_type_number_t(words)
      let status = unsafe withUnsafeMutablePointer(to: &pages) { pages in
        unsafe pages.withMemoryRebound(to: integer_t.self, capacity: words) {
          unsafe host_statistics64(mach_host_self(), HOST_VM_INFO64, $0, &count)
        }
      }
      guard status == KERN_SUCCESS else { return nil }
      // Speculative pages count both as free and as file-backed.
      let unclaimed =
        Int(pages.free_count) - Int(pages.speculative_count) + Int(pages.external_page_count)
        + Int(pages.purgeable_count)
      return max(0, unclaimed) * sysconf(Int32(_SC_PAGESIZE))
    }
  }
#endif
