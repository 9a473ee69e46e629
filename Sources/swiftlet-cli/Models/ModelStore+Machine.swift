import SwiftletKernels
import SwiftletStore

extension ModelStore {
  /// The stores of the user, with the memory that models may take on this machine or in this container.
  static var ofUser: ModelStore {
    var environment = ModelStoreEnvironment.process
    environment.availableMemory = { SystemMemory.availableByteCount }
    return ModelStore(environment: environment)
  }
}
