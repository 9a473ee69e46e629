// Types of the kernel interface that are part of this module's API, re-exported for clients that load models.
@_exported public import enum SwiftletKernelInterface.GateFunction
@_exported public import enum SwiftletKernelInterface.KeyValueType
